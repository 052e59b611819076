#include "wave_sums.h"

#include <algorithm>

#include "swell/base/wide_math.h"

namespace swell::waves {

namespace {

// Eight lanes on every machine: one vector, or the lower four of all components and then the upper four.

template <class Wide>
[[gnu::always_inline]] inline const Wide& wide(const double* p) {
  return *reinterpret_cast<const Wide*>(p);
}

template <class Wide>
[[gnu::always_inline]] inline void add_elevation_of(Eigen::Index from, const SummedWaves& waves, double time, double x,
                                                    double y, double* sums) {
  Wide total = {}, sine = {}, cosine = {};
  for (Eigen::Index i = from; i < waves.count; i += kWide8) {
    sine_cosine(wide<Wide>(waves.omega + i) * time - (wide<Wide>(waves.kx + i) * x + wide<Wide>(waves.ky + i) * y) +
                    wide<Wide>(waves.phase + i),
                sine, cosine);
    total += wide<Wide>(waves.amplitude + i) * cosine;  // (W8)
  }
  sums[0] += sum_of(total);
}

/// @param kOne  all components have the direction of the first; their horizontal sums are of that direction
template <class Wide, bool kOne>
[[gnu::always_inline]] inline void add_kinematics_of(Eigen::Index from, const SummedWaves& waves, double time, double x,
                                                     double y, double z, double depth, double* sums) {
  Wide eta = {}, head = {}, u = {}, v = {}, w = {}, du = {}, dv = {}, dw = {};
  Wide sine = {}, cosine = {}, horizontal = {}, reflected = {};
  const double ahead = x * waves.cos[0] + y * waves.sin[0];
  for (Eigen::Index i = from; i < waves.count; i += kWide8) {
    const Wide omega = wide<Wide>(waves.omega + i), k = wide<Wide>(waves.wavenumber + i);
    const Wide across = kOne ? k * ahead : wide<Wide>(waves.kx + i) * x + wide<Wide>(waves.ky + i) * y;
    sine_cosine(omega * time - across + wide<Wide>(waves.phase + i), sine, cosine);
    // cosh k(z+h)/cosh kh and sinh k(z+h)/cosh kh from exponentials that neither overflow nor cancel.
    Wide exponent = k * z;
    at_least(exponent, -700.0);
    exponential(exponent, horizontal);
    Wide vertical = horizontal;
    if (depth > 0.0) {
      const Wide q = wide<Wide>(waves.bottom + i);
      exponent = -k * (z + 2.0 * depth);
      at_least(exponent, -700.0);
      exponential(exponent, reflected);
      reflected = q > 0.0 ? reflected : Wide{};
      const Wide share = 1.0 / (1.0 + q);
      vertical = (horizontal - reflected) * share;
      horizontal = (horizontal + reflected) * share;
    }
    const Wide speed = wide<Wide>(waves.speed + i), rise = wide<Wide>(waves.amplitude + i) * cosine;
    const Wide along = speed * horizontal, up = speed * vertical, in_phase = along * cosine, fall = up * sine;
    const Wide rate = omega * (along * sine);
    eta += rise;                // (W8)
    head += horizontal * rise;  // (W10)
    if (kOne) {                 // (W9)
      u += in_phase;
      du -= rate;
    } else {
      const Wide cos = wide<Wide>(waves.cos + i), sin = wide<Wide>(waves.sin + i);
      u += in_phase * cos;
      v += in_phase * sin;
      du -= rate * cos;
      dv -= rate * sin;
    }
    w -= fall;
    dw -= omega * (up * cosine);
  }
  if (kOne) {
    v = u * waves.sin[0];
    u *= waves.cos[0];
    dv = du * waves.sin[0];
    du *= waves.cos[0];
  }
  const Wide* const totals[8] = {&eta, &head, &u, &v, &w, &du, &dv, &dw};
  for (int s = 0; s < 8; ++s) sums[s] += sum_of(*totals[s]);
}

template <class Wide>
[[gnu::always_inline]] inline bool has_one_direction(const SummedWaves& waves) {
  constexpr int kLanes = sizeof(Wide) / sizeof(double);
  decltype(Wide{} < Wide{}) differs = {};
  for (Eigen::Index i = 0; i < waves.count; i += kLanes)
    differs |= (wide<Wide>(waves.cos + i) != waves.cos[0]) | (wide<Wide>(waves.sin + i) != waves.sin[0]);
  bool one = true;
  for (int l = 0; l < kLanes; ++l) one = one && differs[l] == 0;
  return one;
}

}  // namespace

// Functions with external linkage: target_clones needs them.
SWELL_WIDE void add_elevation_clones(const SummedWaves& waves, double time, double x, double y, double* sums);
SWELL_WIDE void add_kinematics_clones(const SummedWaves& waves, double time, double x, double y, double z, double depth,
                                      double* sums);

SWELL_WIDE void add_elevation_clones(const SummedWaves& waves, double time, double x, double y, double* sums) {
  double halves[2] = {};
  for (const int h : {0, 1}) add_elevation_of<Wide4>(h * kWide4, waves, time, x, y, &halves[h]);
  sums[0] += halves[0] + halves[1];
}
SWELL_WIDE void add_kinematics_clones(const SummedWaves& waves, double time, double x, double y, double z, double depth,
                                      double* sums) {
  double halves[2][8] = {};
  const bool one = has_one_direction<Wide4>(waves);
  for (const int h : {0, 1}) {
    if (one)
      add_kinematics_of<Wide4, true>(h * kWide4, waves, time, x, y, z, depth, halves[h]);
    else
      add_kinematics_of<Wide4, false>(h * kWide4, waves, time, x, y, z, depth, halves[h]);
  }
  for (int s = 0; s < 8; ++s) sums[s] += halves[0][s] + halves[1][s];
}

namespace {

#ifdef __x86_64__
__attribute__((target("avx512f"))) void add_elevation_avx512(const SummedWaves& waves, double time, double x, double y,
                                                             double* sums) {
  add_elevation_of<Wide8>(0, waves, time, x, y, sums);
}
__attribute__((target("avx512f"))) void add_kinematics_avx512(const SummedWaves& waves, double time, double x, double y,
                                                              double z, double depth, double* sums) {
  if (has_one_direction<Wide8>(waves)) return add_kinematics_of<Wide8, true>(0, waves, time, x, y, z, depth, sums);
  add_kinematics_of<Wide8, false>(0, waves, time, x, y, z, depth, sums);
}
const bool kWidest = __builtin_cpu_supports("avx512f") != 0;

void add_elevation(const SummedWaves& waves, double time, double x, double y, double* sums) {
  (kWidest ? add_elevation_avx512 : add_elevation_clones)(waves, time, x, y, sums);
}
void add_kinematics(const SummedWaves& waves, double time, double x, double y, double z, double depth, double* sums) {
  (kWidest ? add_kinematics_avx512 : add_kinematics_clones)(waves, time, x, y, z, depth, sums);
}
#else
constexpr auto add_elevation = add_elevation_clones;
constexpr auto add_kinematics = add_kinematics_clones;
#endif

struct Rest {
  double values[10][kWide8] = {};
  SummedWaves waves;

