/// Wave kinematics with the peculiarities of WEC-Sim 7, for `reproduce: wec-sim` only. Both see the first entry of the
/// list of waves and nothing else, as WEC-Sim does. wec-sim.md 2.12, 3.7, 3.8, 2.13.
#pragma once

#include <cstddef>

#include "swell/base/vector.h"
#include "swell/waves/sea_state.h"

namespace swell::waves {

/// What a Morison element sees of direction number `direction` (0 .. systems()[0].directions.size() - 1): the
/// components of that direction with the phases of direction 0. WEC-Sim evaluates the whole element force once per
/// direction and adds the forces up; an element with z > 0 gets no force at all (both are the element's business).
/// @pre the sea was made with wec_sim_choices()
WaveKinematics wec_sim_morison_kinematics(const SeaState& sea, std::size_t direction, double time, const Vector3& p_W);

/// Linear wave pressure [Pa] of nonFKForce.m on a panel. Zero above the stretched surface (z' > 0).
///   regular:    rho g eta D(z')            eta carries one ramp already; the force is ramped once more by the caller
///   irregular:  rho g sum a cos(psi) D(z') without ramp; D is the finite-depth form only where h <= pi/(2k); there
///               each direction has its own phases, elsewhere all have those of direction 0; the running sum is not
///               cleared between directions, so direction d of n counts n - d times
///   z' = (z - s) h/(h + s) where D has the finite-depth form, else z - s
/// @param eta elevation given to the panel [m] (0 for nonlinearHydro = 1)   @param s elevation used to stretch [m]: eta
/// at
///        the displaced pose, 0 at the mean pose
double wec_sim_froude_krylov_pressure(const SeaState& sea, double time, const Vector3& p_W, double eta, double s);

}  // namespace swell::waves
