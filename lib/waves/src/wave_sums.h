// The sums over wave components at one point and time, eight components at once. Private to the library.
#pragma once

#include <Eigen/Core>

namespace swell::waves {

/// Per component, from the first summed one on; units as in WaveComponents.
struct SummedWaves {
  Eigen::Index count = 0;
  const double *omega = nullptr, *kx = nullptr, *ky = nullptr, *phase = nullptr, *amplitude = nullptr;
  const double *wavenumber = nullptr, *cos = nullptr, *sin = nullptr;  ///< of the direction
  const double *speed = nullptr, *bottom = nullptr;                    ///< a g k/omega; exp(-2kh), 0 in deep water
};

struct WaveSums {
  double eta = 0.0, head = 0.0;         ///< [m] elevation, dynamic pressure head
  double u = 0.0, v = 0.0, w = 0.0;     ///< [m/s]
  double du = 0.0, dv = 0.0, dw = 0.0;  ///< [m/s^2]
};

/// sum a cos(omega t - k.x + phase)
double sum_elevation(const SummedWaves& waves, double time, double x, double y);
/// @param z  [m] at or below z = 0 of the law   @param depth  of the law; read if bottom > 0
WaveSums sum_kinematics(const SummedWaves& waves, double time, double x, double y, double z, double depth);

}  // namespace swell::waves