  Rest(const SummedWaves& all, Eigen::Index from) {
    const double* const sources[10] = {all.omega,      all.kx,  all.ky,  all.phase, all.amplitude,
                                       all.wavenumber, all.cos, all.sin, all.speed, all.bottom};
    for (int s = 0; s < 10; ++s) {
      if (sources[s] != nullptr) std::copy(sources[s] + from, sources[s] + all.count, values[s]);
    }
    waves = {kWide8,    values[0], values[1], values[2], values[3], values[4],
             values[5], values[6], values[7], values[8], values[9]};
  }
};

/// Whole vectors first; the remaining components are padded with zeros, which add nothing.
template <class Add>
void add_all(const SummedWaves& waves, Add add) {
  SummedWaves whole = waves;
  whole.count -= waves.count % kWide8;
  if (whole.count > 0) add(whole);
  if (whole.count < waves.count) add(Rest(waves, whole.count).waves);
}

}  // namespace

double sum_elevation(const SummedWaves& waves, double time, double x, double y) {
  double sum = 0.0;
  add_all(waves, [&](const SummedWaves& some) { add_elevation(some, time, x, y, &sum); });
  return sum;
}

WaveSums sum_kinematics(const SummedWaves& waves, double time, double x, double y, double z, double depth) {
  double sums[8] = {};
  add_all(waves, [&](const SummedWaves& some) { add_kinematics(some, time, x, y, z, depth, sums); });
  return {sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6], sums[7]};
}

}  // namespace swell::waves
