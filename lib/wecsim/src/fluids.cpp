// (Ports and laws: the reference pages of the blocks of Simscape Foundation Library and Simscape Fluids, hydraulic.)
#include "fluids.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scalars.h"

namespace swell::wecsim {
namespace {

constexpr double kAtmosphere = 101325.0;  // pressures of the blocks are gauge, here absolute
constexpr double kDensity = 850.0;        // of the oil where no block says [kg/m^3]

// The last part of the library's name, and which of the libraries it is.
std::string kind_of(const SlxBlock& b) {
  for (const char* library : {"fl_lib/", "sh_lib/", "fl_ps_lib/", "fl_ps_legacy_lib/"}) {
    if (b.source.rfind(library, 0) == 0) return b.source.substr(b.source.rfind('/') + 1);
  }
  return {};
}
bool is_physical_signal(const SlxBlock& b) { return b.source.rfind("fl_ps", 0) == 0; }
bool is_converter(const SlxBlock& b) { return b.source.rfind("nesl_utility/Simulink-PS Converter", 0) == 0; }

}  // namespace

int Fluids::net(const std::string& scope, const std::string& sid, const std::string& kind, int number) const {
  const auto found = drawn_.nets.find(end_key(scope, sid, kind, number));
  return found == drawn_.nets.end() ? -1 : found->second;
}

Scalar Fluids::signal_on(int at, SignalTracer& tracer) const {
  for (const auto& p : drawn_.physical) {
    if (at < 0) break;
    const SlxBlock& b = *p.first;
    if (net(p.second, b.sid, "rconn", 1) != at) continue;
    if (is_converter(b)) {
      const Signal s = tracer.input(p.second, b.sid, 1);
      if (s.elements.size() != 1) unfollowed(b, "a signal of several numbers for a physical one");
      return s.elements[0];
    }
    if (is_physical_signal(b) && kind_of(b) == "PS Gain") {
      const Scalar in = signal_on(net(p.second, b.sid, "lconn", 1), tracer);
      return times(Scalar::of(tracer.number(b, "gain", "1")), in, false);
    }
    if (is_physical_signal(b)) unfollowed(b, "no law here does what this physical signal does");
  }
  throw Unfollowed{"a physical signal", "nothing makes it"};
}

void Fluids::drive(const std::string& element, const char* signal, int at, SignalTracer& tracer, double factor) {
  // followed when the circuit's own outputs exist: the drawing may lead them back
  const std::string port = fmt::format("{}_{}", element, signal);
  inputs_ += fmt::format("{}{}: {}.{}", inputs_.empty() ? "" : ", ", port, element, signal);
  const bool opening = std::string(signal) == "opening";  // beyond its ends a valve is shut or wide open
  tracer.later.push_back([this, at, factor, port, opening, &tracer] {
    Scalar s = times(Scalar::of(factor), signal_on(at, tracer), false);
    if (opening) s = formula("min(max({}, 0), 1)", s.text());
    tracer.connect(tracer.port_of(s, port, port), circuit_ + "." + port);
  });
}

// The piston follows a velocity source; the force is that of a sensor on its rod or its case. Pressure at A moves the
// rod in the positive direction, which shrinks chamber B; a positive velocity here shrinks A.
void Fluids::cylinder(const Placed& p, SignalTracer& tracer) {
  const SlxBlock& b = *p.block;
  const double sense = tracer.number(b, "or", "1") == 2.0 ? -1.0 : 1.0;
  const double area_a = tracer.number(b, "area_A", "1e-3"), area_b = tracer.number(b, "area_B", "5e-4"),
               stroke = tracer.number(b, "stroke", "0.1"), start = tracer.number(b, "init_pos", "0");
  const double dead = 1e-2 * stroke;  // chambers here are never empty
  add(p, "",
      fmt::format("type: cylinder, area_a: {}, area_b: {}, volume_a: {}, volume_b: {}, initial_pressure_a: {}, "
                  "initial_pressure_b: {}",
                  area_a, area_b, area_a * (start + dead), area_b * (stroke - start + dead), kAtmosphere, kAtmosphere));
  notes.push_back(fmt::format("{}: the oil in its chambers is compressible here; its hard stops are left out", b.path));
  if (area_a != area_b)
    notes.push_back(
        fmt::format("{}: pressures are absolute here: the force has {:g} N of the atmosphere on the rod's "
                    "cross-section",
                    b.path, kAtmosphere * (area_b - area_a)));
  join(net(p, "lconn", 2), p, "a");
  join(net(p, "rconn", 2), p, "b");
  const int held = net(p, "lconn", 1), rod = net(p, "rconn", 1);
  std::set<int> moved{rod};
  for (const auto& other : drawn_.physical) {  // a force sensor does not give way
    const SlxBlock& s = *other.first;
    if (kind_of(s) != "Ideal Force Sensor") continue;
    const int r = net(other.second, s.sid, "lconn", 1), c = net(other.second, s.sid, "rconn", 1),
              measures = net(other.second, s.sid, "rconn", 2);
    if (r == rod || c == rod) moved.insert(r == rod ? c : r);
    // force through the sensor from R to C; the case is pushed against the sense of the rod
    const double sign = (r == held || c == rod ? 1.0 : -1.0) * sense;
    if (r == held || c == held || r == rod || c == rod)
      measured_[measures] = times(Scalar::of(sign), Scalar::port(fmt::format("{}.{}.force", circuit_, p.name)), false);
  }
  for (const auto& other : drawn_.physical) {
    const SlxBlock& s = *other.first;
    if (kind_of(s) != "Ideal Translational Velocity Source") continue;
    const bool by_r = moved.count(net(other.second, s.sid, "lconn", 1)) != 0,
               by_c = moved.count(net(other.second, s.sid, "rconn", 2)) != 0;
    if (!by_r && !by_c) continue;
    // the source gives the velocity of R against C; its other end is held
    const double factor = (by_c ? 1.0 : -1.0) * sense;
    const int signal = net(other.second, s.sid, "rconn", 1);
    const std::string velocity = p.name + "_velocity", position = p.name + "_position";
    drive(p.name, "velocity", signal, tracer, factor);
    inputs_ += fmt::format(", {}: {}.position", position, p.name);
    tracer.later.push_back([this, signal, factor, position, &tracer] {
      const Scalar v = times(Scalar::of(factor), signal_on(signal, tracer), false);
      const std::string name = tracer.unique(position);
      tracer.add({name, position, transfer({1.0}, {1.0, 0.0})});
      tracer.connect(tracer.port_of(v, position + "_rate", position), name + ".input");
      tracer.connect(name + ".output", circuit_ + "." + position);
    });
    return;
  }
  unfollowed(b, "no velocity source moves its rod");
}

void Fluids::element(const Placed& p, SignalTracer& tracer) {
  const SlxBlock& b = *p.block;
  const std::string kind = kind_of(b);
  const auto number = [&](const char* key, const char* otherwise) { return tracer.number(b, key, otherwise); };
  const auto ends = [&] {
    join(net(p, "lconn", 1), p, "a");
    join(net(p, "rconn", 1), p, "b");
  };
  if (kind == "Hydraulic Reference") {
    add(p, "", fmt::format("type: over-source, value: {}", kAtmosphere));
    join(net(p, "lconn", 1), p, "port");
  } else if (kind == "Linear Hydraulic Resistance") {
    add(p, "", fmt::format("type: resistance, resistance: {}", number("resistance", "1e10")));
    ends();
  } else if (kind == "Gas-Charged Accumulator") {
    add(p, "",
        fmt::format("type: gas-accumulator, volume: {}, precharge: {}, initial_pressure: 0, exponent: {}",
                    number("capacity", "8e-3"), number("pr_preload", "10e5") + kAtmosphere, number("k_sh", "1.4")));
    if (number("liquid_volume", "0") != 0.0)
      notes.push_back(fmt::format("{}: it starts at its precharge, without oil", b.path));
    join(net(p, "rconn", 1), p, "port");
  } else if (kind == "Pressure Relief Valve") {
    const double set = number("pres_set", "50e5"), full = set + number("reg_range", "5e5"),
                 flow = number("C_d", "0.7") * number("area_max", "1e-4") * std::sqrt(2.0 * full / kDensity);
    add(p, "",
        fmt::format("type: relief-valve, crack_pressure: {}, full_pressure: {}, full_flow: {}{}", set, full, flow,
                    number("dynamic", "0") == 1.0 ? fmt::format(", time_constant: {}", number("tau", "0.1")) : ""));
    ends();
  } else if (kind == "2-Way Directional Valve") {
    if (number("mdl_type", "1") != 1.0) unfollowed(b, "an opening by a table");
    const double area = number("area_max", "5e-5");
    add(p, "",
        fmt::format("type: valve, area: {}, discharge_coefficient: {}, density: {}, leakage: {}", area,
                    number("C_d", "0.7"), kDensity, std::min(1.0, number("A_leak", "1e-12") / area)));
    if (number("x_0", "0") != 0.0) unfollowed(b, "an opening that does not begin at 0");
    join(net(p, "lconn", 2), p, "a");
    join(net(p, "rconn", 1), p, "b");
    drive(p.name, "opening", net(p, "lconn", 1), tracer, 1.0 / number("opening_max", "5e-3"));
  } else if (kind == "Hydraulic Flow Rate Sensor") {
    add(p, "", "type: flow-sensor");
    join(net(p, "lconn", 1), p, "a");
    join(net(p, "rconn", 2), p, "b");
    measured_[net(p, "rconn", 1)] = Scalar::port(fmt::format("{}.{}.flow", circuit_, p.name));
  } else if (kind == "Fixed-Displacement Pump" || kind == "Fixed-Displacement Motor") {
    const bool pump = kind == "Fixed-Displacement Pump";
    add(p, "",
        fmt::format("type: {}, displacement: {}, volumetric_efficiency: {}", pump ? "pump" : "motor",
                    number("D", "5e-6"), number("efficiency_vol", "0.92")));
    join(net(p, pump ? "rconn" : "lconn", 1), p, "high");
    join(net(p, pump ? "rconn" : "lconn", 2), p, "low");
    const int shaft = net(p, pump ? "lconn" : "rconn", 1);
    if (nodes_.find(shaft) == nodes_.end()) {
      // a shaft without inertia turns as its torques want; a friction of nothing ties its speed to the ground
      add(p, "_friction", "type: resistance, domain: rotational, resistance: 1.0e9");
      add(p, "_ground", "type: over-source, domain: rotational, value: 0");
      nodes_[-2 - shaft] = {p.name + "_friction.b", p.name + "_ground.port"};
      nodes_[shaft].push_back(p.name + "_friction.a");
    }
    join(shaft, p, "shaft");
  } else if (kind == "Double-Acting Hydraulic Cylinder (Simple)") {
    cylinder(p, tracer);
  } else if (kind == "Hydraulic Pressure Sensor" || kind == "Mechanical Translational Reference" ||
             kind == "Ideal Force Sensor" || kind == "Ideal Translational Velocity Source" || is_physical_signal(b)) {
    return;  // read where they act
  } else {
    unfollowed(b, fmt::format("no element of a circuit here does what the block {} does", b.source));
  }
}

void Fluids::build(SignalTracer& tracer) {
  circuit_ = tracer.unique("fluid");
  std::vector<Placed> placed;
  std::set<std::string> names;
  for (const auto& p : drawn_.physical) {
    if (kind_of(*p.first).empty()) continue;
    const std::string base = plain_name(p.first->name);
    std::string name = base;
    for (int i = 2; !names.insert(name).second; ++i) name = fmt::format("{}_{}", base, i);
    placed.push_back({p.first, p.second, name});
  }
  for (const Placed& p : placed) element(p, tracer);
  for (const Placed& p : placed) {
    if (kind_of(*p.block) != "Hydraulic Pressure Sensor") continue;
    const auto at = [&](const char* kind, int number) {
      const auto node = nodes_.find(net(p, kind, number));
      if (node == nodes_.end()) unfollowed(*p.block, "it is joined to nothing else");
      return Scalar::port(fmt::format("{}.{}.pressure", circuit_, node->second.front()));
    };
    measured_[net(p, "rconn", 2)] = plus(at("lconn", 1), at("rconn", 1), true);
  }
  std::string nodes;
  for (const auto& n : nodes_) nodes += fmt::format("\n      - [{}]", fmt::join(n.second, ", "));
  EmittedComponent c{circuit_, "Simscape Fluids", {{"type", "circuit"}, {"elements", elements_}, {"nodes", nodes}}};
  if (!inputs_.empty()) c.keys.emplace_back("inputs", "{" + inputs_ + "}");
  tracer.add(std::move(c));
  notes.push_back(
      fmt::format("Simscape Fluids: {} elements and {} nodes are the circuit {}; pressures are absolute, the "
                  "oil has {:g} kg/m^3",
                  std::count(elements_.begin(), elements_.end(), '\n'), nodes_.size(), circuit_, kDensity));
}

std::optional<Signal> Fluids::output(const std::string& scope, const SlxBlock& converter, SignalTracer& tracer) {
  if (std::none_of(drawn_.physical.begin(), drawn_.physical.end(),
                   [](const auto& p) { return !kind_of(*p.first).empty() && !is_physical_signal(*p.first); }))
    return std::nullopt;
  if (circuit_.empty()) {
    try {
      build(tracer);
    } catch (...) {
      circuit_.clear();  // nothing of it stands
      throw;
    }
  }
  const auto found = measured_.find(net(scope, converter.sid, "lconn", 1));
  if (found == measured_.end()) return std::nullopt;
  return Signal{{found->second}, {}};
}

}  // namespace swell::wecsim
