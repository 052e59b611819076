#include "swell/waves/spreading.h"

#include "swell/waves/directional_spectrum.h"
#include "swell_test/test.h"

namespace swell::waves::spreading_test {
namespace {

std::vector<SpreadingFunction> all_functions() {
  return {{SpreadingShape::cos_2s, 20.0 * kDegree, 10.0, 15},
          {SpreadingShape::cos_2s, -70.0 * kDegree, 1.0, 8},
          {SpreadingShape::cos_2s, 0.0, 75.0, 31},
          {SpreadingShape::cos_n, 35.0 * kDegree, 2.0, 9},
          {SpreadingShape::cos_n, 0.0, 12.0, 10},
          {SpreadingShape::wrapped_normal, 1.0, 0.3, 15},
          {SpreadingShape::wrapped_normal, 0.0, 1.2, 16}};
}

TEST(Spreading, EveryFunctionIntegratesToOne) {
  for (const auto& f : all_functions()) {
    double sum = 0.0;
    const int n =
        20000;  // equally spaced on the circle: spectrally exact for the smooth ones, O(h^3) for cos^2 at its ends
    for (int i = 0; i < n; ++i) sum += spreading_density(f, -kPi + 2.0 * kPi * i / n) * 2.0 * kPi / n;
    EXPECT_NEAR(sum, 1.0, 1e-12);
  }
}

TEST(Spreading, FirstMomentsAreTheClosedForms) {
  // cos-2s: s/(s + 1); wrapped normal: exp(-sigma^2/2); cos-n with n = 2: integral 2/pi cos^3 = 8/(3 pi)
  EXPECT_NEAR(first_directional_moment({SpreadingShape::cos_2s, 0.4, 10.0, 1}), 10.0 / 11.0, 1e-13);
  EXPECT_NEAR(first_directional_moment({SpreadingShape::wrapped_normal, 0.4, 0.7, 1}), std::exp(-0.245), 1e-13);
  EXPECT_NEAR(first_directional_moment({SpreadingShape::cos_n, 0.4, 2.0, 1}), 8.0 / (3.0 * kPi), 1e-13);
  // Narrow ones: the departure from 1 is 1/(s + 1), and 1/(2 n) - 5/(8 n^2) + ... for cos-n. A departure of 5e-10 has
  // seven digits.
  for (const double p : {1e3, 1e6, 1e9}) {
    EXPECT_NEAR((1.0 - first_directional_moment({SpreadingShape::cos_2s, 0.0, p, 1})) * (p + 1.0), 1.0, 1e-6) << p;
    EXPECT_NEAR((1.0 - first_directional_moment({SpreadingShape::cos_n, 0.0, p, 1})) * 2.0 * p, 1.0, 2.0 / p + 1e-6)
        << p;
  }
}

TEST(Spreading, ASectorStandsEvenlyAboutTheMeanAndSharesItsEnergy) {
  for (const auto& f : all_functions()) {
    const double width = kPi / 3.0;
    const DirectionList list = share_out(f, directions_in_sector(f.mean, width, f.count));
    double mean = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < list.direction.size(); ++i) {
      EXPECT_LT(std::abs(list.direction[i] - f.mean), 0.5 * width);
      EXPECT_DOUBLE_EQ(list.share[i] * spreading_density(f, f.mean),
                       list.share[list.share.size() / 2] * spreading_density(f, f.mean) /
                           spreading_density(f, list.direction[list.share.size() / 2]) *
                           spreading_density(f, list.direction[i]));
      mean += (list.direction[i] - f.mean) / f.count;
      sum += list.share[i];
    }
    EXPECT_NEAR(mean, 0.0, 1e-14);
    EXPECT_NEAR(sum, 1.0, 1e-14);
  }
}

TEST(Spreading, DirectionsOfEqualEnergyKeepMeanDirectionAndWidth) {
  for (const auto& f : all_functions()) {
    const DirectionList list = discretise(f);
    ASSERT_EQ(list.direction.size(), static_cast<std::size_t>(f.count));
    double c = 0.0;
    double s = 0.0;
    double energy = 0.0;
    for (std::size_t i = 0; i < list.direction.size(); ++i) {
      c += list.share[i] * std::cos(list.direction[i] - f.mean);
      s += list.share[i] * std::sin(list.direction[i] - f.mean);
      energy += list.share[i];
      if (i > 0) {
        EXPECT_GT(list.direction[i], list.direction[i - 1]);
      }
    }
    EXPECT_NEAR(energy, 1.0, 1e-14);
    EXPECT_NEAR(s, 0.0, 1e-14);
    EXPECT_NEAR(c, first_directional_moment(f), 1e-13);
  }
}

// A swell of one degree and less: no panel of the quadrature may step over it.
TEST(Spreading, DirectionsOfNarrowFunctionsAscendAndKeepTheWidth) {
  for (const double p : {1e4, 1e6, 1e9}) {
    for (const SpreadingShape shape : {SpreadingShape::cos_2s, SpreadingShape::cos_n}) {
      const DirectionList list = discretise(SpreadingFunction{shape, 0.0, p, 9});
      double squares = 0.0;
      for (std::size_t i = 0; i < 9; ++i) {
        squares += list.share[i] * list.direction[i] * list.direction[i];
        if (i > 0) {
          EXPECT_GT(list.direction[i], list.direction[i - 1]);
        }
      }
      const double variance = shape == SpreadingShape::cos_2s ? 2.0 / p : 1.0 / p;  // of the normal density it becomes
      EXPECT_NEAR(squares, variance, 1e-3 * variance) << p;
    }
  }
}

TEST(Spreading, ManyDirectionsApproachTheSecondMomentToo) {
  // Second moment of cos-2s: s(s-1)/((s+1)(s+2)); the quantile rule converges with 1/count or faster.
  const SpreadingFunction f{SpreadingShape::cos_2s, 0.0, 10.0, 0};
  const double expected = 10.0 * 9.0 / (11.0 * 12.0);
  double previous = 1.0;
  for (const int count : {10, 40, 160}) {
    SpreadingFunction g = f;
    g.count = count;
    const DirectionList list = discretise(g);
    double second = 0.0;
    for (std::size_t i = 0; i < list.direction.size(); ++i) second += list.share[i] * std::cos(2.0 * list.direction[i]);
    const double error = std::abs(second - expected);
    EXPECT_LT(error, 0.5 * previous);
    previous = error;
  }
  EXPECT_LT(previous, 1e-3);
}

// D = S(f) (1 + cos(theta)) / (2 pi) all round: the trapezoidal rule is exact for it on a uniform grid.
TEST(DirectionalSpectrum, IsASpectrumTimesASpreadingThatIntegratesToOne) {
  const std::vector<double> frequency = {0.1, 0.2, 0.3}, S = {2.0, 0.0, 5.0};
  std::vector<double> direction;
  for (int j = 0; j <= 36; ++j) direction.push_back((-180.0 + 10.0 * j) * kDegree);
  const MatrixX density = MatrixX::NullaryExpr(3, 37, [&](Eigen::Index i, Eigen::Index j) {
    return S[static_cast<std::size_t>(i)] * (1.0 + std::cos(direction[static_cast<std::size_t>(j)])) / (2.0 * kPi);
  });
  const FullDirectionalSpectrum spec = directional_spectrum(frequency, direction, density);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(spec.spectrum[i], S[i], 1e-13);
    double integral = 0.0;
    for (Eigen::Index j = 0; j < 36; ++j)
      integral += 5.0 * kDegree *
                  (spec.spread(static_cast<Eigen::Index>(i), j) + spec.spread(static_cast<Eigen::Index>(i), j + 1));
    EXPECT_NEAR(integral, 1.0, 1e-13) << i;
  }
}

