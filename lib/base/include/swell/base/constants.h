/// Numbers that stand once.
#pragma once

namespace swell {

constexpr double kPi = 3.14159265358979323846;
constexpr double kDegree = kPi / 180.0;  ///< [rad]
constexpr double kGravity = 9.81;        ///< [m/s^2] where neither case nor data give another

}  // namespace swell
