/// Loads of one body on its own motion: linear damping, quadratic drag; and the mass that floats it.
#pragma once

#include "swell/base/vector.h"

namespace swell::bodies {

/// F = -C v, world axes about the cg. [theory/wec-sim.md, "Linear damping and the sum of forces"]
Vector6 linear_damping(const Matrix6& coefficients, const Vector6& velocity);

/// F = -C (v o |v|), world axes about the cg.
Vector6 quadratic_drag(const Matrix6& coefficients, const Vector6& velocity);

/// C = diag(1/2 rho cd area) for quadratic_drag. Rotational areas carry what makes the product a moment [m5].
Matrix6 drag_coefficients(double density, const Vector6& cd, const Vector6& area);

/// Mass of a body that floats in equilibrium [kg].
inline double equilibrium_mass(double density, double displaced_volume) { return density * displaced_volume; }

}  // namespace swell::bodies
