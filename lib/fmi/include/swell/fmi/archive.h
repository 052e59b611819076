/// The ZIP archive that an FMU is (FMI 2.0.5, 2.3; 3.0.2, 2.5.1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::fmi {

/// What an archive may hold: more is refused before a byte is written.
struct ArchiveLimits {
  std::uint64_t largest_file = 1ULL << 30;  ///< [bytes]
  std::uint64_t total = 4ULL << 30;         ///< [bytes] unpacked
  std::size_t files = 20000;
};

class Archive {
 public:
  /// Looks at every entry's name, method, size and kind. @throws InputError when the file is no ZIP archive, or one
  /// that no FMU may be: absolute names, "..", backslashes, the same name twice, links, encryption, methods other than
  /// store and deflate, more than the limits allow
  explicit Archive(const std::filesystem::path& file, const ArchiveLimits& limits = {});
  ~Archive();
  Archive(Archive&&) noexcept;
  Archive& operator=(Archive&&) noexcept;

  const std::vector<std::string>& names() const noexcept;
  bool has(const std::string& name) const;
  /// The whole of one entry. @throws InputError when it is missing or damaged
  std::string read(const std::string& name) const;
  /// Every file below `prefix` (all for ""), into the folder, which is there. @throws InputError; SimulationError when
  /// a file cannot be written
  void extract(const std::filesystem::path& folder, const std::string& prefix = {}) const;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

/// One file of an archive to be written: a text, or a file to copy where `from` is given.
struct Entry {
  std::string name;
  std::string text;
  std::filesystem::path from{};
};
/// Writes the archive whole or not at all. @throws SimulationError
void write_archive(const std::filesystem::path& file, const std::vector<Entry>& entries);

}  // namespace swell::fmi
