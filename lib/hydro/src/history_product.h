// Force from a long past, F_i(n) = sum_j sum_k W_ij(k) v_j(n - k): directly, or in blocks with transforms. Private.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "lag_product.h"
#include "real_fft.h"

namespace swell::hydro {

/// Uniformly partitioned overlap-save convolution without delay. Lags below B are summed directly; the others are cut
/// into parts of B lags, p = 1..P. When a block of B steps is complete, the window of the last two blocks is
/// transformed, and the next block's share of the past is
///
///   ahead(n) = IFFT{ sum_p W^_p X_{j+1-p} }(B + n),  n = 0..B-1          j the block just completed
///
/// Of that sum only p = 1 needs the newest spectrum: p >= 2 is spread evenly over the steps of block j. What happens in
/// a step depends on the number of steps since reset only. Error: round-off of the transforms, 1e-15 of the largest
/// sums.
class HistoryProduct {
 public:
  /// @param weights one vector per row and column (row by row); empty where the entry is zero throughout
  /// @param block   lags per block, a multiple of 8, or 0 for the direct sum; by default what costs less (README.md 3)
  HistoryProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights,
                 std::optional<std::size_t> block);

  std::size_t block() const noexcept { return block_; }  ///< 0: direct
  /// Zero the memory to forget the past.
  std::size_t memory_size() const noexcept { return memory_size_; }
  /// Takes the newest values and sums over all. @param values columns   @param sums rows, overwritten
  void step(const double* values, double* memory, double* sums) const;

  /// What a step costs, in doubles read from the kernel. @param entries that are not zero
  static double cost(std::size_t lags, std::size_t entries, std::size_t transforms, std::size_t block);
  /// The block (or 0) of least cost.
  static std::size_t cheapest(std::size_t lags, std::size_t entries, std::size_t transforms);

 private:
  struct Group {                    // rows that feel the same columns
    std::size_t height = 0;         // 1 to 4
    std::vector<std::size_t> felt;  // columns
    std::size_t first = 0;          // of its rows in order_
    std::size_t weights = 0;        // place in one part's weights
  };
  void make_parts(const std::vector<std::vector<double>>& weights);
  void add_part(std::size_t part, std::size_t slot, double* memory) const;
  void finish_block(double* memory) const;

  std::size_t rows_, columns_, lags_, block_;
  std::size_t parts_ = 0, bins_ = 0, part_size_ = 0;
  LagProduct near_;
  std::unique_ptr<const RealFft> fft_;
  std::vector<Group> groups_;
  std::vector<std::size_t> order_;  // rows with any weight, group by group
  std::vector<double> spectra_;     // by part, group, four bins, column, row, (re, im)
  // Places in the memory.
  std::size_t at_rings_ = 0, at_windows_ = 0, at_past_ = 0, at_sum_ = 0, at_ahead_ = 0, at_scratch_ = 0,
              memory_size_ = 0;
};

}  // namespace swell::hydro
