#include "swell/hydro/slow_convolution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace swell::hydro::slow_convolution_test {
namespace {

// Values of MATLAB's documented rule worked out by hand: slopes by the harmonic mean inside and the three-point formula
// at the end, the last cubic continued.
TEST(ContinuePchip, FollowsTheShapeOfThreePoints) {
  // A straight line goes on.
  EXPECT_DOUBLE_EQ(continue_pchip(1.0, 2.0, 3.0, 1.5), 4.5);
  // 0, 0, 1: inside 0, end 3/2; p(u) = c u^2 + d u^3 with c = 3 - 3/2 = 3/2, d = -2 + 3/2 = -1/2.
  EXPECT_DOUBLE_EQ(continue_pchip(0.0, 0.0, 1.0, 0.0), 1.0);
  EXPECT_DOUBLE_EQ(continue_pchip(0.0, 0.0, 1.0, 1.0), 1.5 * 4.0 - 0.5 * 8.0);
  // 0, 1, 1: flat at the end whatever the formula says.
  EXPECT_DOUBLE_EQ(continue_pchip(0.0, 1.0, 1.0, 1.7), 1.0);
  // 0, 1, 3: inside 2*1*2/3 = 4/3, end (6 - 1)/2 = 5/2; at u = 2: 1 + 2(4/3 + 2((6 - 8/3 - 5/2) + 2(4/3 - 4 + 5/2))).
  EXPECT_DOUBLE_EQ(continue_pchip(0.0, 1.0, 3.0, 1.0), 1.0 + 2.0 * (4.0 / 3.0 + 2.0 * (5.0 / 6.0 - 2.0 / 6.0)));
  // A turn: 0, 4, 3: inside 0, end (-3 - 4)/2 = -7/2, beyond three times the last slope: -3.
  EXPECT_DOUBLE_EQ(continue_pchip(0.0, 4.0, 3.0, 1.0), 4.0 + 4.0 * (-3.0 + 3.0) + 8.0 * (2.0 - 3.0));
}

TEST(SlowConvolution, CrossesOneSlowPeriodLateAndIsZeroUntilThen) {
  SampledKernel kernel;
  kernel.step = 0.3;
  for (int k = 0; k < 8; ++k) kernel.values.push_back(MatrixX::Constant(1, 1, std::exp(-0.5 * k)));
  const SlowConvolution slow(kernel, 3);
  const SampledConvolution plain(kernel);
  std::vector<double> memory(slow.memory_size()), plain_memory(plain.memory_size());
  slow.reset(memory.data());
  plain.reset(plain_memory.data());
  std::vector<double> F{0.0, 0.0, 0.0};  // before the start
  for (int n = 0; n < 60; ++n) {
    const double v = std::sin(0.7 * n) + 0.2 * n;
    double force = 0.0;
    slow.step(&v, memory.data(), &force);
    const std::size_t m = F.size();
    if (n % 3 == 0) {
      double sample = 0.0;
      plain.sample(&v, plain_memory.data(), &sample);
      F.push_back(sample);
    }
    const std::size_t last = F.size() - 2;  // the newest has not crossed
    const double expected = continue_pchip(last >= 2 ? F[last - 2] : 0.0, F[last - 1], F[last], 1.0 + (n % 3) / 3.0);
    EXPECT_DOUBLE_EQ(force, expected) << n << " " << m;
    if (n < 3) {
      EXPECT_EQ(force, 0.0);
    }
  }
}

}  // namespace
}  // namespace swell::hydro::slow_convolution_test
