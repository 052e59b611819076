#include "wave_phases.h"

#include "swell/base/wide_math.h"

namespace swell::hydro {

namespace {
template <class Wide>
[[gnu::always_inline]] inline void turn_whole(int& i, int n, const double* omega, const double* kx, const double* ky,
                                              double t, double x, double y, double* cosine, double* sine) {
  const auto at = [](const double* p) -> const Wide& { return *reinterpret_cast<const Wide*>(p); };
  constexpr int kLanes = sizeof(Wide) / sizeof(double);
  Wide c = {}, s = {};
  for (; i + kLanes <= n; i += kLanes) {
    sine_cosine(at(omega + i) * t - (at(kx + i) * x + at(ky + i) * y), s, c);
    *reinterpret_cast<Wide*>(cosine + i) = c;
    *reinterpret_cast<Wide*>(sine + i) = s;
  }
}

#ifdef __x86_64__
__attribute__((target("avx512f"))) int turn_eights_avx512(int n, const double* omega, const double* kx,
                                                          const double* ky, double t, double x, double y,
                                                          double* cosine, double* sine) {
  int i = 0;
  turn_whole<Wide8>(i, n, omega, kx, ky, t, x, y, cosine, sine);
  return i;
}
const bool kWidest = __builtin_cpu_supports("avx512f") != 0;
#endif
}  // namespace

// base/wide.h says why these are called by others.
SWELL_WIDE void turn_phases_clones(int i, int n, const double* omega, const double* kx, const double* ky, double t,
                                   double x, double y, double* cosine, double* sine);

/// @param i  the first
SWELL_WIDE void turn_phases_clones(int i, int n, const double* omega, const double* kx, const double* ky, double t,
                                   double x, double y, double* cosine, double* sine) {
  turn_whole<Wide4>(i, n, omega, kx, ky, t, x, y, cosine, sine);
  if (i == n) return;
  Wide4 c = {}, s = {}, w = {}, u = {}, v = {};
  load_some(omega + i, n - i, w);
  load_some(kx + i, n - i, u);
  load_some(ky + i, n - i, v);
  sine_cosine(w * t - (u * x + v * y), s, c);
  for (int k = 0; i + k < n; ++k) {
    cosine[i + k] = c[k];
    sine[i + k] = s[k];
  }
}

void turn_phases(int n, const double* omega, const double* kx, const double* ky, double t, double x, double y,
                 double* cosine, double* sine) {
  int done = 0;
#ifdef __x86_64__
  if (kWidest) done = turn_eights_avx512(n, omega, kx, ky, t, x, y, cosine, sine);
#endif
  if (done < n) turn_phases_clones(done, n, omega, kx, ky, t, x, y, cosine, sine);
}

}  // namespace swell::hydro
