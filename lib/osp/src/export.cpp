#include "swell/osp/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include "swell/base/error_codes.h"
#include "swell/base/replace.h"
#include "swell/osp/model_description.h"
#include "xml.h"

namespace swell::osp {

namespace {

using Visitor = std::function<void(const Group&)>;

void visit(const std::vector<Group>& groups, const Visitor& visitor) {
  for (const Group& group : groups) {
    visitor(group);
    visit(group.groups, visitor);
  }
}

std::vector<const Group*> in_schema_order(const std::vector<Group>& groups) {
  std::vector<const Group*> order;
  order.reserve(groups.size());
  for (const Group& group : groups) order.push_back(&group);
  std::stable_sort(order.begin(), order.end(), [](const Group* a, const Group* b) { return a->type < b->type; });
  return order;
}

void refuse_faults(const std::vector<Group>& groups) {
  Diagnostics diagnostics;
  std::set<std::string> names;
  visit(groups, [&](const Group& group) {
    if (!names.insert(group.name).second) {
      diagnostics.error(group.origin, fmt::format("VE_Name_3: group name '{}' is used twice", group.name));
    }
  });
  for (const Group& group : groups) {
    for (const Diagnostic& fault : check_group(group)) {
      if (fault.severity == Severity::error) {
        diagnostics.add(fault);
      }
    }
  }
  diagnostics.throw_if_errors();
}

// Units of all variables by name; two of one name and another meaning get distinct names.
std::map<std::string, Unit> collect_units(const std::vector<Group>& groups) {
  std::map<std::string, Unit> units;
  Diagnostics diagnostics;
  visit(groups, [&](const Group& group) {
    for (const Variable& v : group.variables) {
      if (!v.unit) continue;
      const auto [known, fresh] = units.emplace(v.unit->name, *v.unit);
      if (!fresh && !(known->second.same_dimension(*v.unit) && known->second.same_scale(*v.unit))) {
        diagnostics.error(v.origin, fmt::format("the unit name '{}' is defined twice", v.unit->name));
      }
    }
  });
  diagnostics.throw_if_errors();
  return units;
}

void write_units(pugi::xml_node parent, const std::map<std::string, Unit>& units, bool percent) {
  if (units.empty()) return;
  pugi::xml_node definitions = parent.append_child("UnitDefinitions");
  for (const auto& [name, unit] : units) {
    pugi::xml_node node = definitions.append_child("Unit");
    node.append_attribute("name") = name.c_str();
    pugi::xml_node base = node.append_child("BaseUnit");
    for (std::size_t i = 0; i < kBaseUnits; ++i) {
      if (unit.exponents[i] == 0 || (!percent && i + 1 == kBaseUnits)) continue;
      base.append_attribute(kBaseUnitNames[i]) = unit.exponents[i];
    }
    if (unit.factor != 1.0) base.append_attribute("factor") = fmt::format("{}", unit.factor).c_str();
    if (unit.offset != 0.0) base.append_attribute("offset") = fmt::format("{}", unit.offset).c_str();
  }
}

// XML forbids "--" in a comment; commented() reads it back.
void comment(pugi::xml_node parent, std::string text) {
  for (std::size_t at; (at = text.find("--")) != std::string::npos;) text.insert(at + 1, " ");
  parent.append_child(pugi::node_comment).set_value((" " + text + " ").c_str());
}

void write_group(pugi::xml_node parent, const Group& group) {
  if (!group.frame.empty()) comment(parent, frame_note(group.frame));
  if (!group.custom.empty()) comment(parent, "type: " + group.custom);
  pugi::xml_node node = parent.append_child(info(group.type).name.c_str());
  node.append_attribute("name") = group.name.c_str();
  const auto variables = [&] {
    for (const Variable& v : group.variables) {
      pugi::xml_node member = node.append_child("Variable");
      member.append_attribute("ref") = v.name.c_str();
      if (v.unit) member.append_attribute("unit") = v.unit->name.c_str();
      if (v.axis != Axis::none) member.append_attribute("axis") = name(v.axis);
    }
  };
  // BatteryFeedback is the one type whose variable follows its group.
  const bool last = group.type == PortType::BatteryFeedback;
  if (!last) variables();
  if (group.type == PortType::Generic) {
    for (const Group* nested : in_schema_order(group.groups)) write_group(node, *nested);
  } else {
    for (const PortPart& part : info(group.type).parts) {
      for (const Group& nested : group.groups) {
        if (info(nested.type).name == part.element) write_group(node, nested);
      }
    }
  }
  if (last) variables();
}

std::string text_of(const pugi::xml_document& document) {
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_indent, pugi::encoding_utf8);
  return stream.str();
}

pugi::xml_node begin(pugi::xml_document& document, const char* root) {
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  return document.append_child(root);
}

}  // namespace

