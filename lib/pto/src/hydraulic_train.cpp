#include "swell/pto/hydraulic_train.h"

#include <cmath>
#include <string>

#include "swell/network/basic.h"

namespace swell::pto {

using network::Circuit;

void add_rectifier(Circuit& circuit, const std::string& prefix,
                   const std::variant<network::AreaCheckValveParameters, network::CheckValveParameters>& valve,
                   const std::string& a, const std::string& b, const std::string& high, const std::string& low) {
  const std::string from[4] = {a, b, low, low};
  const std::string to[4] = {high, high, b, a};
  for (int i = 0; i < 4; ++i) {
    const std::string name = prefix + std::to_string(i + 1);
    if (const auto* area = std::get_if<network::AreaCheckValveParameters>(&valve)) {
      circuit.add(name, network::area_check_valve(*area));
    } else {
      circuit.add(name, network::check_valve(std::get<network::CheckValveParameters>(valve)));
    }
    circuit.connect({from[i], name + ".a"}).connect({name + ".b", to[i]});
  }
}

HydraulicTrain build_hydraulic_train(const HydraulicTrainParameters& p) {
  Circuit c;
  if (p.compressible) {
    c.add("cylinder", CompressibleCylinder(p.cylinder));
  } else {
    c.add("cylinder", IncompressibleCylinder(p.cylinder));
  }
  c.add("high", network::gas_accumulator(p.high)).add("low", network::gas_accumulator(p.low));
  add_rectifier(c, "valve", p.valve, "cylinder.a", "cylinder.b", "high.port", "low.port");
  c.add("motor", HydraulicMotor(p.motor))
      .add("flywheel", network::flywheel(p.flywheel))
      .add("generator", CircuitGenerator(p.generator))
      .connect({"motor.high", "high.port"})
      .connect({"motor.low", "low.port"})
      .connect({"motor.shaft", "flywheel.port", "generator.shaft"});
  if (p.relief) {
    c.add("relief", network::relief_valve(*p.relief))
        .connect({"high.port", "relief.a"})
        .connect({"relief.b", "low.port"});
  }
  if (p.charge_pressure) {
    c.add("charge", network::over_source(network::Domain::hydraulic, *p.charge_pressure))
        .add("charge_valve", network::check_valve(network::CheckValveParameters{}))
        .connect({"charge.port", "charge_valve.a"})
        .connect({"charge_valve.b", "low.port"});
  }
  network::Network n = c.build();
  HydraulicTrain train{n,
                       n.input("cylinder.velocity"),
                       n.input("cylinder.position"),
                       n.input("motor.setting"),
                       n.output("cylinder.force"),
                       n.output("cylinder.absorbed_power"),
                       n.output("generator.electrical_power"),
                       n.output("motor.shaft_power"),
                       n.output("flywheel.speed"),
                       n.output("high.pressure"),
                       n.output("low.pressure")};
  return train;
}

HydraulicTrainParameters rm3_hydraulic_train(double headroom) {
  constexpr double kPsi = 6894.75;  // [Pa], the factor of the example
  HydraulicTrainParameters p;
  p.cylinder.area_a = p.cylinder.area_b = 0.0378;
  p.cylinder.volume_a = p.cylinder.volume_b = 0.0378 * 35.0;
  p.cylinder.bulk_modulus = 1.86e9;
  p.cylinder.initial_pressure_a = p.cylinder.initial_pressure_b = 2.1333e7;
  network::AreaCheckValveParameters valve;
  valve.discharge_coefficient = 0.61;
  valve.minimum_area = 1e-8;
  valve.maximum_area = 0.002;
  valve.minimum_pressure = 0.0;
  valve.maximum_pressure = 1.5e6;
  valve.density = 850.0;
  p.valve = valve;
  const auto accumulator = [headroom](double pressure) {
    network::GasAccumulatorParameters a;
    a.volume = 8.5 * headroom;
    a.exponent = 1.4;
    a.precharge = pressure * std::pow(headroom, -1.4);
    a.initial_pressure = pressure;
    return a;
  };
  p.high = accumulator(2784.7 * kPsi);
  p.low = accumulator(1392.4 * kPsi);
  p.motor.displacement = displacement_from_cc_per_rev(120.0);
  p.motor.losses = EfficiencyMotor{Table2(0.9), Table2(0.85), 100.0};
  p.flywheel.inertia = 0.8;
  p.flywheel.damping = 0.8;
  p.generator.armature_resistance = 0.8;
  p.generator.armature_inductance = 0.8;
  p.generator.voltage_constant = 0.8;
  p.generator.control = SpeedControl{};
  return p;
}

}  // namespace swell::pto
