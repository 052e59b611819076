// Sine, cosine and exponential of a block of numbers, in loops that compilers vectorise.
//
// The C library's functions cost most of a wave sum and no compiler vectorises them without -ffast-math. Each operation
// here is one IEEE operation per number, so results do not depend on the vector width or the compiler.
#pragma once

#include <Eigen/Core>

namespace swell::waves {

constexpr int kBlock = 32;  // three blocks of doubles fit well into the first-level cache
using Block = Eigen::Array<double, kBlock, 1>;

// Nearest integer for |x| < 2^51: adding 1.5 * 2^52 leaves no bits for a fraction.
inline double nearest_integer(double x) {
  constexpr double kShift = 6755399441055744.0;
  return (x + kShift) - kShift;
}

// sin and cos of angles up to 1e6 rad, within 1.5 units in the last place of values near 1.
// Only the first `count` entries, rounded up to whole vectors, are worked out.
inline void sine_cosine(const Block& angle, Eigen::Index count, Block& sine, Block& cosine) {
  constexpr Eigen::Index kLanes = 4;
  const Eigen::Index end = (count + kLanes - 1) / kLanes * kLanes;
  // pi/2 in three parts, the first two with 33 bits each: n times them is exact for n < 2^20 (Cody and Waite, 1980).
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1;
  constexpr double kPart1 = 0x1.921fb544p+0;
  constexpr double kPart2 = 0x1.0b4611a6p-34;
  constexpr double kPart3 = 0x1.3198a2e037073p-69;
  for (Eigen::Index i = 0; i < end; ++i) {
    const double n = nearest_integer(angle[i] * kTwoOverPi);
    const double r = ((angle[i] - n * kPart1) - n * kPart2) - n * kPart3;
    // Taylor on |r| <= pi/4: the first terms left out are 8e-20 and 2e-18.
    const double r2 = r * r;
    const double s =
        r +
        r * r2 *
            (-1.0 / 6.0 +
             r2 * (1.0 / 120.0 +
                   r2 * (-1.0 / 5040.0 + r2 * (1.0 / 362880.0 + r2 * (-1.0 / 39916800.0 +
                                                                      r2 * (1.0 / 6227020800.0 +
                                                                            r2 * (-1.0 / 1307674368000.0 +
                                                                                  r2 * (1.0 / 355687428096000.0))))))));
    const double c =
        1.0 + r2 * (-0.5 + r2 * (1.0 / 24.0 +
                                 r2 * (-1.0 / 720.0 +
                                       r2 * (1.0 / 40320.0 +
                                             r2 * (-1.0 / 3628800.0 +
                                                   r2 * (1.0 / 479001600.0 + r2 * (-1.0 / 87178291200.0 +
                                                                                   r2 * (1.0 / 20922789888000.0))))))));
    // The quadrant: odd n swaps the two; n mod 4 in {2, 3} turns the sine, in {1, 2} the cosine.
    const double half = nearest_integer(0.5 * n - 0.25);                   // floor(n/2)
    const double odd = n - 2.0 * half;                                     // 0 or 1
    const double upper = half - 2.0 * nearest_integer(0.5 * half - 0.25);  // floor(n/2) mod 2
    const double swapped_sine = odd > 0.5 ? c : s;
    const double swapped_cosine = odd > 0.5 ? s : c;
    const double turn = odd + upper - 2.0 * odd * upper;  // exclusive or
    sine[i] = (1.0 - 2.0 * upper) * swapped_sine;
    cosine[i] = (1.0 - 2.0 * turn) * swapped_cosine;
  }
}

}  // namespace swell::waves
