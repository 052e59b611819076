// Circuits of the user's own: elements of lib/network and lib/pto, joined at nodes, as one self-stepped component.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "circuit_parts.h"
#include "swell/base/error_codes.h"
#include "swell/components/declared.h"
#include "swell/components/network_component.h"
#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/tube.h"
#include "swell/network/vessel.h"
#include "swell/pto/generator.h"
#include "swell/pto/hydraulic_cylinder.h"
#include "swell/pto/hydraulic_motor.h"

namespace swell::components {

namespace {

using network::Circuit;
using network::Domain;

void describe_fluid(Visitor& v, Domain& domain) {
  v.choice({"domain", "", "of its terminals"}, domain,
           Visitor::Words<Domain>{{"hydraulic", Domain::hydraulic}, {"pneumatic", Domain::pneumatic}});
}

void describe_domain(Visitor& v, Domain& domain, const model::Key& key = {"domain", "", "of its terminals"}) {
  v.choice(key, domain,
           Visitor::Words<Domain>{{"hydraulic", Domain::hydraulic},
                                  {"pneumatic", Domain::pneumatic},
                                  {"electrical", Domain::electrical},
                                  {"rotational", Domain::rotational},
                                  {"translational", Domain::translational}});
}

constexpr double kAirViscosity = 1.8e-5;  // [Pa s] dynamic, air at 15 degrees C

void describe_area(Visitor& v, network::OrificeParameters& p) {
  v.number({"area", "m^2", "of the opening", above(0.0), required}, p.area);
  v.number({"discharge_coefficient", "", "of the opening", above(0.0)}, p.discharge_coefficient);
  v.number({"density", "kg/m^3", "of the oil", above(0.0)}, p.density);
}

/// A fluid whose properties, where not given, are those of oil or air.
struct FluidTube : network::TubeParameters {
  Domain domain = Domain::hydraulic;
  std::optional<double> given_viscosity, given_density;
  network::TubeParameters tube() const {
    network::TubeParameters t = *this;
    const bool air = domain == Domain::pneumatic;
    t.viscosity = given_viscosity.value_or(air ? kAirViscosity : t.viscosity);
    t.density = given_density.value_or(air ? network::kStandardAirDensity : t.density);
    return t;
  }
};
void describe_tube(Visitor& v, FluidTube& p) {
  v.number({"length", "m", "of the tube", above(0.0), required}, p.length);
  v.number({"diameter", "m", "inside", above(0.0), required}, p.diameter);
  v.number({"viscosity", "Pa s", "dynamic; 0.05, of air 1.8e-5, unless given", above(0.0)}, p.given_viscosity);
  v.number({"density", "kg/m^3", "850, of air 1.225, unless given", above(0.0)}, p.given_density);
  v.number({"roughness", "m", "of the wall", at_least(0.0)}, p.roughness);
}

struct Source {
  Domain domain = Domain::hydraulic;
  network::SourceValue value;
};
void describe(Visitor& v, Source& p) {
  describe_domain(v, p.domain);
  v.flag({"driven", "", "by the input value"}, p.value.driven);
  v.leaf({"value", "", "of the domain; without driven it must be given"},
         {{}, [] { return Parameter(); }, [&p](const Parameter& x) { p.value.constant = x.number; }});
}
const network::SourceValue& value_of(const Source& p, Given& given) {
  if (!p.value.driven && !given.has("value")) given.error("value", "is missing", "give a number, or driven: true");
  return p.value;
}

/// A domain and up to two numbers.
struct Plain {
  Domain domain = Domain::hydraulic;
  double value = 0.0, initial = 0.0;
};
struct Converter {
  Domain a = Domain::hydraulic, b = Domain::hydraulic;
  double ratio = 0.0;
};
struct Motor {
  pto::MotorParameters motor;
  Efficiencies efficiencies;
};
struct MapGenerator {
  pto::MapGeneratorParameters generator;
  double efficiency = 1.0;
};
struct Pipe {
  FluidTube tube;
  network::PipeParameters pipe;
};
struct Restrictor {
  Domain domain = Domain::hydraulic;
  network::RestrictorParameters restrictor;
  std::optional<double> density;
};
struct LinearAccumulator {
  Domain domain = Domain::hydraulic;
  network::LinearAccumulatorParameters vessel;
  std::optional<double> initial_volume;
};

/// One element while it is made.
struct ElementRecipe {
  std::function<void(Visitor&)> describe;
  std::function<void(Circuit&, const std::string& name, Given&)> add;
};
struct ElementType {
  std::string word, help;
  std::function<ElementRecipe()> recipe;
};
template <class P>
ElementType element(const char* word, const char* help, void (*describe)(Visitor&, P&),
                    void (*add)(Circuit&, const std::string& name, const P&, Given&)) {
  return {word, help, [=] {
            auto p = std::make_shared<P>();
            return ElementRecipe{[=](Visitor& v) { describe(v, *p); },
                                 [=](Circuit& c, const std::string& name, Given& given) { add(c, name, *p, given); }};
          }};
}

const std::vector<ElementType>& element_types() {
  using Name = const std::string&;
  static const std::vector<ElementType> kTypes = {
      element<Source>("over-source", "pressure, voltage or speed that is given; terminal port", describe,
                      [](Circuit& c, Name n, const Source& p, Given& given) {
                        c.add(n, network::OverSource(p.domain, value_of(p, given)));
                      }),
      element<Source>("through-source", "flow, current or torque that is given; terminal port", describe,
                      [](Circuit& c, Name n, const Source& p, Given& given) {
                        c.add(n, network::ThroughSource(p.domain, value_of(p, given)));
                      }),
      element<Plain>(
          "closed", "nothing flows; terminal port", [](Visitor& v, Plain& p) { describe_domain(v, p.domain); },
          [](Circuit& c, Name n, const Plain& p, Given&) { c.add(n, network::Closed(p.domain)); }),
      element<Plain>(
          "resistance", "terminals a, b",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"resistance", "", "over by through; hydraulic: Pa s/m^3", at_least(0.0), required}, p.value);
          },
          [](Circuit& c, Name n, const Plain& p, Given&) { c.add(n, network::Resistance(p.domain, p.value)); }),
      element<Plain>(
          "capacity", "terminal port",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"capacity", "", "through times s by over; hydraulic: m^3/Pa", above(0.0), required}, p.value);
            v.number({"initial", "", "over at the start"}, p.initial);
          },
          [](Circuit& c, Name n, const Plain& p, Given&) {
            c.add(n, network::Capacity(p.domain, p.value, p.initial));
          }),
      element<Plain>(
          "inertance", "terminals a, b",
          [](Visitor& v, Plain& p) {
            describe_domain(v, p.domain);
            v.number({"inertance", "", "over by rate of through; hydraulic: Pa s^2/m^3", above(0.0), required},
                     p.value);
            v.number({"initial", "", "through at the start"}, p.initial);
          },
          [](Circuit& c, Name n, const Plain& p, Given&) {
            c.add(n, network::Inertance(p.domain, p.value, p.initial));
          }),
      element<network::OrificeParameters>(
          "orifice", "terminals a, b", describe_area,
          [](Circuit& c, Name n, const network::OrificeParameters& p, Given&) { c.add(n, network::Orifice(p)); }),
      element<network::CheckValveParameters>(
          "check-valve", "flow from a to b only; terminals a, b",
          [](Visitor& v, network::CheckValveParameters& p) {
            v.number({"opening_pressure", "Pa", "that opens it", at_least(0.0)}, p.opening_pressure);
            v.number({"on_resistance", "Pa s/m^3", "open", at_least(0.0)}, p.on_resistance);
            v.number({"off_conductance", "m^3/(s Pa)", "closed", at_least(0.0)}, p.off_conductance);
          },
          [](Circuit& c, Name n, const network::CheckValveParameters& p, Given&) { c.add(n, network::CheckValve(p)); }),
      element<network::ReliefValveParameters>("relief-valve", "terminals a, b", describe_relief,
                                              [](Circuit& c, Name n, const network::ReliefValveParameters& p, Given&) {
                                                c.add(n, network::ReliefValve(p));
                                              }),
      element<network::GasAccumulatorParameters>(
          "gas-accumulator", "terminal port; outputs pressure, gas_volume",
          [](Visitor& v, network::GasAccumulatorParameters& p) { describe_gas(v, p, required); },
          [](Circuit& c, Name n, const network::GasAccumulatorParameters& p, Given& given) {
            warn_of_empty(given, "initial_pressure", p.initial_pressure, p.precharge);
            c.add(n, network::GasAccumulator(p));
          }),
      element<network::ChamberParameters>(
          "chamber", "a volume of oil; terminal port",
          [](Visitor& v, network::ChamberParameters& p) {
            v.number({"volume", "m^3", "of the oil", above(0.0), required}, p.volume);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.bulk_modulus);
            v.number({"gas_fraction", "", "of free gas at atmospheric pressure", between(0.0, 1.0)}, p.gas_fraction);
            v.number({"initial_pressure", "Pa", "absolute", above(0.0)}, p.initial_pressure);
          },
          [](Circuit& c, Name n, const network::ChamberParameters& p, Given&) { c.add(n, network::Chamber(p)); }),
      element<pto::CylinderParameters>(
          "cylinder",
          "terminals a, b; inputs velocity, position; outputs force, absorbed_power, pressure_a, pressure_b, flow_a, "
          "flow_b, friction_loss, oil_loss",
          [](Visitor& v, pto::CylinderParameters& p) {
            v.number({"area_a", "m^2", "of the piston in chamber A", above(0.0), required}, p.area_a);
            v.number({"area_b", "m^2", "of the piston in chamber B", above(0.0), required}, p.area_b);
            v.number({"volume_a", "m^3", "of chamber A at position 0", above(0.0), required}, p.volume_a);
            v.number({"volume_b", "m^3", "of chamber B at position 0", above(0.0), required}, p.volume_b);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.bulk_modulus);
            v.number({"initial_pressure_a", "Pa", "in chamber A, absolute", at_least(0.0), required},
                     p.initial_pressure_a);
            v.number({"initial_pressure_b", "Pa", "in chamber B, absolute", at_least(0.0), required},
                     p.initial_pressure_b);
          },
          [](Circuit& c, Name n, const pto::CylinderParameters& p, Given&) { c.add(n, pto::CompressibleCylinder(p)); }),
      element<Motor>(
          "motor", "terminals high, low, shaft; outputs flow, torque, shaft_power, pressure_difference, loss",
          [](Visitor& v, Motor& p) {
            v.number({"displacement", "m^3/rad", "at full setting", above(0.0), required}, p.motor.displacement);
            describe_efficiencies(v, p.motor.setting, p.efficiencies);
          },
          [](Circuit& c, Name n, const Motor& p, Given&) {
            pto::MotorParameters m = p.motor;
            if (p.efficiencies.volumetric.value_or(1.0) < 1.0 || p.efficiencies.mechanical.value_or(1.0) < 1.0)
              m.losses = p.efficiencies.losses();
            c.add(n, pto::HydraulicMotor(m));
          }),
      element<pto::CircuitGeneratorParameters>(
          "generator",
          "equivalent circuit; terminal shaft; outputs electrical_power, current, voltage, torque, copper_loss, "
          "load_resistance",
          [](Visitor& v, pto::CircuitGeneratorParameters& p) {
            describe_armature(v, p, required);
            v.number({"load_resistance", "ohm", "of the load", at_least(0.0), required}, p.load_resistance);
          },
          [](Circuit& c, Name n, const pto::CircuitGeneratorParameters& p, Given&) {
            c.add(n, pto::CircuitGenerator(p));
          }),
      element<MapGenerator>(
          "map-generator", "terminal shaft; input torque; outputs electrical_power, torque, loss",
          [](Visitor& v, MapGenerator& p) {
            pto::MapGeneratorParameters& g = p.generator;
            v.number({"efficiency", "", "electrical by mechanical power", Bounds{0.0, 1.0, true, false}}, p.efficiency);
            v.number({"largest_torque", "N m", "no limit unless given", above(0.0)}, g.largest_torque);
            v.number({"largest_power", "W", "no limit unless given", above(0.0)}, g.largest_power);
            v.number({"damping", "N m s", "of the shaft", at_least(0.0)}, g.damping);
          },
          [](Circuit& c, Name n, const MapGenerator& p, Given&) {
            pto::MapGeneratorParameters g = p.generator;
            g.efficiency = pto::Table2(p.efficiency);
            c.add(n, pto::MapGenerator(g));
          }),
      element<Converter>(
          "transformer", "ideal, also between domains; terminals a, b",
          [](Visitor& v, Converter& p) {
            describe_domain(v, p.a, {"domain_a", "", "of terminal a", {}, required});
            describe_domain(v, p.b, {"domain_b", "", "of terminal b", {}, required});
            v.number({"ratio", "", "over of b by over of a", {}, required}, p.ratio);
          },
          [](Circuit& c, Name n, const Converter& p, Given&) { c.add(n, network::Transformer(p.a, p.b, p.ratio)); }),
      element<FluidTube>(
          "tube", "terminals a, b",
          [](Visitor& v, FluidTube& p) {
            describe_fluid(v, p.domain);
            describe_tube(v, p);
          },
          [](Circuit& c, Name n, const FluidTube& p, Given&) { c.add(n, network::Tube(p.domain, p.tube())); }),
      element<Pipe>(
          "pipe", "a long tube of oil, in segments; terminals a, b",
          [](Visitor& v, Pipe& p) {
            describe_tube(v, p.tube);
            v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, p.pipe.bulk_modulus);
            v.number({"wall_thickness", "m", "0: rigid", at_least(0.0)}, p.pipe.wall_thickness);
            v.number({"wall_modulus", "Pa", "of the wall", above(0.0)}, p.pipe.wall_modulus);
            v.integer({"segments", "", "of the pipe", between(1.0, 1000.0)}, p.pipe.segments);
            v.number({"initial_pressure", "Pa", "at the start"}, p.pipe.initial_pressure);
            v.number({"initial_flow", "m^3/s", "at the start"}, p.pipe.initial_flow);
          },
          [](Circuit& c, Name n, const Pipe& p, Given&) {
            network::PipeParameters pipe = p.pipe;
            pipe.tube = p.tube.tube();
            c.add(n, network::Pipe(pipe));
          }),
      element<Restrictor>(
          "restrictor", "a local loss; terminals a, b",
          [](Visitor& v, Restrictor& p) {
            describe_fluid(v, p.domain);
            v.number({"loss", "", "coefficient", above(0.0)}, p.restrictor.loss);
            v.number({"diameter", "m", "inside", above(0.0), required}, p.restrictor.diameter);
            v.number({"density", "kg/m^3", "850, of air 1.225, unless given", above(0.0)}, p.density);
          },
          [](Circuit& c, Name n, const Restrictor& p, Given&) {
            network::RestrictorParameters r = p.restrictor;
            r.density = p.density.value_or(p.domain == Domain::pneumatic ? network::kStandardAirDensity : r.density);
            c.add(n, network::FlowRestrictor(p.domain, r));
          }),
      element<network::GasVesselParameters>(
          "gas-vessel", "terminal port (pneumatic)",
          [](Visitor& v, network::GasVesselParameters& p) {
            v.number({"volume", "m^3", "of the gas", above(0.0), required}, p.volume);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.standard_density);
            v.number({"initial_pressure", "Pa", "absolute", above(0.0)}, p.initial_pressure);
          },
          [](Circuit& c, Name n, const network::GasVesselParameters& p, Given&) { c.add(n, network::GasVessel(p)); }),
      element<LinearAccumulator>(
          "linear-accumulator", "terminal port",
          [](Visitor& v, LinearAccumulator& p) {
            describe_fluid(v, p.domain);
            v.number({"stiffness", "Pa/m^3", "pressure by volume", above(0.0), required}, p.vessel.stiffness);
            v.number({"rest_volume", "m^3", "volume at rest_pressure", at_least(0.0), required}, p.vessel.rest_volume);
            v.number({"rest_pressure", "Pa", "absolute", at_least(0.0), required}, p.vessel.rest_pressure);
            v.number({"initial_volume", "m^3", "rest_volume unless given", at_least(0.0)}, p.initial_volume);
            v.number({"standard_density", "kg/m^3", "of the gas", above(0.0)}, p.vessel.standard_density);
          },
          [](Circuit& c, Name n, const LinearAccumulator& p, Given&) {
            network::LinearAccumulatorParameters vessel = p.vessel;
            vessel.initial_volume = p.initial_volume.value_or(vessel.rest_volume);
            c.add(n, network::LinearAccumulator(p.domain, vessel));
          }),
      element<network::FlywheelParameters>(
          "flywheel", "terminal port (rotational); outputs speed, friction_loss",
          [](Visitor& v, network::FlywheelParameters& p) { describe_flywheel(v, p, required); },
          [](Circuit& c, Name n, const network::FlywheelParameters& p, Given&) { c.add(n, network::Flywheel(p)); }),
  };
  return kTypes;
}

