/// What no BEMIO file may hold where a simulation needs a number. Private to lib/hydro.
#pragma once

#include "swell/base/error.h"
#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// One mistake for every dataset of `data.file` with a value that is not finite: where the first stands.
void check_finite(const HydroData& data, Diagnostics& mistakes);

}  // namespace swell::hydro
