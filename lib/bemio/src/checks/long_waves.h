/// What long waves say of a set (swell/hydro/long_waves.h), by their short names.
#pragma once

#include "swell/hydro/long_waves.h"

namespace swell::bemio {

using hydro::along_x;
using hydro::conjugate_forces;
using hydro::gravity_of;
using hydro::has_excitation;
using hydro::heave_lead;
using hydro::largest;
using hydro::length_of;
using hydro::LongWave;
using hydro::over_frequency;
using hydro::phase_sense;
using hydro::PhaseSense;
using hydro::place_of;
using hydro::reach_of;
using hydro::surge_lead;
using hydro::wave_of;

}  // namespace swell::bemio
