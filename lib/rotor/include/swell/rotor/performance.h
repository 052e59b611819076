/// Power and thrust of a rotor by tables over tip-speed ratio and blade pitch.
///
///   thrust T = 1/2 rho A U |U| C_T     torque Q = 1/2 rho A R U |U| C_P / lambda     lambda = omega R / U
/// U is the wind along the shaft minus the hub's velocity. Source: [Burton2011, 3.5].
#pragma once

#include <filesystem>
#include <istream>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/vector.h"

namespace swell::rotor {

struct Coefficients {
  double thrust = 0.0, torque = 0.0;  ///< C_T, C_Q = C_P / lambda
};

/// C_T and C_P over both, bilinear between points and constant beyond. Below the lowest tip-speed ratio C_Q is constant
/// instead, so that the starting torque is finite.
struct Performance {
  std::vector<double> pitch;            ///< [rad] ascending
  std::vector<double> tip_speed_ratio;  ///< ascending, above 0
  MatrixX thrust, power;                ///< C_T, C_P; row per tip-speed ratio, column per pitch

  Coefficients at(double tip_speed_ratio, double pitch) const;
  /// C_P at a pitch, and the tip-speed ratio in the table of largest C_P.
  double power_at(double ratio, double of_pitch) const { return at(ratio, of_pitch).torque * ratio; }
  double best_ratio(double of_pitch) const;
};

/// Reads ROSCO's format: vectors of pitch [deg] and tip-speed ratio, then matrices of power, thrust and torque. Torque
/// is not read: it follows from power. @throws InputError with file and line
Performance read_performance(std::istream& text, const std::string& file);
Performance read_performance(const std::filesystem::path& file, const Origin& asked_by);

/// Thrust [N] and aerodynamic torque [N m] at a relative wind along the shaft.
struct Loads {
  double thrust = 0.0, torque = 0.0;
};
struct Disc {
  double radius = 0.0, density = 0.0;  ///< [m], [kg/m^3]
};
/// @param wind [m/s]   @param speed [rad/s] of the rotor   @param pitch [rad]
Loads loads(const Performance& table, const Disc& disc, double wind, double speed, double pitch);

/// Numbers of a line that consists of numbers only; else empty. A comment may follow '#' or '!'.
std::vector<double> numbers_in(const std::string& line);
/// The file as lines.  @throws InputError when it cannot be read
std::vector<std::string> lines_of(const std::filesystem::path& file, const Origin& asked_by);

}  // namespace swell::rotor
