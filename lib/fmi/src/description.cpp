#include "swell/fmi/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/text.h"

namespace swell::fmi {

namespace {

constexpr std::array<const char*, 8> kBases = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

struct TypeName {
  Type type;
  const char* two;  // null: not in FMI 2.0
  const char* three;
};
constexpr TypeName kTypes[] = {
    {Type::real, "Real", "Float64"},       {Type::float32, nullptr, "Float32"},
    {Type::int8, nullptr, "Int8"},         {Type::uint8, nullptr, "UInt8"},
    {Type::int16, nullptr, "Int16"},       {Type::uint16, nullptr, "UInt16"},
    {Type::int32, "Integer", "Int32"},     {Type::uint32, nullptr, "UInt32"},
    {Type::int64, nullptr, "Int64"},       {Type::uint64, nullptr, "UInt64"},
    {Type::boolean, "Boolean", "Boolean"}, {Type::text, "String", "String"},
    {Type::binary, nullptr, "Binary"},     {Type::enumeration, "Enumeration", "Enumeration"},
    {Type::clock, nullptr, "Clock"},
};

template <class E>
struct Word {
  E value;
  const char* text;
};
constexpr Word<Causality> kCausalities[] = {{Causality::structural, "structuralParameter"},
                                            {Causality::parameter, "parameter"},
                                            {Causality::calculated, "calculatedParameter"},
                                            {Causality::input, "input"},
                                            {Causality::output, "output"},
                                            {Causality::local, "local"},
                                            {Causality::independent, "independent"}};
constexpr Word<Variability> kVariabilities[] = {{Variability::constant, "constant"},
                                                {Variability::fixed, "fixed"},
                                                {Variability::tunable, "tunable"},
                                                {Variability::discrete, "discrete"},
                                                {Variability::continuous, "continuous"}};
template <class E, std::size_t N>
const char* text_of(const Word<E> (&words)[N], E value) {
  for (const Word<E>& word : words) {
    if (word.value == value) return word.text;
  }
  return "";
}

std::string number(double value) { return fmt::format("{}", value); }

// --- writing ---------------------------------------------------------------------------------------------------------

void put(pugi::xml_node node, const char* name, const std::string& value) {
  if (!value.empty()) node.append_attribute(name) = value.c_str();
}
void put(pugi::xml_node node, const char* name, bool value) {
  if (value) node.append_attribute(name) = "true";
}
void put(pugi::xml_node node, const char* name, const std::optional<double>& value) {
  if (value) node.append_attribute(name) = number(*value).c_str();
}

void write_interface(pugi::xml_node root, const char* element, const Interface& i, int version) {
  const bool three = version == 3, steps = std::string(element) == "CoSimulation";
  pugi::xml_node node = root.append_child(element);
  put(node, "modelIdentifier", i.identifier);
  put(node, "needsExecutionTool", i.needs_tool);
  if (!three && steps) put(node, "canHandleVariableCommunicationStepSize", i.variable_step);
  if (!three && steps) put(node, "canInterpolateInputs", i.interpolates_inputs);
  put(node, "canBeInstantiatedOnlyOncePerProcess", i.once_per_process);
  if (!three) put(node, "canNotUseMemoryManagementFunctions", true);
  put(node, three ? "canGetAndSetFMUState" : "canGetAndSetFMUstate", i.keeps_state);
  put(node, three ? "canSerializeFMUState" : "canSerializeFMUstate", i.serializes_state);
  put(node, three ? "providesDirectionalDerivatives" : "providesDirectionalDerivative", i.directional_derivative);
  if (!three && !steps && !i.completed_step_needed) node.append_attribute("completedIntegratorStepNotNeeded") = "true";
  if (!three) return;
  if (steps) {
    put(node, "canHandleVariableCommunicationStepSize", i.variable_step);
    if (i.fixed_step > 0.0) put(node, "fixedInternalStepSize", number(i.fixed_step));
    put(node, "hasEventMode", i.event_mode);
    put(node, "mightReturnEarlyFromDoStep", i.event_mode);
  } else if (!i.completed_step_needed) {
    node.append_attribute("needsCompletedIntegratorStep") = "false";
  }
}

void write_units(pugi::xml_node root, const Description& d) {
  if (d.units.empty()) return;
  pugi::xml_node list = root.append_child("UnitDefinitions");
  for (const UnitDefinition& unit : d.units) {
    pugi::xml_node node = list.append_child("Unit");
    put(node, "name", unit.name);
    if (!unit.has_base) continue;
    pugi::xml_node base = node.append_child("BaseUnit");
    for (std::size_t i = 0; i < kBases.size(); ++i) {
      if (unit.exponents[i] != 0) base.append_attribute(kBases[i]) = unit.exponents[i];
    }
    if (unit.factor != 1.0) put(base, "factor", number(unit.factor));
    if (unit.offset != 0.0) put(base, "offset", number(unit.offset));
  }
}

std::string joined(const std::vector<std::string>& values) { return fmt::format("{}", fmt::join(values, " ")); }

std::string type_name(const Variable& v) { return v.name + ".words"; }

void write_variable(pugi::xml_node list, const Variable& v, int version) {
  const bool three = version == 3;
  pugi::xml_node node = list.append_child(three ? name_of(v.type, 3) : "ScalarVariable");
  put(node, "name", v.name);
  node.append_attribute("valueReference") = v.reference;
  put(node, "description", v.description);
  node.append_attribute("causality") = text_of(kCausalities, v.causality);
  node.append_attribute("variability") = text_of(kVariabilities, v.variability);
  put(node, "initial", v.initial);
  pugi::xml_node type = three ? node : node.append_child(name_of(v.type, 2));
  put(type, "unit", v.unit);
  put(type, "min", v.minimum);
  put(type, "max", v.maximum);
  put(type, "nominal", v.nominal);
  if (v.type != Type::text || !three) {
    if (!v.items.empty()) put(type, "declaredType", type_name(v));
    if (!v.start.empty()) type.append_attribute("start") = joined(v.start).c_str();
  } else {
    for (const std::string& value : v.start) node.append_child("Start").append_attribute("value") = value.c_str();
  }
  if (v.derivative) {
    if (three) {
      type.append_attribute("derivative") = static_cast<unsigned>(*v.derivative);
    } else {
      type.append_attribute("derivative") = static_cast<unsigned>(*v.derivative + 1);
    }
  }
  for (const Dimension& dimension : v.dimensions) {
    pugi::xml_node one = node.append_child("Dimension");
    if (dimension.size) {
      one.append_attribute("start") = static_cast<unsigned long long>(*dimension.size);
    } else {
      one.append_attribute("valueReference") = dimension.reference;
    }
  }
}

/// Words of enumerations, a type for each variable that has them.
void write_words(pugi::xml_node root, const Description& d) {
  pugi::xml_node list;
  for (const Variable& v : d.variables) {
    if (v.items.empty()) continue;
    if (!list) list = root.append_child("TypeDefinitions");
    pugi::xml_node type = list.append_child(d.version == 3 ? "EnumerationType" : "SimpleType");
    put(type, "name", type_name(v));
    if (d.version == 2) type = type.append_child("Enumeration");
    for (const auto& [word, number] : v.items) {
      pugi::xml_node item = type.append_child("Item");
      put(item, "name", word);
      item.append_attribute("value") = static_cast<long long>(number);
    }
  }
}

void write_structure(pugi::xml_node root, const Description& d) {
  pugi::xml_node structure = root.append_child("ModelStructure");
  const auto number_of = [&](std::size_t place) {
    return d.version == 2 ? static_cast<unsigned>(place + 1) : d.variables[place].reference;
  };
  const auto list = [&](const char* group, const char* element, const std::vector<std::size_t>& places,
                        const Description::Needs& needs) {
    if (places.empty()) return;
    pugi::xml_node parent = d.version == 2 ? structure.append_child(group) : structure;
    for (std::size_t i = 0; i < places.size(); ++i) {
      pugi::xml_node one = parent.append_child(d.version == 2 ? "Unknown" : element);
      one.append_attribute(d.version == 2 ? "index" : "valueReference") = number_of(places[i]);
      if (i >= needs.size() || !needs[i]) continue;
      std::vector<unsigned> numbers;
      for (const std::size_t place : *needs[i]) numbers.push_back(number_of(place));
      one.append_attribute("dependencies") = fmt::format("{}", fmt::join(numbers, " ")).c_str();
    }
  };
  std::vector<std::size_t> unknown = d.outputs;  // all of them are calculated
  for (const std::size_t rate : d.derivatives) {
    unknown.push_back(rate);
    if (d.variables[rate].derivative && d.variables[*d.variables[rate].derivative].initial == "calculated")
      unknown.push_back(*d.variables[rate].derivative);
  }
  std::sort(unknown.begin(), unknown.end());
  unknown.erase(std::unique(unknown.begin(), unknown.end()), unknown.end());
  list("Outputs", "Output", d.outputs, d.output_needs);
  list("Derivatives", "ContinuousStateDerivative", d.derivatives, d.derivative_needs);
  list("InitialUnknowns", "InitialUnknown", unknown, {});
  if (d.version == 3) list("", "EventIndicator", d.indicators, {});
}

}  // namespace

const char* name_of(Type type, int version) {
  for (const TypeName& name : kTypes) {
    if (name.type == type) return version == 3 ? name.three : name.two != nullptr ? name.two : "";
  }
  return "";
}

const Variable* Description::find(const std::string& name) const {
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.name == name; });
  return found == variables.end() ? nullptr : &*found;
}

