#include "swell/waves/sea_state.h"

#include "swell/waves/dispersion.h"
#include "swell/waves/phasors.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::waves::sea_state_test {
namespace {

IrregularWave irregular(double height = 2.5, double period = 8.0) {
  IrregularWave wave;
  wave.significant_height = height;
  wave.peak_period = period;
  return wave;
}

SeaSettings settings_with(std::optional<double> depth) {
  SeaSettings settings;
  settings.water = {1025.0, 9.81, depth};
  settings.range = FrequencyRange{0.1, 4.0};
  return settings;
}

// A short-crested sea of 90 components: none of the identities below may hold by symmetry.
SeaState short_crested(std::optional<double> depth) {
  IrregularWave wave = irregular();
  wave.count = 30;
  wave.directions = SpreadingFunction{SpreadingShape::cos_2s, 25.0 * kDegree, 5.0, 3};
  return make_sea_state({wave}, settings_with(depth));
}

double energy(const SeaState& sea) { return 0.5 * sea.components().amplitude.square().sum(); }

TEST(SeaState, RegularWaveHasACrestAtTheOriginAtTimeZero) {
  RegularWave wave;
  wave.height = 2.0;
  wave.period = 8.0;
  wave.direction = 60.0 * kDegree;
  const SeaState sea = make_sea_state({wave}, settings_with(20.0));
  EXPECT_DOUBLE_EQ(sea.elevation(0.0), 1.0);
  const double k = wavenumber(2.0 * kPi / 8.0, 20.0, 9.81);
  // A quarter period later the crest is a quarter wavelength on, in the direction of travel.
  const double quarter = 0.5 * kPi / k;
  EXPECT_NEAR(sea.elevation(2.0, quarter * std::cos(wave.direction), quarter * std::sin(wave.direction)), 1.0, 1e-14);
  EXPECT_NEAR(sea.elevation(2.0), 0.0, 1e-15);
}

TEST(SeaState, DefaultSeaHasTheSignificantHeightAskedFor) {
  for (const double top : {2.0, 4.0, 10.0}) {
    SeaSettings settings = settings_with(std::nullopt);
    settings.range->omega_max = top;
    for (const auto shape : {SpectrumShape::pierson_moskowitz, SpectrumShape::jonswap}) {
      IrregularWave wave = irregular();
      wave.spectrum = shape;
      const SeaState sea = make_sea_state({wave}, settings);
      EXPECT_NEAR(4.0 * std::sqrt(energy(sea)), 2.5, 1e-13);
      EXPECT_NEAR(sea.systems()[0].significant_height, 2.5, 1e-13);
    }
  }
}

TEST(SeaState, ComponentEnergyIsDensityTimesWidth) {
  for (const bool wec_sim : {false, true}) {
    SeaSettings settings = settings_with(30.0);
    if (wec_sim) settings.choices = wec_sim_choices();
    IrregularWave wave = irregular();
    wave.directions = DirectionList{{0.0, 1.0}, {0.3, 0.7}};
    const SeaState sea = make_sea_state({wave}, settings);
    const WaveComponents& c = sea.components();
    EXPECT_LT((c.amplitude.square() - 2.0 * c.spectral_density * c.d_omega).abs().maxCoeff(), 1e-16);
    EXPECT_EQ(c.size(), 1000);
  }
}

TEST(SeaState, DirectionalMomentsAreThoseOfTheSpreading) {
  const SpreadingFunction spreading{SpreadingShape::cos_2s, 25.0 * kDegree, 5.0, 7};
  IrregularWave wave = irregular();
  wave.count = 40;
  wave.directions = spreading;
  const SeaState sea = make_sea_state({wave}, settings_with(std::nullopt));
  const WaveComponents& c = sea.components();
  const Eigen::ArrayXd e = 0.5 * c.amplitude.square();
  const double m0 = 2.5 * 2.5 / 16.0;
  EXPECT_NEAR(e.sum(), m0, 1e-14);
  EXPECT_NEAR((e * (c.direction - spreading.mean).cos()).sum(), m0 * 5.0 / 6.0, 1e-13);  // s/(s+1)
  EXPECT_NEAR((e * (c.direction - spreading.mean).sin()).sum(), 0.0, 1e-15);
}

TEST(SeaState, SingleSummationGivesEveryComponentItsOwnFrequency) {
  const SeaState sea = short_crested(std::nullopt);
  std::vector<double> omega(sea.components().omega.begin(), sea.components().omega.end());
  std::sort(omega.begin(), omega.end());
  EXPECT_EQ(std::adjacent_find(omega.begin(), omega.end()), omega.end());
  EXPECT_FALSE(sea.systems()[0].direction_fastest);
}

TEST(SeaState, PowerIsThatOfTheSpectrum) {
  // In deep water power is m-1, which the default bins keep; scaled by the energy outside the range.
  const SeaState sea = make_sea_state({irregular()}, settings_with(std::nullopt));
  const ParametricSpectrum s(SpectrumShape::pierson_moskowitz, 2.5, 8.0);
  const double scale = 2.5 * 2.5 / 16.0 / moment(s, 0, 0.1, 4.0);
  const double expected = scale * wave_power(s, 0.1, 4.0, std::nullopt, 9.81, 1025.0);
  EXPECT_NEAR(sea.systems()[0].power, expected, 1e-11 * expected);
  // In finite depth within the bins' resolution: second order in their width.
  const SeaState shallow = make_sea_state({irregular()}, settings_with(10.0));
  const double finite = scale * wave_power(s, 0.1, 4.0, 10.0, 9.81, 1025.0);
  EXPECT_NEAR(shallow.systems()[0].power, finite, 2e-5 * finite);
}

// Fourth-order central difference: truncation h^4 k^5/30, round-off eps/h.
template <class F>
auto slope(const F& f, double h) {
  return (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
}

class Field : public testing::TestWithParam<double> {
 protected:
  std::optional<double> depth() const { return GetParam() > 0.0 ? std::optional<double>(GetParam()) : std::nullopt; }
};

INSTANTIATE_TEST_SUITE_P(Depths, Field, testing::Values(3.0, 15.0, 300.0, -1.0));

TEST_P(Field, VelocityIsIrrotationalAndKeepsVolume) {
  const SeaState sea = short_crested(depth());
  const Vector3 p(3.0, -4.0, -1.3);
  swell::Matrix3 gradient;  // gradient(i, j) = d v_i / d x_j
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      gradient(i, j) = slope([&](double h) { return sea.velocity(7.0, p + h * Vector3::Unit(j))[i]; }, 2e-3);
    }
  }
  EXPECT_NEAR(gradient.trace(), 0.0, 1e-10);
  EXPECT_LT((gradient - gradient.transpose()).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_GT(gradient.cwiseAbs().maxCoeff(), 0.05) << "the check must have something to check";
}

TEST_P(Field, AccelerationIsTheRateOfVelocity) {
  const SeaState sea = short_crested(depth());
  const Vector3 p(3.0, -4.0, -1.3);
  for (int i = 0; i < 3; ++i) {
    const double rate = slope([&](double h) { return sea.velocity(7.0 + h, p)[i]; }, 2e-3);
    EXPECT_NEAR(sea.acceleration(7.0, p)[i], rate, 1e-10);
  }
}

TEST_P(Field, PressureGradientAcceleratesTheWater) {
  const SeaState sea = short_crested(depth());
  const Vector3 p(3.0, -4.0, -1.3);
  for (int i = 0; i < 3; ++i) {
    const double gradient = slope([&](double h) { return sea.pressure(7.0, p + h * Vector3::Unit(i)); }, 2e-3);
    EXPECT_NEAR(1025.0 * sea.acceleration(7.0, p)[i], -gradient, 1e-6);  // round-off of p about 1e-12 * 1e4 / h
  }
}

TEST_P(Field, SurfaceConditionsHold) {
  const SeaState sea = short_crested(depth());
  const Vector3 p(3.0, -4.0, 0.0);
  const double rate = slope([&](double h) { return sea.elevation(7.0 + h, p.x(), p.y()); }, 2e-3);
  EXPECT_NEAR(sea.velocity(7.0, p).z(), rate, 1e-10) << "kinematic: w = d eta/dt at z = 0";
  EXPECT_NEAR(sea.pressure(7.0, p), 1025.0 * 9.81 * sea.elevation(7.0, p.x(), p.y()), 1e-10)
      << "dynamic: p = rho g eta";
}

TEST_P(Field, NothingPassesTheBottom) {
  if (!depth()) return;
  const SeaState sea = short_crested(depth());
  EXPECT_NEAR(sea.velocity(7.0, Vector3(3.0, -4.0, -*depth())).z(), 0.0, 1e-16);
}

TEST(SeaState, RampScalesEverything) {
  SeaSettings settings = settings_with(15.0);
  const SeaState still_starting = [&] {
    SeaSettings ramped = settings;
    ramped.ramp.duration = 40.0;
    return make_sea_state({irregular()}, ramped);
  }();
  const SeaState full = make_sea_state({irregular()}, settings);
  const Vector3 p(1.0, 2.0, -3.0);
  const double r = still_starting.ramp(10.0);
  EXPECT_NEAR(r, 0.5 * (1.0 - std::cos(0.25 * kPi)), 1e-15);
  const WaveKinematics a = still_starting.kinematics(10.0, p);
  const WaveKinematics b = full.kinematics(10.0, p);
  EXPECT_NEAR(a.elevation, r * b.elevation, 1e-14);
  EXPECT_LT((a.velocity - r * b.velocity).norm(), 1e-14);
  EXPECT_LT((a.acceleration - r * b.acceleration).norm(), 1e-14);
  EXPECT_NEAR(a.pressure, r * b.pressure, 1e-9);
  EXPECT_EQ(still_starting.elevation(0.0), 0.0);
}

TEST(SeaState, KinematicsStayFiniteFarDown) {
  for (const auto depth : {std::optional<double>(11000.0), std::optional<double>()}) {
    const SeaState sea = make_sea_state({irregular()}, settings_with(depth));
    const WaveKinematics k = sea.kinematics(5.0, Vector3(0.0, 0.0, -10999.0));
    EXPECT_TRUE(k.velocity.allFinite() && k.acceleration.allFinite() && std::isfinite(k.pressure));
    EXPECT_NEAR(k.velocity.norm(), 0.0, 1e-4);
  }
}

TEST(SeaState, WheelerPutsTheStillWaterValuesOnTheSurface) {
  RegularWave wave;
  wave.height = 3.0;
  wave.period = 7.0;
  const double h = 12.0;
  const SeaState sea = make_sea_state({wave}, settings_with(h));
  const double t = 0.7;
  const double eta = sea.elevation(t);
  const auto at = [&](double z, Stretching s) { return sea.kinematics(t, Vector3(0.0, 0.0, z), s).velocity; };
  EXPECT_LT((at(eta, Stretching::wheeler) - at(0.0, Stretching::none)).norm(), 1e-14);
  EXPECT_LT((at(-h, Stretching::wheeler) - at(-h, Stretching::none)).norm(), 1e-14);
  // Halfway up the column: z + h = (h + eta)/2 goes to z' + h = h/2.
  EXPECT_LT((at(0.5 * (h + eta) - h, Stretching::wheeler) - at(-0.5 * h, Stretching::none)).norm(), 1e-14);
  EXPECT_EQ(at(0.8, Stretching::constant), at(0.0, Stretching::none));
  EXPECT_GT(at(0.8, Stretching::none).x(), at(0.0, Stretching::none).x());
}

TEST(SeaState, SeveralSeasAddUp) {
  IrregularWave swell_sea = irregular(1.0, 14.0);
  swell_sea.directions = DirectionList{{0.5}, {1.0}};
  swell_sea.seed = 2;
  IrregularWave wind_sea = irregular(2.0, 6.0);
  wind_sea.seed = 1;
  RegularWave ship;
  ship.height = 0.2;
  ship.period = 3.0;
  const auto settings = settings_with(25.0);
  const SeaState all = make_sea_state({wind_sea, swell_sea, ship}, settings);
  ASSERT_EQ(all.systems().size(), 3U);
  const Vector3 p(10.0, 5.0, -2.0);
  double eta = 0.0;
  Vector3 v = Vector3::Zero();
  for (const WaveSpec& one : std::vector<WaveSpec>{wind_sea, swell_sea, ship}) {
    const SeaState sea = make_sea_state({one}, settings);
    eta += sea.elevation(33.0, p.x(), p.y());
    v += sea.velocity(33.0, p);
  }
  EXPECT_NEAR(all.elevation(33.0, p.x(), p.y()), eta, 1e-13);
  EXPECT_LT((all.velocity(33.0, p) - v).norm(), 1e-13);
  EXPECT_EQ(all.components().system[all.components().size() - 1], 2);
  EXPECT_NEAR(all.systems()[1].significant_height, 1.0, 1e-13);
  const WaveKinematics second =
      all.kinematics_of(all.systems()[1].first, all.systems()[1].count, 33.0, p, Stretching::constant);
  EXPECT_NEAR(second.elevation, make_sea_state({swell_sea}, settings).elevation(33.0, p.x(), p.y()), 1e-13);
}

TEST(SeaState, SeasWithoutASeedDrawDifferentPhasesAndTheSameEveryTime) {
  const auto settings = settings_with(std::nullopt);
  const SeaState sea = make_sea_state({irregular(), irregular()}, settings);
  EXPECT_NE(sea.components().phase[0], sea.components().phase[500]);
  EXPECT_EQ(make_sea_state({irregular(), irregular()}, settings).elevation(12.3), sea.elevation(12.3));
  EXPECT_TRUE(sea.warnings().empty());
}

TEST(SeaState, StillWaterIsStill) {
  const SeaState sea = make_sea_state({StillWater{8.0, {}}}, settings_with(10.0));
  EXPECT_EQ(sea.components().size(), 0);
  EXPECT_EQ(sea.elevation(5.0), 0.0);
  EXPECT_EQ(sea.kinematics(5.0, Vector3(0.0, 0.0, -1.0)).velocity, Vector3::Zero());
  EXPECT_EQ(sea.systems()[0].still_period, 8.0);
}

TEST(SeaState, WecSimsDepthLawSwitchesAtKhOfPi) {
  SeaSettings exact = settings_with(10.0);
  SeaSettings theirs = exact;
  theirs.choices = wec_sim_choices();
  const Vector3 p(0.0, 0.0, -9.0);
  for (const double kh : {0.98 * kPi, 1.02 * kPi}) {
    const double k = kh / 10.0;
    RegularWave wave;
    wave.height = 1.0;
    wave.period = 2.0 * kPi / std::sqrt(9.81 * k * std::tanh(kh));
    const double a = make_sea_state({wave}, exact).velocity(0.0, p).x();
    const double b = make_sea_state({wave}, theirs).velocity(0.0, p).x();
    const double deep = 0.5 * 9.81 * k * wave.period / (2.0 * kPi) * std::exp(-9.0 * k);
    if (kh < kPi) {
      EXPECT_NEAR(b, a, 1e-13);
    } else {
      EXPECT_NEAR(b, deep, 1e-13);
      EXPECT_GT(std::abs(b - a), 1e-3 * a);
    }
  }
}

TEST(SeaState, ElevationIsTheSumOfCosinesToRoundOff) {
  const SeaState sea = make_sea_state({irregular()}, settings_with(20.0));
  const WaveComponents& c = sea.components();
  for (const double t : {0.0, 123.456, 10800.0, 2e5}) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < c.size(); ++i) {
      const double psi = c.omega[i] * t - c.wavenumber[i] * 50.0 + c.phase[i];
      sum += c.amplitude[i] * std::cos(psi);
    }
    // 500 amplitudes of 0.04 m; each phase is rounded by 2^-53 of its value in either sum.
    const double bound = 500.0 * 0.04 * (4e-16 + 2.3e-16 * c.omega.maxCoeff() * t);
    EXPECT_NEAR(sea.elevation(t, 50.0, 0.0), sum, bound) << t;
  }
}

