// JSON Schema from the descriptions.
#include "swell/model/schema.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "swell/model/describe.h"

namespace swell::model {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Parameter& p) {
  switch (p.kind) {
    case Parameter::Kind::number:
      // Whole numbers without a point: 9 rather than 9.0.
      if (p.number == static_cast<double>(static_cast<long long>(p.number)) && std::abs(p.number) < 1.0e15) {
        return static_cast<long long>(p.number);
      }
      return p.number;
    case Parameter::Kind::flag:
      return p.flag;
    case Parameter::Kind::text:
      return p.text;
    case Parameter::Kind::list: {
      Json list = Json::array();
      for (const Parameter& item : p.items) list.push_back(to_json(item));
      return list;
    }
    case Parameter::Kind::none:
    case Parameter::Kind::map:
      break;
  }
  return nullptr;
}

Json number_schema(const Bounds& bounds, const char* type) {
  Json schema = {{"type", type}};
  if (bounds.lower) schema[bounds.lower_open ? "exclusiveMinimum" : "minimum"] = to_json(Parameter::of(*bounds.lower));
  if (bounds.upper) schema[bounds.upper_open ? "exclusiveMaximum" : "maximum"] = to_json(Parameter::of(*bounds.upper));
  return schema;
}

Json any_of(const Json& a, const Json& b) { return {{"anyOf", Json::array({a, b})}}; }

Json leaf_schema(const Key& key, const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::number: {
      const Json number = number_schema(key.bounds, "number");
      return shape.words.empty() ? number : any_of(number, {{"enum", shape.words}});
    }
    case Shape::Kind::integer:
      return number_schema(key.bounds, "integer");
    case Shape::Kind::flag:
      return {{"type", "boolean"}};
    case Shape::Kind::text:
    case Shape::Kind::file:
      return {{"type", Json::array({"string", "number"})}};  // a name may be a number
    case Shape::Kind::word:
      return {{"enum", shape.words}};
    case Shape::Kind::numbers: {
      const Json number = number_schema(key.bounds, "number");
      Json list = {{"type", "array"}, {"items", number}, {"minItems", shape.size == 0 ? 1 : shape.size}};
      if (shape.size != 0) list["maxItems"] = shape.size;
      return shape.scalar_too ? any_of(number, list) : list;
    }
    case Shape::Kind::matrix: {
      const Json row = {
          {"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", shape.size}, {"maxItems", shape.size}};
      const Json rows = {{"type", "array"}, {"items", row}, {"minItems", shape.size}, {"maxItems", shape.size}};
      return any_of(row, rows);
    }
    case Shape::Kind::texts: {
      const Json text = {{"type", Json::array({"string", "number"})}};
      const Json list = {{"type", "array"}, {"items", text}};
      return shape.scalar_too ? any_of(text, list) : list;
    }
    case Shape::Kind::table: {
      Json row = {
          {"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", std::max<std::size_t>(1, shape.size)}};
      if (shape.size != 0) row["maxItems"] = shape.size;
      return {{"type", "array"}, {"items", row}, {"minItems", 1}};
    }
    case Shape::Kind::numbers_by_name:
      return {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}};
    case Shape::Kind::texts_by_name:
      return {{"type", "object"}, {"additionalProperties", {{"type", "string"}}}};
    case Shape::Kind::tree:
      return Json::object();
  }
  return {};
}

class SchemaMaker : public Visitor {
 public:
  Json schema() const {
    Json result = {{"type", "object"}, {"properties", properties_}};
    if (!required_.empty()) result["required"] = required_;
    if (!all_of_.empty()) result["allOf"] = all_of_;
    result["additionalProperties"] = open_;
    if (alternatives_.empty()) return result;
    Json forms = Json::array();  // each with the keys that all have
    for (const Json& alternative : alternatives_) {
      Json form = alternative;
      form["properties"] = properties_;
      form["properties"].update(alternative["properties"]);
      for (const Json& key : required_) form["required"].push_back(key);
      forms.push_back(form);
    }
    return {{"oneOf", forms}};
  }

  void leaf(const Key& key, const Leaf& leaf) override {
    Json schema = leaf_schema(key, leaf.shape);
    describe_key(key, schema);
    const Parameter standard = key.need == Need::no ? leaf.get() : Parameter();
    if (standard.kind != Parameter::Kind::none) schema["default"] = to_json(standard);
    add(key, schema);
  }

  void nested(const Key& key, const Nested& nested) override {
    Json schema = nested_schema(nested);
    describe_key(key, schema);
    add(key, schema);
  }

  void list(const Key& key, const NestedList& list) override {
    SchemaMaker inner;
    list.describe(inner, list.append());
    const Json item = inner.schema();
    const Json many =
        list.name ? Json{{"type", "object"}, {"additionalProperties", item}} : Json{{"type", "array"}, {"items", item}};
    Json schema = list.single_too ? any_of(item, many) : many;
    describe_key(key, schema);
    add(key, schema);
  }

  void either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) override {
    Json schema = any_of(leaf_schema(key, leaf_form.shape), nested_schema(nested_form));
    describe_key(key, schema);
    add(key, schema);
  }

  void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t) override {
    for (const Alternative& alternative : alternatives) {
      SchemaMaker inner;
      inner.properties_[tag.name] = {{"const", alternative.word}, {"description", alternative.help}};
      inner.required_.push_back(tag.name);
      alternative.select();
      alternative.describe(inner);
      alternatives_.push_back(inner.schema());
    }
  }

  void rest(Parameter&, const std::string&) override { open_ = true; }

  void exclusive(const std::vector<std::string>& keys, bool at_least_one) override {
    Json each = Json::array();
    for (const std::string& key : keys) each.push_back({{"required", Json::array({key})}});
    all_of_.push_back(at_least_one ? Json{{"oneOf", each}} : Json{{"not", {{"required", keys}}}});
  }

  void source(Source&) override {}

 private:
  static Json nested_schema(const Nested& nested) {
    nested.create();
    SchemaMaker inner;
    nested.describe(inner);
    return inner.schema();
  }

  static void describe_key(const Key& key, Json& schema) {
    schema["description"] = key.unit.empty() ? key.help : key.help + " [" + key.unit + "]";
  }

  void add(const Key& key, const Json& schema) {
    properties_[key.name] = schema;
    if (key.need == Need::yes) required_.push_back(key.name);
  }

  Json properties_ = Json::object();
  Json required_ = Json::array();
  Json all_of_ = Json::array();
  Json alternatives_ = Json::array();
  bool open_ = false;
};

}  // namespace

std::string case_schema(const std::vector<DescribedType>& components) {
  Model model;
  SchemaMaker maker;
  describe(maker, model);
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "Swell case file"},
                 {"description", "Generated by `swell schema` from the descriptions that the reader uses."}};
  schema.update(maker.schema());
  // A component is one of the types, or one of a library, whose keys only the library knows.
  Json& component = schema["properties"]["components"]["items"];
  component["required"].push_back("library");
  Json forms = Json::array();
  for (const DescribedType& type : components) {
    SchemaMaker own;
    type.describe(own);
    Json form = own.schema();
    Json keys = {{"name", component["properties"]["name"]},
                 {"type", {{"const", type.word}, {"description", type.help}}}};
    keys.update(form["properties"]);
    form["properties"] = keys;
    Json must = {"name", "type"};
    for (const Json& key : form.value("required", Json::array())) must.push_back(key);
    form["required"] = must;
    forms.push_back(form);
  }
  forms.push_back(component);
  component = {{"oneOf", forms}};
  return schema.dump(1) + "\n";
}

}  // namespace swell::model
