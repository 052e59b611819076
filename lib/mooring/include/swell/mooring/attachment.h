/// How a mooring meets a body: the motion of a point fixed in the body, and the wrench of a force there about the cg.
#pragma once

#include "swell/base/vector.h"

namespace swell::mooring {

/// Motion of a body at its centre of gravity, all in world axes.
struct BodyMotion {
  Vector6 pose = Vector6::Zero();      ///< position [m] of the cg and roll-pitch-yaw [rad]
  Vector6 velocity = Vector6::Zero();  ///< velocity [m/s] of the cg and angular velocity [rad/s]
};

/// Motion of a point, world axes.
struct PointMotion {
  Vector3 position = Vector3::Zero();      ///< [m]
  Vector3 velocity = Vector3::Zero();      ///< [m/s]
  Vector3 acceleration = Vector3::Zero();  ///< [m/s^2], where somebody knows it: what hinges on the point needs it
};

/// The point that lies at `p_BP_B` [m] from the cg in body axes.
inline PointMotion point_on_body(const BodyMotion& body, const Vector3& p_BP_B) {
  const Vector3 arm_W = rotation_from_roll_pitch_yaw(body.pose.tail<3>()) * p_BP_B;
  return {body.pose.head<3>() + arm_W, body.velocity.head<3>() + body.velocity.tail<3>().cross(arm_W), Vector3::Zero()};
}

/// Wrench about the cg [N, N m] of a force [N] at the world point `p_WP` [m], world axes.
inline Vector6 wrench_about_cg(const BodyMotion& body, const Vector3& p_WP, const Vector3& force) {
  Vector6 wrench;
  wrench << force, (p_WP - body.pose.head<3>()).cross(force);
  return wrench;
}

}  // namespace swell::mooring
