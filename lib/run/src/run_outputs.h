// What a run writes, judged before its first step. Private to the library.
#pragma once

#include "swell/assembly/built_case.h"
#include "swell/run/run.h"

namespace swell::run {

/// How a file of states at the end of a run begins.
inline constexpr char kStateFileMark[] = "# States of a run of swell";

/// Of the option, else of the case, else <case>.results.h5.
std::filesystem::path results_path(const model::Model& model, const RunOptions& options);
std::filesystem::path checkpoint_path(const model::Model& model, const RunOptions& options);

/// Judges every file that the run would write: the results and what is left of a failed run, the states at the end, the
/// checkpoint.
void judge_run_outputs(const model::Model& model, const RunOptions& options, Diagnostics& diagnostics);

/// Refuses results above what a disk, or anyone who has to read them, can be meant to hold; notes more than 1 GB.
/// @param begin  [s] where the rows start: the start, or the time of a checkpoint
/// @param runs  whether they are going to be written now: then a disk without room is a SimulationError, else a note
void judge_results_size(const model::Model& model, assembly::BuiltCase& built, const std::filesystem::path& results,
                        double begin, bool runs, Diagnostics& diagnostics);

}  // namespace swell::run
