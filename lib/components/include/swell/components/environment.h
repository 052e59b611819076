/// The sea for all components: one object per case, evaluated at a time and place.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "swell/base/vector.h"
#include "swell/waves/sea_state.h"

namespace swell::components {

/// The water at a point and time, in the world frame.
struct Water {
  double elevation = 0.0;                  ///< [m] of the surface above (x, y)
  Vector3 velocity = Vector3::Zero();      ///< [m/s] waves and current
  Vector3 acceleration = Vector3::Zero();  ///< [m/s^2] of the waves, at a fixed point
  Vector3 current = Vector3::Zero();       ///< [m/s] part of the velocity due to the current
  double dynamic_pressure = 0.0;           ///< [Pa] of the waves, without the hydrostatic pressure
};

/// Constant during a run. Any computation that declares to read the time may call its functions, in any order and
/// number. Waves and current include the ramp of the case.
class Environment {
 public:
  explicit Environment(std::shared_ptr<const waves::SeaState> sea) : sea_(std::move(sea)) {}
  double elevation(double time, double x, double y) const { return sea_->elevation(time, x, y); }
  /// @param p_W  [m] from the still water level, z up; above the surface the kinematics depend on
  /// environment.wheeler_stretching
  Water at(double time, const Vector3& p_W) const {
    const waves::WaveKinematics waves = sea_->kinematics(time, p_W);
    const Vector3 current = sea_->current_velocity(time, p_W);
    return {waves.elevation, waves.velocity + current, waves.acceleration, current, waves.pressure};
  }
  double density() const { return sea_->density(); }             ///< [kg/m^3]
  double gravity() const { return sea_->gravity(); }             ///< [m/s^2]
  std::optional<double> depth() const { return sea_->depth(); }  ///< [m]; none: infinite
  const waves::SeaState& sea() const { return *sea_; }           ///< wave components, ramp, spectra

 private:
  std::shared_ptr<const waves::SeaState> sea_;
};

}  // namespace swell::components