struct Element {
  std::string name;
  std::size_t type = 0;
  ElementRecipe recipe;
};
void describe(Visitor& v, Element& e) {
  v.text({"name", "", "of the element", {}, required}, e.name);
  std::vector<model::Alternative> alternatives;
  for (std::size_t i = 0; i < element_types().size(); ++i) {
    const ElementType& type = element_types()[i];
    alternatives.push_back({type.word, type.help,
                            [&e, &type, i] {
                              e.type = i;
                              e.recipe = type.recipe();
                            },
                            [&e](Visitor& inner) { e.recipe.describe(inner); }});
  }
  v.tagged({"type", "", "of the element", {}, required}, alternatives, e.type);
}

struct CircuitParameters {
  Parameter elements, nodes, inputs, outputs;
  CircuitSolver solver;
};
void describe(Visitor& v, CircuitParameters& p) {
  const model::Key elements{"elements", "", "what is joined at the nodes", {}, required};
  std::vector<Element> one(1);
  if (v.reads()) {
    v.raw(elements, p.elements, model::Shape::Kind::tree);  // one by one, to know which of them have mistakes
  } else {
    v.list(elements, {[] { return 0U; }, [] { return 0U; },
                      [&one](Visitor& inner, std::size_t) { describe(inner, one.front()); }, false});
  }
  v.raw({"nodes", "", "a list of lists of terminals, as [[cylinder.a, throttle.a]]"}, p.nodes,
        model::Shape::Kind::tree);
  v.raw({"inputs", "", "from a port to element.signal"}, p.inputs, model::Shape::Kind::texts_by_name);
  v.raw({"outputs", "", "from a port to element.signal"}, p.outputs, model::Shape::Kind::texts_by_name);
  nest(v, {"solver", "", "of the circuit"}, [&p](Visitor& inner) { describe(inner, p.solver); });
}

