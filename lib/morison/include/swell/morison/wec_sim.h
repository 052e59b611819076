/// Morison forces exactly as in WEC-Sim 7.1, including its errors, for `reproduce: wec-sim`.
///
/// Differences from element.h: the arm is rotated by Q, a transpose with one wrong factor; velocity and acceleration of
/// the element use the arm in body axes, not rotated; option 1 projects the coefficients on world axes instead of the
/// flow on body axes; an element above z = 0 is dropped in any wave; the force is evaluated once per wave direction and
/// summed, so body drag counts once per direction; without waves option 2 has no current. Source: WEC-Sim
/// `source/functions/simulink/model/*Morison*`.
#pragma once

#include <cstddef>

#include "swell/morison/element.h"

namespace swell::morison {

/// Inputs of WEC-Sim's blocks. `acceleration` is delayed twice.
struct WecSimMotion {
  Vector6 pose = Vector6::Zero();          ///< cg in the world, roll, pitch, yaw [m, rad]
  Vector6 velocity = Vector6::Zero();      ///< of the cg; angular velocity in the world [m/s, rad/s]
  Vector6 acceleration = Vector6::Zero();  ///< [m/s2, rad/s2]
};

/// WEC-Sim's matrix Q of roll, pitch, yaw, element (1,3) as in its code.
Matrix3 wec_sim_turn(const Vector3& roll_pitch_yaw);

/// Point where WEC-Sim evaluates the waves: cg + Q r [m].
Vector3 wec_sim_element_point(const Element& element, const Vector6& pose);

/// Wrench on the body about the cg [N, N m] in waves. `fluids` has `count` flows, one per wave direction, each with the
/// current included. Parts as in element.h.
ElementWrench wec_sim_force_in_waves(const Element& element, const WecSimMotion& body, const Fluid* fluids,
                                     std::size_t count, double density);

/// The same in still water with a current [m/s].
ElementWrench wec_sim_force_without_waves(const Element& element, const WecSimMotion& body, const Vector3& current,
                                          double density);

}  // namespace swell::morison
