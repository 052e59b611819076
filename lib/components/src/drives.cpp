// Direct drives and generators of lib/pto as components.
#include <fmt/format.h>

#include "swell/components/declared.h"
#include "swell/pto/direct_drive.h"
#include "swell/pto/generator.h"
#include "types.h"

namespace swell::components {

using system::Computed;
using system::Declaration;
using system::Evaluation;
using system::Input;
using system::PortKind;
using system::State;

namespace {

pto::LinearGenerator read_generator(Parameters& read) {
  pto::LinearGenerator g;
  g.pole_pitch = read.number("pole_pitch", "m", above(0.0));
  g.magnet_flux = read.number("magnet_flux", "Wb");
  g.winding_resistance = read.number("winding_resistance", "ohm", at_least(0.0));
  g.inductance = read.number("inductance", "H", above(0.0));
  g.load_resistance = read.number("load_resistance", "ohm");
  g.friction = read.number("friction", "N s/m", at_least(0.0), 0.0);
  const auto flux = read.numbers("initial_flux", "Wb", 2, std::vector<double>{g.magnet_flux, 0.0});
  g.initial_flux_d = flux[0];
  g.initial_flux_q = flux[1];
  return g;
}

/// Outputs in the order of the block: what LinearGeneratorOutput has first.
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

// A winding is the quickest part of a device by far; rk4 is stable to 2.785 of its time constant on the real axis.
std::string winding(const std::string& name, double inductance, double resistance) {
  if (!(inductance > 0.0) || !(resistance > 0.0)) return {};
  return fmt::format(
      "the winding of {} settles with L/R = {:.3g} s: steps of rk4 must then be shorter than {:.3g} s; use "
      "simulation.integrator: implicit",
      name, inductance / resistance, 2.7 * inductance / resistance);
}

std::unique_ptr<system::Component> linear_generator(const std::string& name, Parameters& read, const Surroundings&) {
  const pto::LinearGenerator generator = read_generator(read);
  pto::check(generator);
  return declared(
      name, "linear-generator", [=](Declaration& d) { declare_generator(d, generator, generator, false); },
      winding(name, generator.inductance, generator.winding_resistance + generator.load_resistance));
}

std::unique_ptr<system::Component> rotary_generator(const std::string& name, Parameters& read, const Surroundings&) {
  pto::RotaryGenerator generator;
  generator.radius = read.number("radius", "m", above(0.0));
  generator.linear = read_generator(read);
  pto::check(generator);
  const pto::LinearGenerator& linear = generator.linear;
  return declared(
      name, "rotary-generator", [=](Declaration& d) { declare_generator(d, generator, generator.linear, true); },
      winding(name, linear.inductance, linear.winding_resistance + linear.load_resistance));
}

std::unique_ptr<system::Component> direct_drive(const std::string& name, Parameters& read, const Surroundings&) {
  pto::SimpleDirectDrive drive;
  drive.torque_constant = read.number("torque_constant", "N m/A", above(0.0));
  drive.gear_ratio = read.number("gear_ratio", "rad/m", above(0.0));
  drive.inertia = read.number("inertia", "kg m^2", at_least(0.0), 0.0);
  drive.friction = read.number("friction", "N m s", at_least(0.0), 0.0);
  drive.resistance = read.number("resistance", "ohm", at_least(0.0));
  drive.inductance = read.number("inductance", "H", at_least(0.0), 0.0);
  pto::check(drive);
  const auto declare = [=](Declaration& d) {
    const Input velocity = d.input(joint_port("velocity", "m/s", "rad/s", "rate of the joint", PortKind::flow));
    const Input command = d.input(joint_port("command", "N", "N m", "force that is asked for", PortKind::effort));
    const bool lag = drive.inductance > 0.0;
    State torque{0};
    system::Reads reads = {velocity};
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
    d.output(joint_port("inertia", "kg", "kg m^2", "inertia felt at the joint", PortKind::inertia), {},
             [=](const Evaluation&, double* out) { out[0] = pto::reflected_mass(drive); });
  };
  return declared(name, "direct-drive", declare, winding(name, drive.inductance, drive.resistance));
}

pto::Table2 read_map(Parameters& read, const std::string& key) {
  pto::Table2 map{1.0};
  const Parameter* given = read.tree(key);
  if (given == nullptr) {
    read.error(key, "is missing", "give an efficiency, or {speed, torque, values}");
  } else if (given->kind == Parameter::Kind::number) {
    map = pto::Table2(given->number);
  } else {
    read.group(key, true, [&](Parameters& p) {
      const auto speed = p.numbers("speed", "rad/s"), torque = p.numbers("torque", "N m");
      std::vector<double> values;
      for (const auto& row : p.table("values", "", torque.size(), true))
        values.insert(values.end(), row.begin(), row.end());
      if (values.size() == speed.size() * torque.size() && !values.empty())
        map = pto::Table2(speed, torque, values, "efficiency");
      else
        p.error("values", "must have a row for each speed and a column for each torque");
    });
  }
  return map;
}

std::unique_ptr<system::Component> electric_generator(const std::string& name, Parameters& read, const Surroundings&) {
  const pto::Table2 efficiency = read_map(read, "efficiency");
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
  r.add("linear-generator", "linear permanent-magnet generator with a resistive load", linear_generator);
  r.add("rotary-generator", "the same on a radius", rotary_generator);
  r.add("direct-drive", "geared motor that follows a commanded force behind the lag of its winding", direct_drive);
  r.add("electric-generator", "electrical power of torque and speed by an efficiency map", electric_generator);
}

}  // namespace swell::components
