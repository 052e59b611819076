// --set key=value on the tree, before it is read: a wrong value is then reported like one of the file.
#include <fmt/format.h>

#include <algorithm>

#include "swell/base/refuse.h"
#include "yaml.h"

namespace swell::model {
namespace {

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : path) {
    if (c == '.') {
      parts.push_back(part);
      part.clear();
    } else {
      part += c;
    }
  }
  parts.push_back(part);
  return parts;
}

Parameter* entry(Parameter& map, const std::string& key) {
  for (std::size_t i = 0; i < map.keys.size(); ++i) {
    if (map.keys[i] == key) return &map.items[i];
  }
  return nullptr;
}

/// Keys of a sea that say the same quantity: what is set takes the place of what the case says in the other way.
void drop_alternative(Parameter& sea, const std::string& key) {
  static const std::pair<const char*, const char*> kPairs[] = {
      {"height", "amplitude"}, {"period", "frequency"}, {"peak_period", "energy_period"}};
  for (const auto& [one, other] : kPairs) {
    if (key != one && key != other) continue;
    const std::string alternative = key == one ? other : one;
    for (std::size_t i = 0; i < sea.keys.size(); ++i) {
      if (sea.keys[i] != alternative) continue;
      sea.keys.erase(sea.keys.begin() + static_cast<std::ptrdiff_t>(i));
      sea.items.erase(sea.items.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
  }
}

void mark(Parameter& tree, const Origin& origin) {
  tree.origin = tree.key_origin = origin;
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    Origin own = origin;
    own.path += "." + (tree.is_map() ? tree.keys[i] : item_label(tree.items[i], i));
    mark(tree.items[i], own);
  }
}

}  // namespace

void apply_override(Parameter& root, const std::string& assignment, Diagnostics& diagnostics) {
  const std::size_t equals = assignment.find('=');
  const Origin origin{"", 0, 0, assignment.substr(0, equals), "--set " + assignment};
  if (equals == std::string::npos || equals == 0) {
    diagnostics.error(origin, fmt::format("{} is not of the form key=value", assignment),
                      "for example --set waves.height=2 or --set ptos.PTO1.damping=2e6");
    return;
  }
  const std::string path = assignment.substr(0, equals);
  const std::string text = assignment.substr(equals + 1);
  Parameter value;
  if (text.find_first_of("[{") == 0) {
    Diagnostics inner;
    // A map around it, so that the parser sees a document of the usual kind.
    const Parameter tree = parse_yaml("value: " + text, "--set", inner);
    const Parameter* found = tree.find("value");
    if (inner.has_errors() || found == nullptr) {
      diagnostics.error(origin, fmt::format("{} is not readable as YAML", text), "put the whole assignment in quotes");
      return;
    }
    value = *found;
  } else {
    const bool quoted =
        text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
    value = scalar_from(quoted ? text.substr(1, text.size() - 2) : text, quoted);
  }
  mark(value, origin);

  Parameter* at = &root;
  std::string walked;
  const std::vector<std::string> parts = split(path);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    const bool last = i + 1 == parts.size();
    if (part.empty()) {
      diagnostics.error(origin, fmt::format("{} has an empty part", path));
      return;
    }
    if (at->kind == Parameter::Kind::list) {
      std::vector<std::string> labels;
      for (std::size_t k = 0; k < at->items.size(); ++k) labels.push_back(item_label(at->items[k], k));
      auto found = std::find(labels.begin(), labels.end(), part);
      if (found == labels.end()) {
        const auto near = nearest(part, labels);
        code::refuse(diagnostics, code::kUnknownName, origin, fmt::format("{} has no item {}", walked, part),
                     near ? fmt::format("did you mean {}.{}?", walked, *near)
                          : fmt::format("it has {}", fmt::join(labels, ", ")));
        return;
      }
      Parameter& item = at->items[static_cast<std::size_t>(found - labels.begin())];
      if (last) item = value;
      at = &item;
    } else if (at->kind == Parameter::Kind::map || at->kind == Parameter::Kind::none) {
      if (last && parts.front() == "waves") drop_alternative(*at, part);
      Parameter* child = entry(*at, part);
      if (child == nullptr) {
        // Keys that the case does not have yet may be set; the reader then says whether they are known.
        Parameter fresh;
        mark(fresh, origin);
        if (!last) fresh.kind = Parameter::Kind::map;
        at->set(part, fresh);
        child = entry(*at, part);
      }
      if (last) *child = value;
      at = child;
    } else {
      diagnostics.error(origin, fmt::format("{} = {} has no parts to set {} in", walked, at->text, part));
      return;
    }
    walked += (walked.empty() ? "" : ".") + part;
  }
}

}  // namespace swell::model
