// Equations of motion of freely floating bodies, each with at most one sliding body on it. Added mass is in tilted axes
// and acts between these two only. For speeds in those axes J^T M J is constant except for the arm and axis of the
// slide and the rotation of the rigid inertia. Translations are eliminated in advance: at most four speeds remain.
// [theory/numerics/bodies.md, eq. 12] Private to the library.
#pragma once

#include <memory>
#include <vector>

#include "swell/bodies/body_matrix.h"
#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Constants of one floating body. M: masses and added mass, symmetric. A turn is one of the three angular speeds in
/// tilted axes or, fourth, the slide.
struct FloatingMass {
  int body = 0, slider = -1;  ///< -1: nothing slides
  int joint = 0;              ///< of the body with the world
  int speed = 0, slide = -1;  ///< the body's first speed, the slide's
  int effort = 0;             ///< the slide's
  Matrix3 inertia;            ///< [kg m2] sum of the rigid bodies' inertias, body axes

  using Row = double[4];
  double free_translation[3][3]{};  ///< inverse of the mass that resists translation
  Row translations_by_turns[3]{};   ///< forces on both, row by row, without arm
  Row turns_by_turns[4]{};          ///< moments on both, column by column; 1 for the slide if there is none
  double all_by_slider[3][3]{};     ///< forces on both by the slider's translation
  Row turns_by_slider[3]{};         ///< moments on both by the slider's translation, column by column
  double slider_by_slider[3][3]{};  ///< forces on the slider
  Row momentum[9]{};   ///< moment of momentum of added mass per translation of body and slider, per turn; columns
  Row change[3][3]{};  ///< forces on the body and slider, moment on both, by the rate of turns; added mass, columns
};

/// Returns one entry for each floating body; null if the mechanism has another form or an M is not symmetric and
/// positive definite in every pose.
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
  const double* change;   ///< (3) change of its rate due to the rotation of the axes alone [rad/s2], tilted axes
  const double* moment;   ///< (3) of the momentum of the added mass [N m]
  const double* wrench;   ///< (6N) loads about the cgs [N, N m]
  const double* bias;     ///< (6N) accelerations at zero speed rates [m/s2, rad/s2]
  double effort;          ///< of the slide [N]
};

/// out (4) = moment of momentum of the added mass [N m s], tilted axes, and 0.
/// @param velocity  (6N) in tilted axes [m/s, rad/s]
void floating_momentum(const FloatingMass& mass, const double* velocity, double* out);

/// @param speed_rate  (nv) [m/s2, rad/s2]   @param acceleration  (6N) of the cgs, world axes
void move_floating(const FloatingMass& mass, const FloatingInstant& now, double* speed_rate, double* acceleration);

}  // namespace swell::bodies
