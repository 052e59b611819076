// Many sets of data, or many bodies, that are alike would bring the same note as many times.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "stages.h"

namespace swell::assembly {

namespace {

/// Fewer are shown one by one, each with its own numbers.
constexpr std::size_t kFew = 5;

/// The text with every number replaced, so that only its words count.
std::string words_of(const std::string& text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digit = [&](std::size_t k) {
      return k < text.size() && std::isdigit(static_cast<unsigned char>(text[k])) != 0;
    };
    if (!digit(i)) {
      words += text[i];
      continue;
    }
    while (digit(i + 1) || ((text[i + 1] == '.' || text[i + 1] == 'e') && digit(i + 2)) ||
           (text[i + 1] == 'e' && (text[i + 2] == '-' || text[i + 2] == '+') && digit(i + 3)))
      ++i;
    words += '#';
  }
  return words;
}

/// Of each kind with more than a few the first, with how many there were.   @param text  of an entry, to read and write
template <class Entry, class Kind, class Text>
void gather(std::vector<Entry>& entries, Kind kind, Text text) {
  std::map<std::string, std::size_t> count;
  for (const Entry& entry : entries) ++count[kind(entry)];
  std::map<std::string, bool> shown;
  std::vector<Entry> kept;
  for (Entry& entry : entries) {
    const std::string of = kind(entry);
    const std::size_t n = count[of];
    if (n > kFew) {
      if (shown[of]) continue;
      shown[of] = true;
      text(entry) += fmt::format(" (and {} more alike, with other numbers)", n - 1);
    }
    kept.push_back(std::move(entry));
  }
  entries = std::move(kept);
}

}  // namespace

void gather_alike(std::vector<std::string>& notes) {
  std::set<std::string> known;
  notes.erase(
      std::remove_if(notes.begin(), notes.end(), [&](const std::string& text) { return !known.insert(text).second; }),
      notes.end());
  gather(notes, words_of, [](std::string& note) -> std::string& { return note; });
}

void gather_alike(std::vector<Diagnostic>& warnings) {
  gather(
      warnings, [](const Diagnostic& warning) { return warning.code + "|" + words_of(warning.text()); },
      [](Diagnostic& warning) -> std::string& { return warning.message; });
}

}  // namespace swell::assembly
