/// Seas with different random streams.
#pragma once

#include <vector>

#include "swell/waves/sea_state.h"

namespace swell::waves {

/// make_sea_state with one stream per sea instead of that of WaveChoices.
/// @param streams  one per sea; ignored for a sea without random phases
SeaState make_sea_state(const std::vector<WaveSpec>& waves, const SeaSettings& settings,
                        const std::vector<RandomStream>& streams);

}  // namespace swell::waves
