// Accelerations of a mechanism with closed loops: null-space method on a rank-revealing factorisation.
// [theory/numerics/bodies.md, eq. 9]
#include <algorithm>

#include "swell/bodies/equation_of_motion.h"

namespace swell::bodies {

void EquationOfMotion::solve_constrained(const Kinematics& k, Dynamics& out) const {
  const int nv = multibody_.nv();
  const int nc = multibody_.n_constraints();
  // G^T P = Q R. The first `rank` columns of Q span the constrained directions, the others the free ones.
  out.qr.compute(k.constraint_jacobian.transpose());
  const auto& R = out.qr.matrixR();
  int rank = std::min(multibody_.constraint_rank(), std::min(nv, nc));
  // In a singular pose fewer rows are independent; the others would divide by round-off.
  while (rank > 0 && std::abs(R(rank - 1, rank - 1)) < 1e-10 * std::abs(R(0, 0))) --rank;
  const int free = nv - rank;
  out.qr.householderQ().evalTo(out.basis, out.work);
  const auto& order = out.qr.colsPermutation().indices();

  // Part of v' that the loops prescribe: R11^T y = -gamma.
  VectorX& y = out.target;
  for (int i = 0; i < rank; ++i) y[i] = -k.constraint_bias[order[i]];
  R.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().transpose().solveInPlace(y.head(rank));
  out.speed_rate.noalias() = out.basis.leftCols(rank) * y.head(rank);

  // Free part: N^T M N z = N^T (f - M v').
  if (free > 0) {
    const auto N = out.basis.rightCols(free);
    out.reduced_product.resize(nv, free);
    out.reduced_product.noalias() = out.inertia * N;
    out.reduced.resize(free, free);
    out.reduced.noalias() = N.transpose() * out.reduced_product;
    out.work = out.rhs;
    out.work.noalias() -= out.inertia * out.speed_rate;
    out.reduced_rhs.resize(free);
    out.reduced_rhs.noalias() = N.transpose() * out.work;
    out.reduced_lu.compute(out.reduced);
    out.reduced_solution = out.reduced_lu.solve(out.reduced_rhs);
    out.speed_rate.noalias() += N * out.reduced_solution;
  }

  // Multipliers of least norm: G^T lambda = M v' - f, with [R11 R12] P^T lambda = Q1^T (M v' - f).
  out.work = -out.rhs;
  out.work.noalias() += out.inertia * out.speed_rate;
  out.multiplier.setZero();
  if (rank == 0) return;
  out.gram.resize(rank, rank);
  // only the upper trapezoid of R is valid; the Householder vectors are stored below
  for (int a = 0; a < rank; ++a) {
    for (int b = 0; b < rank; ++b) {
      double sum = 0.0;
      for (int c = std::max(a, b); c < nc; ++c) sum += R(a, c) * R(b, c);
      out.gram(a, b) = sum;
    }
  }
  auto target = y.head(rank);
  target.noalias() = out.basis.leftCols(rank).transpose() * out.work;
  out.gram_lu.compute(out.gram);
  out.constrained.head(rank) = out.gram_lu.solve(target);
  for (int c = 0; c < nc; ++c) {
    double sum = 0.0;
    for (int a = 0; a <= std::min(c, rank - 1); ++a) sum += R(a, c) * out.constrained[a];
    out.multiplier[order[c]] = sum;
  }
}

}  // namespace swell::bodies
