/// Radiation that takes energy only: added mass and damping symmetric (reciprocity [Newman1977, 6.17]),
/// damping and the transform of the kernel without negative eigenvalues. theory/numerics/hydro.md 3 has the reasons.
#pragma once

#include <vector>

#include "swell/hydro/radiation_convolution.h"

namespace swell::hydro {

/// Factors per row that make rows of one size: 1/sqrt(peak of the row's diagonal), or of ten times what its couplings
/// need where the data give it less, of rows that hardly radiate that of 1e-6 of the largest.
/// @param peaks  of the entries' magnitudes   @param scale  per row: translation 1, rotation 1/L [1/m]
VectorX row_factors(const MatrixX& peaks, const VectorX& scale);

/// The symmetric part of `matrix` without its negative eigenvalues, those of T matrix T with T = diag(factors): the
/// nearest such matrix in the Frobenius norm [Higham1988].
MatrixX nearest_semidefinite(const MatrixX& matrix, const VectorX& factors);

/// Which sum over the past a kernel is for: its weights belong to the frequency response.
enum class MemorySum {
  trapezoid,  ///< SampledConvolution: half weight at both ends
  /// RadiationConvolution: half weight at 0, 3/8, 7/6, 23/24 at the end, slope at 0 (theory/numerics/hydro.md 3)
  gregory,
};

struct KernelRepair {
  double lowest = 0.0;      ///< smallest eigenvalue of the response's symmetric part before, over the largest one
  double omega = 0.0;       ///< where [rad/s]
  double change = 0.0;      ///< of the force per velocity of a harmonic motion, rows of one size, over its largest
  double changed_at = 0.0;  ///< where that is [rad/s]
  double damping = 0.0;     ///< of it, what a constant damping adds: the rest that the samples alone do not cover
};

/// Changes symmetric samples so that at every frequency from 0 to Nyquist's the symmetric part of the sum's response
/// to a harmonic velocity, D (w_0 K_0 + sum_k w_k K_k cos(k D omega)), has no negative eigenvalue: the convolution then
/// takes energy whatever the motion. What the response lacks at each of its minima is added about that frequency and
/// nowhere else, until what is left, 5e-6 of the peak, is a constant damping, K_0 alone.
/// @param scale  per row: translation 1, rotation 1/L [1/m]
KernelRepair make_kernel_passive(SampledKernel& kernel, const VectorX& scale, MemorySum sum);

}  // namespace swell::hydro
