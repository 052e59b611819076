// Force from the past: F_i = sum_j sum_k W_ij(k) v_j(now - k), the one product that the time loop of a convolution
// consists of. Private to the library.
#pragma once

#include <cstddef>
#include <vector>

namespace swell::hydro {

/// Weights laid out in the order in which they are read: blocks of up to six rows with the same columns, then
/// columns, then groups of eight lags, then rows. Entries that are zero throughout are left out, block by block.
class LagProduct {
 public:
  /// @param weights one vector per row and column (row by row), all of one length; empty where the entry is zero
  LagProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights);
  LagProduct() = default;

  /// Doubles per column of history: newest-first window, written backwards and twice, and space to read past its end.
  std::size_t ring_size() const noexcept { return 2 * lags_ + 8; }
  std::size_t lags() const noexcept { return lags_; }

  /// One step back with `head` (0 <= head < lags) and the newest values in: returns the new head.
  std::size_t push(const double* values, std::size_t head, double* rings) const;
  /// @param sums rows, overwritten
  void sum(const double* rings, std::size_t head, double* sums) const;

  /// Doubles of weights read, and multiplications, in one sum.
  std::size_t size() const noexcept { return weights_.size(); }

  /// Sums of one block of rows, compiled for one vector unit.
  using Sum = void (*)(std::size_t height, const std::size_t* columns, std::size_t n_columns, std::size_t groups,
                       const double* weights, const double* rings, std::size_t stride, std::size_t head, double* sums);

 private:
  struct Block {
    int height = 0;           ///< rows, 1 to 6
    int rows[6] = {};         ///< which
    std::size_t columns = 0;  ///< first of its entries in block_columns_
    std::size_t n_columns = 0;
    std::size_t weights = 0;  ///< first of its weights
  };

  int rows_ = 0, columns_ = 0;
  std::size_t lags_ = 0, groups_ = 0;
  Sum sum_ = nullptr;
  std::vector<Block> blocks_;
  std::vector<std::size_t> block_columns_;
  std::vector<double> weights_;
};

}  // namespace swell::hydro
