#include "swell/network/sparse_lu.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <utility>

namespace swell::network {

namespace {

constexpr double kWeakPivot = 1e-3;  // growth allowed in a refactorization before pivots are chosen anew

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

SparseLu::SparseLu(int n, std::vector<int> start, std::vector<int> row)
    : n_(n), start_(std::move(start)), row_(std::move(row)), column_order_(at(n)) {
  const std::size_t m = at(n);
  Eigen::SparseMatrix<double> a(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j) {
    for (int k = start_[at(j)]; k < start_[at(j + 1)]; ++k) entries.emplace_back(row_[at(k)], j, 1.0);
  }
  a.setFromTriplets(entries.begin(), entries.end());
  a.makeCompressed();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::COLAMDOrdering<int>()(a, order);
  for (int j = 0; j < n; ++j) column_order_[at(order.indices()(j))] = j;

  // Full storage for a small matrix, a generous multiple of the pattern for a large one: a change of pivots in the time
  // loop must not allocate.
  const std::size_t capacity = std::min(m * m, 12 * row_.size() + 64);
  lower_row_.reserve(capacity);
  lower_value_.reserve(capacity);
  upper_index_.reserve(capacity);
  upper_value_.reserve(capacity);
  lower_start_.assign(m + 1, 0);
  upper_start_.assign(m + 1, 0);
  pivot_.assign(m, 0.0);
  pivot_row_.assign(m, -1);
  pivot_of_row_.assign(m, -1);
  work_.assign(m, 0.0);
  pattern_.assign(m, 0);
  stack_.assign(m, 0);
  position_.assign(m, 0);
  mark_.assign(m, -1);
}

// Depth-first search through the columns of L that eliminate `row`; pattern_[top..n) receives the rows reached, in
// topological order.
void SparseLu::reach(int row, int k, int& top) {
  int head = 0;
  stack_[0] = row;
  while (head >= 0) {
    const int i = stack_[at(head)];
    const int j = pivot_of_row_[at(i)];
    if (mark_[at(i)] != k) {
      mark_[at(i)] = k;
      position_[at(head)] = j < 0 ? 0 : lower_start_[at(j)];
    }
    bool done = true;
    if (j >= 0) {
      const int end = lower_start_[at(j + 1)];
      for (int p = position_[at(head)]; p < end; ++p) {
        const int next = lower_row_[at(p)];
        if (mark_[at(next)] == k) continue;
        position_[at(head)] = p + 1;
        stack_[at(++head)] = next;
        done = false;
        break;
      }
    }
    if (done) {
      --head;
      pattern_[at(--top)] = i;
    }
  }
}

bool SparseLu::factorize(const double* values) {
  lower_row_.clear();
  lower_value_.clear();
  upper_index_.clear();
  upper_value_.clear();
  std::fill(pivot_of_row_.begin(), pivot_of_row_.end(), -1);
  std::fill(mark_.begin(), mark_.end(), -1);
  std::fill(work_.begin(), work_.end(), 0.0);
  singular_column_ = -1;
  for (int k = 0; k < n_; ++k) {
    lower_start_[at(k)] = static_cast<int>(lower_row_.size());
    upper_start_[at(k)] = static_cast<int>(upper_index_.size());
    const int column = column_order_[at(k)];
    int top = n_;
    for (int p = start_[at(column)]; p < start_[at(column + 1)]; ++p) {
      if (mark_[at(row_[at(p)])] != k) reach(row_[at(p)], k, top);
    }
    for (int p = start_[at(column)]; p < start_[at(column + 1)]; ++p) work_[at(row_[at(p)])] = values[p];

    int best = -1;
    double largest = 0.0;
    for (int p = top; p < n_; ++p) {
      const int i = pattern_[at(p)];
      const int j = pivot_of_row_[at(i)];
      if (j < 0) {
        const double size = std::abs(work_[at(i)]);
        if (size > largest) {  // false for NaN, which is then reported as singular
          largest = size;
          best = i;
        }
        continue;
      }
      const double x = work_[at(i)];
      upper_index_.push_back(j);
      upper_value_.push_back(x);
      for (int q = lower_start_[at(j)]; q < lower_start_[at(j + 1)]; ++q) {
        work_[at(lower_row_[at(q)])] -= lower_value_[at(q)] * x;
      }
      work_[at(i)] = 0.0;
    }
    if (best < 0 || !(largest > 1e-200) || !std::isfinite(largest)) {
      singular_column_ = column;
      return false;
    }
    const double pivot = work_[at(best)];
    pivot_[at(k)] = pivot;
    pivot_row_[at(k)] = best;
    for (int p = top; p < n_; ++p) {
      const int i = pattern_[at(p)];
      if (pivot_of_row_[at(i)] < 0 && i != best) {
        lower_row_.push_back(i);
        lower_value_.push_back(work_[at(i)] / pivot);
      }
      work_[at(i)] = 0.0;
    }
    pivot_of_row_[at(best)] = k;
    lower_start_[at(k + 1)] = static_cast<int>(lower_row_.size());
    upper_start_[at(k + 1)] = static_cast<int>(upper_index_.size());
  }
  return true;
}

bool SparseLu::refactorize(const double* values) {
  for (int k = 0; k < n_; ++k) {
    const int column = column_order_[at(k)];
    for (int p = start_[at(column)]; p < start_[at(column + 1)]; ++p) work_[at(row_[at(p)])] = values[p];
    for (int p = upper_start_[at(k)]; p < upper_start_[at(k + 1)]; ++p) {
      const int j = upper_index_[at(p)];
      double& entry = work_[at(pivot_row_[at(j)])];
      const double x = entry;
      entry = 0.0;
      upper_value_[at(p)] = x;
      for (int q = lower_start_[at(j)]; q < lower_start_[at(j + 1)]; ++q) {
        work_[at(lower_row_[at(q)])] -= lower_value_[at(q)] * x;
      }
    }
    double& diagonal = work_[at(pivot_row_[at(k)])];
    const double pivot = diagonal;
    diagonal = 0.0;
    double largest = 0.0;
    for (int q = lower_start_[at(k)]; q < lower_start_[at(k + 1)]; ++q) {
      double& entry = work_[at(lower_row_[at(q)])];
      largest = std::max(largest, std::abs(entry));
      lower_value_[at(q)] = entry / pivot;
      entry = 0.0;
    }
    if (!(std::abs(pivot) > kWeakPivot * largest) || !(std::abs(pivot) > 1e-200)) {
      std::fill(work_.begin(), work_.end(), 0.0);
      return false;
    }
    pivot_[at(k)] = pivot;
  }
  return true;
}

void SparseLu::solve(double* b) {
  for (int k = 0; k < n_; ++k) {
    const double y = b[pivot_row_[at(k)]];
    work_[at(k)] = y;
    for (int q = lower_start_[at(k)]; q < lower_start_[at(k + 1)]; ++q) b[lower_row_[at(q)]] -= lower_value_[at(q)] * y;
  }
  for (int k = n_ - 1; k >= 0; --k) {
    const double z = work_[at(k)] / pivot_[at(k)];
    work_[at(k)] = z;
    for (int p = upper_start_[at(k)]; p < upper_start_[at(k + 1)]; ++p) {
      work_[at(upper_index_[at(p)])] -= upper_value_[at(p)] * z;
    }
  }
  for (int k = 0; k < n_; ++k) {
    b[column_order_[at(k)]] = work_[at(k)];
    work_[at(k)] = 0.0;
  }
}

}  // namespace swell::network
