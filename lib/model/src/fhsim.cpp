#include "fhsim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "swell/base/number.h"
#include "swell/base/text.h"

namespace swell::model {

namespace {

using Strings = std::vector<std::string>;

Strings split(const std::string& text, char separator) {
  Strings parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.emplace_back(trimmed(part));
  return parts;
}

/// "1,2,3" as numbers, or nothing when any part is none.
std::optional<std::vector<double>> numbers_of(const std::string& text) {
  std::vector<double> values;
  for (const std::string& part : split(text, ',')) {
    const auto value = parse_number(part);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  return values;
}

/// 0 and 1, or false and true as FhSim's users write them.
std::optional<bool> flag_of(const std::string& given) {
  const std::string text = lower_case(given);
  if (text == "1" || text == "true") return true;
  if (text == "0" || text == "false") return false;
  return std::nullopt;
}

/// FhSim runs on Windows too, whose files have no case; its own page writes FhsimTutorialLibrary.
bool is_tutorial_library(const std::string& name) { return lower_case(name) == "fhsimtutoriallibrary"; }

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
      diagnostics_.error(at(parsed.offset), fmt::format("is not XML: {}", parsed.description()));
      return {};
    }
    root_ = document.child("Contents");
    if (!root_) {
      diagnostics_.error(at(0), "is not an input file of FhSim: its root must be Contents");
      return {};
    }
    for (const char* name : {"OBJECTS", "INTERCONNECTIONS", "INITIALIZATION", "INTEGRATION"}) {
      if (!root_.child(name)) diagnostics_.error(at(root_.offset_debug()), fmt::format("section {} is missing", name));
    }
    for (const pugi::xml_node& item : root_.child("VARIABLES").children()) {
      for (const pugi::xml_attribute& a : item.attributes()) {
        if (!variables_.emplace(a.name(), trimmed(a.value())).second) refuse_again(item, a.name());
      }
    }
    check_elements();
    Parameter tree = Parameter::map({});
    tree.origin = at(0);
    Parameter list = objects();
    integration(tree);
    set(tree, "components", std::move(list), root_.child("OBJECTS"));
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
    std::string value(trimmed(attribute.value()));
    const auto found = variables_.find(value);
    return found == variables_.end() ? value : found->second;
  }
  Parameter scalar(const std::string& text, const pugi::xml_node& node) const {
    Parameter value;
    if (const auto number = parse_number(text)) {
      value = Parameter::of(*number);
      value.text = text;
      value.flag = *number == 1.0;  // where a flag is asked for, which XML does not tell from a number
    } else if (const auto numbers = numbers_of(text)) {
      value = Parameter::list(*numbers);
    } else if (const auto flag = flag_of(text)) {
      value = Parameter::of(*flag);
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
      // The library decides: the tutorial's objects are Swell's own under FhSim's names; without a library it is a type
      // of Swell, else one of the user's library.
      const std::string library = node.attribute("LibName").value();
      const bool tutorial = is_tutorial_library(library);
      const Known* known = tutorial ? known_object(object) : nullptr;
      if (tutorial && known == nullptr && !object.empty())
        refuse(node, fmt::format("{}: library {} has no object {}", name, library, object),
               "its objects here are LinearSpring, Mass and 3DBody");
      if (const auto [first, fresh] = objects_.emplace(name, item.origin); !fresh && !name.empty())
        refuse(node, fmt::format("there is an object {} already, at {}", name, first->second.place()));
      set(item, "name", Parameter::of(name), node);
      set(item, "type", Parameter::of(known != nullptr ? known->type : object), node);
      if (known == nullptr && !library.empty() && !tutorial) set(item, "library", Parameter::of(library), node);
      if (known != nullptr && known->type == "spring") {
        const auto length = parse_number(value_of(node.attribute("RelaxedLength")));
        if (!length || !(*length > 0.0))
          refuse(node,
                 fmt::format("{}: RelaxedLength = {} must be a length above 0", name,
                             node.attribute("RelaxedLength").value()),
                 "give it in m");
      }
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
    std::map<std::string, Origin> fed;
    for (const pugi::xml_node& node : root_.child("INTERCONNECTIONS").children()) {
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        const std::string from = value_of(attribute);
        // FhSim's inputs have one source each; what adds up there is an object of its own.
        if (const auto [first, fresh] = fed.emplace(attribute.name(), at(node.offset_debug())); !fresh) {
          refuse(node,
                 fmt::format("{} is connected a second time (first at {}): an input has one source", attribute.name(),
                             first->second.place()),
                 "delete one of them, or put an object that adds them up in between");
          continue;
        }
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
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        const auto& known = initial.keys;
        if (std::find(known.begin(), known.end(), attribute.name()) != known.end()) {
          refuse_again(node, attribute.name());
        } else {
          set(initial, attribute.name(), scalar(value_of(attribute), node), node);
        }
      }
    }
    return initial;
  }

