/// Loads of one body on its own motion: linear damping, quadratic drag; and the mass that floats it.
#pragma once

#include "swell/base/vector.h"

namespace swell::bodies {

// Laws of the velocity alone: force about the cg [N, N m] from the velocity [m/s, rad/s], world axes; and whether the
// law only ever takes energy, F . v <= 0 for every v, within round-off.

/// F = -C v. [theory/wec-sim.md, "Linear damping and the sum of forces"]
struct LinearDamping {
  Matrix6 coefficients;
  Vector6 operator()(const Vector6& velocity) const { return -(coefficients * velocity); }
  bool only_takes() const;
};

/// F = -C (v o |v|). Each motion is opposed by itself alone where C is a diagonal that is never negative.
struct QuadraticDrag {
  Matrix6 coefficients;
  Vector6 operator()(const Vector6& velocity) const {
    const Vector6 squares = velocity.cwiseProduct(velocity.cwiseAbs());
    return -(coefficients * squares);
  }
  bool only_takes() const;
};

/// C = diag(1/2 rho cd area) for QuadraticDrag. Rotational areas carry what makes the product a moment [m5].
Matrix6 drag_coefficients(double density, const Vector6& cd, const Vector6& area);

/// Mass of a body that floats in equilibrium [kg].
inline double equilibrium_mass(double density, double displaced_volume) { return density * displaced_volume; }

}  // namespace swell::bodies
