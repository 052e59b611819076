/// Moments that do the work of three angles.
#pragma once

#include <algorithm>
#include <cmath>

#include "swell/base/vector.h"

namespace swell {

/// The moment M [N m] whose power M . omega is roll' t0 + pitch' t1 + yaw' t2, in the axes in which
/// R = Rz(yaw) Ry(pitch) Rx(roll) turns: the gradient of an energy in these angles as a vector. With
///   omega = Rz Ry e_x roll' + Rz e_y pitch' + e_z yaw'
/// it is (t0 + t2 sin pitch) / cos pitch along Rz e_x, t1 along Rz e_y and t2 along e_z. No angles of three numbers go
/// through pitch = +-90 deg; nearer to it than 1e-6 rad the moment is that of 1e-6 rad.
inline Vector3 moment_of_angles(const Vector3& roll_pitch_yaw, const Vector3& t) {
  const double c = std::cos(roll_pitch_yaw.z()), s = std::sin(roll_pitch_yaw.z());
  const double level = (t.x() + t.z() * std::sin(roll_pitch_yaw.y())) / std::max(std::cos(roll_pitch_yaw.y()), 1e-6);
  return {level * c - t.y() * s, level * s + t.y() * c, t.z()};
}

/// The angle [rad] that differs from this one by whole turns and is nearest to `near`.
inline double nearest_turn(double angle, double near) {
  return angle + 2.0 * kPi * std::round((near - angle) / (2.0 * kPi));
}

}  // namespace swell
