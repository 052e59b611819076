/// Which entries of the bodies' velocities the joints ever let move, and which they keep equal.
#pragma once

#include <vector>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// For every body's [v_cg; omega] in world axes (6N): false where the entry is exactly zero in every pose, as sway,
/// roll and yaw are for a mechanism in the plane y = 0. The Jacobian is analytic in the coordinates, so a row that is
/// zero in poses without any symmetry is zero in all. Loops and prescribed motions only ever add entries.
std::vector<bool> mobile_entries(const Multibody& multibody);

/// By body: the body nearest the world whose orientation and angular velocity are always this one's, because joints
/// between them only slide or are fixed; itself where there is none.
std::vector<int> turns_like(const Multibody& multibody);

}  // namespace swell::bodies
