// Circuits of the user's own: elements of lib/network and lib/pto, joined at nodes, as one self-stepped component.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "swell/components/declared.h"
#include "swell/components/network_component.h"
#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/tube.h"
#include "swell/network/vessel.h"
#include "swell/pto/generator.h"
#include "swell/pto/hydraulic_cylinder.h"
#include "swell/pto/hydraulic_motor.h"
#include "types.h"

namespace swell::components {

namespace {

using network::Circuit;
using network::Domain;

Domain read_domain(Parameters& read) {
  return static_cast<Domain>(
      read.choice("domain", {"hydraulic", "pneumatic", "electrical", "rotational", "translational"}, 0));
}

network::SourceValue read_source(Parameters& read) {
  network::SourceValue value;
  value.driven = read.flag("driven", false);
  value.constant = read.number("value", "", {}, 0.0);
  if (!value.driven && !read.has("value")) read.error("value", "is missing", "give a number, or driven: true");
  return value;
}

/// Of an element for liquids and gases only.
Domain read_fluid(Parameters& read) {
  return static_cast<Domain>(read.choice("domain", {"hydraulic", "pneumatic"}, 0));
}

constexpr double kAirViscosity = 1.8e-5;  // [Pa s] dynamic, air at 15 degrees C

network::TubeParameters read_tube(Parameters& read, Domain domain) {
  network::TubeParameters tube;
  if (domain == Domain::pneumatic) {  // the defaults of the structure are those of oil
    tube.viscosity = kAirViscosity;
    tube.density = network::kStandardAirDensity;
  }
  tube.length = read.number("length", "m", above(0.0));
  tube.diameter = read.number("diameter", "m", above(0.0));
  tube.viscosity = read.number("viscosity", "Pa s", above(0.0), tube.viscosity);
  tube.density = read.number("density", "kg/m^3", above(0.0), tube.density);
  tube.roughness = read.number("roughness", "m", at_least(0.0), tube.roughness);
  return tube;
}

using Add = std::function<void(Circuit&, const std::string& name, Parameters&)>;

const std::vector<std::pair<std::string, Add>>& element_types() {
  static const std::vector<std::pair<std::string, Add>> kTypes = {
      {"over-source",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_domain(p);
         c.add(n, network::OverSource(domain, read_source(p)));
       }},
      {"through-source",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_domain(p);
         c.add(n, network::ThroughSource(domain, read_source(p)));
       }},
      {"closed", [](Circuit& c, const std::string& n, Parameters& p) { c.add(n, network::Closed(read_domain(p))); }},
      {"resistance",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_domain(p);
         c.add(n, network::Resistance(domain, p.number("resistance", "", at_least(0.0))));
       }},
      {"capacity",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_domain(p);
         const double capacity = p.number("capacity", "", above(0.0), 1.0);
         if (!p.has("capacity")) p.error("capacity", "is missing");
         c.add(n, network::Capacity(domain, capacity, p.number("initial", "", {}, 0.0)));
       }},
      {"inertance",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_domain(p);
         const double inertance = p.number("inertance", "", above(0.0), 1.0);
         if (!p.has("inertance")) p.error("inertance", "is missing");
         c.add(n, network::Inertance(domain, inertance, p.number("initial", "", {}, 0.0)));
       }},
      {"orifice",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::OrificeParameters o;
         o.area = p.number("area", "m^2", above(0.0));
         o.discharge_coefficient = p.number("discharge_coefficient", "", above(0.0), o.discharge_coefficient);
         o.density = p.number("density", "kg/m^3", above(0.0), o.density);
         c.add(n, network::Orifice(o));
       }},
      {"check-valve",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::CheckValveParameters v;
         v.opening_pressure = p.number("opening_pressure", "Pa", at_least(0.0), v.opening_pressure);
         v.on_resistance = p.number("on_resistance", "Pa s/m^3", at_least(0.0), v.on_resistance);
         v.off_conductance = p.number("off_conductance", "m^3/(s Pa)", at_least(0.0), v.off_conductance);
         c.add(n, network::CheckValve(v));
       }},
      {"relief-valve",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::ReliefValveParameters v;
         v.crack_pressure = p.number("crack_pressure", "Pa", above(0.0));
         v.full_pressure = p.number("full_pressure", "Pa", above(0.0));
         v.full_flow = p.number("full_flow", "m^3/s", above(0.0));
         v.time_constant = p.number("time_constant", "s", at_least(0.0), 0.0);
         c.add(n, network::ReliefValve(v));
       }},
      {"gas-accumulator",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::GasAccumulatorParameters a;
         a.volume = p.number("volume", "m^3", above(0.0));
         a.precharge = p.number("precharge", "Pa", above(0.0));
         a.initial_pressure = p.number("initial_pressure", "Pa", at_least(0.0));
         warn_of_empty(p, a.initial_pressure, a.precharge);
         a.exponent = p.number("exponent", "", above(0.0), a.exponent);
         c.add(n, network::GasAccumulator(a));
       }},
      {"chamber",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::ChamberParameters v;
         v.volume = p.number("volume", "m^3", above(0.0));
         v.bulk_modulus = p.number("bulk_modulus", "Pa", above(0.0), v.bulk_modulus);
         v.gas_fraction = p.number("gas_fraction", "", between(0.0, 1.0), v.gas_fraction);
         v.initial_pressure = p.number("initial_pressure", "Pa", above(0.0), v.initial_pressure);
         c.add(n, network::Chamber(v));
       }},
      {"cylinder",
       [](Circuit& c, const std::string& n, Parameters& p) {
         pto::CylinderParameters v;
         v.area_a = p.number("area_a", "m^2", above(0.0));
         v.area_b = p.number("area_b", "m^2", above(0.0));
         v.volume_a = p.number("volume_a", "m^3", above(0.0));
         v.volume_b = p.number("volume_b", "m^3", above(0.0));
         v.bulk_modulus = p.number("bulk_modulus", "Pa", above(0.0), v.bulk_modulus);
         v.initial_pressure_a = p.number("initial_pressure_a", "Pa", at_least(0.0));
         v.initial_pressure_b = p.number("initial_pressure_b", "Pa", at_least(0.0));
         c.add(n, pto::CompressibleCylinder(v));
       }},
      {"motor",
       [](Circuit& c, const std::string& n, Parameters& p) {
         pto::MotorParameters m;
         m.displacement = p.number("displacement", "m^3/rad", above(0.0));
         m.setting = p.number("setting", "", between(-1.0, 1.0), 1.0);
         const double volumetric = p.number("volumetric_efficiency", "", Bounds{0.0, 1.0, true, false}, 1.0);
         const double mechanical = p.number("mechanical_efficiency", "", Bounds{0.0, 1.0, true, false}, 1.0);
         if (volumetric < 1.0 || mechanical < 1.0)
           m.losses = pto::EfficiencyMotor{pto::Table2(volumetric), pto::Table2(mechanical), 100.0};
         c.add(n, pto::HydraulicMotor(m));
       }},
      {"generator",
       [](Circuit& c, const std::string& n, Parameters& p) {
         pto::CircuitGeneratorParameters g;
         g.armature_resistance = p.number("armature_resistance", "ohm", at_least(0.0));
         g.armature_inductance = p.number("armature_inductance", "H", above(0.0));
         g.voltage_constant = p.number("voltage_constant", "V s/rad", above(0.0));
         g.load_resistance = p.number("load_resistance", "ohm", at_least(0.0));
         g.initial_current = p.number("initial_current", "A", {}, 0.0);
         c.add(n, pto::CircuitGenerator(g));
       }},
      {"map-generator",
       [](Circuit& c, const std::string& n, Parameters& p) {
         pto::MapGeneratorParameters g;
         g.efficiency = pto::Table2(p.number("efficiency", "", Bounds{0.0, 1.0, true, false}, 1.0));
         g.largest_torque = p.number("largest_torque", "N m", above(0.0), network::kInfinity);
         g.largest_power = p.number("largest_power", "W", above(0.0), network::kInfinity);
         g.damping = p.number("damping", "N m s", at_least(0.0), 0.0);
         c.add(n, pto::MapGenerator(g));
       }},
      {"transformer",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const std::vector<std::string> domains = {"hydraulic", "pneumatic", "electrical", "rotational",
                                                   "translational"};
         const auto a = static_cast<Domain>(p.choice("domain_a", domains));
         const auto b = static_cast<Domain>(p.choice("domain_b", domains));
         c.add(n, network::Transformer(a, b, p.number("ratio", "")));
       }},
      {"tube",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_fluid(p);
         c.add(n, network::Tube(domain, read_tube(p, domain)));
       }},
      {"pipe",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::PipeParameters pipe;
         pipe.tube = read_tube(p, Domain::hydraulic);
         pipe.bulk_modulus = p.number("bulk_modulus", "Pa", above(0.0), pipe.bulk_modulus);
         pipe.wall_thickness = p.number("wall_thickness", "m", at_least(0.0), 0.0);
         pipe.wall_modulus = p.number("wall_modulus", "Pa", above(0.0), pipe.wall_modulus);
         pipe.segments = p.integer("segments", between(1.0, 1000.0), pipe.segments);
         pipe.initial_pressure = p.number("initial_pressure", "Pa", {}, 0.0);
         pipe.initial_flow = p.number("initial_flow", "m^3/s", {}, 0.0);
         c.add(n, network::Pipe(pipe));
       }},
      {"restrictor",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_fluid(p);
         network::RestrictorParameters r;
         if (domain == Domain::pneumatic) r.density = network::kStandardAirDensity;
         r.loss = p.number("loss", "", above(0.0), r.loss);
         r.diameter = p.number("diameter", "m", above(0.0));
         r.density = p.number("density", "kg/m^3", above(0.0), r.density);
         c.add(n, network::FlowRestrictor(domain, r));
       }},
      {"gas-vessel",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::GasVesselParameters v;
         v.volume = p.number("volume", "m^3", above(0.0));
         v.standard_density = p.number("standard_density", "kg/m^3", above(0.0), v.standard_density);
         v.initial_pressure = p.number("initial_pressure", "Pa", above(0.0), v.initial_pressure);
         c.add(n, network::GasVessel(v));
       }},
      {"linear-accumulator",
       [](Circuit& c, const std::string& n, Parameters& p) {
         const Domain domain = read_fluid(p);
         network::LinearAccumulatorParameters v;
         v.stiffness = p.number("stiffness", "Pa/m^3", above(0.0));
         v.rest_volume = p.number("rest_volume", "m^3", at_least(0.0));
         v.rest_pressure = p.number("rest_pressure", "Pa", at_least(0.0));
         v.initial_volume = p.number("initial_volume", "m^3", at_least(0.0), v.rest_volume);
         v.standard_density = p.number("standard_density", "kg/m^3", above(0.0), v.standard_density);
         c.add(n, network::LinearAccumulator(domain, v));
       }},
      {"flywheel",
       [](Circuit& c, const std::string& n, Parameters& p) {
         network::FlywheelParameters f;
         f.inertia = p.number("inertia", "kg m^2", above(0.0));
         f.damping = p.number("damping", "N m s", at_least(0.0), 0.0);
         f.initial_speed = p.number("initial_speed", "rad/s", {}, 0.0);
         c.add(n, network::Flywheel(f));
       }},
  };
  return kTypes;
}

