// The results file of a batch. Private to the library.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/replace.h"
#include "swell/batch/run_batch.h"

namespace swell::batch {

/// Writes <file>, <stem>.cases.csv, <stem>.conditions.csv and, where there is one, <stem>.power_matrix.csv; each
/// appears whole under its name or not at all. The bytes are a function of study and records.
/// @param base_text  the base case as the cases were made from it   @param journals  where kept series are read from
void write_results(const Study& study, const std::string& base_text, const std::vector<ConditionResult>& conditions,
                   const std::vector<std::filesystem::path>& journals, const std::filesystem::path& file);

/// The results file and its tables, and what each must be to be replaced unasked.
std::vector<std::pair<std::filesystem::path, Replaceable>> replaceable(const std::filesystem::path& results);

/// The tables that may stand beside the results file.
std::vector<std::filesystem::path> tables_beside(const std::filesystem::path& results);

}  // namespace swell::batch
