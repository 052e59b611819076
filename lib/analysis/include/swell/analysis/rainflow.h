/// Load cycles by rainflow counting, and the damage-equivalent range.
#pragma once

#include <vector>

namespace swell::analysis {

struct Cycle {
  double range = 0.0, mean = 0.0;
  double count = 0.0;  ///< 1, or 0.5 for residual half cycles
};

/// Peaks and valleys in order, including the first and last value. Equal neighbours count once.
std::vector<double> turning_points(const std::vector<double>& values);

/// ASTM E1049-85, 5.4.4 [ASTM2017]: cycles in the order of closing.
std::vector<Cycle> rainflow(const std::vector<double>& values);

/// Range of `equivalent` cycles with the same damage by a straight S-N line of slope m [unit]:
/// (sum n r^m / n_eq)^(1/m).
double damage_equivalent(const std::vector<Cycle>& cycles, double slope, double equivalent);

}  // namespace swell::analysis
