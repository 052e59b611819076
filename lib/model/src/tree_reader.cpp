#include "tree_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/refuse.h"
#include "swell/model/wec_sim_names.h"
#include "yaml.h"

namespace swell::model {
namespace {

/// The names of the keys that a description asks for, one level deep.
class KeyCollector : public Visitor {
 public:
  std::vector<std::string> keys;
  bool open = false;  ///< any other key may stand there as well
  void leaf(const Key& key, const Leaf&) override { keys.push_back(key.name); }
  void nested(const Key& key, const Nested&) override { keys.push_back(key.name); }
  void list(const Key& key, const NestedList&) override { keys.push_back(key.name); }
  void either(const Key& key, const Leaf&, const Nested&) override { keys.push_back(key.name); }
  void tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) override {
    keys.push_back(tag.name);
    every(alternatives, current);
  }
  /// The keys of all alternatives; the current one is left selected.
  void every(const std::vector<Alternative>& alternatives, std::size_t current) {
    for (const Alternative& alternative : alternatives) {
      alternative.select();
      alternative.describe(*this);
    }
    if (current < alternatives.size()) alternatives[current].select();
  }
  void rest(Parameter&, const std::string&) override { open = true; }
  void exclusive(const std::vector<std::string>&, bool) override {}
  void source(Source&) override {}
};

bool is_in(const std::string& key, const std::vector<std::string>& keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

Reader::Reader(std::filesystem::path folder, bool check_files, Diagnostics& diagnostics)
    : folder_(std::move(folder)), check_files_(check_files), diagnostics_(diagnostics) {}

Origin Reader::at(Origin origin, const std::string& path, bool in_memory) {
  if (!origin.file.empty() || !origin.argument.empty() || (origin.path.empty() && in_memory)) origin.path = path;
  return origin;
}

std::string Reader::path_of(const std::string& key) const {
  const std::string& path = frames_.back().path;
  return path.empty() ? key : path + "." + key;
}

void Reader::read(const Parameter& map, const std::string& path, const std::function<void(Visitor&)>& describe) {
  Frame fresh;
  fresh.map = &map;
  fresh.path = path;
  frames_.push_back(std::move(fresh));
  describe(*this);
  close();
  frames_.pop_back();
}

// Unknown keys first, in the order of the file; then what is missing, unless an unknown key was meant for it.
void Reader::close() {
  Frame& f = frame();
  std::vector<std::string> meant, candidates;
  if (!f.open) {
    // A key that stands there already is no candidate for what was meant.
    std::vector<std::string> anywhere = f.known;
    anywhere.insert(anywhere.end(), f.of_any_type.begin(), f.of_any_type.end());
    for (const std::string& known : anywhere) {
      if (f.map->find(known) == nullptr) candidates.push_back(known);
    }
    for (std::size_t i = 0; i < f.map->keys.size(); ++i) {
      const std::string& key = f.map->keys[i];
      if (is_in(key, anywhere)) continue;
      auto near = nearest(key, candidates);
      if (near) meant.push_back(*near);
      if (!near) near = nearest(key, anywhere);
      std::vector<std::string> words;
      for (const OtherKey& other : f.others) {
        if (other.key == key) words.push_back(other.word);
      }
      std::string remedy;
      std::string message = fmt::format("unknown key {}", path_of(key));
      const WecSimName* foreign = wec_sim_property(key, f.path);
      if (foreign != nullptr) {
        const std::string own = foreign->key.substr(foreign->key.rfind('.') + 1);
        near = is_in(own, candidates) ? std::optional(own) : std::nullopt;
        if (near) meant.push_back(*near);
        remedy = in_words(*foreign);
      } else if (const std::string front = key.substr(0, key.find(':'));
                 front.size() < key.size() && is_in(front, f.known)) {
        near = front;
        meant.push_back(front);
        remedy = fmt::format("a blank belongs behind the colon: {}: {}", front, key.substr(front.size() + 1));
      } else if (f.map->items[i].kind == Parameter::Kind::none &&
                 scalar_from(key, false).kind == Parameter::Kind::number) {
        remedy = "a comma begins the next key: decimals are written with a point";
      } else if (key == "chambers") {
        remedy = "it belongs to a body in a device file of `swell bem`: hydro_data: {file: device.yaml}";
      } else if (!words.empty()) {
        message += fmt::format(" for {}", f.tag);
        remedy = fmt::format("it belongs to {}", fmt::join(words, ", "));
      } else if (near) {
        remedy = fmt::format("did you mean {}?", *near);
      } else if (!f.of_any_type.empty()) {
        remedy = "no type has it";
      } else {
        remedy = fmt::format("known here: {}", fmt::join(f.known, ", "));
      }
      diagnostics_
          .error(at(f.map->items[i].key_origin, path_of(near.value_or(key)), false), message, remedy, key,
                 near.value_or(""))
          .code = "unknown-key";
    }
  }
  for (const Missing& missing : f.missing) {
    const bool was_meant = std::any_of(missing.keys.begin(), missing.keys.end(),
                                       [&meant](const std::string& key) { return is_in(key, meant); });
    if (!was_meant)
      diagnostics_
          .error(at(f.map->origin, path_of(missing.keys.front())), missing.message, "give " + missing.expected, "",
                 missing.expected)
          .code = "missing";
  }
}

void Reader::require(const Key& key, const std::string& expected) {
  frame().missing.push_back({{key.name}, fmt::format("{} is missing", path_of(key.name)), expected});
}

const Parameter* Reader::look(const Key& key, const std::string& expected) {
  frame().known.push_back(key.name);
  const Parameter* value = frame().map->find(key.name);
  if (value == nullptr) {
    if (key.need == Need::yes) require(key, expected);
    return nullptr;
  }
  if (value->kind == Parameter::Kind::none) {
    diagnostics_
        .error(at(value->key_origin, path_of(key.name)), fmt::format("{} has no value", path_of(key.name)),
               fmt::format("give {} or remove the key", expected), "", expected)
        .code = "missing";
    return nullptr;
  }
  return value;
}

void Reader::leaf(const Key& key, const Leaf& leaf) {
  const Parameter* value = look(key, expectation(key, leaf.shape));
  if (value == nullptr) return;
  Parameter fitted = *value;
  if (fits(key, leaf.shape, fitted, path_of(key.name))) {
    leaf.set(fitted);
  } else if (frame().source != nullptr) {
    frame().source->keys.erase(key.name);  // later checks must not judge a value that was never taken
  }
}

void read(const Parameter& map, const std::function<void(Visitor&)>& describe, Diagnostics& diagnostics) {
  Reader({}, false, diagnostics).read(map, map.origin.path, describe);
}

void Reader::nested(const Key& key, const Nested& nested) {
  const std::string expected = fmt::format("a map: {}", key.help);
  const Parameter* value = look(key, expected);
  if (value == nullptr) return;
  if (!value->is_map()) {
    wrong(key, *value, path_of(key.name), "a map {key: value, ...}");
    return;
  }
  nested.create();
  read(*value, path_of(key.name), nested.describe);
}

void Reader::list(const Key& key, const NestedList& list) {
  const Parameter* value = look(key, fmt::format("a {}: {}", list.name ? "map" : "list", key.help));
  if (value == nullptr) return;
  const std::string path = path_of(key.name);
  const auto read_item = [&](const Parameter& item, const std::string& item_path, const std::string& name = {}) {
    const std::size_t index = list.append();
    if (list.name) list.name(index, name);
    read(item, item_path, [&list, index](Visitor& v) { list.describe(v, index); });
  };
  if (value->is_map() && list.single_too) {
    read_item(*value, path);
    return;
  }
  if (list.name) {
    if (!value->is_map()) wrong(key, *value, path, "a map: " + key.help);
    for (std::size_t i = 0; i < value->keys.size(); ++i) {
      const std::string item_path = path + "." + value->keys[i];
      if (value->items[i].is_map()) {
        read_item(value->items[i], item_path, value->keys[i]);
      } else {
        wrong(key, value->items[i], item_path, "a map {key: value, ...}");
      }
    }
    return;
  }
  if (value->kind != Parameter::Kind::list) {
    wrong(key, *value, path, list.single_too ? "a map or a list of maps" : "a list of maps",
          value->is_map() ? "begin each item with a dash: - {...}" : "");
    // One item without its dash: what is wrong in it is reported too. A map of maps has items by their names instead.
    const auto is_plain = [](const Parameter& item) { return !item.is_map(); };
    if (value->is_map() && std::any_of(value->items.begin(), value->items.end(), is_plain)) read_item(*value, path);
    return;
  }
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Parameter& item = value->items[i];
    const std::string item_path = path + "." + item_label(item, i);
    if (!item.is_map()) {
      wrong(key, item, item_path, "a map {key: value, ...}");
      continue;
    }
    read_item(item, item_path);
  }
}

void Reader::either(const Key& key, const Leaf& leaf_form, const Nested& nested_form) {
  const Parameter* value = frame().map->find(key.name);
  if (value != nullptr && value->is_map()) {
    nested(key, nested_form);
  } else {
    leaf(key, leaf_form);
  }
}

void Reader::tagged(const Key& tag, const std::vector<Alternative>& alternatives, std::size_t current) {
  std::vector<std::string> words;
  words.reserve(alternatives.size());
  for (const Alternative& alternative : alternatives) words.push_back(alternative.word);
  const std::string expected = fmt::format("one of {}", fmt::join(words, ", "));
  const Parameter* value = look(tag, expected);
  auto found = value == nullptr ? words.end() : std::find(words.begin(), words.end(), value->text);
  if (found == words.end()) {
    // Which keys belong here is unknown: a mistake is one that no type has.
    KeyCollector any;
    any.every(alternatives, current);
    frame().of_any_type = any.keys;
    frame().open = frame().open || any.open;
    if (value == nullptr) return;
    const auto near = nearest(value->text, words);
    const WecSimName* foreign = wec_sim_word(value->text, path_of(tag.name));
    if (foreign != nullptr) {
      wrong(tag, *value, path_of(tag.name), expected, in_words(*foreign));
      return;
    }
    wrong(tag, *value, path_of(tag.name), expected, near ? fmt::format("did you mean {}?", *near) : "");
    if (!near) return;
    found = std::find(words.begin(), words.end(), *near);  // what is wrong with its other values is reported too
  }
  frame().tag = tag.name + " " + *found;
  for (const Alternative& alternative : alternatives) {
    if (alternative.word == *found) continue;
    KeyCollector collector;
    alternative.select();
    alternative.describe(collector);
    for (const std::string& key : collector.keys) frame().others.push_back({key, alternative.word});
  }
  const Alternative& chosen = alternatives[static_cast<std::size_t>(found - words.begin())];
  chosen.select();
  chosen.describe(*this);
}

void Reader::rest(Parameter& parameters, const std::string&) {
  Frame& f = frame();
  f.open = true;
  parameters = Parameter::map({});
  parameters.origin = f.map->origin;
  parameters.origin.path = f.path;
  for (std::size_t i = 0; i < f.map->keys.size(); ++i) {
    if (!is_in(f.map->keys[i], f.known)) parameters.set(f.map->keys[i], f.map->items[i]);
  }
}

void Reader::exclusive(const std::vector<std::string>& keys, bool at_least_one) {
  Frame& f = frame();
  std::vector<std::string> given;
  for (const std::string& key : keys) {
    if (f.map->find(key) != nullptr) given.push_back(key);
  }
  if (given.size() > 1) {
    code::refuse(diagnostics_, "contradiction", at(f.map->find(given[1])->key_origin, path_of(given[1]), false),
                 fmt::format("{} and {} contradict each other", path_of(given[0]), given[1]), "give one of them");
  }
  if (!given.empty() || !at_least_one) return;
  // Two groups such as file|sets and body|sets ask for the first key of each, not for `sets` twice.
  f.missing.push_back(
      {keys, fmt::format("{} is missing", path_of(keys.front())), fmt::format("{}", fmt::join(keys, " or "))});
}

void Reader::source(Source& source) {
  Frame& f = frame();
  f.source = &source;
  source.origin = f.map->origin;
  source.origin.path = f.path;
  for (std::size_t i = 0; i < f.map->keys.size(); ++i) {
    Origin origin = f.map->items[i].origin;
    if (!origin.file.empty() || !origin.argument.empty()) origin.path = path_of(f.map->keys[i]);
    source.keys[f.map->keys[i]] = origin;
  }
}

}  // namespace swell::model
