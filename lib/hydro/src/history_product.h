// Force from a long past, F_i(n) = sum_j sum_k W_ij(k) v_j(n - k): directly, or in blocks with transforms. Private.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "far_lags.h"
#include "lag_product.h"

namespace swell::hydro {

/// Convolution in blocks of growing length [Gardner1995]: lags below the first block B_1 directly, from B_1 to B_2 in
/// parts of B_1 with transforms, from B_2 to B_3 in parts of B_2, and so on. What happens in a step depends on the
/// number of steps since reset only. Error: round-off of the transforms, 1e-15 of the largest sums.
class HistoryProduct {
 public:
  using Blocks = std::vector<std::size_t>;

  /// @param weights one vector per row and column (row by row); empty where the entry is zero throughout
  /// @param blocks  lengths in steps, ascending, multiples of 8 and each of the one before; none for the direct sum; by
  ///                default what costs least (theory/numerics/hydro.md 3)
  HistoryProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights,
                 const std::optional<Blocks>& blocks);

  Blocks blocks() const;  ///< none: direct
  /// Zero the memory to forget the past.
  std::size_t memory_size() const noexcept { return memory_size_; }
  /// Takes the newest values and sums over all. @param values columns   @param sums rows, overwritten
  void step(const double* values, double* memory, double* sums) const;

  /// The blocks of least cost. @param entries that are not zero   @param transforms rows and columns together
  static Blocks cheapest(std::size_t lags, std::size_t entries, std::size_t transforms);

 private:
  LagProduct near_;
  std::vector<FarLags> far_;
  std::vector<std::size_t> at_;  // of each block length in the memory
  std::size_t at_rings_ = 0, memory_size_ = 0;
};

}  // namespace swell::hydro
