// A checkpoint as a file. Private to the library.
#pragma once

#include <filesystem>
#include <string>

#include "swell/base/contained.h"
#include "swell/base/replace.h"
#include "swell/model/model.h"
#include "swell/solver/integrator.h"

namespace swell::solver {
/// All that changes in a run, in the machine's own order of bytes.
template <class Bytes>
void members(Bytes& bytes, Checkpoint& c) {
  char stopped = c.stopped ? 1 : 0, open = c.open ? 1 : 0;  // a forged byte is no bool
  bytes(c.snapshot.time, c.snapshot.state, c.snapshot.memory, c.snapshot.foreign_bytes, c.grid_index, c.output_index,
        c.trial_step, c.event_values, c.stepper, stopped, c.communication, open, c.committed);
  c.stopped = stopped != 0;
  c.open = open != 0;
}
}  // namespace swell::solver

namespace swell::run {

/// One line per state and memory of the system, and the integrator: what a checkpoint must find again.
std::string layout_of(const system::System& system, const solver::Options& options);

/// What a checkpoint belongs to: one line "key = value" per value of the case, and the contents of its files by their
/// digests. What may differ when a run goes on is left out: the duration, the output and where files lie.
std::string identity_of(const model::Model& model);

/// An earlier checkpoint.
Replaceable replaceable_checkpoint();

/// @throws SimulationError when it cannot be written
void write_checkpoint(const std::filesystem::path& file, const solver::Checkpoint& checkpoint,
                      const std::string& layout, const std::string& identity);

/// @throws InputError when it is no checkpoint, is damaged (the digest at its end differs), or was made by another
/// version, case or system: the first differences are named
solver::Checkpoint read_checkpoint(const std::filesystem::path& file, const std::string& layout,
                                   const std::string& identity);

}  // namespace swell::run
