/// Members (tubes, cones) cut into strips, each a Morison element of option 2.
///
/// Per strip of length dL with end diameters D1, D2: normal area (D1 + D2)/2 dL, tangential (skin) area
/// pi (D1 + D2)/2 dL, volume pi/12 (D1^2 + D1 D2 + D2^2) dL (frustum, exact), at the middle of the strip. The sum over
/// The sum over strips converges with dL^2. Submerged ends of a member are wetted; a dry end must reach above the
/// crests or be cut off at the waterline.
#pragma once

#include <optional>
#include <vector>

#include "swell/morison/element.h"

namespace swell::morison {

struct Member {
  Vector3 end_a = Vector3::Zero();     ///< from the cg, body axes [m]
  Vector3 end_b = Vector3::UnitZ();    ///< from the cg, body axes [m]
  double diameter_a = 0.0;             ///< [m]
  double diameter_b = 0.0;             ///< [m]
  double drag_normal = 0.0;            ///< Cd on the projected area [-]
  double drag_tangential = 0.0;        ///< Cd on the skin [-]
  double added_mass_normal = 0.0;      ///< Ca [-]
  double added_mass_tangential = 0.0;  ///< Ca [-]
  /// Exactly one of the two: number of strips, or greatest length of a strip [m].
  std::optional<int> count;
  std::optional<double> strip_length;
  /// Cut at the surface during the run: strips have a length and may be partly wet (Element::length). Otherwise each
  /// strip is a point, fully wet or dry, as in WEC-Sim.
  bool cut_at_surface = true;
  /// Cut once, at set-up: only the part below this height of the surface above the cg in the design pose (body axes
  /// parallel to the world) becomes strips. A member that reaches the height is assumed to extend above the crests,
  /// whose buoyancy counts (Element::beyond).
  std::optional<double> waterline;  ///< [m]
};

/// Returns the member's strips from end a to end b; empty if nothing is below the waterline or after errors (negative
/// or non-finite diameters and coefficients, coincident ends, not exactly one rule for the strips), which go to
/// `diagnostics`.
std::vector<Element> strips(const Member& member, const Origin& origin, Diagnostics& diagnostics);

}  // namespace swell::morison
