/// Copies of supplied runs, one number of them changed, and what the reader says.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "swell/base/error.h"
#include "swell/bemio/read.h"
#include "swell_test/refusal.h"
#include "text_files.h"

namespace swell::bemio {

/// An empty folder of that name in the temporary one.
inline std::filesystem::path fresh(const char* name) {
  std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

/// A copy of a run that may be written to.
inline std::filesystem::path copied(const std::filesystem::path& run, const char* name) {
  std::filesystem::path folder = fresh(name);
  std::filesystem::copy(run, folder,
                        std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    std::filesystem::permissions(entry.path(), std::filesystem::perms::owner_all, std::filesystem::perm_options::add);
  return folder;
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to, bool all = false) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  for (; at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
    if (!all) break;
  }
  return text;
}

/// The message with which the reader refuses the run; "(none)" when it does not.
inline std::string refusal(const std::filesystem::path& path, const ReadOptions& options = {}) {
  return swell_test::refusal_of([&] { read_bem(path, options); }, "(none)");
}

}  // namespace swell::bemio
