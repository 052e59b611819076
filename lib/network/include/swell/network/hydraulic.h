/// Hydraulic elements: pressure and volume flow. A network uses either gauge or absolute pressure; gas laws need
/// absolute. Sources of the equations: docs/theory/numerics/network.md.
#pragma once

#include "swell/network/component.h"
#include "swell/network/gas_accumulator.h"  // IWYU pragma: export

namespace swell::network {

/// Flow [m^3/s] through a sharp-edged opening of `area`, and its derivative with respect to dp when `slope` is not
/// null:
///   Q = C_d A sqrt(2 / rho) dp / (dp^2 + dp_l^2)^(1/4)
/// @param laminar_pressure  dp_l [Pa], above 0: below it the flow is proportional to dp
double orifice_flow(double dp, double area, double discharge_coefficient, double density, double laminar_pressure,
                    double* slope = nullptr);
/// Check valve as a complementarity pair, from "a" to "b":
///   w = Q - G_off dp,  0 <= w  perpendicular to  p_t + R_on w - dp >= 0
/// Flow and pressure together select the branch, so that Newton's method does not alternate between branches.
struct CheckValveParameters {
  double opening_pressure = 0.0;   ///< p_t [Pa]
  double on_resistance = 1e6;      ///< R_on [Pa s/m^3]; 0 is ideal
  double off_conductance = 1e-15;  ///< G_off [m^3/(s Pa)]; 0 is ideal, and lets pressures between closed valves float
  Domain domain = Domain::hydraulic;  ///< pneumatic: flows in kg/s
};
Element check_valve(const CheckValveParameters& parameters);

/// Check valve with pressure-dependent opening: A from A_min at p_min to A_max at p_max, then an orifice. With
/// `tanh_gain` k_2 > 0 the smooth law of PTO-Sim: A = A_min + (A_max - A_min) (1 + tanh(k_2 (dp - p_mid))) / 2.
struct AreaCheckValveParameters {
  double discharge_coefficient = 0.61;
  double minimum_area = 1e-8, maximum_area = 0.0;         ///< [m^2]
  double minimum_pressure = 0.0, maximum_pressure = 0.0;  ///< [Pa]
  double density = 850.0;                                 ///< [kg/m^3]
  double laminar_pressure = 1e3;                          ///< [Pa]
  double tanh_gain = 0.0;                                 ///< k_2 [1/Pa]
};
/// Opening [m^2] at a pressure difference, and its slope [m^2/Pa].
struct ValveOpening {
  double area, slope;
};
ValveOpening valve_opening(const AreaCheckValveParameters& valve, double dp);

Element area_check_valve(const AreaCheckValveParameters& parameters);

/// Relief valve from "a" to "b": Q = 0 below p_crack, Q_full (dp - p_crack) / (p_full - p_crack) above. With a time
/// constant the opening has a first-order lag.
struct ReliefValveParameters {
  double crack_pressure = 0.0, full_pressure = 0.0;  ///< [Pa]
  double full_flow = 0.0;                            ///< [m^3/s]
  double time_constant = 0.0;                        ///< [s], 0: immediate
  Domain domain = Domain::hydraulic;                 ///< pneumatic: flows in kg/s
};
Element relief_valve(const ReliefValveParameters& parameters);

/// 1 / beta_e = [1/beta_0 + (r / (n p)) (p_a / p)^(1/n)] / [1 + r (p_a / p)^(1/n)], r = alpha / (1 - alpha): oil with
/// the gas fraction alpha at p_a; p absolute [Pa].
double effective_bulk_modulus(double bulk_modulus, double gas_fraction, double exponent, double pressure);

/// A chamber or line volume with entrained gas, terminal "port": dp/dt = (beta_e(p) / V) Q.
struct ChamberParameters {
  double volume = 0.0;  ///< [m^3]
  double bulk_modulus = 1.86e9;
  double gas_fraction = 0.0;  ///< at atmospheric pressure
  double gas_exponent = 1.4;
  double initial_pressure = kStandardPressure;  ///< [Pa]
};
Element chamber(const ChamberParameters& parameters);

}  // namespace swell::network
