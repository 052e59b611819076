/// The standard hydraulic power take-off: cylinder, rectifier of four check valves, high- and low-pressure gas
/// accumulator, motor, flywheel, generator with speed control by the load; relief valve from high to low.
#pragma once

#include <cstddef>
#include <optional>
#include <variant>

#include "swell/network/hydraulic.h"
#include "swell/network/network.h"
#include "swell/network/vessel.h"
#include "swell/pto/generator.h"
#include "swell/pto/hydraulic_cylinder.h"
#include "swell/pto/hydraulic_motor.h"

namespace swell::pto {

struct HydraulicTrainParameters {
  CylinderParameters cylinder;
  bool compressible = true;
  std::variant<network::AreaCheckValveParameters, network::CheckValveParameters> valve;
  network::GasAccumulatorParameters high, low;
  std::optional<network::ReliefValveParameters> relief;
  /// Pressure [Pa] of a reservoir that feeds the low side through a check valve, so that an empty low-pressure
  /// accumulator causes no negative oil pressure.
  std::optional<double> charge_pressure;
  MotorParameters motor;
  network::FlywheelParameters flywheel;
  CircuitGeneratorParameters generator;
};

/// A network with the indices of its inputs and outputs.
struct HydraulicTrain {
  network::Network network;
  // inputs
  std::size_t velocity = 0, position = 0, setting = 0;
  // outputs
  std::size_t force = 0, absorbed_power = 0, electrical_power = 0, shaft_power = 0, shaft_speed = 0;
  std::size_t high_pressure = 0, low_pressure = 0;
};

/// Adds four check valves <prefix>1 .. <prefix>4 and connects them: a -> high, b -> high, low -> b, low -> a. The
/// arguments are terminals "component.terminal".
void add_rectifier(network::Circuit& circuit, const std::string& prefix,
                   const std::variant<network::AreaCheckValveParameters, network::CheckValveParameters>& valve,
                   const std::string& a, const std::string& b, const std::string& high, const std::string& low);

/// Components: cylinder, valve1 .. valve4, high, low, motor, flywheel, generator; optional: relief, charge,
/// charge_valve.
HydraulicTrain build_hydraulic_train(const HydraulicTrainParameters& parameters);

/// Parameters of WEC-Sim's RM3 example (RM3_cHydraulic_PTO). Its accumulators have no empty state and start full of gas
/// at 8.5 m^3. Here each has `headroom` times that volume and a pre-charge for the same curve p V^1.4, so both agree
/// until the larger one is empty.
HydraulicTrainParameters rm3_hydraulic_train(double headroom = 2.0);

}  // namespace swell::pto
