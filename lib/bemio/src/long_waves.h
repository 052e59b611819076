/// Hydrostatics that the Froude-Krylov force says again: in long waves a hull feels its volume and its stiffness.
#pragma once

#include "swell/hydro/hydro_data.h"

namespace swell::bemio {

/// With the reference point at x = y = 0 and waves along x, the undisturbed pressure rho g a (1 + q z) exp(-i k x),
/// q = w^2 / g, gives for k -> 0
///   X1 -> i k V (1 + q z_b),   X3 -> C33,   Im X5 / k -> C55,     and along y   Im X4 / k -> -C44
/// in the normalisation of HydroData. Where a body's Froude-Krylov force has enough long waves, a volume that differs
/// by more than 2 %, a stiffness by more than 5 % and where k h passes 1 a centre of buoyancy by more than 5 % of the
/// body's size (and four standard errors of the fit) is told in one note of `data`: one body's hydrostatics may be
/// another's, of the whole system, or damaged. C44 and C55 hold V (z_ref - z_g) besides where the centre of gravity is
/// not the reference point (`moments_about_cg`); they are not compared then.
void note_long_waves(hydro::HydroData& data);

}  // namespace swell::bemio
