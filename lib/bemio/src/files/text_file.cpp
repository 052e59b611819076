#include "files/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"

namespace swell::bemio {
namespace {

constexpr std::size_t kMostMistakes = 20;  // more would hide the first ones

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Where a second number starts inside the field: a sign after the digits of an exponent that was written with its
// letter.
std::size_t glued_number(std::string_view field) {
  const std::size_t letter = field.find_first_of("eEdD");
  if (letter == std::string_view::npos || letter == 0 || !(is_digit(field[letter - 1]) || field[letter - 1] == '.')) {
    return std::string_view::npos;
  }
  std::size_t at = letter + 1;
  if (at < field.size() && (field[at] == '+' || field[at] == '-')) ++at;
  const std::size_t digits = at;
  while (at < field.size() && is_digit(field[at])) ++at;
  if (at == digits || at >= field.size()) return std::string_view::npos;
  return field[at] == '-' || field[at] == '+' ? at : std::string_view::npos;
}

}  // namespace

std::string shown(const std::filesystem::path& path) { return path.string(); }

void fail_input(const std::string& file, long line, const std::string& message, const std::string& remedy) {
  Diagnostic diagnostic;
  diagnostic.origin.file = file;
  diagnostic.origin.line = static_cast<int>(line + 1);
  diagnostic.message = message;
  diagnostic.remedy = remedy;
  throw InputError(diagnostic);
}

void load_text(const std::filesystem::path& path, TextFile& file) {
  file.name = shown(path);
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) {
    fail_input(file.name, -1, "is a folder, not a file", "name a file in it");
  }
  if (std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code))
    fail_input(file.name, -1, "is neither a file nor a folder", "save what it gives in a file");
  auto bytes = file_bytes(path);
  if (!bytes) {
    throw code::error(code::kNoFile, {file.name, 0, 0, {}}, "cannot be opened",
                      "check the name and the permission to read it");
  }
  file.text = std::move(*bytes);
  if (file.text.rfind("version https://git-lfs", 0) == 0) {
    fail_input(file.name, -1, "is a git-lfs pointer, not the data",
               "run `git lfs pull` in the repository that it came from");
  }
  if (file.text.find('\0') != std::string::npos) {
    fail_input(file.name, -1, "is a binary file where text is expected", "name the text output of the BEM code");
  }
  const std::string_view all = file.text;
  file.ends_with_newline = all.empty() || all.back() == '\n';
  file.lines.clear();
  for (std::size_t start = 0; start < all.size();) {
    std::size_t end = all.find('\n', start);
    if (end == std::string_view::npos) end = all.size();
    std::string_view line = all.substr(start, end - start);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    file.lines.push_back(line);
    start = end + 1;
  }
}

std::optional<double> parse_number(std::string_view field) {
  if (field.empty()) return std::nullopt;
  const bool negative = field.front() == '-';
  if (negative || field.front() == '+') field.remove_prefix(1);
  if (field.empty() || field.front() == '-' || field.front() == '+') return std::nullopt;
  const char first = lowered(field.front());
  if (first == 'n' || first == 'i') {
    const std::string word = lower_case(field);
    if (word.rfind("nan", 0) == 0) return std::numeric_limits<double>::quiet_NaN();
    if (word == "inf" || word == "infinity") {
      return negative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    }
    return std::nullopt;
  }
  const auto value = parse_fortran_number(field);
  return value && negative ? -*value : value;
}

bool is_gap(std::string_view field) {
  const auto value = parse_number(field);
  if (value) return !std::isfinite(*value);
  return !field.empty() && field.find_first_not_of('*') == std::string_view::npos;
}

double last_place(std::string_view field) {
  std::size_t at = 0;
  if (at < field.size() && (field[at] == '+' || field[at] == '-')) ++at;
  int exponent = 0;
  bool decimals = false;
  for (; at < field.size() && (is_digit(field[at]) || field[at] == '.'); ++at) {
    if (decimals) --exponent;
    if (field[at] == '.') decimals = true;
  }
  if (at < field.size() && !is_digit(field[at]) && field[at] != '+' && field[at] != '-') ++at;
  if (at < field.size() && field[at] == '+') ++at;
  const auto given = parse_integer(field.substr(at));
  if (given && std::labs(*given) < 400) exponent += static_cast<int>(*given);
  return std::pow(10.0, exponent);
}

