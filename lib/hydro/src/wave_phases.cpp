#include "wave_phases.h"

#include "swell/base/wide_math.h"

namespace swell::hydro {

// clang compiles a function that was declared without SWELL_WIDE before for AVX-512 alone: the clones have names of
// their own, declared here, and what other sources call hands over to them.
namespace wide {
SWELL_WIDE void turn_phases(int n, const double* omega, const double* kx, const double* ky, double t, double x,
                            double y, double* cosine, double* sine);
SWELL_WIDE void turn_phases(int n, const double* omega, const double* kx, const double* ky, double t, double x,
                            double y, double* cosine, double* sine) {
  Wide4 c = {}, s = {};
  int i = 0;
  for (; i + kWide4 <= n; i += kWide4) {
    sine_cosine(four(omega + i) * t - (four(kx + i) * x + four(ky + i) * y), s, c);
    four(cosine + i) = c;
    four(sine + i) = s;
  }
  if (i == n) return;
  Wide4 w = {}, u = {}, v = {};
  load_some(omega + i, n - i, w);
  load_some(kx + i, n - i, u);
  load_some(ky + i, n - i, v);
  sine_cosine(w * t - (u * x + v * y), s, c);
  for (int k = 0; i + k < n; ++k) {
    cosine[i + k] = c[k];
    sine[i + k] = s[k];
  }
}
}  // namespace wide
void turn_phases(int n, const double* omega, const double* kx, const double* ky, double t, double x, double y,
                 double* cosine, double* sine) {
  wide::turn_phases(n, omega, kx, ky, t, x, y, cosine, sine);
}

}  // namespace swell::hydro
