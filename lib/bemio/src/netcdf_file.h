/// A NetCDF file (classic, 64-bit offset or NetCDF-4) as named arrays, through netCDF's C library.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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

/// Read-only. Every read is bounded by the size of the file.
class NetcdfFile {
 public:
  /// @throws InputError when it cannot be opened as NetCDF
  explicit NetcdfFile(const std::filesystem::path& path);
  ~NetcdfFile();
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  bool has(const std::string& variable) const;
  /// Numbers of a variable; @throws InputError when it is missing, not numeric or damaged.
  NetcdfArray numbers(const std::string& variable) const;
  /// Strings of a character array (n, length), a string array (n) or a scalar of either.
  std::vector<std::string> strings(const std::string& variable) const;
  [[noreturn]] void fail(const std::string& variable, const std::string& message, const std::string& remedy) const;

 private:
  std::size_t count(int id, const std::string& variable, std::vector<std::string>& names,
                    std::vector<std::size_t>& shape) const;
  int id_ = -1;
  std::string name_;
  std::size_t bytes_ = 0;
};

}  // namespace swell::bemio
