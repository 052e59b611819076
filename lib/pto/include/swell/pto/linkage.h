/// Linkages between a rotating flap and a straight rod: kinematics and the torque of a rod force.
///
/// With ratio = d(rod position)/d(angle): rod velocity = ratio * angular velocity. By virtual work a force F on the rod
/// end along +position is the torque ratio * F on the flap. PTO-Sim's crank block returns the negative torque, its
/// adjustable rod the same sign.
///   crank  y = r sin(q) + sqrt(L^2 - (r cos(q) - e)^2) - sqrt(L^2 - (r - e)^2)
///   rod    x = sqrt((r cos(q) - e)^2 + (d - r sin(q))^2) - L_0,  d = sqrt(L_0^2 - (r - e)^2)
#pragma once

namespace swell::pto {

/// Rotary to linear crank.
struct Crank {
  double crank = 0.0;   ///< r [m]
  double offset = 0.0;  ///< e [m]
  double rod = 0.0;     ///< L [m]
};

/// Rotary to linear adjustable rod: a rod of variable length.
struct AdjustableRod {
  double crank = 0.0;       ///< r [m]
  double offset = 0.0;      ///< e [m]
  double rod_length = 0.0;  ///< L_0 [m] at q = 0
};

struct LinkagePoint {
  double position;  ///< of the rod [m], 0 at q = 0
  double ratio;     ///< d(position)/dq [m/rad]
};

/// Throws InputError when the linkage cannot be assembled at q = 0.
void check(const Crank& linkage);
void check(const AdjustableRod& linkage);
/// Evaluates at the angle q [rad]. The crank stays at the dead point if the rod is too short to follow.
LinkagePoint evaluate(const Crank& linkage, double q);
LinkagePoint evaluate(const AdjustableRod& linkage, double q);

}  // namespace swell::pto
