// The standard hydraulic power take-off of lib/pto as a component.
#include <fmt/format.h>

#include "circuit_parts.h"
#include "swell/components/declared.h"
#include "swell/components/network_component.h"
#include "swell/pto/hydraulic_train.h"

namespace swell::components {

void warn_of_empty(Given& given, const std::string& key, double initial_pressure, double precharge) {
  if (!(initial_pressure > 0.0 && initial_pressure < precharge)) return;  // 0: the precharge
  given.warning("empty-accumulator", key,
                fmt::format("= {:g} Pa is below the precharge of {:g} Pa: the accumulator is empty at the start",
                            initial_pressure, precharge),
                "the precharge is the pressure of the gas without oil, below that at work");
}

namespace {

/// Parameters, and their presentation: an example includes values without a default.
struct HydraulicPto {
  pto::HydraulicTrainParameters train;
  network::AreaCheckValveParameters valve;  // used by train.valve or replaced
  network::ReliefValveParameters relief;
  Efficiencies efficiencies;
  CircuitSolver solver;
  std::optional<double> charge_pressure, displacement_cc, load_resistance, lower, upper;
  bool example = false, relieved = false, setting_port = false;
  std::optional<double> headroom;
  bool filled = false;                ///< by the example
  model::Need all = model::Need::no;  ///< of keys without a default: an example has them all
};

void describe_cylinder(Visitor& v, HydraulicPto& p) {
  pto::CylinderParameters& c = p.train.cylinder;
  const model::Need all = p.all;
  v.number({"area_a", "m^2", "of the piston in chamber A", above(0.0), all}, c.area_a);
  v.number({"area_b", "m^2", "of the piston in chamber B", above(0.0), all}, c.area_b);
  v.number({"volume_a", "m^3", "of chamber A at position 0", above(0.0), all}, c.volume_a);
  v.number({"volume_b", "m^3", "of chamber B at position 0", above(0.0), all}, c.volume_b);
  v.number({"bulk_modulus", "Pa", "of the oil", above(0.0)}, c.bulk_modulus);
  v.number({"leakage", "m^3/(s Pa)", "past the piston", at_least(0.0)}, c.leakage);
  v.number({"initial_pressure_a", "Pa", "in chamber A, absolute", at_least(0.0), all}, c.initial_pressure_a);
  v.number({"initial_pressure_b", "Pa", "in chamber B, absolute", at_least(0.0), all}, c.initial_pressure_b);
  v.number({"viscous_friction", "N s/m", "of the rod", at_least(0.0)}, c.rod.viscous);
  v.number({"coulomb_friction", "N", "of the rod", at_least(0.0)}, c.rod.coulomb);
  v.number({"coulomb_velocity", "m/s", "over which it turns its sign", above(0.0)}, c.rod.coulomb_velocity);
  v.number({"lower", "m", "end stop; none unless given"}, p.lower);
  v.number({"upper", "m", "end stop; none unless given"}, p.upper);
  v.number({"stop_stiffness", "N/m", "of the end stops", at_least(0.0)}, c.rod.stop_stiffness);
  v.number({"stop_damping", "N s/m", "of the end stops", at_least(0.0)}, c.rod.stop_damping);
}

void describe_valve(Visitor& v, HydraulicPto& p) {
  network::AreaCheckValveParameters& a = p.valve;
  v.number({"discharge_coefficient", "", "of the opening", above(0.0)}, a.discharge_coefficient);
  v.number({"minimum_area", "m^2", "closed", above(0.0)}, a.minimum_area);
  v.number({"maximum_area", "m^2", "open", above(0.0), p.all}, a.maximum_area);
  v.number({"minimum_pressure", "Pa", "where it begins to open"}, a.minimum_pressure);
  v.number({"maximum_pressure", "Pa", "where it is open", {}, p.all}, a.maximum_pressure);
  v.number({"density", "kg/m^3", "of the oil", above(0.0)}, a.density);
  v.number({"laminar_pressure", "Pa", "below it the flow is proportional to the pressure", above(0.0)},
           a.laminar_pressure);
}

void describe_accumulator(Visitor& v, network::GasAccumulatorParameters& a, model::Need all) {
  describe_gas(v, a, all);
  v.number({"thermal_time", "s", "of the heat exchange; 0: none, polytropic", at_least(0.0)}, a.thermal_time);
}

void describe_motor(Visitor& v, HydraulicPto& p) {
  pto::MotorParameters& m = p.train.motor;
  v.number({"displacement_cc", "cm^3 per revolution", "instead of displacement", above(0.0)}, p.displacement_cc);
  v.number({"displacement", "m^3/rad", "at full setting", above(0.0)}, m.displacement);
  v.exclusive({"displacement", "displacement_cc"}, p.all == required);
  describe_efficiencies(v, m.setting, p.efficiencies);
}

void describe_control(Visitor& v, pto::SpeedControl& c) {
  v.number({"speed", "rpm", "that the load keeps", above(0.0)}, c.reference_rpm);
  v.number({"proportional", "ohm/rpm", "load by error of the speed"}, c.proportional);
  v.number({"integral", "ohm/(rpm s)", "load by integral of that error"}, c.integral);
  v.number({"lower", "ohm", "least load", at_least(0.0)}, c.lower);
  v.number({"upper", "ohm", "greatest load", at_least(0.0)}, c.upper);
}

void describe_generator(Visitor& v, HydraulicPto& p) {
  pto::CircuitGeneratorParameters& g = p.train.generator;
  describe_armature(v, g, p.all);
  v.number({"load_resistance", "ohm", "fixed, instead of control", at_least(0.0)}, p.load_resistance);
  v.nested({"control", "", "of the speed by the load"},
           {[&g] { return g.control.has_value(); },
            [&g] {
              if (!g.control) g.control = pto::SpeedControl{};
            },
            [&g](Visitor& inner) { describe_control(inner, *g.control); }});
}

void describe(Visitor& v, HydraulicPto& p) {
  v.choice({"example", "", "fills in what is not given: rm3 has WEC-Sim's numbers"}, p.example,
           Visitor::Words<bool>{{"rm3", true}});
  p.all = model::required_if(v, !p.example);
  v.number(
      {"headroom", "",
       "the accumulators are so many times larger with the same gas; 2 with an example, else 1; 1 with the example "
       "is WEC-Sim's own, without an empty state",
       at_least(1.0)},
      p.headroom);
  if (p.example && !p.filled) {
    p.filled = true;
    p.train = pto::rm3_hydraulic_train(p.headroom.value_or(2.0));
    p.train.high.has_empty_state = p.train.low.has_empty_state = p.headroom.value_or(2.0) > 1.0;
    if (const auto* given = std::get_if<network::AreaCheckValveParameters>(&p.train.valve)) p.valve = *given;
  }
  const model::Need all = p.all;
  v.flag({"compressible", "", "whether the oil in the cylinder is"}, p.train.compressible);
  nest(v, {"cylinder", "", "moved by the device", {}, all}, [&p](Visitor& inner) { describe_cylinder(inner, p); });
  nest(v, {"valve", "", "each of the four check valves", {}, all}, [&p](Visitor& inner) { describe_valve(inner, p); });
  nest(v, {"high", "", "high-pressure accumulator", {}, all},
       [&](Visitor& inner) { describe_accumulator(inner, p.train.high, p.all); });
  nest(v, {"low", "", "low-pressure accumulator", {}, all},
       [&](Visitor& inner) { describe_accumulator(inner, p.train.low, p.all); });
  v.nested({"relief", "", "relief valve from high to low; none unless given"},
           {[&p] { return p.relieved; }, [&p] { p.relieved = true; },
            [&p](Visitor& inner) { describe_relief(inner, p.relief); }});
  v.number({"charge_pressure", "Pa", "least pressure of the low side; none unless given", above(0.0)},
           p.charge_pressure);
  nest(v, {"motor", "", "between high and low", {}, all}, [&p](Visitor& inner) { describe_motor(inner, p); });
  nest(v, {"flywheel", "", "on the shaft", {}, all},
       [&](Visitor& inner) { describe_flywheel(inner, p.train.flywheel, p.all); });
  nest(v, {"generator", "", "on the shaft", {}, all}, [&p](Visitor& inner) { describe_generator(inner, p); });
  nest(v, {"solver", "", "of the circuit"}, [&p](Visitor& inner) { describe(inner, p.solver); });
  v.flag({"setting_port", "", "whether the setting of the motor is a port"}, p.setting_port);
}

NetworkPort out_port(const std::string& name, const std::string& unit, std::size_t signal, const char* text) {
  return {port(name, 1, unit, text), signal};
}

std::unique_ptr<system::Component> hydraulic_pto(const std::string& name, const HydraulicPto& g, Given& given) {
  pto::HydraulicTrainParameters p = g.train;
  p.valve = g.valve;
  if (g.relieved) p.relief = g.relief;
  if (g.charge_pressure) p.charge_pressure = *g.charge_pressure;
  if (g.lower) p.cylinder.rod.x_min = *g.lower;
  if (g.upper) p.cylinder.rod.x_max = *g.upper;
  if (g.displacement_cc) p.motor.displacement = pto::displacement_from_cc_per_rev(*g.displacement_cc);
  if (g.efficiencies.volumetric || g.efficiencies.mechanical)
    p.motor.losses = g.efficiencies.losses(p.motor.displacement);
  const bool controlled = given.has("generator.control");
  if (g.load_resistance) {
    p.generator.load_resistance = *g.load_resistance;
    if (!controlled) p.generator.control.reset();
  } else if (!p.generator.control) {
    p.generator.control = pto::SpeedControl{};
  }
  const auto settle = [&](network::GasAccumulatorParameters& gas, const char* key) {
    if (!g.example && g.headroom) gas = with_headroom(gas, *g.headroom);
    if (gas.has_empty_state) warn_of_empty(given, key, gas.initial_pressure, gas.precharge);
  };
  settle(p.high, "high.initial_pressure");
  settle(p.low, "low.initial_pressure");
  const pto::RodLimits& rod = p.cylinder.rod;
  if (rod.coulomb == 0.0) given.without_effect("cylinder.coulomb_velocity", "coulomb_friction is 0");
  for (const char* key : {"cylinder.stop_stiffness", "cylinder.stop_damping"}) {
    if (!g.lower && !g.upper) given.without_effect(key, "neither lower nor upper is given");
  }
  for (const char* key : {"cylinder.lower", "cylinder.upper"}) {
    if (rod.stop_stiffness == 0.0 && rod.stop_damping == 0.0)
      given.without_effect(key, "stop_stiffness and stop_damping are 0");
  }
  const network::SolverOptions options = g.solver.options();
  const bool setting_port = g.setting_port;
  if (setting_port) given.without_effect("motor.setting", "the port setting gives it");
  if (given.faulty()) return nullptr;

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
  component->on_warning(given.around.warn);
  return component;
}

}  // namespace

void add_hydraulic(Registry& r) {
  r.add<HydraulicPto>("hydraulic-pto", "cylinder, check valves, accumulators, motor, flywheel, generator",
                      "example: rm3, setting_port: true", describe, hydraulic_pto);
}

}  // namespace swell::components
