#include "swell/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "swell/base/error.h"

namespace swell {

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known, std::string otherwise) {
  if (const auto near = nearest(name, known)) return "did you mean " + *near + "?";
  const std::size_t list = otherwise.find("{}");
  return list == std::string::npos ? otherwise : otherwise.replace(list, 2, fmt::format("{}", fmt::join(known, ", ")));
}

std::string_view trimmed(std::string_view text) {
  constexpr const char* kBlanks = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

std::string extension_of(const std::filesystem::path& path) { return lower_case(path.extension().string()); }

std::optional<std::string> file_bytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  return in.bad() ? std::nullopt : std::optional(std::move(bytes));
}

}  // namespace swell
