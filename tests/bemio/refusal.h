/// Copies of supplied runs, one number of them changed, and what the reader says.
#pragma once

#include "swell/bemio/read.h"
#include "swell_test/test.h"

namespace swell::bemio {

using swell_test::contents;
using swell_test::fresh_folder;
using swell_test::replaced;
using swell_test::write_text;

/// A copy of a run that may be written to.
inline std::filesystem::path copied(const std::filesystem::path& run, const char* name) {
  std::filesystem::path folder = fresh_folder(name);
  std::filesystem::copy(run, folder,
                        std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    std::filesystem::permissions(entry.path(), std::filesystem::perms::owner_all, std::filesystem::perm_options::add);
  return folder;
}

/// The message with which the reader refuses the run; "(none)" when it does not.
inline std::string refusal(const std::filesystem::path& path, const ReadOptions& options = {}) {
  return swell_test::refusal_of([&] { read_bem(path, options); }, "(none)");
}

}  // namespace swell::bemio
