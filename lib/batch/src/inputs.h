// The files that the cases of a study read, and whether they are still what they were. Private to the library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "swell/batch/cases.h"
#include "swell/batch/study.h"
#include "swell/model/read_case.h"

namespace swell::batch {

/// Contents by digest, times by stat: a case's numbers count only where the files that it read had the contents that
/// its key was made from, from before it began until after it had ended. Any number of threads may call.
class Inputs {
 public:
  /// Reads the files that the base case and the study's own values name.
  Inputs(const Study& study, const model::CaseTemplate& base);

  /// Digest of the contents of those files, and of those that the condition's values name.
  std::uint64_t digest(const Condition& condition);

  /// One of the condition's files that has been written, moved or removed since its contents were read.
  std::optional<std::filesystem::path> written(const Condition& condition);

 private:
  struct Stamp {
    bool exists = false;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified = 0, changed = 0;  ///< [ns]
    bool operator==(const Stamp& other) const;
  };
  struct Entry {
    Stamp stamp;
    std::uint64_t digest = 0;
  };
  using Files = std::vector<std::filesystem::path>;

  static Stamp stamp_of(const std::filesystem::path& file);
  static Entry read(const std::filesystem::path& file);
  void collect(const Parameter& tree, const std::string& key, Files& files) const;
  void collect(const std::string& key, const std::string& value, Files& files) const;
  Files own_files(const Condition& condition) const;
  Entry& entry(const std::filesystem::path& file);

  std::filesystem::path folder_;
  Files common_;
  std::uint64_t common_digest_ = kHashStart;
  std::mutex mutex_;
  std::map<std::filesystem::path, Entry> entries_;
};

}  // namespace swell::batch
