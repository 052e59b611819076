/// Vessels and sources as in FONSim for isothermal gas (pneumatic domain: absolute pressure, mass flow) and for liquid
/// (hydraulic domain: volume flow). The state is the stored oil or gas.
#pragma once

#include <vector>

#include "swell/network/component.h"

namespace swell::network {

/// Rigid vessel of gas, terminal "port", state "mass": m p_a = V rho_s p, dm/dt = through.
struct GasVesselParameters {
  double volume = 0.0;                            ///< V [m^3]
  double standard_density = kStandardAirDensity;  ///< rho_s [kg/m^3] at p_a
  double initial_pressure = kStandardPressure;    ///< [Pa absolute]
};
Element gas_vessel(const GasVesselParameters& parameters);

/// Source of a gas volume flow Q [m^3/s] at the line pressure, positive out of the source: mdot + Q rho_s p / p_a = 0.
Element gas_volume_flow_source(double flow, double standard_density = kStandardAirDensity);

/// Elastic vessel, terminal "port": p = k (V - V_0) + p_0. Hydraulic: state V; pneumatic: state m, V = m p_a / (rho_s
/// p).
struct LinearAccumulatorParameters {
  double stiffness = 0.0;       ///< k [Pa/m^3]
  double rest_volume = 0.0;     ///< V_0 [m^3]
  double rest_pressure = 0.0;   ///< p_0 [Pa]
  double initial_volume = 0.0;  ///< [m^3]
  double standard_density = kStandardAirDensity;
};
Element linear_accumulator(Domain domain, const LinearAccumulatorParameters& parameters);

/// Free actuator, terminals "a", "b" at one pressure p = f(V), f a measured curve (linear between points,
/// extrapolated). The curve may fall, as for a balloon, if p V rises. Hydraulic: state V; pneumatic: state m. Output
/// "volume".
struct FreeActuatorParameters {
  std::vector<double> volume;    ///< [m^3], ascending
  std::vector<double> pressure;  ///< [Pa], absolute of gas
  double initial_volume = 0.0;   ///< [m^3]
  double standard_density = kStandardAirDensity;
};
Element free_actuator(Domain domain, const FreeActuatorParameters& parameters);

/// Rotating mass, terminal "port" (rotational), state "speed": J dw/dt = T - b w.
struct FlywheelParameters {
  double inertia = 0.0;        ///< J [kg m^2]
  double damping = 0.0;        ///< b [N m s]
  double initial_speed = 0.0;  ///< [rad/s]
};
Element flywheel(const FlywheelParameters& parameters);

}  // namespace swell::network
