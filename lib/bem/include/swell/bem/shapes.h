/// Wetted surfaces of simple bodies from their dimensions, as curved elements of exact shape.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "swell/bem/surface.h"

namespace swell::bem {

/// Division of a shape.
struct Resolution {
  int order = 5;        ///< nodes per direction of an element, along the generatrix of a body of revolution; 2 to 12
  int around = 4;       ///< nodes per element around a body of revolution, which has at least four elements
  double size = 1.8;    ///< longest side of an element over half the body's largest breadth
  int edge_levels = 2;  ///< elements that shrink towards a sharp edge
  /// [m] shortest wave: four nodes per wavelength, fewer below its depth of influence; 0: no limit
  double wavelength = 0.0;
};

/// A piece of the generatrix of a body of revolution: a straight line, or up to a quarter of an ellipse. The body is to
/// the left of its direction: up the outside, outwards along the bottom.
struct ProfilePiece {
  double r0 = 0.0, z0 = 0.0, r1 = 0.0, z1 = 0.0;  ///< ends [m]
  bool is_arc = false;                            ///< of an ellipse with the centre and half axes below
  double centre_r = 0.0, centre_z = 0.0, half_r = 0.0, half_z = 0.0;
  double angle0 = 0.0, angle1 = 0.0;  ///< [rad] r = centre_r + half_r cos, z = centre_z + half_z sin
  bool sharp0 = true, sharp1 = true;  ///< the profile has a corner at the end
};

/// Cuts off the part above z = 0; the end at the water is not sharp.
std::vector<ProfilePiece> below_water(const std::vector<ProfilePiece>& profile);

/// Elements of a body of revolution about the vertical through (x, y). `stretch` scales its breadth along its own y
/// axis, which has the heading `yaw` [rad].
std::vector<Element> revolution(const std::vector<ProfilePiece>& profile, double x, double y, double stretch,
                                const Resolution& resolution, double yaw = 0.0);

/// Profile of a polyline from its lower end; a point on the axis closes the body.
std::vector<ProfilePiece> polyline_profile(const std::vector<std::pair<double, double>>& rz);
/// Profile of an ellipsoid (sphere) centred on the axis, or of a torus if `ring` is above half_r.
std::vector<ProfilePiece> ellipse_profile(double half_r, double half_z, double z, double ring = 0.0);

/// Rectangular box about `centre` with heading `yaw` [rad], cut at the water.
std::vector<Element> box(const Vector3& lengths, const Vector3& centre, double yaw, const Resolution& resolution);

/// Plane rectangle without sharp edges; corners anticlockwise seen from the water.
std::vector<Element> rectangle(const std::array<Vector3, 4>& corners, const Resolution& resolution);

}  // namespace swell::bem
