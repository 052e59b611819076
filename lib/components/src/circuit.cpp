// User-defined circuits: elements of lib/network and lib/pto, connected at nodes, as one self-stepped component.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "circuit_parts.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"
#include "swell/components/declared.h"
#include "swell/components/element.h"
#include "swell/components/network_component.h"

namespace swell::components {

namespace {

using network::Circuit;
using network::Domain;

using ElementTypes = std::vector<ElementType>;

struct Element {
  const ElementTypes* types = nullptr;
  std::string name;
  std::size_t type = 0;
  ElementRecipe recipe;
};
void describe(Visitor& v, Element& e) {
  v.text({"name", "", "of the element", {}, required}, e.name);
  std::vector<model::Alternative> alternatives;
  for (std::size_t i = 0; i < e.types->size(); ++i) {
    const ElementType& type = (*e.types)[i];
    alternatives.push_back({type.word, type.help,
                            [&e, &type, i] {
                              e.type = i;
                              e.recipe = type.recipe();
                            },
                            [&e](Visitor& inner) { e.recipe.describe(inner); }});
  }
  v.tagged({"type", "", "of the element", {}, required}, alternatives, e.type);
}

/// A user-defined pair of variables.
struct DomainPair {
  network::OwnDomain domain;
  Source source;
};
void describe(Visitor& v, DomainPair& p) {
  v.source(p.source);
  network::OwnDomain& d = p.domain;
  v.text({"name", "", "of the domain, for the key domain of elements", {}, required}, d.name);
  v.text({"across", "", "variable that is equal at a node, such as temperature", {}, required}, d.over);
  v.text({"across_unit", "", "of it", {}, required}, d.over_unit);
  v.text({"through", "", "variable that sums to zero at a node, such as heat_flow", {}, required}, d.through);
  v.text({"through_unit", "", "of it", {}, required}, d.through_unit);
  v.number({"across_nominal", "", "size to be expected", above(0.0)}, d.over_nominal);
  v.number({"through_nominal", "", "size to be expected", above(0.0)}, d.through_nominal);
  using network::TerminalPower;
  v.choice(
      {"power", "", "into a terminal: the product of both, the through variable itself, or none"}, d.power,
      Visitor::Words<TerminalPower>{
          {"product", TerminalPower::product}, {"through", TerminalPower::through}, {"none", TerminalPower::none}});
}

/// Scale, bounds and start of one variable.
struct OwnScale {
  network::VariableScale scale;
  Source source;
};
void describe(Visitor& v, OwnScale& p) {
  v.source(p.source);
  v.text({"name", "", "of the variable, as in the results: tank.pressure", {}, required}, p.scale.variable);
  v.number({"nominal", "", "size to be expected: the tolerances are relative to it", above(0.0)}, p.scale.nominal);
  v.number({"lower", "", "the solution stays above it"}, p.scale.lower);
  v.number({"upper", "", "the solution stays below it"}, p.scale.upper);
  v.number({"initial", "",
            "of a state its value at the start; of others, as those of a terminal, where the search for the first "
            "solution begins"},
           p.scale.initial);
}

struct CircuitParameters {
  std::shared_ptr<const ElementTypes> types;
  std::vector<DomainPair> domains;
  std::vector<OwnScale> variables;
  Parameter elements, nodes, inputs, outputs;
  CircuitSolver solver;
};
void describe(Visitor& v, CircuitParameters& p) {
  const model::Key elements{"elements", "", "what is joined at the nodes", {}, required};
  std::vector<Element> one(1);
  one.front().types = p.types.get();
  if (v.reads()) {
    v.raw(elements, p.elements, model::Shape::Kind::tree);  // read singly, to find which have errors
  } else {
    v.list(elements, {[] { return 0U; }, [] { return 0U; },
                      [&one](Visitor& inner, std::size_t) { describe(inner, one.front()); }, false});
  }
  v.raw({"nodes", "", "a list of lists of terminals, as [[cylinder.a, throttle.a]]"}, p.nodes,
        model::Shape::Kind::tree);
  v.raw({"inputs", "", "from a port to element.signal"}, p.inputs, model::Shape::Kind::texts_by_name);
  v.raw({"outputs", "", "from a port to element.signal"}, p.outputs, model::Shape::Kind::texts_by_name);
  v.structures({"domains", "", "pairs of variables of your own"}, p.domains);
  v.structures({"variables", "", "scale, range and start of single variables"}, p.variables);
  nest(v, {"solver", "", "of the circuit"}, [&p](Visitor& inner) { describe(inner, p.solver); });
}

/// Converts a unit to the form of ports, in which a slash divides by the next factor only: "m^3/(s Pa)" is "m^3/s/Pa".
/// Text that is not a unit ("cm^3 per revolution") becomes any unit, an empty one "1".
std::string port_unit(const std::string& unit) {
  if (unit.empty()) return "1";
  if (unit == kOpenUnit || unit.find(" per ") != std::string::npos || unit.find(" or ") != std::string::npos) return {};
  std::string text;
  bool below = false;
  for (const char c : unit) {
    if (c == '(') {
      below = true;
    } else if (c == ')') {
      below = false;
    } else {
      text += below && c == ' ' ? '/' : c;
    }
  }
  return text;
}

/// Collects the numeric parameters of an element, for results on request.
void list_numbers(const Element& element, std::vector<ElementParameter>& list) {
  ValueWalker walker([&](const std::string& name, const model::Key& key, const model::Leaf& leaf) {
    using Kind = model::Shape::Kind;
    const Parameter value = leaf.get();
    if (leaf.shape.kind == Kind::numbers_by_name && key.name == std::string("parameters")) {
      for (std::size_t i = 0; i < value.keys.size(); ++i)
        list.push_back({element.name, value.keys[i], "", value.items[i].number});
    } else if ((leaf.shape.kind == Kind::number || leaf.shape.kind == Kind::integer) &&
               value.kind == Parameter::Kind::number) {
      list.push_back({element.name, name, port_unit(key.unit), value.number});
    }
  });
  element.recipe.describe(walker);
}

/// Elements made so far.
struct Made {
  std::vector<std::string> missing;     ///< elements with errors
  std::map<std::string, Origin> names;  ///< and their places
  std::map<std::string, std::string> types;
  std::vector<ElementParameter> parameters;
};

/// Adds an element; one that cannot be made is listed in `missing`.
void add_element(Circuit& circuit, const CircuitParameters& p, const std::map<std::string, Domain>& domains,
                 const Parameter& tree, Given& given, Made& made) {
  Given own(tree, given.around, given.diagnostics());
  Element element;
  element.types = p.types.get();
  model::read(
      tree, [&element](Visitor& v) { describe(v, element); }, given.diagnostics());
  made.missing.push_back(element.name);
  if (element.name.find_first_of("./") != std::string::npos) {
    own.refuse("wrong-value", "name",
               fmt::format("= {}: names of elements must not contain dots or slashes", element.name),
               "its variables are addressed as <circuit>.<element>.<variable>");
  }
  const Parameter* name = tree.find("name");
  const Origin& place = name != nullptr ? name->origin : tree.origin;
  const auto [first, fresh] = made.names.emplace(element.name, place);
  if (!fresh && name != nullptr) {
    given.refuse(
        code::kDuplicateName, place,
        fmt::format("{}: an element of this name is defined already, at {}", element.name, first->second.place()),
        "names must differ", element.name);
  }
  if (own.faulty()) return;
  try {
    element.recipe.add({circuit, element.name, own, domains});
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics())
      given.refuse(d.code, tree.origin, fmt::format("{}: {}", element.name, d.message), d.remedy);
  }
  if (own.faulty()) return;
  made.missing.pop_back();
  made.types[element.name] = (*p.types)[element.type].word;
  list_numbers(element, made.parameters);
}

std::map<std::string, Domain> own_domains(const CircuitParameters& p, Given& given) {
  std::map<std::string, Domain> domains;
  for (const DomainPair& pair : p.domains) {
    const std::string& name = pair.domain.name;
    const auto refuse = [&](const char* code, const std::string& what, const std::string& remedy) {
      given.refuse(code, pair.source.origin, fmt::format("domains: {} {}", name, what), remedy);
    };
    if (built_in_domains().count(name) > 0) refuse(code::kDuplicateName, "is a domain of Swell", "choose another name");
    for (const std::string& word : {pair.domain.over, pair.domain.through}) {
      if (word.find_first_of(". /") != std::string::npos)
        refuse("wrong-value", fmt::format("has the variable '{}': names have no dots, slashes or blanks", word),
               "write heat_flow");
    }
    if (pair.domain.over == pair.domain.through)
      refuse(code::kDuplicateName, "has one name for both of its variables", "name each");
    if (!domains.emplace(name, Domain::own(pair.domain)).second)
      refuse(code::kDuplicateName, "is defined twice", "choose another name");
  }
  return domains;
}

bool belongs_to(const std::string& name, const std::vector<std::string>& elements) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](const std::string& element) { return name.rfind(element + ".", 0) == 0; });
}

