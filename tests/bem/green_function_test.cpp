// The wave part of the source against quadratures that share nothing with it.
#include "swell/bem/green_function.h"

#include "swell/base/gauss_legendre.h"
#include "swell/bem/wave_function.h"
#include "swell_test/test.h"

namespace swell::bem::green_function_test {
namespace {

// PV int_0^inf e^{-m y} J0(m h)/(m - 1) dm by the trapezoidal rule, folded about the pole on [0, 2].
double principal_value(double h, double y) {
  const auto f = [&](double m) { return std::exp(-m * y) * ::j0(m * h); };
  const int n = 4000;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {  // midpoints with one Richardson step would do; Simpson on midpoints of pairs
    const double x = (i + 0.5) / n;
    sum += (f(1.0 + x) - f(1.0 - x)) / x / n;
  }
  const double end = 2.0 + 30.0 / y;
  const int steps = 40000;
  for (int i = 0; i < steps; ++i) {
    const double m = 2.0 + (end - 2.0) * (i + 0.5) / steps;
    sum += f(m) / (m - 1.0) * (end - 2.0) / steps;
  }
  return sum;
}

TEST(WaveFunction, MeetsThePrincipalValueIntegral) {
  // Midpoint rules of step 1/4000 and 30/(40000 y): error below (step^2/24) |f'| ~ 1e-6.
  for (const double h : {0.05, 0.7, 3.0, 9.0, 18.0})
    for (const double y : {0.3, 1.0, 4.0, 12.0})
      EXPECT_NEAR(wave_function(h, y).value, 2.0 * principal_value(h, y), 4e-6) << h << " " << y;
}

TEST(WaveFunction, TablesAndSeriesMeetTheQuadratureOverTheWholePlane) {
  std::mt19937 random(18);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int i = 0; i < 3000; ++i) {
    const double d = std::pow(10.0, -4.0 + 5.6 * uniform(random)), angle = 0.5 * kPi * uniform(random);
    const double h = d * std::cos(angle), y = d * std::sin(angle);
    if (y > 30.0 || h < 1e-8) continue;
    const WaveFunction fast = wave_function(h, y), slow = wave_function_by_quadrature(h, y);
    // The issue asks for 1e-6; near the source L is log-like and its slope grows as 1/d.
    const double scale = std::max(1.0, 1.0 / d);
    EXPECT_NEAR(fast.value, slow.value, 1e-6 * scale) << h << " " << y;
    EXPECT_NEAR(fast.slope, slow.slope, 1e-6 * scale) << h << " " << y;
  }
}

TEST(WaveFunction, ObeysTheFreeSurfaceConditionAndLaplace) {
  // dL/dy = -L - 2/d: the condition that the source meets at the water; by central differences, error 1e-6.
  for (const double h : {0.02, 0.5, 4.0, 15.0, 24.0})
    for (const double y : {0.05, 0.8, 6.0, 19.0}) {
      const double e = 1e-3 * std::hypot(h, y), d = std::hypot(h, y);
      const auto at = [&](double dy) { return wave_function(h, y + dy).value; };
      const double slope = (8.0 * (at(e) - at(-e)) - (at(2.0 * e) - at(-2.0 * e))) / (12.0 * e);
      EXPECT_NEAR(slope, -wave_function(h, y).value - 2.0 / d, 2e-4 * std::max(1.0, 1.0 / d)) << h << " " << y;
    }
}

TEST(BesselJ, IsThatOfTheCLibrary) {
  for (double x = 0.0; x < 60.0; x += 0.0371) {
    EXPECT_NEAR(bessel_j(x).j0, ::j0(x), 1e-11) << x;
    EXPECT_NEAR(bessel_j(x).j1, ::j1(x), 1e-11) << x;
  }
}

// John's (1950) series of the whole source: waves and evanescent modes k_m tan k_m h = -K.
std::complex<double> by_john(double K, double depth, double R, double z, double zeta) {
  const double k = finite_depth_wavenumber(K, depth);
  // (K^2 - k^2) cosh cosh/(...), with k^2 - K^2 = 4 K^2 .. by cosh^2 = k^2/(k^2 - K^2)
  const double strength = 2.0 * kPi * (K * K - k * k) / ((k * k - K * K) * depth + K) * std::cosh(k * (z + depth)) *
                          std::cosh(k * (zeta + depth));
  std::complex<double> G(strength * ::y0(k * R), strength * ::j0(k * R));
  for (int m = 1; m < 4000; ++m) {
    double low = (m - 0.5) * kPi / depth, high = m * kPi / depth;
    for (int i = 0; i < 100; ++i) {
      const double middle = 0.5 * (low + high);
      (middle * std::tan(middle * depth) + K < 0.0 ? low : high) = middle;
    }
    const double q = 0.5 * (low + high);
    if (q * R > 40.0) break;
    G += 4.0 * (q * q + K * K) / ((q * q + K * K) * depth - K) * std::cos(q * (z + depth)) *
         std::cos(q * (zeta + depth)) * std::cyl_bessel_k(0.0, q * R);
  }
  return G;
}

TEST(GreenFunction, InFiniteDepthIsJohnsSeries) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (const double depth : {1.0, 3.0, 12.0}) {
    for (const double Kh : {0.01, 0.3, 1.0, 5.0}) {  // beyond, k^2 - K^2 loses digits in the series
      const double K = Kh / depth, lowest = -0.9 * depth, reach = 6.0 * depth;
      const GreenFunction G(K, depth, reach, lowest);
      for (int i = 0; i < 20; ++i) {
        const double R = depth * (0.15 + 5.8 * uniform(random)), z = lowest * uniform(random),
                     zeta = lowest * uniform(random);
        const WaveValue W = G(R, G.level(z), G.level(zeta));
        const double rankine =
            1.0 / std::hypot(R, z - zeta) + 1.0 / std::hypot(R, z + zeta) + 1.0 / std::hypot(R, 2.0 * depth + z + zeta);
        const std::complex<double> john = by_john(K, depth, R, z, zeta);
        EXPECT_NEAR(W.re + rankine, john.real(), 1e-6 / depth) << depth << " " << Kh << " " << R;
        EXPECT_NEAR(W.im, john.imag(), 1e-8 / depth) << depth << " " << Kh << " " << R;
      }
    }
  }
}

