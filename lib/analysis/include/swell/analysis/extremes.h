/// Distributions fitted to the maxima of a record, and expected extremes in a duration.
#pragma once

#include <vector>

#include "swell/analysis/statistics.h"

namespace swell::analysis {

/// P(x) = 1 - exp(-(x/scale)^shape), x > 0. Rayleigh's has shape 2.
struct Weibull {
  double scale = 0.0, shape = 0.0;
  double quantile(double probability) const;
};

/// By maximum likelihood; needs at least 2 different positive values, otherwise scale 0.
Weibull fit_weibull(const std::vector<double>& values);

/// P(x) = exp(-exp(-(x - location)/scale)), by L-moments [Hosking1990].
struct Gumbel {
  double location = 0.0, scale = 0.0;
  double quantile(double probability) const;
};

/// Needs 3 or more values, otherwise scale 0.
Gumbel fit_gumbel(const std::vector<double>& values);

/// Maxima on one side of the mean, and the expected extremes in `duration`.
struct Extreme {
  std::size_t count = 0;                       ///< maxima between up-crossings
  double observed = 0.0;                       ///< the largest of them
  Weibull weibull;                             ///< of all maxima
  double rayleigh = 0.0;                       ///< scale for a narrow-band Gaussian record: sqrt 2 standard deviations
  double by_rayleigh = 0.0, by_weibull = 0.0;  ///< exceeded by one of the maxima of `duration`
  Gumbel gumbel;                               ///< of block maxima; scale 0 with fewer than 3 blocks
  std::size_t blocks = 0;
  double by_gumbel = 0.0;  ///< most probable largest of `duration`
  double duration = 0.0;   ///< [s]
};

/// @param upper  maxima above the mean; otherwise minima below it, as positive distances
/// @param duration  [s] of the expected extreme, usually 3 h
/// @param blocks  for Gumbel's distribution
Extreme extreme_of(const Record& record, const std::vector<Wave>& waves, bool upper, double duration,
                   std::size_t blocks = 10);

}  // namespace swell::analysis
