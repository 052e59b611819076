#include "fhsim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <vector>

namespace swell::model {

namespace {

using Strings = std::vector<std::string>;

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

Strings split(const std::string& text, char separator) {
  Strings parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(trimmed(part));
  return parts;
}

std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return value;
}

/// "1,2,3" as numbers, or nothing when any part is none.
std::optional<std::vector<double>> numbers_of(const std::string& text) {
  std::vector<double> values;
  for (const std::string& part : split(text, ',')) {
    const auto value = number_of(part);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  return values;
}

/// A SimObject of FhSim's own libraries: our type, and its names of parameters, ports and states.
struct Known {
  std::string type;
  std::map<std::string, std::string> parameters;           ///< FhSim's name to ours
  std::vector<std::pair<std::string, std::string>> ports;  ///< ours to FhSim's
};
const Known* known_object(const std::string& name) {
  static const std::vector<std::pair<std::string, std::string>> kMassPorts = {
      {"force", "Force"}, {"position", "Pos"}, {"velocity", "Vel"}};
  static const std::map<std::string, Known> kObjects = {
      {"LinearSpring",
       {"spring",
        {{"Stiffness", "stiffness"}, {"RelaxedLength", "length"}, {"TensionOnly", "tension_only"}},
        {{"position_a", "PosA"}, {"position_b", "PosB"}, {"force_a", "ForceA"}, {"force_b", "ForceB"}}}},
      {"Mass",
       {"point-mass", {{"Mass", "mass"}, {"Gravity", "gravity"}, {"g", "gravity"}, {"G", "gravity"}}, kMassPorts}},
      {"3DBody",
       {"point-mass", {{"Mass", "mass"}, {"Gravity", "gravity"}, {"g", "gravity"}, {"G", "gravity"}}, kMassPorts}}};
  const auto found = kObjects.find(name);
  return found == kObjects.end() ? nullptr : &found->second;
}

// What only draws.
bool is_visual(const std::string& attribute) {
  static const std::set<std::string> kVisual = {"Material",  "Mesh",   "Scale",   "Color",   "Colour",
                                                "NumPoints", "Radius", "Visible", "Texture", "Width"};
  return kVisual.count(attribute) != 0;
}

class Translator {
 public:
  Translator(const std::string& text, std::string file, Diagnostics& diagnostics)
      : text_(text), file_(std::move(file)), diagnostics_(diagnostics) {}

  Parameter translate() {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      diagnostics_.error(at(parsed.offset), fmt::format("is no XML: {}", parsed.description()));
      return {};
    }
    root_ = document.child("Contents");
    if (!root_) {
      diagnostics_.error(at(0), "is no input file of FhSim: its root must be Contents");
      return {};
    }
    for (const char* name : {"OBJECTS", "INTERCONNECTIONS", "INITIALIZATION", "INTEGRATION"}) {
      if (!root_.child(name)) diagnostics_.error(at(root_.offset_debug()), fmt::format("section {} is missing", name));
    }
    for (const pugi::xml_node& item : root_.child("VARIABLES").children()) {
      for (const pugi::xml_attribute& a : item.attributes()) variables_[a.name()] = trimmed(a.value());
    }
    Parameter tree = Parameter::map({});
    tree.origin = at(0);
    integration(tree);
    set(tree, "components", objects(), root_.child("OBJECTS"));
    set(tree, "connections", connections(), root_.child("INTERCONNECTIONS"));
    Parameter initial = initialization();
    if (!initial.keys.empty()) set(tree, "initial", std::move(initial), root_.child("INITIALIZATION"));
    return tree;
  }

 private:
  Origin at(std::ptrdiff_t offset) const {
    const std::size_t end = std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, offset)));
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    return {file_, static_cast<int>(line) + 1, 0, ""};
  }
  void set(Parameter& map, const std::string& key, Parameter value, const pugi::xml_node& node) const {
    const Origin origin = at(node.offset_debug());
    if (value.origin.file.empty()) value.origin = origin;
    value.origin.path = map.origin.path.empty() ? key : map.origin.path + "." + key;
    value.key_origin = origin;
    map.set(key, std::move(value));
  }
  std::string value_of(const pugi::xml_attribute& attribute) const {
    std::string value = trimmed(attribute.value());
    const auto found = variables_.find(value);
    return found == variables_.end() ? value : found->second;
  }
  Parameter scalar(const std::string& text, const pugi::xml_node& node) const {
    Parameter value;
    if (const auto number = number_of(text)) {
      value = Parameter::of(*number);
      value.text = text;
      value.flag = *number == 1.0;  // where a flag is asked for, which XML does not tell from a number
    } else if (const auto numbers = numbers_of(text)) {
      value = Parameter::list(*numbers);
    } else if (text == "true" || text == "false" || text == "True" || text == "False") {
      value = Parameter::of(text == "true" || text == "True");
    } else {
      value = Parameter::of(text);
    }
    value.origin = at(node.offset_debug());
    return value;
  }

  Parameter objects() {
    std::vector<Parameter> list;
    for (const pugi::xml_node& node : root_.child("OBJECTS").children()) {
      if (node.type() != pugi::node_element) continue;
      Parameter item = Parameter::map({});
      item.origin = at(node.offset_debug());
      const std::string path = node.attribute("SimObject").value();
      const std::string object = path.substr(path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
      const std::string name = node.attribute("Name").value();
      item.origin.path = "components." + name;
      if (object.empty() || name.empty())
        diagnostics_.error(item.origin, fmt::format("element {} needs SimObject and Name", node.name()));
      const Known* known = known_object(object);
      set(item, "name", Parameter::of(name), node);
      set(item, "type", Parameter::of(known != nullptr ? known->type : object), node);
      if (known == nullptr && *node.attribute("LibName").value() != '\0')
        set(item, "library", Parameter::of(std::string(node.attribute("LibName").value())), node);
      Strings given;
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        const std::string key = attribute.name();
        if (key == "SimObject" || key == "Name" || key == "LibName" || (known != nullptr && is_visual(key))) continue;
        const auto ours =
            known != nullptr ? known->parameters.find(key) : std::map<std::string, std::string>::const_iterator{};
        const bool translated = known != nullptr && ours != known->parameters.end();
        set(item, translated ? ours->second : key, scalar(value_of(attribute), node), node);
      }
      if (known != nullptr) {
        Parameter ports = Parameter::map({});
        for (const auto& [port, fhsim] : known->ports)
          ports.set(port, Parameter::map({{"name", Parameter::of(fhsim)}}));
        set(item, "ports", std::move(ports), node);
      }
      list.push_back(std::move(item));
    }
    return Parameter::list(std::move(list));
  }

  Parameter connections() {
    std::vector<Parameter> list;
    for (const pugi::xml_node& node : root_.child("INTERCONNECTIONS").children()) {
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        const std::string from = value_of(attribute);
        Parameter item = Parameter::map({});
        item.origin = at(node.offset_debug());
        item.origin.path = fmt::format("connections.{}", list.size() + 1);
        if (const auto constant = numbers_of(from)) {
          set(item, "value", Parameter::list(*constant), node);
        } else {
          set(item, "from", Parameter::of(from), node);
        }
        set(item, "to", Parameter::of(std::string(attribute.name())), node);
        list.push_back(std::move(item));
      }
    }
    return Parameter::list(std::move(list));
  }

  Parameter initialization() {
    Parameter initial = Parameter::map({});
    for (const pugi::xml_node& node : root_.child("INITIALIZATION").children()) {
      for (const pugi::xml_attribute& attribute : node.attributes())
        set(initial, attribute.name(), scalar(value_of(attribute), node), node);
    }
    return initial;
  }

  double engine(const char* name, double otherwise) {
    const pugi::xml_node node = root_.child("INTEGRATION").child("Engine");
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) return otherwise;
    const auto value = number_of(value_of(attribute));
    if (!value)
      diagnostics_.error(at(node.offset_debug()),
                         fmt::format("Engine.{} = {} must be a number", name, attribute.value()));
    return value.value_or(otherwise);
  }

  // Single times and ranges start:step:end; ours are evenly spaced from 0, so the finest range decides.
  void integration(Parameter& tree) {
    const pugi::xml_node node = root_.child("INTEGRATION").child("Engine");
    double last = 0.0, interval = 0.0;
    for (const std::string& part : split(node.attribute("TOutput").value(), ',')) {
      const Strings range = split(part, ':');
      std::vector<double> values;
      for (const std::string& text : range) {
        if (const auto value = number_of(text)) values.push_back(*value);
      }
      if (values.size() != range.size() || (values.size() != 1 && values.size() != 3)) {
        diagnostics_.error(at(node.offset_debug()),
                           fmt::format("Engine.TOutput: '{}' is neither a time nor start:step:end", part));
        continue;
      }
      last = std::max(last, values.back());
      if (values.size() == 3 && values[1] > 0.0) interval = interval > 0.0 ? std::min(interval, values[1]) : values[1];
    }
    if (last <= 0.0) diagnostics_.error(at(node.offset_debug()), "Engine.TOutput names no time after 0");
    const double step = engine("stepsize", 0.0), longest = engine("HMax", 0.0);
    Parameter simulation = Parameter::map({}), output = Parameter::map({});
    simulation.origin = output.origin = at(node.offset_debug());
    simulation.origin.path = "simulation";
    output.origin.path = "output";
    set(simulation, "duration", Parameter::of(last), node);
    set(simulation, "integrator", Parameter::of(step > 0.0 ? "rk4" : "dopri5"), node);
    if (step > 0.0) {
      set(simulation, "time_step", Parameter::of(step), node);
    } else {
      const double tolerance = std::min(engine("RelTol", 1e-6), engine("AbsTol", 1e-6));
      set(simulation, "tolerance", Parameter::of(std::max(1e-13, tolerance)), node);
      if (longest > 0.0) set(simulation, "max_step", Parameter::of(longest), node);
    }
    if (interval > 0.0) set(output, "time_step", Parameter::of(interval), node);
    if (engine("LogStates", 0.0) != 0.0) set(output, "states", Parameter::of(true), node);
    set(tree, "simulation", std::move(simulation), node);
    if (!output.keys.empty()) set(tree, "output", std::move(output), node);
  }

  const std::string& text_;
  std::string file_;
  Diagnostics& diagnostics_;
  pugi::xml_node root_;
  std::map<std::string, std::string> variables_;
};

}  // namespace

Parameter fhsim_tree(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  return Translator(text, file, diagnostics).translate();
}

}  // namespace swell::model
