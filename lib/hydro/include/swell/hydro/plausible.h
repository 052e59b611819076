/// Numbers that water, a planet and hydrostatics can have. What lies outside is another unit, or damage.
#pragma once

#include <string>

#include "swell/base/vector.h"

namespace swell::hydro {

/// [kg/m^3] lighter than any oil, heavier than mercury: 1.025 (t/m^3) is none.
constexpr double kLeastDensity = 100.0, kMostDensity = 20000.0;
/// [m/s^2] of moons and planets: 32.2 (ft/s^2) is none.
constexpr double kLeastGravity = 1.0, kMostGravity = 25.0;

/// False for what is no number, too.
bool is_liquid(double density);
/// Files of coefficients (tables, H5, what `bemio convert` writes) may say 1: coefficients per density, normalised. The
/// water of a case, of a run or of a figure may not.
bool is_normalised(double density);
bool is_gravity(double gravity);

/// What forbids C to be a hydrostatic stiffness, as the end of a sentence ("is not symmetric: ..."); empty when nothing
/// does: surge, sway and yaw feel nothing, symmetric but for the column of yaw (`upper_alone`: or zero below the
/// diagonal), and no row whose diagonal vanishes while it couples.
std::string odd_stiffness(const Matrix6& C, bool upper_alone);

}  // namespace swell::hydro
