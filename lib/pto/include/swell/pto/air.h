/// Air of oscillating water columns: air chamber and turbine. Pneumatic terminals: absolute pressure, mass flow.
/// Equations and sources: docs/theory/water-columns.md.
#pragma once

#include <vector>

#include "swell/network/component.h"

namespace swell::pto {

/// Air above a water surface of area S at elevation x. Terminal "port", state "mass" m:
///   p = p_a (m / (rho_a V))^n,  V = V_0 - S x,  dm/dt = through;  n = 1.4 isentropic, 1 isothermal.
/// Inputs "velocity" [m/s], "position" x [m]; outputs "force" = -(p - p_a) S [N] on the water along x, "absorbed_power"
/// = -force times velocity [W], "overpressure" [Pa], "volume" [m^3].
struct AirChamberParameters {
  double area = 0.0, volume = 0.0;                         ///< S [m^2], V_0 [m^3]
  double exponent = 1.4;                                   ///< n
  double standard_density = network::kStandardAirDensity;  ///< rho_a [kg/m^3]
};
network::Element air_chamber(const AirChamberParameters& parameters);

/// Air turbine by its dimensionless curve, terminals "a", "b" (pneumatic), "shaft" (rotational). N: speed, D: diameter,
/// rho: atmospheric density. Head (p_a - p_b) / (rho N^2 D^2), flow m' / (rho N D^3), power P / (rho N^3 D^5); flow is
/// odd and power even in the head. Beyond the last row, flow grows with the root of the head and power with the head: a
/// turbine at rest is an orifice with a torque.
/// Outputs "pneumatic_power" = (p_a - p_b) m' / rho [W], "shaft_power" [W], "volume_flow" = m' / rho [m^3/s].
struct AirTurbineParameters {
  double diameter = 0.0;                                   ///< D [m]
  std::vector<double> head, flow, power;                   ///< from (0, 0, P) on, head ascending
  double standard_density = network::kStandardAirDensity;  ///< rho [kg/m^3]
};
network::Element air_turbine(const AirTurbineParameters& parameters);

}  // namespace swell::pto