/// An element that cannot be made goes to `missing`, and those after it are read all the same.
void add_element(Circuit& circuit, const Parameter& tree, Given& given, std::vector<std::string>& missing) {
  Given own(tree, given.around, given.diagnostics());
  Element element;
  model::read(
      tree, [&element](Visitor& v) { describe(v, element); }, given.diagnostics());
  missing.push_back(element.name);
  if (own.faulty()) return;
  try {
    element.recipe.add(circuit, element.name, own);
  } catch (const InputError& error) {
    for (const Diagnostic& d : error.diagnostics())
      given.diagnostics().error(tree.origin, fmt::format("{}: {}", element.name, d.message), d.remedy);
  }
  if (!own.faulty()) missing.pop_back();
}

bool belongs_to(const std::string& name, const std::vector<std::string>& elements) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](const std::string& element) { return name.rfind(element + ".", 0) == 0; });
}

/// "<port>: element.signal" in the order of the case.
std::vector<NetworkPort> read_signals(Given& given, const char* key, const Parameter& map,
                                      const std::vector<network::Port>& all, const std::vector<std::string>& missing,
                                      bool is_input) {
  std::vector<NetworkPort> ports;
  std::map<std::size_t, std::string> taken;
  const char* what = is_input ? "input" : "output";
  std::vector<std::string> known;
  known.reserve(all.size());
  for (const network::Port& port : all) known.push_back(port.name);
  const std::string list =
      known.empty() ? fmt::format("its elements have no {}s{}", what, is_input ? "; a source takes driven: true" : "")
                    : fmt::format("{}s of its elements: {}", what, fmt::join(known, ", "));
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    const std::string& signal = map.items[i].text;
    const Origin& origin = map.items[i].origin;
    if (signal.empty()) {
      given.diagnostics().error(
          origin, fmt::format("{}.{} must name an {} of an element, as element.signal", key, map.keys[i], what), list);
      continue;
    }
    const auto found = std::find(known.begin(), known.end(), signal);
    if (found == known.end()) {
      if (belongs_to(signal, missing)) continue;
      const auto near = nearest(signal, known);
      given.diagnostics()
          .error(origin, fmt::format("{}.{} = {}: no element has this {}", key, map.keys[i], signal, what),
                 near ? "did you mean " + *near + "?" : list, signal)
          .code = code::kUnknownName;
      continue;
    }
    const auto at = static_cast<std::size_t>(found - known.begin());
    const auto [before, fresh] = taken.emplace(at, map.keys[i]);
    if (!fresh && is_input)
      given.error(key, fmt::format("has {} and {} for {}", before->second, map.keys[i], signal),
                  "one port drives a signal; add them up before, with a sum");
    ports.push_back({port(map.keys[i], 1, all[at].unit, all[at].name), at});
  }
  return ports;
}

