/// Interpolation of tabulated functions: piecewise linear and the not-a-knot cubic spline.
#pragma once

#include <vector>

#include "swell/base/vector.h"

namespace swell {

/// Cubic spline through (x_i, y_i) with not-a-knot ends (third derivative continuous at the second and last but one
/// knot; MATLAB's `spline`). Two points give a line, three a parabola.
/// Source: de Boor, A Practical Guide to Splines, ch. IV.
class CubicSpline {
 public:
  /// @param x knots, strictly ascending, at least two   @param y values, same length
  CubicSpline(std::vector<double> x, std::vector<double> y);

  double operator()(double x) const;  ///< value; the end pieces are continued outside the knots
  double derivative(double x) const;  ///< first derivative
  const std::vector<double>& knots() const noexcept { return x_; }

 private:
  std::size_t piece(double x) const;
  std::vector<double> x_, a_, b_, c_, d_;  // a + b s + c s^2 + d s^3 on piece i, s = x - x_i
};

/// Piecewise linear through ascending x; constant outside.
double linear_interpolation(const std::vector<double>& x, const std::vector<double>& y, double at);

/// Index i of the piece [x_i, x_{i+1}] that holds `at`, clamped to the first and last piece. x ascending, size >= 2.
std::size_t find_piece(const std::vector<double>& x, double at);

/// Trapezoidal rule over samples. x, y the same length; 0 for fewer than two samples.
double trapezoid(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace swell
