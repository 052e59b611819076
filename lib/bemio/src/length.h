/// A length of a body, to compare moments with forces.
#pragma once

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

/// [m] The cube root of the body's volume, or, where the volume is missing or no volume, of its largest added mass
/// (A / rho) in a translation. 0 when it has neither.
double length_of(const hydro::HydroData& data, std::size_t body);

}  // namespace swell::bemio
