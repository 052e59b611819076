/// A NetCDF file (classic, 64-bit offset or NetCDF-4) as named arrays, through netCDF's C library.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/contained.h"

namespace swell::bemio {

/// A numeric variable with its dimensions, row-major.
struct NetcdfArray {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<std::size_t> shape;
  std::vector<double> values;

  /// Position of a dimension; nothing when the variable does not have it.
  std::optional<std::size_t> dimension(const std::string& wanted) const;
  /// Step in `values` for one step along the dimension.
  std::size_t stride(std::size_t dimension) const;
};

/// What a child found under one name.
struct NetcdfItem {
  std::optional<NetcdfArray> numbers;
  std::vector<std::string> strings;
  std::vector<Diagnostic> failure;  ///< why it is neither
};

/// Read-only. Every read is bounded by the size of the file. HDF5's lock is held as long as a NetCDF-4 file is open.
class NetcdfFile {
 public:
  /// With Containment::child_process a NetCDF-4 file, whose structure libhdf5 reads, is opened by a child that hands
  /// over its variables; the header of a classic file is checked here and needs no child.
  /// @throws InputError when it cannot be opened as NetCDF
  explicit NetcdfFile(const std::filesystem::path& path, Containment containment = Containment::in_process);
  ~NetcdfFile();
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  bool has(const std::string& variable) const;
  /// Numbers of a variable; @throws InputError when it is missing, not numeric or damaged.
  NetcdfArray numbers(const std::string& variable) const;
  /// Strings of a character array (n, length), a string array (n) or a scalar of either.
  std::vector<std::string> strings(const std::string& variable) const;
  /// The attribute `units` of a variable; empty when it has none.
  std::string units(const std::string& variable) const;
  [[noreturn]] void fail(const std::string& variable, const std::string& message, const std::string& remedy) const;

 private:
  void open(const std::filesystem::path& path);
  std::map<std::string, NetcdfItem> snapshot() const;
  std::size_t count(int id, const std::string& variable, std::vector<std::string>& names,
                    std::vector<std::size_t>& shape) const;
  int id_ = -1;
  std::string name_;
  std::size_t bytes_ = 0;
  bool contained_ = false;
  std::map<std::string, NetcdfItem> items_;  ///< of the child
  std::unique_lock<std::recursive_mutex> lock_;
};

}  // namespace swell::bemio
