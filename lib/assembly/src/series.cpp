#include "swell/assembly/series.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "swell/base/error.h"

namespace swell::assembly {

namespace {

using Words = std::vector<std::string>;

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

/// Does the pattern name it: all its parts, or (`early`) its first ones?
bool matches(const Words& wanted, const Words& parts, bool early) {
  if (wanted.empty() || wanted.size() > parts.size() || (!early && wanted.size() < parts.size())) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!part_matches(wanted[i].c_str(), parts[i].c_str())) return false;
  }
  return true;
}

std::optional<int> column_of(const Series& series, const std::string& word) {
  for (int i = 0; i < series.width; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (word == std::to_string(i + 1) || (k < series.labels.size() && word == series.labels[k])) return i + 1;
  }
  return std::nullopt;
}

/// The column of the series that the pattern names; 0: all of them; nothing: it names something else.
std::optional<int> column_named(const Series& series, const std::string& pattern) {
  Words wanted = parts_of(pattern);
  const Words path = parts_of(series.path), port = parts_of(series.port);
  // "circuit.*" and "circuit.tank" name what stands deeper too, as they do of a path; what has a name of its own in the
  // results (power by parts beside PTO.power) is named by that.
  const bool deeper = wanted.size() > 1 && port.size() > 2 && !path.empty() &&
                      (path.front() == "components" || path.front() == "moorings");
  if (matches(wanted, path, true) || matches(wanted, port, deeper)) return 0;
  const std::optional<int> column = wanted.size() < 2 ? std::nullopt : column_of(series, wanted.back());
  if (!column) return std::nullopt;
  wanted.pop_back();
  return matches(wanted, port, false) || matches(wanted, path, false) ? column : std::nullopt;
}

/// The words of `candidates` that are nearest to those of the pattern, place by place.
std::optional<Words> nearest_words(Words words, std::vector<Words> candidates) {
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](const Words& candidate) { return candidate.size() != words.size(); }),
                   candidates.end());
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].find('*') != std::string::npos) continue;
    Words known;
    for (const Words& candidate : candidates) known.push_back(candidate[i]);
    const std::optional<std::string> near = nearest(words[i], known);
    if (!near) return std::nullopt;
    words[i] = *near;
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                    [&](const Words& candidate) { return candidate[i] != *near; }),
                     candidates.end());
  }
  if (candidates.empty()) return std::nullopt;
  return words;
}

}  // namespace

bool selected(const std::string& path, const std::vector<std::string>& select) {
  if (select.empty()) return true;
  const Words parts = parts_of(path);
  return std::any_of(select.begin(), select.end(),
                     [&parts](const std::string& pattern) { return matches(parts_of(pattern), parts, true); });
}

bool selected(const Series& series, const std::vector<std::string>& select) {
  return select.empty() || std::any_of(select.begin(), select.end(), [&series](const std::string& pattern) {
           return column_named(series, pattern).has_value();
         });
}

bool selected(const Series& series, int column, const std::vector<std::string>& select) {
  return select.empty() || std::any_of(select.begin(), select.end(), [&](const std::string& pattern) {
           const std::optional<int> named = column_named(series, pattern);
           return named && (*named == 0 || *named == column);
         });
}

std::optional<Signal> find_signal(const std::string& word, const std::vector<Series>& all) {
  Words parts = parts_of(word);
  if (parts.empty()) return std::nullopt;
  const auto at = [&all](const Words& wanted) -> std::optional<std::size_t> {
    for (const auto name : {&Series::port, &Series::path}) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (wanted == parts_of(all[i].*name)) return i;
      }
    }
    return std::nullopt;
  };
  if (const auto found = at(parts)) return Signal{*found, {}};
  if (parts.size() < 2) return std::nullopt;
  const std::string last = parts.back();
  parts.pop_back();
  const auto found = at(parts);
  if (!found) return std::nullopt;
  const std::optional<int> column = column_of(all[*found], last);
  return column ? std::optional<Signal>({*found, column}) : std::nullopt;
}

namespace {

std::string dotted(const std::string& path) {
  std::string name = path.substr(std::min<std::size_t>(1, path.size()));
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

/// The signal that was meant, in the words that were used; names that a pattern leaves open (*) stay open.
std::optional<std::string> nearest_signal(const std::string& word, const std::vector<Series>& all) {
  std::map<Words, std::string> names;  // as they are written
  for (const Series& series : all) {
    for (const std::string& name : {dotted(series.path), series.port}) {
      if (name.empty()) continue;
      names.emplace(parts_of(name), name);
      for (const std::string& label : series.labels) {
        const std::string column = fmt::format("{}.{}", name, label);
        names.emplace(parts_of(column), column);
      }
    }
  }
  std::vector<Words> candidates;
  std::vector<std::string> whole;
  for (const auto& [parts, name] : names) {
    candidates.push_back(parts);
    whole.push_back(name);
  }
  const auto words = nearest_words(parts_of(word), std::move(candidates));
  if (!words) return nearest(word, whole);  // a part too many or too few
  if (const auto found = names.find(*words); found != names.end()) return found->second;
  return fmt::format("{}", fmt::join(*words, "."));
}

}  // namespace

std::string signal_hint(const std::string& word, const std::vector<Series>& all, Takes takes) {
  const std::string below = word + ".*";  // what was meant is one name longer
  std::vector<Series> among, recorded;    // a pattern picks what is recorded, or from a list of ports any
  std::copy_if(all.begin(), all.end(), std::back_inserter(among),
               [&below](const Series& series) { return selected(series, {below}); });
  const auto is_recorded = [](const Series& series) { return !series.path.empty(); };
  std::copy_if(all.begin(), all.end(), std::back_inserter(recorded), is_recorded);
  const bool picked = recorded.empty() || std::any_of(among.begin(), among.end(), is_recorded);
  if (!among.empty() && picked && takes == Takes::patterns) return fmt::format("did you mean {}?", below);
  if (among.empty()) {
    const bool pattern = word.find('*') != std::string::npos && !recorded.empty();
    const auto near = nearest_signal(word, pattern ? recorded : all);
    const bool taken = near && *near != word && (takes == Takes::patterns || near->find('*') == std::string::npos);
    if (taken) return fmt::format("did you mean {}?", *near);
    among = all;
  }
  constexpr std::size_t kShown = 6;
  std::vector<std::string> names;
  for (const Series& series : among) {
    const bool plain = !series.port.empty() && series.port.find('/') == std::string::npos;
    std::string name = plain || series.path.empty() ? series.port : dotted(series.path);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  if (names.empty()) return "there are none";
  const std::size_t more = names.size() - std::min(names.size(), kShown);
  names.resize(names.size() - more);
  return fmt::format("there {} {}{}", names.size() == 1 ? "is" : "are", fmt::join(names, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

std::string signal_hint(const std::string& word, const std::vector<std::string>& ports, Takes takes) {
  std::vector<Series> all;
  all.reserve(ports.size());
  for (const std::string& port : ports) all.push_back({"", 0, "", "", {}, port});
  return signal_hint(word, all, takes);
}

}  // namespace swell::assembly
