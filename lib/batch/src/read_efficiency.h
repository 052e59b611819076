// Private to the library.
#pragma once

#include <filesystem>

#include "swell/batch/study.h"

namespace swell::batch {

/// A number, a table over shares of the rated power, or one over heights and periods, from a file too. The axes and the
/// rated power of `study` are known.
Efficiency read_efficiency(const Parameter& tree, const std::filesystem::path& folder, const Study& study,
                           Diagnostics& diagnostics);

}  // namespace swell::batch
