/// Passivity of radiation data and models: measuring and enforcing. Private to lib/hydro.
#pragma once

#include <functional>
#include <vector>

#include "swell/hydro/state_space.h"

namespace swell::hydro {

/// states = (i omega - A)^-1 B, in closed form for one and two states, of which real modal forms have blocks.
/// @param states  A.rows() x B.cols()
void solve_resolvent(const Eigen::Ref<const MatrixX>& A, const Eigen::Ref<const MatrixX>& B, double omega,
                     Eigen::Ref<Eigen::MatrixXcd> states);
/// (i omega - A)^-1 B for block-diagonal A.
Eigen::MatrixXcd resolvent_times(const MatrixX& A, const MatrixX& B, const std::vector<StateBlock>& blocks,
                                 double omega);

/// Rows that entries other than zero couple with one another, directly or by further rows: each part ascending, rows
/// of zeros in none.
std::vector<std::vector<Eigen::Index>> coupled_rows(const MatrixX& entries);

struct PassivityRepair {
  double before = 0.0;            ///< lowest eigenvalue over the largest
  double damping = 0.0;           ///< constant damping that makes up for what is left
  double damping_relative = 0.0;  ///< the same over the peak
  int passes = 0;
  bool given_up = false;
};
/// Changes C by the least dc metric[i] dc^T of its rows (realisation.h: error_metric) so that the Hermitian part of C
/// (i omega - A)^-1 B is positive semi-definite: linear constraints at the worst frequencies, between samples too,
/// repeated. C A^-1 B, the force of a steady velocity, stays.
PassivityRepair make_passive(const MatrixX& A, const MatrixX& B, const std::vector<StateBlock>& blocks,
                             const std::vector<MatrixX>& metric, double omega_max,
                             const std::function<bool(const MatrixX&)>& good_enough, MatrixX& C);

}  // namespace swell::hydro
