// The rules that the two schemas lay down (element order, cardinality, attributes, kinds of value), as tables.
// Source: OspModelDescription 1.0.1 and OspSystemStructure 0.1 with power bonds and ECCO.

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/text.h"
#include "swell/osp/port_type.h"
#include "swell/osp/semantics.h"
#include "xml.h"

namespace swell::osp {

namespace {

bool fits(ValueKind kind, const std::string& text) {
  double number = 0.0;
  long integer = 0;
  switch (kind) {
    case ValueKind::number:
      return parse_number(text, number) || text == "INF" || text == "-INF" || text == "NaN";
    case ValueKind::integer:
      return parse_integer(text, integer) && integer >= -2147483648L && integer <= 2147483647L;
    case ValueKind::positive_integer:
      return parse_integer(text, integer) && integer > 0;
    case ValueKind::boolean:
      return text == "true" || text == "false" || text == "1" || text == "0";
    case ValueKind::axis:
      return text == "x" || text == "y" || text == "z";
    case ValueKind::text:
    case ValueKind::none:
      break;
  }
  return true;
}

const char* wanted(ValueKind kind) {
  constexpr const char* kWords[] = {
      "text", "a number", "a whole number", "a whole number above 0", "true or false", "x, y or z", "text"};
  return kWords[static_cast<int>(kind)];
}

class SchemaCheck {
 public:
  SchemaCheck(const XmlFile& file, const Schema& schema, std::vector<Diagnostic>& faults)
      : file_(file), schema_(schema), faults_(faults) {}

  void element(pugi::xml_node node, const std::string& type_name) {
    const SchemaType& type = schema_.types.at(type_name);
    attributes(node, type);
    if (type.text != ValueKind::none && !fits(type.text, node.text().get())) {
      fault(node, fmt::format("{} = '{}' must be {}", local_name(node), node.text().get(), wanted(type.text)));
    }
    const std::vector<pugi::xml_node> nodes = children(node);
    std::vector<int> count(type.children.size(), 0);
    std::size_t place = 0;
    for (const pugi::xml_node child : nodes) {
      const std::string name = local_name(child);
      const auto found = std::find_if(type.children.begin(), type.children.end(),
                                      [&](const SchemaChild& c) { return c.element == name; });
      if (found == type.children.end() || namespace_of(child) != schema_.namespace_uri) {
        unknown_child(node, child, type);
        continue;
      }
      const auto index = static_cast<std::size_t>(found - type.children.begin());
      if (type.order == Order::sequence && index < place) {
        fault(child, fmt::format("{} is after {}, it must come before it", name, type.children[place].element),
              "the schema fixes the order");
      }
      place = std::max(place, index);
      if (++count[index] == found->max + 1 && found->max > 0) {
        fault(child, fmt::format("{} holds more than {} {}", local_name(node), found->max, name));
      }
      element(child, found->type);
    }
    cardinality(node, type, count, nodes.size());
  }

 private:
  void fault(pugi::xml_node node, std::string message, std::string remedy = {}) {
    faults_.push_back(osp::fault("SCHEMA", std::move(message), std::move(remedy), file_.at(node)));
  }

  void unknown_child(pugi::xml_node node, pugi::xml_node child, const SchemaType& type) {
    std::vector<std::string> known;
    for (const SchemaChild& c : type.children) known.push_back(c.element);
    const std::optional<std::string> near = nearest(local_name(child), known);
    fault(child, fmt::format("{} may not hold an element {}", local_name(node), child.name()),
          near && *near != local_name(child) ? "did you mean " + *near + "?" : "");
  }

  void cardinality(pugi::xml_node node, const SchemaType& type, const std::vector<int>& count, std::size_t total) {
    if (type.order == Order::one) {
      if (total != 1) fault(node, fmt::format("{} holds {} elements, it must hold one", local_name(node), total));
      return;
    }
    for (std::size_t i = 0; i < count.size(); ++i) {
      const SchemaChild& child = type.children[i];
      if (count[i] >= child.min) continue;
      fault(node, child.min == 1 ? fmt::format("{} lacks the element {}", local_name(node), child.element)
                                 : fmt::format("{} holds {} {}, it must hold {}", local_name(node), count[i],
                                               child.element, child.min));
    }
  }