const UnitDefinition* Description::unit(const std::string& name) const {
  const auto found = std::find_if(units.begin(), units.end(), [&](const UnitDefinition& u) { return u.name == name; });
  return found == units.end() ? nullptr : &*found;
}

std::string write_description(const Description& d) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("fmiModelDescription");
  root.append_attribute("fmiVersion") = d.version == 3 ? "3.0" : "2.0";
  put(root, "modelName", d.model);
  root.append_attribute(d.version == 3 ? "instantiationToken" : "guid") = d.token.c_str();
  put(root, "description", d.description);
  put(root, "author", d.author);
  put(root, "version", d.model_version);
  put(root, "copyright", d.copyright);
  put(root, "license", d.license);
  put(root, "generationTool", d.tool);
  put(root, "generationDateAndTime", d.date);
  put(root, "variableNamingConvention", d.naming);
  if (d.version == 2 && d.event_indicators > 0)
    root.append_attribute("numberOfEventIndicators") = static_cast<unsigned>(d.event_indicators);
  if (d.model_exchange) write_interface(root, "ModelExchange", *d.model_exchange, d.version);
  if (d.co_simulation) write_interface(root, "CoSimulation", *d.co_simulation, d.version);
  write_units(root, d);
  write_words(root, d);
  if (!d.log_categories.empty()) {
    pugi::xml_node list = root.append_child("LogCategories");
    for (const auto& [name, text] : d.log_categories) {
      pugi::xml_node node = list.append_child("Category");
      put(node, "name", name);
      put(node, "description", text);
    }
  }
  const Experiment& e = d.experiment;
  if (e.start || e.stop || e.tolerance || e.step) {
    pugi::xml_node node = root.append_child("DefaultExperiment");
    put(node, "startTime", e.start);
    put(node, "stopTime", e.stop);
    put(node, "tolerance", e.tolerance);
    put(node, "stepSize", e.step);
  }
  pugi::xml_node variables = root.append_child("ModelVariables");
  for (Variable v : d.variables) {
    if (d.version == 3 && v.derivative) v.derivative = d.variables[*v.derivative].reference;
    write_variable(variables, v, d.version);
  }
  write_structure(root, d);
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_indent, pugi::encoding_utf8);
  return stream.str();
}

