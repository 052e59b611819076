// Many sets of data, or many bodies, that are alike would bring the same note as many times.
#include <fmt/format.h>

#include <map>
#include <set>

#include "stages.h"

namespace swell::assembly {

namespace {

/// Fewer are shown one by one, each with its own numbers.
constexpr std::size_t kFew = 5;

/// Codes under which each warning is another fact, for another remedy.
const std::set<std::string> kEachItsOwn{"", "no-effect", "hydro-data", "initialization", "initial-values"};

/// @param kind  of an entry; empty: alone of its kind   @param text  of an entry, to read and write
template <class Entry, class Kind, class Text>
void gather(std::vector<Entry>& entries, Kind kind, Text text) {
  std::map<std::string, std::size_t> count;
  for (const Entry& entry : entries) ++count[kind(entry)];
  std::set<std::string> shown;
  std::vector<Entry> kept;
  for (Entry& entry : entries) {
    const std::string of = kind(entry);
    if (!of.empty() && count[of] > kFew) {
      if (!shown.insert(of).second) continue;
      text(entry) += fmt::format(" (and {} more alike, with other names and numbers)", count[of] - 1);
    }
    kept.push_back(std::move(entry));
  }
  entries = std::move(kept);
}

}  // namespace

std::vector<std::string> gathered(const std::vector<Note>& notes) {
  std::set<std::string> known;
  std::vector<Note> once;
  for (const Note& note : notes)
    if (known.insert(note.text).second) once.push_back(note);
  gather(
      once, [](const Note& note) { return note.kind; }, [](Note& note) -> std::string& { return note.text; });
  std::vector<std::string> texts;
  for (Note& note : once) texts.push_back(std::move(note.text));
  return texts;
}

void gather_alike(std::vector<Diagnostic>& warnings) {
  gather(
      warnings,
      [](const Diagnostic& warning) { return kEachItsOwn.count(warning.code) != 0 ? std::string() : warning.code; },
      [](Diagnostic& warning) -> std::string& { return warning.message; });
}

}  // namespace swell::assembly
