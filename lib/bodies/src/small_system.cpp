#include "small_system.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "swell/base/wide.h"

namespace swell::bodies {

namespace {
constexpr std::size_t kLanes = kWide4;
[[gnu::always_inline]] inline const Wide4& at(const double* p) { return *reinterpret_cast<const Wide4*>(p); }
[[gnu::always_inline]] inline Wide4& at(double* p) { return *reinterpret_cast<Wide4*>(p); }

// Row lengths that occur are one to four vectors: known lengths keep rows in registers.
template <std::size_t Vectors>
[[gnu::always_inline]] inline void project(int n, int nv, int depth, const double* M, const double* J, double* product,
                                           double* system) {
  constexpr int kWidth = static_cast<int>(kLanes * Vectors);
  // J^T M: columns of J have few entries (a free body's are unit vectors).
  for (int r = 0; r < nv; ++r) {
    double* out = product + r * depth;
    for (int c = 0; c < depth; c += kWide4) at(out + c) = Wide4{};
    for (int k = 0; k < n; ++k) {
      const double j = J[k * kWidth + r];
      if (j == 0.0) continue;
      const double* m = M + k * depth;
      for (int c = 0; c < depth; c += kWide4) at(out + c) += j * at(m + c);
    }
  }
  for (int r = 0; r < nv; ++r) {
    Wide4 sum[Vectors];
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] = Wide4{};
    for (int k = 0; k < n; ++k) {
      const double m = product[r * depth + k];
      for (std::size_t p = 0; p < Vectors; ++p) sum[p] += m * at(J + k * kWidth + p * kLanes);
    }
    for (std::size_t p = 0; p < Vectors; ++p) at(system + r * kWidth + p * kLanes) = sum[p];
  }
}

template <std::size_t Vectors>
[[gnu::always_inline]] inline void eliminate(int nv, double* system, double* x) {
  constexpr int kWidth = static_cast<int>(kLanes * Vectors);
  for (int k = 0; k < nv; ++k) {
    double* row_k = system + k * kWidth;
    int pivot = k;
    double largest = std::abs(row_k[k]);
    for (int i = k + 1; i < nv; ++i) {
      const double size = std::abs(system[i * kWidth + k]);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    if (pivot != k) std::swap_ranges(row_k, row_k + kWidth, system + pivot * kWidth);
    const double inverse = 1.0 / row_k[k];
    Wide4 pivot_row[Vectors];
    for (std::size_t p = 0; p < Vectors; ++p) pivot_row[p] = at(row_k + p * kLanes);
    for (int i = k + 1; i < nv; ++i) {
      double* row = system + i * kWidth;
      const double factor = row[k] * inverse;
      for (std::size_t p = 0; p < Vectors; ++p) at(row + p * kLanes) -= factor * pivot_row[p];
    }
  }
  for (int i = nv; i-- > 0;) {
    double sum = system[i * kWidth + nv];
    for (int j = i + 1; j < nv; ++j) sum -= system[i * kWidth + j] * x[j];
    x[i] = sum / system[i * kWidth + i];
  }
}
}  // namespace

SWELL_WIDE void project_inertia(int n, int nv, int width, const double* M, const double* J, double* product,
                                double* system) {
  const int depth = padded(n, kWide4);
  switch (width) {
    case 4:
      return project<1>(n, nv, depth, M, J, product, system);
    case 8:
      return project<2>(n, nv, depth, M, J, product, system);
    case 12:
      return project<3>(n, nv, depth, M, J, product, system);
    default:
      return project<4>(n, nv, depth, M, J, product, system);
  }
}

SWELL_WIDE void solve_small(int nv, int width, double* system, double* x) {
  switch (width) {
    case 4:
      return eliminate<1>(nv, system, x);
    case 8:
      return eliminate<2>(nv, system, x);
    case 12:
      return eliminate<3>(nv, system, x);
    default:
      return eliminate<4>(nv, system, x);
  }
}

}  // namespace swell::bodies
