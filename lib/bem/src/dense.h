/// Dense complex systems by LAPACK.
#pragma once

#include <Eigen/Core>

namespace swell::bem {

/// Solves A x = b for all columns of b: exactly when A is square, by least squares (normal equations) when it has more
/// rows. Destroys A; b's first rows become x. @returns false where A is singular
bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b);

/// Threads of LAPACK itself, where it has any; those of this process.
void lapack_threads(int threads);

}  // namespace swell::bem
