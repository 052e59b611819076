/// The force of LinearExcitation at any time, from tables instead of one sine and cosine per component.
///
/// Seas of many components: components within an octave share a table whose times are so far apart that the shortest
/// of their waves turns by kPhase, and the polynomial through kPoints of those gives the force in between. Long waves
/// so cost little: their table has few times. Error at most 3.0e-6 kPhase^16 = 4.6e-11 of a component's force, less by
/// 2^-16 for the longest of its octave; theory/numerics/hydro.md 5.
///
/// Seas of few components are tabulated exactly where the times lie on a grid that is known (a fixed step's), to 2e-14
/// of the sum of amplitudes, and summed at all others.
///
/// Either way the force is a function of time alone: tables are blocks of times, filled by rotating phasors that are
/// seeded exactly at each block's first time.
#pragma once

#include <optional>
#include <vector>

#include "swell/hydro/excitation.h"

namespace swell::hydro {

class TabulatedExcitation {
 public:
  static constexpr long kBlock = 64;        ///< times of a table
  static constexpr int kPoints = 16;        ///< of the interpolation
  static constexpr double kPhase = 0.5;     ///< [rad] between two times of a table
  static constexpr int kFew = 2 * kPoints;  ///< seas of no more components are not interpolated

  /// @param t0, step [s] the grid t0 + n step, n = 0, 1, ... on which seas of few components are tabulated
  TabulatedExcitation(const LinearExcitation& excitation, double t0, std::optional<double> step);

  int rows() const noexcept { return excitation_.rows(); }
  std::size_t workspace_size() const noexcept { return workspace_size_; }
  void reset(double* workspace) const;  ///< before first use
  /// No allocation. @param workspace a cache, no state: need not be part of a checkpoint   @param out rows, overwritten
  void evaluate(double t, double* workspace, double* out) const;

 private:
  struct Table {
    double interval = 0.0;  // [s]
    Eigen::ArrayXd omega, turn_cos, turn_sin;
    RowMatrixX re, im;           // active rows x components
    std::size_t place = 0;       // in the workspace: number of the block, then its lines
    long lines = 0, before = 0;  // of a block, and those before its first time
  };
  void add_table(const std::vector<Eigen::Index>& components, double interval, bool exact);
  const double* block(const Table& table, long number, double* workspace) const;

  LinearExcitation excitation_;
  double t0_;
  std::optional<double> step_;
  bool exact_ = false;
  std::size_t padded_ = 0;  // active rows, in whole vectors
  std::vector<Table> tables_;
  std::size_t workspace_size_ = 0;
};

}  // namespace swell::hydro
