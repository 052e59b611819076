/// Plausible densities and gravities. What lies outside is another unit, or damage.
#pragma once

namespace swell::hydro {

/// [kg/m^3] lighter than any oil, heavier than mercury: 1.025 (t/m^3) lies outside.
constexpr double kLeastDensity = 100.0, kMostDensity = 20000.0;
/// [m/s^2]: 32.2 (ft/s^2) lies outside.
constexpr double kLeastGravity = 1.0, kMostGravity = 25.0;

/// False for what is no number, too.
bool is_liquid(double density);
/// Files of coefficients (tables, H5, what `bemio convert` writes) may say 1: coefficients per density, normalised. The
/// water of a case, of a run or of a figure may not.
bool is_normalised(double density);
bool is_gravity(double gravity);

}  // namespace swell::hydro
