// Wind: spectrum, coherence, gust, and the average over a disc against a field of points.
#include "swell/rotor/wind.h"

#include <Eigen/Cholesky>

#include "swell/base/gauss_legendre.h"
#include "swell/waves/random.h"
#include "swell_test/test.h"

namespace swell::wind_test {
namespace {

using rotor::Turbulence;

const Turbulence kAir{10.0, 1.6, 42.0};

double variance(const std::vector<double>& v) {
  double mean = 0.0, sum = 0.0;
  for (const double x : v) mean += x / static_cast<double>(v.size());
  for (const double x : v) sum += (x - mean) * (x - mean) / static_cast<double>(v.size());
  return sum;
}

TEST(Wind, KaimalsSpectrumHasTheVarianceItSays) {
  // By quadrature over ln f, and in the limit.
  const GaussRule rule = gauss_legendre(200);
  const double low = std::log(1e-6), high = std::log(5.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < rule.x.size(); ++i) {
    const double f = std::exp(0.5 * (low + high + rule.x[i] * (high - low)));
    sum += 0.5 * rule.w[i] * (high - low) * f * kAir.spectrum(f);
  }
  EXPECT_NEAR(sum, kAir.variance_below(5.0) - kAir.variance_below(1e-6), 1e-9);
  EXPECT_NEAR(kAir.variance_below(1e12), 1.6 * 1.6, 1e-6);
}

TEST(Wind, TheSeriesOfAPointHasTheVarianceOfItsBand) {
  const rotor::Series series = rotor::turbulent_series(kAir, 0.0, 600.0, 3);
  // Harmonics up to 1 Hz, each with the energy of its band; a sum of them over its period has exactly theirs.
  EXPECT_NEAR(variance(series.values), kAir.variance_below(1.0 + 0.5 / 600.0), 1e-9);
  EXPECT_GT(variance(series.values), 0.96 * 1.6 * 1.6);
}

// The harmonics of the series, by projection on one: its power over the band is the spectrum.
TEST(Wind, TheSeriesHasTheSpectrumOfTheDiscAndFollowsItsSeedAlone) {
  const double period = 600.0, radius = 60.0;
  const rotor::Series series = rotor::turbulent_series(kAir, radius, period, 7);
  for (const int k : {6, 30, 120}) {
    std::complex<double> sum = 0.0;
    for (std::size_t i = 0; i < series.values.size(); ++i)
      sum += series.values[i] *
             std::polar(1.0, -2.0 * kPi * k * static_cast<double>(i) / static_cast<double>(series.values.size()));
    const double power = 2.0 * std::norm(sum / static_cast<double>(series.values.size())) * period, f = k / period;
    // The band's mean of a convex spectrum: second order in the width over the frequency.
    EXPECT_NEAR(power / (kAir.spectrum(f) * kAir.disc_share(f, radius)), 1.0, 1.0 / (k * k) + 1e-6);
  }
  EXPECT_EQ(series.values, rotor::turbulent_series(kAir, radius, period, 7).values);
  EXPECT_NE(series.values, rotor::turbulent_series(kAir, radius, period, 8).values);
}

// By definition at a few times, over the period that every run has.
TEST(Wind, SeriesIsTheSumOfItsHarmonics) {
  const double period = rotor::kTurbulencePeriod;
  const rotor::Series series = rotor::turbulent_series(kAir, 0.0, period, 5);
  const auto phases = waves::uniform_numbers(waves::RandomStream::threefry, 5, static_cast<std::size_t>(period));
  for (const std::size_t i : {0U, 1U, 777U, 35999U}) {
    double sum = 0.0;
    for (std::size_t k = 1; k <= phases.size(); ++k) {
      const double f = static_cast<double>(k) / period, half = 0.5 / period;
      const double band = kAir.variance_below(f + half) - kAir.variance_below(k == 1 ? 0.0 : f - half);
      sum += std::sqrt(2.0 * band) * std::cos(2.0 * kPi * (phases[k - 1] + f * static_cast<double>(i) * series.step));
    }
    EXPECT_NEAR(series.values.at(i), sum, 1e-9) << i;
  }
}

// Points at random places on a disc with the coherence of pairs: the variance of their mean at one frequency is the
// mean over all pairs, those of a point with itself left out.
TEST(Wind, TheAverageOverTheDiscIsTheMeanCoherenceOfItsPoints) {
  const double radius = 60.0;
  std::vector<Eigen::Vector2d> points;  // equal areas: a sunflower
  constexpr int kPoints = 500;
  for (int i = 0; i < kPoints; ++i) {
    const double r = radius * std::sqrt((i + 0.5) / kPoints), angle = i * kPi * (3.0 - std::sqrt(5.0));
    points.emplace_back(r * std::cos(angle), r * std::sin(angle));
  }
  for (const double f : {0.001, 0.01, 0.05}) {
    double sum = 0.0;
    for (int i = 0; i < kPoints; ++i)
      for (int j = 0; j < i; ++j)
        sum +=
            2.0 * kAir.coherence(f, (points[static_cast<std::size_t>(i)] - points[static_cast<std::size_t>(j)]).norm());
    sum += kPoints;  // each with itself: 1/500 too much at high frequencies
    EXPECT_NEAR(sum / (static_cast<double>(kPoints) * kPoints), kAir.disc_share(f, radius), 1.0 / kPoints);
  }
  EXPECT_EQ(kAir.disc_share(0.0, 0.0), 1.0);
  EXPECT_NEAR(kAir.disc_share(0.0, 1e-6), 1.0, 1e-6);  // the density of distances is whole
}

TEST(Wind, TheGustFallsRisesAndEnds) {
  const rotor::Gust gust{5.0, 6.0, 10.5};
  EXPECT_EQ(gust.at(5.0), 0.0);
  EXPECT_EQ(gust.at(15.5), 0.0);
  EXPECT_NEAR(gust.at(5.0 + 0.5 * 10.5), 2.0 * 0.37 * 6.0, 1e-12);  // -0.37 V sin(3 pi / 2) 2
  EXPECT_LT(gust.at(5.0 + 0.25 * 10.5), 0.0);
}

TEST(Wind, AProfileOverHeightAndTheFluctuationThatTheMeanCarries) {
  rotor::Wind wind;
  wind.speed = 10.0;
  wind.height = 100.0;
  wind.shear = 0.14;
  wind.gust = rotor::Gust{0.0, 5.0, 10.0};
  EXPECT_NEAR(wind.at(-1.0, Vector3(0, 0, 25)), 10.0 * std::pow(0.25, 0.14), 1e-12);
  EXPECT_EQ(wind.mean(-1.0), 0.0);
  EXPECT_NEAR(wind.at(7.0, Vector3(20, 3, 100)), wind.at(5.0, Vector3(0, 0, 100)), 1e-12);
}

// A file with two points in the disc and one outside, of which each holds another value.
TEST(Wind, AFullFieldFileGivesTheMeanOfThePointsInTheDisc) {
  const auto path = std::filesystem::temp_directory_path() / "swell-rotor-field.bts";
  {
    std::ofstream out(path, std::ios::binary);
    const auto put = [&](auto value) { out.write(reinterpret_cast<const char*>(&value), sizeof value); };
    put(std::int16_t{7});
    for (const std::int32_t n : {3, 1, 1, 4}) put(n);                         // z, y, tower, times
    for (const float x : {50.0F, 50.0F, 0.5F, 12.0F, 100.0F, 50.0F}) put(x);  // z = 50, 100, 150
    for (const float x : {100.0F, 10.0F, 1.0F, 0.0F, 1.0F, 0.0F}) put(x);
    put(std::int32_t{5});
    out.write("hello", 5);
    for (std::int16_t t = 0; t < 4; ++t) {
      for (const int u : {900, 1000, 1400}) {
        put(static_cast<std::int16_t>(u + 10 + 100 * t));
        put(std::int16_t{1});
        put(std::int16_t{2});
      }
      for (int i = 0; i < 3; ++i) put(std::int16_t{30000});
    }
  }
  const rotor::FieldAverage field = rotor::read_turbsim(path, 90.0, 45.0, Origin{});
  EXPECT_NEAR(field.mean, 9.5 + 1.5, 1e-12);
  EXPECT_EQ(field.end, 1.5);
  EXPECT_NEAR(field.fluctuation.at(0.75), 0.0, 1e-12);
  EXPECT_NEAR(field.fluctuation.at(9.0), 1.5, 1e-12);  // the end holds on
  EXPECT_THROW(rotor::read_turbsim(path, 300.0, 45.0, Origin{}), InputError);
  std::filesystem::resize_file(path, 60);
  EXPECT_THROW(rotor::read_turbsim(path, 90.0, 45.0, Origin{}), InputError);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace swell::wind_test
