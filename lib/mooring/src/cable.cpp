#include "swell/mooring/cable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::mooring {

Cable make_cable(const CableInput& input, double distance, const Origin& origin, Diagnostics& diagnostics) {
  Cable cable;
  cable.stiffness = input.stiffness;
  cable.damping = input.damping;
  cable.length = distance;
  const bool stiff = std::isfinite(input.stiffness) && input.stiffness > 0.0;
  if (!stiff)
    diagnostics.error(origin, fmt::format("cable stiffness = {} N/m must be above 0", input.stiffness)).code =
        "out-of-range";
  if (!(std::isfinite(input.damping) && input.damping >= 0.0)) {
    diagnostics.error(origin, fmt::format("cable damping = {} N s/m must not be negative", input.damping)).code =
        "out-of-range";
  }
  if (input.length && input.pre_tension) {
    diagnostics
        .error(origin,
               fmt::format("cable has both length = {} m and pre_tension = {} N", *input.length, *input.pre_tension),
               "give one of them: the other follows from the stiffness and the initial distance")
        .code = "contradiction";
    return cable;
  }
  if (input.length) {
    if (!(std::isfinite(*input.length) && *input.length >= 0.0)) {
      diagnostics.error(origin, fmt::format("cable length = {} m must not be negative", *input.length)).code =
          "out-of-range";
    }
    cable.length = *input.length;
  } else if (input.pre_tension && stiff) {
    if (!(std::isfinite(*input.pre_tension) && *input.pre_tension >= 0.0)) {
      diagnostics
          .error(origin, fmt::format("cable pre_tension = {} N must not be negative", *input.pre_tension),
                 "a cable only pulls")
          .code = "out-of-range";
    }
    cable.length = distance - *input.pre_tension / input.stiffness;
    if (cable.length < 0.0) {
      diagnostics
          .error(origin,
                 fmt::format("cable pre_tension = {} N stretches the cable by {} m, more than its ends "
                             "are apart ({} m)",
                             *input.pre_tension, *input.pre_tension / input.stiffness, distance),
                 "raise the stiffness or lower the pre-tension")
          .code = "contradiction";
    }
  }
  return cable;
}

double tension(const Cable& cable, double distance, double rate) {
  const double stretch = distance - cable.length;
  if (!(stretch > 0.0)) return 0.0;
  const double pull = cable.stiffness * stretch + cable.damping * rate;
  return cable.damping_only_pulls ? std::max(0.0, pull) : pull;
}

CableForce evaluate(const Cable& cable, const PointMotion& a, const PointMotion& b) {
  CableForce out;
  const Vector3 span = b.position - a.position;
  const double distance = span.norm();
  const double stretch = distance - cable.length;
  if (!(stretch > 0.0)) return out;
  const Vector3 direction = span / distance;
  const double rate = direction.dot(b.velocity - a.velocity);
  out.tension = tension(cable, distance, rate);
  out.force = -out.tension * direction;
  out.stored_energy = 0.5 * cable.stiffness * stretch * stretch;
  out.dissipated_power = (out.tension - cable.stiffness * stretch) * rate;
  return out;
}

}  // namespace swell::mooring
