/// A mutation of text that knows lines and fields, for all fuzzers of text files.
#pragma once

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace swell_fuzz {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end - at + 1));
    at = end + 1;
  }
  return lines;
}

inline void change_field(std::string& line, std::mt19937& random) {
  std::vector<std::size_t> starts;
  const auto blank = [](char c) {
    return c == ' ' || c == '\t' || c == ',' || c == '\n' || c == '=' || c == '{' || c == '}' || c == '[' || c == ']';
  };
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (!blank(line[k]) && (k == 0 || blank(line[k - 1]))) starts.push_back(k);
  }
  if (starts.empty()) return;
  const std::size_t start = starts[random() % starts.size()];
  std::size_t end = start;
  while (end < line.size() && !blank(line[end])) ++end;
  static const std::array<const char*, 28> words{
      {"0",    "-1",   "1",         "2",      "3",        "6",      "7",      "1e308",  "-1e308", "1e-320",
       "NaN",  "inf",  "-Infinity", "*****",  "1.5D+02",  "1.2-03", "0.5",    "999",    "65536",  "2147483648",
       "1e20", "-0.0", "",          "0x1p60", "1.0E+400", "1,5",    "-999.0", "1.#QNAN"}};
  if (random() % 4 == 0) {
    const std::string same = line.substr(start, end - start);
    line.insert(end, " " + same);
  } else {
    line.replace(start, end - start, words[random() % words.size()]);
  }
}

inline std::string changed_lines(const std::string& text, std::mt19937& random) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return text;
  const std::size_t at = random() % lines.size();
  const std::size_t count = std::min<std::size_t>(1 + random() % 8, lines.size() - at);
  const auto first = lines.begin() + static_cast<std::ptrdiff_t>(at), last = first + static_cast<std::ptrdiff_t>(count);
  switch (random() % 6) {
    case 0:
      lines.erase(first, last);
      break;
    case 1: {
      const std::vector<std::string> copy(first, last);
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(random() % (lines.size() + 1)), copy.begin(),
                   copy.end());
      break;
    }
    case 2:
      std::swap(lines[at], lines[random() % lines.size()]);
      break;
    case 3:
      for (auto line = first; line != last; ++line) change_field(*line, random);
      break;
    default:
      change_field(lines[at], random);
  }
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

}  // namespace swell_fuzz
