/// Limit of wave steepness.
#pragma once

#include <cmath>
#include <optional>

#include "swell/base/constants.h"

namespace swell::waves {

/// Largest ratio of wave height to length in deep water [Miche1944].
constexpr double kSteepest = 0.142;
/// Greatest height [m] of a wave of this wavenumber [1/m] in water of this depth [m].
inline double steepest_height(double k, const std::optional<double>& depth) {
  return kSteepest * 2.0 * kPi / k * (depth ? std::tanh(k * *depth) : 1.0);
}

}  // namespace swell::waves
