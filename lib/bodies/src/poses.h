// Entries that are zero in every pose of a mechanism. Private to the library.
#pragma once

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Entries of the Jacobian that are not zero in every pose. The Jacobian is analytic in the coordinates: an entry that
/// is zero in poses without symmetry is zero in all. Prescribed motions may be anything: their columns count as full.
/// Requires a Jacobian stored as one matrix.
Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> jacobian_entries(const Multibody& multibody);

}  // namespace swell::bodies
