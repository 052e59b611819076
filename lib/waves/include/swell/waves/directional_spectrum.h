/// A directional spectrum as measured, as frequency spectrum and spreading.
#pragma once

#include <vector>

#include "swell/waves/wave_spec.h"

namespace swell::waves {

/// Directions that go once round, or along a sector, ascending within -360 and 360 degrees, each with its column of
/// densities. Directions that ascend already keep their order and values; those that descend, or pass north once
/// (180..355, 0..175), keep their order; any others begin behind their widest gap. A column that repeats another, its
/// direction 360 degrees on, is dropped in the last case.
/// @param direction  nD [rad]   @param density  nF x nD
void order_directions(std::vector<double>& direction, MatrixX& density);

/// From the last direction round to the first [rad], where the directions go all round: where that gap is not much
/// wider than those between them. 0 where the first direction is repeated at the end, and of a sector.
double closing_gap(const std::vector<double>& direction);

/// S(f) = integral D(f, theta) dtheta by the trapezoidal rule, and the spreading D/S, which integrates to 1 at every
/// frequency; uniform over the directions where S = 0. The rule goes across the gap that closes a circle.
/// @param frequency  nF, ascending [Hz]   @param direction  nD, ascending [rad]
/// @param density  nF x nD [m^2/(Hz rad)]   @param closed  false: the rule ends at the last direction
FullDirectionalSpectrum directional_spectrum(std::vector<double> frequency, std::vector<double> direction,
                                             const MatrixX& density, bool closed = true);

/// Where a sector cuts off waves: the larger density at its two ends, of that of its densest direction, each summed
/// over the frequencies. 0 of directions all round.
double density_at_ends(const FullDirectionalSpectrum& spectrum);

}  // namespace swell::waves
