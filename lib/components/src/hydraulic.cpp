// The standard hydraulic power take-off of lib/pto as a component.
#include <fmt/format.h>

#include "swell/components/declared.h"
#include "swell/components/network_component.h"
#include "swell/pto/hydraulic_train.h"
#include "types.h"

namespace swell::components {

using system::PortKind;

void warn_of_empty(Parameters& read, double initial_pressure, double precharge) {
  if (!(initial_pressure > 0.0 && initial_pressure < precharge)) return;  // 0 stands for the precharge
  read.warning("initial_pressure",
               fmt::format("= {:g} Pa is below the precharge of {:g} Pa: the accumulator is empty at the start",
                           initial_pressure, precharge),
               "the precharge is the pressure of the gas without oil, below that at work");
}

namespace {

/// Reads numbers whose defaults are those of an example, or required when there is none.
class Reader {
 public:
  Reader(Parameters& read, bool example) : read_(read), example_(example) {}
  void operator()(const char* key, const char* unit, double& value, const Bounds& bounds = {}) {
    value = example_ ? read_.number(key, unit, bounds, value) : read_.number(key, unit, bounds);
  }
  /// One that has a default of its own.
  void with_default(const char* key, const char* unit, double& value, const Bounds& bounds = {}) {
    value = read_.number(key, unit, bounds, value);
  }

