/// What a set of hydrodynamic data says against itself, by tests cheap enough for every reading. `bemio check` makes
/// all tests, and grades them.
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// A sentence each: kernels that are not those of the coefficients (kernel_agreement.h); a heave stiffness that is not
/// what long waves push with, or a volume that is not what they push against (long_waves.h); an added mass at infinite
/// frequency that is less than half or more than twice that of the highest frequency, in a motion that has ceased to
/// radiate there.
std::vector<std::string> contradictions(const HydroData& data);

}  // namespace swell::hydro
