/// What a set of hydrodynamic data says against itself, by tests cheap enough for every case. `bemio check` makes all
/// tests, and grades them.
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// A sentence each: kernels that are not those of the coefficients (kernel_agreement.h); an added mass at infinite
/// frequency that is less than half or more than twice that of the highest frequency, in a motion that has ceased to
/// radiate there.
std::vector<std::string> contradictions(const HydroData& data);

/// A sentence where long waves push a body in heave with less than half or more than twice its stiffness, or in surge
/// as one of another volume (long_waves.h): for cases that take these from the data. Empty where they agree, where no
/// wave is long, and for a stiffness of 0.
std::string stiffness_contradiction(const HydroData& data, std::size_t body);
std::string volume_contradiction(const HydroData& data, std::size_t body);

}  // namespace swell::hydro
