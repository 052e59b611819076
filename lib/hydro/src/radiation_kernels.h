// The inner loops of RadiationConvolution and TabulatedExcitation, each compiled for every vector unit. Arrays over
// rows are padded to whole vectors of four; matrices are columns of such rows. Private to the library.
#pragma once

#include <cstddef>

namespace swell::hydro {

constexpr std::size_t kTailNodes = 6;  ///< that the convolution's tail is read through

/// y += sum_j K(:, j) x(j) for `count` stacked pairs (K, y): K is count x columns x rows, y count x rows.
void accumulate_products(int count, int columns, int rows, const double* K, const double* x, double* y);

/// The head of the kernel over [0, s] and the corrections of the tail at s as maps of velocities and accelerations
/// (README 3): F = H_V V + H_A A + G v_stage.
/// @param cell 7 x columns x rows: k0..k3 of the kernel's cubic piece and its first three iterated integrals
/// @param y    s less the beginning of the piece; s = 0: no head
/// @param L    weights of the tail's nodes   @param P, Q corrections by V and A at these nodes, stacked
/// @param held (H_V, H_A), 2 columns x rows   @param G columns x rows
void make_head(int columns, int rows, const double* cell, double s, double y, const double* L, const double* P,
               const double* Q, double* held, double* G);

/// out = sum_n L_n x_n over the tail's nodes, stacked.
void interpolate(int rows, const double* L, const double* x, double* out);

/// sum_k re(k) c(k) - im(k) s(k) over `width` components, added to each of the sums; rows of re and im are `stride`
/// apart.
void add_phasors(int rows, int width, const double* re, const double* im, int stride, const double* c, const double* s,
                 double* sums);

/// The next phasors c + i s: each times (turn_cos + i turn_sin).
void turn_phasors(int width, const double* turn_cos, const double* turn_sin, double* c, double* s);

/// out += sum_i w_i x_i over `points` stacked lines x of `rows`.
void add_lines(int points, int rows, const double* w, const double* x, double* out);

/// sum(r) += sum_c W(r, c) X(columns[c]), products of complex numbers bin by bin. Spectra are `bins` real parts (a
/// multiple of four), then as many imaginary ones. @param height rows, 1 to 4   @param W by four bins, column, row,
/// (re, im)
void add_spectra(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                 const double* W, const double* X, double* sum);

/// The same without vectors of eight.
void add_spectra_narrow(std::size_t height, std::size_t n_columns, const std::size_t* columns, std::size_t bins,
                        const double* W, const double* X, double* sum);

}  // namespace swell::hydro