/// An element that cannot be made goes to `missing`, and those after it are read all the same.
void add_element(Circuit& circuit, const Parameter& tree, Parameters& read, std::vector<std::string>& missing) {
  Parameters one(tree, read.diagnostics());
  const std::size_t before = errors_in(read.diagnostics());
  const std::string name = one.text("name"), type = one.text("type");
  missing.push_back(name);
  if (type.empty()) return;
  std::vector<std::string> known;
  for (const auto& [word, add] : element_types()) {
    known.push_back(word);
    if (word != type) continue;
    try {
      add(circuit, name, one);
    } catch (const InputError& error) {
      // What a physics library says of values that stand in for refused ones is no mistake of the file.
      if (errors_in(read.diagnostics()) == before) {
        for (const Diagnostic& d : error.diagnostics())
          read.diagnostics().error(tree.origin, fmt::format("{}: {}", name, d.message), d.remedy);
      }
    }
    one.finish();
    if (errors_in(read.diagnostics()) == before) missing.pop_back();
    return;
  }
  const auto near = nearest(type, known);
  one.error("type", fmt::format("= {} is no element", type),
            near ? "did you mean " + *near + "?" : fmt::format("elements: {}", fmt::join(known, ", ")));
}

bool belongs_to(const std::string& name, const std::vector<std::string>& elements) {
  return std::any_of(elements.begin(), elements.end(),
                     [&](const std::string& element) { return name.rfind(element + ".", 0) == 0; });
}

