// Eigen's large functions for matrices of run-time size, declared here and compiled once, in eigen_instances.cpp: of
// the 3.1 MB of Eigen in the libraries 1.9 MB stood in more than one unit. Listed is what at least three of them have.
#ifndef SWELL_INSTANCE
#define SWELL_INSTANCE extern template
#endif

// The kernels of products: packet sizes are the machine's, from Eigen's traits.
#define SWELL_PRODUCT_KERNEL(A, B, AB)                                                                \
  SWELL_INSTANCE struct gebp_kernel<A, B, Index, blas_data_mapper<AB, Index, ColMajor, Unaligned, 1>, \
                                    gebp_traits<A, B>::mr, gebp_traits<A, B>::nr, false, false>;
#define SWELL_PRODUCT(A, ORDER_A, B, ORDER_B) \
  SWELL_INSTANCE struct general_matrix_matrix_product<Index, A, ORDER_A, false, B, ORDER_B, false, ColMajor, 1>;
#define SWELL_TIMES_VECTOR(A, ORDER, CONJUGATED, B, VECTOR_ORDER, VERSION)                                           \
  SWELL_INSTANCE struct general_matrix_vector_product<Index, A, const_blas_data_mapper<A, Index, ORDER>, ORDER,      \
                                                      CONJUGATED, B, const_blas_data_mapper<B, Index, VECTOR_ORDER>, \
                                                      false, VERSION>;
#define SWELL_TRIANGULAR_SOLVE(SCALAR, MODE, ORDER) \
  SWELL_INSTANCE struct triangular_solve_matrix<SCALAR, Index, OnTheLeft, MODE, false, ORDER, ColMajor, 1>;
#define SWELL_TRIANGULAR_PRODUCT(MODE, ORDER)                                                                      \
  SWELL_INSTANCE struct product_triangular_matrix_matrix<double, Index, MODE, true, ORDER, false, ColMajor, false, \
                                                         ColMajor, 1, 0>;

namespace Eigen::internal {
SWELL_PRODUCT_KERNEL(double, double, double)
SWELL_PRODUCT(double, ColMajor, double, ColMajor)
SWELL_PRODUCT(double, RowMajor, double, ColMajor)
SWELL_PRODUCT(double, ColMajor, double, RowMajor)
SWELL_TIMES_VECTOR(double, ColMajor, false, double, ColMajor, 0)
SWELL_TIMES_VECTOR(double, ColMajor, false, double, RowMajor, 0)
SWELL_TIMES_VECTOR(double, RowMajor, false, double, ColMajor, 0)
SWELL_TIMES_VECTOR(double, RowMajor, false, double, RowMajor, 1)
SWELL_TRIANGULAR_SOLVE(double, Upper, ColMajor)
SWELL_TRIANGULAR_SOLVE(double, UnitLower, ColMajor)
SWELL_TRIANGULAR_SOLVE(double, UnitUpper, RowMajor)
SWELL_TRIANGULAR_PRODUCT(Lower, ColMajor)
SWELL_TRIANGULAR_PRODUCT(UnitLower, ColMajor)
SWELL_TRIANGULAR_PRODUCT(Upper, RowMajor)
SWELL_TRIANGULAR_PRODUCT(UnitUpper, RowMajor)
SWELL_INSTANCE struct selfadjoint_matrix_vector_product<double, Index, ColMajor, Lower, false, false>;
SWELL_INSTANCE struct partial_lu_impl<double, ColMajor, int>;

SWELL_PRODUCT_KERNEL(std::complex<double>, std::complex<double>, std::complex<double>)
SWELL_PRODUCT_KERNEL(double, std::complex<double>, std::complex<double>)
SWELL_PRODUCT(std::complex<double>, ColMajor, std::complex<double>, ColMajor)
SWELL_TIMES_VECTOR(std::complex<double>, ColMajor, false, std::complex<double>, RowMajor, 0)
SWELL_TIMES_VECTOR(std::complex<double>, RowMajor, false, std::complex<double>, ColMajor, 0)
SWELL_TIMES_VECTOR(std::complex<double>, RowMajor, false, double, ColMajor, 0)
SWELL_TRIANGULAR_SOLVE(std::complex<double>, Upper, ColMajor)
SWELL_TRIANGULAR_SOLVE(std::complex<double>, UnitLower, ColMajor)
SWELL_INSTANCE struct partial_lu_impl<std::complex<double>, ColMajor, int>;
}  // namespace Eigen::internal

namespace Eigen {
SWELL_INSTANCE void PartialPivLU<MatrixXd>::compute();
SWELL_INSTANCE void PartialPivLU<MatrixXcd>::compute();
SWELL_INSTANCE void FullPivLU<MatrixXd>::computeInPlace();
SWELL_INSTANCE void HouseholderQR<MatrixXd>::computeInPlace();
SWELL_INSTANCE void ColPivHouseholderQR<MatrixXd>::computeInPlace();
SWELL_INSTANCE void CompleteOrthogonalDecomposition<MatrixXd>::computeInPlace();
SWELL_INSTANCE LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
SWELL_INSTANCE LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
SWELL_INSTANCE SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&,
                                                                                           int);
SWELL_INSTANCE SelfAdjointEigenSolver<MatrixXcd>& SelfAdjointEigenSolver<MatrixXcd>::compute(
    const EigenBase<MatrixXcd>&, int);
SWELL_INSTANCE SelfAdjointEigenSolver<Matrix<double, 6, 6>>& SelfAdjointEigenSolver<Matrix<double, 6, 6>>::compute(
    const EigenBase<Matrix<double, 6, 6>>&, int);
SWELL_INSTANCE EigenSolver<MatrixXd>& EigenSolver<MatrixXd>::compute(const EigenBase<MatrixXd>&, bool);
SWELL_INSTANCE void EigenSolver<MatrixXd>::doComputeEigenvectors();
}  // namespace Eigen

#undef SWELL_INSTANCE
#undef SWELL_PRODUCT_KERNEL
#undef SWELL_PRODUCT
#undef SWELL_TIMES_VECTOR
#undef SWELL_TRIANGULAR_SOLVE
#undef SWELL_TRIANGULAR_PRODUCT
