/// A take-off between two points: a rope that only pulls, wound on a drum with a spring, a damper and stops.
///
/// With the distance d of the points, x = d - d0 and the stroke s of the drum (rope paid out since the design pose):
///   drum   W(s, s') = T0 + K s + C s' - F_stop(s, s') - u     u: force of a controller, along the lengthening tether
///   rope   T = max(0, W(x, x')), s = x                        a rope that does not stretch, a drum without inertia
///          T = max(0, T0 + k (x - s) + c (x' - s')),  m s'' = T - W(s, s')        with `rope`
/// T pulls the points together. The power taken out of the device is (W + F_stop) s'; none while a rope without drum
/// is slack.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "swell/bodies/joint_loads.h"
#include "swell/device/load.h"
#include "swell/mooring/attachment.h"

namespace swell::device {

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

/// The power by parts, and the output of each.
constexpr std::array<PowerPart, 3> kTetherPower = {PowerPart::damper, PowerPart::spring, PowerPart::actuator};
inline std::string power_of(PowerPart part) { return std::string("power_") + name_of(part); }

/// Ports: in `position/<body>`, `velocity/<body>` (6), `force` [N] (u, any number); out `force/<body>` (6), `tension`,
/// `position` and `velocity` of the stroke, `force` (-W without stops: on the follower along the lengthening tether),
/// `power` and its parts, `stored_energy`, `dissipated_power`. With a rope the state `drum`: stroke and its rate.
class Tether : public Load {
 public:
  /// An end: on a body (arm from the cg in body axes) or, with an empty name, a point of the world.
  struct End {
    std::string body;
    Vector3 place = Vector3::Zero();
  };
  /// @param driven  whether something is connected to `force`
  Tether(const std::string& name, End follower, End base, TetherLaw law, bool driven);
  void declare(system::Declaration& declaration) override;

 private:
  struct Ends {
    Vector3 follower, base, direction;
    double stretch, rate;  // x, x'
  };
  struct Pull {
    double tension, elastic;  // [N] of the rope
  };
  Ends ends(const mooring::BodyMotion* motion) const;
  Pull pull(const Ends& at, const double* drum) const;  // with a rope; drum: stroke and its rate

  End follower_, base_;
  TetherLaw law_;
  double slack_, slack_energy_;  // stroke without elastic pull [m], energy there [J]
};

}  // namespace swell::device
