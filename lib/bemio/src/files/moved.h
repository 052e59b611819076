/// Coefficients about one point of a body from those about another.
#pragma once

#include "swell/base/vector.h"

namespace swell::bemio {

/// T with v_at = T v_of for a rigid body whose reference point moves with v_of, and `lever` the vector from that point
/// to where the coefficients are given: matrices about the reference are T^T M T, forces T^T F (virtual work).
inline Matrix6 lever_to(const Vector3& lever) {
  Matrix6 T = Matrix6::Identity();
  T.topRightCorner<3, 3>() = -cross_matrix(lever);
  return T;
}

}  // namespace swell::bemio
