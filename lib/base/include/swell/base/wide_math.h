/// Sine, cosine and exponential of four numbers at once, for sums over wave components.
///
/// The C library's functions cost most of such a sum and no compiler vectorises them without -ffast-math. Each
/// operation here is one IEEE operation per number, so results do not depend on the vector unit or the compiler. For
/// use inside functions marked SWELL_WIDE.
#pragma once

#include <cstdint>
#include <cstring>

#include "swell/base/exponential_series.h"
#include "swell/base/wide.h"

namespace swell {

#define SWELL_INLINE inline __attribute__((always_inline))

/// A sum over the lanes has one order whatever the machine.
SWELL_INLINE double sum_of(const Wide4& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/// n doubles from p, zeros after them; n in [1, 4].
SWELL_INLINE void load_some(const double* p, int n, Wide4& out) {
  out = Wide4{0.0, 0.0, 0.0, 0.0};
  for (int i = 0; i < n; ++i) out[i] = p[i];
}

/// Nearest integers for |x| < 2^51: adding 1.5 * 2^52 leaves no bits for a fraction.
SWELL_INLINE void nearest_integers(const Wide4& x, Wide4& out) { out = (x + kRoundingShift) - kRoundingShift; }

/// sin and cos of angles up to 1e6 rad, within 1.5 units in the last place of values near 1.
SWELL_INLINE void sine_cosine(const Wide4& angle, Wide4& sine, Wide4& cosine) {
  // pi/2 in three parts, the first two with 33 bits each: n times them is exact for n < 2^20 [CodyWaite1980].
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kPart1 = 0x1.921fb544p+0, kPart2 = 0x1.0b4611a6p-34, kPart3 = 0x1.3198a2e037073p-69;
  Wide4 n = {}, half = {}, upper = {};
  nearest_integers(angle * kTwoOverPi, n);
  const Wide4 r = ((angle - n * kPart1) - n * kPart2) - n * kPart3;
  // Taylor on |r| <= pi/4: the first terms left out are 8e-20 and 2e-18.
  const Wide4 q = r * r;
  Wide4 s = q * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0;
  s = s * q + 1.0 / 6227020800.0;
  s = s * q - 1.0 / 39916800.0;
  s = s * q + 1.0 / 362880.0;
  s = s * q - 1.0 / 5040.0;
  s = s * q + 1.0 / 120.0;
  s = s * q - 1.0 / 6.0;
  s = r + r * q * s;
  Wide4 c = q * (1.0 / 20922789888000.0) - 1.0 / 87178291200.0;
  c = c * q + 1.0 / 479001600.0;
  c = c * q - 1.0 / 3628800.0;
  c = c * q + 1.0 / 40320.0;
  c = c * q - 1.0 / 720.0;
  c = c * q + 1.0 / 24.0;
  c = c * q - 0.5;
  c = c * q + 1.0;
  // The quadrant: odd n swaps the two; n mod 4 in {2, 3} turns the sine, in {1, 2} the cosine.
  nearest_integers(0.5 * n - 0.25, half);  // floor(n/2)
  const Wide4 odd = n - 2.0 * half;        // 0 or 1
  nearest_integers(0.5 * half - 0.25, upper);
  upper = half - 2.0 * upper;  // floor(n/2) mod 2
  const Wide4 even = 1.0 - odd, turn = odd + upper - 2.0 * odd * upper;
  sine = (1.0 - 2.0 * upper) * (odd * c + even * s);
  cosine = (1.0 - 2.0 * turn) * (odd * s + even * c);
}

/// exp for x in [-700, 700], within 2 units in the last place.
SWELL_INLINE void exponential(const Wide4& x, Wide4& out) {
  using Bits4 = std::int64_t __attribute__((vector_size(32)));
  const Wide4 shifted = x * kLog2E + kRoundingShift;
  const Wide4 n = shifted - kRoundingShift;
  const Wide4 r = (x - n * kLn2High) - n * kLn2Low;
  Wide4 p = {};
  exponential_series(r, p);
  Bits4 bits = {};
  std::memcpy(&bits, &shifted, sizeof bits);  // the low bits of the shifted numbers are n
  bits = (bits + 1023) << 52;
  Wide4 scale = {};
  std::memcpy(&scale, &bits, sizeof scale);
  out = p * scale;
}

/// max(x, least), lane by lane.
SWELL_INLINE void at_least(Wide4& x, double least) {
  const Wide4 bound = {least, least, least, least};
  x = x < bound ? bound : x;
}

#undef SWELL_INLINE

}  // namespace swell
