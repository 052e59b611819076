// Does a value of the file fit the shape of its leaf? If not, in which words.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "swell/base/text.h"
#include "swell/model/wec_sim_names.h"
#include "tree_reader.h"
#include "yaml.h"

namespace swell::model {
namespace {

namespace fs = std::filesystem;

std::string in_unit(const std::string& unit) { return unit.empty() ? "" : " in " + unit; }

std::string shown(const Parameter& value) {
  switch (value.kind) {
    case Parameter::Kind::none:
      return "nothing";
    case Parameter::Kind::list: {
      std::vector<std::string> texts;
      for (const Parameter& item : value.items) texts.push_back(shown(item));
      const std::string text = fmt::format("[{}]", fmt::join(texts, ", "));
      return text.size() <= 60 ? text : fmt::format("a list of {}", value.items.size());
    }
    case Parameter::Kind::map:
      return "a map";
    default:
      return value.quoted ? "\"" + value.text + "\"" : value.text;
  }
}

/// What a text that should have been a number probably meant.
std::string number_remedy(const Parameter& value, const std::string& unit) {
  const std::string& text = value.text;
  if (text.empty()) return "";
  if (value.quoted && scalar_from(text, false).kind == Parameter::Kind::number) return "remove the quotes";
  if (std::string hint = number_hint(text); !hint.empty()) return hint;
  const std::size_t sign = text[0] == '+' || text[0] == '-' ? 1 : 0;
  if (text.size() > sign + 1 && text[sign] == '0' && text[sign + 1] >= '0' && text[sign + 1] <= '9') {
    const std::string bare = text.substr(std::min(text.find_first_not_of('0', sign), text.size() - 1));
    if (scalar_from(bare, false).kind == Parameter::Kind::number) {
      return fmt::format("write {}{} without leading zeros", text.substr(0, sign), bare);
    }
  }
  if (text.find("inf") != std::string::npos || text.find("nan") != std::string::npos ||
      text.find("Inf") != std::string::npos || text.find("NaN") != std::string::npos) {
    return "it must be finite";
  }
  std::string compact;
  for (const char c : text) {
    if (c != '_' && c != ' ' && c != '\'') compact += c;
  }
  if (compact != text && scalar_from(compact, false).kind == Parameter::Kind::number) {
    return fmt::format("write {} without separators", compact);
  }
  // "8 s", "2.5m": a number with its unit.
  const std::size_t letter = text.find_first_not_of("+-.0123456789eE");
  if (letter != std::string::npos && letter > 0) {
    std::string front = text.substr(0, letter);
    while (!front.empty() && (front.back() == ' ' || front.back() == 'e' || front.back() == 'E')) front.pop_back();
    if (scalar_from(front, false).kind == Parameter::Kind::number) {
      return fmt::format("write the bare number{}", unit.empty() ? "" : ", it is in " + unit);
    }
  }
  if (scalar_from(text, false).kind != Parameter::Kind::number &&
      text.find_first_not_of("+-.0123456789eE") == std::string::npos) {
    return "it is too large, or has a point or sign too many";
  }
  return "";
}

}  // namespace

std::string expectation(const Key& key, const Shape& shape) {
  const bool none = shape.kind == Shape::Kind::flag || shape.kind == Shape::Kind::matrix ||
                    shape.kind == Shape::Kind::texts_by_name || shape.kind == Shape::Kind::tree;
  return (none ? "" : shape.kind == Shape::Kind::word ? "one of " : "a ") + noun_of(key, shape);
}

std::string noun_of(const Key& key, const Shape& shape) {
  const std::string words = shape.words.empty() ? "" : fmt::format(" or {}", fmt::join(shape.words, " or "));
  switch (shape.kind) {
    case Shape::Kind::number:
      return "number" + in_unit(key.unit) + words;
    case Shape::Kind::integer:
      return "whole number";
    case Shape::Kind::flag:
      return "true or false";
    case Shape::Kind::text:
      return key.help.empty() ? "text" : "text: " + key.help;
    case Shape::Kind::file:
      return "file: " + key.help;
    case Shape::Kind::word:
      return fmt::format("{}", fmt::join(shape.words, ", "));
    case Shape::Kind::numbers: {
      const std::string list = shape.size == 0 ? "list of numbers" : fmt::format("list of {} numbers", shape.size);
      return (shape.scalar_too ? "number or a " : "") + list + in_unit(key.unit);
    }
    case Shape::Kind::matrix:
      return fmt::format("{0} numbers or {0} rows of {0} numbers", shape.size) + in_unit(key.unit);
    case Shape::Kind::texts:
      return shape.scalar_too ? "text or a list of texts" : "list of texts";
    case Shape::Kind::table:
      return (shape.size == 0 ? std::string("table with rows of equal length")
                              : fmt::format("table with rows of {} numbers", shape.size)) +
             in_unit(key.unit);
    case Shape::Kind::numbers_by_name:
      return "map of names and numbers" + in_unit(key.unit);
    case Shape::Kind::texts_by_name:
    case Shape::Kind::tree:
      return key.help;
  }
  return "";
}

void Reader::wrong(const Key& key, const Parameter& value, const std::string& path, const std::string& expected,
                   std::string remedy) {
  static_cast<void>(key);
  diagnostics_
      .error(at(value.origin, path), fmt::format("{} = {} must be {}", path, shown(value), expected), std::move(remedy),
             shown(value), expected)
      .code = "wrong-value";
}

bool Reader::number_fits(const Key& key, const Parameter& value, const std::string& path, const std::string& expected,
                         const std::vector<std::string>& words) {
  if (value.kind != Parameter::Kind::number) {
    std::string remedy = number_remedy(value, key.unit);
    if (remedy.empty() && value.kind == Parameter::Kind::text) {
      if (const auto near = nearest(value.text, words)) remedy = fmt::format("did you mean {}?", *near);
    }
    wrong(key, value, path, expected, remedy);
    return false;
  }
  if (!key.bounds.contain(value.number)) {
    diagnostics_
        .error(at(value.origin, path),
               fmt::format("{} = {}{} {}", path, value.text, key.unit.empty() ? "" : " " + key.unit,
                           key.bounds.rule(key.unit)),
               "", value.text, key.bounds.rule(key.unit))
        .code = "out-of-range";
    return false;
  }
  // Products of a few such numbers overflow or vanish, and the run would end in a message about something else.
  constexpr double kLargest = 1e30;
  const double size = std::abs(value.number);
  if (std::isfinite(size) && size != 0.0 && !(size <= kLargest && size >= 1.0 / kLargest)) {
    diagnostics_
        .error(at(value.origin, path),
               fmt::format("{} = {}{} is implausible for any device", path, value.text,
                           key.unit.empty() ? "" : " " + key.unit),
               "is the exponent a slip?", value.text, "0 or a size between 1e-30 and 1e30")
        .code = "out-of-range";
    return false;
  }
  return true;
}

bool Reader::numbers_fit(const Key& key, const Shape& shape, Parameter& value, const std::string& path) {
  const std::string expected = expectation(key, shape);
  if (shape.scalar_too && value.kind != Parameter::Kind::list) return number_fits(key, value, path, expected);
  if (value.kind != Parameter::Kind::list || value.items.empty() ||
      (shape.size != 0 && value.items.size() != shape.size)) {
    std::string remedy = value.kind == Parameter::Kind::list && shape.size != 0 && value.items.size() > shape.size
                             ? "a decimal comma makes two numbers of one"
                             : "";
    wrong(key, value, path, expected, remedy);
    return false;
  }
  bool right = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    right =
        number_fits(key, value.items[i], fmt::format("{}.{}", path, i + 1), "a number" + in_unit(key.unit)) && right;
  }
  return right;
}

