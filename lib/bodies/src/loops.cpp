// Closed loops: how many constraints are independent, and the projection onto them. [README, eq. 7 to 9]
#include <algorithm>
#include <random>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "joint_motion.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {
namespace {

// A constraint counts as independent when its part that the others do not cover exceeds this share of the largest. On
// the constraint surface dependent rows leave round-off (1e-13) and independent ones a share of order one.
constexpr double kIndependent = 1e-7;

int rank_of(const MatrixX& rows) {
  if (rows.rows() == 0 || rows.cols() == 0) return 0;
  Eigen::ColPivHouseholderQR<MatrixX> qr(rows.transpose());
  qr.setThreshold(kIndependent);
  return static_cast<int>(qr.rank());
}

/// Smallest step with G step = -residual for the `rank` best rows of G.
VectorX smallest_step(const MatrixX& G, const VectorX& residual, int rank) {
  const Eigen::ColPivHouseholderQR<MatrixX> qr(G.transpose());
  int r = std::min<int>(rank, static_cast<int>(std::min(G.rows(), G.cols())));
  while (r > 0 && std::abs(qr.matrixR()(r - 1, r - 1)) < 1e-10 * std::abs(qr.matrixR()(0, 0))) --r;
  VectorX step = VectorX::Zero(G.cols());
  if (r == 0) return step;
  const VectorX permuted = qr.colsPermutation().transpose() * residual;
  step.head(r) = -qr.matrixR().topLeftCorner(r, r).triangularView<Eigen::Upper>().transpose().solve(permuted.head(r));
  step.applyOnTheLeft(qr.householderQ());
  return step;
}

/// Closes loops whose rank is not known yet: Levenberg-Marquardt, which needs none.
bool close_loops(const Multibody& multibody, VectorX& q, const VectorX& v, const VectorX& still, Kinematics& k) {
  for (int i = 0; i < 60; ++i) {
    multibody.kinematics(q, v, still, k);
    const double residual = k.constraint_residual.norm();
    if (residual < 1e-13) return true;
    const MatrixX& G = k.constraint_jacobian;
    MatrixX normal = G * G.transpose();
    normal.diagonal().array() += 0.1 * residual;
    multibody.retract(q, -G.transpose() * normal.ldlt().solve(k.constraint_residual));
  }
  return k.constraint_residual.norm() < 1e-11;
}

}  // namespace

double Multibody::project(VectorRef q, VectorRef v, ConstVectorRef prescribed, Kinematics& scratch) const {
  normalize(q);
  if (n_constraints_ == 0) return 0.0;
  kinematics(q, v, prescribed, scratch);
  double residual = scratch.constraint_residual.cwiseAbs().maxCoeff();
  // Newton gains digits until round-off; it stops when a step no longer helps.
  for (int i = 0; i < 30 && residual > 1e-15; ++i) {
    VectorX trial = q;
    retract(trial, smallest_step(scratch.constraint_jacobian, scratch.constraint_residual, rank_));
    kinematics(trial, v, prescribed, scratch);
    const double next = scratch.constraint_residual.cwiseAbs().maxCoeff();
    if (!(next < residual)) {
      kinematics(q, v, prescribed, scratch);
      break;
    }
    q = trial;
    residual = next;
  }
  v += smallest_step(scratch.constraint_jacobian, scratch.constraint_rate, rank_);
  for (const JointPlace& place : joints_) {
    if (!place.cut || place.q_offset < 0) continue;
    const int n = counted_angles(place.joint.type);
    q.segment(place.q_offset, n) = scratch.coordinate.segment(place.offset + place.dof - n, n);
  }
  return residual;
}

void Multibody::find_redundancies() {
  if (n_constraints_ == 0) return;
  Kinematics k = make_kinematics();
  const VectorX still = VectorX::Zero(3 * n_prescribed_);
  VectorX v = VectorX::Zero(nv_);
  VectorX q = design_coordinates();
  kinematics(q, v, still, k);
  rank_ = rank_of(k.constraint_jacobian);
  MatrixX best = k.constraint_jacobian;
  // The design pose may be a singular one (a linkage drawn stretched out), so poses around it are asked as well. The
  // generator has a fixed seed: the answer depends on the mechanism only.
  std::mt19937 generator(1);
  for (int sample = 0; sample < 6; ++sample) {
    VectorX step(nv_);
    for (int i = 0; i < nv_; ++i) step[i] = 0.2 * (static_cast<double>(generator()) / 4294967296.0 - 0.5);
    q = design_coordinates();
    retract(q, step);
    v.setZero();
    if (!close_loops(*this, q, v, still, k)) continue;
    kinematics(q, v, still, k);
    const int rank = rank_of(k.constraint_jacobian);
    if (rank > rank_) {
      rank_ = rank;
      best = k.constraint_jacobian;
    }
  }
  // Which joint brings the redundant ones: constraints are counted joint by joint, by name.
  int before = 0;
  int rows = 0;
  for (const JointPlace& place : joints_) {
    if (place.n_constraints == 0) continue;
    rows += place.n_constraints;
    const int now = rank_of(best.topRows(rows));
    const int redundant = place.n_constraints - (now - before);
    if (redundant > 0) redundancies_.push_back({place.joint.name, place.n_constraints, redundant});
    before = now;
  }
}

}  // namespace swell::bodies
