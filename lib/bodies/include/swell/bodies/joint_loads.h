/// Loads along one joint coordinate: spring and damper, hard stops. Each gives the effort on the follower.
#pragma once

#include <optional>

#include "swell/base/error.h"
#include "swell/bodies/joint.h"

namespace swell::bodies {

/// effort = -k (q - q0) - c u      [theory/wec-sim.md, "Joints, end stops, take-offs"]
struct SpringDamper {
  double stiffness = 0.0;    ///< k [N/m, N m/rad]
  double damping = 0.0;      ///< c [N s/m, N m s/rad]
  double equilibrium = 0.0;  ///< q0 [m, rad]
};

/// Takes a pretension P (effort at q = 0) instead of an equilibrium: q0 = -P / k gives effort(0) = -P, as in WEC-Sim.
/// @throws InputError when both are given, or the stiffness is 0 and the pretension is not
SpringDamper spring_damper(double stiffness, double damping, double equilibrium, double pretension,
                           const Origin& origin = {});

inline double effort(const SpringDamper& load, double coordinate, double rate) {
  return -load.stiffness * (coordinate - load.equilibrium) - load.damping * rate;
}
double stored_energy(const SpringDamper& load, double coordinate);  ///< [J]
double dissipated_power(const SpringDamper& load, double rate);     ///< [W]

/// Rotation vector [rad] of a joint with three free rotations, base's axes: its direction is the axis of the rotation
/// from the base's axes to the follower's, its length the angle, 0 to pi.
/// @param angles  the three angles among the coordinates of a floating_6dof or spherical joint [docs/joints.md]
Vector3 rotation_vector(JointType type, const Vector3& angles);

/// The same spring for a rotation in space, by its potential V = k |theta - q0 (1, 1, 1)|^2 / 2, theta the rotation
/// vector: about one axis it is linear in the angle, as at a hinge. Moment [N m] on the follower, base's axes:
///   M = -J^-T dV/dtheta,   omega = J theta',   J^-T = 1 + [theta]x / 2 + (1 - a cot a) [theta]x^2 / |theta|^2
/// with a = |theta| / 2 (the left Jacobian of SO(3) [Sola2018, appendix B]); -k theta
/// for q0 = 0. At 180 degrees the moment for q0 = 0 changes sign while V is continuous: the spring acts the shorter
/// way.
Vector3 moment(const SpringDamper& load, const Vector3& theta);
double stored_energy(const SpringDamper& load, const Vector3& theta);  ///< V [J]

/// One side of a hard stop. Defaults are WEC-Sim's, per metre.
struct Stop {
  double bound = 0.0;              ///< [m, rad]
  double stiffness = 1e6;          ///< k
  double damping = 1e3;            ///< c
  double transition_width = 1e-4;  ///< w [m, rad]; 0: no transition
};

/// Beyond a bound, with penetration d and its rate d': -s (k d + c d') against the penetration, s = 3x^2 - 2x^3 with
/// x = d/w up to the transition width w, then 1. [theory/wec-sim.md, "Joints, end stops, take-offs"]
struct HardStop {
  std::optional<Stop> lower = {};
  std::optional<Stop> upper = {};
};

/// @throws InputError when a number is negative or not finite, or the lower bound is not below the upper
void validate(const HardStop& stop, const Origin& origin = {});

double effort(const HardStop& stop, double coordinate, double rate);
/// Energy of the elastic part [J]: k w^2 (3/4 x^4 - 2/5 x^5) within the transition, 0.35 k w^2 + k (d^2 - w^2)/2
/// beyond.
double stored_energy(const HardStop& stop, double coordinate);
double dissipated_power(const HardStop& stop, double coordinate, double rate);  ///< [W]

}  // namespace swell::bodies