std::unique_ptr<system::Component> circuit(const std::string& name, const CircuitParameters& p, Given& given) {
  Circuit circuit;
  std::vector<std::string> missing;  // elements with mistakes
  if (given.has("elements") && p.elements.items.empty())
    given.error("elements", "is missing", "give a list of elements");
  for (const Parameter& element : p.elements.items) add_element(circuit, element, given, missing);
  const std::vector<Circuit::Declared> parts = circuit.components();
  std::vector<std::string> known;
  for (const auto& element : parts) {
    for (const network::Terminal& terminal : element.spec.terminals)
      known.push_back(element.name + "." + terminal.name);
  }
  if (const Parameter* nodes = &p.nodes; given.has("nodes")) {
    if (nodes->is_map() || (nodes->items.empty() && !nodes->text.empty()))
      given.error("nodes", "must be a list of lists of terminals", "such as [[cylinder.a, throttle.a]]");
    std::map<std::string, int> joined;  // terminal: node
    int nodes_read = 0;
    for (const Parameter& node : nodes->items) {
      if (node.items.empty() || node.is_map()) {
        given.error("nodes", fmt::format("has {} where a list of terminals should be", node.text),
                    "such as [[cylinder.a, throttle.a]]");
      }
      std::vector<std::string> terminals;
      for (const Parameter& terminal : node.items) {
        terminals.push_back(terminal.text);
        if (std::find(known.begin(), known.end(), terminal.text) == known.end() && !node.is_map() &&
            !belongs_to(terminal.text, missing)) {
          const auto near = nearest(terminal.text, known);
          given.diagnostics()
              .error(terminal.origin, fmt::format("nodes has {}: no such terminal", terminal.text),
                     near ? "did you mean " + *near + "?" : fmt::format("terminals: {}", fmt::join(known, ", ")),
                     terminal.text)
              .code = code::kUnknownName;
        }
        const auto [before, fresh] = joined.emplace(terminal.text, nodes_read);
        if (fresh) continue;
        given.error("nodes",
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
  if (given.faulty()) return nullptr;
  network::Network network = circuit.build();
  auto component =
      std::make_unique<NetworkComponent>(name, "circuit", std::move(network), p.solver.options(), std::move(inputs),
                                         std::move(outputs), std::vector<NetworkPort>{});
  component->on_warning(given.around.warn);
  return component;
}

}  // namespace

pto::EfficiencyMotor Efficiencies::losses() const {
  return {pto::Table2(volumetric.value_or(1.0)), pto::Table2(mechanical.value_or(1.0)), 100.0};
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
  v.number({"tolerance", "", "of a step of its own", above(0.0)}, p.adaptive.tolerance);
  v.number({"maximum_step", "s", "no limit unless given", above(0.0)}, p.adaptive.maximum_step);
  v.integer({"steps", "", "so many within each step of the run; absent: they adapt", between(1.0, kMostInnerSteps)},
            p.steps);
}

void add_circuit(Registry& r) {
  r.add<CircuitParameters>(
      "circuit", "a network of elements of the user's own, joined at nodes",
      "elements: [{name: c, type: cylinder, area_a: 0.03, area_b: 0.03, volume_a: 0.1, volume_b: 0.1, "
      "initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}, {name: r, type: resistance, resistance: 1.0e9}], "
      "nodes: [[c.a, r.a], [r.b, c.b]], inputs: {velocity: c.velocity, position: c.position}, outputs: {output: "
      "c.force}",
      describe, circuit);
}

}  // namespace swell::components
