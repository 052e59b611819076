/// Shapes of flat panels from rings of points: bodies of revolution about a non-vertical axis, hulls from stations.
/// Checks of the dimensions of shapes. Private.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/bem/device.h"

namespace swell::bem {

/// Points [radius, height] of `revolution`, ordered so that the body is to the left.
std::vector<std::pair<double, double>> profile_points(ParameterReader& read);
/// Rejects lengths in millimetres.
bool is_in_metres(const Parameter& shape, Diagnostics& diagnostics);

/// `axis` as a unit vector, pointing up or, if level, as given.
Vector3 read_axis(ParameterReader& read, const Vector3& usual);
/// Cylinder between half spheres; `half` is half the total length.
std::vector<ProfilePiece> capsule_profile(double radius, double half);
/// Body of revolution about `axis` through `at`. The profile's heights are along the axis; it starts and ends on the
/// axis, or is closed. Circles are polygons of the same area.
Geometry revolution_about(const std::vector<ProfilePiece>& profile, Vector3 axis, const Vector3& at, double yaw);
/// `stations`: {x, points: [[y, z], ...]} from keel to deck at y >= 0; the other side is mirrored. Straight between
/// stations, closed at the ends and by a deck.
Geometry read_hull(ParameterReader& read, const Vector3& at, double yaw);
/// Box with its two long bottom edges chamfered at 45 degrees.
Geometry chamfered_box(const Vector3& lengths, double chamfer, const Vector3& centre, double yaw);

}  // namespace swell::bem
