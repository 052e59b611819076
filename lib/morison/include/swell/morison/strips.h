/// Members (tubes, cones) cut into strips, each a Morison element of option 2.
///
/// Per strip of length dL with end diameters D1, D2: normal area (D1 + D2)/2 dL, tangential (skin) area
/// pi (D1 + D2)/2 dL, volume pi/12 (D1^2 + D1 D2 + D2^2) dL (frustum, exact), at the middle of the strip. The sum over
/// strips converges with dL^2. Both ends of a member are wetted where they are under water; an end that is to be dry
/// reaches above the crests, or is cut off at the waterline.
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
  /// Cut at the surface during the run: strips carry their length and are partly wet (Element::length). Else each is a
  /// point, wholly wet or dry, as in WEC-Sim.
  bool cut_at_surface = true;
  /// Cut once, at set-up: only what lies below this height of the surface above the cg at the design pose (body axes
  /// parallel to the world) becomes strips. A member that reaches it is taken to go on above the crests: their
  /// buoyancy counts (Element::beyond).
  std::optional<double> waterline;  ///< [m]
};

/// The member's strips from end a to end b; empty when the waterline leaves nothing or there are mistakes (negative or
/// non-finite diameters and coefficients, ends that coincide, no or two rules for the strips), which go to
/// `diagnostics`.
std::vector<Element> strips(const Member& member, const Origin& origin, Diagnostics& diagnostics);

}  // namespace swell::morison