// D = (1 + cos(theta - 20 deg)) / (2 pi) at each direction [deg], at two frequencies of 2 and 1 m^2/Hz.
double density_of(double degrees) {
  return (1.0 + std::cos((std::fmod(degrees, 360.0) - 20.0) * kDegree)) / (2.0 * kPi);
}

FullDirectionalSpectrum spectrum_of(const std::vector<double>& degrees) {
  std::vector<double> direction;
  MatrixX density(2, static_cast<Eigen::Index>(degrees.size()));
  for (const double at : degrees) {
    const auto j = static_cast<Eigen::Index>(direction.size());
    density(0, j) = 2.0 * density_of(at);
    density(1, j) = density_of(at);
    direction.push_back(at * kDegree);
  }
  order_directions(direction, density);
  return directional_spectrum({0.1, 0.2}, direction, density);
}

std::vector<double> steps_of(double first, double step, int count) {
  std::vector<double> degrees;
  for (int j = 0; j < count; ++j) degrees.push_back(first + step * j);
  return degrees;
}

// The grids of wave models end a step before 360 degrees. The rule in equal steps of a circle is exact here.
TEST(DirectionalSpectrum, GoesAllRoundWhereItsDirectionsDo) {
  std::vector<double> falling = steps_of(345, -15, 24), wrapped = steps_of(180, 15, 12), mixed;
  for (const double at : steps_of(0, 15, 12)) wrapped.push_back(at);
  for (int j = 0; j < 24; ++j) mixed.push_back(15.0 * ((7 * j) % 24));
  std::vector<double> nautical = steps_of(270, -15, 19);  // 270 to 0, then 345 to 285
  for (const double at : steps_of(345, -15, 5)) nautical.push_back(at);
  std::vector<double> repeated = steps_of(180, 15, 13);
  for (const double at : steps_of(0, 15, 13)) repeated.push_back(at);
  int which = 0;
  for (const auto& degrees :
       {steps_of(0, 15, 24), steps_of(7.5, 15, 24), steps_of(-180, 15, 24), steps_of(0, 15, 25), steps_of(10, 15, 24),
        steps_of(180, 15, 24), falling, wrapped, mixed, nautical, repeated}) {
    const FullDirectionalSpectrum spec = spectrum_of(degrees);
    EXPECT_NEAR(spec.spectrum[0], 2.0, 1e-13) << which;
    EXPECT_NEAR(spec.spectrum[1], 1.0, 1e-13) << which;
    EXPECT_EQ(density_at_ends(spec), 0.0) << which;
    for (std::size_t j = 0; j < spec.direction.size(); ++j) {
      EXPECT_LE(std::abs(spec.direction[j]), 2.0 * kPi + 1e-9) << which;
      EXPECT_NEAR(spec.spread(0, static_cast<Eigen::Index>(j)), density_of(spec.direction[j] / kDegree), 1e-13)
          << which << ": the column of another direction at " << j;
      if (j > 0) {
        EXPECT_GT(spec.direction[j], spec.direction[j - 1]) << which;
      }
    }
    ++which;
  }
}

