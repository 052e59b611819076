#include "swell/waves/current.h"

#include "swell/waves/sea_state.h"
#include "swell_test/test.h"

namespace swell::waves::current_test {
namespace {

TEST(Current, UniformIsTheSameAtEveryDepth) {
  const Current c{UniformCurrent{1.5, 30.0 * kDegree}};
  for (const double z : {-100.0, -1.0, 0.0, 2.0}) {
    EXPECT_NEAR(c.velocity(z).x(), 1.5 * std::cos(30.0 * kDegree), 1e-15);
    EXPECT_NEAR(c.velocity(z).y(), 0.75, 1e-15);
    EXPECT_EQ(c.velocity(z).z(), 0.0);
  }
}

TEST(Current, PowerLawFallsToNothingAtItsDepth) {
  const Current c{PowerLawCurrent{2.0, 0.0, 20.0}};
  EXPECT_NEAR(c.velocity(0.0).x(), 2.0, 1e-15);
  EXPECT_NEAR(c.velocity(-10.0).x(), 2.0 * std::pow(0.5, 1.0 / 7.0), 1e-15);
  EXPECT_EQ(c.velocity(-20.0).x(), 0.0);
  EXPECT_EQ(c.velocity(-25.0).x(), 0.0);
  EXPECT_NEAR(c.velocity(3.0).x(), 2.0, 1e-15) << "above still water";
}

TEST(Current, LinearFallsToNothingAtItsDepth) {
  const Current c{LinearCurrent{2.0, 90.0 * kDegree, 20.0}};
  EXPECT_NEAR(c.velocity(-5.0).y(), 1.5, 1e-15);
  EXPECT_EQ(c.velocity(-21.0).y(), 0.0);
}

TEST(Current, ProfileIsLinearInTheVector) {
  const Current c{CurrentProfile{{0.0, 10.0, 30.0}, {1.0, 1.0, 0.2}, {0.0, 90.0 * kDegree, 90.0 * kDegree}}};
  const Vector3 half = c.velocity(-5.0);  // halfway between (1, 0) and (0, 1)
  EXPECT_NEAR(half.x(), 0.5, 1e-15);
  EXPECT_NEAR(half.y(), 0.5, 1e-15);
  EXPECT_NEAR(c.velocity(-20.0).y(), 0.6, 1e-15);
  EXPECT_NEAR(c.velocity(-99.0).y(), 0.2, 1e-15);
  EXPECT_NEAR(c.velocity(1.0).x(), 1.0, 1e-15);
}

TEST(Current, GrowsWithTheRampUnlessReportedNotTo) {
  SeaSettings settings;
  settings.ramp.duration = 100.0;
  settings.current = Current{UniformCurrent{2.0, 0.0}};
  EXPECT_NEAR(make_sea_state({}, settings).current_velocity(50.0, Vector3::Zero()).x(), 1.0, 1e-15);
  settings.current.ramped = false;
  EXPECT_EQ(make_sea_state({}, settings).current_velocity(50.0, Vector3::Zero()).x(), 2.0);
}

TEST(Current, DepthsOfATableAscendFromStillWater) {
  for (const std::vector<double>& depth : {std::vector<double>{5.0, 2.0}, {-1.0, 2.0}}) {
    Diagnostics diagnostics;
    check(Current{CurrentProfile{depth, {1.0, 0.5}, {0.0, 0.0}}}, diagnostics);
    EXPECT_TRUE(diagnostics.has_errors());
  }
}

}  // namespace
}  // namespace swell::waves::current_test
