/// Generalised modes as bodies of one motion: whatever takes bodies with six motions then takes modes as well.
#pragma once

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// Every generalised mode becomes a body after those of the data, with the mode's row and column in its surge and
/// nothing in its five other motions; HydroBody::mode_of, modes and restoring_of_modes say what belongs together. No
/// coefficient changes. Stored realisations of the memory are left out. Data without modes are returned as they are.
HydroData modes_as_bodies(HydroData data);

}  // namespace swell::hydro