// --- reading ---------------------------------------------------------------------------------------------------------

namespace {

class Reader {
 public:
  Reader(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {}
  Description read();

 private:
  int line_of(pugi::xml_node node) const {
    const auto offset = static_cast<std::ptrdiff_t>(std::max<std::ptrdiff_t>(0, node.offset_debug()));
    const auto end = std::min<std::ptrdiff_t>(offset, static_cast<std::ptrdiff_t>(text_.size()));
    return 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + end, '\n'));
  }
  void error(pugi::xml_node node, const std::string& message, const std::string& remedy = {}) {
    constexpr std::size_t kMost = 50;
    if (++errors_ <= kMost) faults_.error(Origin{file_, line_of(node), 0, ""}, message, remedy);
  }
  std::optional<double> real(pugi::xml_node node, const char* name);
  bool flag(pugi::xml_node node, const char* name, bool otherwise = false);
  std::optional<std::uint32_t> reference(pugi::xml_node node, const char* name);
  template <class E, std::size_t N>
  void word(pugi::xml_node node, const char* name, const Word<E> (&words)[N], E& value);
  Interface interface(pugi::xml_node node);
  void variable(pugi::xml_node node);
  void types(pugi::xml_node definitions);
  void structure(pugi::xml_node node);
  std::optional<std::size_t> place_of(pugi::xml_node node, std::uint32_t number, const char* name);
  void take_place(pugi::xml_node node, std::vector<std::size_t>& places, Description::Needs* needs);

