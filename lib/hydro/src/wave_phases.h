// Phases of wave components at one time and place, several at once. Private to the library.
#pragma once

namespace swell::hydro {

/// cos and sin of omega t - kx x - ky y for n components, within 1.5 units in the last place of values near 1.
void turn_phases(int n, const double* omega, const double* kx, const double* ky, double t, double x, double y,
                 double* cosine, double* sine);

}  // namespace swell::hydro
