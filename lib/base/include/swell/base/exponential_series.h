/// The exponential by reduction and series, for one double or several in a vector: the arithmetic that wide_math.h and
/// loops over points share. Every operation is one IEEE operation per number.
#pragma once

namespace swell {

/// exp x = 2^n exp r with n = nearest(x / ln 2): adding 1.5 * 2^52 rounds to an integer and leaves its bits lowest.
constexpr double kRoundingShift = 6755399441055744.0;
constexpr double kLog2E = 1.4426950408889634;
/// ln 2 in two parts; n has at most 11 bits, the first part 33, so n times it is exact [CodyWaite1980].
constexpr double kLn2High = 6.93147180369123816490e-01, kLn2Low = 1.90821492927058770002e-10;

/// Taylor's series of exp r to r^12 / 12!, |r| <= ln 2 / 2: the first term left out is 2.4e-16 of the result at most.
/// Terms in pairs: half as long a chain as one by one.
template <class Real>
inline __attribute__((always_inline)) void exponential_series(const Real& r, Real& p) {
  const Real r2 = r * r, r4 = r2 * r2;
  p = (r + 1.0) + r2 * (r * 1.6666666666666666e-1 + 0.5);
  p += r4 *
       ((r * 8.3333333333333332e-3 + 4.1666666666666664e-2) + r2 * (r * 1.9841269841269841e-4 + 1.3888888888888889e-3));
  p += (r4 * r4) * (((r * 2.7557319223985893e-6 + 2.4801587301587302e-5) +
                     r2 * (r * 2.5052108385441720e-8 + 2.7557319223985888e-7)) +
                    r4 * 2.0876756987868099e-9);
}

}  // namespace swell
