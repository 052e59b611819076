// The equations of motion of bodies that float freely and of one that slides on each, if any, their added mass in axes
// that tilt and between those two alone. By speeds in those axes J^T M J is constant but for the arm and the axis of
// the slide and for how the rigid bodies have turned; translations are eliminated ahead, so that four speeds at most
// are left. [theory/numerics/bodies.md, eq. 12] Private to the library.
#pragma once

#include <memory>
#include <vector>

#include "swell/bodies/body_matrix.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// What never changes. M: masses and added mass, symmetric. A turn: one of the three angular speeds by the tilted axes,
/// or the slide, the fourth.
struct FloatingMass {
  int body = 0, slider = -1;  ///< -1: nothing slides
  int joint = 0;              ///< of the body with the world
  int speed = 0, slide = -1;  ///< the body's first speed, the slide's
  int effort = 0;             ///< the slide's
  Matrix3 inertia;            ///< [kg m2] of the rigid bodies, added up, by the body's axes

  using Row = double[4];
  double free_translation[3][3]{};  ///< inverse of the mass that resists translation
  Row translations_by_turns[3]{};   ///< forces on both, row by row, without arm
  Row turns_by_turns[4]{};          ///< likewise, column by column; 1 for a slide that is none
  double all_by_slider[3][3]{};     ///< forces on both by the slider's translation
  Row turns_by_slider[3]{};         ///< moments on both by it, column by column
  double slider_by_slider[3][3]{};  ///< forces on it
  Row momentum[9]{};   ///< moment of momentum of added mass by translations of the body, of the slider, turns; columns
  Row change[3][3]{};  ///< forces on the body, on the slider and moment by the rate of turns, of added mass, in columns
};

/// One for each body that floats. Null where the mechanism is another one or an M is not symmetric and positive in
/// every pose.
/// @param tilts  (N)
std::shared_ptr<const std::vector<FloatingMass>> floating_masses(const Multibody& multibody,
                                                                 const BodyMatrix& added_mass,
                                                                 const std::vector<bool>& tilts);

/// One instant. World axes unless stated.
struct FloatingInstant {
  const Jacobian& jacobian;
  const double* axes;     ///< tilted axes, column by column
  const double* inertia;  ///< (3 x 3) of the rigid bodies, tilted axes
  const double* turn;     ///< (3) angular velocity [rad/s], tilted axes
  const double* change;   ///< (3) what the turning of the axes alone takes from its rate [rad/s2], tilted axes
  const double* moment;   ///< (3) of the momentum of the added mass [N m]
  const double* wrench;   ///< (6N) loads about the cgs [N, N m]
  const double* bias;     ///< (6N) accelerations without any of the speeds' rates [m/s2, rad/s2]
  double effort;          ///< of the slide [N]
};

/// out (4) = moment of momentum of the added mass [N m s], tilted axes, and 0.
/// @param velocity  (6N) by them [m/s, rad/s]
void floating_momentum(const FloatingMass& mass, const double* velocity, double* out);

/// @param speed_rate  (nv) [m/s2, rad/s2]   @param acceleration  (6N) of the cgs, world axes
void move_floating(const FloatingMass& mass, const FloatingInstant& now, double* speed_rate, double* acceleration);

}  // namespace swell::bodies