  pugi::xml_node engine_node() const { return root_.child("INTEGRATION").child("Engine"); }
  void refuse(const pugi::xml_node& node, const std::string& text, const std::string& remedy = {}) {
    diagnostics_.error(at(node.offset_debug()), text, remedy);
  }
  void refuse_again(const pugi::xml_node& node, const std::string& name) {
    refuse(node, fmt::format("{} is given a second time", name), "delete one of them");
  }

  double engine(const char* name, double otherwise) {
    const pugi::xml_attribute attribute = engine_node().attribute(name);
    if (!attribute) return otherwise;
    const auto value = parse_number(value_of(attribute));
    if (!value) refuse(engine_node(), fmt::format("Engine.{} = {} must be a number", name, attribute.value()));
    return value.value_or(otherwise);
  }
  bool engine_flag(const char* name) {
    const pugi::xml_attribute attribute = engine_node().attribute(name);
    const auto flag = flag_of(value_of(attribute));
    if (attribute && !flag)
      refuse(engine_node(), fmt::format("Engine.{} = {} must be 0 or 1, false or true", name, attribute.value()));
    return flag.value_or(false);
  }

  /// Single times and ranges start:step:end, ascending and each once.
  std::vector<double> output_times() {
    constexpr double kMost = 1e7;
    std::vector<double> times;
    for (const std::string& part : split(engine_node().attribute("TOutput").value(), ',')) {
      std::vector<double> values;
      bool read = true;
      for (const std::string& text : split(part, ':')) {
        const auto value = parse_number(text);
        read = read && value;
        if (value) values.push_back(*value);
      }
      const bool range = values.size() == 3 && values[1] > 0.0 && values[2] >= values[0];
      if (!read || (values.size() != 1 && !range)) {
        refuse(engine_node(), fmt::format("Engine.TOutput: '{}' is neither a time nor start:step:end", part));
      } else if (!range) {
        times.push_back(values[0]);
      } else if (const double count = std::floor((values[2] - values[0]) / values[1] + 1e-9); count > kMost) {
        refuse(engine_node(), fmt::format("Engine.TOutput: '{}' makes {:.3g} rows", part, count));
      } else {
        for (std::int64_t i = 0; i <= static_cast<std::int64_t>(count); ++i)
          times.push_back(values[0] + static_cast<double>(i) * values[1]);
      }
    }
    std::sort(times.begin(), times.end());
    const double last = times.empty() ? 0.0 : times.back();
    times.erase(std::unique(times.begin(), times.end(), [&](double a, double b) { return b - a <= 1e-12 * last; }),
                times.end());
    if (last <= 0.0)
      refuse(engine_node(), "Engine.TOutput names no time after 0",
             "write times and ranges: TOutput=\"0:0.1:10, 100\"");
    if (!times.empty() && times.front() < 0.0) refuse(engine_node(), "Engine.TOutput names a time before 0");
    return times;
  }