std::string write_model_description(const std::vector<Group>& groups, const std::string& about) {
  refuse_faults(groups);
  pugi::xml_document document;
  pugi::xml_node root = begin(document, "OspModelDescription");
  root.append_attribute("xmlns") = model_description_schema().namespace_uri.c_str();
  root.append_attribute("version") = "1.0";
  if (!about.empty()) comment(root, about);
  write_units(root, collect_units(groups), true);
  if (!groups.empty()) {
    pugi::xml_node node = root.append_child("VariableGroups");
    for (const Group* group : in_schema_order(groups)) write_group(node, *group);
  }
  std::string text = text_of(document);
  // A writer that breaks the schema is a mistake of ours, not of the user's.
  std::vector<Diagnostic> faults;
  check_schema(parse_xml(text, "OspModelDescription"), model_description_schema(), faults);
  if (!faults.empty()) throw InputError(std::move(faults));
  return text;
}

std::string write_fmi_description(const std::string& model_name, const std::vector<Group>& groups) {
  pugi::xml_document document;
  pugi::xml_node root = begin(document, "fmiModelDescription");
  root.append_attribute("fmiVersion") = "2.0";
  root.append_attribute("modelName") = model_name.c_str();
  root.append_attribute("guid") = ("{" + model_name + "}").c_str();
  root.append_attribute("variableNamingConvention") = "structured";
  pugi::xml_node simulation = root.append_child("CoSimulation");
  simulation.append_attribute("modelIdentifier") = model_name.c_str();
  simulation.append_attribute("canHandleVariableCommunicationStepSize") = "true";
  write_units(root, collect_units(groups), false);
  pugi::xml_node variables = root.append_child("ModelVariables");
  std::set<std::string> written;
  std::vector<int> outputs;
  int reference = 0;
  visit(groups, [&](const Group& group) {
    for (const Variable& v : group.variables) {
      if (!written.insert(v.name).second) continue;
      pugi::xml_node node = variables.append_child("ScalarVariable");
      node.append_attribute("name") = v.name.c_str();
      node.append_attribute("valueReference") = reference++;
      if (!group.frame.empty()) node.append_attribute("description") = frame_note(group.frame, v.axis).c_str();
      node.append_attribute("causality") = v.causality == Causality::input ? "input" : "output";
      node.append_attribute("variability") = v.data_type == DataType::real ? "continuous" : "discrete";
      pugi::xml_node type = node.append_child(name(v.data_type));
      if (v.unit && v.data_type == DataType::real) type.append_attribute("unit") = v.unit->name.c_str();
      if (v.causality == Causality::input) {
        type.append_attribute("start") = v.data_type == DataType::boolean  ? "false"
                                         : v.data_type == DataType::string ? ""
                                                                           : "0";
      } else {
        outputs.push_back(reference);
      }
    }
  });
  pugi::xml_node structure = root.append_child("ModelStructure");
  for (const char* list : {"Outputs", "InitialUnknowns"}) {
    if (outputs.empty()) break;
    pugi::xml_node node = structure.append_child(list);
    for (const int index : outputs) node.append_child("Unknown").append_attribute("index") = index;
  }
  return text_of(document);
}

std::string identifier_of(const std::string& name) {
  std::string id;
  for (const char c : name) id += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return id.empty() || std::isdigit(static_cast<unsigned char>(id.front())) != 0 ? "fmu_" + id : id;
}

std::vector<std::filesystem::path> export_interface(const std::filesystem::path& folder, const std::string& name,
                                                    const std::vector<Group>& groups, bool force) {
  const std::string model = identifier_of(name);
  const std::string osp = write_model_description(groups, "interface of " + model);
  const std::string fmi = write_fmi_description(model, groups);
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  std::vector<std::filesystem::path> paths = {folder / (model + "_OspModelDescription.xml"),
                                              folder / (model + ".modelDescription.xml")};
  Diagnostics diagnostics;
  check_replacement(paths[0], replaceable_text("OSP model description", {"<OspModelDescription"}), force, diagnostics);
  check_replacement(paths[1], replaceable_text("FMI model description", {"<fmiModelDescription"}), force, diagnostics);
  diagnostics.throw_if_errors();
  write_in_place(paths[0], osp);
  write_in_place(paths[1], fmi);
  return paths;
}

}  // namespace swell::osp
