// Whole chains against stored WEC-Sim results.
#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "swell/waves/sea_state.h"
#include "swell_test/data.h"

namespace swell::waves::wec_sim_test {
namespace {

SeaSettings rm3_settings() {
  SeaSettings settings;
  settings.range = FrequencyRange{0.019999997794684376, 5.199995123072786};
  settings.ramp.duration = 100.0;
  settings.choices = wec_sim_choices();
  return settings;
}

// Columns time and elevation of a CSV with ten significant digits.
double largest_difference(const SeaState& sea, const std::filesystem::path& csv) {
  std::ifstream file(csv);
  std::string line;
  std::getline(file, line);
  double largest = 0.0;
  int rows = 0;
  while (std::getline(file, line)) {
    std::istringstream row(line);
    double t = 0.0;
    double eta = 0.0;
    char comma = 0;
    row >> t >> comma >> eta;
    largest = std::max(largest, std::abs(sea.elevation(t) - eta));
    ++rows;
  }
  EXPECT_EQ(rows, 2001);
  return largest;
}

// Half a unit in the tenth digit of values below 10 m (the stored column's own rounding).
constexpr double kCsvRounding = 5.1e-10;

TEST(WecSim, Rm3IrregularElevationIsTheStoredOne) {
  SWELL_TEST_DATA(csv, "rm3/wecsim_irregularCIC.csv", "WEC-Sim/WEC-Sim");
  IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.seed = 1;
  const SeaState sea = make_sea_state({wave}, rm3_settings());
  EXPECT_NEAR(sea.systems()[0].significant_height, 2.5494, 5e-5);
  EXPECT_LT(largest_difference(sea, csv), kCsvRounding);
}

TEST(WecSim, Rm3RegularElevationIsTheStoredOne) {
  SWELL_TEST_DATA(csv, "rm3/wecsim_regularCIC.csv", "WEC-Sim/WEC-Sim");
  RegularWave wave;
  wave.height = 2.5;
  wave.period = 8.0;
  EXPECT_LT(largest_difference(make_sea_state({wave}, rm3_settings()), csv), kCsvRounding);
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