  const std::string& text_;
  std::string file_;
  Diagnostics faults_;
  std::size_t errors_ = 0;
  Description d_;
  std::map<std::string, pugi::xml_node> types_;
  std::map<std::uint32_t, std::size_t> by_reference_;  // FMI 3.0
  std::vector<std::pair<std::size_t, std::uint32_t>> rates_;
};

std::optional<double> Reader::real(pugi::xml_node node, const char* name) {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) return std::nullopt;
  if (const auto value = parse_number(trimmed(attribute.value()))) return value;
  error(node, fmt::format("{} = '{}' is not a number", name, attribute.value()));
  return std::nullopt;
}

bool Reader::flag(pugi::xml_node node, const char* name, bool otherwise) {
  const std::string value = node.attribute(name).value();
  if (value.empty()) return otherwise;
  if (value == "true" || value == "1") return true;
  if (value != "false" && value != "0") error(node, fmt::format("{} = '{}' is neither true nor false", name, value));
  return false;
}

std::optional<std::uint32_t> Reader::reference(pugi::xml_node node, const char* name) {
  const std::string text = node.attribute(name).value();
  std::uint32_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed == std::errc() && end == text.data() + text.size() && !text.empty()) return value;
  error(node, fmt::format("{} = '{}' is not a reference: a whole number from 0", name, text));
  return std::nullopt;
}

template <class E, std::size_t N>
void Reader::word(pugi::xml_node node, const char* name, const Word<E> (&words)[N], E& value) {
  const std::string text = node.attribute(name).value();
  if (text.empty()) return;
  for (const Word<E>& word : words) {
    if (text != word.text) continue;
    value = word.value;
    return;
  }
  error(node, fmt::format("{} = '{}' is not in the standard", name, text));
}

Interface Reader::interface(pugi::xml_node node) {
  Interface i;
  i.identifier = node.attribute("modelIdentifier").value();
  const bool plain = !i.identifier.empty() && std::all_of(i.identifier.begin(), i.identifier.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  });
  if (!plain) error(node, fmt::format("modelIdentifier = '{}' is not a name of a library", i.identifier));
  const bool three = d_.version == 3;
  i.needs_tool = flag(node, "needsExecutionTool");
  i.once_per_process = flag(node, "canBeInstantiatedOnlyOncePerProcess");
  i.keeps_state = flag(node, three ? "canGetAndSetFMUState" : "canGetAndSetFMUstate");
  i.serializes_state = flag(node, three ? "canSerializeFMUState" : "canSerializeFMUstate");
  i.directional_derivative = flag(node, three ? "providesDirectionalDerivatives" : "providesDirectionalDerivative");
  i.variable_step = flag(node, "canHandleVariableCommunicationStepSize");
  i.interpolates_inputs = flag(node, "canInterpolateInputs");
  i.event_mode = flag(node, "hasEventMode");
  i.fixed_step = real(node, "fixedInternalStepSize").value_or(0.0);
  i.completed_step_needed =
      three ? flag(node, "needsCompletedIntegratorStep", true) : !flag(node, "completedIntegratorStepNotNeeded");
  return i;
}

void Reader::types(pugi::xml_node definitions) {
  for (const pugi::xml_node node : definitions.children()) {
    const std::string name = node.attribute("name").value();
    if (name.empty()) continue;
    types_[name] = d_.version == 3 ? node : node.first_child();
  }
}

