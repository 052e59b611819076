/// Cycles of a load by rainflow counting, and the range that does the same damage.
#pragma once

#include <vector>

namespace swell::analysis {

struct Cycle {
  double range = 0.0, mean = 0.0;
  double count = 0.0;  ///< 1, or 0.5 of what is left at the ends
};

/// Peaks and valleys in order, the first and last value among them. Equal neighbours count once.
std::vector<double> turning_points(const std::vector<double>& values);

/// ASTM E1049-85, 5.4.4 [ASTM2017]: in the order in which they close.
std::vector<Cycle> rainflow(const std::vector<double>& values);

/// The range of `equivalent` cycles that do the damage of these by a straight S-N line of slope m [unit]:
/// (sum n r^m / n_eq)^(1/m).
double damage_equivalent(const std::vector<Cycle>& cycles, double slope, double equivalent);

}  // namespace swell::analysis
