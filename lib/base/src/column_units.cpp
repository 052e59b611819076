#include "swell/base/column_units.h"

namespace swell {

std::vector<std::string> units_of_columns(const std::string& units, std::size_t columns) {
  std::vector<std::string> words(1);
  for (const char c : units) {
    if (c == ' ' || c == ',') {
      if (!words.back().empty()) words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  if (words.back().empty()) words.pop_back();
  // Moments are units of two words, and they stand last.
  for (std::size_t i = words.size(); words.size() > columns && i-- > 1;) {
    if (words[i] == "m" && words[i - 1] == "N") {
      words[i - 1] = "N m";
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  if (words.size() != columns) words.assign(columns, units);
  return words;
}

}  // namespace swell
