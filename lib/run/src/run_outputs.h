// What a run writes, judged before its first step, and what runs left unfinished. Private to the library.
#pragma once

#include "swell/assembly/built_case.h"
#include "swell/model/files.h"
#include "swell/run/run.h"

namespace swell::run {

/// How a file of states at the end of a run begins.
inline constexpr char kStateFileMark[] = "# States of a run of swell";

/// Of the option, else of the case, else <case>.results.h5.
std::filesystem::path results_path(const model::Model& model, const RunOptions& options);
std::filesystem::path checkpoint_path(const model::Model& model, const RunOptions& options);

/// Judges every file that the run would write: the results and what is left of a failed run, the states at the end, the
/// checkpoint. @returns them
std::vector<model::OutputFile> check_run_outputs(const model::Model& model, const RunOptions& options,
                                                 Diagnostics& diagnostics);

/// Refuses results above what a disk, or anyone who has to read them, can be meant to hold; notes more than 1 GB.
/// @param begin  [s] where the rows start: the start, or the time of a checkpoint
/// @param runs  whether they are going to be written now: then a full disk is a SimulationError, else a note
void check_results_size(const model::Model& model, assembly::BuiltCase& built, const std::filesystem::path& results,
                        double begin, bool runs, Diagnostics& diagnostics);

/// What an earlier, failed run left and these results have too would now mislead; rows that they have not are not lost.
void settle_partial(const std::filesystem::path& results, std::vector<std::string>& notes);
/// A file of results that will not grow any more, as that of a run that failed: <results>.partial.h5, or
/// <results>.partial-2.h5 where that is taken by what this file does not have.
std::filesystem::path keep_as_partial(const std::filesystem::path& temporary, const std::filesystem::path& results);
/// Marks a results file as one that grows, until it is closed or its process has ended, whichever way.
void mark_as_growing(int descriptor) noexcept;
/// @param mine  the part of the run that asks   @throws InputError when another run writes the same results now
void refuse_second_run(const std::filesystem::path& target, const std::filesystem::path& mine);
/// Files that runs of the same results left when they were killed: kept as partial results, or removed where they
/// have no row.
void adopt_stale_parts(const std::filesystem::path& target, const std::filesystem::path& results,
                       std::vector<std::string>& notes);

}  // namespace swell::run
