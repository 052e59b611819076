#include "lag_product.h"

#include <algorithm>
#include <map>

#include "swell/base/error.h"
#include "swell/base/wide.h"

namespace swell::hydro {

namespace {

constexpr std::size_t kLanes = kWide8;

using Sum = LagProduct::Sum;

// Eight lanes as Parts vectors of one machine's width. Height rows at a time share each load of the history; their sums
// stay in registers over all columns. The order of additions is that of the lanes, whatever the width.
template <class Vector, std::size_t Parts, std::size_t Height>
[[gnu::always_inline]] inline void sum_rows(const std::size_t* columns, std::size_t n_columns, std::size_t groups,
                                            const double* weights, const double* rings, std::size_t stride,
                                            std::size_t head, double* sums) {
  constexpr std::size_t kWidth = kLanes / Parts;
  Vector sum[Height][Parts];
  for (std::size_t r = 0; r < Height; ++r) {
    for (std::size_t p = 0; p < Parts; ++p) sum[r][p] = Vector{};
  }
  for (std::size_t c = 0; c < n_columns; ++c) {
    const double* v = rings + stride * columns[c] + head;
    for (std::size_t g = 0; g < groups; ++g) {
      Vector past[Parts];
      for (std::size_t p = 0; p < Parts; ++p) past[p] = *reinterpret_cast<const Vector*>(v + p * kWidth);
#pragma GCC unroll 6
      for (std::size_t r = 0; r < Height; ++r) {
#pragma GCC unroll 4
        for (std::size_t p = 0; p < Parts; ++p) {
          sum[r][p] += *reinterpret_cast<const Vector*>(weights + r * kLanes + p * kWidth) * past[p];
        }
      }
      v += kLanes;
      weights += kLanes * Height;
    }
  }
  for (std::size_t r = 0; r < Height; ++r) {
    double s[kLanes];
    for (std::size_t lane = 0; lane < kLanes; ++lane) s[lane] = sum[r][lane / kWidth][lane % kWidth];
    sums[r] = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }
}

template <class Vector, std::size_t Parts>
[[gnu::always_inline]] inline void sum_block(std::size_t height, const std::size_t* columns, std::size_t n_columns,
                                             std::size_t groups, const double* weights, const double* rings,
                                             std::size_t stride, std::size_t head, double* sums) {
  switch (height) {
    case 1:
      return sum_rows<Vector, Parts, 1>(columns, n_columns, groups, weights, rings, stride, head, sums);
    case 2:
      return sum_rows<Vector, Parts, 2>(columns, n_columns, groups, weights, rings, stride, head, sums);
    case 3:
      return sum_rows<Vector, Parts, 3>(columns, n_columns, groups, weights, rings, stride, head, sums);
    case 4:
      return sum_rows<Vector, Parts, 4>(columns, n_columns, groups, weights, rings, stride, head, sums);
    case 5:
      return sum_rows<Vector, Parts, 5>(columns, n_columns, groups, weights, rings, stride, head, sums);
    default:
      return sum_rows<Vector, Parts, 6>(columns, n_columns, groups, weights, rings, stride, head, sums);
  }
}

void sum_plain(std::size_t height, const std::size_t* columns, std::size_t n_columns, std::size_t groups,
               const double* weights, const double* rings, std::size_t stride, std::size_t head, double* sums) {
  sum_block<Wide2, 4>(height, columns, n_columns, groups, weights, rings, stride, head, sums);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) void sum_avx2(std::size_t height, const std::size_t* columns, std::size_t n_columns,
                                              std::size_t groups, const double* weights, const double* rings,
                                              std::size_t stride, std::size_t head, double* sums) {
  sum_block<Wide4, 2>(height, columns, n_columns, groups, weights, rings, stride, head, sums);
}

__attribute__((target("avx512f"))) void sum_avx512(std::size_t height, const std::size_t* columns,
                                                   std::size_t n_columns, std::size_t groups, const double* weights,
                                                   const double* rings, std::size_t stride, std::size_t head,
                                                   double* sums) {
  sum_block<Wide8, 1>(height, columns, n_columns, groups, weights, rings, stride, head, sums);
}
#endif

Sum widest_sum() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return sum_avx512;
  if (__builtin_cpu_supports("avx2")) return sum_avx2;
#endif
  return sum_plain;
}

}  // namespace

LagProduct::LagProduct(int rows, int columns, std::size_t lags, const std::vector<std::vector<double>>& weights)
    : rows_(rows), columns_(columns), lags_(lags), groups_((lags + kLanes - 1) / kLanes), sum_(widest_sum()) {
  SWELL_EXPECT(weights.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  const auto entry = [&](int row, std::size_t column) -> const std::vector<double>& {
    return weights[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + column];
  };
  // Rows by the columns that act on them.
  std::map<std::vector<std::size_t>, std::vector<int>> patterns;
  for (int i = 0; i < rows; ++i) {
    std::vector<std::size_t> driving;
    for (std::size_t j = 0; j < static_cast<std::size_t>(columns); ++j) {
      if (!entry(i, j).empty()) driving.push_back(j);
    }
    if (!driving.empty()) patterns[driving].push_back(i);
  }
  for (const auto& [driving, members] : patterns) {
    for (std::size_t at = 0; at < members.size(); at += 6) {
      Block block;
      block.height = static_cast<int>(std::min<std::size_t>(6, members.size() - at));
      std::copy_n(members.begin() + static_cast<std::ptrdiff_t>(at), block.height, block.rows);
      block.columns = block_columns_.size();
      block.n_columns = driving.size();
      block.weights = weights_.size();
      block_columns_.insert(block_columns_.end(), driving.begin(), driving.end());
      for (const std::size_t j : driving) {
        for (std::size_t k = 0; k < groups_ * kLanes; k += kLanes) {
          for (int r = 0; r < block.height; ++r) {
            const std::vector<double>& w = entry(block.rows[r], j);
            for (std::size_t lane = k; lane < k + kLanes; ++lane) weights_.push_back(lane < w.size() ? w[lane] : 0.0);
          }
        }
      }
      blocks_.push_back(block);
    }
  }
}

std::size_t LagProduct::push(const double* values, std::size_t head, double* rings) const {
  const std::size_t next = head == 0 ? lags_ - 1 : head - 1;
  for (int j = 0; j < columns_; ++j, rings += ring_size()) rings[next] = rings[next + lags_] = values[j];
  return next;
}

void LagProduct::sum(const double* rings, std::size_t head, double* sums) const {
  std::fill_n(sums, rows_, 0.0);
  double of_block[6];
  for (const Block& block : blocks_) {
    sum_(static_cast<std::size_t>(block.height), block_columns_.data() + block.columns, block.n_columns, groups_,
         weights_.data() + block.weights, rings, ring_size(), head, of_block);
    for (int r = 0; r < block.height; ++r) sums[block.rows[r]] = of_block[r];
  }
}

}  // namespace swell::hydro
