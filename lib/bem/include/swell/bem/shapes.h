/// Surfaces from dimensions: what is under the still water of simple bodies, as curved elements of exact shape.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

/// How finely a shape is divided.
struct Resolution {
  int order = 5;        ///< nodes per direction of an element, along the generatrix of a body of revolution; 2 to 12
  int around = 4;       ///< nodes per element around a body of revolution, of which there are four elements at least
  double size = 1.8;    ///< longest side of an element over half the body's greatest breadth
  int edge_levels = 2;  ///< elements that shrink towards a sharp edge
  /// [m] of the shortest waves: four nodes to it, fewer at depths that it does not reach; 0: no limit
  double wavelength = 0.0;
};

/// A piece of the generatrix of a body of revolution, run through so that the body lies to the left: up the outside,
/// outwards along the bottom. A straight line, or a quarter of an ellipse or less.
struct ProfilePiece {
  double r0 = 0.0, z0 = 0.0, r1 = 0.0, z1 = 0.0;  ///< ends [m]
  bool is_arc = false;                            ///< of an ellipse with the centre and half axes below
  double centre_r = 0.0, centre_z = 0.0, half_r = 0.0, half_z = 0.0;
  double angle0 = 0.0, angle1 = 0.0;  ///< [rad] r = centre_r + half_r cos, z = centre_z + half_z sin
  bool sharp0 = true, sharp1 = true;  ///< whether the profile turns at its ends
};

/// Cuts what is above z = 0 off; the end at the water is not sharp.
std::vector<ProfilePiece> below_water(const std::vector<ProfilePiece>& profile);

/// Elements of a body of revolution about the vertical through (x, y); `stretch` scales its breadth along its own y
/// axis, which is turned by `yaw` [rad].
std::vector<Element> revolution(const std::vector<ProfilePiece>& profile, double x, double y, double stretch,
                                const Resolution& resolution, double yaw = 0.0);

/// Profile of a polyline from the lower end on; a point on the axis closes the body.
std::vector<ProfilePiece> polyline_profile(const std::vector<std::pair<double, double>>& rz);
/// Profile of an ellipsoid (sphere) with its centre on the axis, of a torus when `ring` is above half_r.
std::vector<ProfilePiece> ellipse_profile(double half_r, double half_z, double z, double ring = 0.0);

/// Rectangular box about `centre`, turned by `yaw` [rad], cut at the water.
std::vector<Element> box(const Vector3& lengths, const Vector3& centre, double yaw, const Resolution& resolution);

/// Plane rectangle without sharp edges; corners anticlockwise seen from the water.
std::vector<Element> rectangle(const std::array<Vector3, 4>& corners, const Resolution& resolution);

}  // namespace swell::bem
