/// Moments of inertia of bodies that turn. [theory/multibody.md]
#pragma once

#include <vector>

#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {

/// R I R^T of the bodies that turn, about their cgs in world axes [kg m2]; the others keep what make_dynamics() has
/// set.
/// @param without  (N) bodies that keep theirs too; empty: none
void turn_inertia(const Multibody& multibody, const Kinematics& kinematics, const std::vector<bool>& without,
                  Dynamics& out);

/// Q^T R I R^T Q: the inertia I in body axes by the axes Q that tilt with the body, which has turned by a heading about
/// the third of them, or, near upside down, somehow. [theory/radiation.md, "Axes"]
/// @param R  body in the world   @param Q  tilted axes in the world
Matrix3 by_tilted_axes(const Matrix3& I, const Matrix3& R, const Matrix3& Q);

}  // namespace swell::bodies
