/// Morison forces exactly as WEC-Sim 7.1 computes them, slips included, for `reproduce: wec-sim`.
///
/// Differences from element.h: the arm is turned by Q, a transpose with one wrong factor; velocity and acceleration
/// of the element use the arm in body axes, unturned; the coefficients of option 1 are projected on the world axes
/// instead of the flow on the body's; an element above the mean level z = 0 is dropped whatever the wave; the force is
/// evaluated once per wave direction and summed, so body drag counts as often as there are directions; without waves
/// option 2 sees no current. Source: WEC-Sim `source/functions/simulink/model/*Morison*`.
#pragma once

#include <cstddef>

#include "swell/morison/element.h"

namespace swell::morison {

/// State as WEC-Sim's blocks see it. `acceleration` is the twice delayed one.
struct WecSimMotion {
  Vector6 pose = Vector6::Zero();          ///< cg in the world, roll, pitch, yaw [m, rad]
  Vector6 velocity = Vector6::Zero();      ///< of the cg; angular velocity in the world [m/s, rad/s]
  Vector6 acceleration = Vector6::Zero();  ///< [m/s2, rad/s2]
};

/// WEC-Sim's matrix Q of roll, pitch, yaw, element (1,3) as in its code.
Matrix3 wec_sim_turn(const Vector3& roll_pitch_yaw);

/// Place where WEC-Sim evaluates the waves: cg + Q r [m].
Vector3 wec_sim_element_point(const Element& element, const Vector6& pose);

/// Wrench on the body about the cg [N, N m], in waves: `fluids` holds `count` flows, one per wave direction, each with
/// the current included. Part by part, as element.h has them.
ElementWrench wec_sim_force_in_waves(const Element& element, const WecSimMotion& body, const Fluid* fluids,
                                     std::size_t count, double density);

/// The same in still water with a current [m/s].
ElementWrench wec_sim_force_without_waves(const Element& element, const WecSimMotion& body, const Vector3& current,
                                          double density);

}  // namespace swell::morison
