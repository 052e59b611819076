// The projected equation of motion of a mechanism with few speeds, J^T M J v' = rhs - J^T M b, and its solution by
// elimination with partial pivoting. Arrays are padded to whole vectors of four doubles. Private to the library.
#pragma once

#include <vector>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

/// Above this many speeds or body motions the block-sparse code is faster.
constexpr int kSmallSpeeds = 16;
constexpr int kSmallMotions = 36;

/// Entries of J that are not zero in every pose, column by column: a free body's columns are unit vectors.
struct JacobianPattern {
  struct Entry {
    int in_J;       ///< place in J, column by column
    int row;        ///< of J
    int in_M;       ///< where that row of M begins
    int in_turned;  ///< where that row of the transpose of J^T M begins
  };
  std::vector<int> first;  ///< nv + 1, into entries
  std::vector<Entry> entries;
  struct Turned {
    int body, in_J;  ///< of the first of three rotations
  };
  std::vector<Turned> turned;  ///< of the bodies given to jacobian_pattern()
  /// A free body with rotations in tilted axes, and all that slides on it. Its angular speeds may be given in those
  /// axes; then only the arms in its rotation columns are not unit vectors.
  struct Free {
    int body, column;       ///< the first angular speed
    std::vector<int> arms;  ///< places in J, where blocks of 3 x 3 begin
  };
  std::vector<Free> free;
};
/// @param turned  (N) bodies whose rotations may be given by any axes; empty: none
JacobianPattern jacobian_pattern(const Multibody& multibody, const std::vector<bool>& turned = {});
/// For speeds in tilted axes if all of `turned` float freely or slide on such a body; else as jacobian_pattern().
JacobianPattern tilted_pattern(const Multibody& multibody, const std::vector<bool>& turned);

/// out(c) += J(:, c) . x
void add_transposed(const JacobianPattern& pattern, const double* J, const double* x, double* out);
/// out += J x
void add_product(const JacobianPattern& pattern, const double* J, const double* x, double* out);

/// Assembles the system column by column, the right-hand side last.
/// @param n  6N   @param J  n x nv, column by column   @param M  n rows of n, padded   @param b  n   @param rhs  nv
/// @param product  workspace, padded(nv) x padded(n), rows from nv on zero   @param turned  workspace, padded(n) x
/// padded(nv)
/// @param system  (nv + 1) x padded(nv)
void project_inertia(const JacobianPattern& pattern, int n, int nv, const double* J, const double* M, const double* b,
                     const double* rhs, double* product, double* turned, double* system);

/// out = sum of x_j times column j.   @param height  padded, of a column and of out
void sum_columns(int columns, int height, const double* A, const double* x, double* out);

/// Solves for x (nv); the system is overwritten.
void solve_small(int nv, double* system, double* x);

}  // namespace swell::bodies
