// A system of SSP 1.0 (Modelica Association) as wires between scalars.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "swell/base/text.h"
#include "swell/osp/wiring.h"
#include "xml.h"

namespace swell::osp {

namespace {

using Resource = std::function<std::optional<std::string>(const std::string&)>;

/// A connector of an element of a system; `element` "" is the system itself.
struct Pin {
  std::string scope, element, name;
  bool operator<(const Pin& other) const {
    return std::tie(scope, element, name) < std::tie(other.scope, other.element, other.name);
  }
};

struct Link {
  Pin from;
  double factor = 1.0, offset = 0.0;
  bool as_number = false;
  Origin origin;
};

constexpr const char* kOsp = "com.opensimulationplatform";  ///< the type of OSP's annotations

std::string joined(const std::string& scope, const std::string& name) {
  return scope.empty() ? name : scope + "_" + name;
}

class SspWires {
 public:
  SspWires(const Resource& resource, Wiring& out, std::vector<Diagnostic>& faults)
      : resource_(resource), out_(out), faults_(faults) {}

  void run(const XmlFile& file) {
    const pugi::xml_node root = file.root();
    out_.name = root.attribute("name").value();
    out_.origin = out_.stop_origin = out_.step_origin = file.at(root);
    const std::string version = root.attribute("version").value();
    if (version.rfind("1.", 0) != 0 && version.rfind("2.", 0) != 0)
      refuse(file, root, fmt::format("version '{}' is not known", version), "SSP 1.0 is read");
    pugi::xml_node system;
    for (const pugi::xml_node node : children(root)) {
      const std::string element = local_name(node);
      if (element == "System") system = node;
      if (element == "DefaultExperiment") experiment(file, node);
    }
    annotations(file, root);
    if (!system) {
      refuse(file, root, "there is no System in it",
             "an SSD file has a root SystemStructureDescription with one System");
      return;
    }
    read_system(file, system, "", {}, {});
    for (const auto& [to, link] : links_) resolve(to, link);
  }

 private:
  void add(const Origin& origin, std::string message, std::string remedy, Severity severity = Severity::error) {
    faults_.push_back(fault("", std::move(message), std::move(remedy), origin, severity));
  }
  void refuse(const XmlFile& file, pugi::xml_node node, std::string message, std::string remedy) {
    add(file.at(node), std::move(message), std::move(remedy));
  }
  double number(const XmlFile& file, pugi::xml_node node, const char* name, double otherwise) {
    const pugi::xml_attribute given = node.attribute(name);
    double value = otherwise;
    if (given && !parse_number(given.value(), value))
      refuse(file, node, fmt::format("{} = '{}' is not a number", name, given.value()), "write a number such as 0.5");
    return value;
  }

  void experiment(const XmlFile& file, pugi::xml_node node) {
    for (const pugi::xml_attribute each : node.attributes()) {
      const std::string name = each.name();
      if (!times(file, node, name) && name != "id" && name != "description" && name.rfind("xmlns", 0) != 0)
        unused(file, node, name + " of " + local_name(node));
    }
  }

  /// Start, stop and step by their attributes in DefaultExperiment; false for another attribute.
  bool times(const XmlFile& file, pugi::xml_node node, const std::string& name) {
    const double value = number(file, node, name.c_str(), 0.0);
    if (name == "startTime") {
      out_.start = value;
    } else if (name == "stopTime") {
      out_.stop = value;
      out_.stop_origin = file.at(node);
    } else if (name == "stepSize") {
      out_.step = step(file, node, name.c_str());
      out_.step_origin = file.at(node);
    } else {
      return false;
    }
    return true;
  }

  std::optional<double> step(const XmlFile& file, pugi::xml_node node, const char* name) {
    const double value = number(file, node, name, 1.0);
    if (value > 0.0 && std::isfinite(value)) return value;
    refuse(file, node, fmt::format("{} = {} is not a step", name, node.attribute(name).value()),
           "give seconds, above 0");
    return std::nullopt;
  }

  void unused(const XmlFile& file, pugi::xml_node node, const std::string& what) {
    add(file.at(node), what + " is not used", "", Severity::warning);
  }