void Reader::variable(pugi::xml_node node) {
  Variable v;
  v.line = line_of(node);
  v.name = node.attribute("name").value();
  if (v.name.empty()) error(node, "a variable without a name");
  const pugi::xml_node type = d_.version == 3 ? node : [&] {
    for (const pugi::xml_node child : node.children()) {
      for (const TypeName& known : kTypes) {
        if (known.two != nullptr && std::string(child.name()) == known.two) return child;
      }
    }
    return pugi::xml_node();
  }();
  bool found = false;
  for (const TypeName& known : kTypes) {
    const char* name = d_.version == 3 ? known.three : known.two;
    if (name == nullptr || std::string(type.name()) != name) continue;
    v.type = known.type;
    found = true;
  }
  if (!found) {
    error(node, fmt::format("{} has no type that FMI {} knows", v.name, d_.version == 3 ? "3.0" : "2.0"));
    return;
  }
  v.reference = reference(node, "valueReference").value_or(0);
  v.description = node.attribute("description").value();
  const bool is_float = v.type == Type::real || v.type == Type::float32;
  v.variability = is_float ? Variability::continuous : Variability::discrete;
  word(node, "causality", kCausalities, v.causality);
  word(node, "variability", kVariabilities, v.variability);
  v.initial = node.attribute("initial").value();
  const auto declared = types_.find(type.attribute("declaredType").value());
  const auto own_or_declared = [&](const char* name) {
    return type.attribute(name) || declared == types_.end() ? type : declared->second;
  };
  if (is_float) {
    v.unit = own_or_declared("unit").attribute("unit").value();
    v.minimum = real(own_or_declared("min"), "min");
    v.maximum = real(own_or_declared("max"), "max");
    v.nominal = real(own_or_declared("nominal"), "nominal");
  }
  if (v.type == Type::enumeration && declared != types_.end()) {
    for (const pugi::xml_node item : declared->second.children("Item"))
      v.items.emplace_back(item.attribute("name").value(), item.attribute("value").as_llong());
  }
  if (v.type == Type::text && d_.version == 3) {
    for (const pugi::xml_node start : node.children("Start")) v.start.emplace_back(start.attribute("value").value());
  } else if (const pugi::xml_attribute start = type.attribute("start")) {
    if (d_.version == 3 && v.type != Type::binary) {
      std::istringstream values(start.value());
      for (std::string one; values >> one;) v.start.push_back(one);
    } else {
      v.start.emplace_back(start.value());
    }
  }
  for (const pugi::xml_node one : node.children("Dimension")) {
    Dimension dimension;
    if (one.attribute("start")) {
      const auto size = reference(one, "start");
      dimension.size = size.value_or(0);
    } else if (const auto of = reference(one, "valueReference")) {
      dimension.reference = *of;
    }
    v.dimensions.push_back(dimension);
  }
  if (d_.version == 3 && !by_reference_.emplace(v.reference, d_.variables.size()).second)
    error(node, fmt::format("valueReference = {} of {} belongs to another variable already", v.reference, v.name));
  if (type.attribute("derivative")) {
    if (const auto of = reference(type, "derivative")) rates_.emplace_back(d_.variables.size(), *of);
  }
  d_.variables.push_back(std::move(v));
}

// FMI 2.0 counts places from 1, FMI 3.0 names references.
std::optional<std::size_t> Reader::place_of(pugi::xml_node node, std::uint32_t number, const char* name) {
  if (d_.version == 2) {
    if (number >= 1 && number <= d_.variables.size()) return number - 1;
    error(node, fmt::format("{} = {} is not a variable: there are {}", name, number, d_.variables.size()));
    return std::nullopt;
  }
  const auto found = by_reference_.find(number);
  if (found != by_reference_.end()) return found->second;
  error(node, fmt::format("{} = {} is not a variable", name, number));
  return std::nullopt;
}

void Reader::take_place(pugi::xml_node node, std::vector<std::size_t>& places, Description::Needs* needs) {
  const char* const name = d_.version == 2 ? "index" : "valueReference";
  const auto number = reference(node, name);
  const auto place = number ? place_of(node, *number, name) : std::nullopt;
  if (!place) return;
  places.push_back(*place);
  if (needs == nullptr) return;
  needs->emplace_back();
  if (!node.attribute("dependencies")) return;
  needs->back().emplace();
  std::istringstream numbers(node.attribute("dependencies").value());
  numbers.imbue(std::locale::classic());
  for (std::uint32_t one = 0; numbers >> one;) {
    if (const auto on = place_of(node, one, "dependencies")) needs->back()->push_back(*on);
  }
  if (!numbers.eof()) error(node, "dependencies are not whole numbers");
}

void Reader::structure(pugi::xml_node node) {
  if (d_.version == 2) {
    for (const pugi::xml_node one : node.child("Outputs").children("Unknown"))
      take_place(one, d_.outputs, &d_.output_needs);
    for (const pugi::xml_node one : node.child("Derivatives").children("Unknown"))
      take_place(one, d_.derivatives, &d_.derivative_needs);
    return;
  }
  for (const pugi::xml_node one : node.children("Output")) take_place(one, d_.outputs, &d_.output_needs);
  for (const pugi::xml_node one : node.children("ContinuousStateDerivative"))
    take_place(one, d_.derivatives, &d_.derivative_needs);
  for (const pugi::xml_node one : node.children("EventIndicator")) take_place(one, d_.indicators, nullptr);
  d_.event_indicators = d_.indicators.size();
}