/// "<port>: element.signal" in the order of the case.
std::vector<NetworkPort> read_signals(Parameters& read, const char* key, const std::vector<network::Port>& all,
                                      const std::vector<std::string>& missing, bool is_input) {
  std::vector<NetworkPort> ports;
  const Parameter* map = read.tree(key);
  if (map == nullptr) return ports;
  std::map<std::size_t, std::string> taken;
  if (!map->is_map()) {
    read.error(key, "must be a map from a port to element.signal");
    return ports;
  }
  const char* what = is_input ? "input" : "output";
  std::vector<std::string> known;
  known.reserve(all.size());
  for (const network::Port& port : all) known.push_back(port.name);
  const std::string list =
      known.empty() ? fmt::format("its elements have no {}s{}", what, is_input ? "; a source takes driven: true" : "")
                    : fmt::format("{}s of its elements: {}", what, fmt::join(known, ", "));
  for (std::size_t i = 0; i < map->keys.size(); ++i) {
    const std::string& signal = map->items[i].text;
    const Origin& origin = map->items[i].origin;
    if (signal.empty()) {
      read.diagnostics().error(
          origin, fmt::format("{}.{} must name an {} of an element, as element.signal", key, map->keys[i], what), list);
      continue;
    }
    const auto found = std::find(known.begin(), known.end(), signal);
    if (found == known.end()) {
      if (belongs_to(signal, missing)) continue;
      const auto near = nearest(signal, known);
      read.diagnostics().error(origin,
                               fmt::format("{}.{} = {}: no element has this {}", key, map->keys[i], signal, what),
                               near ? "did you mean " + *near + "?" : list, signal);
      continue;
    }
    const auto at = static_cast<std::size_t>(found - known.begin());
    const auto [before, fresh] = taken.emplace(at, map->keys[i]);
    if (!fresh && is_input)
      read.error(key, fmt::format("has {} and {} for {}", before->second, map->keys[i], signal),
                 "one port drives a signal; add them up before, with a sum");
    ports.push_back({port(map->keys[i], 1, all[at].unit, all[at].name), at});
  }
  return ports;
}

