/// Loads on one body from its own velocity: linear damping, quadratic drag; equilibrium mass.
#pragma once

#include "swell/base/vector.h"

namespace swell::bodies {

// Laws of velocity alone: force about the cg [N, N m] from velocity [m/s, rad/s], world axes. `only_takes` is true if
// the law never adds energy: F . v <= 0 for every v, within round-off.

/// F = -C v. [theory/wec-sim.md, "Linear damping and the sum of forces"]
struct LinearDamping {
  Matrix6 coefficients;
  Vector6 operator()(const Vector6& velocity) const { return -(coefficients * velocity); }
  bool only_takes() const;
};

/// F = -C (v o |v|). Dissipates at any velocity only if C is diagonal and not negative.
struct QuadraticDrag {
  Matrix6 coefficients;
  Vector6 operator()(const Vector6& velocity) const {
    const Vector6 squares = velocity.cwiseProduct(velocity.cwiseAbs());
    return -(coefficients * squares);
  }
  bool only_takes() const;
};

/// C = diag(1/2 rho cd area) for QuadraticDrag. Rotational areas have the unit [m5], which makes the product a moment.
Matrix6 drag_coefficients(double density, const Vector6& cd, const Vector6& area);

/// Mass of a body that floats in equilibrium [kg].
inline double equilibrium_mass(double density, double displaced_volume) { return density * displaced_volume; }

}  // namespace swell::bodies
