/// Shapes of flat panels from rings of points: bodies of revolution about an axis that is not vertical, hulls from
/// stations; and checks of the numbers that shapes are given by. Private.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/bem/device.h"

namespace swell::bem {

/// Points [radius, height] of `revolution`, so that the body lies to the left.
std::vector<std::pair<double, double>> profile_points(ParameterReader& read);
/// Refuses lengths that are millimetres.
bool is_in_metres(const Parameter& shape, Diagnostics& diagnostics);

/// `axis` as a unit vector, pointing up or, if level, as given.
Vector3 read_axis(ParameterReader& read, const Vector3& usual);
/// Cylinder between half spheres, `half` the whole length over 2.
std::vector<ProfilePiece> capsule_profile(double radius, double half);
/// Body of revolution about `axis` through `at`. The profile's heights are along the axis; it begins and ends on the
/// axis, or closes. Circles are polygons of the same area.
Geometry revolution_about(const std::vector<ProfilePiece>& profile, Vector3 axis, const Vector3& at, double yaw);
/// `stations`: {x, points: [[y, z], ...]} from the keel to the deck at y >= 0, the other side mirrored; straight
/// between them, closed at the ends and by a deck.
Geometry read_hull(ParameterReader& read, const Vector3& at, double yaw);
/// Box whose two long bottom edges are cut off at 45 degrees.
Geometry chamfered_box(const Vector3& lengths, double chamfer, const Vector3& centre, double yaw);

}  // namespace swell::bem
