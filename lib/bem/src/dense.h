/// Dense complex systems by LAPACK.
#pragma once

#include <Eigen/Core>

namespace swell::bem {

/// Solves A x = b for all columns of b: exactly for square A, by least squares (normal equations) with more rows.
/// Destroys A; x replaces the first rows of b. @returns false if A is singular
bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b);

/// Solves by GMRES [SaadSchultz1986], all columns of b at once, until each residual has fallen by `tolerance`. The
/// first rows of A are square and of the second kind, so ten to twenty steps with one product with A suffice for any
/// size. Further rows C x = d are added as s C^H C x = s C^H d, with s C^H C as large as the diagonal: a compact
/// operator that removes eigenmodes of the first rows. The weights differ from least squares by the discretisation
/// error. A is kept. @returns steps, or -1 if `most` were not enough (b is kept then)
int solve_iterative(const Eigen::MatrixXcd& A, Eigen::MatrixXcd& b, double tolerance = 1e-8, int most = 100);

/// Sets the number of threads of LAPACK, if supported, in this process.
void lapack_threads(int threads);

}  // namespace swell::bem
