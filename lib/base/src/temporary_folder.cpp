#include "swell/base/temporary_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

#include "swell/base/error.h"

namespace swell {

namespace {

namespace fs = std::filesystem;

// A folder is made first and locked then: one of this minute may be about to be.
constexpr std::chrono::minutes kFresh{1};

int locked(const fs::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
    close(file);
    return -1;
  }
  return file;
}

/// Whether a folder that is locked is locked for others: file systems without locks may say that one was taken.
bool keeps_others_out(const fs::path& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  const bool out = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (file >= 0) close(file);
  return out;
}

/// A folder of two machines knows each machine's locks alone (NFS with local locks), or none.
std::string machine() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) return "";
  return name;
}

void remove_left(const fs::path& base, const std::string& start) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(base, ignored)) {
    if (entry.path().filename().string().rfind(start, 0) != 0) continue;
    const auto written = fs::last_write_time(entry.path(), ignored);
    if (ignored || fs::file_time_type::clock::now() - written < kFresh) continue;
    const int lock = locked(entry.path());
    if (lock < 0) continue;  // in use, or another user's
    fs::remove_all(entry.path(), ignored);
    close(lock);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& kind) : owner_(getpid()) {
  std::error_code none;
  fs::path base = fs::temp_directory_path(none);
  if (none) base = ".";
  const std::string start = "swell-" + kind + "." + machine() + ".";
  std::string name = (base / (start + "XXXXXX")).string();
  if (mkdtemp(name.data()) == nullptr)
    throw InputError(Origin{base.string(), 0, 0, "", ""},
                     std::string("no temporary folder can be made there: ") + std::strerror(errno),
                     "set TMPDIR to a folder that can be written");
  path_ = name;
  lock_ = locked(path_);
  if (lock_ >= 0 && keeps_others_out(path_)) {
    remove_left(base, start);
    return;
  }
  // Where locks say nothing, those of others are not asked for, and nobody takes a folder of this name for left behind.
  const std::string letters = path_.filename().string().substr(start.size());
  const fs::path unlocked = base / ("swell-" + kind + "-unlocked." + letters);
  std::error_code stays;
  fs::rename(path_, unlocked, stays);
  if (!stays) path_ = unlocked;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (owner_ == getpid()) fs::remove_all(path_, ignored);
  if (lock_ >= 0) close(lock_);
}

}  // namespace swell
