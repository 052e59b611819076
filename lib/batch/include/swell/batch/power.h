/// Power matrix, capture width and annual energy of a finished batch.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "swell/base/vector.h"
#include "swell/batch/run_batch.h"

namespace swell::batch {

/// Of one device: the conditions that differ only in what the matrix and the scatter table vary.
struct DevicePower {
  std::vector<std::pair<std::string, std::string>> device;  ///< the other values: {"ptos.PTO1.damping", "2e6"}

  // Matrix: rows of heights, columns of periods; empty when the study varies no height and period. NaN where there is
  // no case, or one without a result. Several conditions in one cell (directions) are weighted by their probability.
  std::vector<double> heights, periods;  ///< [m] [s] ascending
  MatrixX power;                         ///< [W]
  MatrixX power_half_width;              ///< [W]
  MatrixX linear_power;                  ///< [W] by the frequency domain; empty where no cell is linear
  MatrixX wave_power;                    ///< [W/m]
  MatrixX capture_width;                 ///< [m] power without rotors / wave_power
  MatrixX probability;                   ///< sum over the cell; 0 without a scatter table
  MatrixX power_deviation;               ///< [W] of the instantaneous power, of all replicates together
  MatrixX power_maximum;                 ///< [W] over all replicates
  MatrixX electrical_power;              ///< [W]; empty unless the study has a rated power or an efficiency

  // Year: filled when an axis has probabilities. NaN unless every condition with a probability has its result.
  bool has_year = false;
  std::size_t missing = 0;           ///< conditions without a result
  double probability_total = 0.0;    ///< of the conditions that have a result
  double probability_missing = 0.0;  ///< of the others
  /// [W] [J] of the conditions that have a result, in the whole year: bounds from below where the others absorb nothing
  /// negative.
  double mean_power_found = 0.0, energy_found = 0.0;
  double mean_power = 0.0;  ///< [W] sum of probability x power
  double mean_power_half_width =
      0.0;  ///< [W]; NaN when a condition has fewer than two replicates and random phases, or none has random phases
  double energy = 0.0, energy_half_width = 0.0;  ///< [J] in a year
  double year_capture_width = 0.0;               ///< [m] mean power without rotors / mean wave power
  /// Of the electrical power, min(efficiency x absorbed, rated) of each case's mean; NaN where the study has neither.
  double mean_electrical_power = kNone;                                    ///< [W]
  double electrical_energy = kNone, electrical_energy_half_width = kNone;  ///< [J] in a year
  double capacity_factor = kNone;  ///< electrical energy / (rated power x hours of the year)
};

/// Per device, in the order of the conditions. The interval of the year is Student's with the degrees of freedom of
/// Welch and Satterthwaite for a sum of independent means [Satterthwaite1946]; regular waves have no scatter and none
/// is added.
std::vector<DevicePower> power_of(const Study& study, const std::vector<ConditionResult>& conditions);

}  // namespace swell::batch
