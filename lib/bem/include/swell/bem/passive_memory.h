/// Radiation memory as a passive linear system, in BEMIO's layout.
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
  hydro::Passivity passivity;                 ///< below round-off only if no damping up to the limit achieves it
  long states = 0;                            ///< of all entries; a shared state counts in each of them
};

/// Reports bodies with generalised modes (BEMIO's state space has six rows) and single frequencies as errors.
/// @param frequencies  place of the key
void check_state_space(const ComputeRequest& request, const Origin& frequencies, Diagnostics& diagnostics);

/// Fills the state space of all entries from one passive realisation of the whole matrix of radiation impulse response
/// functions (hydro::state_space_mimo). An entry has the states that its column drives and its row reads, so that the
/// parallel entries, as WEC-Sim uses them, have that realisation's response. There is no direct term.
/// @param data  of bodies accepted by check_state_space()
PassiveMemory add_passive_state_space(hydro::HydroData& data);

}  // namespace swell::bem
