/// The radiation's memory as a passive linear system, in the layout of BEMIO.
#pragma once

#include <vector>

#include "swell/base/error.h"
#include "swell/bem/compute.h"
#include "swell/hydro/hydro_data.h"
#include "swell/hydro/state_space.h"

namespace swell::bem {

struct PassiveMemory {
  static constexpr double kAsked = 0.01;      ///< of the error
  static constexpr double kRoundOff = 1e-12;  ///< of the lowest eigenvalue
  double error = 0.0;                         ///< largest of the response, relative to the peaks of row and column
  hydro::Passivity passivity;                 ///< not below round-off but where no damping up to the limit makes it so
  long states = 0;                            ///< of all entries: what several share stands in each of them
};

/// Bodies with generalised modes are mistakes: BEMIO's state space has six rows; so is a single frequency.
/// @param frequencies  where they were given
void check_state_space(const ComputeRequest& request, const Origin& frequencies, Diagnostics& diagnostics);

/// Fills the state space of every body's entries from one passive realisation of the whole kernel matrix
/// (hydro::state_space_mimo): an entry has the states of it that its column drives and its row reads, so that the
/// entries side by side, as WEC-Sim takes them, are that realisation's response. There is no direct term.
/// @param data  of bodies that check_state_space() has let pass
PassiveMemory add_passive_state_space(hydro::HydroData& data);

}  // namespace swell::bem
