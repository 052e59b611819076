#include "radiation_kernels.h"

#include "swell/base/wide.h"

namespace swell::hydro {

namespace {
[[gnu::always_inline]] inline const Wide4& at(const double* p) { return *reinterpret_cast<const Wide4*>(p); }
[[gnu::always_inline]] inline Wide4& at(double* p) { return *reinterpret_cast<Wide4*>(p); }
}  // namespace

SWELL_WIDE void accumulate_products(int count, int columns, int rows, const double* K, const double* x, double* y) {
  for (int n = 0; n < count; ++n, K += columns * rows, y += rows) {
    for (int r = 0; r < rows; r += kWide4) {
      Wide4 sum = at(y + r);
      for (int j = 0; j < columns; ++j) sum += at(K + j * rows + r) * x[j];
      at(y + r) = sum;
    }
  }
}

SWELL_WIDE void correct_tails(int count, int columns, int rows, double d, const double* x, const double* P,
                              const double* Q, const double* v, const double* a, double* y) {
  for (int n = 0; n < count; ++n) {
    for (int r = 0; r < rows; r += kWide4) {
      Wide4 sum = d * at(x + r);
      for (int j = 0; j < columns; ++j) sum += at(P + j * rows + r) * v[j] + at(Q + j * rows + r) * a[j];
      at(y + r) = sum;
    }
    P += columns * rows;
    Q += columns * rows;
    x += rows;
    y += rows;
  }
}

// int_0^s K(s - u) u^p du = p! times the (p+1)-fold integral of K, I_{p+1}; v(g_m + u) = V + A u + b u^2 with b such
// that v(t) is the stage's: F = I1 V + I2 A + G (v_stage - V - A s), G = 2 I3 / s^2. All are sums over the seven
// numbers of the piece (k0..k3, then I1..I3 at its beginning) with weights y^n / n! and the like, the same for all
// entries.
SWELL_WIDE void head_of_kernel(int columns, int rows, const double* cell, double s, double y, const double* V,
                               const double* A, double* force, double* G) {
  const int size = columns * rows;
  const double y2 = y * y, y3 = y2 * y, y4 = y3 * y, y5 = y4 * y, y6 = y5 * y;
  const double first[7] = {y, y2 / 2.0, y3 / 3.0, y4 / 4.0, 1.0, 0.0, 0.0};
  const double second[7] = {y2 / 2.0, y3 / 6.0, y4 / 12.0, y5 / 20.0, y, 1.0, 0.0};
  double third[7] = {y3 / 6.0, y4 / 24.0, y5 / 60.0, y6 / 120.0, y2 / 2.0, y, 1.0};
  for (double& weight : third) weight *= 2.0 / (s * s);
  for (int j = 0; j < columns; ++j) {
    const double at_stage = V[j] + s * A[j];
    double held[7];
    for (int n = 0; n < 7; ++n) held[n] = first[n] * V[j] + second[n] * A[j] - third[n] * at_stage;
    for (int r = 0; r < rows; r += kWide4) {
      const double* c = cell + j * rows + r;
      Wide4 per_stage = third[0] * at(c), at_rest = held[0] * at(c);
#pragma GCC unroll 6
      for (int n = 1; n < 7; ++n) {
        const Wide4 part = at(c + n * size);
        per_stage += third[n] * part;
        at_rest += held[n] * part;
      }
      at(G + j * rows + r) = per_stage;
      at(force + r) += at_rest;
    }
  }
}

SWELL_WIDE void add_phasors(int rows, int width, const double* re, const double* im, int stride, const double* c,
                            const double* s, double* sums) {
  for (int r = 0; r < rows; ++r, re += stride, im += stride) {
    Wide4 even = {}, odd = {};
    int k = 0;
    for (; k + 2 * kWide4 <= width; k += 2 * kWide4) {
      even += at(re + k) * at(c + k) - at(im + k) * at(s + k);
      odd += at(re + k + kWide4) * at(c + k + kWide4) - at(im + k + kWide4) * at(s + k + kWide4);
    }
    for (; k + kWide4 <= width; k += kWide4) even += at(re + k) * at(c + k) - at(im + k) * at(s + k);
    const Wide4 sum = even + odd;
    double rest = 0.0;
    for (; k < width; ++k) rest += re[k] * c[k] - im[k] * s[k];
    sums[r] += ((sum[0] + sum[2]) + (sum[1] + sum[3])) + rest;
  }
}

SWELL_WIDE void interpolate(int rows, const double* L, const double* x, double* out) {
  for (int r = 0; r < rows; r += kWide4) {
    at(out + r) =
        L[0] * at(x + r) + L[1] * at(x + rows + r) + L[2] * at(x + 2 * rows + r) + L[3] * at(x + 3 * rows + r);
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
      re[r] = at(sum + r * stride + bin);
      im[r] = at(sum + r * stride + bins + bin);
    }
    for (std::size_t c = 0; c < n_columns; ++c) {
      const double* x = X + columns[c] * stride + bin;
      const Wide4 x_re = at(x), x_im = at(x + bins);
#pragma GCC unroll 4
      for (std::size_t r = 0; r < Height; ++r, W += 2 * kWide4) {
        re[r] += at(W) * x_re - at(W + kWide4) * x_im;
        im[r] += at(W) * x_im + at(W + kWide4) * x_re;
      }
    }
    for (std::size_t r = 0; r < Height; ++r) {
      at(sum + r * stride + bin) = re[r];
      at(sum + r * stride + bins + bin) = im[r];
    }
  }
}
}  // namespace

SWELL_WIDE void add_spectra(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                            const double* W, const double* X, double* sum) {
  if (height == 1) return add_spectra_of<1>(n_columns, columns, bins, W, X, sum);
  if (height == 2) return add_spectra_of<2>(n_columns, columns, bins, W, X, sum);
  if (height == 3) return add_spectra_of<3>(n_columns, columns, bins, W, X, sum);
  return add_spectra_of<4>(n_columns, columns, bins, W, X, sum);
}

}  // namespace swell::hydro
