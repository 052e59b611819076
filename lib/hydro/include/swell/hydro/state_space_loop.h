/// A state-space model laid out for the time loop: blocks of A one after another, and of B and C only what is not zero
/// (entry by entry, one velocity drives a state, which acts on one force; a whole-matrix realisation is full).
#pragma once

#include <vector>

#include "swell/hydro/state_space.h"

namespace swell::hydro {

/// Immutable. The numbers are those of StateSpaceModel::rate and force up to the order of additions.
class StateSpaceLoop {
 public:
  explicit StateSpaceLoop(const StateSpaceModel& model);
  /// x' = A x + B v; no allocation. @param x states  @param v columns of B
  void rate(const double* x, const double* v, double* x_dot) const;
  /// F = C x + D v; no allocation.
  void force(const double* x, const double* v, double* force) const;
  std::size_t multiplications() const noexcept {
    return a_.size() + b_.value.size() + c_.value.size() + d_.value.size();
  }

 private:
  /// What is not zero of a matrix, as runs of neighbours: of a column (`at` counts rows) or of a row.
  struct Runs {
    struct Run {
      int line, at, length;
    };
    std::vector<Run> runs;
    std::vector<double> value;
  };
  static Runs runs_of(const MatrixX& matrix, bool by_columns);

  int rows_ = 0;
  std::vector<StateBlock> blocks_;
  std::vector<double> a_;  // blocks row by row
  Runs b_, c_, d_;         // B by columns, for few velocities drive many states; C and D by rows
};

}  // namespace swell::hydro
