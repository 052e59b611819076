/// Jacobian of a mechanism: six rows per body [v_cg; omega], one column per speed. Above kWholeSpeeds speeds only the
/// columns that move a body are stored, body by body: a full matrix of many bodies needs memory of order N^2.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <memory>
#include <vector>

#include "swell/base/vector.h"

namespace swell::bodies {

class Jacobian {
 public:
  using Columns = std::vector<std::vector<int>>;
  /// Largest number of speeds stored as one matrix.
  static constexpr int kWholeSpeeds = 128;

  Jacobian() = default;
  /// @param columns  columns that move each body, ascending; shared by all Jacobians of a mechanism
  /// @param speeds  number of columns
  /// @param whole  store one matrix for any number of speeds
  Jacobian(std::shared_ptr<const Columns> columns, Eigen::Index speeds, bool whole) {
    if (whole) {
      values_.setZero(static_cast<Eigen::Index>(6 * columns->size()), speeds);
      return;
    }
    Eigen::Index places = 0;
    for (const std::vector<int>& of_body : *columns) {
      first_.push_back(places);
      places += static_cast<Eigen::Index>(of_body.size());
    }
    values_.setZero(6, places);
    columns_ = std::move(columns);
  }

  /// True if stored as one matrix, with zeros where a column does not move a body.
  bool whole() const { return columns_ == nullptr; }
  const MatrixX& matrix() const { return values_; }      ///< only if whole
  const double* data() const { return values_.data(); }  ///< only if whole

  /// Rows of one body in columns that move it: `row` is 6 times its index and up to 5 more.
  template <int Rows, int Columns_>
  auto block(Eigen::Index row, Eigen::Index column) {
    using Block = Eigen::Matrix<double, Rows, Columns_>;
    return Eigen::Map<Block, 0, Eigen::OuterStride<>>(values_.data() + place(row, column), stride());
  }
  template <int Rows, int Columns_>
  auto block(Eigen::Index row, Eigen::Index column) const {
    using Block = const Eigen::Matrix<double, Rows, Columns_>;
    return Eigen::Map<Block, 0, Eigen::OuterStride<>>(values_.data() + place(row, column), stride());
  }
  auto block(Eigen::Index row, Eigen::Index column, Eigen::Index rows, Eigen::Index columns) {
    return Eigen::Map<MatrixX, 0, Eigen::OuterStride<>>(values_.data() + place(row, column), rows, columns, stride());
  }

  /// The six numbers of one body in a column that moves it.
  const double* column_of(Eigen::Index body, Eigen::Index column) const {
    return values_.data() + (whole() ? 6 * body + column * values_.rows() : of_body(body, column));
  }

  /// `Rows` rows from `row` in some columns that move that body.
  template <int Rows>
  MatrixX rows(Eigen::Index row, const std::vector<int>& columns) const {
    MatrixX out(Rows, static_cast<Eigen::Index>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
      out.col(static_cast<Eigen::Index>(i)) = block<Rows, 1>(row, columns[i]);
    return out;
  }

 private:
  Eigen::OuterStride<> stride() const { return Eigen::OuterStride<>(values_.rows()); }
  Eigen::Index place(Eigen::Index row, Eigen::Index column) const {
    return whole() ? row + column * values_.rows() : of_body(row / 6, column) + row % 6;
  }
  Eigen::Index of_body(Eigen::Index body, Eigen::Index column) const {
    const std::vector<int>& columns = (*columns_)[static_cast<std::size_t>(body)];
    // The columns of one joint are consecutive, and most bodies have one joint.
    Eigen::Index k = column - columns.front();
    if (k >= static_cast<Eigen::Index>(columns.size()) || columns[static_cast<std::size_t>(k)] != column)
      k = std::lower_bound(columns.begin(), columns.end(), column) - columns.begin();
    return 6 * (first_[static_cast<std::size_t>(body)] + k);
  }

  MatrixX values_;
  std::shared_ptr<const Columns> columns_;  ///< null if whole
  std::vector<Eigen::Index> first_;         ///< place of a body's first column
};

}  // namespace swell::bodies
