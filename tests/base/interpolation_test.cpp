#include "swell/base/interpolation.h"

#include <gtest/gtest.h>

namespace swell::interpolation_test {
namespace {

TEST(CubicSpline, ReproducesAnyCubicExactlyBecauseItsEndsAreNotKnots) {
  const auto f = [](double x) { return 2.0 - 3.0 * x + 0.5 * x * x - 0.25 * x * x * x; };
  const auto df = [](double x) { return -3.0 + x - 0.75 * x * x; };
  std::vector<double> x = {-1.0, -0.4, 0.3, 1.0, 2.5, 3.0}, y;
  for (double xi : x) y.push_back(f(xi));
  const CubicSpline spline(x, y);
  for (double at = -1.2; at < 3.3; at += 0.1) {
    EXPECT_NEAR(spline(at), f(at), 1e-13);
    EXPECT_NEAR(spline.derivative(at), df(at), 1e-12);
  }
}

TEST(CubicSpline, TwoPointsGiveALineThreeAParabola) {
  EXPECT_DOUBLE_EQ(CubicSpline({0.0, 2.0}, {1.0, 5.0})(1.0), 3.0);
  const CubicSpline parabola({0.0, 1.0, 3.0}, {0.0, 1.0, 9.0});
  EXPECT_NEAR(parabola(2.0), 4.0, 1e-14);
  EXPECT_NEAR(parabola(0.5), 0.25, 1e-14);
}

}  // namespace
}  // namespace swell::interpolation_test
