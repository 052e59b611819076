/// Reads the matrices of a study's results file: what a report shows of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace swell::batch {

/// What an HDF5 file of Swell holds, by what stands at its root.
enum class Stored { run, study, hydro, other };
/// In this process. @throws InputError when it is no HDF5 file, or is damaged
Stored stored_kind(const std::filesystem::path& file);

/// Of one device; matrices row by row, heights x periods, NaN where there is no result; empty where the file has none.
struct StoredPower {
  std::string device;                                     ///< what makes it this one; "" where the study has one only
  std::vector<double> heights, periods;                   ///< [m] [s] ascending
  std::vector<double> power, capture_width, probability;  ///< [W] [m] [-]
  std::optional<double> mean_power, annual_energy, annual_capture_width;  ///< [W] [J] [m]
};

struct StoredStudy {
  std::string text;  ///< of the study file
  std::vector<StoredPower> devices;
};

/// In this process. @throws InputError when it is no study, or is damaged
StoredStudy read_stored_study(const std::filesystem::path& file);

}  // namespace swell::batch
