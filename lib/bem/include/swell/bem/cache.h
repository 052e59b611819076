/// Hydrodynamics of a device file, computed at first use and kept by content.
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
  std::vector<Diagnostic> warnings;  ///< of its meshes, its division and its solution, whenever that was
};

/// The data of a device: from cache_folder() (swell/base/kept.h) when a file there was made from the same values and
/// the same contents of the files that it names, else computed and put there. Processes may ask at once.
/// @param tree  the device file   @param folder  its files count from here
/// @throws InputError with every mistake of the device   @throws SimulationError
Computed computed_data(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

/// Data of the same bodies, modes and headings without hydrodynamics, for checks before anything is computed: zeros
/// over a few frequencies, and a body that floats. Reports the warnings of its meshes early (base/progress.h).
/// @throws InputError with every mistake of the device
hydro::HydroData stand_in(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

/// Name of its file there: the same for the same values and contents, whoever asks.
std::string cache_name(const Parameter& tree, const std::filesystem::path& folder, const TreeReader& read_tree);

}  // namespace swell::bem
