/// Realisations of one block of the kernel at a given order, by which state_space_mimo.cpp searches
/// (theory/numerics/hydro.md 4). Coordinates are normalised: every diagonal entry has the peak 1.
#pragma once

#include <vector>

#include "hankel.h"
#include "swell/hydro/state_space.h"

namespace swell::hydro {

/// Kernel with rows and columns normalised to one size, and which entries are modelled.
struct Prepared {
  std::vector<MatrixX> K;  // T K T, dropped entries zero
  VectorX T;
  MatrixX wanted;  // 1 where modelled
  MatrixX spread;  // ||K_ij - mean||^2 of the normalised entries
  // Response at some frequencies of the data, int K e^{-i omega t} dt, its peaks by row, and what errors count against.
  std::vector<double> omega;
  std::vector<Eigen::MatrixXcd> response;
  std::vector<MatrixX> weights;  ///< (B + floor)^-1/2
  VectorX peaks;
  /// Samples of K from one to the next that poles are sought by: none has a frequency beyond pi over that time.
  std::size_t stride = 1;
  bool steady = true;  ///< a steady velocity leaves no force, where the realisation is passive
};

/// @param kernel  of motions that couple   @param wanted  its entries that are modelled
Prepared prepare(const SampledKernel& kernel, const MatrixX& wanted);
/// Of the kernel from 0 to its end: trapezoidal sums with Euler-Maclaurin corrections, f' by one-sided differences.
/// @param floors  by row, what errors count against beside its damping, as a share of the damping's peak
void add_response(Prepared& p, const VectorX& floors, double step, double omega_min, double omega_max);

/// One candidate of given order in normalised coordinates, real modal form.
struct Candidate {
  MatrixX A, B, C, r2;
  std::vector<StateBlock> blocks;
  double lowest = -1e300;
  double error = 1e300;  // of the response
  double share = 1e300;  // of the response, of the damping of the same motion
};

/// Eigensystem realisation of the leading `order` modes: discrete poles from the shift of the observability matrix,
/// continuous ones by logarithm; unstable and negative real ones are left out,
/// and those faster than `fastest` [rad/s].
Candidate realise(const Prepared& p, const BlockHankelModes& modes, double step, Eigen::Index order, bool steady,
                  const std::optional<double>& fastest);
/// What a change of row i of C takes from the fit, dc metric[i] dc^T: the mean square of the response's error over the
/// peaks of its row and column, and of each motion's over its damping, by what the options allow of both.
std::vector<MatrixX> error_metric(const Prepared& p, double step, const MimoOptions& options, const Candidate& c);
/// How far it is from the kernel and its response: r2, lowest, error and share.
void measure(const Prepared& p, double step, Candidate& c);

/// exp(A t_k) applied to the columns of B, of all times side by side: states x (columns count).
MatrixX trajectory(const MatrixX& A, const std::vector<StateBlock>& blocks, const MatrixX& B, double step,
                   std::size_t count);
/// What a steady velocity leaves in the states, x = -A^-1 B v: a force C x of it is none where C A^-1 B = 0.
MatrixX steady_states(const MatrixX& A, const MatrixX& B);
/// Columns of `solved` = N^-1 `right` become those that minimise the same squares under M^T x = 0.
void constrain(const MatrixX& M, const MatrixX& of_inverse, MatrixX& solved);

}  // namespace swell::hydro
