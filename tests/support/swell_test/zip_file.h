/// Archives of texts.
#pragma once

#include <zip.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>

namespace swell_test {

/// Entries by name, each with its text.
using Parts = std::map<std::string, std::string>;

inline void write_zip(const std::filesystem::path& path, const Parts& entries) {
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  if (!archive) throw std::runtime_error("zip_open");
  for (const auto& [name, text] : entries)
    zip_file_add(archive, name.c_str(), zip_source_buffer(archive, text.data(), text.size(), 0), ZIP_FL_OVERWRITE);
  if (zip_close(archive) != 0) throw std::runtime_error("zip_close");
}

}  // namespace swell_test
