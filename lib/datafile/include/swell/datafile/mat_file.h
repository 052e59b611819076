/// A MATLAB file as a tree of values.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell/base/contained.h"
#include "swell/base/error.h"

namespace swell::datafile {

struct MatValue {
  enum class Kind { numbers, text, structure, cells, other };
  Kind kind = Kind::other;
  std::vector<std::size_t> shape;
  std::vector<double> real;                              ///< of numbers, column-major
  std::vector<double> imaginary;                         ///< as long as `real`, or empty
  std::string text;                                      ///< of a char array of one row, UTF-8
  std::vector<std::map<std::string, MatValue>> structs;  ///< elements of a struct array
  std::vector<MatValue> cells;

  std::size_t size() const;
  /// The field of the first element; nullptr when there is none or this is no struct.
  const MatValue* field(const std::string& name) const;
};

/// Every variable of the file by name, in its order.
/// @throws InputError when it is no MATLAB file or damaged
std::vector<std::pair<std::string, MatValue>> read_mat_file(const std::filesystem::path& path,
                                                            Containment containment = Containment::in_process,
                                                            const Origin& asked_by = {});

}  // namespace swell::datafile
