#include "cumulative_spectrum.h"

#include <algorithm>
#include <cmath>

#include "quadrature.h"
#include "swell/base/error.h"

namespace swell::waves {

std::vector<double> quadrature_panels(const Spectrum& spectrum, double omega_min, double omega_max) {
  std::vector<double> ends{omega_min};
  if (const auto* table = std::get_if<TabulatedSpectrum>(&spectrum)) {
    constexpr int kPanelsPerRow = 4;  // S/omega is not a polynomial between rows
    const auto& knots = table->omega();
    for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
      for (int j = 0; j < kPanelsPerRow; ++j) ends.push_back(knots[i] + (knots[i + 1] - knots[i]) * j / kPanelsPerRow);
    }
    ends.push_back(knots.back());
  } else {
    const double peak = std::get<ParametricSpectrum>(spectrum).peak_omega();
    // Steps of 1 % of omega: the JONSWAP peak is 7 % wide. Below a tenth of the peak S is exp(-12500).
    constexpr double kStep = 1.01;
    const double start = 0.1 * peak;
    for (double end = start; end < omega_max; end *= kStep) ends.push_back(end);
    ends.push_back(peak);
  }
  ends.push_back(omega_max);
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  ends.erase(std::remove_if(ends.begin(), ends.end(), [&](double w) { return w < omega_min || w > omega_max; }),
             ends.end());
  return ends;
}

CumulativeSpectrum::CumulativeSpectrum(const Spectrum& spectrum, double omega_min, double omega_max)
    : spectrum_(spectrum), panels_(quadrature_panels(spectrum, omega_min, omega_max)) {
  energy_.assign(panels_.size(), 0.0);
  over_omega_.assign(panels_.size(), 0.0);
  for (std::size_t i = 1; i < panels_.size(); ++i) {
    const auto s = [&](double w) { return density(spectrum_, w); };
    const auto s_over_omega = [&](double w) { return w > 0.0 ? density(spectrum_, w) / w : 0.0; };
    energy_[i] = energy_[i - 1] + gauss_panel(s, panels_[i - 1], panels_[i]);
    over_omega_[i] = over_omega_[i - 1] + gauss_panel(s_over_omega, panels_[i - 1], panels_[i]);
  }
}

std::size_t CumulativeSpectrum::panel_of(const std::vector<double>& ascending, double value) const {
  const auto after = std::upper_bound(ascending.begin(), ascending.end(), value);
  const auto index = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - ascending.begin() - 1, 0));
  return std::min(index, ascending.size() - 2);
}

double CumulativeSpectrum::omega_at(double energy) const {
  if (energy <= 0.0) return panels_.front();
  if (energy >= total()) return panels_.back();
  const std::size_t i = panel_of(energy_, energy);
  const auto s = [&](double w) { return density(spectrum_, w); };
  // Newton inside the panel, bisection whenever it would leave the bracket.
  double low = panels_[i];
  double high = panels_[i + 1];
  double omega = low + (high - low) * (energy - energy_[i]) / (energy_[i + 1] - energy_[i]);
  constexpr int kMostIterations = 100;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const double excess = energy_[i] + gauss_panel(s, panels_[i], omega) - energy;
    (excess > 0.0 ? high : low) = omega;
    const double slope = density(spectrum_, omega);
    double next = slope > 0.0 ? omega - excess / slope : low;
    const bool newton = next > low && next < high;
    if (!newton) next = 0.5 * (low + high);
    // Newton doubles the correct digits, so a step this small is the last.
    const bool done = std::abs(next - omega) <= (newton ? 1e-9 : 4e-16) * omega;
    omega = next;
    if (done) break;
  }
  return omega;
}

double CumulativeSpectrum::energy_over_omega(double omega) const {
  const std::size_t i = panel_of(panels_, omega);
  const auto s_over_omega = [&](double w) { return w > 0.0 ? density(spectrum_, w) / w : 0.0; };
  if (omega <= panels_[i]) return over_omega_[i];
  return over_omega_[i] + gauss_panel(s_over_omega, panels_[i], omega);
}

}  // namespace swell::waves
