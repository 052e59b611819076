// Uses of small vectors and matrices that most units make, so that Eigen's classes and functions for them are
// instantiated in the precompiled header instead of in every unit (a tenth of a unit's compilation). Never called.
#pragma once
#include <Eigen/Dense>

#include "swell/base/vector.h"

namespace swell::precompiled {

inline double small_vectors(Vector3 a, const Vector3& b, Matrix3 R, double s) {
  a += R * b + s * b;
  a -= R.transpose() * b - b / s;
  a = a.cross(b) + R * (a - b) + Vector3::Zero() + Vector3::UnitZ() * s - a;
  a *= s;
  a += R.col(2) + R.transpose().col(0) * s;
  R = R * R.transpose() + Matrix3::Identity() - cross_matrix(a) * cross_matrix(b);
  R.setIdentity();
  R.setZero();
  a.setZero();
  a.head<2>() = b.head<2>();
  a << s, s, s;
  const Vector3 zero = Vector3::Zero();
  return a.dot(b) + (a - b).norm() + a.squaredNorm() + (a - b).cwiseAbs().maxCoeff() + R(0, 1) + a.normalized()[0] +
         (R - R.transpose()).norm() + R.determinant() + zero.z() + (a == b ? 1.0 : 0.0) + (a.allFinite() ? 1.0 : 0.0);
}

inline double six_vectors(Vector6 F, const Vector6& G, const Matrix3& R, const Matrix6& M, double s) {
  F.head<3>() += R * G.head<3>();
  F.tail<3>() += R * G.tail<3>() + G.head<3>().cross(F.head<3>());
  F.head<3>() = R.transpose() * G.head<3>();
  F.tail<3>() = G.tail<3>();
  F += M * G;
  F -= s * G;
  F = F + G * s - M * (F - G);
  F.setZero();
  const Vector6 zero = Vector6::Zero();
  return F.dot(G) + (F - G).norm() + F.cwiseAbs().maxCoeff() + (F - G).cwiseAbs().maxCoeff() + zero[0] + M(0, 0) +
         (F.allFinite() ? 1.0 : 0.0);
}

inline double long_vectors(VectorX x, const VectorX& y, MatrixX A, const MatrixX& B, double s) {
  x += A * y + s * y;
  x = A.transpose() * y - B * x;
  x.setZero(3);
  A = A * B + s * B - B.transpose();
  A.col(0) += y;
  A.row(0) = B.row(0) * s;
  A.setZero(2, 2);
  A = MatrixX::Zero(3, 3) + MatrixX::Identity(3, 3);
  A.topLeftCorner(2, 2) = B.topLeftCorner(2, 2);
  const VectorX zero = VectorX::Zero(3);
  return x.dot(y) + (x - y).norm() + (A - B).cwiseAbs().maxCoeff() + (A - B).norm() + zero.sum() + y.maxCoeff() +
         y.cwiseAbs().maxCoeff() + x.segment(0, 1)[0];
}

}  // namespace swell::precompiled
