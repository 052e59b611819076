/// LU decomposition of sparse matrices that share one pattern.
///
/// Eigen's SparseLU allocates in every numeric factorisation. Here pattern, column order (Eigen's COLAMD) and storage
/// are made once; a refactorisation reuses the pivots and only recomputes values.
/// Source: [GilbertPeierls1988].
#pragma once

#include <cstddef>
#include <vector>

namespace swell::network {

class SparseLu {
 public:
  /// Pattern in compressed columns: rows of column j are row[start[j]] .. row[start[j+1]-1], each at most once.
  SparseLu(int n, std::vector<int> start, std::vector<int> row);

  /// Full factorization with partial pivoting; the order of `values` is that of the pattern. False when singular.
  bool factorize(const double* values);
  /// Uses the pivots of the last full factorisation. Returns false if a pivot has become weak against its column: the
  /// factors are then invalid and `factorize` must be called.
  bool refactorize(const double* values);
  /// Overwrites b with the solution of A x = b.
  void solve(double* b);

  int size() const noexcept { return n_; }
  int singular_column() const noexcept { return singular_column_; }  ///< after factorize() == false
  std::size_t fill() const noexcept { return lower_row_.size() + upper_index_.size(); }

 private:
  void reach(int row, int k, int& top);

  int n_;
  std::vector<int> start_, row_;                // pattern of A
  std::vector<int> column_order_;               // k-th column to eliminate
  std::vector<int> lower_start_, lower_row_;    // L without its unit diagonal, original row numbers
  std::vector<int> upper_start_, upper_index_;  // U above the diagonal, pivot numbers in elimination order
  std::vector<double> lower_value_, upper_value_, pivot_;
  std::vector<int> pivot_row_, pivot_of_row_;
  std::vector<double> work_;
  std::vector<int> pattern_, stack_, position_, mark_;
  int singular_column_ = -1;
};

}  // namespace swell::network
