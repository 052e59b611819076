/// A folder for files of one task, which goes with its owner, and after a kill with the next one of its kind.
#pragma once

#include <filesystem>
#include <string>

namespace swell {

class TemporaryFolder {
 public:
  /// <temporary>/swell-<kind>.<machine>.<letters>. Removes folders of the kind whose owner is gone, where locks (flock)
  /// tell. Elsewhere the name is swell-<kind>-unlocked.<letters>, and a killed process leaves its folder.
  /// @throws InputError when none can be made, with why and what to try
  explicit TemporaryFolder(const std::string& kind);
  ~TemporaryFolder();  ///< in the process that made it: its children leave it
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;  // held by this process and its children: no other one removes what is locked
  int owner_ = 0;  // the process
};

}  // namespace swell
