/// Loads along one joint coordinate: spring and damper, hard stops. Each gives the effort on the follower.
#pragma once

#include <optional>

#include "swell/base/error.h"

namespace swell::bodies {

/// effort = -k (q - q0) - c u      [theory/wec-sim.md, "Joints, end stops, take-offs"]
struct SpringDamper {
  double stiffness = 0.0;    ///< k [N/m, N m/rad]
  double damping = 0.0;      ///< c [N s/m, N m s/rad]
  double equilibrium = 0.0;  ///< q0 [m, rad]
};

/// With a pretension P (effort at q = 0) instead of an equilibrium: q0 = -P / k leaves effort(0) = -P, as WEC-Sim has
/// it.
/// @throws InputError when both are given, or the stiffness is 0 and the pretension is not
SpringDamper spring_damper(double stiffness, double damping, double equilibrium, double pretension,
                           const Origin& origin = {});

double effort(const SpringDamper& load, double coordinate, double rate);
double stored_energy(const SpringDamper& load, double coordinate);  ///< [J]
double dissipated_power(const SpringDamper& load, double rate);     ///< [W]

/// One side of a hard stop. Defaults are WEC-Sim's, per metre.
struct Stop {
  double bound = 0.0;              ///< [m, rad]
  double stiffness = 1e6;          ///< k
  double damping = 1e3;            ///< c
  double transition_width = 1e-4;  ///< w [m, rad]; 0: no transition
};

/// Beyond a bound, with penetration d and its rate d': -s (k d + c d') against the penetration, s = 3x^2 - 2x^3 with
/// x = d/w up to the transition width w, then 1. [theory/wec-sim.md, "Joints, end stops, take-offs"]
struct HardStop {
  std::optional<Stop> lower = {};
  std::optional<Stop> upper = {};
};

/// @throws InputError when a number is negative or not finite, or the lower bound is not below the upper
void validate(const HardStop& stop, const Origin& origin = {});

double effort(const HardStop& stop, double coordinate, double rate);
/// Energy of the elastic part [J]: k w^2 (3/4 x^4 - 2/5 x^5) within the transition, 0.35 k w^2 + k (d^2 - w^2)/2
/// beyond.
double stored_energy(const HardStop& stop, double coordinate);
double dissipated_power(const HardStop& stop, double coordinate, double rate);  ///< [W]

}  // namespace swell::bodies
