// Datasets of an HDF5 file as matrices, for comparisons.
#pragma once

#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell_test {

/// A dataset (nt) or (nt, m) as nt x m.
swell::MatrixX read_dataset(const std::filesystem::path& file, const std::string& path);

/// Runs a case given as YAML text, with its results in a temporary file; returns that file.
std::filesystem::path run_text(const std::string& yaml, const std::string& name);

/// The same with the energy balance; its verdict is in the summary.
swell::run::RunSummary run_audited(const std::string& yaml, const std::string& name);

}  // namespace swell_test