  /// "object.M:states, object.S:ForceA": what of which object is stored.
  Parameter stored(bool& states) {
    std::vector<Parameter> patterns;
    std::string text = engine_node().attribute("FileOutput").value();
    std::replace(text.begin(), text.end(), ' ', ',');
    for (const std::string& part : split(text, ',')) {
      if (part.empty()) continue;
      const std::size_t colon = part.find(':');
      const std::string object =
          part.rfind("object.", 0) == 0 && colon != std::string::npos ? part.substr(7, colon - 7) : "";
      const std::string what = colon == std::string::npos ? "" : part.substr(colon + 1);
      if (object.empty() || what.empty()) {
        refuse(engine_node(), fmt::format("Engine.FileOutput: '{}' names no object and what of it to store", part),
               "write object.<Name>:states, object.<Name>:outputs or object.<Name>:<port>");
        continue;
      }
      if (objects_.count(object) == 0) {
        Strings known;
        for (const auto& [name, place] : objects_) known.push_back(name);
        refuse(engine_node(), fmt::format("Engine.FileOutput: there is no object {}", object),
               did_you_mean(object, known, "objects: {}"));
        continue;
      }
      states = states || what == "states";
      const std::string pattern = what == "states"    ? fmt::format("states.{}.*", object)
                                  : what == "outputs" ? fmt::format("components.{}.*", object)
                                                      : fmt::format("components.{}.{}", object, what);
      patterns.push_back(Parameter::of(pattern));
      patterns.back().origin = at(engine_node().offset_debug());
    }
    return Parameter::list(std::move(patterns));
  }

