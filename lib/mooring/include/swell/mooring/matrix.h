/// Linear mooring by matrices, in WEC-Sim's convention (MooringMatrix).
#pragma once

#include "swell/base/error.h"
#include "swell/mooring/attachment.h"

namespace swell::mooring {

/// F = preload - K (x - [location; 0]) - C v at the attachment, world axes. x is the absolute pose of the attachment
/// (its position and the body's roll-pitch-yaw), v its velocity and the body's angular velocity in world axes. The
/// preload is a force, not an offset of the spring. With `potential` the moments of K and preload do the work of roll,
/// pitch and yaw (lib/base/angle_moment.h), so that the wrench of a symmetric K is the gradient of stored_energy at any
/// pose; without it they act about the world's axes as they are, as WEC-Sim has it.
struct MatrixMooring {
  Vector3 location = Vector3::Zero();      ///< [m] design position of the attachment, world
  Vector3 displacement = Vector3::Zero();  ///< [m] initial displacement: moves the attachment, not the spring's zero
  Vector6 preload = Vector6::Zero();       ///< [N, N m]
  Matrix6 stiffness = Matrix6::Zero();     ///< K [N/m, N/rad; N m/m, N m/rad]
  Matrix6 damping = Matrix6::Zero();       ///< C, the same shape, per second
  bool potential = true;
};

/// Refuses values that are not finite; warns of a damping matrix that feeds energy in.
void check(const MatrixMooring& mooring, const Origin& origin, Diagnostics& diagnostics);

/// Where the attachment sits in the body [m, body axes, from the cg], for a body drawn with its cg at `cg_design` and
/// started with a displacement of mooring.displacement: the attachment moves with the body.
Vector3 attachment_in_body(const MatrixMooring& mooring, const Vector3& cg_design);

/// Pose and velocity of the attachment as the law reads them: ([m], [rad]) and ([m/s], [rad/s]).
void attachment_state(const BodyMotion& body, const Vector3& p_BP_B, Vector6& pose, Vector6& velocity);

/// Wrench on the body about its cg [N, N m], world axes.
Vector6 wrench(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body);

/// Energy of spring and preload [J], 0 at the design position: 1/2 dx'K dx - preload'dx. The unsymmetric part of K has
/// none and shows in the power instead; without `potential` it is an energy for small rotations only.
double stored_energy(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body);

/// Power taken out of the body by the damping matrix, v'C v [W].
double dissipated_power(const MatrixMooring& mooring, const Vector3& p_BP_B, const BodyMotion& body);

}  // namespace swell::mooring