// The integral over the wavenumber itself, folded about its pole and then on until e^{-m V} has died, by Gauss on
// panels: no table, no series, no pole taken out.
double by_quadrature(double K, double depth, double R, double z, double zeta) {
  const double k = finite_depth_wavenumber(K, depth);
  const std::array<double, 4> V{-(z + zeta), 2.0 * depth + z - zeta, 2.0 * depth - z + zeta, 4.0 * depth + z + zeta};
  const auto f = [&](double m) {
    double sum = 0.0;
    for (const double v : V) sum += std::exp(-m * v);
    return (m + K) / ((m - K) - (m + K) * std::exp(-2.0 * m * depth)) * sum * ::j0(m * R);
  };
  const GaussRule rule = gauss_legendre(16);
  const auto panels = [&](double from, double to, int count, const std::function<double(double)>& value) {
    double sum = 0.0;
    for (int i = 0; i < count; ++i) {
      const double half = 0.5 * (to - from) / count, middle = from + half * (2 * i + 1);
      for (std::size_t q = 0; q < rule.x.size(); ++q) sum += half * rule.w[q] * value(middle + half * rule.x[q]);
    }
    return sum;
  };
  const auto count = [&](double length) {
    return 8 + static_cast<int>(std::ceil(length * std::max({R, depth, 1.0 / k}) / 3.0));
  };
  const double end = 2.0 * k + 35.0 / V[0];
  return panels(0.0, k, count(k), [&](double x) { return f(k + x) + f(k - x); }) +
         panels(2.0 * k, end, count(end - 2.0 * k), f);
}

TEST(GreenFunction, InFiniteDepthIsItsIntegralOverTheWholePlane) {
  // Right above each other and far away, at the water (as near as the quadrature goes) and at the bottom, long and
  // short waves.
  const double depth = 2.0, lowest = -depth, reach = 8.0 * depth;
  for (const double Kh : {0.01, 0.3, 1.0, 4.0, 10.0, 15.9, 16.1, 21.0, 40.0}) {
    const double K = Kh / depth;
    const GreenFunction G(K, depth, reach, lowest);
    for (const double R : {0.0, 0.003, 0.05, 0.4, 1.5, 7.9})
      for (const auto& [z, zeta] : {std::pair{-0.04, -0.02}, std::pair{-0.02, -0.6}, std::pair{-1.0, -0.9},
                                    std::pair{-0.3, -0.99}, std::pair{-0.99, -0.97}}) {
        const WaveValue W = G(R * depth, G.level(z * depth), G.level(zeta * depth));
        const double image = 1.0 / (depth * std::hypot(R, z + zeta));
        const double expected = by_quadrature(K, depth, R * depth, z * depth, zeta * depth) - image;
        // Of the wave part's own size, K, or the image's.
        EXPECT_NEAR(W.re, expected, 1e-6 * std::max({1.0 / depth, K, image}))
            << Kh << " " << R << " " << z << " " << zeta;
      }
  }
}

TEST(GreenFunction, SlopesAreThoseOfTheValues) {
  for (const std::optional<double> depth : {std::optional<double>{}, std::optional<double>{2.0}}) {
    const double K = 1.7, lowest = -1.8;
    const GreenFunction G(K, depth, 9.0, lowest);
    for (const double R : {0.3, 2.0, 8.0})
      for (const double z : {-0.05, -1.2})
        for (const double zeta : {-0.3, -1.6}) {
          const double e = 1e-4;
          const WaveValue at = G(R, G.level(z), G.level(zeta));
          const WaveValue out = G(R + e, G.level(z), G.level(zeta)), in = G(R - e, G.level(z), G.level(zeta));
          const WaveValue up = G(R, G.level(z), G.level(zeta + e)), down = G(R, G.level(z), G.level(zeta - e));
          // Tables hold 1e-7 and bend by kinks of that size between cells: 2e-7/2e-4; differences e^2.
          EXPECT_NEAR(at.re_R, (out.re - in.re) / (2.0 * e), 1e-3);
          EXPECT_NEAR(at.im_R, (out.im - in.im) / (2.0 * e), 1e-6);
          EXPECT_NEAR(at.re_z, (up.re - down.re) / (2.0 * e), 1e-3);
          EXPECT_NEAR(at.im_z, (up.im - down.im) / (2.0 * e), 1e-6);
        }
  }
}

TEST(GreenFunction, DeepWaterIsInfiniteDepth) {
  const double K = 0.8, depth = 40.0;  // e^{-2 K h} = 2e-28; images in the bottom remain
  const GreenFunction deep(K, depth, 5.0, -3.0), infinite(K, {}, 5.0, -3.0);
  const WaveValue a = deep(2.0, deep.level(-1.0), deep.level(-0.5)),
                  b = infinite(2.0, infinite.level(-1.0), infinite.level(-0.5));
  // 1/r2 is apart; what is left of the bottom is 1/(2h) and smaller: -(1/r2 + ...) from where the surface is soft.
  EXPECT_NEAR(a.re, b.re, 2.0 / (2.0 * depth));
  EXPECT_NEAR(a.im, b.im, 1e-9);
}

}  // namespace
}  // namespace swell::bem::green_function_test