  /// Every attribute has an effect or is refused.
  void integration(Parameter& tree) {
    const pugi::xml_node node = engine_node();
    static const Strings kKnown = {"IntegratorMethod",
                                   "NumCores",
                                   "TOutput",
                                   "LogStates",
                                   "stepsize",
                                   "HMax",
                                   "HMin",
                                   "AbsTol",
                                   "RelTol",
                                   "FileOutput",
                                   "UseRSSNormInsteadOfInfNorm"};
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      if (std::find(kKnown.begin(), kKnown.end(), attribute.name()) != kKnown.end()) continue;
      refuse(node, fmt::format("Engine has no attribute {}", attribute.name()),
             did_you_mean(attribute.name(), kKnown, "attributes: {}"));
    }
    const double step = engine("stepsize", 0.0), cores = engine("NumCores", 1.0);
    if (step < 0.0)
      refuse(node, fmt::format("Engine.stepsize = {:g} is negative", step), "0 lets error control choose");
    if (cores != 1.0)
      refuse(node, fmt::format("Engine.NumCores = {:g}: one run takes one core", cores),
             "write 1; swell batch runs several cases at once");
    if (engine_flag("UseRSSNormInsteadOfInfNorm"))
      refuse(node, "Engine.UseRSSNormInsteadOfInfNorm = 1: error control takes the largest component of the error",
             "write 0 and, for the same accuracy, tolerances smaller by the square root of the number of states");
    // The public manual does not list the numbers of the methods; 2 is the one of its examples, with variable step.
    const std::string method = value_of(node.attribute("IntegratorMethod"));
    std::string integrator = step > 0.0 ? "rk4" : "dopri5";
    if (method == "rk4" || method == "dopri5" || method == "implicit") {
      integrator = method;
      if ((method == "rk4") != (step > 0.0))
        refuse(node, fmt::format("Engine.IntegratorMethod = {} wants stepsize {}", method,
                                 method == "rk4" ? "above 0" : "0, error control chooses it"));
    } else if (!method.empty() && method != "2") {
      refuse(node, fmt::format("Engine.IntegratorMethod = {} is unknown here", method),
             "write 2 (Runge-Kutta: order 4 at a stepsize above 0, Dormand-Prince 5(4) at 0), or the name of a method: "
             "rk4, dopri5, implicit");
    }
    Parameter simulation = Parameter::map({}), output = Parameter::map({});
    simulation.origin = output.origin = at(node.offset_debug());
    simulation.origin.path = "simulation";
    output.origin.path = "output";
    const std::vector<double> times = output_times();
    set(simulation, "duration", Parameter::of(times.empty() ? 0.0 : times.back()), node);
    set(simulation, "integrator", Parameter::of(integrator), node);
    static const std::pair<const char*, const char*> kAdaptive[] = {
        {"RelTol", "tolerance"}, {"AbsTol", "absolute_tolerance"}, {"HMin", "min_step"}, {"HMax", "max_step"}};
    if (step > 0.0) {
      set(simulation, "time_step", Parameter::of(step), node);
      for (const auto& [theirs, ours] : kAdaptive) {
        if (node.attribute(theirs))
          diagnostics_.warning("no-effect", at(node.offset_debug()),
                               fmt::format("Engine.{} has no effect at a fixed stepsize", theirs));
      }
    } else {
      for (const auto& [theirs, ours] : kAdaptive) {
        const double value = engine(theirs, 0.0);
        const bool no_bound = value == 0.0 && std::string(theirs) == "HMin";
        if (node.attribute(theirs) && !no_bound) set(simulation, ours, Parameter::of(value), node);
      }
    }
    if (!times.empty()) set(output, "times", Parameter::list(times), node);
    bool states = engine_flag("LogStates");
    Parameter select = stored(states);
    if (!select.items.empty()) {
      if (states && engine_flag("LogStates")) select.items.push_back(Parameter::of(std::string("states.*")));
      set(output, "select", std::move(select), node);
    }
    if (states) set(output, "states", Parameter::of(true), node);
    set(tree, "simulation", std::move(simulation), node);
    set(tree, "output", std::move(output), node);
  }

  /// What is read once, or not at all, would be lost in silence.
  void check_once(const pugi::xml_node& node) {
    if (node.previous_sibling(node.name())) refuse_again(node, node.name());
  }
  void check_plain(const pugi::xml_node& node) {
    for (const pugi::xml_attribute& attribute : node.attributes()) {
      const std::string name = attribute.name();
      if (name.rfind("xml", 0) == 0 || name.rfind("xsi:", 0) == 0) continue;  // of the schema: for editors
      refuse(node, fmt::format("{} has no attribute {}", node.name(), name), "attributes belong to its elements");
    }
  }

  /// An element that is none of a section's likewise.
  void check_elements() {
    static const std::map<std::string, std::string> kElements = {{"OBJECTS", "Lib"},
                                                                 {"INTERCONNECTIONS", "Connection"},
                                                                 {"INITIALIZATION", "InitialCondition"},
                                                                 {"INTEGRATION", "Engine"},
                                                                 {"VARIABLES", ""}};
    Strings sections;
    for (const auto& [section, element] : kElements) sections.push_back(section);
    check_plain(root_);
    for (const pugi::xml_node& section : root_.children()) {
      if (section.type() != pugi::node_element) continue;
      check_plain(section);
      check_once(section);
      const auto found = kElements.find(section.name());
      if (found == kElements.end()) {
        refuse(section, fmt::format("there is no section {}", section.name()), did_you_mean(section.name(), sections));
        continue;
      }
      for (const pugi::xml_node& element : section.children()) {
        if (element.type() != pugi::node_element || found->second.empty() || element.name() == found->second) continue;
        refuse(element, fmt::format("{} has elements {}, not {}", section.name(), found->second, element.name()));
      }
    }
    for (pugi::xml_node engine = engine_node(); engine; engine = engine.next_sibling("Engine")) check_once(engine);
    if (root_.child("INTEGRATION") && !engine_node()) refuse(root_.child("INTEGRATION"), "INTEGRATION has no Engine");
  }

  const std::string& text_;
  std::string file_;
  Diagnostics& diagnostics_;
  pugi::xml_node root_;
  std::map<std::string, std::string> variables_;
  std::map<std::string, Origin> objects_;  ///< by name
};

}  // namespace

Parameter fhsim_tree(const std::string& text, const std::string& file, Diagnostics& diagnostics) {
  return Translator(text, file, diagnostics).translate();
}

}  // namespace swell::model
