#include "swell/waves/wec_sim_kinematics.h"

#include <cmath>

#include <gtest/gtest.h>

namespace {

using namespace swell::waves;
using swell::kPi;
using swell::Vector3;

SeaSettings wec_sim_settings(std::optional<double> depth) {
  SeaSettings settings;
  settings.water.depth = depth;
  settings.range = FrequencyRange{0.1, 5.0};
  settings.ramp.duration = 50.0;
  settings.choices = wec_sim_choices();
  return settings;
}

IrregularWave sea_of(std::size_t directions) {
  IrregularWave wave;
  wave.significant_height = 2.0;
  wave.peak_period = 8.0;
  wave.count = 20;
  if (directions == 2) wave.directions = DirectionList{{0.2, 1.1}, {0.4, 0.6}};
  return wave;
}

TEST(WecSimKinematics, MorisonSeesTheWholeSeaWhenThereIsOneDirection) {
  for (const auto depth : {std::optional<double>(12.0), std::optional<double>()}) {
    const SeaState sea = make_sea_state({sea_of(1)}, wec_sim_settings(depth));
    const Vector3 p(3.0, 2.0, -1.5);
    const WaveKinematics a = wec_sim_morison_kinematics(sea, 0, 20.0, p);
    const WaveKinematics b = sea.kinematics(20.0, p);
    EXPECT_NEAR(a.elevation, b.elevation, 1e-14);
    EXPECT_LT((a.velocity - b.velocity).norm(), 1e-14);
    EXPECT_LT((a.acceleration - b.acceleration).norm(), 1e-14);
    EXPECT_NEAR(a.pressure, b.pressure, 1e-9);
  }
}

TEST(WecSimKinematics, MorisonUsesTheFirstPhaseColumnForEveryDirection) {
  const SeaState sea = make_sea_state({sea_of(2)}, wec_sim_settings(12.0));
  const WaveComponents& c = sea.components();
  const double t = 70.0;  // ramp over
  const Vector3 p(3.0, 2.0, -1.5);
  double eta = 0.0;
  for (Eigen::Index i = 0; i < c.size(); i += 2) {
    const double along = p.x() * std::cos(1.1) + p.y() * std::sin(1.1);
    eta += c.amplitude[i + 1] * std::cos(c.omega[i] * t - c.wavenumber[i] * along + c.phase[i]);
  }
  EXPECT_NEAR(wec_sim_morison_kinematics(sea, 1, t, p).elevation, eta, 1e-13);
}

TEST(WecSimKinematics, FroudeKrylovOfARegularWaveScalesTheElevationItIsGiven) {
  RegularWave wave;
  wave.height = 2.0;
  wave.period = 9.0;
  const SeaState deep = make_sea_state({wave}, wec_sim_settings(std::nullopt));
  const double k = deep.components().wavenumber[0];
  const Vector3 p(1.0, 0.0, -3.0);
  EXPECT_NEAR(wec_sim_froude_krylov_pressure(deep, 10.0, p, 0.7, 0.0), 9810.0 * 0.7 * std::exp(-3.0 * k), 1e-10);
  EXPECT_NEAR(wec_sim_froude_krylov_pressure(deep, 10.0, p, 0.7, 0.7), 9810.0 * 0.7 * std::exp(-3.7 * k), 1e-10);
  EXPECT_EQ(wec_sim_froude_krylov_pressure(deep, 10.0, p, 0.0, 0.0), 0.0) << "nonlinearHydro = 1 gives no correction";
  const SeaState shallow = make_sea_state({wave}, wec_sim_settings(10.0));
  const double kh = 10.0 * shallow.components().wavenumber[0];
  const double z = (-3.0 - 0.7) * 10.0 / 10.7;
  EXPECT_NEAR(wec_sim_froude_krylov_pressure(shallow, 10.0, p, 0.7, 0.7),
              9810.0 * 0.7 * std::cosh(kh * (1.0 + z / 10.0)) / std::cosh(kh), 1e-10);
  EXPECT_EQ(wec_sim_froude_krylov_pressure(deep, 10.0, Vector3(0.0, 0.0, 0.8), 0.7, 0.7), 0.0) << "above the surface";
}

TEST(WecSimKinematics, FroudeKrylovOfAnIrregularSeaIsUnrampedAndCountsEarlierDirectionsAgain) {
  const double t = 10.0;
  const Vector3 p(1.0, 2.0, -3.0);
  const SeaState one = make_sea_state({sea_of(1)}, wec_sim_settings(std::nullopt));
  EXPECT_NEAR(wec_sim_froude_krylov_pressure(one, t, p, 0.0, 0.0), one.pressure(t, p) / one.ramp(t), 2e-9);
  const SeaState two = make_sea_state({sea_of(2)}, wec_sim_settings(std::nullopt));
  const double first = wec_sim_morison_kinematics(two, 0, t, p).pressure / two.ramp(t);
  const double second = wec_sim_morison_kinematics(two, 1, t, p).pressure / two.ramp(t);
  EXPECT_NEAR(wec_sim_froude_krylov_pressure(two, t, p, 0.0, 0.0), 2.0 * first + second, 2e-9);
}

}  // namespace
