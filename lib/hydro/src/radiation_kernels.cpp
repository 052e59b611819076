#include "radiation_kernels.h"

#include "swell/base/wide.h"

namespace swell::hydro {

// base/wide.h says why these are called by others.
SWELL_WIDE void accumulate_products_clones(int count, int columns, int rows, const double* K, const double* x,
                                           double* y);
SWELL_WIDE void make_head_clones(int columns, int rows, const double* cell, double s, double y, const double* L,
                                 const double* P, const double* Q, double* held, double* G);
SWELL_WIDE void add_phasors_clones(int rows, int width, const double* re, const double* im, int stride, const double* c,
                                   const double* s, double* sums);
SWELL_WIDE void turn_phasors_clones(int width, const double* turn_cos, const double* turn_sin, double* c, double* s);
SWELL_WIDE void add_lines_clones(int points, int rows, const double* w, const double* x, double* out);
SWELL_WIDE void interpolate_clones(int rows, const double* L, const double* x, double* out);
SWELL_WIDE void add_spectra_narrow_clones(std::size_t height, std::size_t n_columns, const std::size_t* columns,
                                          std::size_t bins, const double* W, const double* X, double* sum);

namespace {
// `Vectors` of the rows at a time: independent sums, which share the loads of x.
template <std::size_t Vectors>
[[gnu::always_inline]] inline void add_products_of(int columns, int rows, const double* K, const double* x, double* y) {
  Wide4 sum[Vectors];
#pragma GCC unroll 4
  for (std::size_t p = 0; p < Vectors; ++p) sum[p] = four(y + p * kWide4);
  for (const double* const end = x + columns; x != end; ++x, K += rows) {
#pragma GCC unroll 4
    for (std::size_t p = 0; p < Vectors; ++p) sum[p] += four(K + p * kWide4) * *x;
  }
#pragma GCC unroll 4
  for (std::size_t p = 0; p < Vectors; ++p) four(y + p * kWide4) = sum[p];
}
}  // namespace

SWELL_WIDE void accumulate_products_clones(int count, int columns, int rows, const double* K, const double* x,
                                           double* y) {
  for (int n = 0; n < count; ++n, K += columns * rows, y += rows) {
    int r = 0;
    for (; r + 3 * kWide4 <= rows; r += 3 * kWide4) add_products_of<3>(columns, rows, K + r, x, y + r);
    for (; r < rows; r += kWide4) add_products_of<1>(columns, rows, K + r, x, y + r);
  }
}

// int_0^s K(s - u) u^p du = p! times the (p+1)-fold integral of K, I_{p+1}; v(g_m + u) = V + A u + b u^2 with b such
// that v(t) is the stage's: F = I1 V + I2 A + G (v_stage - V - A s), G = 2 I3 / s^2. All are sums over the seven
// numbers of the piece (k0..k3, then I1..I3 at its beginning) with weights y^n / n! and the like, the same for all
// entries.
SWELL_WIDE void make_head_clones(int columns, int rows, const double* cell, double s, double y, const double* L,
                                 const double* P, const double* Q, double* held, double* G) {
  const int size = columns * rows;
  const double y2 = y * y, y3 = y2 * y, y4 = y3 * y, y5 = y4 * y, y6 = y5 * y;
  const double first[7] = {y, y2 / 2.0, y3 / 3.0, y4 / 4.0, 1.0, 0.0, 0.0};
  const double second[7] = {y2 / 2.0, y3 / 6.0, y4 / 12.0, y5 / 20.0, y, 1.0, 0.0};
  double third[7] = {y3 / 6.0, y4 / 24.0, y5 / 60.0, y6 / 120.0, y2 / 2.0, y, 1.0};
  const double scale = s > 0.0 ? 2.0 / (s * s) : 0.0;
  for (int k = 0; k < size; k += kWide4) {
    Wide4 I1 = {}, I2 = {}, per_stage = {}, by_V = {}, by_A = {};
    for (int n = 0; n < 7; ++n) {
      const Wide4 part = four(cell + n * size + k);
      I1 += first[n] * part;
      I2 += second[n] * part;
      per_stage += third[n] * part;
    }
    for (int n = 0; n < static_cast<int>(kTailNodes); ++n) {
      by_V += L[n] * four(P + n * size + k);
      by_A += L[n] * four(Q + n * size + k);
    }
    per_stage *= scale;
    const Wide4 head_V = s > 0.0 ? I1 - per_stage : Wide4{}, head_A = s > 0.0 ? I2 - s * per_stage : Wide4{};
    four(held + k) = head_V + by_V;
    four(held + size + k) = head_A + by_A;
    four(G + k) = per_stage;
  }
}

SWELL_WIDE void add_phasors_clones(int rows, int width, const double* re, const double* im, int stride, const double* c,
                                   const double* s, double* sums) {
  if (width < kWide4) {  // a regular wave
    for (int r = 0; r < rows; ++r, re += stride, im += stride) {
      for (int k = 0; k < width; ++k) sums[r] += re[k] * c[k] - im[k] * s[k];
    }
    return;
  }
  for (int r = 0; r < rows; ++r, re += stride, im += stride) {
    Wide4 even = {}, odd = {};
    int k = 0;
    for (; k + 2 * kWide4 <= width; k += 2 * kWide4) {
      even += four(re + k) * four(c + k) - four(im + k) * four(s + k);
      odd += four(re + k + kWide4) * four(c + k + kWide4) - four(im + k + kWide4) * four(s + k + kWide4);
    }
    for (; k + kWide4 <= width; k += kWide4) even += four(re + k) * four(c + k) - four(im + k) * four(s + k);
    const Wide4 sum = even + odd;
    double rest = 0.0;
    for (; k < width; ++k) rest += re[k] * c[k] - im[k] * s[k];
    sums[r] += ((sum[0] + sum[2]) + (sum[1] + sum[3])) + rest;
  }
}

SWELL_WIDE void turn_phasors_clones(int width, const double* turn_cos, const double* turn_sin, double* c, double* s) {
  for (int i = 0; i < width; ++i) {
    const double x = c[i] * turn_cos[i] - s[i] * turn_sin[i];
    s[i] = s[i] * turn_cos[i] + c[i] * turn_sin[i];
    c[i] = x;
  }
}

SWELL_WIDE void add_lines_clones(int points, int rows, const double* w, const double* x, double* out) {
  for (int r = 0; r < rows; r += kWide4) {
    Wide4 even = four(out + r), odd = {};  // two chains of additions
    int i = 0;
    for (; i + 1 < points; i += 2) {
      even += w[i] * four(x + i * rows + r);
      odd += w[i + 1] * four(x + (i + 1) * rows + r);
    }
    if (i < points) even += w[i] * four(x + i * rows + r);
    four(out + r) = even + odd;
  }
}

SWELL_WIDE void interpolate_clones(int rows, const double* L, const double* x, double* out) {
  for (int r = 0; r < rows; r += kWide4) {
    Wide4 sum = L[0] * four(x + r);
    for (int n = 1; n < static_cast<int>(kTailNodes); ++n) sum += L[n] * four(x + n * rows + r);
    four(out + r) = sum;
  }
}

namespace {
template <std::size_t Height>
[[gnu::always_inline]] inline void add_spectra_of(std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                                                  const double* W, const double* X, double* sum) {
  const std::size_t stride = 2 * bins;
  for (std::size_t bin = 0; bin < bins; bin += kWide4) {
    Wide4 re[Height], im[Height];
    for (std::size_t r = 0; r < Height; ++r) {
      re[r] = four(sum + r * stride + bin);
      im[r] = four(sum + r * stride + bins + bin);
    }
    for (std::size_t c = 0; c < n_columns; ++c) {
      const double* x = X + columns[c] * stride + bin;
      const Wide4 x_re = four(x), x_im = four(x + bins);
#pragma GCC unroll 4
      for (std::size_t r = 0; r < Height; ++r, W += 2 * kWide4) {
        re[r] += four(W) * x_re - four(W + kWide4) * x_im;
        im[r] += four(W) * x_im + four(W + kWide4) * x_re;
      }
    }
    for (std::size_t r = 0; r < Height; ++r) {
      four(sum + r * stride + bin) = re[r];
      four(sum + r * stride + bins + bin) = im[r];
    }
  }
}
}  // namespace

namespace {
using AddSpectra = void (*)(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                            const double* W, const double* X, double* sum);

#ifdef __x86_64__
// Real and imaginary parts of four bins as one vector: (Wr, Wi) (xr, xr) + (Wi, Wr) (-xi, xi), the same products and
// sums.
template <std::size_t Height>
[[gnu::always_inline]] inline void add_pairs_of(std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                                                const double* W, const double* X, double* sum) {
  const std::size_t stride = 2 * bins;
  const Wide8 sign = {-1.0, -1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0};
  for (std::size_t bin = 0; bin < bins; bin += kWide4) {
    Wide8 both[Height];
    for (std::size_t r = 0; r < Height; ++r) {
      const double* s = sum + r * stride + bin;
      both[r] = __builtin_shufflevector(four(s), four(s + bins), 0, 1, 2, 3, 4, 5, 6, 7);
    }
    for (std::size_t c = 0; c < n_columns; ++c) {
      const double* x = X + columns[c] * stride + bin;
      const Wide4 x_re = four(x), x_im = four(x + bins);
      const Wide8 re = __builtin_shufflevector(x_re, x_re, 0, 1, 2, 3, 4, 5, 6, 7);
      const Wide8 im = sign * __builtin_shufflevector(x_im, x_im, 0, 1, 2, 3, 4, 5, 6, 7);
#pragma GCC unroll 4
      for (std::size_t r = 0; r < Height; ++r, W += kWide8) {
        const Wide8 w = *reinterpret_cast<const Wide8*>(W);
        both[r] += w * re + __builtin_shufflevector(w, w, 4, 5, 6, 7, 0, 1, 2, 3) * im;
      }
    }
    for (std::size_t r = 0; r < Height; ++r) {
      double* s = sum + r * stride + bin;
      four(s) = __builtin_shufflevector(both[r], both[r], 0, 1, 2, 3);
      four(s + bins) = __builtin_shufflevector(both[r], both[r], 4, 5, 6, 7);
    }
  }
}

__attribute__((target("avx512f"))) void add_spectra_avx512(std::size_t height, std::size_t n_columns,
                                                           const std::size_t* columns, std::size_t bins,
                                                           const double* W, const double* X, double* sum) {
  if (height == 1) return add_pairs_of<1>(n_columns, columns, bins, W, X, sum);
  if (height == 2) return add_pairs_of<2>(n_columns, columns, bins, W, X, sum);
  if (height == 3) return add_pairs_of<3>(n_columns, columns, bins, W, X, sum);
  return add_pairs_of<4>(n_columns, columns, bins, W, X, sum);
}
#endif
}  // namespace

SWELL_WIDE void add_spectra_narrow_clones(std::size_t height, std::size_t n_columns, const std::size_t* columns,
                                          std::size_t bins, const double* W, const double* X, double* sum) {
  if (height == 1) return add_spectra_of<1>(n_columns, columns, bins, W, X, sum);
  if (height == 2) return add_spectra_of<2>(n_columns, columns, bins, W, X, sum);
  if (height == 3) return add_spectra_of<3>(n_columns, columns, bins, W, X, sum);
  return add_spectra_of<4>(n_columns, columns, bins, W, X, sum);
}

void add_spectra(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                 const double* W, const double* X, double* sum) {
  static const AddSpectra kWidest = [] {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return AddSpectra{add_spectra_avx512};
#endif
    return AddSpectra{add_spectra_narrow};
  }();
  kWidest(height, n_columns, columns, bins, W, X, sum);
}

void accumulate_products(int count, int columns, int rows, const double* K, const double* x, double* y) {
  accumulate_products_clones(count, columns, rows, K, x, y);
}
void make_head(int columns, int rows, const double* cell, double s, double y, const double* L, const double* P,
               const double* Q, double* held, double* G) {
  make_head_clones(columns, rows, cell, s, y, L, P, Q, held, G);
}
void add_phasors(int rows, int width, const double* re, const double* im, int stride, const double* c, const double* s,
                 double* sums) {
  add_phasors_clones(rows, width, re, im, stride, c, s, sums);
}
void turn_phasors(int width, const double* turn_cos, const double* turn_sin, double* c, double* s) {
  turn_phasors_clones(width, turn_cos, turn_sin, c, s);
}
void add_lines(int points, int rows, const double* w, const double* x, double* out) {
  add_lines_clones(points, rows, w, x, out);
}
void interpolate(int rows, const double* L, const double* x, double* out) { interpolate_clones(rows, L, x, out); }
void add_spectra_narrow(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                        const double* W, const double* X, double* sum) {
  add_spectra_narrow_clones(height, n_columns, columns, bins, W, X, sum);
}

}  // namespace swell::hydro
