/// The waves about a point at one time, for many points near it.
#pragma once

#include <array>

#include "swell/waves/sea_state.h"

namespace swell::waves {

/// Components of one direction add to analytic functions of z - i s, s along the waves, sum a_j exp(k_j (z - i s)) and
/// its mirror at the bottom: power series about the centre serve all points, within 2e-10 of the sum of amplitudes.
/// Seas of several directions, records and points beyond the radius take SeaState::kinematics. Allocates nothing.
class NearWaves {
 public:
  NearWaves(const SeaState& sea, double time) : sea_(sea), time_(time) {}
  /// @param radius  [m] of the points about `centre`; twice the standard deviation of the surface more with Wheeler's
  /// stretching
  NearWaves(const SeaState& sea, double time, const Vector3& centre, double radius);
  WaveKinematics kinematics(const Vector3& p_W) const;  ///< by the sea's stretching, ramp included

 private:
  static constexpr std::size_t kMostTerms = 64;
  const SeaState& sea_;
  double time_;
  int terms_ = 0;  ///< 0: no series
  double cos_ = 1.0, sin_ = 0.0, ahead_ = 0.0, z_ = 0.0, radius_ = 0.0;
  bool has_bottom_ = false;
  /// By power: real parts of elevation at z = 0, head, speed, rate of speed, then their imaginary parts. The second
  /// are those of the waves mirrored at the bottom.
  std::array<double, 8 * kMostTerms> down_, up_;
};

}  // namespace swell::waves
