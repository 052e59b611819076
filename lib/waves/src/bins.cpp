#include "swell/waves/bins.h"

#include <cmath>

#include "cumulative_spectrum.h"
#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::waves {

FrequencyBins conserving_bins(const Spectrum& spectrum, double omega_min, double omega_max, std::size_t count,
                              const std::vector<double>& shares) {
  SWELL_EXPECT(count >= 1 && omega_max > omega_min && !shares.empty());
  const CumulativeSpectrum cumulative(spectrum, omega_min, omega_max);
  const double bin_energy = cumulative.total() / static_cast<double>(count);
  const std::size_t parts = shares.size();
  FrequencyBins bins;
  bins.omega.resize(count * parts);
  bins.width.resize(count * parts);
  bins.density.resize(count * parts);
  double low = omega_min;
  double low_over_omega = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    double share_below = 0.0;
    for (std::size_t j = 0; j < parts; ++j) {
      // Every other bin reverses its parts; otherwise the first direction would always have the longest waves.
      const std::size_t part = i % 2 == 0 ? j : parts - 1 - j;
      share_below += shares[part];
      const bool last = i + 1 == count && j + 1 == parts;
      const double high =
          last ? omega_max : cumulative.omega_at(bin_energy * (static_cast<double>(i) + std::min(share_below, 1.0)));
      const double high_over_omega = cumulative.energy_over_omega(high);
      const double energy = bin_energy * shares[part];
      const std::size_t n = i * parts + part;
      bins.width[n] = high - low;
      const double inverse = high_over_omega - low_over_omega;
      // For a direction of almost zero share both are round-off and their quotient is meaningless.
      bins.omega[n] =
          energy > 0.0 && inverse > 0.0 ? std::min(std::max(energy / inverse, low), high) : 0.5 * (low + high);
      bins.density[n] = high > low ? energy / (high - low) : 0.0;
      low = high;
      low_over_omega = high_over_omega;
    }
  }
  return bins;
}

FrequencyBins wec_sim_equal_energy_bins(const ParametricSpectrum& spectrum, double omega_min, double omega_max,
                                        std::size_t count) {
  SWELL_EXPECT(count >= 1 && omega_max > omega_min);
  constexpr std::size_t kPoints = 500001;
  const double step = (omega_max - omega_min) / static_cast<double>(kPoints - 1);
  std::vector<double> f(kPoints);
  std::vector<double> s(kPoints);
  std::vector<double> running(kPoints, 0.0);
  for (std::size_t i = 0; i < kPoints; ++i) {
    f[i] = (omega_min + static_cast<double>(i) * step) / (2.0 * kPi);
    s[i] = spectrum.density_per_hertz(f[i]);
    if (i > 0) running[i] = running[i - 1] + 0.5 * (s[i] + s[i - 1]) * (f[i] - f[i - 1]);
  }
  const double part = running.back() / static_cast<double>(count + 1);
  FrequencyBins bins;
  std::size_t at = 0;  // index of the last edge
  for (std::size_t k = 1; k <= count; ++k) {
    const double target = static_cast<double>(k) * part;
    // WEC-Sim's list 0, I(at+1), I(at+2), ... ends at the first entry at or above the target. The index of the nearest
    // entry is added to `at` as if the list had started at `at`, so every edge is one sample late.
    std::size_t length = 1;
    double last = 0.0;
    std::size_t nearest_entry = 0;
    double nearest_distance = target;
    while (last < target && at + length < kPoints) {
      last = running[at + length];
      const double distance = std::abs(last - target);
      if (distance < nearest_distance) {
        nearest_distance = distance;
        nearest_entry = length;
      }
      ++length;
    }
    at = std::min(at + nearest_entry + 1, kPoints - 1);
    const double omega = 2.0 * kPi * f[at];
    bins.width.push_back(omega - (bins.omega.empty() ? omega_min : bins.omega.back()));
    bins.omega.push_back(omega);
    bins.density.push_back(s[at] / (2.0 * kPi));
  }
  return bins;
}

FrequencyBins wec_sim_traditional_bins(const ParametricSpectrum& spectrum, double omega_min, double omega_max,
                                       std::size_t count) {
  SWELL_EXPECT(count >= 2 && omega_max > omega_min);
  FrequencyBins bins;
  const double width = (omega_max - omega_min) / static_cast<double>(count - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const double omega = i + 1 == count ? omega_max : omega_min + static_cast<double>(i) * width;
    bins.omega.push_back(omega);
    bins.width.push_back(width);
    bins.density.push_back(spectrum.density(omega));
  }
  return bins;
}

std::vector<double> trapezoidal_widths(const std::vector<double>& x) {
  std::vector<double> widths = wec_sim_widths(x);
  widths.front() *= 0.5;
  widths.back() *= 0.5;
  return widths;
}

std::vector<double> wec_sim_widths(const std::vector<double>& x) {
  SWELL_EXPECT(x.size() >= 2);
  const std::size_t n = x.size();
  std::vector<double> widths(n);
  widths.front() = x[1] - x[0];
  widths.back() = x[n - 1] - x[n - 2];
  for (std::size_t i = 1; i + 1 < n; ++i) widths[i] = 0.5 * (x[i + 1] - x[i - 1]);
  return widths;
}

}  // namespace swell::waves
