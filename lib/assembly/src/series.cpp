#include "swell/assembly/series.h"

#include <algorithm>

namespace swell::assembly {

namespace {

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '/' || c == '.') {
      if (!parts.back().empty()) parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

/// `*` within one part stands for any text.
bool part_matches(const char* pattern, const char* text) {
  if (*pattern == '\0') return *text == '\0';
  if (*pattern == '*') return part_matches(pattern + 1, text) || (*text != '\0' && part_matches(pattern, text + 1));
  return *pattern == *text && part_matches(pattern + 1, text + 1);
}

}  // namespace

bool selected(const std::string& path, const std::vector<std::string>& select) {
  if (select.empty()) return true;
  const std::vector<std::string> parts = parts_of(path);
  return std::any_of(select.begin(), select.end(), [&parts](const std::string& pattern) {
    const std::vector<std::string> wanted = parts_of(pattern);
    if (wanted.empty() || wanted.size() > parts.size()) return false;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!part_matches(wanted[i].c_str(), parts[i].c_str())) return false;
    }
    return true;
  });
}

}  // namespace swell::assembly
