/// A directional spectrum as measured, as frequency spectrum and spreading.
#pragma once

#include <vector>

#include "swell/waves/wave_spec.h"

namespace swell::waves {

/// S(f) = integral D(f, theta) dtheta by the trapezoidal rule, and the spreading D/S, which integrates to 1 at every
/// frequency; uniform over the directions where S = 0.
/// @param frequency  nF, ascending [Hz]   @param direction  nD, ascending [rad]
/// @param density  nF x nD [m^2/(Hz rad)]
FullDirectionalSpectrum directional_spectrum(std::vector<double> frequency, std::vector<double> direction,
                                             const MatrixX& density);

}  // namespace swell::waves
