/// Input that ends: a device such as /dev/zero does not, and a pipe that nobody writes to does not begin.
#pragma once

#include <filesystem>

#include "swell/base/error.h"

namespace swell {

/// Does nothing where there is no file, which is the reader's to report. A pipe that is open already (/dev/stdin,
/// /dev/fd/63 of a shell) may be read.
/// @throws InputError when `path` is a folder, a device, a socket or another pipe
void require_regular_file(const std::filesystem::path& path, const Origin& origin);
inline void require_regular_file(const std::filesystem::path& path) {
  require_regular_file(path, Origin{path.string(), 0, 0, ""});
}

}  // namespace swell