std::unique_ptr<system::Component> circuit(const std::string& name, Parameters& read, const Surroundings& around) {
  Circuit circuit;
  const std::size_t mistakes = errors_in(read.diagnostics());
  std::vector<std::string> missing;  // elements with mistakes
  const Parameter* elements = read.tree("elements");
  if (elements == nullptr || elements->items.empty()) read.error("elements", "is missing", "give a list of elements");
  if (elements != nullptr) {
    for (const Parameter& element : elements->items) add_element(circuit, element, read, missing);
  }
  const std::vector<Circuit::Declared> parts = circuit.components();
  std::vector<std::string> known;
  for (const auto& element : parts) {
    for (const network::Terminal& terminal : element.spec.terminals)
      known.push_back(element.name + "." + terminal.name);
  }
  if (const Parameter* nodes = read.tree("nodes")) {
    if (nodes->is_map() || (nodes->items.empty() && !nodes->text.empty()))
      read.error("nodes", "must be a list of lists of terminals", "such as [[cylinder.a, throttle.a]]");
    std::map<std::string, int> joined;  // terminal: node
    int nodes_read = 0;
    for (const Parameter& node : nodes->items) {
      if (node.items.empty() || node.is_map()) {
        read.error("nodes", fmt::format("has {} where a list of terminals should be", node.text),
                   "such as [[cylinder.a, throttle.a]]");
      }
      std::vector<std::string> terminals;
      for (const Parameter& terminal : node.items) {
        terminals.push_back(terminal.text);
        if (std::find(known.begin(), known.end(), terminal.text) == known.end() && !node.is_map() &&
            !belongs_to(terminal.text, missing)) {
          const auto near = nearest(terminal.text, known);
          read.diagnostics().error(
              terminal.origin, fmt::format("nodes has {}: no such terminal", terminal.text),
              near ? "did you mean " + *near + "?" : fmt::format("terminals: {}", fmt::join(known, ", ")),
              terminal.text);
        }
        const auto [before, fresh] = joined.emplace(terminal.text, nodes_read);
        if (fresh) continue;
        read.error("nodes",
                   before->second == nodes_read
                       ? fmt::format("has {} twice in one node", terminal.text)
                       : fmt::format("has {} in two nodes, which makes them one", terminal.text),
                   before->second == nodes_read ? "name it once" : "write all terminals of a node into one list");
      }
      ++nodes_read;
      circuit.connect(std::move(terminals));
    }
  }
  network::SolverOptions options;
  read.group("solver", false, [&](Parameters& p) {
    options.tolerance = p.number("tolerance", "", above(0.0), options.tolerance);
    if (p.has("steps")) {
      options.adaptive = false;
      options.fixed_steps = p.integer("steps", between(1.0, kMostInnerSteps));
    }
  });
  std::vector<network::Port> driven, shown;
  for (const auto& element : parts) {
    for (const network::Signal& s : element.spec.inputs)
      driven.push_back({element.name + "." + s.name, s.unit, s.initial, -1});
    for (const network::Signal& s : element.spec.outputs)
      shown.push_back({element.name + "." + s.name, s.unit, s.initial, -1});
  }
  auto inputs = read_signals(read, "inputs", driven, missing, true);
  auto outputs = read_signals(read, "outputs", shown, missing, false);
  if (errors_in(read.diagnostics()) != mistakes) return nullptr;
  network::Network network = circuit.build();
  auto component = std::make_unique<NetworkComponent>(name, "circuit", std::move(network), options, std::move(inputs),
                                                      std::move(outputs), std::vector<NetworkPort>{});
  component->tell(around.remark);
  return component;
}

}  // namespace

void add_circuit(Registry& r) { r.add("circuit", "a network of elements of the user's own, joined at nodes", circuit); }

}  // namespace swell::components
