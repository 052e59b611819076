#include "swell/waves/dispersion.h"

#include <cmath>
#include <limits>

#include "swell/base/error.h"

namespace swell::waves {

double wavenumber(double omega, std::optional<double> depth, double gravity) {
  SWELL_EXPECT(omega >= 0.0 && gravity > 0.0 && (!depth || *depth > 0.0));
  const double k_deep = omega * omega / gravity;
  if (!depth || omega == 0.0) return k_deep;
  // (W1) without dimensions: x tanh x = y with x = kh, y = omega^2 h/g.
  const double y = k_deep * *depth;
  if (y > 40.0) return k_deep;  // tanh(x) is 1 to the last bit
  // Guo's fit [Guo2002], within 1 % everywhere. From there Newton converges without a safeguard, because x tanh x rises
  // and d(ln y)/d(ln x) is between 1 and 2. expm1 keeps the fit accurate for tiny y.
  double x = y * std::pow(-std::expm1(-std::pow(y, 1.25)), -0.4);
  constexpr int kMostIterations = 20;
  for (int i = 0; i < kMostIterations; ++i) {
    const double tanh_x = std::tanh(x);
    const double step = (x * tanh_x - y) / (tanh_x + x * (1.0 - tanh_x * tanh_x));
    x -= step;
    if (std::abs(step) <= std::numeric_limits<double>::epsilon() * x) break;
  }
  return x / *depth;
}

double wavenumber_wec_sim(double omega, std::optional<double> depth, double gravity) {
  double k = omega * omega / gravity;
  if (!depth || omega == 0.0) return k;
  constexpr int kSweeps = 100;
  for (int i = 0; i < kSweeps; ++i) k = omega * omega / (gravity * std::tanh(k * *depth));
  return k;
}

double group_velocity(double omega, double k, std::optional<double> depth, double gravity) {
  if (omega == 0.0) {
    SWELL_EXPECT(depth.has_value());
    return std::sqrt(gravity * *depth);
  }
  const double phase_velocity = omega / k;
  if (!depth) return 0.5 * phase_velocity;
  const double two_kh = 2.0 * k * *depth;
  const double shoaling = two_kh > 700.0 ? 0.0 : two_kh / std::sinh(two_kh);  // sinh overflows beyond
  return 0.5 * phase_velocity * (1.0 + shoaling);
}

double regular_wave_power(double amplitude, double omega, std::optional<double> depth, double gravity, double density) {
  const double k = wavenumber(omega, depth, gravity);
  return 0.5 * density * gravity * amplitude * amplitude * group_velocity(omega, k, depth, gravity);
}

}  // namespace swell::waves
