// Means over accepted points of what jumps at one.
#include "swell/run/time_mean.h"

#include <gtest/gtest.h>

namespace swell::run::time_mean_test {
namespace {

// Cubics are exact for pieces of straight lines, if no piece takes its curvature from the one before.
TEST(Pieces, OfStraightLinesHaveTheirExactMean) {
  AcceptedSteps steps;
  Pieces pieces;
  TimeMean mean;
  for (int n = 0; n <= 20; ++n) {
    const double t = 0.1 * n, before = 3.0, after = 10.0 + 5.0 * (t - 1.0);
    if (steps.reach(t)) {
      mean.add(steps, pieces.take(steps.rule(), n <= 10 ? before : after));
    } else {
      pieces.start(before);
    }
    if (n == 10) {  // shown once more, with what acts from there on
      EXPECT_FALSE(steps.reach(t));
      pieces.start(after);
    }
  }
  EXPECT_NEAR(mean.time, 2.0, 1e-14);
  EXPECT_NEAR(mean.value(), (3.0 + 10.0 + 2.5) / 2.0, 1e-13);
}

}  // namespace
}  // namespace swell::run::time_mean_test
