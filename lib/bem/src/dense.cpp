#include "dense.h"

#include "swell/base/vector.h"

#include <complex>
#include <vector>

// LAPACK's own names: its C headers differ from one provider to another.
extern "C" {
void zgetrf_(const int* m, const int* n, std::complex<double>* a, const int* lda, int* pivots, int* info);
void zgetrs_(const char* trans, const int* n, const int* nrhs, const std::complex<double>* a, const int* lda,
             const int* pivots, std::complex<double>* b, const int* ldb, int* info);
void zherk_(const char* uplo, const char* trans, const int* n, const int* k, const double* alpha,
            const std::complex<double>* a, const int* lda, const double* beta, std::complex<double>* c, const int* ldc);
void zgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k, const std::complex<double>* alpha,
            const std::complex<double>* a, const int* lda, const std::complex<double>* b, const int* ldb,
            const std::complex<double>* beta, std::complex<double>* c, const int* ldc);
void zpotrf_(const char* uplo, const int* n, std::complex<double>* a, const int* lda, int* info);
void zpotrs_(const char* uplo, const int* n, const int* nrhs, const std::complex<double>* a, const int* lda,
             std::complex<double>* b, const int* ldb, int* info);
__attribute__((weak)) void openblas_set_num_threads(int threads);
}

namespace swell::bem {

bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b) {
  const int rows = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), columns = static_cast<int>(b.cols());
  int info = 0;
  if (rows == n) {
    std::vector<int> pivots(static_cast<std::size_t>(n));
    zgetrf_(&n, &n, A.data(), &n, pivots.data(), &info);
    if (info != 0) return false;
    zgetrs_("N", &n, &columns, A.data(), &n, pivots.data(), b.data(), &n, &info);
    return info == 0;
  }
  Eigen::MatrixXcd normal(n, n), right(n, columns);
  const double one = 1.0, zero = 0.0;
  const std::complex<double> unit = 1.0, nothing = 0.0;
  zherk_("L", "C", &n, &rows, &one, A.data(), &rows, &zero, normal.data(), &n);
  zgemm_("C", "N", &n, &columns, &rows, &unit, A.data(), &rows, b.data(), &rows, &nothing, right.data(), &n);
  zpotrf_("L", &n, normal.data(), &n, &info);
  if (info != 0) return false;
  zpotrs_("L", &n, &columns, normal.data(), &n, right.data(), &n, &info);
  b.topRows(n) = right;
  return info == 0;
}

int solve_iterative(const Eigen::MatrixXcd& A, Eigen::MatrixXcd& b, double tolerance, int most) {
  const int rows = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), columns = static_cast<int>(b.cols());
  const std::complex<double> unit = 1.0, nothing = 0.0;
  // Columns of A to unit length: nodes at edges have small weights, and their columns are the diagonal alone.
  const VectorX scale = A.colwise().norm().cwiseInverse();
  const auto times = [&](const Eigen::MatrixXcd& x, Eigen::MatrixXcd& y) {
    const Eigen::MatrixXcd scaled = scale.asDiagonal() * x;
    y.resize(rows, columns);
    zgemm_("N", "N", &rows, &columns, &n, &unit, A.data(), &rows, scaled.data(), &n, &nothing, y.data(), &rows);
  };
  const auto back = [&](const Eigen::MatrixXcd& y, Eigen::MatrixXcd& x) {
    x.resize(n, columns);
    zgemm_("C", "N", &n, &columns, &rows, &unit, A.data(), &rows, y.data(), &rows, &nothing, x.data(), &n);
    x = (scale.asDiagonal() * x).eval();
  };
  Eigen::MatrixXcd x = Eigen::MatrixXcd::Zero(n, columns), r = b, s, p, q;
  back(r, s);
  p = s;
  VectorX gamma = s.colwise().squaredNorm();
  const VectorX first = gamma;
  for (int step = 0; step < most; ++step) {
    if ((gamma.array() <= tolerance * tolerance * first.array()).all()) {
      b.topRows(n) = scale.asDiagonal() * x;
      return step;
    }
    times(p, q);
    VectorX moved = q.colwise().squaredNorm();
    for (Eigen::Index c = 0; c < columns; ++c) {
      if (!(moved[c] > 0.0)) continue;
      const double alpha = gamma[c] / moved[c];
      x.col(c) += alpha * p.col(c);
      r.col(c) -= alpha * q.col(c);
    }
    back(r, s);
    const VectorX now = s.colwise().squaredNorm();
    for (Eigen::Index c = 0; c < columns; ++c)
      p.col(c) = s.col(c) + (gamma[c] > 0.0 ? now[c] / gamma[c] : 0.0) * p.col(c);
    gamma = now;
  }
  return -1;
}

void lapack_threads(int threads) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(threads);
}

}  // namespace swell::bem
