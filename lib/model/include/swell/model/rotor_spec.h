/// Wind and wind rotors. Points on a body are world coordinates of the undisplaced body.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/base/vector.h"

namespace swell::model {

struct SteadyWind {};
/// type: gust. The extreme operating gust of IEC 61400-1.
struct GustWind {
  double start = 0.0, amplitude = 0.0, duration = 10.5;  ///< [s], [m/s], [s]
};
/// type: turbulent. Kaimal spectrum with exponential coherence, averaged over each rotor.
struct TurbulentWind {
  double intensity = 0.0;      ///< standard deviation over speed
  int seed = 1;                ///< of the phases
  double length_scale = 42.0;  ///< Lambda_1 [m]
};
/// type: turbsim. A full-field file (.bts), averaged over each rotor.
struct FileWind {
  std::filesystem::path file;
};

/// environment.wind: horizontal, without ramp.
struct Wind {
  std::variant<SteadyWind, GustWind, TurbulentWind, FileWind> law;
  std::optional<double> speed;   ///< [m/s] mean at `height`; absent: of the file
  double direction = 0.0;        ///< [rad] travel direction (YAML: degrees)
  double shear = 0.0;            ///< exponent of the profile over height
  std::optional<double> height;  ///< [m] above still water; absent: that of each hub
  double density = 1.225;        ///< [kg/m^3]
  Source source;
};

/// Gains of the pitch controller over the pitch angle.
struct PitchGains {
  std::vector<double> pitch, proportional, integral;  ///< [rad], [s], [-]
  Source source;
};
/// Least pitch over the filtered wind speed.
struct PitchFloor {
  std::vector<double> wind, pitch;  ///< [m/s], [rad]
  Source source;
};

/// control: of generator torque and blade pitch. Values given here stand above those of the file.
struct RotorControl {
  std::optional<std::filesystem::path> file;            ///< ROSCO's DISCON.IN
  std::optional<double> rated_speed, minimum_speed;     ///< [rad/s]
  std::optional<double> rated_torque;                   ///< [N m]
  std::optional<double> tip_speed_ratio, optimal_gain;  ///< of region 2: one of both; [-], [N m s^2]
  std::optional<double> torque_gain, torque_integral;   ///< [N m s], [N m]
  std::optional<PitchGains> pitch_gains;
  std::optional<double> fine_pitch, maximum_pitch;  ///< [rad] (YAML: degrees)
  std::optional<double> pitch_rate, actuator_time;  ///< [rad/s] (YAML: deg/s), [s]
  std::optional<PitchFloor> pitch_floor;
  std::optional<double> wind_filter;        ///< [rad/s] corner of the filtered wind speed
  std::optional<double> floating_feedback;  ///< [s] pitch angle per rate of the body's pitch
  std::optional<bool> constant_power;       ///< above rated speed
  Source source;
};

struct PolarFile {
  std::filesystem::path file;
  Source source;
};
/// blade: the tables are computed by blade-element momentum theory.
struct RotorBlade {
  std::filesystem::path file;
  std::vector<PolarFile> polars;
  int count = 3;
  double hub_radius = 0.0;  ///< [m]
  double cone = 0.0;        ///< [rad] (YAML: degrees)
  Source source;
};

/// tower: drag of the wind on a tapered cylinder.
struct RotorTower {
  Vector3 base = Vector3::Zero(), top = Vector3::Zero();  ///< [m]
  double base_diameter = 0.0, top_diameter = 0.0;         ///< [m]
  double drag = 1.0;
  Source source;
};

struct Rotor {
  std::string name;
  std::string body;                            ///< that carries it
  Vector3 hub = Vector3::Zero();               ///< [m]
  Vector3 axis = Vector3::UnitX();             ///< of the shaft, downwind
  double radius = 0.0;                         ///< [m]
  std::optional<std::filesystem::path> table;  ///< coefficients over tip-speed ratio and pitch
  std::optional<RotorBlade> blade;
  std::optional<double> inertia;       ///< [kg m^2] about the shaft, with the generator; absent: fixed speed
  std::optional<double> speed, pitch;  ///< [rad/s], [rad] (YAML: degrees) fixed, or at the start
  double efficiency = 1.0;             ///< electrical over shaft power
  std::optional<RotorControl> control;
  std::optional<RotorTower> tower;
  Source source;
};

}  // namespace swell::model
