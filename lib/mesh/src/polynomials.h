/// cos and exp without branches or calls, so that loops over points vectorise; errors below 5e-16 (absolute for cos,
/// relative for exp) in the ranges stated.
#pragma once

#include <cstdint>
#include <cstring>

#include "swell/base/exponential_series.h"

namespace swell::mesh {

/// cos x for |x| < 1e5: 1 - 2 sin2(r/2), r = x - 2 pi n.
inline double poly_cos(double x) {
  const double n = (x * 0.15915494309189535 + kRoundingShift) - kRoundingShift;
  // 2 pi in two parts; n has at most 14 bits, the first part 38, so the product is exact.
  const double h = 0.5 * ((x - n * 6.283185307169333) - n * 1.0253376606378076e-11);
  const double q = h * h;
  double s = 1.9572941063391263e-20;   // 1/21!
  s = s * q - 8.2206352466243297e-18;  // -1/19!
  s = s * q + 2.8114572543455206e-15;
  s = s * q - 7.6471637318198164e-13;
  s = s * q + 1.6059043836821613e-10;
  s = s * q - 2.5052108385441720e-8;
  s = s * q + 2.7557319223985893e-6;
  s = s * q - 1.9841269841269841e-4;
  s = s * q + 8.3333333333333332e-3;
  s = s * q - 1.6666666666666666e-1;
  const double sine = h + h * q * s;
  return 1.0 - 2.0 * sine * sine;
}

/// exp x for x <= 700; 0 is returned as about 1e-304 below -700.
inline double poly_exp(double x) {
  x = x < -700.0 ? -700.0 : x;
  const double shifted = x * kLog2E + kRoundingShift;
  const double n = shifted - kRoundingShift;
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double p = 0.0;
  exponential_series(r, p);
  std::uint64_t bits = 0;
  std::memcpy(&bits, &shifted, sizeof bits);  // the low bits of the shifted number are n
  bits = (bits + 1023U) << 52U;
  double scale = 0.0;
  std::memcpy(&scale, &bits, sizeof scale);
  return p * scale;
}

}  // namespace swell::mesh
