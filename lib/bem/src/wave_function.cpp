#include "swell/bem/wave_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gauss.h"
#include "polynomial_cells.h"

namespace swell::bem {
namespace {

constexpr double kEulerGamma = 0.57721566490153286;
constexpr double kFar = 20.0;                         // d above which the asymptotic series has 1e-8: 12!/20^13
constexpr int kTerms = 12;                            // terms of that series
constexpr double kNoWave = 20.0;                      // y above which e^-y is below 1e-8
constexpr std::size_t kWaveOrder = 8;                 // coefficients per direction of a cell
constexpr std::size_t kDistances = 16, kSlopes = 12;  // cells over d and c
constexpr std::size_t kCell = 2 * kWaveOrder * kWaveOrder;

// J0 and J1 on cells of unit length.
constexpr std::size_t kBesselOrder = 10, kBesselCells = 20;
struct BesselTable {
  std::array<std::array<double, 2 * kBesselOrder>, kBesselCells> cells{};
  BesselTable() {
    const Interpolation<kBesselOrder> fit;
    for (std::size_t cell = 0; cell < kBesselCells; ++cell) {
      for (std::size_t i = 0; i < kBesselOrder; ++i) {
        const double x = static_cast<double>(cell) + 0.5 + 0.5 * fit.points[i];
        const double j0 = ::j0(x), j1 = ::j1(x);
        for (std::size_t k = 0; k < kBesselOrder; ++k) {
          cells[cell][2 * k] += j0 * fit.matrix[i][k];
          cells[cell][2 * k + 1] += j1 * fit.matrix[i][k];
        }
      }
    }
  }
};

// Hankel's expansions for large x [AbramowitzStegun1964, 9.2.5-10]: f cos(chi) and f sin(chi) parts.
struct BesselFar {
  double j0, j1, y0, y1;
};
BesselFar bessel_far(double x) {
  const auto parts = [x](double mu, double& p, double& q) {
    double term = 1.0;
    p = 1.0;
    q = 0.0;
    for (int k = 1; k <= 10; ++k) {
      const double odd = 2.0 * k - 1.0;
      term *= (mu - odd * odd) / (8.0 * k * x);
      switch (k % 4) {
        case 1:
          q += term;
          break;
        case 2:
          p -= term;
          break;
        case 3:
          q -= term;
          break;
        default:
          p += term;
          break;
      }
    }
  };
  double p0 = 0.0, q0 = 0.0, p1 = 0.0, q1 = 0.0;
  parts(0.0, p0, q0);
  parts(4.0, p1, q1);
  const double f = std::sqrt(2.0 / (kPi * x)), chi = x - 0.25 * kPi;
  const double c = std::cos(chi), s = std::sin(chi);
  return {f * (p0 * c - q0 * s), f * (p1 * s + q1 * c), f * (p0 * s + q0 * c), f * (-p1 * c + q1 * s)};
}

struct Table {
  // Per cell M and N = (dM/dh) d/h: coefficient of t_d^i t_c^j at [2 * (8 i + j)] and [.. + 1].
  std::vector<double> coefficients;
  Table() : coefficients(kDistances * kSlopes * kCell, 0.0) {
    const Interpolation<kWaveOrder> fit;
    for (std::size_t id = 0; id < kDistances; ++id) {
      for (std::size_t ic = 0; ic < kSlopes; ++ic) {
        double* cell = &coefficients[(id * kSlopes + ic) * kCell];
        for (std::size_t a = 0; a < kWaveOrder; ++a) {
          const double d = kFar / kDistances * (static_cast<double>(id) + 0.5 + 0.5 * fit.points[a]);
          std::array<double, 2 * kWaveOrder> row{};  // over c
          for (std::size_t b = 0; b < kWaveOrder; ++b) {
            const double c = (static_cast<double>(ic) + 0.5 + 0.5 * fit.points[b]) / kSlopes;
            const double s = std::sqrt((1.0 - c) * (1.0 + c)), h = d * s, y = d * c;
            const WaveFunction L = wave_function_by_quadrature(h, y);
            const double decay = std::exp(-y), logarithm = std::log(0.5 * (d + y)) + kEulerGamma;
            const double M = L.value + 2.0 * decay * ::j0(h) * logarithm;
            const double N = (L.slope + 2.0 * decay * (-::j1(h) * logarithm + ::j0(h) * h / (d * (d + y)))) / s;
            for (std::size_t k = 0; k < kWaveOrder; ++k) {
              row[2 * k] += M * fit.matrix[b][k];
              row[2 * k + 1] += N * fit.matrix[b][k];
            }
          }
          for (std::size_t i = 0; i < kWaveOrder; ++i)
            for (std::size_t k = 0; k < 2 * kWaveOrder; ++k) cell[i * 2 * kWaveOrder + k] += fit.matrix[a][i] * row[k];
        }
      }
    }
  }
};

const Table& table() {
  static const Table made;
  return made;
}
const BesselTable& bessel_table() {
  static const BesselTable made;
  return made;
}

WaveFunction far_wave_function(double h, double y, double d, double exp_y) {
  const double c = y / d, s = h / d, inverse = 1.0 / d;
  double value = 0.0, slope = 0.0, factor = inverse;  // n! / d^(n+1)
  double p0 = 1.0, p1 = c;                            // P_n, P_(n+1)
  double q0 = 0.0, q1 = 1.0;                          // P'_n, P'_(n+1)
  for (int n = 0; n < kTerms; ++n) {
    value += factor * p0;
    slope += factor * inverse * q1;
    const double p2 = ((2.0 * n + 3.0) * c * p1 - (n + 1.0) * p0) / (n + 2.0), q2 = q0 + (2.0 * n + 3.0) * p1;
    p0 = p1;
    p1 = p2;
    q0 = q1;
    q1 = q2;
    factor *= (n + 1.0) * inverse;
  }
  WaveFunction L{-2.0 * value, 2.0 * s * slope};
  if (y < kNoWave && h > 1.0) {
    const BesselFar far = bessel_far(h);
    L.value -= 2.0 * kPi * exp_y * far.y0;
    L.slope += 2.0 * kPi * exp_y * far.y1;
  }
  return L;
}

}  // namespace

BesselJ bessel_j(double x) noexcept {
  if (x >= kBesselCells) {
    const BesselFar far = bessel_far(x);
    return {far.j0, far.j1};
  }
  static const BesselTable& bessel = bessel_table();
  const auto cell = static_cast<std::size_t>(x);
  const double t = 2.0 * (x - static_cast<double>(cell)) - 1.0;
  const std::array<double, 2 * kBesselOrder>& a = bessel.cells[cell];
  double j0 = a[2 * kBesselOrder - 2], j1 = a[2 * kBesselOrder - 1];
  for (std::size_t k = kBesselOrder - 1; k-- > 0;) {
    j0 = j0 * t + a[2 * k];
    j1 = j1 * t + a[2 * k + 1];
  }
  return {j0, j1};
}

WaveFunction wave_function(double h, double y, double exp_y, const BesselJ& j) noexcept {
  const double d = std::sqrt(h * h + y * y);
  if (d >= kFar) return far_wave_function(h, y, d, exp_y);
  static const Table& cells = table();
  const double td = d * (kDistances / kFar), tc = std::min(y / d, 1.0) * kSlopes;
  const auto id = static_cast<std::size_t>(td), ic = std::min(static_cast<std::size_t>(tc), kSlopes - 1);
  const double* a = &cells.coefficients[(id * kSlopes + ic) * kCell];
  const double u = 2.0 * (td - static_cast<double>(id)) - 1.0, v = 2.0 * (tc - static_cast<double>(ic)) - 1.0;
  std::array<double, 2 * kWaveOrder> row{};
  for (std::size_t k = 0; k < 2 * kWaveOrder; ++k) row[k] = a[(kWaveOrder - 1) * 2 * kWaveOrder + k];
  for (std::size_t i = kWaveOrder - 1; i-- > 0;)
    for (std::size_t k = 0; k < 2 * kWaveOrder; ++k) row[k] = row[k] * u + a[i * 2 * kWaveOrder + k];
  double M = row[2 * kWaveOrder - 2], N = row[2 * kWaveOrder - 1];
  for (std::size_t k = kWaveOrder - 1; k-- > 0;) {
    M = M * v + row[2 * k];
    N = N * v + row[2 * k + 1];
  }
  const double logarithm = std::log(0.5 * (d + y)) + kEulerGamma, twice = 2.0 * exp_y;
  return {M - twice * j.j0 * logarithm, N * (h / d) + twice * (j.j1 * logarithm - j.j0 * h / (d * (d + y)))};
}

WaveFunction wave_function(double h, double y) noexcept { return wave_function(h, y, std::exp(-y), bessel_j(h)); }

// L = -e^-y [pi (H0(h) + Y0(h)) + 2 I],  I = int_0^y e^s / sqrt(h^2 + s^2) ds = int_0^U e^{h sinh u} du, sinh U = y/h:
// [Newman1985, 5-7]. Struve's H0 = 2/pi int_0^{pi/2} sin(h cos t) dt [AbramowitzStegun1964, 12.1.7].
WaveFunction wave_function_by_quadrature(double h, double y) {
  const double d = std::hypot(h, y), U = std::asinh(y / h);
  const GaussRule& rule = gauss_rule(32);
  double integral = 0.0, slope = 0.0;
  const int pieces = 1 + static_cast<int>(U / 1.5);
  for (int p = 0; p < pieces; ++p) {
    // Relative to e^y to avoid overflow.
    for (std::size_t i = 0; i < rule.x.size(); ++i) {
      const double u = U / pieces * (p + 0.5 + 0.5 * rule.x[i]), sinh = std::sinh(u);
      const double e = 0.5 * U / pieces * rule.w[i] * std::exp(h * sinh - y);
      integral += e;
      slope += e * sinh;
    }
  }
  slope -= y / (h * d);
  double struve = 0.0, struve_slope = 0.0;
  const int turns = 1 + static_cast<int>(h / 15.0);
  for (int p = 0; p < turns; ++p) {
    for (std::size_t i = 0; i < rule.x.size(); ++i) {
      const double t = 0.5 * kPi / turns * (p + 0.5 + 0.5 * rule.x[i]), cosine = std::cos(t);
      const double w = 0.5 * rule.w[i] / turns;  // of 2/pi times half a right angle
      struve += w * std::sin(h * cosine);
      struve_slope += w * cosine * std::cos(h * cosine);
    }
  }
  const double decay = std::exp(-y);
  return {-decay * kPi * (struve + ::y0(h)) - 2.0 * integral, -decay * kPi * (struve_slope - ::y1(h)) - 2.0 * slope};
}

}  // namespace swell::bem
