/// Joints between two bodies, or between a body and the world: which relative motions they leave free.
///
/// The joint frame of each side is at `location` with `axes`; both coincide in the design pose. The joint's coordinates
/// are the pose of the follower's frame relative to the base's: follower minus base, in the base's joint axes, 0 in the
/// design pose. A joint's effort acts on the follower, its reaction on the base.
///
///   type            coordinates (in this order)             rotation of the follower in the base's joint axes
///   fixed           none                                    1
///   translational   z                                       1
///   rotational      ry                                      Ry(ry)
///   floating_3dof   x, z, ry                                Ry(ry)
///   floating_6dof   x, y, z, rx, ry, rz                     Rx(rx) Ry(ry) Rz(rz)     [WEC-Sim's bushing joint]
///   universal       rx, ry                                  Rx(rx) Ry(ry)
///   spherical       rx, ry, rz                              Rz(rz) Ry(ry) Rx(rx)     [WEC-Sim's spherical joint]
///
/// Rates are the time derivatives of the coordinates. Exception: for the rotation of floating_6dof and spherical they
/// are the relative angular velocity in the base's joint axes. Effort times rate is the power in every case.
#pragma once

#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::bodies {

enum class JointType { fixed, translational, rotational, floating_3dof, floating_6dof, universal, spherical };

/// Index of the world in place of a body.
constexpr int kWorld = -1;

struct Joint {
  std::string name;
  JointType type = JointType::fixed;
  int base = kWorld;                   ///< index into the list of bodies as passed, or kWorld
  int follower = kWorld;               ///< likewise
  Vector3 location = Vector3::Zero();  ///< [m] world, design pose
  Matrix3 axes = Matrix3::Identity();  ///< columns x, y, z of the joint frame, world, design pose
  std::vector<double> extension =
      {};                   ///< initial coordinates [m, rad], one per degree of freedom; empty: not requested
  bool prescribed = false;  ///< the motion is given from outside, see Multibody::n_prescribed()
  Origin origin = {};       ///< where the joint is defined, for messages
};

/// Number of free motions: 0, 1, 1, 3, 6, 2, 3.
int degrees_of_freedom(JointType type);

/// The free motions as indices of a six-vector in joint axes (0 surge ... 5 yaw), in the order of the coordinates.
const std::vector<int>& free_motions(JointType type);

/// "floating-3dof" and so on, as the case file writes it.
const std::string& name_of(JointType type);

/// Joint axes from two directions, any length: columns y x z, y, z. [theory/wec-sim.md, "Joints, end stops, take-offs"]
/// @throws InputError when a direction is zero or |y.z| > 1e-3
Matrix3 joint_axes(const Vector3& z, const Vector3& y, const Origin& origin = {});

/// Joint axes from one direction, the axis of motion: z of translational joints, y of the others. The remaining axes
/// are the world's, turned by the shortest rotation.
/// @throws InputError when the direction is zero
Matrix3 joint_axes_along(JointType type, const Vector3& axis, const Origin& origin = {});

}  // namespace swell::bodies
