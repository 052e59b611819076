/// Reads the power of a study's results file, and draws it: what reports and figures show of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"

namespace swell::batch {

/// What an HDF5 file of Swell holds, by what stands at its root.
enum class Stored { run, study, hydro, other };
/// @throws InputError when it is no HDF5 file, or is damaged
Stored stored_kind(const std::filesystem::path& file, Containment containment = Containment::in_process);

/// Of one device; matrices row by row, heights x periods, NaN where there is no result; empty where the file has none.
struct StoredPower {
  std::string device;                                     ///< what makes it this one; "" where the study has one only
  std::vector<double> heights, periods;                   ///< [m] [s] ascending
  std::vector<double> power, capture_width, probability;  ///< [W] [m] [-]
  std::vector<double> power_half_width;                   ///< [W] of the confidence interval
  std::vector<double> linear_power;                       ///< [W] by the frequency domain, where the case is linear
  std::vector<double> electrical_power;                   ///< [W] of a study with rated power or efficiency
  /// Simulated over linear power of each cell, NaN where one is missing; empty where the file has no linear power.
  std::vector<double> over_linear() const;
  std::optional<double> mean_power, annual_energy, annual_capture_width;  ///< [W] [J] [m]
  std::optional<double> mean_electrical_power, annual_electrical_energy;  ///< [W] [J]
  /// [J] of the confidence intervals; absent or NaN without random seas.
  std::optional<double> annual_energy_half_width, annual_electrical_energy_half_width;
  std::optional<double> capacity_factor;  ///< of a study with rated power
};

/// The values of one key, condition by condition.
struct StoredAxis {
  std::string key, unit;
  std::vector<double> numbers;
  std::vector<std::string> texts;  ///< instead of numbers, where not all values are numbers
};

struct StoredStudy {
  std::string text;  ///< of the study file
  std::vector<StoredPower> devices;
  std::vector<StoredAxis> axes;                 ///< in the order of the study
  std::vector<double> power, power_half_width;  ///< [W] of each condition; NaN where there is none
};

/// @throws InputError when it is no study, or is damaged
StoredStudy read_stored_study(const std::filesystem::path& file, Containment containment = Containment::in_process);

struct DrawnPower {
  std::size_t panels = 0;    ///< 0, and no file: there is nothing to draw
  std::size_t left_out = 0;  ///< panels beyond the twelve that one figure shows; its title says so
  std::string reason;        ///< why nothing is drawn, and what to do
};
/// Draws the mean power of a study: where it varies heights and periods the power matrix as a heat map, a panel per
/// device; otherwise a line over the one axis, a heat map over two, a panel for each value of further ones. Conditions
/// that are no grid (samples, tables) are points, a panel per key. The ending of `file` chooses the format.
/// @param keys  the axes to draw over, patterns with *; one: a line; two: the first upwards, the second to the right
/// @throws InputError when the study has no such axis
DrawnPower draw_study(const StoredStudy& study, const std::filesystem::path& file,
                      const std::vector<std::string>& keys = {});

}  // namespace swell::batch
