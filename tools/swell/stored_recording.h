// Results that another program has stored, as a recording beside one of Swell.
#pragma once

#include <string>
#include <vector>

#include "swell/analysis/compare_records.h"

namespace swell::command {

/// WEC-Sim's stored output (swell/wecsim/stored_output.h) under the paths, labels, units and signs of the results file.
/// Objects are found by the names that `swell import` wrote into the case, else by WEC-Sim's own names, else by their
/// order in the case.
/// @throws InputError when the file is damaged, or holds nothing that the results have too
analysis::Recording read_stored_recording(const std::string& file, const std::string& results_file,
                                          const analysis::Recording& results);

}  // namespace swell::command