  // OSP puts the step of the master into an annotation of the experiment, and that of an FMU into one of the component.
  void annotations(const XmlFile& file, pugi::xml_node node) {
    for (const pugi::xml_node one : children(node)) {
      if (local_name(one) != "Annotation") {
        annotations(file, one);
        continue;
      }
      const std::string type = one.attribute("type").value(), owner = local_name(one.parent().parent());
      const auto report = [&](pugi::xml_node what) {
        unused(file, what, fmt::format("{} in an annotation of '{}'", local_name(what), type));
      };
      for (const pugi::xml_node what : children(one)) {
        const bool osp = type == kOsp, hint = local_name(what) == "StepSizeHint" && owner == "Component";
        if (osp && hint) continue;  // read with the component
        if (!osp || local_name(what) != "Algorithm" || owner == "Component") {
          report(what);
          continue;
        }
        for (const pugi::xml_node algorithm : children(what)) {
          if (local_name(algorithm) == "FixedStepAlgorithm")
            fixed_step(file, algorithm);
          else
            report(algorithm);
        }
      }
      if (children(one).empty()) unused(file, one, fmt::format("the annotation of '{}'", type));
    }
  }

  // It is what OSP's master runs by, so that its step is taken before that of DefaultExperiment; times only where
  // DefaultExperiment has none.
  void fixed_step(const XmlFile& file, pugi::xml_node node) {
    const pugi::xml_node experiment =
        file.root().find_child([](pugi::xml_node child) { return local_name(child) == "DefaultExperiment"; });
    for (const pugi::xml_attribute each : node.attributes()) {
      const std::string name = each.name();
      if (name == "baseStepSize") {
        out_.step = step(file, node, "baseStepSize");
        out_.step_origin = file.at(node);
      } else if (name == "stepSize" || experiment.attribute(name.c_str()) || !times(file, node, name)) {
        unused(file, node, name + " of " + local_name(node));
      }
    }
  }

  // --- parameters ----------------------------------------------------------------------------------------------------

  std::optional<XmlFile> part(const XmlFile& file, pugi::xml_node node, const char* inline_element, const char* root,
                              pugi::xml_node& found) {
    const pugi::xml_attribute source = node.attribute("source");
    if (!source) {
      for (const pugi::xml_node list : children(node, inline_element)) {
        for (const pugi::xml_node one : children(list, root)) found = one;
        if (!found && std::string(inline_element) == root) found = list;
      }
      if (!found) refuse(file, node, fmt::format("{} has neither a source nor a {}", local_name(node), root), "");
      return std::nullopt;
    }
    const std::string name = source_path({}, source.value()).lexically_normal().generic_string();
    const std::optional<std::string> text = resource_(name);
    if (!text) {
      refuse(file, node, fmt::format("there is no file {} in the package", name), "check source");
      return std::nullopt;
    }
    XmlFile other = parse_xml(*text, file.name.substr(0, file.name.rfind(':')) + ":" + name);
    if (!other.error.empty()) {
      add({other.name, other.error_line, 0, ""}, "is not XML: " + other.error, "");
      return std::nullopt;
    }
    if (local_name(other.root()) != root) {
      refuse(other, other.root(), fmt::format("{} is wanted, this is {}", root, local_name(other.root())), "");
      return std::nullopt;
    }
    found = other.root();
    return other;
  }

  static std::optional<DataType> type_of(const std::string& element) {
    static const std::map<std::string, DataType> kTypes = {
        {"Real", DataType::real},       {"Float64", DataType::real},  {"Float32", DataType::real},
        {"Integer", DataType::integer}, {"Int32", DataType::integer}, {"Int64", DataType::integer},
        {"Boolean", DataType::boolean}, {"String", DataType::string}, {"Enumeration", DataType::enumeration}};
    const auto found = kTypes.find(element);
    return found == kTypes.end() ? std::nullopt : std::optional(found->second);
  }

  struct Mapping {
    std::string target;
    double factor = 1.0, offset = 0.0;
    bool as_number = false;                    ///< no unit is converted
    std::map<std::string, std::string> words;  ///< what stands for each value, where the mapping lists them
  };

