// What read_study.cpp and axes.cpp read, as a schema. schema_test.cpp holds both against the same files.
#include "swell/batch/schema.h"

#include <nlohmann/json.hpp>

#include "swell/batch/study.h"

namespace swell::batch {

namespace {

using Json = nlohmann::ordered_json;

Json described(Json schema, const char* text) {
  schema["description"] = text;
  return schema;
}

Json number() { return {{"type", "number"}}; }
Json positive() { return {{"type", "number"}, {"exclusiveMinimum", 0}}; }
Json share() { return {{"type", "number"}, {"exclusiveMinimum", 0}, {"exclusiveMaximum", 1}}; }
Json whole(int least) { return {{"type", "integer"}, {"minimum", least}}; }
Json text() { return {{"type", Json::array({"string", "number"})}}; }  // a name may be a number
Json flag() { return {{"type", "boolean"}}; }
Json list_of(const Json& item) { return {{"type", "array"}, {"items", item}}; }
Json words(const std::vector<const char*>& all) { return {{"enum", all}}; }
Json any_of(const std::vector<Json>& all) { return {{"anyOf", all}}; }
Json texts() { return any_of({{{"type", "string"}}, list_of({{"type", "string"}})}); }

Json object(const Json& properties, const std::vector<const char*>& required = {}) {
  Json schema = {{"type", "object"}, {"properties", properties}};
  if (!required.empty()) schema["required"] = required;
  schema["additionalProperties"] = false;
  return schema;
}

Json with_default(Json schema, const Json& standard) {
  schema["default"] = standard;
  return schema;
}

Json spacing() { return with_default(words({"linear", "logarithmic"}), "linear"); }

Json range() {
  Json schema = object({{"from", number()},
                        {"to", number()},
                        {"count", described(whole(1), "number of values, both ends among them")},
                        {"step", described(number(), "distance of values from `from` on")},
                        {"spacing", spacing()}},
                       {"from", "to"});
  schema["oneOf"] = Json::array({{{"required", {"count"}}}, {{"required", {"step"}}}});
  return schema;
}

Json table() {
  const Json file = object({{"file", described(text(), "CSV, first line the keys; or HDF5, rows by columns")},
                            {"dataset", described(text(), "of an HDF5 file")},
                            {"keys", described(list_of({{"type", "string"}}), "of the columns")}},
                           {"file"});
  const Json inline_rows = object({{"headers", described(list_of({{"type", "string"}}), "keys, WEC-Sim's among them")},
                                   {"cases", described(list_of({{"type", "array"}}), "rows of values")}},
                                  {"headers", "cases"});
  return any_of({file, inline_rows});
}

Json random() {
  const Json law = object({{"from", number()}, {"to", number()}, {"spacing", spacing()}}, {"from", "to"});
  return object({{"count", whole(1)},
                 {"method", with_default(words({"uniform", "latin-hypercube"}), "latin-hypercube")},
                 {"seed", {{"type", "number"}, {"minimum", 0}}},
                 {"keys", {{"type", "object"}, {"additionalProperties", law}}}},
                {"count", "keys"});
}

Json scatter() {
  const Json common = {{"height", described(text(), "key of the height")},
                       {"period", described(text(), "key of the period")},
                       {"normalise", with_default(flag(), true)}};
  Json from_file = {{"file", described(text(), "CSV: first row periods, first column heights")}};
  from_file.update(common);
  Json rows = {{"heights", described(list_of(number()), "[m]")},
               {"periods", described(list_of(number()), "[s]")},
               {"probability", described(list_of(list_of({{"type", "number"}, {"minimum", 0}})),
                                         "rows of heights: probabilities, hours or counts")}};
  rows.update(common);
  return any_of({object(from_file, {"file"}), object(rows, {"heights", "periods", "probability"})});
}

Json axis() {
  const Json key = described({{"type", "string"}}, "what --set takes: waves.height, ptos.PTO1.damping");
  const Json values = {{"type", "array"}, {"minItems", 1}};
  return {{"oneOf", Json::array({object({{"key", key}, {"values", values}}, {"key", "values"}),
                                 object({{"key", key}, {"range", range()}}, {"key", "range"}),
                                 object({{"zip", list_of({{"$ref", "#/definitions/axis"}})}}, {"zip"}),
                                 object({{"table", table()}}, {"table"}), object({{"random", random()}}, {"random"}),
                                 object({{"scatter", scatter()}}, {"scatter"})})}};
}

Json seeds() {
  const ConfidenceTarget t;
  const Json until = object({{"quantity", with_default(text(), t.quantity)},
                             {"relative", with_default(positive(), t.relative)},
                             {"confidence", with_default(share(), t.confidence)},
                             {"least", with_default(whole(2), t.least)},
                             {"most", with_default(whole(2), t.most)},
                             {"add", with_default(whole(1), t.add)}});
  Json map = object({{"count", whole(1)}, {"until", until}});
  map["not"] = {{"required", {"count", "until"}}};
  return any_of({{{"const", "base"}}, whole(1), map});
}

Json efficiency() {
  const Json part = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  return any_of({part,
                 object({{"share", described(list_of({{"type", "number"}, {"minimum", 0}}),
                                             "mean absorbed power / rated power, ascending")},
                         {"value", list_of(part)}},
                        {"share", "value"}),
                 object({{"heights", described(list_of(number()), "[m] ascending")},
                         {"periods", described(list_of(number()), "[s] ascending")},
                         {"value", described(list_of(list_of(part)), "rows of heights")}},
                        {"heights", "periods", "value"}),
                 object({{"file", described(text(), "CSV: first row periods, first column heights")}}, {"file"})});
}

}  // namespace

std::string study_schema() {
  const LengthTarget length;
  const Keep keep;
  const PowerSpec power;
  const Json base = {{"type", Json::array({"string", "object"})}};
  const Json set = {{"type", "object"}};
  const Json lengthen = object({{"quantity", with_default(text(), length.quantity)},
                                {"relative", with_default(positive(), length.relative)},
                                {"confidence", with_default(share(), length.confidence)},
                                {"block", described(with_default(positive(), length.block), "[s]")},
                                {"least", with_default(whole(2), length.least)}});
  const Json results =
      object({{"file", text()},
              {"statistics", described(with_default(texts(), keep.statistics), "patterns of datasets")},
              {"from", described(number(), "statistics begin here [s]; absent: at the end of the ramp")},
              {"whole_periods", with_default(flag(), keep.whole_periods)},
              {"spectra", described(texts(), "patterns of datasets")},
              {"spectrum_segment", described(with_default(positive(), keep.spectrum_segment), "[s]")},
              {"series", described(texts(), "patterns of datasets whose rows are kept")}});
  const Json power_keys = object({{"ptos", described(texts(), "absent: all")},
                                  {"height", described(text(), "key of the matrix's rows")},
                                  {"period", described(text(), "key of the matrix's columns")},
                                  {"hours", described(with_default(positive(), power.hours), "in a year [h]")},
                                  {"width", described(positive(), "of the device [m]")},
                                  {"confidence", with_default(share(), power.confidence)},
                                  {"rated_power", described(positive(), "of the electrical power [W]")},
                                  {"efficiency", described(efficiency(), "electrical by absorbed power")}});
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "Swell study file"},
                 {"description", "Printed by `swell schema --study`; docs/batch.md explains the keys."}};
  schema.update(object(
      {{"base", described(base, "the case file, or the case itself")},
       {"set", described(set, "values of every case: {simulation.duration: 400}")},
       {"seed", with_default({{"type", "number"}, {"minimum", 0}, {"maximum", 9007199254740992}}, 1)},
       {"axes", described(list_of({{"$ref", "#/definitions/axis"}}), "every combination runs, the last fastest")},
       {"seeds",
        described(seeds(), "random seas of each combination; absent: until 5 % in a power matrix, 1 elsewhere")},
       {"lengthen", described(lengthen, "runs go on until their mean is known this well")},
       {"results", results},
       {"power", power_keys}},
      {"base"}));
  schema["definitions"] = {{"axis", axis()}};
  return schema.dump(1) + "\n";
}

}  // namespace swell::batch
