/// Numbers as an HDF5 file that is made in memory, for who writes it whole: libhdf5 crashes when a disk is full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace swell::run {

class NumbersFile {
 public:
  NumbersFile();
  ~NumbersFile();
  NumbersFile(const NumbersFile&) = delete;
  NumbersFile& operator=(const NumbersFile&) = delete;

  void group(const std::string& path);
  /// A table of `each` columns.
  void table(const std::string& path, const std::vector<std::uint32_t>& values, std::size_t each);
  /// Frames of so many points (x, y, z), compressed frame by frame, to be filled in any order.
  void frames(const std::string& path, std::size_t frames, std::size_t points);
  /// Of the frames declared last; three numbers for each point.
  void write(std::size_t frame, const std::vector<float>& values);
  /// The file as it would stand on disk. @throws SimulationError when libhdf5 fails
  std::string bytes();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace swell::run
