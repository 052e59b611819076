#include "swell/bodies/body_loads.h"

#include <Eigen/Eigenvalues>

namespace swell::bodies {

bool LinearDamping::only_takes() const {
  const Matrix6 symmetric = 0.5 * (coefficients + coefficients.transpose());
  const Vector6 values = Eigen::SelfAdjointEigenSolver<Matrix6>(symmetric).eigenvalues();
  return values.minCoeff() >= -1e-12 * values.cwiseAbs().maxCoeff();
}

bool QuadraticDrag::only_takes() const {
  return coefficients.isDiagonal(0.0) && coefficients.diagonal().minCoeff() >= 0.0;
}

Matrix6 drag_coefficients(double density, const Vector6& cd, const Vector6& area) {
  Matrix6 C = Matrix6::Zero();
  C.diagonal() = 0.5 * density * cd.cwiseProduct(area);
  return C;
}

}  // namespace swell::bodies