// Any number of components, whole vectors or not. Sums of cosines, exponentials by the library, rounded likewise.
TEST(SeaState, KinematicsAreTheSumsOfTheirComponentsToRoundOff) {
  for (const std::size_t count : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 9U, 15U, 17U}) {
    for (const std::optional<double> depth : {std::optional<double>(), std::optional<double>(20.0)}) {
      IrregularWave wave = irregular();
      wave.count = count;
      wave.directions = DirectionList{{0.7}, {1.0}};
      const SeaState sea = make_sea_state({wave}, settings_with(depth));
      const WaveComponents& c = sea.components();
      ASSERT_EQ(c.size(), static_cast<Eigen::Index>(count));
      const double t = 12.3, x = 40.0, y = -17.0, z = -3.0;
      double eta = 0.0;
      Vector3 velocity = Vector3::Zero(), acceleration = Vector3::Zero();
      for (Eigen::Index i = 0; i < c.size(); ++i) {
        const double k = c.wavenumber[i], w = c.omega[i];
        const double psi = w * t - k * (x * std::cos(0.7) + y * std::sin(0.7)) + c.phase[i];
        const double across = depth ? std::cosh(k * (z + *depth)) / std::cosh(k * *depth) : std::exp(k * z);
        const double up = depth ? std::sinh(k * (z + *depth)) / std::cosh(k * *depth) : std::exp(k * z);
        const double a = c.amplitude[i] * 9.81 * k;
        eta += c.amplitude[i] * std::cos(psi);
        velocity += a / w *
                    Vector3(across * std::cos(psi) * std::cos(0.7), across * std::cos(psi) * std::sin(0.7),
                            -up * std::sin(psi));
        acceleration -= a * Vector3(across * std::sin(psi) * std::cos(0.7), across * std::sin(psi) * std::sin(0.7),
                                    up * std::cos(psi));
      }
      // Phases of up to 100 rad, rounded by 1e-14, times amplitudes and accelerations that add up to less than 10.
      const WaveKinematics found = sea.kinematics(t, Vector3(x, y, z));
      EXPECT_NEAR(found.elevation, eta, 1e-13);
      EXPECT_LT((found.velocity - velocity).norm(), 1e-13) << count;
      EXPECT_LT((found.acceleration - acceleration).norm(), 1e-13) << count;
      EXPECT_NEAR(sea.elevation(t, x, y), eta, 1e-13);
    }
  }
}

TEST(SeaState, ARangeThatCutsTheSeaIsReportedAndOneThatMissesItIsRefused) {
  SeaSettings settings = settings_with(std::nullopt);
  settings.range = FrequencyRange{0.1, 1.5};
  EXPECT_THAT(texts(make_sea_state({irregular()}, settings).warnings()),
              testing::ElementsAre(testing::HasSubstr("0.1 to 1.5 rad/s holds 91 %")));
  settings.range = FrequencyRange{2.0, 5.0};
  EXPECT_THROW(make_sea_state({irregular()}, settings), swell::InputError);
}

}  // namespace
}  // namespace swell::waves::sea_state_test
