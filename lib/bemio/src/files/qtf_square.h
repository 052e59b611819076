/// Quadratic transfer functions come as one triangle of period pairs; HydroData and BEMIO hold the full square.
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

/// Sorts by ascending frequency (first index fastest) and fills the other triangle: symmetric for sums, Hermitian for
/// differences. One pair of headings is kept, the first in the file; others are left out with a note.
/// @throws InputError naming a pair of periods that is missing
void complete_qtf(std::vector<hydro::QtfEntry>& entries, bool sum, const std::string& file,
                  std::vector<std::string>& notes);

}  // namespace swell::bemio
