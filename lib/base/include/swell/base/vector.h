/// Vectors and matrices by the names that the physics uses, and the one stated order of six-vectors.
///
/// A six-vector is surge sway heave roll pitch yaw: force before moment, velocity before angular velocity.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "swell/base/constants.h"

namespace swell {

using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using VectorX = Eigen::VectorXd;
using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using MatrixX = Eigen::MatrixXd;
/// Row-major, for kernels whose rows are streamed.
using RowMatrixX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Quaternion = Eigen::Quaterniond;

/// The matrix [v]x with [v]x w = v x w.
inline Matrix3 cross_matrix(const Vector3& v) {
  Matrix3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// A wrench (force, moment about P) about the point Q instead, p_PQ = Q - P, all in one frame: the moment gains
/// (P - Q) x force.
inline Vector6 shift_wrench(const Vector6& F_P, const Vector3& p_PQ) {
  Vector6 F_Q = F_P;
  F_Q.tail<3>() -= p_PQ.cross(F_P.head<3>());
  return F_Q;
}

/// Rotation matrix of roll-pitch-yaw as WEC-Sim reports them: R = Rz(yaw) Ry(pitch) Rx(roll).
Matrix3 rotation_from_roll_pitch_yaw(const Vector3& rpy);

/// Roll, pitch, yaw [rad] of R = Rz(yaw) Ry(pitch) Rx(roll); pitch within [-pi/2, pi/2].
Vector3 roll_pitch_yaw(const Matrix3& R);

}  // namespace swell
