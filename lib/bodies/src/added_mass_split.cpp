#include "swell/bodies/added_mass_split.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <utility>

namespace swell::bodies {

MatrixX rigid_inertia(const std::vector<RigidBody>& bodies) {
  const auto n = static_cast<Eigen::Index>(6 * bodies.size());
  MatrixX inertia = MatrixX::Zero(n, n);
  Eigen::Index at = 0;
  for (const RigidBody& body : bodies) {
    inertia.block<3, 3>(at, at).diagonal().setConstant(body.mass);
    inertia.block<3, 3>(at + 3, at + 3) = body.inertia;
    at += 6;
  }
  return inertia;
}

AddedMassSplit split_added_mass(const std::vector<RigidBody>& bodies, const MatrixX& added_mass,
                                const std::vector<double>& factors, bool file_solid_order) {
  const auto n = static_cast<Eigen::Index>(bodies.size());
  SWELL_EXPECT(added_mass.rows() == 6 * n && added_mass.cols() == 6 * n);
  SWELL_EXPECT(factors.size() == bodies.size());
  AddedMassSplit split;
  split.bodies = bodies;
  split.residual = added_mass;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    RigidBody& body = split.bodies[index];
    auto A = split.residual.block<6, 6>(6 * i, 6 * i);
    const double Y = factors[index] * A.topLeftCorner<3, 3>().trace();
    const Vector3 products(A(3, 4), A(3, 5), A(4, 5));
    const Matrix3 moved = inertia_tensor(A.diagonal().tail<3>(), products);
    A.topLeftCorner<3, 3>().diagonal().array() -= Y;
    // The upper triangle is moved as a symmetric pair; the excess of the lower one stays.
    A.bottomRightCorner<3, 3>() -= moved;

    const Matrix3 nominal = body.inertia;
    body.mass += Y;
    body.inertia += moved;
    if (file_solid_order) {
      std::swap(body.inertia(0, 1), body.inertia(1, 2));
      std::swap(body.inertia(1, 0), body.inertia(2, 1));
    }
    split.moved_mass.push_back(Y);
    split.moved_inertia.push_back(body.inertia - nominal);
  }
  return split;
}

Vector6 moved_inertia_force(const AddedMassSplit& split, std::size_t body, const Matrix3& R_WB,
                            const Vector6& acceleration, const Vector3& omega_W) {
  const Matrix3 inertia = R_WB * split.moved_inertia[body] * R_WB.transpose();
  Vector6 force;
  force << -split.moved_mass[body] * acceleration.head<3>(),
      -inertia * acceleration.tail<3>() - omega_W.cross(inertia * omega_W);
  return force;
}

double delayed_growth(const MatrixX& delayed, const MatrixX& morison, bool held, bool twice) {
  const Eigen::Index n = delayed.rows();
  if (n == 0) return 0.0;
  if (morison.size() == 0 || morison.isZero(0.0)) {
    double growth = 0.0;
    const Eigen::VectorXcd lambda = delayed.eigenvalues();
    for (const std::complex<double>& l : lambda) {
      // z + l = 0, or z^2 + 2 l z - l = 0.
      const std::complex<double> root = std::sqrt(l * l + l);
      growth = std::max(growth, held ? std::abs(l) : std::max(std::abs(-l + root), std::abs(-l - root)));
    }
    return growth;
  }
  const double e1 = held ? 1.0 : 2.0, e2 = held ? 0.0 : -1.0;
  // Coefficients of z^3, z^2, z, 1.
  std::array<MatrixX, 4> c = {e1 * delayed, e2 * delayed, MatrixX::Zero(n, n), MatrixX::Zero(n, n)};
  if (twice) {
    c[1] += e1 * e1 * morison;
    c[2] += 2.0 * e1 * e2 * morison;
    c[3] += e2 * e2 * morison;
  } else {
    c[0] += e1 * morison;
    c[1] += e2 * morison;
  }
  MatrixX companion = MatrixX::Zero(4 * n, 4 * n);
  for (std::size_t k = 0; k < c.size(); ++k) companion.block(0, static_cast<Eigen::Index>(k) * n, n, n) = -c[k];
  companion.block(n, 0, 3 * n, 3 * n).setIdentity();
  return companion.eigenvalues().cwiseAbs().maxCoeff();
}

// Memory: number of stored points (0, 1, 2), times of the older and newer one, their accelerations.
void DelayedAcceleration::commit(double time, ConstVectorRef acceleration, VectorRef memory) const {
  double& count = memory[0];
  double& older = memory[1];
  double& newer = memory[2];
  double& longest = memory[3];
  const bool again = count > 0.0 && newer == time;
  if (!again) {
    const double interval = time - newer;
    // A point placed by an event close behind another replaces it: a very short interval would make the slope
    // meaningless.
    const bool cut = count > 1.0 && interval < 0.75 * longest && time - older <= 2.0 * longest * (1.0 + 1e-9);
    if (!cut) {
      older = newer;
      memory.segment(4, width_) = memory.segment(4 + width_, width_);
    }
    if (count > 0.0) longest = std::max(longest, interval);
    count = count < 1.0 ? 1.0 : 2.0;
  }
  newer = time;
  memory.segment(4 + width_, width_) = acceleration;
}

void DelayedAcceleration::evaluate(double time, ConstVectorRef memory, VectorRef out) const {
  if (memory[0] < 1.0) {
    out.setZero();
    return;
  }
  const auto newer = memory.segment(4 + width_, width_);
  if (held_ || memory[0] < 2.0) {
    out = newer;
    return;
  }
  constexpr double kFurthest = 1.5;  // intervals: just above the ratio for steps of 0.75 and 1 of the longest
  const double beyond = (time - delay_ - memory[2]) / (memory[2] - memory[1]);
  out = newer + std::min(beyond, kFurthest) * (newer - memory.segment(4, width_));
}

}  // namespace swell::bodies