  std::multimap<std::string, Mapping> mapping_of(const XmlFile& file, pugi::xml_node binding, bool& mapped) {
    std::multimap<std::string, Mapping> map;
    for (const pugi::xml_node node : children(binding, "ParameterMapping")) {
      mapped = true;
      pugi::xml_node root;
      const std::optional<XmlFile> other = part(file, node, "ParameterMapping", "ParameterMapping", root);
      const XmlFile& at = other ? *other : file;
      for (const pugi::xml_node entry : children(root, "MappingEntry")) {
        Mapping one;
        one.target = entry.attribute("target").value();
        one.as_number = entry.attribute("suppressUnitConversion").as_bool();
        for (const pugi::xml_node how : children(entry)) {
          const std::string name = local_name(how);
          if (name == "LinearTransformation") {
            one.factor = number(at, how, "factor", 1.0);
            one.offset = number(at, how, "offset", 0.0);
          } else if (name == "EnumerationMappingTransformation" || name == "IntegerMappingTransformation" ||
                     name == "BooleanMappingTransformation") {
            for (const pugi::xml_node pair : children(how, "MapEntry"))
              one.words[pair.attribute("source").value()] = pair.attribute("target").value();
          } else if (name != "Annotations") {
            refuse(at, how, fmt::format("{} of a mapping is not taken", name), "give the values as the FMU wants them");
          }
        }
        map.emplace(entry.attribute("source").value(), one);
      }
    }
    return map;
  }

  std::vector<GivenValue> bindings_of(const XmlFile& file, pugi::xml_node owner) {
    std::vector<GivenValue> values;
    for (const pugi::xml_node binding : children(owner, "ParameterBindings", "ParameterBinding")) {
      pugi::xml_node set;
      const std::string kind = binding.attribute("type").value();
      if (!kind.empty() && kind != "application/x-ssp-parameter-set") {
        refuse(file, binding, fmt::format("parameters of type '{}' are not taken", kind),
               "application/x-ssp-parameter-set is");
        continue;
      }
      const std::optional<XmlFile> other = part(file, binding, "ParameterValues", "ParameterSet", set);
      const XmlFile& at = other ? *other : file;
      bool mapped = false;
      const auto map = mapping_of(file, binding, mapped);
      const std::string prefix = binding.attribute("prefix").value();
      for (const pugi::xml_node one : children(set, "Parameters", "Parameter"))
        read_value(at, one, prefix, mapped ? &map : nullptr, values);
    }
    return values;
  }

  /// factor value + offset, in the unit of who takes it; false where it is no number.
  bool transform(GivenValue& value, double factor, double offset) {
    if (factor == 1.0 && offset == 0.0) return true;
    double x = 0.0;
    if (!parse_number(value.value, x)) {
      add(value.origin, fmt::format("'{}' = {} is not a number and cannot be transformed", value.variable, value.value),
          "");
      return false;
    }
    value.factor = factor;
    value.offset = offset;
    return true;
  }

  void read_value(const XmlFile& file, pugi::xml_node node, const std::string& prefix,
                  const std::multimap<std::string, Mapping>* map, std::vector<GivenValue>& values) {
    const std::string name = prefix + node.attribute("name").value();
    for (const pugi::xml_node typed : children(node)) {
      const std::string element = local_name(typed);
      if (element == "Annotations") continue;
      const auto type = type_of(element);
      if (!type) {
        refuse(file, typed, fmt::format("parameter '{}' is of type {}, which is not taken", name, element),
               "Real, Integer, Boolean, String and Enumeration are");
        continue;
      }
      GivenValue value{name, *type, typed.attribute("value").value(), typed.attribute("unit").value(), file.at(node)};
      if (map == nullptr) {
        values.push_back(std::move(value));
        continue;
      }
      const auto [first, last] = map->equal_range(name);
      if (first == last) {
        add(value.origin, fmt::format("parameter '{}' is mapped to nothing and has no effect", name), "",
            Severity::warning);
      }
      for (auto entry = first; entry != last; ++entry) {
        GivenValue target = value;
        target.variable = entry->second.target;
        if (entry->second.as_number) target.unit.clear();
        if (const auto& words = entry->second.words; !words.empty()) {
          const auto word = words.find(value.value);
          if (word == words.end()) {
            refuse(file, typed, fmt::format("parameter '{}' = {} is not in its mapping", name, value.value),
                   hint(value.value, words));
            continue;
          }
          target.value = word->second;
        }
        if (transform(target, entry->second.factor, entry->second.offset)) values.push_back(std::move(target));
      }
    }
  }

