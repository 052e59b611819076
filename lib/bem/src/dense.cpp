#include "dense.h"

#include <Eigen/QR>
#include <complex>
#include <vector>

#include "swell/base/opened_library.h"
#include "swell/base/vector.h"

// LAPACK's Fortran names: its C headers differ between providers.
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
void openblas_set_num_threads(int threads);
}

namespace swell::bem {

#define LAPACK(name) (*reinterpret_cast<decltype(name)*>(opened_entry(SWELL_LAPACK, #name)))

bool solve_dense(Eigen::MatrixXcd& A, Eigen::MatrixXcd& b) {
  const int rows = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), columns = static_cast<int>(b.cols());
  int info = 0;
  if (rows == n) {
    std::vector<int> pivots(static_cast<std::size_t>(n));
    LAPACK(zgetrf_)(&n, &n, A.data(), &n, pivots.data(), &info);
    if (info != 0) return false;
    LAPACK(zgetrs_)("N", &n, &columns, A.data(), &n, pivots.data(), b.data(), &n, &info);
    return info == 0;
  }
  Eigen::MatrixXcd normal(n, n), right(n, columns);
  const double one = 1.0, zero = 0.0;
  const std::complex<double> unit = 1.0, nothing = 0.0;
  LAPACK(zherk_)("L", "C", &n, &rows, &one, A.data(), &rows, &zero, normal.data(), &n);
  LAPACK(zgemm_)("C", "N", &n, &columns, &rows, &unit, A.data(), &rows, b.data(), &rows, &nothing, right.data(), &n);
  LAPACK(zpotrf_)("L", &n, normal.data(), &n, &info);
  if (info != 0) return false;
  LAPACK(zpotrs_)("L", &n, &columns, normal.data(), &n, right.data(), &n, &info);
  b.topRows(n) = right;
  return info == 0;
}

int solve_iterative(const Eigen::MatrixXcd& A, Eigen::MatrixXcd& b, double tolerance, int most) {
  const int rows = static_cast<int>(A.rows()), n = static_cast<int>(A.cols()), columns = static_cast<int>(b.cols());
  const int further = rows - n;
  const std::complex<double> unit = 1.0, nothing = 0.0;
  // Adds the further rows with their adjoint, scaled to the diagonal's largest value.
  Eigen::MatrixXcd back;
  if (further > 0) {
    const Eigen::MatrixXcd C = A.bottomRows(further), gram = C * C.adjoint();
    Eigen::VectorXcd v = Eigen::VectorXcd::Ones(further);
    double largest = 0.0;
    for (int i = 0; i < 20; ++i) {
      v = gram * v.normalized();
      largest = v.norm();
    }
    if (largest > 0.0) back = (A.diagonal().cwiseAbs().mean() / largest) * C.adjoint();
  }
  const auto square = [&](const Eigen::MatrixXcd& y) -> Eigen::MatrixXcd {
    if (back.size() == 0) return y.topRows(n);
    return y.topRows(n) + back * y.bottomRows(further);
  };
  const Eigen::MatrixXcd right = square(b);
  const VectorX scale = right.colwise().norm();
  // Arnoldi per column, with products for all columns together.
  std::vector<Eigen::MatrixXcd> basis(1);
  basis[0] = right * scale.cwiseMax(1e-300).cwiseInverse().asDiagonal();
  std::vector<Eigen::MatrixXcd> H(static_cast<std::size_t>(columns), Eigen::MatrixXcd::Zero(most + 1, most));
  Eigen::MatrixXcd product(rows, columns);
  for (int step = 0; step < most; ++step) {
    LAPACK(zgemm_)
    ("N", "N", &rows, &columns, &n, &unit, A.data(), &rows, basis.back().data(), &n, &nothing, product.data(), &rows);
    Eigen::MatrixXcd next = square(product);
    bool is_done = true;
    std::vector<Eigen::VectorXcd> coefficients;
    for (int c = 0; c < columns; ++c) {
      Eigen::MatrixXcd& h = H[static_cast<std::size_t>(c)];
      for (int i = 0; i <= step; ++i) {
        h(i, step) = basis[static_cast<std::size_t>(i)].col(c).dot(next.col(c));
        next.col(c) -= h(i, step) * basis[static_cast<std::size_t>(i)].col(c);
      }
      const double norm = next.col(c).norm();
      h(step + 1, step) = norm;
      if (norm > 0.0) next.col(c) /= norm;
      const Eigen::MatrixXcd part = h.topLeftCorner(step + 2, step + 1);
      const Eigen::VectorXcd e = Eigen::VectorXcd::Unit(step + 2, 0);
      coefficients.emplace_back(part.householderQr().solve(e));
      is_done = is_done && (scale[c] == 0.0 || !((e - part * coefficients.back()).norm() > tolerance));
    }
    if (is_done) {
      b.topRows(n).setZero();
      for (int c = 0; c < columns; ++c)
        for (int i = 0; i <= step && scale[c] > 0.0; ++i)
          b.col(c).head(n) +=
              scale[c] * coefficients[static_cast<std::size_t>(c)][i] * basis[static_cast<std::size_t>(i)].col(c);
      return step + 1;
    }
    basis.push_back(std::move(next));
  }
  return -1;
}

void lapack_threads(int threads) {
  void* const set = opened_entry(SWELL_LAPACK, "openblas_set_num_threads", false);
  if (set != nullptr) reinterpret_cast<decltype(openblas_set_num_threads)*>(set)(threads);
}

}  // namespace swell::bem
