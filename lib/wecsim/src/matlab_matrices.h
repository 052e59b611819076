// Values as matrices of Eigen, and functions of two values element by element.
#pragma once

#include <Eigen/Dense>
#include <algorithm>

#include "matlab_machine.h"

namespace swell::wecsim {

inline Eigen::Map<const Eigen::MatrixXd> to_eigen(const MatlabValue& a) {
  return {a.numbers.data(), static_cast<Eigen::Index>(a.rows), static_cast<Eigen::Index>(a.columns)};
}
inline MatlabValue from_eigen(const Eigen::MatrixXd& m) {
  MatlabValue v = MatlabValue::matrix(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  std::copy(m.data(), m.data() + m.size(), v.numbers.begin());
  return v;
}

/// Returns f(a, b); a row, a column or a single number is repeated along the other.
template <class F>
MatlabValue elementwise(Machine& machine, const MatlabValue& a, const MatlabValue& b, F f) {
  const auto fits = [](std::size_t x, std::size_t y) { return x == y || x == 1 || y == 1; };
  if (!fits(a.rows, b.rows) || !fits(a.columns, b.columns))
    machine.fail(fmt::format("{} x {} and {} x {} do not fit each other", a.rows, a.columns, b.rows, b.columns));
  const std::size_t rows = a.rows == 1 ? b.rows : a.rows, columns = a.columns == 1 ? b.columns : a.columns;
  machine.budget(rows * columns);
  MatlabValue out = MatlabValue::matrix(rows, columns);
  for (std::size_t c = 0; c < columns; ++c) {
    for (std::size_t r = 0; r < rows; ++r)
      out.numbers[r + rows * c] =
          f(a.at(a.rows == 1 ? 0 : r, a.columns == 1 ? 0 : c), b.at(b.rows == 1 ? 0 : r, b.columns == 1 ? 0 : c));
  }
  return out;
}

}  // namespace swell::wecsim
