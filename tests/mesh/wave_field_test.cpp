#include "swell/mesh/wave_field.h"

#include "swell/waves/sea_state.h"
#include "swell_test/test.h"

namespace swell::mesh::wave_field_test {
namespace {

waves::SeaState regular(double height, double period, std::optional<double> depth, double direction = 0.3) {
  waves::RegularWave wave;
  wave.height = height;
  wave.period = period;
  wave.direction = direction;
  wave.phase = 0.4;
  waves::SeaSettings settings;
  settings.water.depth = depth;
  settings.ramp.duration = 20.0;
  return waves::make_sea_state({wave}, settings);
}

waves::SeaState irregular(std::size_t count, std::optional<double> depth, bool short_crested) {
  waves::IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.seed = 3;
  wave.count = count;
  if (short_crested) {
    wave.directions = waves::DirectionList{{-0.6, -0.3, 0.0, 0.3, 0.6}, {0.1, 0.2, 0.4, 0.2, 0.1}};
  }
  waves::SeaSettings settings;
  settings.water.depth = depth;
  return waves::make_sea_state({wave}, settings);
}

struct Points {
  std::vector<double> x, y, z, elevation, head;
  Points(const Vector3& centre, double radius, double depth, int n, unsigned seed)
      : elevation(static_cast<std::size_t>(n)), head(static_cast<std::size_t>(n)) {
    std::mt19937_64 engine(seed);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    while (x.size() < static_cast<std::size_t>(n)) {
      const double a = u(engine), b = u(engine);
      if (a * a + b * b > 1.0) continue;
      x.push_back(centre.x() + radius * a);
      y.push_back(centre.y() + radius * b);
      z.push_back(-depth * std::pow(0.5 * (1 + u(engine)), 2));
    }
  }
  void evaluate(const WaveField& field, double t, const Vector3& centre, Surface surface, WaveFieldScratch& scratch) {
    field.evaluate(t, centre, surface, static_cast<Eigen::Index>(x.size()), x.data(), y.data(), z.data(),
                   elevation.data(), head.data(), scratch);
  }
};

/// The header's equations for one point, in the plainest form.
void plain(const waves::SeaState& sea, double t, double x, double y, double z, Surface surface, double& eta,
           double& head) {
  const auto& c = sea.components();
  const double h = sea.depth().value_or(0.0);
  eta = head = 0;
  for (Eigen::Index j = 0; j < c.size(); ++j) {
    eta += sea.ramp(t) * c.amplitude[j] *
           std::cos(c.omega[j] * t - c.wavenumber[j] * (x * std::cos(c.direction[j]) + y * std::sin(c.direction[j])) +
                    c.phase[j]);
  }
  double zs = z;
  if (surface == Surface::instantaneous) zs = h > 0 ? (z - eta) * h / (h + eta) : z - eta;
  zs = std::min(zs, 0.0);
  for (Eigen::Index j = 0; j < c.size(); ++j) {
    const double k = c.wavenumber[j];
    const double D = h > 0 ? std::cosh(k * (zs + h)) / std::cosh(k * h) : std::exp(k * zs);
    head += sea.ramp(t) * c.amplitude[j] * D *
            std::cos(c.omega[j] * t - k * (x * std::cos(c.direction[j]) + y * std::sin(c.direction[j])) + c.phase[j]);
  }
}

TEST(WaveField, SumsARegularWaveToRoundOff) {
  for (const auto depth : {std::optional<double>(), std::optional<double>(12.0)}) {
    const waves::SeaState sea = regular(2.0, 7.0, depth);
    const WaveField field(sea, {5.0, 10.0});
    EXPECT_FALSE(field.tabulated());
    WaveFieldScratch scratch;
    for (const Surface surface : {Surface::mean, Surface::instantaneous}) {
      for (const double t : {0.0, 7.7, 31.0, 3601.3}) {
        const Vector3 centre(120.0, -40.0, -2.0);
        Points p(centre, 5.0, 10.0, 300, 1);
        p.evaluate(field, t, centre, surface, scratch);
        for (std::size_t i = 0; i < p.x.size(); ++i) {
          double eta = 0, head = 0;
          plain(sea, t, p.x[i], p.y[i], p.z[i], surface, eta, head);
          EXPECT_NEAR(p.elevation[i], eta, 2e-12);  // phases of up to 3000 rad carry 5e-13
          EXPECT_NEAR(p.head[i], head, 2e-12);
        }
      }
    }
  }
}

TEST(WaveField, AgreesWithTheSeaItself) {
  const waves::SeaState sea = irregular(60, 40.0, true);
  double eta = 0, head = 0;
  plain(sea, 11.0, 3, -2, -4, Surface::mean, eta, head);
  EXPECT_NEAR(sea.elevation(11.0, 3, -2), eta, 1e-12);
  EXPECT_NEAR(sea.pressure(11.0, {3, -2, -4}) / (sea.density() * sea.gravity()), head, 1e-12);
}

TEST(WaveField, TabulatesAnIrregularSeaWithinItsStatedError) {
  struct Case {
    std::optional<double> depth;
    bool short_crested = false;
    double tolerance = 0.0;
  };
  for (const Case& c : {Case{{}, false, 5e-4}, Case{{}, false, 1e-5}, Case{15.0, false, 5e-4}, Case{{}, true, 2e-3}}) {
    const waves::SeaState sea = irregular(120, c.depth, c.short_crested);
    const double rms = std::sqrt(0.5 * sea.components().amplitude.square().sum());
    const WaveField field(sea, {8.0, 12.0}, c.tolerance);
    ASSERT_TRUE(field.tabulated());
    EXPECT_LE(field.error(), c.tolerance * 1.001);
    WaveFieldScratch scratch;
    for (const Surface surface : {Surface::mean, Surface::instantaneous}) {
      double sum_eta = 0, sum_head = 0;
      int n = 0;
      for (double t = 0.03; t < 200; t += 11.37) {
        const Vector3 centre(t - 60, 3 - 0.5 * t, -3);  // over several tiles
        Points p(centre, 8.0, 12.0, 100, static_cast<unsigned>(t));
        p.evaluate(field, t, centre, surface, scratch);
        for (std::size_t i = 0; i < p.x.size(); ++i) {
          double eta = 0, head = 0;
          plain(sea, t, p.x[i], p.y[i], p.z[i], surface, eta, head);
          sum_eta += std::pow(p.elevation[i] - eta, 2);
          sum_head += std::pow(p.head[i] - head, 2);
          ++n;
        }
      }
      // The stated error is of the worst place between the knots; stretching adds the slope of the profile.
      EXPECT_LT(std::sqrt(sum_eta / n), 1.2 * field.error() * rms) << c.tolerance;
      EXPECT_LT(std::sqrt(sum_head / n), 1.2 * field.error() * rms) << c.tolerance;
      EXPECT_GT(std::sqrt(sum_eta / n), 0.02 * field.error() * rms) << "stated error far too large";
    }
  }
}

TEST(WaveField, DoesNotDependOnWhatWasEvaluatedBefore) {
  const waves::SeaState sea = irregular(80, {}, true);
  const WaveField field(sea, {6.0, 8.0});
  const Vector3 centre(1.0, 2.0, -2.0);
  WaveFieldScratch used, fresh;
  Points a(centre, 6.0, 8.0, 50, 5), b = a;
  for (double t = 0; t < 30; t += 0.7) {
    Points elsewhere(centre + Vector3(3 * t, -t, 0), 6.0, 8.0, 5, 7);
    elsewhere.evaluate(field, t, centre + Vector3(3 * t, -t, 0), Surface::mean, used);
  }
  a.evaluate(field, 12.34, centre, Surface::instantaneous, used);
  b.evaluate(field, 12.34, centre, Surface::instantaneous, fresh);
  EXPECT_EQ(a.elevation, b.elevation);
  EXPECT_EQ(a.head, b.head);
}

TEST(WaveField, SumsDirectlyOutsideItsRegion) {
  const waves::SeaState sea = irregular(40, {}, false);
  const WaveField field(sea, {2.0, 3.0});
  WaveFieldScratch scratch;
  const Vector3 centre(0, 0, 0);
  Points p(centre, 20.0, 30.0, 50, 9);
  p.evaluate(field, 5.0, centre, Surface::instantaneous, scratch);
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    double eta = 0, head = 0;
    plain(sea, 5.0, p.x[i], p.y[i], p.z[i], Surface::instantaneous, eta, head);
    EXPECT_NEAR(p.head[i], head, 1e-12);
  }
}

TEST(WaveField, IsZeroInStillWater) {
  const WaveField field(waves::make_sea_state({waves::StillWater{}}, waves::SeaSettings{}), {2.0, 3.0});
  EXPECT_TRUE(field.still());
  WaveFieldScratch scratch;
  Points p({0, 0, 0}, 2.0, 3.0, 20, 2);
  p.evaluate(field, 5.0, {0, 0, 0}, Surface::instantaneous, scratch);
  for (const double e : p.elevation) EXPECT_EQ(e, 0.0);
  for (const double h : p.head) EXPECT_EQ(h, 0.0);
}

}  // namespace
}  // namespace swell::mesh::wave_field_test