Description Reader::read() {
  pugi::xml_document document;
  // pugixml reads no external entities and expands none of a document type: a declaration of one has no effect.
  const pugi::xml_parse_result parsed =
      document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_auto);
  const auto refuse = [&](int line, const std::string& what, const std::string& remedy = {}) {
    throw InputError(Origin{file_, line, 0, ""}, what, remedy);
  };
  if (!parsed) {
    const auto end = std::min<std::ptrdiff_t>(parsed.offset, static_cast<std::ptrdiff_t>(text_.size()));
    refuse(1 + static_cast<int>(std::count(text_.begin(), text_.begin() + end, '\n')),
           fmt::format("modelDescription.xml is not XML: {}", parsed.description()));
  }
  const pugi::xml_node root = document.document_element();
  if (std::string(root.name()) != "fmiModelDescription")
    refuse(line_of(root), fmt::format("its root is {}, not fmiModelDescription", root.name()));
  const std::string version = root.attribute("fmiVersion").value();
  if (version.rfind("2.", 0) != 0 && version.rfind("3.", 0) != 0)
    refuse(line_of(root), fmt::format("fmiVersion = '{}'", version),
           "Swell takes FMI 2.0 and 3.0; ask its maker for one of these");
  d_.version = version[0] == '2' ? 2 : 3;
  d_.model = root.attribute("modelName").value();
  d_.token = root.attribute(d_.version == 3 ? "instantiationToken" : "guid").value();
  d_.description = root.attribute("description").value();
  d_.author = root.attribute("author").value();
  d_.model_version = root.attribute("version").value();
  d_.license = root.attribute("license").value();
  d_.copyright = root.attribute("copyright").value();
  d_.tool = root.attribute("generationTool").value();
  d_.naming = root.attribute("variableNamingConvention").as_string("flat");
  d_.event_indicators = root.attribute("numberOfEventIndicators").as_uint(0);
  if (const pugi::xml_node node = root.child("CoSimulation")) d_.co_simulation = interface(node);
  if (const pugi::xml_node node = root.child("ModelExchange")) d_.model_exchange = interface(node);
  if (!d_.co_simulation && !d_.model_exchange && !root.child("ScheduledExecution"))
    error(root, "it has none of CoSimulation, ModelExchange, ScheduledExecution");
  for (const pugi::xml_node node : root.child("UnitDefinitions").children("Unit")) {
    UnitDefinition unit;
    unit.name = node.attribute("name").value();
    const pugi::xml_node base = node.child("BaseUnit");
    unit.has_base = static_cast<bool>(base);
    for (std::size_t i = 0; i < kBases.size(); ++i) unit.exponents[i] = base.attribute(kBases[i]).as_int(0);
    unit.factor = real(base, "factor").value_or(1.0);
    unit.offset = real(base, "offset").value_or(0.0);
    d_.units.push_back(std::move(unit));
  }
  types(root.child("TypeDefinitions"));
  const pugi::xml_node experiment = root.child("DefaultExperiment");
  d_.experiment = {real(experiment, "startTime"), real(experiment, "stopTime"), real(experiment, "tolerance"),
                   real(experiment, "stepSize")};
  for (const pugi::xml_node node : root.child("ModelVariables").children()) {
    if (node.type() == pugi::node_element) variable(node);
  }
  std::set<std::string> names;
  for (const Variable& v : d_.variables) {
    if (!names.insert(v.name).second && ++errors_ <= 50)
      faults_.error(Origin{file_, v.line, 0, ""}, fmt::format("two variables are named {}", v.name));
  }
  for (const auto& [place, of] : rates_) {
    if (d_.version == 2) {
      if (of >= 1 && of <= d_.variables.size()) d_.variables[place].derivative = of - 1;
    } else if (const auto found = by_reference_.find(of); found != by_reference_.end()) {
      d_.variables[place].derivative = found->second;
    }
  }
  structure(root.child("ModelStructure"));
  faults_.throw_if_errors();
  return std::move(d_);
}

}  // namespace

std::optional<double> number_of_word(const Variable& v, const std::string& word) {
  for (const auto& [name, number] : v.items) {
    if (name == word) return static_cast<double>(number);
  }
  return std::nullopt;
}

Description read_description(const std::string& text, const std::string& file) {
  return code::of_file([&] { return Reader(text, file).read(); });
}

}  // namespace swell::fmi
