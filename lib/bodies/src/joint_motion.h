/// The relative motion that one joint allows, in the base's joint axes.
#pragma once

#include "swell/bodies/joint.h"

namespace swell::bodies {

struct JointMotion {
  Matrix3 R = Matrix3::Identity();                                      ///< follower's joint axes in the base's
  Vector3 d = Vector3::Zero();                                          ///< [m] follower's joint origin from the base's
  Eigen::Matrix<double, 3, 6> D = Eigen::Matrix<double, 3, 6>::Zero();  ///< d' = D u
  Eigen::Matrix<double, 3, 6> W = Eigen::Matrix<double, 3, 6>::Zero();  ///< relative angular velocity = W u
  Vector3 w_bias = Vector3::Zero();                                     ///< W' u
};

/// Quaternion coordinates, four in the place of three angles, for floating_6dof and spherical.
inline bool has_quaternion(JointType type) { return type == JointType::floating_6dof || type == JointType::spherical; }

/// @param q  coordinates of the joint; with `angles`, rotations of floating_6dof and spherical as angles
/// @param u  rates of the joint
JointMotion joint_motion(JointType type, const double* q, const double* u, bool angles);

/// The unit quaternion nearest to four numbers w, x, y, z.
inline Quaternion unit_quaternion(const double* q) { return Quaternion(q[0], q[1], q[2], q[3]).normalized(); }

/// exp(w) as a quaternion, w a rotation vector [rad].
Quaternion rotation_by(const Vector3& w);

/// R = Rx(a) Ry(b) Rz(c) from the angles and back.
Matrix3 rotation_from_xyz(const Vector3& angles);
Vector3 xyz_angles(const Matrix3& R);

/// The joint's rotation coordinates as angles from the relative rotation R. Rotations about y and universal joints give
/// the principal value; `near` adds the turns that bring it next to the angles given there.
void joint_angles(JointType type, const Matrix3& R, const double* near, double* out);

/// Number of rotational coordinates whose turns are counted.
int counted_angles(JointType type);

}  // namespace swell::bodies
