/// Chebyshev points and the polynomials through them, for tables.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "swell/base/vector.h"

namespace swell::bem {

/// matrix[i][k]: coefficient of t^k of the Lagrange polynomial of point i, t in [-1, 1].
template <std::size_t n>
struct Interpolation {
  std::array<double, n> points{};
  std::array<std::array<double, n>, n> matrix{};
  Interpolation() {
    for (std::size_t i = 0; i < n; ++i)
      points[i] = -std::cos(kPi * (static_cast<double>(i) + 0.5) / static_cast<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      std::array<double, n + 1> poly{};
      poly[0] = 1.0;
      std::size_t degree = 0;
      for (std::size_t j = 0; j < n; ++j) {
        if (j == i) continue;
        const double scale = 1.0 / (points[i] - points[j]);
        for (std::size_t k = ++degree; k > 0; --k) poly[k] = (poly[k - 1] - points[j] * poly[k]) * scale;
        poly[0] *= -points[j] * scale;
      }
      for (std::size_t k = 0; k < n; ++k) matrix[i][k] = poly[k];
    }
  }
};

}  // namespace swell::bem
