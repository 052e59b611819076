/// The most power that bodies can take from waves.
#pragma once

#include <optional>
#include <vector>

#include "swell/hydro/coefficients.h"
#include "swell/hydro/excitation.h"

namespace swell::hydro {

/// Returns the largest mean power [W] that any law, linear or not, can take from these waves by the motions `rows`:
/// with velocities v the waves give Re(F* v)/2 and v* B v/2 is radiated, so that F* B^-1 F/8 is left at most, summed
/// over the frequencies [Falnes2002]. Infinite where a force acts on a motion without damping.
/// @param rows  motions that are free to move, as rows of excitation and radiation
/// @param at    [rad/s] the only frequency of constant coefficients; absent: each its own
double greatest_power(const LinearExcitation& excitation, const RadiationCoefficients& radiation,
                      const std::vector<int>& rows, std::optional<double> at = {});

}  // namespace swell::hydro