TEST(DirectionalSpectrum, OfASectorEndsWithIt) {
  const std::vector<double> plain = steps_of(-30, 15, 7), falling = steps_of(60, -15, 7);
  std::vector<double> round = steps_of(330, 15, 2), sorted = steps_of(0, 15, 5);
  for (const double at : steps_of(0, 15, 5)) round.push_back(at);
  for (const double at : steps_of(330, 15, 2)) sorted.push_back(at);
  double expected = 0.0;
  for (std::size_t j = 1; j < plain.size(); ++j)
    expected += 15.0 * kDegree * (density_of(plain[j]) + density_of(plain[j - 1]));
  int which = 0;
  for (const auto& degrees : {plain, falling, round, sorted}) {
    const FullDirectionalSpectrum spec = spectrum_of(degrees);
    EXPECT_NEAR(spec.spectrum[0], expected, 1e-13) << which;
    EXPECT_NEAR(spec.direction.back() - spec.direction.front(), 90.0 * kDegree, 1e-12) << which;
    EXPECT_NEAR(density_at_ends(spec), density_of(60.0) / density_of(15.0), 1e-12) << which;
    ++which;
  }
  EXPECT_EQ(closing_gap({0.0, 1.0, 2.0}), 0.0);
  EXPECT_EQ(closing_gap({0.0, 2.0, 4.0}), 0.0) << "of three a gap is as wide as a sector";
  EXPECT_NEAR(closing_gap({0.0, 1.5, 3.0, 4.5}), 2.0 * kPi - 4.5, 1e-15);
}

// Two directions are the arc between them, in either order, past north too; half a circle about north, written from 0
// to 360, is that half.
TEST(DirectionalSpectrum, TakesTheShorterWayRound) {
  const auto width = [](std::vector<double> degrees) {
    const FullDirectionalSpectrum spec = spectrum_of(degrees);
    return (spec.direction.back() - spec.direction.front()) / kDegree;
  };
  EXPECT_NEAR(width({10, 30}), 20.0, 1e-9);
  EXPECT_NEAR(width({30, 10}), 20.0, 1e-9);
  EXPECT_NEAR(width({-30, 30}), 60.0, 1e-9);
  EXPECT_NEAR(width({30, -30}), 60.0, 1e-9);
  EXPECT_NEAR(width({350, 10}), 20.0, 1e-9);
  EXPECT_NEAR(width({10, 350}), 20.0, 1e-9);
  std::vector<double> half = steps_of(0, 15, 7);
  for (const double at : steps_of(270, 15, 6)) half.push_back(at);
  EXPECT_NEAR(width(half), 180.0, 1e-9);
  std::vector<double> more = steps_of(0, 15, 8);
  for (const double at : steps_of(255, 15, 7)) more.push_back(at);
  EXPECT_NEAR(width(more), 210.0, 1e-9);
}

}  // namespace
}  // namespace swell::waves::spreading_test
