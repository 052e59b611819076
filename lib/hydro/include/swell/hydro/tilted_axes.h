/// Axes that tilt with a body and keep its heading: where linear theory's moments and rotations stand when the tilt is
/// not small.
///
/// They are the world's, carried over by the rotation about a horizontal line that takes the vertical to the body's
/// axis a that is vertical in the design pose. A turn about a moves a alone not at all, so that these axes stay, and a
/// moment without a component along the third of them has none along a: water that has no hold on the spin of a body of
/// revolution gives it none at any tilt. In world axes a moment about a horizontal line has one, tilt times moment.
/// [theory/radiation.md, "Axes"]
#pragma once

#include "swell/base/vector.h"

namespace swell::hydro {

struct TiltedAxes {
  Matrix3 in_world;  ///< columns: the axes; turns components in them into those of the world
  Vector3 up;        ///< a, the third of them

  TiltedAxes() : TiltedAxes(Vector3::UnitZ()) {}
  /// @param up  (0, 0, 1) in the design pose: the third column of the body's rotation. Upside down there is no such
  ///            rotation: there the axes are no longer perpendicular, yet finite
  explicit TiltedAxes(const Vector3& up);

  /// Share of the angular velocity by which a point that turns with the body goes round `up` in these axes [rad/s]:
  /// theirs is omega - spin(omega) up, by e = (0, 0, 1): spin = omega . (e + up) / (1 + e . up).
  double spin(const Vector3& omega) const { return (omega[2] + up.dot(omega)) * inverse_; }
  /// Angular velocity of the axes [rad/s], of a body that turns with omega.
  Vector3 rate(const Vector3& omega) const { return omega - spin(omega) * up; }
  /// Derivative of the components of omega in these axes, less that of omega itself carried over [rad/s2].
  Vector3 carried_rate(const Vector3& omega) const { return spin(omega) * in_world.transpose() * up.cross(omega); }
  /// Moment [N m], world, that carries a momentum p [N m s] round which stands still in these axes, when the kinetic
  /// energy that p belongs to depends on the pose by them alone. Lagrange's equations in the angular velocity of the
  /// world (Kirchhoff 1869; Lamb 1932, 124): rate x p - (e + up) (up . (omega x p)) / (1 + e . up). No power.
  Vector3 moment_of(const Vector3& momentum, const Vector3& omega) const;

 private:
  double inverse_;  ///< 1 / (1 + e . up)
};

}  // namespace swell::hydro
