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

// Two vectors of a row at a time: most mechanisms have no more.
template <std::size_t Vectors>
[[gnu::always_inline]] inline void multiply(int rows, int depth, int width, const double* M, int row_step,
                                            int depth_step, const double* X, double* Y) {
  for (int i = 0; i < rows; ++i) {
    Wide4 sum[Vectors];
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] = Wide4{};
    const double* m = M + i * row_step;
    for (int k = 0; k < depth; ++k) {
      for (std::size_t p = 0; p < Vectors; ++p) sum[p] += at(X + k * width + kLanes * p) * m[k * depth_step];
    }
    for (std::size_t p = 0; p < Vectors; ++p) at(Y + i * width + kLanes * p) = sum[p];
  }
}
}  // namespace

SWELL_WIDE void project_inertia(int n, int nv, int width, const double* M, const double* J, double* product,
                                double* system) {
  int column = 0;
  for (; column + 2 * kWide4 <= width; column += 2 * kWide4) {
    multiply<2>(n, n, width, M, n, 1, J + column, product + column);
    multiply<2>(nv, n, width, J, 1, width, product + column, system + column);
  }
  for (; column < width; column += kWide4) {
    multiply<1>(n, n, width, M, n, 1, J + column, product + column);
    multiply<1>(nv, n, width, J, 1, width, product + column, system + column);
  }
}

SWELL_WIDE void solve_small(int nv, int width, double* system, double* x) {
  for (int k = 0; k < nv; ++k) {
    double* row_k = system + k * width;
    int pivot = k;
    for (int i = k + 1; i < nv; ++i) {
      if (std::abs(system[i * width + k]) > std::abs(system[pivot * width + k])) pivot = i;
    }
    const int from = k / kWide4 * kWide4;
    if (pivot != k) std::swap_ranges(row_k + from, row_k + width, system + pivot * width + from);
    const double inverse = 1.0 / row_k[k];
    for (int i = k + 1; i < nv; ++i) {
      double* row = system + i * width;
      const double factor = row[k] * inverse;
      for (int c = from; c < width; c += kWide4) at(row + c) -= factor * at(row_k + c);
    }
  }
  for (int i = nv; i-- > 0;) {
    double sum = system[i * width + nv];
    for (int j = i + 1; j < nv; ++j) sum -= system[i * width + j] * x[j];
    x[i] = sum / system[i * width + i];
  }
}

}  // namespace swell::bodies
