/// The seabed as a shared object: type `seabed`, read by `seabed-contact` and by user components.
#pragma once

#include "swell/base/vector.h"

namespace swell::components {

/// A plane with its contact law.
struct Seabed {
  double level = 0.0;                               ///< [m] z at x = y = 0
  Eigen::Vector2d slope = Eigen::Vector2d::Zero();  ///< dz/dx, dz/dy
  double stiffness = 0.0, damping = 0.0;            ///< [N/m] [N s/m] along the normal, per touching point
  double friction = 0.0;                            ///< coefficient of Coulomb friction

  double height(double x, double y) const { return level + slope.x() * x + slope.y() * y; }  ///< [m]
  Vector3 normal() const { return Vector3(-slope.x(), -slope.y(), 1.0).normalized(); }       ///< upwards
  /// Depth of a point below the plane along the normal [m], negative above it.
  double penetration(const Vector3& p_W) const { return (height(p_W.x(), p_W.y()) - p_W.z()) * normal().z(); }
};

}  // namespace swell::components
