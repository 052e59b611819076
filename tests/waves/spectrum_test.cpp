#include "swell/waves/spectrum.h"

#include "swell/waves/dispersion.h"
#include "swell_test/test.h"

namespace swell::waves::spectrum_test {
namespace {

constexpr double kFar = 1e4;  // [rad/s]; the f^-4 tail beyond holds 1e-16 of the energy

TEST(Spectrum, BretschneiderMomentsAreTheClosedForms) {
  // integral w^n S dw = Hs^2/16 wp^n (5/4)^(n/4) Gamma(1 - n/4)
  const ParametricSpectrum s(SpectrumShape::bretschneider, 3.0, 9.0);
  for (const int n : {-2, -1, 0, 1, 2}) {
    const double wp = 2.0 * kPi / 9.0;
    const double expected = 9.0 / 16.0 * std::pow(wp, n) * std::pow(1.25, 0.25 * n) * std::tgamma(1.0 - 0.25 * n);
    // The tail that is left out: m_n(w > W) = 5/4 wp^4 Hs^2/16 * 4/(4 - n) W^(n-4).
    const double tail = 9.0 / 16.0 * 5.0 * std::pow(wp, 4) / (4.0 - n) * std::pow(kFar, n - 4);
    EXPECT_NEAR(moment(s, n, 0.0, kFar) + tail, expected, 1e-12 * expected) << n;
  }
}

TEST(Spectrum, PiersonMoskowitzPeaksAtThePeakPeriod) {
  const ParametricSpectrum s(SpectrumShape::pierson_moskowitz, 2.5, 8.0);
  const double wp = 2.0 * kPi / 8.0;
  EXPECT_DOUBLE_EQ(s.peak_omega(), wp);
  EXPECT_GT(s.density(wp), s.density(0.999 * wp));
  EXPECT_GT(s.density(wp), s.density(1.001 * wp));
  // (W3) at the peak: S_f = 5/4 (Hs/2)^2 / fp exp(-5/4)
  EXPECT_NEAR(s.density_per_hertz(0.125), 1.25 * 1.5625 / 0.125 * std::exp(-1.25), 1e-14 * 20.0);
  EXPECT_EQ(s.density(0.0), 0.0);
  EXPECT_EQ(s.density(1e-300), 0.0);
}

TEST(Spectrum, JonswapKeepsTheSignificantHeightForAnyGamma) {
  for (const double gamma : {1.0, 2.0, 3.3, 5.0, 7.0, 10.0}) {
    const ParametricSpectrum s(SpectrumShape::jonswap, 4.0, 10.0, gamma);
    EXPECT_NEAR(moment(s, 0, 0.0, kFar), 1.0, 1e-11) << gamma;
  }
}

TEST(Spectrum, WecSimsJonswapHasItsOwnFactor) {
  const double gamma = 3.3;
  const ParametricSpectrum ours(SpectrumShape::jonswap, 4.0, 10.0, gamma);
  const ParametricSpectrum theirs(SpectrumShape::jonswap, 4.0, 10.0, gamma, Normalisation::wec_sim);
  const ParametricSpectrum bare(SpectrumShape::bretschneider, 4.0, 10.0);
  // At the peak alpha = 1: C gamma times (W3).
  EXPECT_NEAR(theirs.density(theirs.peak_omega()) / bare.density(bare.peak_omega()),
              (1.0 - 0.287 * std::log(gamma)) * gamma, 1e-13);
  // One factor apart everywhere, near 1: the fit of C is good to about a per cent at 3.3.
  const double ratio = theirs.density(0.5) / ours.density(0.5);
  EXPECT_NEAR(theirs.density(1.3) / ours.density(1.3), ratio, 1e-13);
  EXPECT_NEAR(ratio, 1.0, 0.02);
  EXPECT_GT(std::abs(ratio - 1.0), 1e-4);
}

TEST(Spectrum, JonswapSigmaChangesAtThePeak) {
  const ParametricSpectrum js(SpectrumShape::jonswap, 4.0, 10.0, 3.3, Normalisation::wec_sim);
  const ParametricSpectrum pm(SpectrumShape::bretschneider, 4.0, 10.0);
  const double c = 1.0 - 0.287 * std::log(3.3);
  const auto enhancement = [&](double r) { return js.density_per_hertz(0.1 * r) / pm.density_per_hertz(0.1 * r) / c; };
  EXPECT_NEAR(enhancement(0.93), std::pow(3.3, std::exp(-0.5)), 1e-12);
  EXPECT_NEAR(enhancement(1.09), std::pow(3.3, std::exp(-0.5)), 1e-12);
}

TEST(Spectrum, GammaFollowsWecSimsRule) {
  EXPECT_EQ(jonswap_gamma(4.0, 7.2), 5.0);   // r = 3.6
  EXPECT_EQ(jonswap_gamma(4.0, 10.0), 1.0);  // r = 5
  for (double hs = 0.5; hs < 12.0; hs += 0.01) EXPECT_GE(jonswap_gamma(hs, 5.0 * std::sqrt(hs)), 1.0) << hs;
  EXPECT_EQ(jonswap_gamma(4.0, 10.2), 1.0);                                  // r = 5.1
  EXPECT_NEAR(jonswap_gamma(4.0, 8.0), std::exp(5.75 - 1.15 * 4.0), 1e-14);  // r = 4
  EXPECT_NEAR(ParametricSpectrum(SpectrumShape::jonswap, 4.0, 8.0).gamma(), std::exp(1.15), 1e-14);
}

TEST(Spectrum, TablesAreLinearBetweenRowsAndZeroOutside) {
  const TabulatedSpectrum s({0.5, 1.0, 2.0}, {0.0, 2.0, 1.0});
  EXPECT_DOUBLE_EQ(s.density(0.75), 1.0);
  EXPECT_DOUBLE_EQ(s.density(1.5), 1.5);
  EXPECT_EQ(s.density(0.4), 0.0);
  EXPECT_EQ(s.density(2.1), 0.0);
  EXPECT_NEAR(moment(s, 0, 0.5, 2.0), 0.5 + 1.5, 1e-15);
}

TEST(Spectrum, PowerOfADeepSeaIsItsHeightSquaredTimesItsEnergyPeriod) {
  // J = rho g^2/(64 pi) Hs^2 Te, Te = 2 pi m-1/m0
  const ParametricSpectrum s(SpectrumShape::pierson_moskowitz, 2.5, 8.0);
  const double te = 2.0 * kPi * moment(s, -1, 0.0, kFar) / moment(s, 0, 0.0, kFar);
  const double expected = 1025.0 * 9.81 * 9.81 / (64.0 * kPi) * 6.25 * te;
  EXPECT_NEAR(wave_power(s, 0.0, kFar, std::nullopt, 9.81, 1025.0), expected, 1e-11 * expected);
}

TEST(Spectrum, PowerInFiniteDepthTendsToTheShallowLimit) {
  // Far in shallow water every wave travels with sqrt(g h).
  const TabulatedSpectrum s({0.01, 0.02}, {1.0, 1.0});
  const double expected = 1000.0 * 9.81 * 0.01 * std::sqrt(9.81 * 2.0);
  EXPECT_NEAR(wave_power(s, 0.01, 0.02, 2.0, 9.81, 1000.0) / expected, 1.0, 1e-4);
}

}  // namespace
}  // namespace swell::waves::spectrum_test
