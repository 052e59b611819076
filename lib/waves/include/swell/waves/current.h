/// Steady horizontal current over the depth. It affects drag (relative velocity), not wave frequencies.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::waves {

/// No current.
struct NoCurrent {};
/// The same at every depth.
struct UniformCurrent {
  double speed = 0.0;      ///< [m/s]
  double direction = 0.0;  ///< [rad], towards
};
/// U (1 + z/d)^exponent above z = -d, nothing below. theory/wec-sim.md, "Current".
struct PowerLawCurrent {
  double speed = 0.0;           ///< U, at the surface [m/s]
  double direction = 0.0;       ///< [rad], towards
  double depth = 0.0;           ///< d [m]
  double exponent = 1.0 / 7.0;  ///< [-]
};
/// U (1 + z/d) above z = -d, nothing below.
struct LinearCurrent {
  double speed = 0.0;      ///< U, at the surface [m/s]
  double direction = 0.0;  ///< [rad], towards
  double depth = 0.0;      ///< d [m]
};
/// A measured profile. The velocity vector is linear between rows and constant beyond the first and the last.
struct CurrentProfile {
  std::vector<double> depth;      ///< below still water, ascending, >= 0 [m]
  std::vector<double> speed;      ///< [m/s]
  std::vector<double> direction;  ///< [rad], towards
};

using CurrentLaw = std::variant<NoCurrent, UniformCurrent, PowerLawCurrent, LinearCurrent, CurrentProfile>;

/// A current law. Above still water the value at z = 0 is used. With `ramped` the current grows with the ramp of the
/// waves, as in WEC-Sim; this is the default, because a sudden current is an impact on a body at rest.
struct Current {
  CurrentLaw law = NoCurrent{};
  bool ramped = true;
  Origin origin{};

  /// Velocity [m/s] in the world frame at height z [m, up, 0 at still water]; ramp not applied. Allocates nothing.
  Vector3 velocity(double z) const;
};

/// Reports errors of the current.
void check(const Current& current, Diagnostics& diagnostics);

}  // namespace swell::waves
