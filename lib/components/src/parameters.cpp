#include "swell/components/parameters.h"

#include <fmt/format.h>

namespace swell::components {

namespace {
std::string as_text(const std::vector<double>& values) {
  if (values.size() == 1) return fmt::format("{:g}", values.front());
  std::string text = "[";
  for (std::size_t i = 0; i < values.size() && i < 8; ++i) text += fmt::format("{}{:g}", i == 0 ? "" : ", ", values[i]);
  return text + (values.size() > 8 ? ", ...]" : "]");
}
}  // namespace

Parameters::Parameters(const Parameter& tree, Diagnostics& diagnostics, std::string prefix)
    : tree_(tree), diagnostics_(diagnostics), reader_(tree, diagnostics), prefix_(std::move(prefix)) {}

void Parameters::remember(const std::string& key, std::string value, const std::string& unit, std::size_t width) {
  list_.push_back({prefix_ + key, std::move(value), unit, reader_.origin(key), static_cast<int>(width)});
}

double Parameters::number(const std::string& key, const std::string& unit, const Bounds& bounds,
                          std::optional<double> default_value) {
  const double value = reader_.number(key, unit, bounds, default_value);
  remember(key, fmt::format("{:g}", value), unit);
  return value;
}

std::optional<double> Parameters::optional_number(const std::string& key, const std::string& unit,
                                                  const Bounds& bounds) {
  if (!reader_.has(key)) {
    reader_.tree(key);  // known, but not given
    return std::nullopt;
  }
  return number(key, unit, bounds);
}

int Parameters::integer(const std::string& key, const Bounds& bounds, std::optional<int> default_value) {
  const int value = reader_.integer(key, bounds, default_value);
  remember(key, fmt::format("{}", value), "");
  return value;
}

bool Parameters::flag(const std::string& key, bool default_value) {
  const bool value = reader_.flag(key, default_value);
  remember(key, value ? "true" : "false", "");
  return value;
}

std::string Parameters::text(const std::string& key, std::optional<std::string> default_value) {
  std::string value = reader_.text(key, std::move(default_value));
  remember(key, value, "");
  return value;
}

std::size_t Parameters::choice(const std::string& key, const std::vector<std::string>& words,
                               std::optional<std::size_t> default_value) {
  const std::size_t value = reader_.choice(key, words, default_value);
  remember(key, words[value], "");
  return value;
}

std::vector<double> Parameters::numbers(const std::string& key, const std::string& unit, std::size_t size,
                                        std::optional<std::vector<double>> default_value) {
  const Parameter* given = tree_.find(key);
  std::vector<double> values;
  if (given != nullptr && given->kind == Parameter::Kind::number && size <= 1) {
    values = {reader_.number(key, unit)};
  } else {
    values = reader_.numbers(key, unit, size, {}, std::move(default_value));
  }
  remember(key, as_text(values), unit, values.size());
  return values;
}

std::vector<std::string> Parameters::texts(const std::string& key,
                                           std::optional<std::vector<std::string>> default_value) {
  const Parameter* given = reader_.tree(key);
  std::vector<std::string> values;
  if (given == nullptr) {
    if (default_value) {
      values = std::move(*default_value);
    } else {
      error(key, "is missing", "give a list of texts");
    }
  } else if (given->kind == Parameter::Kind::list) {
    for (const Parameter& item : given->items) values.push_back(item.text);
  } else if (given->kind == Parameter::Kind::map) {
    error(key, "must be a list of texts");
  } else {
    values.push_back(given->text);
  }
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
  remember(key, std::move(text), "", values.size());
  return values;
}

std::vector<std::vector<double>> Parameters::table(const std::string& key, const std::string& unit, std::size_t columns,
                                                   bool required) {
  auto rows = reader_.table(key, unit, 0, columns, required);
  if (!rows.empty()) remember(key, fmt::format("{} rows", rows.size()), unit, rows.size());
  return rows;
}

bool Parameters::group(const std::string& key, bool required, const std::function<void(Parameters&)>& read) {
  const Parameter* given = reader_.tree(key);
  if (given == nullptr && !required) return false;
  Parameter empty;
  if (given != nullptr && given->kind != Parameter::Kind::map) {
    error(key, "must be a map of parameters");
    return true;
  }
  if (given == nullptr) {
    empty = Parameter::map({});
    empty.origin = tree_.origin;
    empty.origin.path += (empty.origin.path.empty() ? "" : ".") + key;
  }
  Parameters inner(given != nullptr ? *given : empty, diagnostics_, prefix_ + key + ".");
  read(inner);
  inner.finish();
  list_.insert(list_.end(), inner.list_.begin(), inner.list_.end());
  return given != nullptr;
}

void Parameters::error(const std::string& key, const std::string& message, const std::string& remedy) {
  const Origin place = reader_.origin(key);
  const std::string path = tree_.origin.path.empty() ? key : tree_.origin.path + "." + key;
  diagnostics_.error(place, path + " " + message, remedy);
}

void Parameters::warning(const std::string& key, const std::string& message, const std::string& remedy) {
  const std::string path = tree_.origin.path.empty() ? key : tree_.origin.path + "." + key;
  diagnostics_.warning(reader_.origin(key), path + " " + message, remedy);
}

}  // namespace swell::components