  // --- systems -------------------------------------------------------------------------------------------------------

  struct Element {
    bool is_system = false, lists = false;          ///< lists: it has a list of connectors
    std::map<std::string, std::string> connectors;  ///< and their kinds
    std::string dictionary;                         ///< of a reference to one: where its signals are kept
  };
  /// Signals that elements share by name, seen by the system that has them and by those within it.
  struct Dictionary {
    std::string place;  ///< a scope of its own: no element has a name with a slash
    std::set<std::string> signals;
  };
  using Dictionaries = std::map<std::string, Dictionary>;

  void read_dictionaries(const XmlFile& file, pugi::xml_node node, const std::string& scope, Dictionaries& known) {
    for (const pugi::xml_node one : children(node, "SignalDictionaries", "SignalDictionary")) {
      const std::string name = one.attribute("name").value();
      Dictionary dictionary;
      dictionary.place = scope;
      dictionary.place.append("/").append(name);
      pugi::xml_node root;
      const std::optional<XmlFile> other = part(file, one, "SignalDictionary", "SignalDictionary", root);
      if (!root) root = one;
      for (const pugi::xml_node entry : children(root, "DictionaryEntry"))
        dictionary.signals.insert(entry.attribute("name").value());
      known[name] = std::move(dictionary);
    }
  }

  void read_reference(const XmlFile& file, pugi::xml_node node, const Dictionaries& known, Element& element) {
    const std::string wanted = node.attribute("dictionary").value();
    const auto found = known.find(wanted);
    if (found == known.end()) {
      refuse(file, node, fmt::format("there is no signal dictionary '{}'", wanted), hint(wanted, known));
      return;
    }
    element.dictionary = found->second.place;
    for (const auto& [name, connector] : element.connectors) {
      if (found->second.signals.count(name) != 0) continue;
      std::map<std::string, int> names;
      for (const std::string& signal : found->second.signals) names[signal];
      refuse(file, node, fmt::format("the dictionary '{}' has no signal '{}'", wanted, name), hint(name, names));
    }
  }

  void read_connectors(const XmlFile& file, pugi::xml_node node, Element& element) {
    element.lists = !children(node, "Connectors").empty();
    for (const pugi::xml_node one : children(node, "Connectors", "Connector")) {
      const std::string name = one.attribute("name").value();
      for (const auto& [type, is] : {std::pair("Binary", "binary"), std::pair("Dimension", "an array")}) {
        if (!children(one, type).empty())
          refuse(file, one, fmt::format("connector '{}' is {}, which is not taken", name, is), "");
      }
      element.connectors.emplace(name, one.attribute("kind").value());
    }
  }

  /// Values of the levels above win: those for this element are cut out of them.
  static std::vector<GivenValue> for_element(const std::vector<GivenValue>& above, const std::string& name) {
    std::vector<GivenValue> mine;
    for (GivenValue value : above) {
      if (value.variable.rfind(name + ".", 0) != 0) continue;
      value.variable = value.variable.substr(name.size() + 1);
      mine.push_back(std::move(value));
    }
    return mine;
  }

  void read_component(const XmlFile& file, pugi::xml_node node, const std::string& scope,
                      const std::vector<GivenValue>& above) {
    const std::string name = node.attribute("name").value();
    const std::string type = node.attribute("type").value();
    if (!type.empty() && type != "application/x-fmu-sharedlibrary") {
      refuse(file, node, fmt::format("component '{}' is of type '{}', which is not taken", name, type),
             "application/x-fmu-sharedlibrary is; systems may be nested as ssd:System");
    }
    if (std::string(node.attribute("implementation").value()) == "ModelExchange")
      refuse(file, node, fmt::format("component '{}' shall run by model exchange", name),
             "whole systems are run by co-simulation");
    Wiring::Unit unit;
    unit.name = joined(scope, name);
    unit.source = node.attribute("source").value();
    unit.file = source_path({}, unit.source).lexically_normal();
    unit.origin = unit.step_origin = file.at(node);
    for (const pugi::xml_node one : children(node, "Annotations", "Annotation")) {
      if (std::string(one.attribute("type").value()) != kOsp) continue;
      for (const pugi::xml_node hint : children(one, "StepSizeHint")) {
        unit.step = step(file, hint, "value");
        unit.step_origin = file.at(hint);
      }
    }
    unit.values = bindings_of(file, node);
    unit.values.insert(unit.values.end(), above.begin(), above.end());
    out_.units.push_back(std::move(unit));
  }

