/// cos and exp without branches or calls, so that loops over points vectorise; errors below 5e-16 (absolute for cos,
/// relative for exp) in the ranges stated.
#pragma once

#include <cstdint>
#include <cstring>

namespace swell::mesh {

constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer

/// cos x for |x| < 1e5: 1 - 2 sin2(r/2), r = x - 2 pi n.
inline double poly_cos(double x) {
  const double n = (x * 0.15915494309189535 + kRound) - kRound;
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
  const double shifted = x * 1.4426950408889634 + kRound;
  const double n = shifted - kRound;
  const double r = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
  double p = 2.0876756987868099e-9;  // 1/12!
  p = p * r + 2.5052108385441720e-8;
  p = p * r + 2.7557319223985888e-7;
  p = p * r + 2.7557319223985893e-6;
  p = p * r + 2.4801587301587302e-5;
  p = p * r + 1.9841269841269841e-4;
  p = p * r + 1.3888888888888889e-3;
  p = p * r + 8.3333333333333332e-3;
  p = p * r + 4.1666666666666664e-2;
  p = p * r + 1.6666666666666666e-1;
  p = p * r + 0.5;
  p = p * r + 1.0;
  p = p * r + 1.0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &shifted, sizeof bits);  // the low bits of the shifted number are n
  bits = (bits + 1023U) << 52U;
  double scale = 0.0;
  std::memcpy(&scale, &bits, sizeof scale);
  return p * scale;
}

}  // namespace swell::mesh
