// The projected equation of motion of a mechanism with few speeds: J^T M [J b] and its solution by elimination with
// partial pivoting. Rows are padded to whole vectors of four doubles. Private to the room.
#pragma once

namespace swell::bodies {

/// Above this many speeds or bodies' motions the block-sparse code is faster.
constexpr int kSmallSpeeds = 15;
constexpr int kSmallMotions = 36;

/// product = J^T M, system = product [J b].
/// @param n  6N   @param width  of a row of J and system (nv and the bias, padded to 4, 8, 12 or 16)
/// @param M  n rows of n, padded   @param J  n x width   @param product  nv rows like those of M   @param system  nv x
/// width
void project_inertia(int n, int nv, int width, const double* M, const double* J, double* product, double* system);

/// Solves A x = b with A and b as the first nv + 1 columns of `system`, which is overwritten.
void solve_small(int nv, int width, double* system, double* x);

}  // namespace swell::bodies