/// Reads "<port>: element.signal" in the order of the case.
std::vector<NetworkPort> read_signals(Given& given, const char* key, const Parameter& map,
                                      const std::vector<network::Port>& all, const std::vector<std::string>& missing,
                                      bool is_input) {
  std::vector<NetworkPort> ports;
  std::map<std::size_t, std::string> taken;
  const char* what = is_input ? "input" : "output";
  const std::vector<std::string> known = names_of(all);
  const std::string list =
      known.empty() ? fmt::format("its elements have no {}s{}", what, is_input ? "; a source takes driven: true" : "")
                    : fmt::format("{}s of its elements: {}", what, fmt::join(known, ", "));
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& signal = map.items[i].text;
    const Origin& origin = map.items[i].origin;
    if (map.keys[i].empty() || map.keys[i].find_first_of("./ ") != std::string::npos) {
      given.refuse("wrong-value", origin,
                   fmt::format("{} has the port '{}': names have no dots, slashes or blanks", key, map.keys[i]),
                   "name it by one word, as pressure: source.value");
      continue;
    }
    if (signal.empty()) {
      given.refuse("wrong-value", origin,
                   fmt::format("{}.{} must name an {} of an element, as element.signal", key, map.keys[i], what), list);
      continue;
    }
    const auto found = std::find(known.begin(), known.end(), signal);
    if (found == known.end()) {
      if (belongs_to(signal, missing)) continue;
      given.refuse(code::kUnknownName, origin,
                   fmt::format("{}.{} = {}: no element has this {}", key, map.keys[i], signal, what),
                   did_you_mean(signal, known, list), signal);
      continue;
    }
    const auto at = static_cast<std::size_t>(found - known.begin());
    const auto [before, fresh] = taken.emplace(at, map.keys[i]);
    if (!fresh && is_input)
      given.refuse("wrong-connection", key, fmt::format("has {} and {} for {}", before->second, map.keys[i], signal),
                   "one port drives a signal; add them up before, with a sum");
    ports.push_back({port(map.keys[i], 1, all[at].unit, all[at].name), at});
  }
  return ports;
}

