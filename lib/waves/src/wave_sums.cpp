#include "wave_sums.h"

#include <algorithm>

#include "swell/base/wide_math.h"

namespace swell::waves {

// Functions with external linkage: target_clones needs them.
SWELL_WIDE void add_elevation(Eigen::Index n, const double* omega, const double* kx, const double* ky,
                              const double* phase, const double* amplitude, double time, double x, double y,
                              double* sum);
SWELL_WIDE void add_kinematics(Eigen::Index n, const SummedWaves& waves, double time, double x, double y, double z,
                               double depth, double* sums);

SWELL_WIDE void add_elevation(Eigen::Index n, const double* omega, const double* kx, const double* ky,
                              const double* phase, const double* amplitude, double time, double x, double y,
                              double* sum) {
  const Wide4 zero = {0.0, 0.0, 0.0, 0.0};
  Wide4 total = zero, sine = zero, cosine = zero;
  for (Eigen::Index i = 0; i < n; i += kWide4) {
    sine_cosine(four(omega + i) * time - (four(kx + i) * x + four(ky + i) * y) + four(phase + i), sine, cosine);
    total += four(amplitude + i) * cosine;  // (W8)
  }
  *sum += sum_of(total);
}

SWELL_WIDE void add_kinematics(Eigen::Index n, const SummedWaves& waves, double time, double x, double y, double z,
                               double depth, double* sums) {
  const Wide4 zero = {0.0, 0.0, 0.0, 0.0};
  Wide4 eta = zero, head = zero, u = zero, v = zero, w = zero, du = zero, dv = zero, dw = zero;
  Wide4 sine = zero, cosine = zero, horizontal = zero, reflected = zero;
  for (Eigen::Index i = 0; i < n; i += kWide4) {
    const Wide4 omega = four(waves.omega + i), k = four(waves.wavenumber + i), amplitude = four(waves.amplitude + i);
    sine_cosine(omega * time - (four(waves.kx + i) * x + four(waves.ky + i) * y) + four(waves.phase + i), sine, cosine);
    // cosh k(z+h)/cosh kh and sinh k(z+h)/cosh kh from exponentials that neither overflow nor cancel.
    Wide4 exponent = k * z;
    at_least(exponent, -700.0);
    exponential(exponent, horizontal);
    Wide4 vertical = horizontal;
    if (depth > 0.0) {
      const Wide4 q = four(waves.bottom + i);
      exponent = -k * (z + 2.0 * depth);
      at_least(exponent, -700.0);
      exponential(exponent, reflected);
      reflected = q > 0.0 ? reflected : zero;
      const Wide4 share = 1.0 / (1.0 + q);
      vertical = (horizontal - reflected) * share;
      horizontal = (horizontal + reflected) * share;
    }
    const Wide4 speed = four(waves.speed + i), cos = four(waves.cos + i), sin = four(waves.sin + i);
    const Wide4 along = speed * horizontal * cosine;  // (W9)
    const Wide4 along_rate = omega * speed * horizontal * sine;
    const Wide4 rise = amplitude * cosine, up = speed * vertical;
    eta += rise;                // (W8)
    head += horizontal * rise;  // (W10)
    u += along * cos;
    v += along * sin;
    w -= up * sine;
    du -= along_rate * cos;
    dv -= along_rate * sin;
    dw -= omega * up * cosine;
  }
  const Wide4* const totals[8] = {&eta, &head, &u, &v, &w, &du, &dv, &dw};
  for (int s = 0; s < 8; ++s) sums[s] += sum_of(*totals[s]);
}

namespace {

/// The last components, fewer than four, with zeros beside them: they add nothing.
struct Rest {
  double values[10][kWide4] = {};
  SummedWaves waves;

  Rest(const SummedWaves& all, Eigen::Index from) {
    const double* const sources[10] = {all.omega,      all.kx,  all.ky,  all.phase, all.amplitude,
                                       all.wavenumber, all.cos, all.sin, all.speed, all.bottom};
    for (int s = 0; s < 10; ++s) {
      if (sources[s] != nullptr) std::copy(sources[s] + from, sources[s] + all.count, values[s]);
    }
    waves = {kWide4,    values[0], values[1], values[2], values[3], values[4],
             values[5], values[6], values[7], values[8], values[9]};
  }
};

}  // namespace

double sum_elevation(const SummedWaves& waves, double time, double x, double y) {
  double sum = 0.0;
  const Eigen::Index whole = waves.count - waves.count % kWide4;
  add_elevation(whole, waves.omega, waves.kx, waves.ky, waves.phase, waves.amplitude, time, x, y, &sum);
  if (whole < waves.count) {
    const Rest rest(waves, whole);
    add_elevation(kWide4, rest.waves.omega, rest.waves.kx, rest.waves.ky, rest.waves.phase, rest.waves.amplitude, time,
                  x, y, &sum);
  }
  return sum;
}

WaveSums sum_kinematics(const SummedWaves& waves, double time, double x, double y, double z, double depth) {
  double sums[8] = {};
  const Eigen::Index whole = waves.count - waves.count % kWide4;
  add_kinematics(whole, waves, time, x, y, z, depth, sums);
  if (whole < waves.count) {
    const Rest rest(waves, whole);
    add_kinematics(kWide4, rest.waves, time, x, y, z, depth, sums);
  }
  return {sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]};
}

}  // namespace swell::waves
