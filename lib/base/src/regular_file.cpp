#include "swell/base/regular_file.h"

namespace swell {

namespace fs = std::filesystem;

void require_regular_file(const fs::path& path, const Origin& origin) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  const char* kind = nullptr;
  switch (type) {
    case fs::file_type::directory:
      kind = "a folder";
      break;
    case fs::file_type::fifo: {
      const std::string text = path.string();
      const bool open_already = text.rfind("/dev/", 0) == 0 || text.rfind("/proc/", 0) == 0;
      if (open_already) return;
      kind = "a pipe";
      break;
    }
    case fs::file_type::character:
    case fs::file_type::block:
      kind = "a device";
      break;
    case fs::file_type::socket:
      kind = "a socket";
      break;
    default:
      return;
  }
  throw InputError(origin, path.string() + " is " + kind + ", and a file is read here", "name a file");
}

}  // namespace swell