std::unique_ptr<system::Component> circuit(const std::string& name, const CircuitParameters& p, Given& given) {
  Circuit circuit;
  Made made;
  std::vector<std::string>& missing = made.missing;
  const std::map<std::string, Domain> domains = own_domains(p, given);
  if (given.has("elements") && p.elements.items.empty())
    given.refuse("missing", "elements", "is missing", "give a list of elements");
  for (const Parameter& element : p.elements.items) add_element(circuit, p, domains, element, given, made);
  const std::vector<Circuit::Declared> parts = circuit.components();
  std::vector<std::string> known;
  for (const auto& element : parts) {
    for (const network::Terminal& terminal : element.spec.terminals)
      known.push_back(element.name + "." + terminal.name);
  }
  if (const Parameter* nodes = &p.nodes; given.has("nodes")) {
    if (nodes->is_map() || (nodes->items.empty() && !nodes->text.empty()))
      given.refuse("wrong-value", "nodes", "must be a list of lists of terminals",
                   "such as [[cylinder.a, throttle.a]]");
    std::map<std::string, int> joined;  // terminal: node
    int nodes_read = 0;
    for (const Parameter& node : nodes->items) {
      if (node.items.empty() || node.is_map()) {
        given.refuse("wrong-value", "nodes", fmt::format("has {} where a list of terminals should be", node.text),
                     "such as [[cylinder.a, throttle.a]]");
      }
      std::vector<std::string> terminals;
      for (const Parameter& terminal : node.items) {
        terminals.push_back(terminal.text);
        if (std::find(known.begin(), known.end(), terminal.text) == known.end() && !node.is_map() &&
            !belongs_to(terminal.text, missing)) {
          given.refuse(code::kUnknownName, terminal.origin,
                       fmt::format("nodes has {}: no such terminal", terminal.text),
                       did_you_mean(terminal.text, known, "terminals: {}"), terminal.text);
        }
        const auto [before, fresh] = joined.emplace(terminal.text, nodes_read);
        if (fresh) continue;
        given.refuse(code::kWrongConnection, "nodes",
                     before->second == nodes_read
                         ? fmt::format("has {} twice in one node", terminal.text)
                         : fmt::format("has {} in two nodes, which makes them one", terminal.text),
                     before->second == nodes_read ? "name it once" : "write all terminals of a node into one list");
      }
      ++nodes_read;
      circuit.connect(std::move(terminals));
    }
  }
  std::vector<network::Port> driven, shown;
  for (const auto& element : parts) {
    for (const network::Signal& s : element.spec.inputs)
      driven.push_back({element.name + "." + s.name, s.unit, s.initial, -1});
    for (const network::Signal& s : element.spec.outputs)
      shown.push_back({element.name + "." + s.name, s.unit, s.initial, -1});
  }
  auto inputs = read_signals(given, "inputs", p.inputs, driven, missing, true);
  auto outputs = read_signals(given, "outputs", p.outputs, shown, missing, false);
  std::size_t first = 0;  // of an element's signals in `driven`
  for (const auto& element : parts) {
    const auto is_port = [&](std::size_t i) {
      return std::any_of(inputs.begin(), inputs.end(),
                         [&](const NetworkPort& in) { return static_cast<std::size_t>(in.signal) == first + i; });
    };
    const std::vector<network::Signal>& signals = element.spec.inputs;
    for (std::size_t i = 0; i < signals.size(); ++i) {
      for (std::size_t k = 0; k < signals.size(); ++k) {
        if (signals[i].derivative.empty() || signals[k].name != signals[i].derivative || is_port(i) == is_port(k))
          continue;
        const std::string &there = signals[is_port(i) ? i : k].name, &absent = signals[is_port(i) ? k : i].name;
        given.refuse("missing", "inputs", fmt::format("has {0}.{1} without {0}.{2}", element.name, there, absent),
                     fmt::format("a {} moves with both: add {}.{}", element.name, element.name, absent));
      }
    }
    first += signals.size();
  }
  const network::SolverOptions& steps = p.solver.adaptive;
  if (steps.maximum_step < steps.minimum_step)
    given.refuse(
        "contradiction", "solver",
        fmt::format("has maximum_step = {:g} s below minimum_step = {:g} s", steps.maximum_step, steps.minimum_step),
        "give a minimum_step below maximum_step");
  std::set<std::string> scaled;
  for (const OwnScale& own : p.variables) {
    if (!scaled.insert(own.scale.variable).second)
      given.refuse(code::kDuplicateName, "variables", fmt::format("has {} twice", own.scale.variable),
                   "write all of a variable into one line");
  }
  // Air chambers compute the force on the water relative to the standard pressure.
  const bool has_chamber =
      std::any_of(made.types.begin(), made.types.end(), [](const auto& type) { return type.second == "air-chamber"; });
  for (const Parameter& element : p.elements.items) {
    const auto text = [&](const char* key) {
      const Parameter* value = element.find(key);
      return value != nullptr ? value->text : std::string();
    };
    const Parameter* value = element.find("value");
    if (!has_chamber || text("type") != "over-source" || text("domain") != "pneumatic" || value == nullptr) continue;
    if (std::abs(value->number - network::kStandardPressure) <= 1.0) continue;
    given.diagnostics().warning(
        "atmosphere", value->origin,
        fmt::format("{} has {:g} Pa, and the overpressure of an air-chamber counts from {:g} Pa: the difference "
                    "presses on the water at rest",
                    text("name"), value->number, network::kStandardPressure),
        fmt::format("give the atmosphere {:g} Pa, and the density of another climate as standard_density",
                    network::kStandardPressure));
  }
  if (given.faulty()) return nullptr;
  for (const OwnScale& own : p.variables) {
    network::VariableScale scale = own.scale;
    scale.origin = own.source.origin;
    circuit.scale(std::move(scale));
  }
  network::Network network = circuit.build();
  auto component =
      std::make_unique<NetworkComponent>(name, "circuit", std::move(network), p.solver.options(), std::move(inputs),
                                         std::move(outputs), std::vector<NetworkPort>{});
  component->on_warning(given.around.warn);
  component->show(std::move(made.types), std::move(made.parameters));
  return component;
}

}  // namespace

