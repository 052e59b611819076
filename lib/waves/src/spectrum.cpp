#include "swell/waves/spectrum.h"

#include <algorithm>
#include <cmath>

#include "cumulative_spectrum.h"
#include "quadrature.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/base/vector.h"
#include "swell/waves/dispersion.h"

namespace swell::waves {
namespace {

double square(double x) { return x * x; }

// ln of the peak enhancement gamma^alpha at r = f/fp.
double log_enhancement(double r, double log_gamma) {
  const double sigma = r <= 1.0 ? 0.07 : 0.09;
  return log_gamma * std::exp(-square(r - 1.0) / (2.0 * square(sigma)));
}

// m0 of JONSWAP without C over that of (W3): 1 + integral 5 r^-5 exp(-5/4 r^-4) (gamma^alpha - 1) dr. The bracket is
// below 1e-20 outside [0.25, 2].
double enhancement_energy(double log_gamma) {
  const auto integrand = [&](double r) {
    return 5.0 * std::pow(r, -5.0) * std::exp(-1.25 * std::pow(r, -4.0)) * std::expm1(log_enhancement(r, log_gamma));
  };
  double sum = 1.0;
  constexpr int kPanels = 40;
  for (int i = 0; i < kPanels; ++i) {
    sum += gauss_panel(integrand, 0.25 + 0.75 * i / kPanels, 0.25 + 0.75 * (i + 1) / kPanels);
    sum += gauss_panel(integrand, 1.0 + 1.0 * i / kPanels, 1.0 + 1.0 * (i + 1) / kPanels);
  }
  return sum;
}

}  // namespace

double jonswap_gamma(double significant_height, double peak_period) {
  const double r = peak_period / std::sqrt(significant_height);
  if (r <= 3.6) return 5.0;
  if (r > 5.0) return 1.0;
  return std::max(1.0, std::exp(5.75 - 1.15 * r));  // 1 at r = 5 within round-off
}

ParametricSpectrum::ParametricSpectrum(SpectrumShape shape, double significant_height, double peak_period,
                                       std::optional<double> gamma, Normalisation normalisation)
    : significant_height_(significant_height), peak_frequency_(1.0 / peak_period) {
  SWELL_EXPECT(significant_height > 0.0 && peak_period > 0.0);
  switch (shape) {  // without a default: a new shape sets here what density_per_hertz() needs
    case SpectrumShape::pierson_moskowitz:
    case SpectrumShape::bretschneider:
      return;
    case SpectrumShape::jonswap:
      break;
  }
  gamma_ = gamma ? *gamma : jonswap_gamma(significant_height, peak_period);
  SWELL_EXPECT(gamma_ >= 1.0);
  log_gamma_ = std::log(gamma_);
  factor_ = normalisation == Normalisation::wec_sim ? 1.0 - 0.287 * log_gamma_ : 1.0 / enhancement_energy(log_gamma_);
}

double ParametricSpectrum::peak_omega() const noexcept { return 2.0 * kPi * peak_frequency_; }

double ParametricSpectrum::density_per_hertz(double f) const {
  if (f <= 0.0) return 0.0;
  const double b = 1.25 * square(square(peak_frequency_));
  const double a = b * square(0.5 * significant_height_);
  const double exponential = std::exp(-b / square(square(f)));
  if (exponential == 0.0) return 0.0;  // f^-5 may overflow where the exponential is long gone
  const double bretschneider = a / (square(square(f)) * f) * exponential;
  if (log_gamma_ == 0.0) return factor_ * bretschneider;
  return factor_ * bretschneider * std::exp(log_enhancement(f / peak_frequency_, log_gamma_));
}

double ParametricSpectrum::density(double omega) const { return density_per_hertz(omega / (2.0 * kPi)) / (2.0 * kPi); }

TabulatedSpectrum::TabulatedSpectrum(std::vector<double> omega, std::vector<double> density)
    : omega_(std::move(omega)), density_(std::move(density)) {
  SWELL_EXPECT(omega_.size() >= 2 && omega_.size() == density_.size());
}

double TabulatedSpectrum::density(double omega) const {
  if (omega < omega_.front() || omega > omega_.back()) return 0.0;
  return linear_interpolation(omega_, density_, omega);
}

double density(const Spectrum& spectrum, double omega) {
  return std::visit([omega](const auto& s) { return s.density(omega); }, spectrum);
}

double moment(const Spectrum& spectrum, int order, double omega_min, double omega_max) {
  const auto ends = quadrature_panels(spectrum, omega_min, omega_max);
  const auto integrand = [&](double w) {
    const double s = density(spectrum, w);
    return s == 0.0 ? 0.0 : std::pow(w, order) * s;
  };
  double sum = 0.0;
  for (std::size_t i = 1; i < ends.size(); ++i) sum += gauss_panel(integrand, ends[i - 1], ends[i]);
  return sum;
}

double wave_power(const Spectrum& spectrum, double omega_min, double omega_max, std::optional<double> depth,
                  double gravity, double water_density) {
  const auto ends = quadrature_panels(spectrum, omega_min, omega_max);
  const auto integrand = [&](double w) {
    const double s = density(spectrum, w);
    return s == 0.0 ? 0.0 : s * group_velocity(w, wavenumber(w, depth, gravity), depth, gravity);
  };
  double sum = 0.0;
  for (std::size_t i = 1; i < ends.size(); ++i) sum += gauss_panel(integrand, ends[i - 1], ends[i]);
  return water_density * gravity * sum;
}

}  // namespace swell::waves
