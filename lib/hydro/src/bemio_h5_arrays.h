/// Datasets of BEMIO's HDF5 file in the shapes that its reader expects; what does not fit is collected.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "h5_file.h"
#include "swell/base/vector.h"

namespace swell::hydro {

using Shape = std::vector<std::size_t>;

/// What the reader of the file's meaning stands on: nothing here knows what a dataset is for.
class BemioArrays {
 protected:
  BemioArrays(const std::string& path, Containment containment) : file_(path, containment) {}

  /// One number, whatever its axes of length 1.
  std::optional<double> scalar(const std::string& path);
  /// A row or a column of any length.
  std::optional<std::vector<double>> vector(const std::string& path, const char* expected);
  /// @returns `right`; a mistake with both shapes otherwise
  bool fits(const std::string& path, const H5Array& array, bool right, const std::string& expected);
  /// One number that quotients of density and gravity can take, 1e-3 to 1e6.
  std::optional<double> positive(const std::string& path, const char* unit);
  /// A number above 0 [m]; nothing for the word infinite, 0 or inf, where it is missing or a mistake.
  /// @param what  it is called in the mistake
  std::optional<double> length_or_infinite(const std::string& path, const std::string& what);
  /// The values in the order of `expected`; axes of length 1 do not count, and reversed axes are turned round.
  std::optional<std::vector<double>> tensor(const std::string& path, const Shape& expected, bool needed);
  /// A mistake: the dataset should be there.
  void missing(const std::string& path, const std::string& expected);
  /// Runs `read`, which fills one quantity that a simulation can do without. A mistake in it costs `what`, and one note
  /// with the first mistake; false then.
  bool optional_part(const std::string& what, const std::function<void()>& read);
  /// A mistake where a value is no usable number.
  bool sound(const std::vector<double>& v, const std::string& path);
  /// A number that can be divided by density and gravity and squared without overflow.
  static bool usable(double x) { return std::abs(x) < 1e150; }
  static bool all_finite(const std::vector<double>& v) { return std::all_of(v.begin(), v.end(), usable); }
  /// Finite ascending values of a dataset on which nothing depends: empty when they are none.
  std::vector<double> grid(const std::string& path);
  /// A mistake unless the times of a kernel ascend evenly.
  bool check_uniform(const std::vector<double>& t, const std::string& path);
  /// Splits (dof, columns, n) into n matrices; `order[k]` is the place in the file of output k.
  static std::vector<MatrixX> matrices(const std::vector<double>& v, std::size_t dof, std::size_t columns,
                                       std::size_t n, const std::vector<std::size_t>& order);
  /// Row by row.
  static MatrixX matrix(const std::vector<double>& v, std::size_t rows, std::size_t columns);

  H5Reader file_;
  Diagnostics mistakes_;
  std::vector<std::string> notes_;  ///< what was assumed or turned round
};

}  // namespace swell::hydro
