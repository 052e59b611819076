// What a kernel's transform lacks beyond its last frequency. Private to the library.
#pragma once

#include <cmath>

#include "exponential_integral.h"

namespace swell::hydro {

/// int_W^inf (W/w)^3 cos(w t) dw: what lies beyond the last frequency of a transform that falls like w^-3.
inline double cubic_tail(double W, double t) {
  if (t == 0.0) return W / 2.0;
  const double x = W * t;
  return W * (0.5 * std::cos(x) - 0.5 * x * std::sin(x) + 0.5 * x * x * cosine_integral(x));
}

}  // namespace swell::hydro
