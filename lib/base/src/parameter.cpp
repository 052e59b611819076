#include "swell/base/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/base/number.h"
#include "swell/base/text.h"

namespace swell {

const Origin& Source::of(const std::string& key) const {
  const auto found = keys.find(key);
  return found == keys.end() ? origin : found->second;
}

Parameter Parameter::of(double number) {
  Parameter p = of(fmt::format("{}", number));
  if (!std::isfinite(number)) return p;  // a text, which every reader of numbers refuses
  p.kind = Kind::number;
  p.number = number;
  return p;
}

Parameter Parameter::of(bool flag) {
  Parameter p;
  p.kind = Kind::flag;
  p.flag = flag;
  p.text = flag ? "true" : "false";
  return p;
}

Parameter Parameter::of(std::string text) {
  Parameter p;
  p.kind = Kind::text;
  p.text = std::move(text);
  return p;
}

Parameter Parameter::list(std::vector<Parameter> items) {
  Parameter p;
  p.kind = Kind::list;
  p.items = std::move(items);
  return p;
}

Parameter Parameter::list(const std::vector<double>& numbers) {
  Parameter p;
  p.kind = Kind::list;
  for (const double number : numbers) p.items.push_back(of(number));
  return p;
}

Parameter Parameter::map(std::vector<std::pair<std::string, Parameter>> entries) {
  Parameter p;
  p.kind = Kind::map;
  for (auto& entry : entries) p.set(entry.first, std::move(entry.second));
  return p;
}

const Parameter* Parameter::find(const std::string& key) const {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

void Parameter::set(const std::string& key, Parameter value) {
  SWELL_EXPECT(kind == Kind::none || kind == Kind::map);
  kind = Kind::map;
  keys.push_back(key);
  items.push_back(std::move(value));
}

bool Bounds::contain(double value) const {
  if (!std::isfinite(value)) return false;
  if (lower && (lower_open ? !(value > *lower) : !(value >= *lower))) return false;
  if (upper && (upper_open ? !(value < *upper) : !(value <= *upper))) return false;
  return true;
}

std::string Bounds::rule(const std::string& unit) const {
  const std::string tail = unit.empty() ? "" : " " + unit;
  if (lower && upper) {
    return fmt::format("must lie in {}{}, {}{}{}", lower_open ? '(' : '[', *lower, *upper, upper_open ? ')' : ']',
                       tail);
  }
  if (lower)
    return fmt::format("must be {} {}{}", lower_open ? "above" : "at least", *lower, *lower == 0.0 ? "" : tail);
  if (upper) return fmt::format("must be {} {}{}", upper_open ? "below" : "at most", *upper, *upper == 0.0 ? "" : tail);
  return "must be finite";
}

std::string number_hint(const std::string& text) {
  // 322,292 and 1,250,000: marks between thousands more often than a decimal comma.
  std::string whole;
  std::size_t group = 0;
  bool thousands = false, grouped = true;
  for (std::size_t i = text.find_first_of("+-") == 0 ? 1 : 0; i < text.size(); ++i) {
    if (text[i] == ',') {
      grouped = grouped && (thousands ? group == 3 : group >= 1 && group <= 3);
      thousands = true;
      group = 0;
    } else {
      grouped = grouped && text[i] >= '0' && text[i] <= '9';
      whole += text[i];
      ++group;
    }
  }
  if (thousands && grouped && group == 3 && whole[0] != '0')
    return fmt::format("write {}{} without separators, or a point where the comma is one of decimals",
                       text[0] == '-' ? "-" : "", whole);
  const auto comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) return "";
  std::string with_point = text;
  with_point[comma] = '.';
  return parse_number(with_point) ? fmt::format("write {} with a decimal point", with_point) : "";
}

ParameterReader::ParameterReader(const Parameter& map, Diagnostics& diagnostics)
    : map_(map), diagnostics_(diagnostics) {}

Origin ParameterReader::origin(const std::string& key) const {
  const Parameter* value = map_.find(key);
  return value != nullptr ? value->origin : map_.origin;
}

namespace {
std::string path_of(const Parameter& map, const std::string& key) {
  return map.origin.path.empty() ? key : map.origin.path + "." + key;
}
const char* kind_name(Parameter::Kind kind) {
  switch (kind) {
    case Parameter::Kind::none:
      return "nothing";
    case Parameter::Kind::number:
      return "a number";
    case Parameter::Kind::flag:
      return "true or false";
    case Parameter::Kind::text:
      return "a text";
    case Parameter::Kind::list:
      return "a list";
    case Parameter::Kind::map:
      return "a map";
  }
  return "";
}
}  // namespace

const Parameter* ParameterReader::look(const std::string& key, bool required, const std::string& expected) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  const Parameter* value = map_.find(key);
  if (value == nullptr && required) {
    diagnostics_.error(map_.origin, fmt::format("{} is missing", path_of(map_, key)), fmt::format("give {}", expected),
                       "", expected);
  }
  return value;
}

