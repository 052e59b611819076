/// Baseline control of a variable-speed rotor: generator torque and collective pitch.
///
///   region 1.5  PI torque about the minimum speed, between 0 and k omega^2
///   region 2    torque k omega^2
///   region 2.5  PI torque about the rated speed, between k omega^2 and the rated torque
///   region 3    PI pitch about the rated speed, gains scheduled over the pitch
/// Without `torque_gain` the torque is k omega^2 up to the rated torque, at any speed.
/// As in ROSCO's set point smoother, set points shift so that torque and pitch control do not oppose each other.
/// Integrators stay within the bounds of their output. Source: [Abbas2022], [Jonkman2009, 7].
#pragma once

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/rotor/performance.h"

namespace swell::rotor {

/// Gains: linear between points, constant beyond.
struct Schedule {
  std::vector<double> at, value;
  double operator()(double x) const;
};

/// All values refer to the rotor's shaft (gear ratio included); angles in rad.
struct Control {
  double rated_speed = 0.0, minimum_speed = 0.0;       ///< [rad/s]
  double rated_torque = 0.0;                           ///< [N m]
  Schedule optimal_gain;                               ///< k [N m s^2] over the least pitch
  double torque_gain = 0.0, torque_integral = 0.0;     ///< [N m s], [N m]
  Schedule pitch_gain, pitch_integral;                 ///< [s], [-] over the pitch
  double fine_pitch = 0.0, maximum_pitch = 0.5 * kPi;  ///< [rad]
  double pitch_rate = 0.12, actuator_time = 0.3;       ///< [rad/s], [s]
  Schedule pitch_floor;                                ///< smallest pitch [rad] over the filtered wind; may be empty
  double wind_filter = 0.2;                            ///< [rad/s]
  double floating_feedback = 0.0;                      ///< [s]
  bool constant_power = false;

  /// Integrators of the torque at rated and at minimum speed [N m] and of the pitch [rad], the pitch itself [rad], the
  /// filtered wind [m/s].
  enum { kRated, kMinimum, kPitchIntegral, kPitch, kWind, kStates };
  using State = std::array<double, kStates>;
  struct Measured {
    double speed = 0.0, wind = 0.0, nod = 0.0;  ///< [rad/s], [m/s], pitch rate of the body downwind [rad/s]
    double torque = 0.0, pitch = 0.0;           ///< external, added [N m], [rad]
  };
  double torque(const double* state, const Measured& m) const;  ///< of the generator [N m]
  void rates(const double* state, const Measured& m, double* rates) const;

  double upper_torque(double speed) const;  ///< [N m]
  double least_pitch(double wind) const {
    return pitch_floor.at.empty() ? fine_pitch : std::clamp(pitch_floor(wind), fine_pitch, maximum_pitch);
  }
  /// Speed [rad/s] and state of the steady operation in this wind.
  double steady(const Performance& table, const Disc& disc, double wind, double* state) const;

 private:
  /// Torque of region 2, not above `upper`.
  double optimal_torque(double speed, double wind, double upper) const;
  bool is_quadratic() const { return torque_gain == 0.0 && torque_integral == 0.0; }  ///< torque k omega^2 alone
  double at_rated(const double* state, const Measured& m) const;
  double at_minimum(const double* state, const Measured& m) const;
};

/// ROSCO's DISCON.IN as Control; `tip_speed_ratio` > 0 if region 2 tracks a tip-speed ratio (VS_ControlMode 2, 3).
struct RoscoControl {
  Control control;
  double tip_speed_ratio = 0.0;
  std::vector<std::string> left_out;  ///< functions switched on in the file but not part of Control
};
/// @throws InputError with the missing names
RoscoControl read_rosco(const std::filesystem::path& file, const Origin& asked_by);

}  // namespace swell::rotor