bool Reader::matrix_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path) {
  const auto n = shape.size;
  bool right = value.kind == Parameter::Kind::list && value.items.size() == n;
  const bool rows = right && value.items.front().kind == Parameter::Kind::list;
  for (std::size_t i = 0; right && i < n; ++i) {
    const Parameter& row = value.items[i];
    right = rows ? row.kind == Parameter::Kind::list && row.items.size() == n : row.kind != Parameter::Kind::list;
  }
  if (!right) {
    wrong(key, value, path, expectation(key, shape));
    return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::string place = fmt::format("{}.{}", path, i + 1);
    if (!rows) {
      right = number_fits(key, value.items[i], place, "a number" + in_unit(key.unit)) && right;
      continue;
    }
    for (std::size_t j = 0; j < n; ++j) {
      right = number_fits(key, value.items[i].items[j], fmt::format("{}.{}", place, j + 1), "a number") && right;
    }
  }
  return right;
}

bool Reader::table_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path) {
  const std::size_t width = shape.size != 0 || value.items.empty() ? shape.size : value.items.front().items.size();
  const bool right = value.kind == Parameter::Kind::list && !value.items.empty() &&
                     std::all_of(value.items.begin(), value.items.end(), [width](const Parameter& row) {
                       return row.kind == Parameter::Kind::list && row.items.size() == width;
                     });
  if (!right) {
    wrong(key, value, path, expectation(key, shape));
    return false;
  }
  bool numbers = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    for (std::size_t j = 0; j < width; ++j)
      numbers =
          number_fits(key, value.items[i].items[j], fmt::format("{}.{}.{}", path, i + 1, j + 1), "a number") && numbers;
  }
  return numbers;
}

bool Reader::map_fits(const Key& key, const Shape& shape, const Parameter& value, const std::string& path) {
  if (!value.is_map()) {
    wrong(key, value, path, expectation(key, shape));
    return false;
  }
  bool right = true;
  for (std::size_t i = 0; i < value.items.size() && shape.kind == Shape::Kind::numbers_by_name; ++i) {
    right = number_fits(key, value.items[i], path + "." + value.keys[i], "a number" + in_unit(key.unit)) && right;
  }
  return right;
}