pto::EfficiencyMotor Efficiencies::losses(double displacement) const {
  // Motor and pump mode blend within a thousandth of the power of such a machine at 200 bar and 150 rad/s.
  constexpr double kChange = 1e-3 * 200e5 * 150.0;
  return {pto::Table2(volumetric.value_or(1.0)), pto::Table2(mechanical.value_or(1.0)), kChange * displacement};
}

network::SolverOptions CircuitSolver::options() const {
  network::SolverOptions options = adaptive;
  if (!steps) return options;
  options.adaptive = false;
  options.fixed_steps = *steps;
  return options;
}

void describe_gas(Visitor& v, network::GasAccumulatorParameters& p, model::Need all) {
  v.number({"volume", "m^3", "of the gas when it is empty of oil", above(0.0), all}, p.volume);
  v.number({"precharge", "Pa", "pressure of the gas then, absolute", above(0.0), all}, p.precharge);
  v.number({"initial_pressure", "Pa", "absolute; 0: the precharge", at_least(0.0), all}, p.initial_pressure);
  v.number({"exponent", "", "of the polytropic change", above(0.0)}, p.exponent);
  v.flag({"empty_state", "", "false: the gas law goes on below the precharge, as in WEC-Sim's block"},
         p.has_empty_state);
}

void describe_headroom(Visitor& v, double& headroom) {
  v.number({"headroom", "", "so many times the volume, with the same gas: less precharge, the same initial_pressure",
            at_least(1.0)},
           headroom);
}

