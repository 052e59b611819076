/// The waves about a point at one time, for many points near it.
#pragma once

#include <array>

#include "swell/waves/sea_state.h"

namespace swell::waves {

/// Components of one direction sum to an analytic function of z - i s, s along the waves, sum a_j exp(k_j (z - i s)),
/// and its mirror at the bottom. A power series about the centre serves all points, within 2e-10 of the sum of
/// amplitudes. Several directions, records and points beyond the radius use SeaState::kinematics. Allocates nothing.
class NearWaves {
 public:
  NearWaves(const SeaState& sea, double time) : sea_(sea), time_(time) {}
  /// @param radius  [m] largest distance of points from `centre`; with Wheeler's stretching plus twice the standard
  /// deviation of the surface
  NearWaves(const SeaState& sea, double time, const Vector3& centre, double radius);
  WaveKinematics kinematics(const Vector3& p_W) const;  ///< by the sea's stretching, ramp included

 private:
  static constexpr std::size_t kMostTerms = 64;
  const SeaState& sea_;
  double time_;
  int terms_ = 0;  ///< 0: no series
  double cos_ = 1.0, sin_ = 0.0, ahead_ = 0.0, z_ = 0.0, radius_ = 0.0;
  bool has_bottom_ = false;
  /// By power: real parts of elevation at z = 0, head, speed, rate of speed, then their imaginary parts; `up_`: waves
  /// mirrored at the bottom.
  std::array<double, 8 * kMostTerms> down_, up_;
};

}  // namespace swell::waves
