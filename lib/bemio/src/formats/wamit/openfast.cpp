#include "formats/wamit/openfast.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "files/text_file.h"
#include "swell/base/text.h"

namespace swell::bemio {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargest = 2'000'000;  // bytes of an input of OpenFAST
constexpr std::size_t kMostFiles = 200;         // of a folder that is looked through

// "value(s)  KEY  - comment": the words before the key, those in quotation marks as one.
std::vector<std::string> values_before(std::string_view line, std::string_view key) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ' || line[at] == '\t' || line[at] == ',') {
      ++at;
      continue;
    }
    const bool quoted = line[at] == '"' || line[at] == '\'';
    const std::size_t begin = quoted ? at + 1 : at;
    std::size_t end = quoted ? line.find(line[at], begin) : line.find_first_of(" \t,", begin);
    if (end == std::string_view::npos) end = line.size();
    const std::string_view word = line.substr(begin, end - begin);
    if (!quoted && word == key) return words;
    if (!quoted && !word.empty() && word[0] == '-' && !parse_number(word)) break;  // the comment begins
    words.emplace_back(word);
    at = quoted ? end + 1 : end;
  }
  return {};
}

std::vector<std::string> lookup(const TextFile& file, std::string_view key) {
  for (const std::string_view line : file.lines) {
    if (!contains(line, key)) continue;
    std::vector<std::string> found = values_before(line, key);
    if (!found.empty()) return found;
  }
  return {};
}

// Of the body `index`; inputs that hold for all bodies give one value.
std::optional<double> value(const TextFile& file, std::string_view key, std::size_t index = 0) {
  const std::vector<std::string> found = lookup(file, key);
  if (found.empty()) return std::nullopt;
  const auto number = parse_number(found[std::min(index, found.size() - 1)]);  // not "DEFAULT"
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::vector<fs::path> inputs_of(const fs::path& folder, std::initializer_list<const char*> extensions) {
  std::vector<fs::path> found;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; !code && it != end && found.size() < kMostFiles;
       it.increment(code)) {
    const std::string extension = extension_of(it->path());
    const bool wanted =
        std::any_of(extensions.begin(), extensions.end(), [&](const char* e) { return extension == e; });
    std::error_code ignored;
    if (wanted && it->is_regular_file(ignored) && it->file_size(ignored) <= kLargest) found.push_back(it->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool load(const fs::path& path, TextFile& file) {
  try {
    load_text(path, file);
    return true;
  } catch (const InputError&) {
    return false;  // of another kind: not what is looked for
  }
}

// The place of the set among the roots of PotFile: paths of either system, relative to the input's folder.
std::optional<std::size_t> names(const TextFile& file, const fs::path& input, const fs::path& set) {
  const std::vector<std::string> roots = lookup(file, "PotFile");
  for (std::size_t k = 0; k < roots.size(); ++k) {
    std::string root = roots[k];
    std::replace(root.begin(), root.end(), '\\', '/');
    const fs::path named = root, beside = input.parent_path() / named;
    if (lower_case(named.filename().string()) != lower_case(set.stem().string())) continue;
    std::error_code code;
    const fs::path folder = beside.parent_path().empty() ? fs::path(".") : beside.parent_path();
    const fs::path own = set.parent_path().empty() ? fs::path(".") : set.parent_path();
    if (fs::equivalent(folder, own, code) || named.is_absolute()) return k;
  }
  return std::nullopt;
}

}  // namespace

std::optional<OpenFastInput> find_openfast(const fs::path& set) {
  fs::path folder = fs::absolute(set).parent_path();
  for (int level = 0; level < 3 && !folder.empty(); ++level, folder = folder.parent_path()) {
    for (const fs::path& path : inputs_of(folder, {".dat"})) {
      TextFile file;
      if (!load(path, file)) continue;
      const auto index = names(file, path, fs::absolute(set));
      if (!index) continue;
      OpenFastInput found;
      found.file = path.filename().string();
      found.length = value(file, "WAMITULEN", *index);
      found.density = value(file, "WtrDens");
      found.depth = value(file, "WtrDpth");
      found.volume = value(file, "PtfmVol0", *index);
      found.cb_x = value(file, "PtfmCOBxt", *index);
      found.cb_y = value(file, "PtfmCOByt", *index);
      // Since OpenFAST 3 the water is SeaState's or the driver's. Several that disagree say nothing.
      for (auto [key, target] : {std::pair{"WtrDens", &found.density}, std::pair{"WtrDpth", &found.depth},
                                 std::pair{"Gravity", &found.gravity}}) {
        if (*target) continue;
        std::set<double> given;
        for (const fs::path& around : {folder, folder.parent_path()}) {
          for (const fs::path& other : inputs_of(around, {".dat", ".fst"})) {
            TextFile beside;
            if (!load(other, beside)) continue;
            if (const auto number = value(beside, key)) given.insert(*number);
          }
          if (!given.empty()) break;
        }
        if (given.size() == 1) *target = *given.begin();
      }
      return found;
    }
  }
  return std::nullopt;
}

}  // namespace swell::bemio
