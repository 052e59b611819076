// Checks of a list of waves, reported all at once.
#pragma once

#include <vector>

#include "swell/base/error.h"
#include "swell/waves/sea_state.h"

namespace swell::waves {

void check_waves(const std::vector<WaveSpec>& waves, const SeaSettings& settings, Diagnostics& diagnostics);

}  // namespace swell::waves
