// Lift of vortices: the synchronisation model in the time domain [Thorsen2014].
#include <algorithm>
#include <cmath>

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

// The lift has a phase of its own, whose frequency meets that of the motion across the flow within centre +- range.
// The phase of the motion is found from its rate and, in place of its acceleration, its displacement y, both over their
// root mean squares. y and the mean squares forget over some periods of the centre, so they do not depend on the step.
std::array<double, 4> LumpedMass::wake_rates(const LineType& type, const std::array<double, 4>& wake, double speed,
                                             double across) const {
  constexpr double kPeriods = 5.0;
  const double turns = speed / type.diameter;  // [1/s] of reduced frequency 1
  const double forget = turns * type.lift_centre / kPeriods;
  const double omega = wake[2] > 0.0 ? std::sqrt(wake[3] / wake[2]) : 2.0 * kPi * type.lift_centre * turns;
  const double phase = std::atan2(omega * wake[1], across);
  return {2.0 * kPi * (type.lift_centre + type.lift_range * std::sin(phase - wake[0])) * turns,
          across - forget * wake[1], forget * (wake[1] * wake[1] - wake[2]), forget * (across * across - wake[3])};
}

Vector3 LumpedMass::vortex_force(const Share& s, const Vector3& tangent, const Vector3& flow, double ahead,
                                 LineScratch& scratch) const {
  const double speed = flow.norm();
  const LineType& type = model_.types[model_.lines[s.line].type];
  std::array<double, 4>& rates = scratch.wake_rate[s.wake];
  if (!(speed > 0.0)) {
    rates = {};
    return Vector3::Zero();
  }
  const Vector3 side = tangent.cross(flow);
  const double across = scratch.velocity[s.node].dot(side) / speed;
  std::array<double, 4> wake = scratch.wake[s.wake];
  rates = wake_rates(type, wake, speed, across);
  if (ahead > 0.0) {  // the middle of the step
    for (std::size_t i = 0; i < 4; ++i) wake[i] += ahead * rates[i];
    rates = wake_rates(type, wake, speed, across);
  }
  return s.vortex * speed * std::cos(wake[0]) * side;
}

}  // namespace swell::mooring
