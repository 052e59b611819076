/// Seas whose phases come from different random streams.
#pragma once

#include <vector>

#include "swell/waves/sea_state.h"

namespace swell::waves {

/// make_sea_state where each entry of the list has a stream of its own instead of that of WaveChoices.
/// @param streams  as many as waves; that of a sea without random phases has no effect
SeaState make_sea_state(const std::vector<WaveSpec>& waves, const SeaSettings& settings,
                        const std::vector<RandomStream>& streams);

}  // namespace swell::waves
