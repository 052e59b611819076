// The far lags of a product over the history in blocks of B steps with transforms. Private to the library.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "real_fft.h"

namespace swell::hydro {

/// Uniformly partitioned overlap-save without delay: lags B, B + 1, ... end - 1 in parts of B, p = 1..P. When a block
/// of B steps is complete, the window of the last two blocks is transformed, and the next block's share of the past is
///
///   ahead(n) = IFFT{ sum_p W^_p X_{j+1-p} }(B + n),  n = 0..B-1          j the block just completed
///
/// Of that sum only p = 1 needs the newest spectrum: p >= 2 is spread evenly over the steps of block j. What happens in
/// a step depends on the number of steps since the memory was zero only.
class FarLags {
 public:
  /// @param weights one vector per row and column (row by row), by lag; empty where the entry is zero throughout
  FarLags(std::size_t rows, std::size_t columns, std::size_t block, std::size_t end,
          const std::vector<std::vector<double>>& weights);

  std::size_t block() const noexcept { return block_; }
  std::size_t memory_size() const noexcept { return memory_size_; }
  /// Adds the share of the lags from B on to the sums of this step, then takes the step's values.
  void step(const double* values, double* memory, double* sums) const;

  /// What a step costs, in doubles read from a kernel. @param entries that are not zero
  static double cost(std::size_t block, std::size_t end, std::size_t entries, std::size_t transforms);

 private:
  struct Group {                       // rows with the same columns
    std::size_t height = 0;            // 1 to 4
    std::vector<std::size_t> driving;  // columns
    std::size_t first = 0;             // of its rows in order_
    std::size_t weights = 0;           // place in one part's weights
  };
  void add_part(std::size_t part, std::size_t slot, double* memory) const;
  void finish_block(double* memory) const;

  std::size_t columns_, block_, bins_, parts_, part_size_ = 0;
  std::unique_ptr<const RealFft> fft_;
  std::vector<Group> groups_;
  std::vector<std::size_t> order_;  // rows with any weight, group by group
  std::vector<double> spectra_;     // by part, group, four bins, column, row, (re, im)
  // Places in the memory.
  std::size_t at_windows_ = 0, at_past_ = 0, at_sum_ = 0, at_ahead_ = 0, at_scratch_ = 0, memory_size_ = 0;
};

}  // namespace swell::hydro
