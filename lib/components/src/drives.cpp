// Direct drives and generators of lib/pto as components.
#include <fmt/format.h>

#include "swell/components/declared.h"
#include "swell/pto/direct_drive.h"
#include "swell/pto/generator.h"
#include "types.h"

namespace swell::components {

namespace {

struct Generator : pto::RotaryGenerator {
  std::vector<double> initial_flux;
};
void describe_winding(Visitor& v, Generator& p) {
  pto::LinearGenerator& g = p.linear;
  v.number({"pole_pitch", "m", "of the magnets", above(0.0), required}, g.pole_pitch);
  v.number({"magnet_flux", "Wb", "that links the winding", {}, required}, g.magnet_flux);
  v.number({"winding_resistance", "ohm", "of a phase", at_least(0.0), required}, g.winding_resistance);
  v.number({"inductance", "H", "of a phase", above(0.0), required}, g.inductance);
  v.number({"load_resistance", "ohm", "of a phase", {}, required}, g.load_resistance);
  v.number({"friction", "N s/m", "of the translator", at_least(0.0)}, g.friction);
  v.numbers({"initial_flux", "Wb", "d and q at the start; absent: magnet_flux and 0"}, p.initial_flux, 2);
}
pto::RotaryGenerator with_flux(const Generator& p) {
  pto::RotaryGenerator g = p;
  g.linear.initial_flux_d = p.initial_flux.empty() ? g.linear.magnet_flux : p.initial_flux[0];
  g.linear.initial_flux_q = p.initial_flux.empty() ? 0.0 : p.initial_flux[1];
  return g;
}

/// Outputs in the order of the block, which begins with LinearGeneratorOutput.
template <class Generator>
void declare_generator(Declaration& d, const Generator& generator, const pto::LinearGenerator& linear, bool rotary) {
  const Input velocity =
      d.input(port("velocity", 1, rotary ? "rad/s" : "m/s", "rate of the joint", "joint", PortKind::flow));
  std::vector<double> start(pto::kLinearGeneratorStates);
  pto::initial_state(linear, start.data());
  system::PortSpec spec = port("flux", pto::kLinearGeneratorStates, "Wb, rad");
  spec.labels = {"flux_d", "flux_q", "angle"};
  const State x = d.state(spec, start, {velocity, State{0}}, [=](const Evaluation& e, double* rate) {
    pto::rates(generator, e.state(State{0}), e.input(velocity)[0], rate);
  });
  const Computed all = d.compute("generator", 6, {x, velocity}, [=](const Evaluation& e, double* out) {
    const pto::LinearGeneratorOutput o = pto::outputs(generator, e.state(x), e.input(velocity)[0]);
    out[0] = o.force;
    out[1] = o.absorbed_power;
    out[2] = o.electrical_power;
    out[3] = o.copper_loss;
    out[4] = -o.friction_force * e.input(velocity)[0];
    out[5] = o.magnetic_energy;
  });
  d.output(port("output", 1, rotary ? "N m" : "N", "effort on the follower", "joint", PortKind::effort), all, 0);
  d.output(port("absorbed_power", 1, "W"), all, 1);
  d.output(electric_power("electrical_power"), all, 2);
  d.output(port("copper_loss", 1, "W"), all, 3);
  d.output(port("friction_loss", 1, "W"), all, 4);
  d.output(port("magnetic_energy", 1, "J"), all, 5);
}

// A winding is by far the fastest part of a device; rk4 is stable to 2.785 of its time constant on the real axis.
std::string winding(const std::string& name, double inductance, double resistance) {
  if (!(inductance > 0.0) || !(resistance > 0.0)) return {};
  return fmt::format(
      "the winding of {} settles with L/R = {:.3g} s: steps of rk4 must then be shorter than {:.3g} s; use "
      "simulation.integrator: implicit",
      name, inductance / resistance, 2.7 * inductance / resistance);
}

std::unique_ptr<system::Component> linear_generator(const std::string& name, const Generator& p, Given&) {
  const pto::LinearGenerator generator = with_flux(p).linear;
  pto::check(generator);
  return declared(
      name, "linear-generator", [=](Declaration& d) { declare_generator(d, generator, generator, false); },
      winding(name, generator.inductance, generator.winding_resistance + generator.load_resistance));
}

void describe_rotary(Visitor& v, Generator& p) {
  v.number({"radius", "m", "of the air gap", above(0.0), required}, p.radius);
  describe_winding(v, p);
}
std::unique_ptr<system::Component> rotary_generator(const std::string& name, const Generator& p, Given&) {
  const pto::RotaryGenerator generator = with_flux(p);
  pto::check(generator);
  const pto::LinearGenerator& linear = generator.linear;
  return declared(
      name, "rotary-generator", [=](Declaration& d) { declare_generator(d, generator, generator.linear, true); },
      winding(name, linear.inductance, linear.winding_resistance + linear.load_resistance));
}

void describe(Visitor& v, pto::SimpleDirectDrive& p) {
  v.number({"torque_constant", "N m/A", "of the motor", above(0.0), required}, p.torque_constant);
  v.number({"gear_ratio", "rad/m", "turns of the motor by motion of the joint", above(0.0), required}, p.gear_ratio);
  v.number({"inertia", "kg m^2", "of the motor", at_least(0.0)}, p.inertia);
  v.number({"friction", "N m s", "of the motor", at_least(0.0)}, p.friction);
  v.number({"resistance", "ohm", "of the winding", at_least(0.0), required}, p.resistance);
  v.number({"inductance", "H", "of the winding; 0: no lag", at_least(0.0)}, p.inductance);
}
std::unique_ptr<system::Component> direct_drive(const std::string& name, const pto::SimpleDirectDrive& drive, Given&) {
  pto::check(drive);
  const auto declare = [drive](Declaration& d) {
    const Input velocity = d.input(joint_port("velocity", "m/s", "rad/s", "rate of the joint", PortKind::flow));
    const Input command = d.input(joint_port("command", "N", "N m", "force that is asked for", PortKind::effort));
    const bool lag = drive.inductance > 0.0;
    State torque{0};
    Reads reads = {velocity};
    if (lag) {
      torque = d.state(port("torque", 1, "N m"), {0.0}, {command, State{0}}, [=](const Evaluation& e, double* rate) {
        rate[0] = pto::rate(drive, e.state(State{0})[0], e.input(command)[0]);
      });
      reads.emplace_back(torque);
    } else {
      reads.emplace_back(command);
    }
    const Computed all = d.compute("drive", 5, reads, [=](const Evaluation& e, double* out) {
      const double now = lag ? e.state(torque)[0] : 0.0, asked = lag ? 0.0 : e.input(command)[0];
      const auto o = pto::outputs(drive, now, asked, e.input(velocity)[0], 0.0);
      out[0] = o.force;
      out[1] = o.absorbed_power;
      out[2] = o.electrical_power;
      out[3] = o.copper_loss;
      out[4] = o.current;
    });
    d.output(joint_port("output", "N", "N m", "effort on the follower, without the inertia", PortKind::effort), all, 0);
    d.output(port("absorbed_power", 1, "W"), all, 1);
    d.output(electric_power("electrical_power", "into the grid is negative"), all, 2);
    d.output(port("copper_loss", 1, "W"), all, 3);
    d.output(port("current", 1, "A"), all, 4);
    d.output(joint_port("inertia", "kg", "kg m^2", "inertia acting at the joint", PortKind::inertia), {},
             [=](const Evaluation&, double* out) { out[0] = pto::reflected_mass(drive); });
  };
  return declared(name, "direct-drive", declare, winding(name, drive.inductance, drive.resistance));
}

struct ElectricGenerator {
  double efficiency = 1.0;
  std::vector<double> speed, torque;  // of the map, empty without one
  std::vector<std::vector<double>> values;
};
void describe(Visitor& v, ElectricGenerator& p) {
  const Bounds share{0.0, 1.0, true, false};
  v.either({"efficiency", "", "a number, or a map over speed and torque", share, required},
           {{}, [&p] { return Parameter::of(p.efficiency); }, [&p](const Parameter& x) { p.efficiency = x.number; }},
           {[&p] { return !p.values.empty(); }, [] {},
            [&p, share](Visitor& inner) {
              inner.numbers({"speed", "rad/s", "ascending", {}, required}, p.speed);
              inner.numbers({"torque", "N m", "ascending", {}, required}, p.torque);
              inner.table({"values", "", "efficiency: a row for each speed, a column for each torque", share, required},
                          p.values);
            }});
}
std::unique_ptr<system::Component> electric_generator(const std::string& name, const ElectricGenerator& p,
                                                      Given& given) {
  pto::Table2 efficiency{p.efficiency};
  if (!p.values.empty()) {
    std::vector<double> values;
    for (const auto& row : p.values) values.insert(values.end(), row.begin(), row.end());
    if (p.values.size() == p.speed.size() && values.size() == p.speed.size() * p.torque.size()) {
      efficiency = pto::Table2(p.speed, p.torque, values, "efficiency");
    } else {
      given.refuse("contradiction", "efficiency.values", "must have a row for each speed and a column for each torque");
    }
  }
  return declared(name, "electric-generator", [=](Declaration& d) {
    const Input speed = d.input(port("speed", 1, "rad/s", "of the shaft", "", PortKind::flow));
    const Input torque = d.input(port("torque", 1, "N m", "that brakes a positive speed", "", PortKind::effort));
    d.output(electric_power("electrical_power"), {speed, torque}, [=](const Evaluation& e, double* out) {
      out[0] = pto::electrical_power(efficiency, e.input(torque)[0], e.input(speed)[0]);
    });
    d.output(port("output", 1, "N m", "torque on the shaft", "", PortKind::effort), {torque},
             [=](const Evaluation& e, double* out) { out[0] = -e.input(torque)[0]; });
  });
}

}  // namespace

void add_drives(Registry& r) {
  const std::string winding =
      "pole_pitch: 0.072, magnet_flux: 8, winding_resistance: 4.58, inductance: 0.285, load_resistance: 117.6";
  r.add<Generator>("linear-generator", "linear permanent-magnet generator with a resistive load", winding,
                   describe_winding, linear_generator);
  r.add<Generator>("rotary-generator", "the same on a radius", "radius: 2, " + winding, describe_rotary,
                   rotary_generator);
  r.add<pto::SimpleDirectDrive>(
      "direct-drive", "geared motor that follows a commanded force behind the lag of its winding",
      "torque_constant: 1, gear_ratio: 10, resistance: 1, inductance: 0.1", describe, direct_drive);
  r.add<ElectricGenerator>("electric-generator", "electrical power of torque and speed by an efficiency map",
                           "efficiency: 0.9", describe, electric_generator);
}

}  // namespace swell::components
