#include "swell/hydro/column.h"

#include <cmath>
#include <vector>

#include "complex.h"
#include "kernel_tail.h"
#include "swell/base/error.h"
#include "swell/hydro/impulse_response.h"
#include "swell/waves/dispersion.h"

namespace swell::hydro {
namespace {

constexpr Complex kI{0.0, 1.0};
constexpr int kEvanescent = 400;  // the terms fall like m^-3

/// Hankel function of the second kind and its derivative.
Complex hankel2(int n, double x) { return {std::cyl_bessel_j(n, x), -std::cyl_neumann(n, x)}; }
Complex hankel2_rate(int n, double x) {
  return n == 0 ? -hankel2(1, x) : hankel2(n - 1, x) - static_cast<double>(n) / x * hankel2(n, x);
}

/// e_n of the header; beyond n = kR they fall faster than any power.
std::vector<Complex> elevation_around(double kR) {
  const int count = static_cast<int>(std::ceil(kR)) + 14;
  std::vector<Complex> e;
  Complex turn = 1.0;  // (-i)^n
  for (int n = 0; n < count; ++n) {
    e.push_back((n == 0 ? 1.0 : 2.0) * turn * Complex(0.0, -2.0) / (kPi * kR * hankel2_rate(n, kR)));
    turn *= -kI;
  }
  return e;
}

/// int E_i E_j* cos(theta), or with the derivatives over theta.
Complex around(const std::vector<Complex>& a, const std::vector<Complex>& b, bool rates) {
  Complex sum = 0.0;
  for (std::size_t n = 0; n + 1 < std::min(a.size(), b.size()); ++n) {
    const auto m = static_cast<double>(n);
    const double weight = rates ? 0.5 * kPi * m * (m + 1.0) : n == 0 ? kPi : 0.5 * kPi;
    sum += weight * (a[n] * std::conj(b[n + 1]) + a[n + 1] * std::conj(b[n]));
  }
  return sum;
}

double wavenumber_of(double omega, const ColumnOptions& o) { return waves::wavenumber(omega, o.depth, o.gravity); }

/// (int cos k(z+h))^2 / int cos^2 k(z+h) over K_1(kR) / (k K_1'(kR)), for one evanescent wavenumber.
double evanescent_term(double k, const ColumnOptions& o) {
  const double kh = k * o.depth, kR = k * o.radius;
  const double first = std::sin(kh) / k, square = 0.5 * o.depth + std::sin(2.0 * kh) / (4.0 * k);
  const double K1 = std::cyl_bessel_k(1, kR), rate = -std::cyl_bessel_k(0, kR) - K1 / kR;
  const double ratio = K1 > 0.0 ? K1 / rate : -1.0;  // far out both vanish alike
  return first * first / square * ratio / k;
}

/// Root of k tan kh = -omega^2/g between (m - 1/2) pi/h and m pi/h.
double evanescent_wavenumber(int m, double omega, const ColumnOptions& o) {
  const double target = omega * omega / o.gravity;
  double low = (m - 0.5) * kPi / o.depth, high = m * kPi / o.depth;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    // k sin kh + target cos kh changes sign without the pole.
    const double value = middle * std::sin(middle * o.depth) + target * std::cos(middle * o.depth);
    (value * (m % 2 == 1 ? 1.0 : -1.0) > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

Complex column_surge_excitation(double omega, const ColumnOptions& o) {
  const double k = wavenumber_of(omega, o);
  return -kPi * o.radius * elevation_around(k * o.radius)[1] * std::tanh(k * o.depth) / k;
}

Complex column_surge_qtf(double omega_i, double omega_j, const ColumnOptions& o) {
  const double a = wavenumber_of(omega_i, o), b = wavenumber_of(omega_j, o), R = o.radius, h = o.depth;
  const std::vector<Complex> E_i = elevation_around(a * R), E_j = elevation_around(b * R);
  const Complex plain = around(E_i, E_j, false), rates = around(E_i, E_j, true);
  // cosh cosh and sinh sinh over the depth: tanh(ah) - tanh(bh) = tanh((a-b)h) (1 - tanh ah tanh bh) does not cancel.
  const double ta = std::tanh(a * h), tb = std::tanh(b * h), d = (a - b) * h;
  const double sum = (ta + tb) / (a + b);
  const double difference = (1.0 - ta * tb) * h * (std::abs(d) < 1e-4 ? 1.0 - d * d / 3.0 : std::tanh(d) / d);
  const double Z0 = 0.5 * (sum + difference), Z1 = 0.5 * a * b * (sum - difference);
  return -0.25 * R * plain + 0.25 * o.gravity * R / (omega_i * omega_j) * (Z0 / (R * R) * rates + Z1 * plain);
}

ColumnRadiation column_surge_radiation(double omega, const ColumnOptions& o) {
  const double k = wavenumber_of(omega, o), kh = k * o.depth, kR = k * o.radius;
  // (int f)^2 / int f^2 with f = cosh k(z+h): sinh^2/k^2 over h/2 + sinh(2kh)/(4k), free of overflow.
  const double t = std::tanh(kh), sech2 = 1.0 - t * t;
  const double modes = t * t / (k * k) / (0.5 * o.depth * sech2 + 0.5 * t / k);
  const Complex H = hankel2(1, kR);
  const Complex propagating = modes * H / (k * hankel2_rate(1, kR));
  double added = -propagating.real();
  for (int m = 1; m <= kEvanescent; ++m) added -= evanescent_term(evanescent_wavenumber(m, omega, o), o);
  return {kPi * o.radius * added, kPi * o.radius * propagating.imag()};
}

double column_surge_added_mass_infinite(const ColumnOptions& o) {
  double added = 0.0;
  for (int m = 1; m <= kEvanescent; ++m) added -= evanescent_term((m - 0.5) * kPi / o.depth, o);
  return kPi * o.radius * added;
}

HydroData column_data(const ColumnOptions& o) {
  SWELL_EXPECT(o.radius > 0.0 && o.depth > 0.0 && o.frequencies >= 8 && o.omega_min > 0.0 &&
               o.omega_max > o.omega_min && o.qtf_frequencies >= 2 && o.qtf_min > 0.0 && o.qtf_max > o.qtf_min);
  HydroData data;
  data.file = "column (closed form)";
  data.code = "SWELL-COLUMN";
  data.density = o.density;
  data.gravity = o.gravity;
  data.water_depth = o.depth;
  data.direction = {0.0};
  HydroBody body;
  body.name = "column";
  body.cg = body.cb = Vector3(0.0, 0.0, -0.5 * o.depth);
  body.displaced_volume = kPi * o.radius * o.radius * o.depth;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  const auto surge = [](double value) {
    MatrixX M = MatrixX::Zero(6, 6);
    M(0, 0) = value;
    return M;
  };
  body.added_mass_infinite = surge(column_surge_added_mass_infinite(o));
  body.excitation.emplace_back();
  const auto at = [](double first, double last, std::size_t count, std::size_t k) {
    return first + (last - first) * static_cast<double>(k) / static_cast<double>(count - 1);
  };
  for (std::size_t k = 0; k < o.frequencies; ++k) {
    const double omega = at(o.omega_min, o.omega_max, o.frequencies, k);
    const ColumnRadiation radiation = column_surge_radiation(omega, o);
    data.omega.push_back(omega);
    body.added_mass.push_back(surge(radiation.added_mass));
    body.radiation_damping.push_back(surge(radiation.damping));
    Eigen::VectorXcd X = Eigen::VectorXcd::Zero(6);
    X(0) = column_surge_excitation(omega, o);
    body.excitation.back().push_back(X);
  }
  // The kernel wants the damping beyond the file's frequencies, where omega B' comes to fall like omega^-3.
  std::vector<double> omega;
  MatrixPerFrequency damping;
  const double last = 6.0 * std::sqrt(o.gravity / o.radius);
  for (double w = o.omega_min; w <= last; w += 0.02) {
    omega.push_back(w);
    damping.push_back(surge(column_surge_radiation(w, o).damping));
  }
  const double step = o.irf_end / static_cast<double>(o.irf_times - 1);
  body.radiation_irf = radiation_kernel(omega, damping, step, o.irf_times);
  for (std::size_t n = 0; n < o.irf_times; ++n) {
    const double t = step * static_cast<double>(n);
    body.radiation_irf_time.push_back(t);
    body.radiation_irf[n] += 2.0 / kPi * cubic_tail(omega.back(), t) * omega.back() * damping.back();
  }
  body.qtf_difference.assign(6, {});
  for (std::size_t i = 0; i < o.qtf_frequencies; ++i) {
    for (std::size_t j = 0; j < o.qtf_frequencies; ++j) {
      const double wi = at(o.qtf_min, o.qtf_max, o.qtf_frequencies, i),
                   wj = at(o.qtf_min, o.qtf_max, o.qtf_frequencies, j);
      body.qtf_difference[0].push_back({2.0 * kPi / wi, 2.0 * kPi / wj, 0.0, 0.0, column_surge_qtf(wi, wj, o)});
    }
  }
  data.bodies.push_back(std::move(body));
  return data;
}

}  // namespace swell::hydro
