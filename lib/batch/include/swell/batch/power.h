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
  MatrixX wave_power;                    ///< [W/m]
  MatrixX capture_width;                 ///< [m] power / wave_power
  MatrixX probability;                   ///< sum over the cell; 0 without a scatter table

  // Year: filled when an axis has probabilities. NaN unless every condition with a probability has its result.
  bool has_year = false;
  std::size_t missing = 0;           ///< conditions without a result
  double probability_total = 0.0;    ///< of the conditions that have a result
  double probability_missing = 0.0;  ///< of the others
  /// [W] [J] of the conditions that have a result, in the whole year: bounds from below where the others absorb nothing
  /// negative.
  double mean_power_found = 0.0, energy_found = 0.0;
  double mean_power = 0.0;             ///< [W] sum of probability x power
  double mean_power_half_width = 0.0;  ///< [W]; NaN when a condition has fewer than two replicates and random phases
  double energy = 0.0, energy_half_width = 0.0;  ///< [J] in a year
  double year_capture_width = 0.0;               ///< [m] mean power / mean wave power
};

/// Per device, in the order of the conditions. The interval of the year is Student's with the degrees of freedom of
/// Welch and Satterthwaite for a sum of independent means [Satterthwaite1946]; regular waves have no scatter and none
/// is added.
std::vector<DevicePower> power_of(const Study& study, const std::vector<ConditionResult>& conditions);

/// Draws the power matrix as a heat map, height by period (a curve where only one of them varies), a panel per device.
/// The ending of `file` chooses the format.
struct DrawnPower {
  std::size_t panels = 0;    ///< 0, and no file: no device has a matrix
  std::size_t left_out = 0;  ///< devices beyond the twelve that one figure shows; its title says so
};
DrawnPower draw_power(const std::vector<DevicePower>& devices, const std::filesystem::path& file);

}  // namespace swell::batch
