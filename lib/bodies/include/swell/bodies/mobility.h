/// Entries of the bodies' velocities that the joints allow to move, and bodies with a common rotation.
#pragma once

#include <vector>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// For each body's [v_cg; omega] in world axes (6N): false if the entry is exactly zero in every pose, as sway, roll
/// and yaw of a mechanism in the plane y = 0. The Jacobian is analytic in the coordinates: a row that is zero in poses
/// without symmetry is zero in all. Loops and prescribed motions can only add entries.
std::vector<bool> mobile_entries(const Multibody& multibody);

/// By body: the body nearest to the world with always the same orientation and angular velocity, because the joints
/// between only slide or are fixed; the body itself if there is none.
std::vector<int> turns_like(const Multibody& multibody);

}  // namespace swell::bodies
