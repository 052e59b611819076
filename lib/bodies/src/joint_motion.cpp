#include "joint_motion.h"

#include <algorithm>
#include <cmath>

#include "swell/base/angle_moment.h"

namespace swell::bodies {
namespace {

Matrix3 rotation_y(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Matrix3 R;
  R << c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c;
  return R;
}

Matrix3 rotation_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Matrix3 R;
  R << 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c;
  return R;
}

Matrix3 rotation_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  Matrix3 R;
  R << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return R;
}

}  // namespace

Quaternion rotation_by(const Vector3& w) {
  const double angle = w.norm();
  // sin(x/2)/x to round-off where the quotient would be 0/0
  const double factor = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
  const Vector3 v = factor * w;
  return Quaternion(std::cos(0.5 * angle), v.x(), v.y(), v.z());
}

Matrix3 rotation_from_xyz(const Vector3& angles) {
  return rotation_x(angles.x()) * rotation_y(angles.y()) * rotation_z(angles.z());
}

Vector3 xyz_angles(const Matrix3& R) {
  return Vector3(std::atan2(-R(1, 2), R(2, 2)), std::asin(std::clamp(R(0, 2), -1.0, 1.0)),
                 std::atan2(-R(0, 1), R(0, 0)));
}

JointMotion joint_motion(JointType type, const double* q, const double* u, bool angles) {
  JointMotion m;
  switch (type) {
    case JointType::fixed:
      break;
    case JointType::translational:
      m.d.z() = q[0];
      m.D(2, 0) = 1.0;
      break;
    case JointType::rotational:
      m.R = rotation_y(q[0]);
      m.W(1, 0) = 1.0;
      break;
    case JointType::floating_3dof:
      m.d = Vector3(q[0], 0.0, q[1]);
      m.D(0, 0) = 1.0;
      m.D(2, 1) = 1.0;
      m.R = rotation_y(q[2]);
      m.W(1, 2) = 1.0;
      break;
    case JointType::floating_6dof:
      m.d = Vector3(q[0], q[1], q[2]);
      m.D.leftCols<3>().setIdentity();
      m.W.rightCols<3>().setIdentity();
      m.R = angles ? rotation_from_xyz(Vector3(q[3], q[4], q[5])) : unit_quaternion(q + 3).toRotationMatrix();
      break;
    case JointType::universal: {
      const Matrix3 Rx = rotation_x(q[0]);
      m.R = Rx * rotation_y(q[1]);
      m.W(0, 0) = 1.0;
      m.W.col(1) = Rx.col(1);
      m.w_bias = u[0] * u[1] * Rx.col(2);  // rx' ex x (Rx ey) ry'
      break;
    }
    case JointType::spherical:
      m.W.leftCols<3>().setIdentity();
      m.R = angles ? rotation_from_roll_pitch_yaw(Vector3(q[0], q[1], q[2])) : unit_quaternion(q).toRotationMatrix();
      break;
  }
  return m;
}

int counted_angles(JointType type) {
  if (type == JointType::rotational || type == JointType::floating_3dof) return 1;
  return type == JointType::universal ? 2 : 0;
}

void joint_angles(JointType type, const Matrix3& R, const double* near, double* out) {
  switch (type) {
    case JointType::fixed:
    case JointType::translational:
      break;
    case JointType::rotational:
    case JointType::floating_3dof:
      out[0] = nearest_turn(std::atan2(R(0, 2), R(0, 0)), near[0]);
      break;
    case JointType::universal:
      out[0] = nearest_turn(std::atan2(R(2, 1), R(1, 1)), near[0]);
      out[1] = nearest_turn(std::atan2(R(0, 2), R(0, 0)), near[1]);
      break;
    case JointType::floating_6dof:
      Eigen::Map<Vector3>(out, 3) = xyz_angles(R);
      break;
    case JointType::spherical:
      Eigen::Map<Vector3>(out, 3) = roll_pitch_yaw(R);
      break;
  }
}

}  // namespace swell::bodies
