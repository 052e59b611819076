#include "swell/hydro/column.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "swell/hydro/impulse_response.h"
#include "swell/waves/dispersion.h"

namespace swell::hydro {
namespace {

using Complex = std::complex<double>;

double wavenumber(double omega, const ColumnOptions& o) { return waves::wavenumber(omega, o.depth, o.gravity); }

/// Group speed over phase speed.
double energy_share(double kh) { return 0.5 * (1.0 + 2.0 * kh / std::sinh(2.0 * kh)); }

TEST(Column, InLongWavesTheForceIsMorisonsWithAnInertiaCoefficientOfTwo) {
  const ColumnOptions o;
  const double omega = 0.2, k = wavenumber(omega, o);
  ASSERT_LT(k * o.radius, 0.06);
  const Complex morison(0.0, 2.0 * kPi * o.radius * o.radius * std::tanh(k * o.depth));  // rho g, u' = i g k a f
  EXPECT_LT(std::abs(column_surge_excitation(omega, o) - morison), 5e-3 * std::abs(morison));
}

TEST(Column, DampingIsWhatTheExcitationSays) {  // Haskind and energy: B = k |X|^2 / (8 rho g c_g) for X cos(beta)
  const ColumnOptions o;
  for (const double omega : {0.3, 0.7, 1.1, 2.5}) {
    const double k = wavenumber(omega, o), group = energy_share(k * o.depth) * omega / k;
    const double expected = o.gravity * k * std::norm(column_surge_excitation(omega, o)) / (8.0 * group * omega);
    EXPECT_NEAR(column_surge_radiation(omega, o).damping, expected, 1e-9 * expected) << omega;
  }
}

TEST(Column, AddedMassAndKernelAreOneRadiation) {
  const HydroData data = column_data();
  const HydroBody& body = data.bodies[0];
  const double infinite = (*body.added_mass_infinite)(0, 0);
  const double step = body.radiation_irf_time[1];
  for (std::size_t k = 10; k < data.omega.size(); k += 12) {  // Ogilvie, by Simpson
    double sum = 0.0;
    const std::size_t n = body.radiation_irf.size();
    for (std::size_t i = 0; i < n; ++i) {
      const double weight = i == 0 || i + 1 == n ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
      sum +=
          weight * step / 3.0 * body.radiation_irf[i](0, 0) * std::sin(data.omega[k] * step * static_cast<double>(i));
    }
    EXPECT_NEAR(body.added_mass[k](0, 0), infinite - sum / data.omega[k], 2e-3 * infinite) << data.omega[k];
  }
}

// Far from the column the mean force is momentum: rho g a^2/2 c_g/c times (4/k) sum sin^2(delta_n - delta_(n+1)), the
// phase shifts of the waves around it by tan delta_n = J_n'(kR) / Y_n'(kR).
TEST(Column, TheDiagonalOfTheQtfIsTheMeanDriftByMomentum) {
  const ColumnOptions o;
  const auto shift = [](int n, double x) {
    const double J = n == 0 ? -std::cyl_bessel_j(1, x) : std::cyl_bessel_j(n - 1, x) - n / x * std::cyl_bessel_j(n, x);
    const double Y = n == 0 ? -std::cyl_neumann(1, x) : std::cyl_neumann(n - 1, x) - n / x * std::cyl_neumann(n, x);
    return std::atan(J / Y);
  };
  for (const double omega : {0.3, 0.6, 1.0, 1.5, 2.1}) {
    const double k = wavenumber(omega, o), kR = k * o.radius;
    double sum = 0.0;
    for (int n = 0; n < 25; ++n) sum += std::pow(std::sin(shift(n, kR) - shift(n + 1, kR)), 2);
    const double expected = 0.5 * energy_share(k * o.depth) * 4.0 / k * sum;
    const Complex drift = column_surge_qtf(omega, omega, o);
    EXPECT_NEAR(drift.real(), expected, 1e-9 * expected) << omega;
    EXPECT_NEAR(drift.imag(), 0.0, 1e-12 * expected);
  }
}

// The pressure on the surface itself: phi of the header and its derivatives, summed over angle and depth.
TEST(Column, OffTheDiagonalItIsTheQuadraturePressure) {
  const ColumnOptions o;
  const double omega[2] = {0.9, 0.7};
  const int angles = 128, layers = 4000;
  std::vector<Complex> E[2], rate[2];
  double k[2];
  for (int w = 0; w < 2; ++w) {
    k[w] = wavenumber(omega[w], o);
    const double kR = k[w] * o.radius;
    E[w].assign(angles, 0.0);
    rate[w].assign(angles, 0.0);
    for (int a = 0; a < angles; ++a) {
      const double theta = 2.0 * kPi * a / angles;
      // Total elevation and slope from the incident wave and what is scattered, term by term.
      for (int n = 0; n < 20; ++n) {
        const auto J = [&](int m) { return std::cyl_bessel_j(std::abs(m), kR) * (m < 0 && m % 2 != 0 ? -1.0 : 1.0); };
        const auto Y = [&](int m) { return std::cyl_neumann(std::abs(m), kR) * (m < 0 && m % 2 != 0 ? -1.0 : 1.0); };
        const Complex H(J(n), -Y(n)), dH(0.5 * (J(n - 1) - J(n + 1)), -0.5 * (Y(n - 1) - Y(n + 1)));
        const Complex term =
            (n == 0 ? 1.0 : 2.0) * std::pow(Complex(0.0, -1.0), n) * (J(n) - 0.5 * (J(n - 1) - J(n + 1)) / dH * H);
        E[w][static_cast<std::size_t>(a)] += term * std::cos(n * theta);
        rate[w][static_cast<std::size_t>(a)] -= term * static_cast<double>(n) * std::sin(n * theta);
      }
    }
  }
  Complex waterline = 0.0, velocity = 0.0;
  const double dz = o.depth / layers, d_theta = 2.0 * kPi / angles;
  for (int a = 0; a < angles; ++a) {
    const auto at = static_cast<std::size_t>(a);
    const double cosine = std::cos(d_theta * a);
    waterline -= 0.25 * E[0][at] * std::conj(E[1][at]) * cosine * o.radius * d_theta;
    for (int l = 0; l < layers; ++l) {
      const double s = (l + 0.5) * dz;  // above the bottom
      double f[2], df[2];
      for (int w = 0; w < 2; ++w) {
        f[w] = std::cosh(k[w] * s) / std::cosh(k[w] * o.depth);
        df[w] = k[w] * std::sinh(k[w] * s) / std::cosh(k[w] * o.depth);
      }
      const Complex square = f[0] * f[1] * rate[0][at] * std::conj(rate[1][at]) / (o.radius * o.radius) +
                             df[0] * df[1] * E[0][at] * std::conj(E[1][at]);
      velocity += 0.25 * o.gravity / (omega[0] * omega[1]) * square * cosine * o.radius * d_theta * dz;
    }
  }
  const Complex T = column_surge_qtf(omega[0], omega[1], o);
  EXPECT_LT(std::abs(T - (waterline + velocity)), 1e-5 * std::abs(T));
  EXPECT_LT(std::abs(T - std::conj(column_surge_qtf(omega[1], omega[0], o))), 1e-12 * std::abs(T));
  EXPECT_GT(std::abs(T.imag()), 1e-3 * std::abs(T));
}

}  // namespace
}  // namespace swell::hydro
