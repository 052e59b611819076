/// Initial coordinates and speeds of a mechanism that satisfy the requested initial conditions.
///
/// Poses and velocities of bodies and extensions of joints are requested. Bodies without a request stay where the
/// extensions alone place them if the joints allow; otherwise they move with their joints, whose coordinates stay.
/// Incompatible requests are an error that reports the residual. [theory/numerics/bodies.md, "Choices"]
#pragma once

#include <optional>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Requests for one body; omitted values follow from its joints.
struct InitialBody {
  std::optional<Vector3> displacement = {};      ///< [m] of the cg from its design place, world
  std::optional<Matrix3> rotation = {};          ///< body axes to world axes
  std::optional<Vector3> velocity = {};          ///< [m/s] of the cg, world
  std::optional<Vector3> angular_velocity = {};  ///< [rad/s] world
};

struct InitialState {
  VectorX q;
  VectorX v;
  double position_residual = 0.0;  ///< [m, rad] largest remaining error
  double velocity_residual = 0.0;  ///< [m/s, rad/s]
};

/// @param requested  one per body in sorted order, or empty
/// @param prescribed  as Multibody::kinematics, at the start
/// @param tolerance  of the solved equations [m, rad, m/s, rad/s]; poses are accepted to 1e-3
/// @throws InputError naming each body or joint whose request cannot be granted, with its residual
InitialState initial_state(const Multibody& multibody, const std::vector<InitialBody>& requested = {},
                           const VectorX& prescribed = VectorX(), double tolerance = 1e-6);

/// The rotation by `angle` [rad] about `axis` (any length above 0).
/// @throws InputError when the axis is zero and the angle is not
Matrix3 rotation_about(const Vector3& axis, double angle, const Origin& origin = {});

}  // namespace swell::bodies
