/// The fewest frequencies to solve: those from which the others follow.
#pragma once

#include <functional>
#include <vector>

#include "parts.h"
#include "unfinished.h"

namespace swell::bem {

/// Halves intervals of a grid of candidates as long as what is solved in their middle is not foretold, within
/// `tolerance`, by polynomials of degree five through six around it that were solved before.
struct Sampling {
  std::size_t widest = 32, usual = 4;  ///< intervals to begin with, of the result at most: candidates
  double tolerance = 0.002;            ///< of the largest value of each curve

  /// @param solved  of every candidate   @param solve  fills those of the given places
  /// @param shown  curves of one of them: a complex value each, slow in frequency, phases of places taken out
  /// @param scale  of every curve, by what is solved so far; 0: it is not looked at
  /// @return  for every candidate whether it is solved
  std::vector<bool> run(std::size_t count, const std::function<void(const std::vector<std::size_t>&)>& solve,
                        const std::function<Eigen::VectorXcd(std::size_t)>& shown,
                        const std::function<VectorX(const std::vector<bool>&)>& scale) const;
};

/// Places that are solved and weights of them that give the value at `at`.
std::vector<std::pair<std::size_t, double>> foretold_by(const std::vector<bool>& is_solved, std::size_t at);

/// Solves of the request's candidates those that Sampling asks for; fills those of the result that were not solved.
/// @return  places of the result's frequencies
std::vector<std::size_t> choose(const ComputeRequest& request, const std::vector<Row>& rows,
                                std::vector<Solved>& solved,
                                const std::function<void(const std::vector<std::size_t>&)>& solve);

}  // namespace swell::bem
