/// Sine, cosine and exponential of four or eight numbers at once, for sums over wave components.
///
/// The C library's functions cost most of such a sum and no compiler vectorises them without -ffast-math. Each
/// operation here is one IEEE operation per number, so results do not depend on the vector unit or the compiler. For
/// use inside functions marked SWELL_WIDE.
#pragma once

#include <cstring>

#include "swell/base/exponential_series.h"
#include "swell/base/wide.h"

namespace swell {

#define SWELL_INLINE inline __attribute__((always_inline))

/// A sum over the lanes has one order whatever the machine.
SWELL_INLINE double sum_of(const Wide4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
SWELL_INLINE double sum_of(const Wide8& x) { return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])); }

/// n doubles from p, zeros after them; n in [1, 4].
SWELL_INLINE void load_some(const double* p, int n, Wide4& out) {
  out = Wide4{0.0, 0.0, 0.0, 0.0};
  for (int i = 0; i < n; ++i) out[i] = p[i];
}

/// sin and cos of angles up to 1e6 rad, within 1.5 units in the last place of values near 1.
template <class Wide>
SWELL_INLINE void sine_cosine(const Wide& angle, Wide& sine, Wide& cosine) {
  using Bits = decltype(angle < angle);
  // pi/2 in three parts, the first two with 33 bits each: n times them is exact for n < 2^20 [CodyWaite1980].
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kPart1 = 0x1.921fb544p+0, kPart2 = 0x1.0b4611a6p-34, kPart3 = 0x1.3198a2e037073p-69;
  const Wide shifted = angle * kTwoOverPi + kRoundingShift;  // its low bits are n
  const Wide n = shifted - kRoundingShift;
  const Wide r = ((angle - n * kPart1) - n * kPart2) - n * kPart3;
  // Minimax polynomials of fdlibm on |r| <= pi/4, their terms in pairs: half as long a chain as one by one.
  const Wide q = r * r, q2 = q * q, q4 = q2 * q2;
  Wide s = (q * 8.33333333332248946124e-03 - 1.66666666666666324348e-01) +
           q2 * (q * 2.75573137070700676789e-06 - 1.98412698298579493134e-04) +
           q4 * (q * 1.58969099521155010221e-10 - 2.50507602534068634195e-08);
  s = r + r * q * s;
  Wide c = (4.16666666666666019037e-02 - q * 1.38888888888741095749e-03) +
           q2 * (2.48015872894767294178e-05 - q * 2.75573143513906633035e-07) +
           q4 * (2.08757232129817482790e-09 - q * 1.13596475577881948265e-11);
  c = (1.0 - 0.5 * q) + q2 * c;
  // The quadrant: odd n swaps the two; n mod 4 in {2, 3} turns the sine, in {1, 2} the cosine.
  Bits quadrant = {}, bits = {};
  std::memcpy(&quadrant, &shifted, sizeof quadrant);
  const Bits odd = (quadrant & 1) != 0;
  const auto signed_by = [&bits](const Wide& x, const Bits& turned, Wide& out) __attribute__((always_inline)) {
    std::memcpy(&bits, &x, sizeof bits);
    bits ^= (turned & 2) << 62;
    std::memcpy(&out, &bits, sizeof out);
  };
  signed_by(odd ? c : s, quadrant, sine);
  signed_by(odd ? s : c, quadrant + 1, cosine);
}

/// exp for x in [-700, 700], within 2 units in the last place.
template <class Wide>
SWELL_INLINE void exponential(const Wide& x, Wide& out) {
  const Wide shifted = x * kLog2E + kRoundingShift;
  const Wide n = shifted - kRoundingShift;
  const Wide r = (x - n * kLn2High) - n * kLn2Low;
  Wide p = {};
  exponential_series(r, p);
  decltype(x < x) bits = {};
  std::memcpy(&bits, &shifted, sizeof bits);  // the low bits of the shifted numbers are n
  bits = (bits + 1023) << 52;
  Wide scale = {};
  std::memcpy(&scale, &bits, sizeof scale);
  out = p * scale;
}

/// max(x, least), lane by lane.
template <class Wide>
SWELL_INLINE void at_least(Wide& x, double least) {
  const Wide bound = Wide{} + least;
  x = x < bound ? bound : x;
}

#undef SWELL_INLINE

}  // namespace swell
