#include "swell/hydro/impulse_response.h"

#include <cmath>
#include <complex>

#include "fft.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"

namespace swell::hydro {
namespace {

std::vector<double> even_grid(double first, double last, std::size_t n) {
  std::vector<double> x(n);
  for (std::size_t k = 0; k < n; ++k) {
    x[k] = first + static_cast<double>(k) * ((last - first) / static_cast<double>(n - 1));
  }
  x.back() = last;
  return x;
}

/// Weights of the trapezoidal rule on an even grid.
std::vector<double> trapezoid_weights(std::size_t n, double step) {
  std::vector<double> w(n, step);
  w.front() = w.back() = 0.5 * step;
  return w;
}

/// Samples y over x (ascending) at the points of `at`, linearly.
std::vector<double> resample(const std::vector<double>& x, const std::vector<double>& y,
                             const std::vector<double>& at) {
  std::vector<double> out;
  out.reserve(at.size());
  for (const double t : at) out.push_back(linear_interpolation(x, y, t));
  return out;
}

}  // namespace

void cosine_sine_sums(const std::vector<double>& g, double omega_0, double d_omega, double t_0, double dt,
                      std::size_t times, CosineSum sum, std::vector<double>& cosines, std::vector<double>& sines) {
  cosines.assign(times, 0.0);
  sines.assign(times, 0.0);
  const std::size_t n = g.size();
  if (sum == CosineSum::direct) {
    for (std::size_t m = 0; m < times; ++m) {
      const double t = t_0 + static_cast<double>(m) * dt;
      for (std::size_t k = 0; k < n; ++k) {
        const double phase = (omega_0 + static_cast<double>(k) * d_omega) * t;
        cosines[m] += g[k] * std::cos(phase);
        sines[m] += g[k] * std::sin(phase);
      }
    }
    return;
  }
  // Bluestein: k m = (k^2 + m^2 - (m - k)^2) / 2 turns the sum into a convolution.
  const double a = d_omega * dt;
  std::size_t size = 1;
  while (size < n + times) size *= 2;
  Fft left(size, FFTW_FORWARD), right(size, FFTW_FORWARD), back(size, FFTW_BACKWARD);
  const auto chirp = [a](std::size_t i) {
    const double x = static_cast<double>(i);
    return std::polar(1.0, 0.5 * a * x * x);
  };
  for (std::size_t i = 0; i < size; ++i) left[i] = right[i] = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    left[k] = g[k] * std::polar(1.0, static_cast<double>(k) * d_omega * t_0) * chirp(k);
  for (std::size_t i = 0; i < times; ++i) right[i] = std::conj(chirp(i));
  for (std::size_t i = 1; i < n; ++i) right[size - i] = std::conj(chirp(i));
  left.run();
  right.run();
  for (std::size_t i = 0; i < size; ++i) back[i] = left[i] * right[i];
  back.run();
  for (std::size_t m = 0; m < times; ++m) {
    const double t = t_0 + static_cast<double>(m) * dt;
    const Complex z = back[m] * chirp(m) * std::polar(1.0, omega_0 * t) / static_cast<double>(size);
    cosines[m] = z.real();
    sines[m] = z.imag();
  }
}

void add_radiation_irf(HydroData& data, const ImpulseResponseOptions& options, CosineSum sum) {
  const double lowest = options.omega_min.value_or(data.omega.front());
  const double highest = options.omega_max.value_or(data.omega.back());
  const std::vector<double> fine = even_grid(lowest, highest, options.frequencies);
  const double d_omega = (highest - lowest) / static_cast<double>(options.frequencies - 1);
  const std::vector<double> weights = trapezoid_weights(fine.size(), d_omega);
  const std::vector<double> t = even_grid(0.0, options.end_time, options.times);
  for (HydroBody& body : data.bodies) {
    if (body.radiation_damping.empty()) continue;  // what it has of a kernel stays
    const MatrixX& shape = body.radiation_damping.front();
    body.radiation_irf_omega = fine;
    body.radiation_irf_time = t;
    body.radiation_irf.assign(t.size(), MatrixX::Zero(shape.rows(), shape.cols()));
    std::vector<double> B(data.omega.size()), cosines, sines;
    for (Eigen::Index i = 0; i < shape.rows(); ++i) {
      for (Eigen::Index j = 0; j < shape.cols(); ++j) {
        bool any = false;
        for (std::size_t k = 0; k < B.size(); ++k) {
          B[k] = body.radiation_damping[k](i, j);
          any = any || B[k] != 0.0;
        }
        if (!any) continue;
        std::vector<double> g = resample(data.omega, B, fine);
        for (std::size_t k = 0; k < g.size(); ++k) g[k] *= fine[k] * weights[k];
        cosine_sine_sums(g, lowest, d_omega, 0.0, t[1], t.size(), sum, cosines, sines);
        for (std::size_t n = 0; n < t.size(); ++n) body.radiation_irf[n](i, j) = 2.0 / kPi * cosines[n];
      }
    }
  }
}

void add_excitation_irf(HydroData& data, const ImpulseResponseOptions& options, CosineSum sum) {
  const double lowest = options.omega_min.value_or(data.omega.front());
  const double highest = options.omega_max.value_or(data.omega.back());
  const std::vector<double> fine = even_grid(lowest, highest, options.frequencies);
  const double d_omega = (highest - lowest) / static_cast<double>(options.frequencies - 1);
  const std::vector<double> weights = trapezoid_weights(fine.size(), d_omega);
  const std::vector<double> t = even_grid(-options.end_time, options.end_time, options.times);
  const double dt = 2.0 * options.end_time / static_cast<double>(options.times - 1);
  for (HydroBody& body : data.bodies) {
    if (body.excitation.empty()) continue;
    body.excitation_irf_omega = fine;
    body.excitation_irf_time = t;
    body.excitation_irf.assign(body.excitation.size(), std::vector<VectorX>(t.size(), VectorX::Zero(body.dof)));
    std::vector<double> part(data.omega.size()), cosines, sines, unused;
    for (std::size_t d = 0; d < body.excitation.size(); ++d) {
      for (Eigen::Index i = 0; i < body.dof; ++i) {
        const auto sums = [&](auto pick, std::vector<double>& cos_sums, std::vector<double>& sin_sums) {
          for (std::size_t k = 0; k < part.size(); ++k) part[k] = pick(body.excitation[d][k](i));
          std::vector<double> g = resample(data.omega, part, fine);
          for (std::size_t k = 0; k < g.size(); ++k) g[k] *= weights[k];
          cosine_sine_sums(g, lowest, d_omega, -options.end_time, dt, t.size(), sum, cos_sums, sin_sums);
        };
        sums([](const Complex& X) { return X.real(); }, cosines, unused);
        sums([](const Complex& X) { return X.imag(); }, unused, sines);
        for (std::size_t n = 0; n < t.size(); ++n) body.excitation_irf[d][n](i) = (cosines[n] - sines[n]) / kPi;
      }
    }
  }
}

void add_added_mass_infinite(HydroData& data, bool bemio_mean_rule, std::size_t fine_frequencies) {
  for (HydroBody& body : data.bodies) {
    if (body.added_mass_infinite || body.added_mass.empty())
      continue;  // a run of forces alone has nothing to make it of
    SWELL_EXPECT(data.omega.size() > 1 && !body.added_mass.empty() && body.radiation_irf.size() > 1);
    std::vector<double> at = data.omega;
    if (bemio_mean_rule) {
      at = even_grid(data.omega.front(), data.omega.back(), fine_frequencies);
      at.resize(std::min(at.size(), data.omega.size()));
    }
    const std::vector<double>& t = body.radiation_irf_time;
    const std::vector<double> weights = trapezoid_weights(t.size(), t[1] - t[0]);
    MatrixX mean = MatrixX::Zero(body.added_mass.front().rows(), body.added_mass.front().cols());
    for (const double w : at) {
      const std::size_t p = find_piece(data.omega, w);
      const double share = (w - data.omega[p]) / (data.omega[p + 1] - data.omega[p]);
      MatrixX A = (1.0 - share) * body.added_mass[p] + share * body.added_mass[p + 1];
      for (std::size_t n = 0; n < t.size(); ++n) A += (weights[n] * std::sin(w * t[n]) / w) * body.radiation_irf[n];
      mean += A / static_cast<double>(at.size());
    }
    body.added_mass_infinite = mean;
  }
}

std::vector<MatrixX> radiation_kernel(const std::vector<double>& omega, const MatrixPerFrequency& damping, double step,
                                      std::size_t count) {
  SWELL_EXPECT(omega.size() == damping.size() && omega.size() >= 2 && count >= 1);
  const MatrixX& shape = damping.front();
  std::vector<MatrixX> K(count, MatrixX::Zero(shape.rows(), shape.cols()));
  std::vector<double> knots{0.0};
  knots.insert(knots.end(), omega.begin(), omega.end());
  // Simpson with at least 60 points per period of cos(omega t) at the last time and 8 per interval of the data.
  const double longest = std::max(step * static_cast<double>(count - 1), 1.0);
  const double wanted = std::max(omega.back() * longest / (2.0 * kPi) * 60.0, 8.0 * static_cast<double>(omega.size()));
  const std::size_t cells = 2 * (static_cast<std::size_t>(wanted) / 2 + 64);
  const double d_omega = omega.back() / static_cast<double>(cells);
  std::vector<double> g(cells + 1), y(knots.size()), cosines, sines;
  for (Eigen::Index i = 0; i < shape.rows(); ++i) {
    for (Eigen::Index j = 0; j < shape.cols(); ++j) {
      bool any = false;
      for (std::size_t k = 0; k < omega.size(); ++k) {
        y[k + 1] = omega[k] * damping[k](i, j);
        any = any || y[k + 1] != 0.0;
      }
      if (!any) continue;
      const CubicSpline spline(knots, y);
      for (std::size_t k = 0; k <= cells; ++k) {
        const double weight = (k == 0 || k == cells) ? 1.0 : (k % 2 == 1 ? 4.0 : 2.0);
        g[k] = weight * d_omega / 3.0 * spline(static_cast<double>(k) * d_omega);
      }
      cosine_sine_sums(g, 0.0, d_omega, 0.0, step, count, CosineSum::fftw, cosines, sines);
      for (std::size_t n = 0; n < count; ++n) K[n](i, j) = 2.0 / kPi * cosines[n];
    }
  }
  return K;
}

}  // namespace swell::hydro
