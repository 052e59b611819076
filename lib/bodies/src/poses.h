// What is zero in every pose of a mechanism. Private to the library.
#pragma once

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Entries of the Jacobian that are not zero in every pose. It is analytic in the coordinates, so an entry that is
/// zero in poses without any symmetry is zero in all. Prescribed motions count as anything: whole columns then.
/// Of a mechanism whose Jacobian is one matrix.
Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> jacobian_entries(const Multibody& multibody);

}  // namespace swell::bodies
