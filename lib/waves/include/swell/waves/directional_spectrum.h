/// Conversion of a measured directional spectrum to frequency spectrum and spreading.
#pragma once

#include <vector>

#include "swell/waves/wave_spec.h"

namespace swell::waves {

/// Orders directions around the circle or along a sector, ascending within -360 and 360 degrees, with their columns of
/// densities. Ascending directions keep order and values; descending ones, and those that pass north once (180..355,
/// 0..175), keep their order; others start behind their widest gap, and a column that repeats another 360 degrees on is
/// dropped.
/// @param direction  nD [rad]   @param density  nF x nD
void order_directions(std::vector<double>& direction, MatrixX& density);

/// Gap [rad] from the last direction round to the first if the directions cover the circle, that is, if this gap is not
/// much wider than the others. 0 for a sector, and if the first direction is repeated at the end.
double closing_gap(const std::vector<double>& direction);

/// S(f) = integral D(f, theta) dtheta by the trapezoidal rule, and spreading D/S with integral 1 at every frequency;
/// uniform where S = 0. The rule includes the gap that closes a circle.
/// @param frequency  nF, ascending [Hz]   @param direction  nD, ascending [rad]
/// @param density  nF x nD [m^2/(Hz rad)]   @param closed  false: the rule ends at the last direction
FullDirectionalSpectrum directional_spectrum(std::vector<double> frequency, std::vector<double> direction,
                                             const MatrixX& density, bool closed = true);

/// Cut-off of a sector: density at its ends (the larger), relative to that of its densest direction, each summed over
/// the frequencies. 0 for a full circle.
double density_at_ends(const FullDirectionalSpectrum& spectrum);

}  // namespace swell::waves
