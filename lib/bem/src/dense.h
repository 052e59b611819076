/// Dense complex systems by LAPACK.
#pragma once

#include <Eigen/Core>

namespace swell::bem {

/// Solves A x = b for all columns of b: exactly when A is square, by least squares (normal equations) when it has more
/// rows. Destroys A; b's first rows become x. @returns false where A is singular
bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b);

/// By GMRES [SaadSchultz1986], all columns of b at once, until the residual of each has fallen by `tolerance`.
/// The first rows of A are square and of the second kind: ten to twenty steps of one product with A, whatever their
/// number. Further rows C x = d are added to them as s C^H C x = s C^H d, with s C^H C as large as the diagonal: a
/// compact operator more, and no eigenmode of the first rows alone is one of the sum. That weighs equations otherwise
/// than least squares do: the two differ by the discretisation's error. A is kept.
/// @returns steps, or -1 where `most` were not enough (b is kept then)
int solve_iterative(const Eigen::MatrixXcd& A, Eigen::MatrixXcd& b, double tolerance = 1e-8, int most = 100);

/// Threads of LAPACK itself, where it has any; those of this process.
void lapack_threads(int threads);

}  // namespace swell::bem
