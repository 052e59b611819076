/// Dense complex systems by LAPACK.
#pragma once

#include <Eigen/Core>

namespace swell::bem {

/// Solves A x = b for all columns of b: exactly when A is square, by least squares (normal equations) when it has more
/// rows. Destroys A; b's first rows become x. @returns false where A is singular
bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b);

/// The same by conjugate gradients on the normal equations (CGLS, Bjoerck, Numerical Methods for Least Squares
/// Problems, 7.4), all columns of b at once, until the normal residual has fallen by `tolerance`. The equations are of
/// the second kind: some tens of steps of two products with A, whatever their number. A is kept.
/// @returns steps, or -1 where `most` were not enough (b is kept then)
int solve_iterative(const Eigen::MatrixXcd& A, Eigen::MatrixXcd& b, double tolerance = 1e-8, int most = 200);

/// Threads of LAPACK itself, where it has any; those of this process.
void lapack_threads(int threads);

}  // namespace swell::bem
