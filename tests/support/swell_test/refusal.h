/// What an error says, and folders that tests write into.
#pragma once

#include <filesystem>
#include <string>

#include "swell/base/error.h"
#include "swell_test/files.h"

namespace swell_test {

/// The text with which `call` is refused, `taken` where it is not.
template <class Refusal = swell::InputError, class Call>
std::string refusal_of(const Call& call, const char* taken = "") {
  try {
    call();
  } catch (const Refusal& error) {
    return error.what();
  }
  return taken;
}

/// A new folder whose name begins so in the temporary folder, which goes with the process.
inline std::filesystem::path fresh_folder(const std::string& name) {
  static int count = 0;
  std::filesystem::path folder = std::filesystem::temp_directory_path() / (name + "-" + std::to_string(++count));
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace swell_test