void split_fields(std::string_view line, std::vector<std::string_view>& fields, bool commas) {
  fields.clear();
  const auto separates = [commas](char c) { return is_blank(c) || (commas && (c == ',' || c == ';')); };
  for (std::size_t at = 0; at < line.size();) {
    while (at < line.size() && separates(line[at])) ++at;
    std::size_t end = at;
    while (end < line.size() && !separates(line[end])) ++end;
    if (end == at) break;
    std::string_view field = line.substr(at, end - at);
    at = end;
    for (std::size_t cut = glued_number(field); cut != std::string_view::npos; cut = glued_number(field)) {
      fields.push_back(field.substr(0, cut));
      field.remove_prefix(cut);
    }
    fields.push_back(field);
  }
}

std::vector<std::string_view> split_fields(std::string_view line) {
  std::vector<std::string_view> fields;
  split_fields(line, fields);
  return fields;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool contains_ignoring_case(std::string_view text, std::string_view lower_part) {
  return std::search(text.begin(), text.end(), lower_part.begin(), lower_part.end(),
                     [](char a, char b) { return lowered(a) == b; }) != text.end();
}

std::optional<std::filesystem::path> find_ignoring_case(const std::filesystem::path& folder, const std::string& name) {
  std::error_code code;
  const std::filesystem::path where = folder.empty() ? std::filesystem::path(".") : folder;
  if (std::filesystem::exists(where / name, code)) return where / name;
  const std::string wanted = lower_case(name);
  std::optional<std::filesystem::path> found;
  for (std::filesystem::directory_iterator it(where, code), end; !code && it != end; it.increment(code)) {
    // The first in alphabetical order, whatever order the folder is listed in.
    if (lower_case(it->path().filename().string()) == wanted && (!found || it->path() < *found)) found = it->path();
  }
  return found;
}

std::optional<std::filesystem::path> find_accompanying(const std::filesystem::path& file,
                                                       const std::string& extension) {
  return find_ignoring_case(file.parent_path(), file.stem().string() + extension);
}

void Reporter::error(long line, const std::string& message, const std::string& remedy, const std::string& value,
                     const std::string& expected) {
  diagnostics_.error({file_.name, static_cast<int>(line + 1), 0, ""}, message, remedy, value, expected);
  if (diagnostics_.list().size() >= kMostMistakes) diagnostics_.throw_if_errors();
}

void Reporter::fail(long line, const std::string& message, const std::string& remedy) {
  error(line, message, remedy);
  diagnostics_.throw_if_errors();
  throw Error(message);  // not reached: there is an error
}

bool Reporter::numbers(long line, const std::vector<std::string_view>& fields, std::size_t first, std::size_t count,
                       const char* what, double* out, bool allow_nan) {
  if (fields.size() < first + count) {
    error(line, fmt::format("{}: {} fields found, {} expected", what, fields.size(), first + count),
          "is the file complete? Run the BEM code or the copy again", std::to_string(fields.size()),
          std::to_string(first + count));
    return false;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::string_view field = fields[first + k];
    const std::optional<double> value = parse_number(field);
    if (value && (std::isfinite(*value) || (allow_nan && std::isnan(*value)))) {
      out[k] = *value;
      continue;
    }
    const std::string text(field.substr(0, 40));
    error(line, fmt::format("{}: field {} = {} must be a finite number", what, first + k + 1, text),
          contains(field, "*") ? "stars mean that the value did not fit its columns: the BEM result is useless there, "
                                 "take this period out or correct the mesh"
                               : "correct the field or run the BEM code again",
          text, "a finite number");
    return false;
  }
  return true;
}

bool Reporter::coefficients(long line, const std::vector<std::string_view>& fields, std::size_t first,
                            std::size_t count, const char* what, double* out) {
  for (std::size_t k = 0; keep_gaps_ && k < count; ++k) {
    // One at a time, so that a gap leaves the checks of the others.
    if (first + k < fields.size() && is_gap(fields[first + k]))
      out[k] = std::numeric_limits<double>::quiet_NaN();
    else if (!numbers(line, fields, first + k, 1, what, out + k))
      return false;
  }
  return keep_gaps_ || numbers(line, fields, first, count, what, out);
}

void Reporter::check_last_line() {
  if (file_.ends_with_newline || file_.lines.size() < 2) return;
  const std::size_t last = file_.lines.size() - 1;
  if (file_.lines[last].size() >= file_.lines[last - 1].size()) return;
  error(static_cast<long>(last), "the file ends inside this line",
        "copy it again, or end the last line with a line end if it is complete");
}

}  // namespace swell::bemio
