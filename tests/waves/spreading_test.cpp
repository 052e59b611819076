#include "swell/waves/spreading.h"

#include <cmath>

#include <gtest/gtest.h>

#include "swell/base/vector.h"
#include "swell/waves/directional_spectrum.h"

namespace swell::waves {
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
        if (i > 0) EXPECT_GT(list.direction[i], list.direction[i - 1]);
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

}  // namespace
}  // namespace swell::waves
