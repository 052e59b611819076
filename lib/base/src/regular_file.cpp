#include "swell/base/regular_file.h"

#include <fstream>

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
    default: {
      // Such a text has a byte of 0 in every number; of Swell's binary formats none begins so.
      std::ifstream in(path, std::ios::binary);
      const int first = in.get(), second = in.get();
      if ((first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF))
        throw InputError(origin, path.string() + " is in UTF-16, and UTF-8 is read here",
                         "save it as UTF-8: iconv -f UTF-16 -t UTF-8");
      return;
    }
  }
  throw InputError(origin, path.string() + " is " + kind + ", and a file is read here", "name a file");
}

}  // namespace swell
