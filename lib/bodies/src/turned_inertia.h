/// Moments of inertia of rotating bodies. [theory/multibody.md]
#pragma once

#include <vector>

#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {

/// Computes R I R^T of the rotating bodies, about their cgs in world axes [kg m2]; the others keep the values of
/// make_dynamics().
/// @param without  (N) bodies to skip; empty: none
void turn_inertia(const Multibody& multibody, const Kinematics& kinematics, const std::vector<bool>& without,
                  Dynamics& out);

/// Q^T R I R^T Q: body inertia I in the tilted axes Q. The body is turned against Q by a heading about the third axis
/// or, near an inverted pose, by any rotation. [theory/radiation.md, "Axes"]
/// @param R  body in the world   @param Q  tilted axes in the world
Matrix3 by_tilted_axes(const Matrix3& I, const Matrix3& R, const Matrix3& Q);

}  // namespace swell::bodies