bool Reader::resolve_file(const Shape& shape, Parameter& value, const std::string& path) {
  fs::path file = value.text;
  if (folder_.empty() && !check_files_) return true;
  if (file.is_relative()) file = (folder_ / file).lexically_normal();
  std::error_code error;
  if (check_files_ && shape.must_exist) {
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) {
      std::vector<std::string> names;
      const fs::path parent = file.has_parent_path() ? file.parent_path() : fs::path(".");
      for (fs::directory_iterator it(parent, error), end; !error && it != end && names.size() < 1000;
           it.increment(error)) {
        names.push_back(it->path().filename().string());
      }
      std::sort(names.begin(), names.end());
      std::string remedy = did_you_mean(file.filename().string(), names, "paths are relative to the case file");
      if (!fs::is_directory(parent, error)) remedy = fmt::format("there is no folder {}", parent.string());
      diagnostics_
          .error(at(value.origin, path),
                 fmt::format("{} = {} does not exist (looked for {})", path, value.text, file.string()), remedy,
                 value.text, "an existing file")
          .code = "no-file";
      return false;
    }
    if (fs::is_directory(status)) {
      diagnostics_
          .error(at(value.origin, path), fmt::format("{} = {} is a folder, not a file", path, value.text), "",
                 value.text, "a file")
          .code = "no-file";
      return false;
    }
  }
  value.text = file.string();
  return true;
}

bool Reader::fits(const Key& key, const Shape& shape, Parameter& value, const std::string& path) {
  const std::string expected = expectation(key, shape);
  const bool scalar = value.kind != Parameter::Kind::list && value.kind != Parameter::Kind::map;
  switch (shape.kind) {
    case Shape::Kind::number:
      if (value.kind == Parameter::Kind::text && std::count(shape.words.begin(), shape.words.end(), value.text) != 0)
        return true;
      return number_fits(key, value, path, expected, shape.words);
    case Shape::Kind::integer:
      if (!number_fits(key, value, path, expected)) return false;
      if (value.number == std::floor(value.number) && std::abs(value.number) <= 4294967295.0 &&
          (key.bounds.upper || std::abs(value.number) <= 2147483647.0)) {
        return true;
      }
      wrong(key, value, path, expected);
      return false;
    case Shape::Kind::flag: {
      if (value.kind == Parameter::Kind::flag) return true;
      if (value.kind == Parameter::Kind::number && (value.text == "1" || value.text == "0") &&
          std::filesystem::path(value.origin.file).extension() == ".xml")
        return true;  // FhSim's way; its reader has set the flag
      static const std::set<std::string> kYes = {"yes", "on", "Yes", "On", "1", "y"},
                                         kNo = {"no", "off", "No", "Off", "0", "n"};
      const std::string remedy = kYes.count(value.text) != 0  ? "write true"
                                 : kNo.count(value.text) != 0 ? "write false"
                                                              : "";
      wrong(key, value, path, expected, remedy);
      return false;
    }
    case Shape::Kind::text:
      if (scalar) return true;
      wrong(key, value, path, "a text");
      return false;
    case Shape::Kind::file:
      if (!scalar) {
        wrong(key, value, path, "the name of a file");
        return false;
      }
      return resolve_file(shape, value, path);
    case Shape::Kind::word: {
      if (scalar && std::count(shape.words.begin(), shape.words.end(), value.text) != 0) return true;
      const WecSimName* foreign = scalar ? wec_sim_word(value.text, path) : nullptr;
      if (foreign != nullptr) {
        wrong(key, value, path, expected, in_words(*foreign));
        return false;
      }
      const auto near = scalar ? nearest(value.text, shape.words) : std::nullopt;
      wrong(key, value, path, expected, near ? fmt::format("did you mean {}?", *near) : "");
      return false;
    }
    case Shape::Kind::numbers:
      return numbers_fit(key, shape, value, path);
    case Shape::Kind::matrix:
      return matrix_fits(key, shape, value, path);
    case Shape::Kind::texts: {
      const bool right = (shape.scalar_too && scalar) ||
                         (value.kind == Parameter::Kind::list &&
                          std::all_of(value.items.begin(), value.items.end(), [](const Parameter& item) {
                            return item.kind != Parameter::Kind::list && item.kind != Parameter::Kind::map;
                          }));
      if (!right) wrong(key, value, path, expected);
      return right;
    }
    case Shape::Kind::table:
      return table_fits(key, shape, value, path);
    case Shape::Kind::numbers_by_name:
    case Shape::Kind::texts_by_name:
      return map_fits(key, shape, value, path);
    case Shape::Kind::tree:
      return true;
  }
  return false;
}

}  // namespace swell::model