  void attributes(pugi::xml_node node, const SchemaType& type) {
    for (const SchemaAttribute& a : type.attributes) {
      const pugi::xml_attribute attribute = node.attribute(a.name.c_str());
      if (!attribute) {
        if (a.required) fault(node, fmt::format("{} lacks the attribute {}", local_name(node), a.name));
      } else if (!fits(a.kind, attribute.value())) {
        fault(node,
              fmt::format("{}: {} = '{}' must be {}", local_name(node), a.name, attribute.value(), wanted(a.kind)));
      } else if (!a.fixed.empty() && a.fixed != attribute.value()) {
        fault(node, fmt::format("{}: {} = '{}' must be '{}'", local_name(node), a.name, attribute.value(), a.fixed));
      }
    }
    for (const pugi::xml_attribute attribute : node.attributes()) {
      const std::string name = attribute.name();
      if (name == "xmlns" || name.find(':') != std::string::npos) continue;  // namespaces, xsi:schemaLocation
      const std::vector<std::string> known = names_of(type.attributes);
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      fault(node, fmt::format("{} may not have an attribute {}", local_name(node), name), did_you_mean(name, known));
    }
  }

  const XmlFile& file_;
  const Schema& schema_;
  std::vector<Diagnostic>& faults_;
};

Schema build_model_description() {
  Schema schema;
  schema.root = "OspModelDescription";
  schema.root_type = "root";
  schema.namespace_uri = "https://open-simulation-platform.com/OspModelDescription/1.0.1";
  schema.older = {"https://open-simulation-platform.com/OspModelDescription/1.0.0",
                  "http://opensimulationplatform.com/MSMI/OSPModelDescription"};
  auto& t = schema.types;
  t["root"].children = {{"UnitDefinitions", "units", 0, 1}, {"VariableGroups", "groups", 0, 1}};
  t["root"].attributes = {{"version", ValueKind::text, true, "1.0"}};
  t["units"].children = {{"Unit", "unit", 0, -1}};
  t["unit"].children = {{"BaseUnit", "base", 0, 1}, {"DisplayUnit", "display", 0, -1}};
  t["unit"].attributes = {{"name", ValueKind::text, true}};
  for (const char* base : kBaseUnitNames) t["base"].attributes.push_back({base, ValueKind::integer});
  for (const char* scale : {"factor", "offset"}) {
    t["base"].attributes.push_back({scale, ValueKind::number});
    t["display"].attributes.push_back({scale, ValueKind::number});
  }
  t["display"].attributes.push_back({"name", ValueKind::text, true});
  t["Variable"].attributes = {{"ref", ValueKind::text, true}, {"unit", ValueKind::text}, {"axis", ValueKind::axis}};
  for (const PortTypeInfo& type : port_types()) {
    t["groups"].children.push_back({type.name, type.name, 0, -1});
    for (const PortPart& part : type.parts) {
      t[type.name].children.push_back({part.element, part.element, part.min, part.max});
    }
    t[type.name].attributes = {{"name", ValueKind::text, true}};
  }
  return schema;
}

Schema build_system_structure() {
  Schema schema;
  schema.root = "OspSystemStructure";
  schema.root_type = "root";
  schema.namespace_uri = "http://opensimulationplatform.com/MSMI/OSPSystemStructure";
  auto& t = schema.types;
  const SchemaAttribute name{"name", ValueKind::text, true};
  t["number"].text = ValueKind::number;
  t["text"].text = ValueKind::text;
  t["root"].children = {{"StartTime", "number", 0, 1},        {"EndTime", "number", 0, 1},
                        {"BaseStepSize", "number", 0, 1},     {"Algorithm", "text", 0, 1},
                        {"Simulators", "simulators"},         {"Functions", "functions", 0, 1},
                        {"Connections", "connections", 0, 1}, {"EccoConfiguration", "ecco", 0, 1}};
  t["root"].attributes = {{"version", ValueKind::text, true, "0.1"}};
  t["ecco"].order = Order::all;
  for (const char* key :
       {"SafetyFactor", "StepSize", "MinimumStepSize", "MaximumStepSize", "MinimumChangeRate", "MaximumChangeRate",
        "ProportionalGain", "IntegralGain", "RelativeTolerance", "AbsoluteTolerance"}) {
    t["ecco"].children.push_back({key, "number"});
  }
  t["simulators"].children = {{"Simulator", "simulator", 0, -1}};
  t["simulator"].children = {{"InitialValues", "initials", 0, 1}};
  t["simulator"].attributes = {name, {"source", ValueKind::text, true}, {"stepSize", ValueKind::number}};
  t["initials"].children = {{"InitialValue", "initial", 0, -1}};
  t["initial"].order = Order::one;
  t["initial"].attributes = {{"variable", ValueKind::text, true}};
  t["initial"].children = {
      {"Real", "Real", 0, 1}, {"Integer", "Integer", 0, 1}, {"Boolean", "Boolean", 0, 1}, {"String", "String", 0, 1}};
  t["Real"].attributes = {{"value", ValueKind::number, true}};
  t["Integer"].attributes = {{"value", ValueKind::integer, true}};
  t["Boolean"].attributes = {{"value", ValueKind::boolean, true}};
  t["String"].attributes = {{"value", ValueKind::text, true}};
  t["functions"].children = {
      {"LinearTransformation", "linear", 0, -1}, {"Sum", "sum", 0, -1}, {"VectorSum", "vector sum", 0, -1}};
  t["linear"].attributes = {name, {"factor", ValueKind::number}, {"offset", ValueKind::number}};
  t["sum"].attributes = {name, {"inputCount", ValueKind::positive_integer, true}};
  t["vector sum"].attributes = {
      name, {"inputCount", ValueKind::positive_integer, true}, {"dimension", ValueKind::positive_integer, true}};
  t["connections"].order = Order::any;
  t["connections"].children = {{"VariableConnection", "variables", 0, -1},
                               {"SignalConnection", "signal", 0, -1},
                               {"VariableGroupConnection", "variable groups", 0, -1},
                               {"SignalGroupConnection", "signal group", 0, -1}};
  t["variables"].children = {{"Variable", "variable end", 2, 2}};
  t["variables"].attributes = {{"powerBond", ValueKind::text}};
  t["variable groups"].children = {{"VariableGroup", "variable end", 2, 2}};
  t["variable groups"].attributes = {{"powerBond", ValueKind::text}};
  t["signal"].order = t["signal group"].order = Order::all;
  t["signal"].children = {{"Variable", "variable end"}, {"Signal", "signal end"}};
  t["signal group"].children = {{"SignalGroup", "signal end"}, {"VariableGroup", "variable end"}};
  t["variable end"].attributes = {{"simulator", ValueKind::text, true}, name, {"causality", ValueKind::text}};
  t["signal end"].attributes = {{"function", ValueKind::text, true}, name};
  return schema;
}

}  // namespace

const Schema& model_description_schema() {
  static const Schema schema = build_model_description();
  return schema;
}

const Schema& system_structure_schema() {
  static const Schema schema = build_system_structure();
  return schema;
}

void check_schema(const XmlFile& file, const Schema& schema, std::vector<Diagnostic>& faults) {
  if (!file.error.empty()) {
    faults.push_back(fault("SCHEMA", "not well-formed XML: " + file.error, "",
                           {file.name, file.error_line, file.error_line > 0 ? 1 : 0, ""}));
    return;
  }
  const pugi::xml_node root = file.root();
  if (local_name(root) != schema.root) {
    faults.push_back(fault("SCHEMA",
                           fmt::format("the outermost element is {}, it must be {}", root.name(), schema.root), "",
                           file.at(root)));
    return;
  }
  if (namespace_of(root) != schema.namespace_uri) {
    faults.push_back(fault("SCHEMA",
                           fmt::format("{} is of the namespace '{}', it must be of '{}'", schema.root,
                                       namespace_of(root), schema.namespace_uri),
                           "older versions are not valid against this one: bring the file up to date", file.at(root)));
    if (std::count(schema.older.begin(), schema.older.end(), namespace_of(root)) == 0) return;
    faults.back().code = kOldSchema;
    Schema old = schema;
    old.namespace_uri = namespace_of(root);
    for (SchemaAttribute& attribute : old.types.at(schema.root_type).attributes) attribute.fixed.clear();
    SchemaCheck(file, old, faults).element(root, schema.root_type);
    return;
  }
  SchemaCheck(file, schema, faults).element(root, schema.root_type);
}

}  // namespace swell::osp