void ParameterReader::wrong_type(const std::string& key, const Parameter& value, const std::string& expected) {
  const std::string given = value.text.empty() ? kind_name(value.kind) : value.text;
  diagnostics_
      .error(value.origin, fmt::format("{} = {} must be {}", path_of(map_, key), given, expected),
             number_hint(value.text), given, expected)
      .subject = path_of(map_, key);
}

std::optional<double> ParameterReader::checked(const std::string& key, const Parameter& value, const std::string& unit,
                                               const Bounds& bounds) {
  if (value.kind != Parameter::Kind::number) {
    wrong_type(key, value, "a number" + (unit.empty() ? "" : " in " + unit));
    return std::nullopt;
  }
  if (!bounds.contain(value.number)) {
    diagnostics_.error(
        value.origin,
        fmt::format("{} = {}{} {}", path_of(map_, key), value.text, unit.empty() ? "" : " " + unit, bounds.rule(unit)),
        "", value.text, bounds.rule(unit));
    return std::nullopt;
  }
  return value.number;
}

double ParameterReader::number(const std::string& key, const std::string& unit, const Bounds& bounds,
                               std::optional<double> default_value) {
  const Parameter* value = look(key, !default_value, "a number" + (unit.empty() ? "" : " in " + unit));
  const double fallback = default_value.value_or(0.0);
  return value == nullptr ? fallback : checked(key, *value, unit, bounds).value_or(fallback);
}

int ParameterReader::integer(const std::string& key, const Bounds& bounds, std::optional<int> default_value) {
  const Parameter* value = look(key, !default_value, "a whole number");
  const int fallback = default_value.value_or(0);
  if (value == nullptr) return fallback;
  const std::optional<double> number = checked(key, *value, "", bounds);
  if (!number) return fallback;
  if (*number != std::floor(*number) || std::abs(*number) > 2.0e9) {
    wrong_type(key, *value, "a whole number");
    return fallback;
  }
  return static_cast<int>(*number);
}

bool ParameterReader::flag(const std::string& key, std::optional<bool> default_value) {
  const Parameter* value = look(key, !default_value, "true or false");
  if (value == nullptr) return default_value.value_or(false);
  const bool written_1_or_0 = value->kind == Parameter::Kind::number && value->flag == (value->number == 1.0) &&
                              (value->number == 1.0 || value->number == 0.0) && value->origin.file.size() > 4 &&
                              value->origin.file.compare(value->origin.file.size() - 4, 4, ".xml") == 0;  // FhSim
  if (value->kind != Parameter::Kind::flag && !written_1_or_0) wrong_type(key, *value, "true or false");
  return value->flag;
}

