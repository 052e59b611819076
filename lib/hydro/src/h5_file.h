/// HDF5 behind a small face: numbers as flat double arrays with their shape, strings, existence. Private to lib/hydro.
#pragma once

#include <H5Cpp.h>

#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::hydro {

/// Values in file (row-major) order.
struct H5Array {
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// "(6,12,260)"
std::string shape_text(const std::vector<std::size_t>& shape);

/// A file open for reading. Paths are absolute ("/body1/properties/cg").
class H5Reader {
 public:
  /// @throws InputError when the file is missing, empty, a git-lfs pointer, not HDF5 or truncated
  explicit H5Reader(const std::string& path);

  bool has(const std::string& path) const;                         ///< group or dataset
  std::optional<H5Array> numbers(const std::string& path) const;   ///< nothing when absent, not numeric or empty
  std::optional<std::string> text(const std::string& path) const;  ///< nothing when absent or not a string
  Origin origin(const std::string& dataset) const { return Origin{path_, 0, 0, dataset}; }

 private:
  std::string path_;
  H5::H5File file_;
};

/// A file being written; intermediate groups are made as needed.
class H5Writer {
 public:
  explicit H5Writer(const std::string& path);
  void text(const std::string& path, const std::string& value);
  void numbers(const std::string& path, const std::vector<std::size_t>& shape, const std::vector<double>& values,
               const std::string& description, const std::string& units);
  void close();

 private:
  void make_groups(const std::string& path);
  H5::H5File file_;
};

}  // namespace swell::hydro
