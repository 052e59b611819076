// Whole chains against stored WEC-Sim results.
#include "swell/waves/sea_state.h"
#include "swell_test/test.h"

namespace swell::waves::wec_sim_test {
namespace {

SeaSettings rm3_settings() {
  SeaSettings settings;
  settings.range = FrequencyRange{0.019999997794684376, 5.199995123072786};
  settings.ramp.duration = 100.0;
  settings.choices = wec_sim_choices();
  return settings;
}

// theory/wec-sim.md, "Numbers for checking": examples/OSWEC with seed 1, ramp 100 s.
TEST(WecSim, OswecSpreadElevationIsTheStoredOne) {
  SeaSettings settings = rm3_settings();
  settings.range = FrequencyRange{2.0 * kPi / 157.0796, 2.0 * kPi / 0.3141581};
  settings.water.depth = 10.9;
  IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.seed = 1;
  wave.directions = DirectionList{{0.0, 30.0 * kDegree, 90.0 * kDegree}, {0.1, 0.2, 0.7}};
  const SeaState sea = make_sea_state({wave}, settings);
  EXPECT_EQ(sea.components().size(), 1500);
  EXPECT_NEAR(sea.elevation(50.0), 0.218328808, 5.1e-10);
  EXPECT_NEAR(sea.elevation(100.0), 0.522195543, 5.1e-10);
  EXPECT_NEAR(sea.elevation(150.0), -0.406352868, 5.1e-10);
  EXPECT_NEAR(sea.elevation(200.0), -0.400510512, 5.1e-10);
}

}  // namespace
}  // namespace swell::waves::wec_sim_test