std::string ParameterReader::text(const std::string& key, std::optional<std::string> default_value) {
  const Parameter* value = look(key, !default_value, "a text");
  if (value == nullptr) return std::move(default_value).value_or("");
  if (value->kind == Parameter::Kind::list || value->kind == Parameter::Kind::map) wrong_type(key, *value, "a text");
  return value->text;
}

std::size_t ParameterReader::choice(const std::string& key, const std::vector<std::string>& words,
                                    std::optional<std::size_t> default_value) {
  const std::string expected = "one of " + fmt::format("{}", fmt::join(words, ", "));
  const Parameter* value = look(key, !default_value, expected);
  if (value == nullptr) return default_value.value_or(0);
  const auto found = std::find(words.begin(), words.end(), value->text);
  if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
  diagnostics_.error(value->origin, fmt::format("{} = {} must be {}", path_of(map_, key), value->text, expected),
                     did_you_mean(value->text, words), value->text, expected);
  return default_value.value_or(0);
}

std::vector<double> ParameterReader::numbers(const std::string& key, const std::string& unit, std::size_t size,
                                             const Bounds& bounds, std::optional<std::vector<double>> default_value) {
  const std::string expected =
      (size == 0 ? std::string("a list of numbers") : fmt::format("a list of {} numbers", size)) +
      (unit.empty() ? "" : " in " + unit);
  const Parameter* value = look(key, !default_value, expected);
  std::vector<double> fallback = std::move(default_value).value_or(std::vector<double>(size, 0.0));
  if (value == nullptr) return fallback;
  if (value->kind != Parameter::Kind::list || (size != 0 && value->items.size() != size)) {
    const std::string given = value->kind == Parameter::Kind::list ? fmt::format("a list of {}", value->items.size())
                              : value->text.empty()                ? kind_name(value->kind)
                                                                   : value->text;
    diagnostics_.error(value->origin, fmt::format("{} = {} must be {}", path_of(map_, key), given, expected), "", given,
                       expected);
    return fallback;
  }
  std::vector<double> numbers;
  for (const Parameter& item : value->items) numbers.push_back(checked(key, item, unit, bounds).value_or(0.0));
  return numbers;
}

std::vector<std::vector<double>> ParameterReader::table(const std::string& key, const std::string& unit,
                                                        std::size_t rows, std::size_t columns, bool required) {
  const std::string shape = rows != 0 && columns != 0 ? fmt::format(" of {} x {} numbers", rows, columns)
                            : columns != 0            ? fmt::format(" with rows of {} numbers", columns)
                                                      : std::string(" with rows of equal length");
  const std::string expected = "a table" + shape + (unit.empty() ? "" : " in " + unit);
  const Parameter* value = look(key, required, expected);
  if (value == nullptr) return {};
  const std::size_t width = columns != 0 ? columns : value->items.empty() ? 0 : value->items.front().items.size();
  const bool right = value->kind == Parameter::Kind::list && (rows == 0 || value->items.size() == rows) &&
                     std::all_of(value->items.begin(), value->items.end(), [width](const Parameter& row) {
                       return row.kind == Parameter::Kind::list && row.items.size() == width;
                     });
  if (!right) {
    diagnostics_.error(value->origin, fmt::format("{} must be {}", path_of(map_, key), expected), "", "", expected);
    return {};
  }
  std::vector<std::vector<double>> result;
  for (const Parameter& row : value->items) {
    result.emplace_back();
    for (const Parameter& item : row.items) result.back().push_back(checked(key, item, unit, {}).value_or(0.0));
  }
  return result;
}

const Parameter* ParameterReader::tree(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  return map_.find(key);
}

void ParameterReader::finish() {
  for (std::size_t i = 0; i < map_.keys.size(); ++i) {
    const std::string& key = map_.keys[i];
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    diagnostics_.error(map_.items[i].origin, fmt::format("unknown key {}", path_of(map_, key)),
                       did_you_mean(key, known_, "known keys: {}"), key);
  }
}

}  // namespace swell
