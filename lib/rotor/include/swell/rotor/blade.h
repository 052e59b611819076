/// Rotor coefficients from the blade geometry: blade-element momentum theory.
///
/// The inflow angle of each element is the root of Ning's residual in a known bracket. Prandtl's losses at tip and hub;
/// Buhl's thrust above an induction of 0.4. Steady, uniform, axial wind; rigid blades without prebend.
/// Source: [Ning2014], [Buhl2005].
#pragma once

#include <filesystem>
#include <vector>

#include "swell/rotor/performance.h"

namespace swell::rotor {

/// Lift and drag of a profile, linear between the angles of attack.
struct Polar {
  std::vector<double> angle, lift, drag;  ///< [rad] ascending, -, -
};

struct Blade {
  /// By radius from the rotor's axis [m], ascending, along the blade.
  std::vector<double> radius, chord, twist;  ///< [m], [m], [rad]
  std::vector<std::size_t> polar;            ///< index of the profile; interpolated between two radii
  std::vector<Polar> polars;
  int count = 3;
  double hub_radius = 0.0, tip_radius = 0.0;  ///< [m] along the blade
  double cone = 0.0;                          ///< [rad]
};

/// Result of one element: inflow angle [rad], axial and tangential induction, normal and tangential force coefficient
/// based on the local speed.
struct Element {
  double inflow = 0.0, axial = 0.0, tangential = 0.0, normal = 0.0, drive = 0.0, speed_ratio = 0.0;
};
/// @param speed_ratio  tip-speed ratio times radius over tip radius: speed of the element over the wind
Element solve_element(const Blade& blade, double radius, double speed_ratio, double pitch);

/// @param disc_radius  [m] reference radius of the coefficients and the tip-speed ratio
Coefficients coefficients(const Blade& blade, double disc_radius, double tip_speed_ratio, double pitch);
/// Tip-speed ratios 1 to 15 by 0.5, pitch -5 to 35 deg by 1 deg.
Performance performance_of(const Blade& blade, double disc_radius);

/// Rows of four numbers: radius [m], chord [m], twist [deg], profile number from 1. Rows of seven or more are
/// AeroDyn's: distance from the hub, .., twist in column 5, chord in 6, profile in 7. Other lines are ignored.
/// @throws InputError
void read_blade(const std::filesystem::path& file, Blade& blade, const Origin& asked_by);
/// Rows of three or four numbers: angle of attack [deg], lift, drag. AeroDyn's profile files are accepted too.
/// @throws InputError unless the angles ascend from -180 to 180 deg
Polar read_polar(const std::filesystem::path& file, const Origin& asked_by);

}  // namespace swell::rotor
