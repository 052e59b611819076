#include "swell/waves/ramp.h"

#include "swell_test/test.h"

namespace {

using swell::waves::Ramp;

TEST(Ramp, IsWecSimsHalfCosine) {
  const Ramp ramp{100.0};
  EXPECT_NEAR(ramp(0.0), 0.0, 1e-16);
  EXPECT_NEAR(ramp(50.0), 0.5, 5e-16);  // half the rounding of the angle, 3 pi/2
  EXPECT_EQ(ramp(100.0), 1.0);
  EXPECT_EQ(ramp(1e6), 1.0);
  for (const double t : {13.0, 77.0}) {  // the form in WEC-Sim's block
    EXPECT_NEAR(ramp(t), 0.5 * (1.0 + std::sin(swell::kPi * t / 100.0 + 1.5 * swell::kPi)), 1e-15);
  }
}

TEST(Ramp, OfNoDurationIsNoRamp) {
  EXPECT_EQ(Ramp{}(0.0), 1.0);
  EXPECT_EQ(Ramp{0.0}(-1.0), 1.0);
}

TEST(Ramp, IsNothingBeforeZero) {
  const Ramp ramp{100.0};
  for (const double t : {-1000.0, -100.0, -50.0, -1e-9}) EXPECT_EQ(ramp(t), 0.0) << t;
  EXPECT_EQ(Ramp{}(-5.0), 1.0);
}

}  // namespace