network::GasAccumulatorParameters with_headroom(network::GasAccumulatorParameters gas, double headroom) {
  if (gas.initial_pressure == 0.0) gas.initial_pressure = gas.precharge;
  gas.volume *= headroom;
  gas.precharge *= std::pow(headroom, -gas.exponent);
  return gas;
}

void describe_relief(Visitor& v, network::ReliefValveParameters& p) {
  v.number({"crack_pressure", "Pa", "difference at which it opens", above(0.0), required}, p.crack_pressure);
  v.number({"full_pressure", "Pa", "difference of full_flow", above(0.0), required}, p.full_pressure);
  v.number({"full_flow", "m^3/s", "at full_pressure", above(0.0), required}, p.full_flow);
  v.number({"time_constant", "s", "lag of its opening", at_least(0.0)}, p.time_constant);
}

void describe_efficiencies(Visitor& v, double& setting, Efficiencies& p) {
  const Bounds share{0.0, 1.0, true, false};
  v.number({"setting", "", "share of the displacement at the start", between(-1.0, 1.0)}, setting);
  v.number({"volumetric_efficiency", "", "1 unless given", share}, p.volumetric);
  v.number({"mechanical_efficiency", "", "1 unless given", share}, p.mechanical);
}

void describe_flywheel(Visitor& v, network::FlywheelParameters& p, model::Need all) {
  v.number({"inertia", "kg m^2", "of the shaft", above(0.0), all}, p.inertia);
  v.number({"damping", "N m s", "of the bearings", at_least(0.0)}, p.damping);
  v.number({"initial_speed", "rad/s", "at the start"}, p.initial_speed);
}

