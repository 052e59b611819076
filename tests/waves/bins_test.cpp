#include "swell/waves/bins.h"

#include "swell_test/test.h"

namespace swell::waves::bins_test {
namespace {

constexpr double kRm3Min = 0.019999997794684376;
constexpr double kRm3Max = 5.199995123072786;

double m0(const FrequencyBins& bins) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bins.omega.size(); ++i) sum += bins.density[i] * bins.width[i];
  return sum;
}

ParametricSpectrum rm3_sea() { return {SpectrumShape::pierson_moskowitz, 2.5, 8.0}; }

// theory/wec-sim.md, "Numbers for checking", RM3.
TEST(Bins, EqualEnergyIsWecSimsToThePrintedDigits) {
  const auto bins = wec_sim_equal_energy_bins(rm3_sea(), kRm3Min, kRm3Max);
  ASSERT_EQ(bins.omega.size(), 500U);
  EXPECT_NEAR(bins.omega[0], 0.52593012, 5e-9);
  EXPECT_NEAR(bins.omega[1], 0.54169803, 5e-9);
  EXPECT_NEAR(bins.omega[249], 0.9092912, 5e-8);
  EXPECT_NEAR(bins.omega[498], 3.18011818, 5e-9);
  EXPECT_NEAR(bins.omega[499], 3.66072849, 5e-9);
  EXPECT_NEAR(bins.width[0], 0.50593012, 5e-9);
  EXPECT_NEAR(bins.width[499], 0.48061031, 5e-9);
  EXPECT_NEAR(4.0 * std::sqrt(m0(bins)), 2.5494, 5e-5);
}

// theory/wec-sim.md, "Numbers for checking", OSWEC.
TEST(Bins, EqualEnergyIsWecSimsForTheOswecRange) {
  const auto bins = wec_sim_equal_energy_bins(rm3_sea(), 2.0 * kPi / 157.0796, 2.0 * kPi / 0.3141581);
  EXPECT_NEAR(bins.omega[0], 0.525987894481003, 1e-13);
  EXPECT_NEAR(bins.omega[1], 0.541756353084001, 1e-13);
  EXPECT_NEAR(bins.omega[499], 3.926545812551358, 1e-13);
}

TEST(Bins, TraditionalIsEquallySpacedWithWholeEndBins) {
  const auto bins = wec_sim_traditional_bins(rm3_sea(), 0.02, 5.2, 1000);
  EXPECT_EQ(bins.omega.front(), 0.02);
  EXPECT_EQ(bins.omega.back(), 5.2);
  EXPECT_DOUBLE_EQ(bins.width.front(), 5.18 / 999.0);
  EXPECT_DOUBLE_EQ(bins.width.back(), 5.18 / 999.0);
  EXPECT_EQ(bins.density[200], rm3_sea().density(bins.omega[200]));
}

TEST(Bins, ConservingBinsKeepEnergyAndEnergyPeriodForAnyCount) {
  const Spectrum seas[] = {rm3_sea(), ParametricSpectrum(SpectrumShape::jonswap, 3.0, 9.0, 5.0),
                           TabulatedSpectrum({0.3, 0.5, 0.9, 1.0, 2.0}, {0.0, 1.0, 0.3, 0.8, 0.1})};
  for (const Spectrum& sea : seas) {
    const double energy = moment(sea, 0, 0.31, 1.9);
    const double inverse = moment(sea, -1, 0.31, 1.9);
    for (const std::size_t count : {1U, 7U, 500U}) {
      for (const auto& shares : {std::vector<double>{1.0}, std::vector<double>{0.1, 0.2, 0.7}}) {
        const auto bins = conserving_bins(sea, 0.31, 1.9, count, shares);
        ASSERT_EQ(bins.omega.size(), count * shares.size());
        EXPECT_NEAR(m0(bins), energy, 1e-13 * energy);
        double realised = 0.0;
        double width = 0.0;
        std::vector<double> part(shares.size(), 0.0);
        for (std::size_t i = 0; i < bins.omega.size(); ++i) {
          realised += bins.density[i] * bins.width[i] / bins.omega[i];
          width += bins.width[i];
          part[i % shares.size()] += bins.density[i] * bins.width[i];
        }
        EXPECT_NEAR(realised, inverse, 1e-11 * inverse);
        EXPECT_NEAR(width, 1.9 - 0.31, 1e-13);
        for (std::size_t j = 0; j < shares.size(); ++j) EXPECT_NEAR(part[j], shares[j] * energy, 1e-13 * energy);
      }
    }
  }
}

// Directions at the edge of a sector have next to no share: each component lies within its bin all the same.
TEST(Bins, ComponentsLieWithinTheirBinsWhateverTheShares) {
  for (const double smallest : {1e-8, 1e-12, 1e-16, 1e-20, 1e-40, 0.0}) {
    const std::vector<double> shares = {smallest, 0.3, 0.4 - smallest, 0.3, smallest};
    const auto bins = conserving_bins(rm3_sea(), 0.31, 1.9, 100, shares);
    double edge = 0.31;
    for (std::size_t i = 0; i < bins.omega.size(); ++i) {  // in the order of the edges: every other bin is reversed
      const std::size_t bin = i / 5, part = bin % 2 == 0 ? i : 5 * bin + 4 - i % 5;
      EXPECT_GE(bins.omega[part], edge - 1e-12) << smallest;
      edge += bins.width[part];
      EXPECT_LE(bins.omega[part], edge + 1e-12) << smallest;
      EXPECT_TRUE(std::isfinite(bins.density[part])) << smallest;
    }
  }
}

// The cumulative Bretschneider spectrum is Hs^2/16 exp(-5/4 (wp/w)^4): its quantiles are known in closed form.
TEST(Bins, ConservingEdgesAreTheClosedFormQuantiles) {
  const double wp = 2.0 * kPi / 8.0;
  const auto bins = conserving_bins(rm3_sea(), 0.0, 1e3, 10);
  const double total = std::exp(-1.25 * std::pow(wp / 1e3, 4.0));
  double edge = 0.0;
  for (std::size_t i = 0; i + 1 < 10; ++i) {
    edge += bins.width[i];
    const double expected = wp * std::pow(-std::log(total * static_cast<double>(i + 1) / 10.0) / 1.25, -0.25);
    EXPECT_NEAR(edge, expected, 1e-11 * expected);
    EXPECT_LT(bins.omega[i], edge);
  }
}

TEST(Bins, WidthsOfTablesHalveTheEndsOrNot) {
  const std::vector<double> x{1.0, 2.0, 4.0, 5.0};
  EXPECT_EQ(trapezoidal_widths(x), (std::vector<double>{0.5, 1.5, 1.5, 0.5}));
  EXPECT_EQ(wec_sim_widths(x), (std::vector<double>{1.0, 1.5, 1.5, 1.0}));
}

}  // namespace
}  // namespace swell::waves::bins_test
