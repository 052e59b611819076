/// HDF5 behind a small face: numbers as flat double arrays with their shape, strings, existence. Private to lib/hydro.
#pragma once

#include <H5Cpp.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"

namespace swell::hydro {

/// Values in file (row-major) order.
struct H5Array {
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// "(6,12,260)"
std::string shape_text(const std::vector<std::size_t>& shape);
/// Without the axes of length 1.
std::vector<std::size_t> squeezed(const std::vector<std::size_t>& shape);
/// Values of an array with all its axes in opposite order.
std::vector<double> axes_reversed(const H5Array& array);

/// What a child found under one path.
struct H5Item {
  std::optional<H5Array> numbers;
  std::optional<std::string> text;
  std::string failure;     ///< why it cannot be read
  bool elsewhere = false;  ///< other files hold it, or what its group links to
};

/// A file open for reading. Paths are absolute ("/body1/properties/cg").
class H5Reader {
 public:
  /// With Containment::child_process a child opens the file and hands over its groups and datasets, and this process
  /// never calls the library on it.
  /// @throws InputError when the file is missing, empty, a git-lfs pointer, not HDF5 or truncated, or crashes the child
  explicit H5Reader(const std::string& path, Containment containment = Containment::in_process);

  bool has(const std::string& path) const;                         ///< group or dataset
  std::optional<H5Array> numbers(const std::string& path) const;   ///< nothing when absent, not numeric or empty
  std::optional<std::string> text(const std::string& path) const;  ///< nothing when absent or not a string
  Origin origin(const std::string& dataset) const { return Origin{path_, 0, 0, dataset}; }

 private:
  std::map<std::string, H5Item> snapshot() const;
  [[noreturn]] void damaged(const std::string& path, const std::string& why) const;

  std::string path_;
  std::optional<H5::H5File> file_;       ///< in process
  std::map<std::string, H5Item> items_;  ///< of the child
};

/// A file being written; intermediate groups are made as needed. It is made in memory and written as bytes when it is
/// closed: destructors of the HDF5 library lose what fails there, and it crashes at the end of a program that a full
/// disk kept from writing.
class H5Writer {
 public:
  explicit H5Writer(const std::string& path);
  void text(const std::string& path, const std::string& value);
  void numbers(const std::string& path, const std::vector<std::size_t>& shape, const std::vector<double>& values,
               const std::string& description, const std::string& units);
  /// An attribute of the whole file.
  void mark(const std::string& name, const std::string& value);
  H5Writer(const H5Writer&) = delete;
  H5Writer& operator=(const H5Writer&) = delete;
  /// @throws std::system_error when the bytes cannot be written: nothing of them is a file of HydroData then
  void close();

 private:
  void make_groups(const std::string& path);
  std::string path_;
  H5::H5File file_;
};

}  // namespace swell::hydro
