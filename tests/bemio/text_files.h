// Files that the tests of this library damage: as text, every byte of it.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace swell::bemio {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace swell::bemio
