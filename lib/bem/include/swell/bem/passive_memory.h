/// The radiation's memory as a passive linear system, in the layout of BEMIO.
#pragma once

#include "swell/hydro/hydro_data.h"

namespace swell::bem {

/// Fills the state space of every body's entries from one passive realisation of the whole kernel matrix
/// (hydro::state_space_mimo): an entry has the states of it that its column drives and its row reads, so that the
/// entries side by side, as WEC-Sim takes them, are that realisation's response.
/// @return largest error of its response, relative to the peaks of row and column
/// @throws InputError where a body has modes beside its six motions, which the layout has no place for
double add_passive_state_space(hydro::HydroData& data);

}  // namespace swell::bem
