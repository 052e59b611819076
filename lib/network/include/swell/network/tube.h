/// Losses in tubes for liquids (hydraulic domain, volume flow) and gases (pneumatic domain, mass flow, isothermal,
/// density at the mean pressure), and a pipe with inertia and compressibility.
#pragma once

#include "swell/network/component.h"

namespace swell::network {

struct TubeParameters {
  double length = 0.0;        ///< [m]
  double diameter = 0.0;      ///< [m]
  double viscosity = 0.05;    ///< dynamic [Pa s]
  double density = 850.0;     ///< [kg/m^3]; pneumatic: at standard conditions
  double roughness = 1.5e-6;  ///< [m]
};

/// Pressure drop [Pa] of the volume flow Q [m^3/s]: laminar 128 mu L Q / (pi d^4) below Re 2300, turbulent
/// f 8 L rho Q |Q| / (pi^2 d^5) with f = [1.8 log10((eps / (3.7 d))^1.11 + 6.9 / Re)]^-2 (Haaland) above 4000, a
/// a linear blend between. `density` is the actual one.
double tube_pressure_drop(const TubeParameters& tube, double flow, double density);
double reynolds_number(const TubeParameters& tube, double flow, double density);
double haaland_friction_factor(double reynolds, double relative_roughness);

/// Terminals "a", "b".
Element tube(Domain domain, const TubeParameters& parameters);

/// Local loss K of a bend or fitting: dp = K 8 rho Q |Q| / (pi^2 d^4), linear below `laminar_flow`.
struct RestrictorParameters {
  double loss = 1.0;           ///< K
  double diameter = 0.0;       ///< [m]
  double density = 850.0;      ///< [kg/m^3]; pneumatic: at standard conditions
  double laminar_flow = 1e-7;  ///< [m^3/s], avoids a zero slope
};
Element flow_restrictor(Domain domain, const RestrictorParameters& parameters);

/// Line of N cells, terminals "a", "b": capacities C = A L / beta_e in the cells, inertances I = rho L / A between
/// their middles (halves at the ends), friction of tube_pressure_drop. Wave speed sqrt(beta_e / rho).
struct PipeParameters {
  TubeParameters tube;
  double bulk_modulus = 1.86e9;   ///< [Pa]
  double wall_thickness = 0.0;    ///< e [m], 0: rigid wall
  double wall_modulus = 2.1e11;   ///< E [Pa]
  int segments = 4;               ///< N
  double initial_pressure = 0.0;  ///< [Pa]
  double initial_flow = 0.0;      ///< [m^3/s]
};
/// 1 / beta_e = 1 / beta + d / (E e).
double pipe_bulk_modulus(const PipeParameters& pipe);

Element pipe(const PipeParameters& parameters);

}  // namespace swell::network
