#include "swell/waves/near_waves.h"

#include "swell_test/test.h"

namespace swell::waves::near_waves_test {
namespace {

// The series against the sums at random points, in deep and shallow water, by every stretching, in waves from anywhere.
TEST(NearWaves, AreThoseOfTheSeaAtEveryPoint) {
  std::mt19937 random(3);
  const auto uniform = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  for (std::size_t trial = 0; trial < 60; ++trial) {
    IrregularWave wave;
    wave.significant_height = 2.0;
    wave.peak_period = uniform(5.0, 12.0);
    wave.directions = DirectionList{{uniform(-kPi, kPi)}, {1.0}};
    wave.count = 16 + random() % 40;
    SeaSettings settings;
    settings.range = FrequencyRange{0.2, 2.5};
    settings.water = {1025.0, 9.81, trial % 2 == 0 ? std::nullopt : std::optional(uniform(12.0, 60.0))};
    settings.choices.stretching = std::array{Stretching::none, Stretching::constant, Stretching::wheeler}[trial % 3];
    if (trial % 5 == 4) settings.choices.depth_law = DepthLaw::wec_sim;
    const SeaState sea = make_sea_state({wave}, settings);
    // Of each component the series misses 1e-12 and loses e^12 units of the last place, 4e-11, and e^(k z) of points
    // above the surface.
    const double a = 2e-10 * sea.components().amplitude.sum(), top = sea.components().omega.maxCoeff();
    const double time = uniform(0.0, 500.0), radius = uniform(0.5, 12.0);
    const Vector3 centre(uniform(-50.0, 50.0), uniform(-50.0, 50.0), uniform(-10.0, 0.0));
    const NearWaves near(sea, time, centre, radius);
    for (int point = 0; point < 20; ++point) {
      Vector3 p(uniform(-1.0, 1.0), uniform(-1.0, 1.0), uniform(-1.0, 1.0));
      p = centre + (point < 16 ? 0.57 : 3.0) * radius * p;  // the last ones may be beyond
      if (settings.choices.stretching == Stretching::none) p.z() = std::min(p.z(), 0.0);
      const WaveKinematics expected = sea.kinematics(time, p), found = near.kinematics(p);
      EXPECT_NEAR(found.elevation, expected.elevation, a) << trial;
      EXPECT_NEAR(found.pressure, expected.pressure, 1025.0 * 9.81 * a) << trial;
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(found.velocity[i], expected.velocity[i], 10.0 * top * a) << trial;  // shallow: speed a g k / omega
        EXPECT_NEAR(found.acceleration[i], expected.acceleration[i], 10.0 * top * top * a) << trial;
      }
    }
  }
}

}  // namespace
}  // namespace swell::waves::near_waves_test
