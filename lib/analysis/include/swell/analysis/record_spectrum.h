/// Spectral density of a record, its moments, periods and bandwidth.
#pragma once

#include <cstddef>
#include <vector>

#include "swell/analysis/statistics.h"

namespace swell::analysis {

/// One-sided density S(omega): its sum over the lines, times their distance, is the variance of statistics_of().
struct Spectrum {
  std::vector<double> omega;    ///< [rad/s] uniform, from the first above 0
  std::vector<double> density;  ///< [unit^2 s/rad]
  int segments = 0;             ///< averaged periodograms; relative deviation of each value about 1/sqrt of this
};

/// Welch's method [Welch1967]: segments with half overlap, Hann window, mean removed.
/// @param segments  approximate number without overlap; more are smoother and coarser
/// @return empty for fewer than 16 rows or a record that is not finite
Spectrum welch(const Record& record, int segments = 8);

/// Segments for welch() from the number of waves: sixteen waves each give a frequency resolution of 1/16; at most 8.
int segments_of(std::size_t waves);

/// Spectral moments m_n = integral omega^n S and derived quantities.
struct SpectralMoments {
  double m_minus_1 = 0.0, m0 = 0.0, m1 = 0.0, m2 = 0.0, m4 = 0.0;
  double peak_period = 0.0;    ///< [s] 2 pi / (integral omega S^4 / integral S^4): the smoothed peak [Young1995]
  double energy_period = 0.0;  ///< [s] 2 pi m_-1/m0
  double mean_period = 0.0;    ///< [s] 2 pi m0/m1
  double zero_crossing = 0.0;  ///< [s] 2 pi sqrt(m0/m2)
  double narrowness = 0.0;     ///< nu = sqrt(m0 m2/m1^2 - 1) [LonguetHiggins1975]: 0 for one frequency
  double bandwidth = 0.0;      ///< epsilon = sqrt(1 - m2^2/(m0 m4)) [CartwrightLonguetHiggins1956], of the sampled band
};

SpectralMoments moments_of(const Spectrum& spectrum);

}  // namespace swell::analysis
