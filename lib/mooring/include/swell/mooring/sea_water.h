/// The sea at the lines: waves and current of a SeaState.
#pragma once

#include "swell/mooring/lumped_mass.h"
#include "swell/waves/sea_state.h"

namespace swell::mooring {

/// Velocity of waves and current, acceleration of the waves. Costs one sum over the wave components per node and
/// evaluation. The sea must outlive it.
class SeaWater : public WaterMotion {
 public:
  explicit SeaWater(const waves::SeaState& sea) : sea_(sea) {}
  void at(double t, const Vector3& p_W, Vector3& velocity, Vector3& acceleration) const override {
    const waves::WaveKinematics wave = sea_.kinematics(t, p_W);
    velocity = wave.velocity + sea_.current_velocity(t, p_W);
    acceleration = wave.acceleration;
  }

 private:
  const waves::SeaState& sea_;
};

}  // namespace swell::mooring
