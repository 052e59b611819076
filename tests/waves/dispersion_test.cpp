#include "swell/waves/dispersion.h"

#include "swell_test/test.h"

namespace swell::waves::dispersion_test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kG = 9.81;

TEST(Dispersion, HoldsToRoundOffOverDecadesOfDepthAndFrequency) {
  for (double h = 1e-3; h < 2e5; h *= 1.37) {
    for (double w = 1e-4; w < 100.0; w *= 1.23) {
      const double k = wavenumber(w, h, kG);
      EXPECT_NEAR(kG * k * std::tanh(k * h), w * w, 8.0 * kEps * w * w) << "h " << h << " omega " << w;
    }
  }
}

TEST(Dispersion, TendsToTheShallowAndDeepLimits) {
  EXPECT_NEAR(wavenumber(1e-4, 10.0, kG) / (1e-4 / std::sqrt(kG * 10.0)), 1.0, 1e-8);
  EXPECT_EQ(wavenumber(2.0, 1e4, kG), 4.0 / kG);
  EXPECT_EQ(wavenumber(2.0, std::nullopt, kG), 4.0 / kG);
  EXPECT_EQ(wavenumber(0.0, 10.0, kG), 0.0);
}

TEST(Dispersion, GroupVelocityIsTheSlopeOfTheDispersionLaw) {
  for (const double h : {0.5, 5.0, 50.0, 5000.0}) {
    for (const double w : {0.3, 1.0, 3.0}) {
      const double k = wavenumber(w, h, kG);
      // Central difference of order 4: truncation about (d/k)^4, round-off eps/(d/k).
      const double d = 2e-3 * k;
      const auto omega = [&](double x) { return std::sqrt(kG * x * std::tanh(x * h)); };
      const double slope = (8.0 * (omega(k + d) - omega(k - d)) - (omega(k + 2 * d) - omega(k - 2 * d))) / (12.0 * d);
      EXPECT_NEAR(group_velocity(w, k, h, kG) / slope, 1.0, 1e-9);
    }
  }
  EXPECT_NEAR(group_velocity(0.0, 0.0, 10.0, kG), std::sqrt(kG * 10.0), 1e-15);
  EXPECT_NEAR(group_velocity(1e-5, wavenumber(1e-5, 10.0, kG), 10.0, kG), std::sqrt(kG * 10.0), 1e-8);
}

TEST(Dispersion, WecSimsSweepsConvergeInDeepWaterAndNotInShallow) {
  EXPECT_NEAR(wavenumber_wec_sim(0.8, 50.0, kG) / wavenumber(0.8, 50.0, kG), 1.0, 1e-14);
  const double shallow = wavenumber_wec_sim(0.05, 2.0, kG) / wavenumber(0.05, 2.0, kG);
  EXPECT_GT(std::abs(shallow - 1.0), 1e-6);
  // One sweep after another, by hand.
  double k = 0.05 * 0.05 / kG;
  for (int i = 0; i < 100; ++i) k = 0.05 * 0.05 / (kG * std::tanh(k * 2.0));
  EXPECT_EQ(wavenumber_wec_sim(0.05, 2.0, kG), k);
}

TEST(Dispersion, PowerOfADeepRegularWaveIsTheTextbooks) {
  // rho g^2 a^2 T/(8 pi), theory/wec-sim.md, "Power of a regular wave"
  const double T = 8.0;
  const double expected = 1025.0 * kG * kG * 1.25 * 1.25 * T / (8.0 * swell::kPi);
  EXPECT_NEAR(regular_wave_power(1.25, 2.0 * swell::kPi / T, std::nullopt, kG, 1025.0), expected, 1e-12 * expected);
}

TEST(Dispersion, PowerOfAFiniteDepthWaveIsTheTextbooks) {
  const double w = 0.7;
  const double h = 12.0;
  const double k = wavenumber(w, h, kG);
  const double expected =
      0.25 * 1025.0 * kG * std::sqrt(kG / k * std::tanh(k * h)) * (1.0 + 2.0 * k * h / std::sinh(2.0 * k * h));
  EXPECT_NEAR(regular_wave_power(1.0, w, h, kG, 1025.0), expected, 1e-13 * expected);
}

}  // namespace
}  // namespace swell::waves::dispersion_test
