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

inline constexpr double kMegawattHour = 3.6e9;  // [J]

/// Matrices of a device under the names that files and JSON give them; empty ones are left out.
struct MatrixOfDevice {
  const char* name;
  MatrixX DevicePower::*member;
  const char *unit, *text;
};
inline constexpr MatrixOfDevice kMatrices[] = {
    {"power", &DevicePower::power, "W", "power matrix"},
    {"power_half_width", &DevicePower::power_half_width, "W", "half width of the confidence interval"},
    {"linear_power", &DevicePower::linear_power, "W", "mean power by the frequency domain"},
    {"wave_power", &DevicePower::wave_power, "W/m", "mean power of the waves per metre of crest"},
    {"capture_width", &DevicePower::capture_width, "m", "power / wave_power, without rotors"},
    {"probability", &DevicePower::probability, "1", "of the cell"},
    {"power_std", &DevicePower::power_deviation, "W", "standard deviation of the power over time, of all replicates"},
    {"power_max", &DevicePower::power_maximum, "W", "greatest power, of all replicates"},
    {"electrical_power", &DevicePower::electrical_power, "W",
     "min(efficiency x absorbed, rated power), of mean powers"}};

/// Numbers of the year; an energy [J] is there in MWh too, as <name>_MWh.
struct YearOfDevice {
  const char* name;
  double DevicePower::*member;
  bool electrical = false;  ///< of studies with a rated power or an efficiency
  bool is_energy = false;
};
inline constexpr YearOfDevice kYear[] = {
    {"probability_missing", &DevicePower::probability_missing},
    {"mean_power_found", &DevicePower::mean_power_found},
    {"annual_energy_found", &DevicePower::energy_found},
    {"mean_power", &DevicePower::mean_power},
    {"mean_power_half_width", &DevicePower::mean_power_half_width},
    {"annual_energy", &DevicePower::energy, false, true},
    {"annual_energy_half_width", &DevicePower::energy_half_width},
    {"capture_width", &DevicePower::year_capture_width},
    {"mean_electrical_power", &DevicePower::mean_electrical_power, true},
    {"annual_electrical_energy", &DevicePower::electrical_energy, true, true},
    {"annual_electrical_energy_half_width", &DevicePower::electrical_energy_half_width, true},
    {"capacity_factor", &DevicePower::capacity_factor, true}};

/// Per device, in the order of the conditions. The interval of the year is Student's with the degrees of freedom of
/// Welch and Satterthwaite for a sum of independent means [Satterthwaite1946]; regular waves have no scatter and none
/// is added.
std::vector<DevicePower> power_of(const Study& study, const std::vector<ConditionResult>& conditions);

}  // namespace swell::batch