 private:
  Parameters& read_;
  bool example_;
};

void read_cylinder(Parameters& read, bool example, pto::CylinderParameters& c) {
  Reader r(read, example);
  r("area_a", "m^2", c.area_a, above(0.0));
  r("area_b", "m^2", c.area_b, above(0.0));
  r("volume_a", "m^3", c.volume_a, above(0.0));
  r("volume_b", "m^3", c.volume_b, above(0.0));
  r.with_default("bulk_modulus", "Pa", c.bulk_modulus, above(0.0));
  r.with_default("leakage", "m^3/(s Pa)", c.leakage, at_least(0.0));
  r("initial_pressure_a", "Pa", c.initial_pressure_a, at_least(0.0));
  r("initial_pressure_b", "Pa", c.initial_pressure_b, at_least(0.0));
  r.with_default("viscous_friction", "N s/m", c.rod.viscous, at_least(0.0));
  r.with_default("coulomb_friction", "N", c.rod.coulomb, at_least(0.0));
  r.with_default("coulomb_velocity", "m/s", c.rod.coulomb_velocity, above(0.0));
  if (const auto x = read.optional_number("lower", "m")) c.rod.x_min = *x;
  if (const auto x = read.optional_number("upper", "m")) c.rod.x_max = *x;
  r.with_default("stop_stiffness", "N/m", c.rod.stop_stiffness, at_least(0.0));
  r.with_default("stop_damping", "N s/m", c.rod.stop_damping, at_least(0.0));
}

void read_valve(Parameters& read, bool example, network::AreaCheckValveParameters& v) {
  Reader r(read, example);
  r.with_default("discharge_coefficient", "", v.discharge_coefficient, above(0.0));
  r.with_default("minimum_area", "m^2", v.minimum_area, above(0.0));
  r("maximum_area", "m^2", v.maximum_area, above(0.0));
  r.with_default("minimum_pressure", "Pa", v.minimum_pressure);
  r("maximum_pressure", "Pa", v.maximum_pressure);
  r.with_default("density", "kg/m^3", v.density, above(0.0));
  r.with_default("laminar_pressure", "Pa", v.laminar_pressure, above(0.0));
}

void read_accumulator(Parameters& read, bool example, network::GasAccumulatorParameters& a) {
  Reader r(read, example);
  r("volume", "m^3", a.volume, above(0.0));
  r("precharge", "Pa", a.precharge, above(0.0));
  r("initial_pressure", "Pa", a.initial_pressure, at_least(0.0));
  warn_of_empty(read, a.initial_pressure, a.precharge);
  r.with_default("exponent", "", a.exponent, above(0.0));
  r.with_default("thermal_time", "s", a.thermal_time, at_least(0.0));
}

void read_motor(Parameters& read, bool example, pto::MotorParameters& m) {
  Reader r(read, example);
  if (const auto cc = read.optional_number("displacement_cc", "cm^3 per revolution", above(0.0))) {
    m.displacement = pto::displacement_from_cc_per_rev(*cc);
  } else {
    r("displacement", "m^3/rad", m.displacement, above(0.0));
  }
  r.with_default("setting", "", m.setting, between(-1.0, 1.0));
  const bool lossy = read.has("volumetric_efficiency") || read.has("mechanical_efficiency");
  const double volumetric = read.number("volumetric_efficiency", "", Bounds{0.0, 1.0, true, false}, 1.0);
  const double mechanical = read.number("mechanical_efficiency", "", Bounds{0.0, 1.0, true, false}, 1.0);
  if (lossy) m.losses = pto::EfficiencyMotor{pto::Table2(volumetric), pto::Table2(mechanical), 100.0};
}

void read_generator(Parameters& read, bool example, pto::CircuitGeneratorParameters& g) {
  Reader r(read, example);
  r("armature_resistance", "ohm", g.armature_resistance, at_least(0.0));
  r("armature_inductance", "H", g.armature_inductance, above(0.0));
  r("voltage_constant", "V s/rad", g.voltage_constant, above(0.0));
  r.with_default("initial_current", "A", g.initial_current);
  if (const auto load = read.optional_number("load_resistance", "ohm", at_least(0.0))) {
    g.load_resistance = *load;
    g.control.reset();
  } else if (!g.control) {
    g.control = pto::SpeedControl{};
  }
  read.group("control", false, [&](Parameters& p) {
    pto::SpeedControl control = g.control.value_or(pto::SpeedControl{});
    control.reference_rpm = p.number("speed", "rpm", above(0.0), control.reference_rpm);
    control.proportional = p.number("proportional", "ohm/rpm", {}, control.proportional);
    control.integral = p.number("integral", "ohm/(rpm s)", {}, control.integral);
    control.lower = p.number("lower", "ohm", at_least(0.0), control.lower);
    control.upper = p.number("upper", "ohm", at_least(0.0), control.upper);
    g.control = control;
  });
}

network::SolverOptions read_solver(Parameters& read) {
  network::SolverOptions options;
  read.group("solver", false, [&](Parameters& p) {
    options.tolerance = p.number("tolerance", "", above(0.0), options.tolerance);
    options.maximum_step = p.number("maximum_step", "s", above(0.0), 1e300);
    if (p.has("steps")) {
      options.adaptive = false;
      options.fixed_steps = p.integer("steps", between(1.0, kMostInnerSteps));
    }
  });
  return options;
}

NetworkPort out_port(const std::string& name, const std::string& unit, std::size_t signal, const char* text) {
  return {port(name, 1, unit, text), signal};
}

std::unique_ptr<system::Component> hydraulic_pto(const std::string& name, Parameters& read,
                                                 const Surroundings& around) {
  const bool example = read.has("example");
  const std::size_t before = errors_in(read.diagnostics());
  pto::HydraulicTrainParameters p;
  if (example) {
    read.choice("example", {"rm3"});
    p = pto::rm3_hydraulic_train(read.number("headroom", "", at_least(1.0), 2.0));
  }
  p.compressible = read.flag("compressible", true);
  const bool required = !example;
  read.group("cylinder", required, [&](Parameters& g) { read_cylinder(g, example, p.cylinder); });
  network::AreaCheckValveParameters valve;
  if (const auto* given = std::get_if<network::AreaCheckValveParameters>(&p.valve)) valve = *given;
  read.group("valve", required, [&](Parameters& g) { read_valve(g, example, valve); });
  p.valve = valve;
  read.group("high", required, [&](Parameters& g) { read_accumulator(g, example, p.high); });
  read.group("low", required, [&](Parameters& g) { read_accumulator(g, example, p.low); });
  read.group("relief", false, [&](Parameters& g) {
    network::ReliefValveParameters relief;
    relief.crack_pressure = g.number("crack_pressure", "Pa", above(0.0));
    relief.full_pressure = g.number("full_pressure", "Pa", above(0.0));
    relief.full_flow = g.number("full_flow", "m^3/s", above(0.0));
    relief.time_constant = g.number("time_constant", "s", at_least(0.0), 0.0);
    p.relief = relief;
  });
  if (const auto pressure = read.optional_number("charge_pressure", "Pa", above(0.0))) p.charge_pressure = *pressure;
  read.group("motor", required, [&](Parameters& g) { read_motor(g, example, p.motor); });
  read.group("flywheel", required, [&](Parameters& g) {
    Reader r(g, example);
    r("inertia", "kg m^2", p.flywheel.inertia, above(0.0));
    r.with_default("damping", "N m s", p.flywheel.damping, at_least(0.0));
    r.with_default("initial_speed", "rad/s", p.flywheel.initial_speed);
  });
  read.group("generator", required, [&](Parameters& g) { read_generator(g, example, p.generator); });
  const network::SolverOptions options = read_solver(read);
  const bool setting_port = read.flag("setting_port", false);
  if (errors_in(read.diagnostics()) != before) return nullptr;

  pto::HydraulicTrain train = pto::build_hydraulic_train(p);
  std::vector<NetworkPort> inputs = {{port("velocity", 1, "m/s", "of the rod", "", PortKind::flow), train.velocity},
                                     {port("position", 1, "m", "of the rod"), train.position}};
  if (setting_port) inputs.push_back({port("setting", 1, "1", "of the motor, -1 to 1"), train.setting});
  std::vector<NetworkPort> outputs = {
      {port("output", 1, "N", "on the rod, along its position", "", PortKind::effort), train.force},
      out_port("absorbed_power", "W", train.absorbed_power, "from the device into the oil"),
      out_port("shaft_power", "W", train.shaft_power, "of the motor"),
      {electric_power("electrical_power", "into the load"), train.electrical_power},
      out_port("shaft_speed", "rad/s", train.shaft_speed, "of motor, flywheel and generator"),
      out_port("high_pressure", "Pa", train.high_pressure, "of the high-pressure accumulator"),
      out_port("low_pressure", "Pa", train.low_pressure, "of the low-pressure accumulator")};
  std::vector<NetworkPort> energies = {
      out_port("absorbed_energy", "J", train.absorbed_power, "integral of absorbed_power"),
      out_port("electrical_energy", "J", train.electrical_power, "integral of electrical_power"),
      out_port("motor_loss", "J", train.network.output("motor.loss"), "leakage and friction of the motor, so far"),
      out_port("copper_loss", "J", train.network.output("generator.copper_loss"), "of the generator, so far"),
      out_port("friction_loss", "J", train.network.output("cylinder.friction_loss"), "of the rod, so far"),
      out_port("oil_loss", "J", train.network.output("cylinder.oil_loss"),
               "leakage past the piston, and compression that leaves with the oil, so far")};
  auto component = std::make_unique<NetworkComponent>(name, "hydraulic-pto", std::move(train.network), options,
                                                      std::move(inputs), std::move(outputs), std::move(energies));
  component->tell(around.remark);
  return component;
}

}  // namespace

void add_hydraulic(Registry& r) {
  r.add("hydraulic-pto", "cylinder, check valves, accumulators, motor, flywheel, generator", hydraulic_pto);
}

}  // namespace swell::components
