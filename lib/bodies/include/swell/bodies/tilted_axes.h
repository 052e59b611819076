/// Axes that tilt with a body and keep its heading, for the moments and rotations of linear theory at large tilt.
///
/// They are the world axes, turned about a horizontal line by the rotation that takes the vertical to the body's axis a
/// (vertical in the design pose). A rotation of the body about a does not change them. A moment without a component
/// along the third axis has none along a, so hydrodynamic moments on a body of revolution cause no spin at any tilt. In
/// world axes a moment about a horizontal line has a component along a: tilt times moment.
///
/// For an inverted body that rotation has no defined direction, and near there the axes would turn at any rate. Between
/// tilts of 60 and 120 degrees, beyond the range of linear theory, its angle therefore returns to zero: above, the axes
/// are the world axes. The axes are orthogonal at any tilt and do not change a motion in one plane.
/// [theory/radiation.md, "Axes"]
#pragma once

#include "swell/base/vector.h"

namespace swell::bodies {

class TiltedAxes {
 public:
  TiltedAxes() = default;  ///< upright
  /// @param up  a: the third column of the body's rotation, (0, 0, 1) in the design pose
  explicit TiltedAxes(const Vector3& up);

  Matrix3 in_world = Matrix3::Identity();  ///< Q; its columns are the axes

  /// Part of the derivative of Q^T omega [rad/s2] due to the rotation of the axes; omega of the body, world.
  Vector3 carried_rate(const Vector3& omega) const;

  /// Moment [N m], world, in addition to Q g' when g [N m s] is the derivative of a kinetic energy by the rates Q^T
  /// omega. Lagrange's equations in the angular velocity of the world (Kirchhoff's) [Lamb1932, 124]:
  /// Q' g - omega x Q g - (omega . dQ_k g), dQ_k the change of Q by a rotation about axis k. Its power is zero.
  Vector3 moment_of(const Vector3& g, const Vector3& omega) const;

 private:
  Vector3 up_ = Vector3::UnitZ(), across_ = Vector3::Zero();  ///< a; v = e x a
  // Q = 1 + alpha [v]x + beta [v]x^2, and the derivatives of alpha and beta by a_z.
  double alpha_ = 1.0, beta_ = 0.5, alpha_by_z_ = 0.0, beta_by_z_ = -0.25;
  bool whole_ = true;  // the axes tilt with the body: the third of them is a
};

/// Inertia of a body in its tilted axes.   @param inertia  world
inline Matrix3 by_axes(const Matrix3& inertia, const TiltedAxes& axes) {
  return axes.in_world.transpose() * inertia * axes.in_world;
}
inline Matrix6 by_axes(const Matrix6& inertia, const TiltedAxes& axes) {
  Matrix6 J = Matrix6::Identity();
  J.bottomRightCorner<3, 3>() = axes.in_world;
  return J.transpose() * inertia * J;
}

}  // namespace swell::bodies