  void read_system(const XmlFile& file, pugi::xml_node node, const std::string& scope,
                   const std::vector<GivenValue>& above, Dictionaries dictionaries) {
    read_dictionaries(file, node, scope, dictionaries);
    std::vector<GivenValue> values = bindings_of(file, node);
    values.insert(values.end(), above.begin(), above.end());
    std::map<std::string, Element> elements;
    Element self;
    self.is_system = true;
    read_connectors(file, node, self);
    std::set<std::string> used;
    for (const GivenValue& value : values) {
      if (self.connectors.count(value.variable) == 0) continue;
      constants_[{scope, "", value.variable}] = value;
      used.insert(value.variable);
    }
    elements.emplace("", self);
    for (const pugi::xml_node one : children(node, "Elements", nullptr)) {
      const std::string kind = local_name(one), name = one.attribute("name").value();
      if (kind == "Annotations") continue;
      Element element;
      element.is_system = kind == "System";
      read_connectors(file, one, element);
      if (kind == "SignalDictionaryReference") read_reference(file, one, dictionaries, element);
      if (!elements.emplace(name, std::move(element)).second)
        refuse(file, one, fmt::format("two elements are named '{}'", name), "give every element a name of its own");
      const std::vector<GivenValue> mine = for_element(values, name);
      for (const GivenValue& value : values) {
        if (value.variable.rfind(name + ".", 0) == 0) used.insert(value.variable);
      }
      if (kind == "System") {
        read_system(file, one, joined(scope, name), mine, dictionaries);
      } else if (kind == "Component") {
        read_component(file, one, scope, mine);
      } else if (kind != "SignalDictionaryReference") {
        refuse(file, one, fmt::format("{} '{}' is not taken", kind, name),
               "components, systems and references to signal dictionaries are");
      }
    }
    for (const GivenValue& value : values) {
      if (used.count(value.variable) == 0)
        add(value.origin, fmt::format("parameter '{}' belongs to no element and no connector", value.variable),
            "of a system's element write element.variable");
    }
    for (const pugi::xml_node one : children(node, "Connections", "Connection")) connect(file, one, scope, elements);
  }

  template <class Map>
  static std::string hint(const std::string& name, const Map& known) {
    std::vector<std::string> names;
    for (const auto& each : known) {
      if (!each.first.empty()) names.push_back(each.first);
    }
    return did_you_mean(name, names, "there are: {}");
  }

  std::optional<Pin> pin(const XmlFile& file, pugi::xml_node node, const char* side, const std::string& scope,
                         const std::map<std::string, Element>& elements, std::string& kind) {
    const std::string element = node.attribute((std::string(side) + "Element").c_str()).value();
    const std::string connector = node.attribute((std::string(side) + "Connector").c_str()).value();
    const auto found = elements.find(element);
    if (found == elements.end()) {
      refuse(file, node, fmt::format("there is no element '{}'", element), hint(element, elements));
      return std::nullopt;
    }
    const auto of = found->second.connectors.find(connector);
    if (of != found->second.connectors.end()) {
      kind = of->second;
    } else if (found->second.lists || found->second.is_system) {
      refuse(file, node,
             element.empty() ? fmt::format("the system has no connector '{}'", connector)
                             : fmt::format("element '{}' has no connector '{}'", element, connector),
             hint(connector, found->second.connectors));
      return std::nullopt;
    }
    if (!found->second.dictionary.empty()) return Pin{found->second.dictionary, "", connector};
    // A nested system's own connector is the same pin from outside and from inside.
    if (found->second.is_system && !element.empty()) return Pin{joined(scope, element), "", connector};
    return Pin{scope, element, connector};
  }

