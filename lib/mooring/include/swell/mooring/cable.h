/// A cable between two points: a spring and a damper that only pull.
#pragma once

#include <optional>

#include "swell/base/error.h"
#include "swell/mooring/attachment.h"

namespace swell::mooring {

/// What a person says of a cable. At most one of length and pre_tension; with neither it is just straight at the start.
struct CableInput {
  double stiffness = 0.0;             ///< k [N/m]
  double damping = 0.0;               ///< c [N s/m]
  std::optional<double> length;       ///< L0 [m], unstretched
  std::optional<double> pre_tension;  ///< [N] at the initial distance
};

/// A cable with its length settled.
struct Cable {
  double stiffness = 0.0;  ///< k [N/m]
  double damping = 0.0;    ///< c [N s/m]
  double length = 0.0;     ///< L0 [m]
  /// The tension k (d - L0) + c d' of a stretched cable is kept from falling below 0; a slack one, d <= L0, has none.
  /// False is WEC-Sim's law: damping is cut when the cable is slack, but a fast shortening of a taut cable pushes.
  bool damping_only_pulls = true;
};

/// Settles the length: `length`, or distance - pre_tension / k, or the distance itself (WEC-Sim's cableClass rules).
/// @param distance  initial distance of the two ends [m]
/// Errors: both given, k not above 0, c below 0, a negative length or pre-tension, a length that comes out negative.
Cable make_cable(const CableInput& input, double distance, const Origin& origin, Diagnostics& diagnostics);

struct CableForce {
  double tension = 0.0;             ///< [N], at least 0 unless WEC-Sim's law is asked for
  Vector3 force = Vector3::Zero();  ///< on end b [N], world axes; end a gets the opposite
  double stored_energy = 0.0;       ///< [J]
  double dissipated_power = 0.0;    ///< [W]
};

/// Force of the cable between the points a and b.
CableForce evaluate(const Cable& cable, const PointMotion& a, const PointMotion& b);

/// The scalar law alone: distance d [m] and its rate [m/s] to tension [N].
double tension(const Cable& cable, double distance, double rate);

}  // namespace swell::mooring
