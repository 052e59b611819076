/// Selection of the fewest frequencies to solve, from which the others are interpolated.
#pragma once

#include <functional>
#include <vector>

#include "parts.h"
#include "unfinished.h"

namespace swell::bem {

/// Halves intervals of a grid of candidates until the solution at their middle is predicted within `tolerance` by
/// degree-five polynomials through the six nearest solved candidates.
struct Sampling {
  std::size_t widest = 32, usual = 4;  ///< candidates per interval: at the start, and at most in the result
  double tolerance = 0.002;            ///< of the largest value of each curve

  /// @param solved  by candidate   @param solve  solves the given candidates
  /// @param shown  complex curves of a candidate, slow in frequency, with the phases of positions removed
  /// @param scale  of every curve, from the solved ones; 0: ignored
  /// @return for every candidate: is it solved?
  std::vector<bool> run(std::size_t count, const std::function<void(const std::vector<std::size_t>&)>& solve,
                        const std::function<Eigen::VectorXcd(std::size_t)>& shown,
                        const std::function<VectorX(const std::vector<bool>&)>& scale) const;
};

/// Solved candidates and their weights for the value at `at`.
std::vector<std::pair<std::size_t, double>> foretold_by(const std::vector<bool>& is_solved, std::size_t at);

/// Solves the candidates selected by Sampling and interpolates the other frequencies of the result.
/// @return indices of the result's frequencies
std::vector<std::size_t> choose(const ComputeRequest& request, const std::vector<Row>& rows,
                                std::vector<Solved>& solved,
                                const std::function<void(const std::vector<std::size_t>&)>& solve);

}  // namespace swell::bem
