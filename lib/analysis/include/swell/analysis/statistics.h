/// Mean, deviation, extremes and zero up-crossings of a record sampled at increasing times.
#pragma once

#include <vector>

namespace swell::analysis {

/// A record: value[i] at time[i], ascending; the same size.
struct Record {
  std::vector<double> time, value;
};

/// The rows with from <= t <= to.
Record part_of(const Record& record, double from, double to);

/// The record at a uniform step [s] by linear interpolation, for spectra; unchanged if uniform already.
Record uniform(const Record& record);

struct Statistics {
  double mean = 0.0, standard_deviation = 0.0, minimum = 0.0, maximum = 0.0;
  double minimum_at = 0.0, maximum_at = 0.0;  ///< [s]
  double significant = 0.0;                   ///< 4 standard deviations: the significant height, crest to trough
  double skewness = 0.0, kurtosis = 0.0;      ///< kurtosis of a Gaussian record: 3
  double lost = 0.0;                          ///< share of rows that are not finite and are left out
};

/// Statistics by time (trapezoidal rule). An empty record gives zeros.
Statistics statistics_of(const Record& record);

/// The part of a record between two successive up-crossings of its mean.
struct Wave {
  double start = 0.0, period = 0.0;  ///< [s]
  double crest = 0.0, trough = 0.0;  ///< from the mean; trough negative
  double height() const { return crest - trough; }
};

/// Up-crossings of the mean, each placed by linear interpolation.
std::vector<Wave> waves_of(const Record& record);

struct ZeroCrossings {
  std::size_t count = 0;
  double mean_period = 0.0, mean_height = 0.0;
  double third_height = 0.0, third_period = 0.0;  ///< H1/3 and T1/3: means over the highest third
  double tenth_height = 0.0, largest_height = 0.0;
};

ZeroCrossings zero_crossings(const std::vector<Wave>& waves);

}  // namespace swell::analysis
