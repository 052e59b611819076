// What every subcommand says in the same way: mistakes, warnings, quantities, JSON.
#pragma once

#include <string>
#include <vector>

#include "commands.h"
#include "json_report.h"
#include "swell/base/error.h"
#include "swell/model/model.h"
#include "swell/run/run.h"

namespace swell::command {

/// Every mistake on its line, then their count, on stderr. With json: one object on stdout as well.
void report_input_errors(std::vector<Diagnostic> diagnostics, bool json);
/// On stderr, and with json as one object on stdout.
void report_failure(const SimulationError& error, bool json);
/// "case.yaml:3:4: warning: ..." on stderr.
void report_warnings(const std::vector<Diagnostic>& warnings);

/// "1.23 MW", "450 N": four digits at most, prefixes of SI.
std::string with_prefix(double value, const std::string& unit);

/// Reads a case and checks it; mistakes of the file and of what it refers to in one list. With mistakes: reports them
/// and returns false. A component library or FMU that may not be loaded is one.
/// @param run  whose outputs are judged too; null: nothing is run
/// @param check_build  whether the case is built as well; else that is left to the one who runs it
/// @param notes  what building it found; may be null
bool read_and_check(const CaseOptions& options, model::Model& model, const run::RunOptions* run, bool check_build,
                    std::vector<std::string>* notes = nullptr);

}  // namespace swell::command