  void connect(const XmlFile& file, pugi::xml_node node, const std::string& scope,
               const std::map<std::string, Element>& elements) {
    std::string from_kind, to_kind;
    std::optional<Pin> from = pin(file, node, "start", scope, elements, from_kind);
    std::optional<Pin> to = pin(file, node, "end", scope, elements, to_kind);
    if (!from || !to) return;
    const bool inner_from = !node.attribute("startElement"), inner_to = !node.attribute("endElement");
    const auto is = [](const char* way, const std::string& kind, bool inner) {
      return kind.empty() || kind == "inout" || kind == "parameter" || (kind == way) != inner;
    };
    const auto gives = [&](const std::string& kind, bool inner) {
      return kind == "calculatedParameter" || is("output", kind, inner);
    };
    // SSP leaves the direction to the kinds of the connectors: start and end may be either.
    if (!(gives(from_kind, inner_from) && is("input", to_kind, inner_to))) {
      if (gives(to_kind, inner_to) && is("input", from_kind, inner_from)) {
        std::swap(from, to);
      } else {
        refuse(file, node, fmt::format("{} '{}' cannot feed {} '{}'", from_kind, from->name, to_kind, to->name),
               "connect an output to an input");
        return;
      }
    }
    Link link;
    link.from = *from;
    link.origin = file.at(node);
    const std::string suppressed = node.attribute("suppressUnitConversion").value();
    link.as_number = suppressed == "true" || suppressed == "1";
    for (const pugi::xml_node how : children(node)) {
      const std::string name = local_name(how);
      if (name == "LinearTransformation") {
        link.factor = number(file, how, "factor", 1.0);
        link.offset = number(file, how, "offset", 0.0);
      } else if (name != "ConnectionGeometry" && name != "Annotations") {
        refuse(file, how, fmt::format("{} of a connection is not taken", name), "LinearTransformation is");
      }
    }
    const auto [before, fresh] = links_.emplace(*to, link);
    if (!fresh)
      refuse(file, node,
             fmt::format("'{}' has two sources, the first at line {}", to->name, before->second.origin.line),
             "an input takes one source");
  }

  static bool is_component(const Pin& pin) { return !pin.element.empty(); }

  /// Follows the connectors of systems back to the component, or the value, at their source.
  void resolve(const Pin& to, const Link& link) {
    if (!is_component(to)) return;
    Link whole = link;
    for (std::size_t deep = 0; !is_component(whole.from) && deep <= links_.size(); ++deep) {
      const auto before = links_.find(whole.from);
      if (before == links_.end()) break;
      const Link& b = before->second;
      whole.offset += whole.factor * b.offset;
      whole.factor *= b.factor;
      whole.as_number = whole.as_number || b.as_number;
      whole.from = b.from;
    }
    const Wiring::End end{joined(to.scope, to.element), to.name, false};
    if (is_component(whole.from)) {
      out_.wires.push_back({{joined(whole.from.scope, whole.from.element), whole.from.name, false},
                            end,
                            whole.factor,
                            whole.offset,
                            whole.as_number,
                            whole.origin,
                            false,
                            !whole.as_number});
      return;
    }
    const auto constant = constants_.find(whole.from);
    if (constant == constants_.end()) return;  // nothing drives it: the FMU's own start value stays
    GivenValue value = constant->second;
    value.variable = to.name;
    if (whole.as_number) value.unit.clear();
    if (!transform(value, whole.factor, whole.offset)) return;
    for (Wiring::Unit& unit : out_.units) {
      if (unit.name == end.owner) unit.values.push_back(value);
    }
  }

  const Resource& resource_;
  Wiring& out_;
  std::vector<Diagnostic>& faults_;
  std::map<Pin, Link> links_;            // by what they feed
  std::map<Pin, GivenValue> constants_;  // of systems' own connectors
};

}  // namespace

Wiring wiring_of_ssp(const std::string& text, const std::string& file, const Resource& resource,
                     std::vector<Diagnostic>& faults) {
  Wiring out;
  out.file = file;
  const XmlFile xml = parse_xml(text, file);
  if (!xml.error.empty()) {
    faults.push_back(fault("", "is not XML: " + xml.error, "", {file, xml.error_line, 0, ""}));
    return out;
  }
  if (local_name(xml.root()) != "SystemStructureDescription") {
    faults.push_back(fault("", fmt::format("SystemStructureDescription is wanted, this is {}", local_name(xml.root())),
                           "", xml.at(xml.root())));
    return out;
  }
  SspWires(resource, out, faults).run(xml);
  return out;
}

}  // namespace swell::osp
