// Recordings as the commands that compare and judge them take them, whatever wrote the file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/analysis/compare_records.h"

namespace swell::command {

/// The datasets of a results file that the patterns name, each column a signal. Every reader of another program's
/// results returns the same: a row in the table of recording.cpp.
/// @param select  patterns as bodies.*.position, or signals by any of their names (series.h); empty: everything but the
/// audit and what is no series
/// @throws InputError, also where a pattern names nothing
analysis::Recording read_recording(const std::string& file, const std::vector<std::string>& select = {});

/// Where averages begin in a results file [s]; nothing where it does not say.
std::optional<double> averages_from(const std::string& file);

/// What the run that wrote a results file warned of.
std::vector<std::string> run_warnings(const std::string& file);

}  // namespace swell::command
