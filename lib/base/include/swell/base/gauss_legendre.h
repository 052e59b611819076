/// Gauss-Legendre quadrature of any order.
#pragma once

#include <vector>

namespace swell {

struct GaussRule {
  std::vector<double> x;  ///< nodes on [-1, 1], ascending
  std::vector<double> w;  ///< weights; they sum to 2
};

/// n points, exact for polynomials of degree 2n - 1. Zeros of P_n by Newton's method, weights 2 / ((1 - x^2)
/// P_n'(x)^2). Source: [AbramowitzStegun1964, 25.4.29].
GaussRule gauss_legendre(int n);

}  // namespace swell
