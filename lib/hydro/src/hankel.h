/// Hankel matrices of impulse responses without forming them: products by FFT, leading modes by Lanczos.
/// Private to lib/hydro.
#pragma once

#include <cstddef>
#include <vector>

#include "swell/base/vector.h"

namespace swell::hydro {

/// Leading eigenpairs (by magnitude) of the symmetric Hankel matrix H_ij = y_{i+j}, zero beyond the end.
struct HankelModes {
  VectorX values;   ///< signed, descending magnitude
  MatrixX vectors;  ///< one per column
};
HankelModes hankel_modes(const VectorX& y, Eigen::Index count);

/// Leading singular triplets of the block Hankel matrix H_ab = K_{a+b} (square), a, b = 0 .. n - 1, zero beyond the
/// end. Row (a, i) of a vector stands at i n + a.
struct BlockHankelModes {
  VectorX values;
  MatrixX left, right;
  MatrixX shift;  ///< products of the left vectors with themselves one sample later
};
BlockHankelModes block_hankel_modes(const std::vector<MatrixX>& K, Eigen::Index count);

}  // namespace swell::hydro