void describe_armature(Visitor& v, pto::CircuitGeneratorParameters& p, model::Need all) {
  v.number({"armature_resistance", "ohm", "of the winding", at_least(0.0), all}, p.armature_resistance);
  v.number({"armature_inductance", "H", "of the winding", above(0.0), all}, p.armature_inductance);
  v.number({"voltage_constant", "V s/rad", "voltage by speed", above(0.0), all}, p.voltage_constant);
  v.number({"initial_current", "A", "at the start"}, p.initial_current);
}

void describe(Visitor& v, CircuitSolver& p) {
  using network::Method;
  v.choice({"method", "",
            "second order, first order that damps every oscillation, second order that damps none, or first order and "
            "explicit"},
           p.adaptive.method,
           Visitor::Words<Method>{{"sdirk2", Method::sdirk2},
                                  {"backward-euler", Method::backward_euler},
                                  {"trapezoidal", Method::trapezoidal},
                                  {"forward-euler", Method::forward_euler}});
  v.number({"tolerance", "", "of a step of its own", between(1e-12, 1.0)}, p.adaptive.tolerance);
  v.number({"initial_step", "s", "before anything is known", above(0.0)}, p.adaptive.initial_step);
  v.number({"minimum_step", "s", "taken whatever the tolerance says", above(0.0)}, p.adaptive.minimum_step);
  v.number({"maximum_step", "s", "no limit unless given", above(0.0)}, p.adaptive.maximum_step);
  v.number(
      {"newton_tolerance", "", "of a solution: the last correction, relative to nominal + |x|", between(1e-14, 0.1)},
      p.adaptive.newton_tolerance);
  v.integer({"newton_limit", "", "iterations for a solution", between(1.0, 10000.0)}, p.adaptive.newton_limit);
  v.integer({"steps", "", "so many within each step of the run; absent: they adapt", between(1.0, kMostInnerSteps)},
            p.steps);
}

void add_circuit(Registry& r) {
  for (ElementType& type : built_in_elements()) r.add_element(std::move(type));
  r.add_element(equations_element());
  const std::shared_ptr<const ElementTypes> types = r.elements();
  r.add({"circuit",
         "a network of elements of the user's own, joined at nodes",
         "elements: [{name: c, type: cylinder, area_a: 0.03, area_b: 0.03, volume_a: 0.1, volume_b: 0.1, "
         "initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}, {name: r, type: resistance, resistance: 1.0e9}], "
         "nodes: [[c.a, r.a], [r.b, c.b]], inputs: {velocity: c.velocity, position: c.position}, outputs: {output: "
         "c.force}",
         [types] {
           auto p = std::make_shared<CircuitParameters>();
           p->types = types;
           return Recipe{[p](model::Visitor& v) { describe(v, *p); },
                         [p](const std::string& name, Given& given) { return circuit(name, *p, given); }};
         },
         {}});
}

}  // namespace swell::components
