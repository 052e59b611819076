// Closed loops: how many constraints are independent, and the projection onto them. [theory/numerics/bodies.md, eq. 7
// to 9]
#include <algorithm>
#include <random>

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "joint_motion.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {
namespace {

// A constraint is independent if the part not covered by the others exceeds this share of the largest. On the
// constraint surface dependent rows leave round-off (1e-13), independent ones a share of order one.
constexpr double kIndependent = 1e-7;

int rank_of(const MatrixX& rows) {
  if (rows.rows() == 0 || rows.cols() == 0) return 0;
  Eigen::ColPivHouseholderQR<MatrixX> qr(rows.transpose());
  qr.setThreshold(kIndependent);
  return static_cast<int>(qr.rank());
}

/// Smallest step with G step = -residual for the `rank` best rows of G, left in k.loop_step.
void smallest_step(const VectorX& residual, int rank, Kinematics& k) {
  auto& qr = k.loop_factors;
  qr.compute(k.constraint_jacobian.transpose());
  const auto& R = qr.matrixR();
  int r = std::min<int>(rank, static_cast<int>(std::min(R.rows(), R.cols())));
  while (r > 0 && std::abs(R(r - 1, r - 1)) < 1e-10 * std::abs(R(0, 0))) --r;
  k.loop_step.setZero();
  if (r == 0) return;
  const auto& order = qr.colsPermutation().indices();
  for (int i = 0; i < r; ++i) k.loop_target[i] = -residual[order[i]];
  R.topLeftCorner(r, r).triangularView<Eigen::Upper>().transpose().solveInPlace(k.loop_target.head(r));
  // Q in full: applying the reflections to a vector would allocate
  qr.householderQ().evalTo(k.loop_basis, k.loop_work);
  k.loop_step.noalias() = k.loop_basis.leftCols(r) * k.loop_target.head(r);
}

/// Closes loops of unknown rank by Levenberg-Marquardt.
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
    smallest_step(scratch.constraint_residual, rank_, scratch);
    scratch.loop_trial = q;
    retract(scratch.loop_trial, scratch.loop_step);
    kinematics(scratch.loop_trial, v, prescribed, scratch);
    const double next = scratch.constraint_residual.cwiseAbs().maxCoeff();
    if (!(next < residual)) {
      kinematics(q, v, prescribed, scratch);
      break;
    }
    q = scratch.loop_trial;
    residual = next;
  }
  smallest_step(scratch.constraint_rate, rank_, scratch);
  v += scratch.loop_step;
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
  // The design pose may be singular (a linkage drawn stretched out), so poses around it are tried as well. The
  // generator has a fixed seed: the result depends on the mechanism only.
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
  // Find the joints with redundant constraints: constraints are counted joint by joint, by name.
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
