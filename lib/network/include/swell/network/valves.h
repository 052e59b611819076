/// Orifices for oil and gas, controlled valves, and a flow sensor.
#pragma once

#include "swell/network/component.h"

namespace swell::network {

/// A sharp-edged opening.
///   oil  Q = C_d A sqrt(2 / rho) dp / (dp^2 + dp_l^2)^(1/4)
///   gas  mdot = C_d A p_1 sqrt(2 rho_s / p_a) psi(r),  r = p_2 / p_1 (downstream by upstream, absolute),
///        psi = sqrt(k / (k - 1) (r^(2/k) - r^((k+1)/k))), constant (choked) below r_c = (2 / (k + 1))^(k / (k - 1)),
///        and a straight line to zero above `laminar_ratio`, where the slope would be infinite
/// (outflow of Saint-Venant and Wantzel with the temperature of the gas, T_1 = p_a / (R rho_s) [Beater2007]).
struct OpeningParameters {
  Domain domain = Domain::hydraulic;  ///< or pneumatic
  double area = 0.0;                  ///< [m^2]
  double discharge_coefficient = 0.61;
  double density = 850.0;         ///< of the oil; of a gas rho_s at p_a [kg/m^3]
  double laminar_pressure = 1e3;  ///< dp_l [Pa]
  double heat_ratio = 1.4;        ///< k
  double laminar_ratio = 0.999;   ///< of gas
};
/// Flow from a to b [m^3/s or kg/s] through `area`.
double opening_flow(const OpeningParameters& p, double area, double pressure_a, double pressure_b);
/// Throws InputError. @param what  names the element
void check_opening(const OpeningParameters& p, const char* what);

/// Opening whose area is the input "area" [m^2]; terminals "a", "b".
Element controlled_orifice(const OpeningParameters& parameters);  ///< `area` is the value of the input at the start

/// Open share of a valve's area at a position 0 to 1: leakage + (1 - leakage) s, s the share beyond the overlap.
struct SpoolParameters {
  OpeningParameters full;  ///< wide open
  double leakage = 1e-6;   ///< share of the area that stays open
  double overlap = 0.0;    ///< share of the travel without opening, below 1
  double position = 0.0;   ///< input at the start
};
double spool_area(const SpoolParameters& p, double position);

/// Two-way valve: input "opening" from 0 to 1 (clamped); terminals "a", "b".
Element controlled_valve(const SpoolParameters& parameters);

/// Three-way or four-way valve, closed centre: input "spool" from -1 to 1. Above 0 p opens to a (and b to t), below 0 a
/// to t (and p to b). Terminals "p", "t", "a" and, with four ways, "b".
Element directional_valve(const SpoolParameters& parameters, int ways);  ///< ways 3 or 4

/// Lossless connection of "a" and "b"; output "flow" from a to b, state "total", its integral.
Element flow_sensor(Domain domain);

}  // namespace swell::network
