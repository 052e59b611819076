/// A tether (mooring/tether.h) as a component: poses in, pulls and power out.
#pragma once

#include <string>
#include <vector>

#include "swell/device/load.h"
#include "swell/mooring/attachment.h"
#include "swell/mooring/tether.h"

namespace swell::device {

/// The power by parts, and the output of each.
inline std::vector<PowerPart> tether_power(bool stops) {
  std::vector<PowerPart> parts = {PowerPart::damper, PowerPart::spring, PowerPart::actuator};
  if (stops) parts.push_back(PowerPart::end_stop);
  return parts;
}
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
  Tether(const std::string& name, End follower, End base, mooring::TetherLaw law, bool driven);
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
  mooring::TetherLaw law_;
  double slack_, slack_energy_;  // stroke without elastic pull [m], energy there [J]
};

}  // namespace swell::device
