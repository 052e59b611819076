#include "swell/bodies/body_loads.h"

namespace swell::bodies {

Vector6 linear_damping(const Matrix6& coefficients, const Vector6& velocity) { return -(coefficients * velocity); }

Vector6 quadratic_drag(const Matrix6& coefficients, const Vector6& velocity) {
  const Vector6 squares = velocity.cwiseProduct(velocity.cwiseAbs());
  return -(coefficients * squares);
}

Matrix6 drag_coefficients(double density, const Vector6& cd, const Vector6& area) {
  Matrix6 C = Matrix6::Zero();
  C.diagonal() = 0.5 * density * cd.cwiseProduct(area);
  return C;
}

}  // namespace swell::bodies
