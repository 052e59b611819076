/// Hydrodynamic data of a device file, computed at first use and cached by content.
#pragma once

#include <filesystem>
#include <string>

#include "swell/bem/device.h"
#include "swell/hydro/hydro_data.h"

namespace swell::bem {

struct Computed {
  std::filesystem::path file;  ///< BEMIO HDF5
  bool is_new = false;         ///< computed now
  double seconds = 0.0;
  std::vector<Diagnostic> warnings;  ///< of meshes, division and solution, also of an earlier computation
};

/// Returns the data of a device: from cache_folder() (swell/base/kept.h) if computed there from equal values and equal
/// contents of the named files, else computed and stored. Several processes may call at once.
/// @param tree  the device file   @param folder  base of relative file names
/// @throws InputError with all errors of the device @throws SimulationError
Computed computed_data(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

/// Returns data with the same bodies, modes and headings but without hydrodynamics, for checks before the computation:
/// zeros at a few frequencies, and a floating body. Reports mesh warnings early (base/progress.h).
/// @throws InputError with all errors of the device
hydro::HydroData stand_in(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

/// File name in the cache; equal for equal values and contents.
std::string cache_name(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

}  // namespace swell::bem
