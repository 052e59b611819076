#include "swell/base/interpolation.h"

#include <algorithm>

#include "swell/base/error.h"

namespace swell {

std::size_t find_piece(const std::vector<double>& x, double at) {
  const auto upper = std::upper_bound(x.begin(), x.end(), at);
  const auto index = std::distance(x.begin(), upper) - 1;
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, static_cast<std::ptrdiff_t>(x.size()) - 2));
}

double linear_interpolation(const std::vector<double>& x, const std::vector<double>& y, double at) {
  SWELL_EXPECT(!x.empty() && x.size() == y.size());
  if (at <= x.front()) return y.front();
  if (at >= x.back()) return y.back();
  const std::size_t i = find_piece(x, at);
  return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
}

double trapezoid(const std::vector<double>& x, const std::vector<double>& y) {
  SWELL_EXPECT(x.size() == y.size());
  double sum = 0.0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += 0.5 * (x[i] - x[i - 1]) * (y[i] + y[i - 1]);
  return sum;
}

CubicSpline::CubicSpline(std::vector<double> x, std::vector<double> y)
    : x_(std::move(x)), a_(std::move(y)), b_(x_.size(), 0.0), c_(x_.size(), 0.0), d_(x_.size(), 0.0) {
  const std::size_t n = x_.size();
  SWELL_EXPECT(n >= 2 && a_.size() == n);
  std::vector<double> h(n - 1), slope(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x_[i + 1] - x_[i];
    SWELL_EXPECT(h[i] > 0.0);
    slope[i] = (a_[i + 1] - a_[i]) / h[i];
  }
  if (n == 2) {
    b_[0] = slope[0];
    return;
  }
  if (n == 3) {  // one parabola through all three points
    const double curvature = (slope[1] - slope[0]) / (h[0] + h[1]);
    b_[0] = slope[0] - h[0] * curvature;
    c_[0] = curvature;
    b_[1] = slope[0] + h[0] * curvature;
    c_[1] = curvature;
    return;
  }
  // Unknowns: the knot slopes. The end rows are the not-a-knot conditions, already eliminated to two entries
  // (de Boor, ch. IV, eq. 6 and the paragraph on not-a-knot).
  std::vector<double> lower(n), diagonal(n), upper(n), rhs(n);
  diagonal[0] = h[1];
  upper[0] = h[0] + h[1];
  rhs[0] = ((h[0] + 2.0 * upper[0]) * h[1] * slope[0] + h[0] * h[0] * slope[1]) / upper[0];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    lower[i] = h[i];
    diagonal[i] = 2.0 * (h[i - 1] + h[i]);
    upper[i] = h[i - 1];
    rhs[i] = 3.0 * (h[i] * slope[i - 1] + h[i - 1] * slope[i]);
  }
  const double last = h[n - 2] + h[n - 3];
  lower[n - 1] = last;
  diagonal[n - 1] = h[n - 3];
  rhs[n - 1] = (h[n - 2] * h[n - 2] * slope[n - 3] + (2.0 * last + h[n - 2]) * h[n - 3] * slope[n - 2]) / last;
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    rhs[i] -= factor * rhs[i - 1];
  }
  b_[n - 1] = rhs[n - 1] / diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) b_[i] = (rhs[i] - upper[i] * b_[i + 1]) / diagonal[i];
  for (std::size_t i = 0; i + 1 < n; ++i) {
    c_[i] = (3.0 * slope[i] - 2.0 * b_[i] - b_[i + 1]) / h[i];
    d_[i] = (b_[i] + b_[i + 1] - 2.0 * slope[i]) / (h[i] * h[i]);
  }
}

std::size_t CubicSpline::piece(double x) const { return find_piece(x_, x); }

double CubicSpline::operator()(double x) const {
  const std::size_t i = piece(x);
  const double s = x - x_[i];
  return a_[i] + s * (b_[i] + s * (c_[i] + s * d_[i]));
}

double CubicSpline::derivative(double x) const {
  const std::size_t i = piece(x);
  const double s = x - x_[i];
  return b_[i] + s * (2.0 * c_[i] + 3.0 * s * d_[i]);
}

}  // namespace swell
