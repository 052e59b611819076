/// Gas-charged accumulator, polytropic or with heat exchange, with an empty state. Gas laws need absolute pressure.
#pragma once

#include "swell/network/component.h"

namespace swell::network {

/// Gas accumulator with an empty state, terminal "port". V_g gas volume:
///   dV_g/dt = -Q,  p_g = p_0 (V_0 / V_g)^n,  0 <= V_0 - V_g  perpendicular to  p_g - p >= 0
/// Empty: V_g = V_0; no flow except through the compliance of the oil at the port; line pressure free below p_0. With a
/// thermal time constant the gas law is
///   p_g = p_0 (V_0 / V_g) theta,  d(theta)/dt = (1 - theta) / tau + (kappa - 1) p_g Q / (p_0 V_0)  instead of n.
struct GasAccumulatorParameters {
  double volume = 0.0;            ///< V_0 [m^3]
  double precharge = 0.0;         ///< p_0 [Pa absolute]
  double exponent = 1.4;          ///< n
  double minimum_volume = 0.0;    ///< V_min [m^3] of gas; lower bound in Newton's iteration
  double initial_pressure = 0.0;  ///< [Pa]; below the pre-charge: empty
  double thermal_time = 0.0;      ///< tau [s], 0: polytropic with n
  double heat_ratio = 1.4;        ///< kappa
  /// Compliance of the oil left at the port of an empty accumulator, which keeps the line pressure defined: fraction of
  /// V_0 released when the line pressure falls from p_0 to 0.
  double empty_compliance = 1e-6;
  /// False: the gas law continues beyond V_0, below the pre-charge, as in PTO-Sim.
  bool has_empty_state = true;
};
Element gas_accumulator(const GasAccumulatorParameters& parameters);

}  // namespace swell::network
