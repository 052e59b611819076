/// A take-off between two points: a rope that only pulls, wound on a drum with a spring, a damper and stops.
///
/// With the distance d of the points, x = d - d0 and the stroke s of the drum (rope paid out since the design pose):
///   drum   W(s, s') = T0 + K s + C s' - F_stop(s, s') - u     u: force of a controller, along the lengthening tether
///   rope   T = max(0, W(x, x')), s = x                        a rope that does not stretch, a drum without inertia
///          T = max(0, T0 + k (x - s) + c (x' - s')),  m s'' = T - W(s, s')        with `rope`
/// T pulls the points together. The power taken out of the device is (W + F_stop) s'; none while a rope without drum
/// is slack.
#pragma once

#include <optional>

#include "swell/bodies/joint_loads.h"

namespace swell::mooring {

struct Rope {
  double stiffness = 0.0;  ///< k [N/m]
  double damping = 0.0;    ///< c [N s/m]
  double drum_mass = 0.0;  ///< m [kg]: inertia of what turns over the square of the drum's radius
};

struct TetherLaw {
  double distance = 0.0;                  ///< d0 [m]
  double pre_tension = 0.0;               ///< T0 [N]
  double stiffness = 0.0, damping = 0.0;  ///< K [N/m], C [N s/m]
  bodies::HardStop stop{};                ///< of the stroke [m]
  std::optional<Rope> rope = std::nullopt;

  /// Elastic force of drum spring and stops at a stroke [N], and its energy from stroke 0 [J].
  double elastic(double stroke) const;
  double energy(double stroke) const;
  /// The stroke at which nothing elastic pulls any more [m]; -infinity where there is none.
  double slack_stroke() const;
};

}  // namespace swell::mooring
