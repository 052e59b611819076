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

/// Only the current: for the state of rest before the waves come, and for lines that leave the waves out.
class CurrentWater : public WaterMotion {
 public:
  explicit CurrentWater(const waves::Current& current) : current_(current) {}
  void at(double, const Vector3& p_W, Vector3& velocity, Vector3& acceleration) const override {
    velocity = current_.velocity(p_W.z());
    acceleration.setZero();
  }

 private:
  const waves::Current& current_;
};

}  // namespace swell::mooring
