// A checkpoint as a small HDF5 file. Private to the room.
#pragma once

#include <filesystem>
#include <string>

#include "swell/solver/integrator.h"

namespace swell::model {

/// One line per state and memory of the system, and the integrator: what a checkpoint must find again.
std::string layout_of(const system::System& system, const solver::Options& options);

/// @throws SimulationError when it cannot be written
void write_checkpoint(const std::filesystem::path& file, const solver::Checkpoint& checkpoint,
                      const std::string& layout);

/// @throws InputError when it is no checkpoint, is damaged, or was made by another system: the first difference is
/// named
solver::Checkpoint read_checkpoint(const std::filesystem::path& file, const std::string& layout);

}  // namespace swell::model
