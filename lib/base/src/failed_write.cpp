#include "swell/base/failed_write.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

namespace swell {

void send_nowhere(int descriptor) noexcept {
  const int nowhere = memfd_create("swell", MFD_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, descriptor);
  ::close(nowhere);
}

void write_whole(const std::filesystem::path& path, const std::string& text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : 0;
  for (std::string_view left = text; error == 0 && !left.empty();) {
    const ssize_t n = ::write(file, left.data(), left.size());
    if (n > 0) left.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) error = errno;
  }
  if (error == 0 && ::fsync(file) != 0 && errno != EINVAL) error = errno;  // before another name stands for it
  if (file >= 0 && ::close(file) != 0 && error == 0) error = errno;        // where a quota may speak first
  if (error != 0) throw std::system_error(error, std::generic_category(), path.string() + ": cannot be written");
}

}  // namespace swell
