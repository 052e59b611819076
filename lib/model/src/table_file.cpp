#include "swell/model/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/datafile/sheet.h"

namespace swell::model {

namespace {

constexpr const char* kComments = "#%!";
bool is_comment(char c) { return std::strchr(kComments, c) != nullptr && c != '\0'; }

struct Line {
  std::vector<double> numbers;
  std::string bad;  // first word that is not a number, where `good` is false
  std::string text;
  bool good = true;
  bool begins_with_digit = false;
};

Line numbers_of(const std::vector<std::string>& words) {
  Line line;
  for (const std::string& word : words) line.text += word + " ";
  for (const std::string& word : words) {
    if (const auto value = parse_number(word)) {
      line.numbers.push_back(*value);
    } else if (line.good) {
      line.bad = word;
      line.good = false;
    }
  }
  const std::size_t first = line.text.find_first_not_of("+-.");
  line.begins_with_digit = first != std::string::npos && line.text[first] >= '0' && line.text[first] <= '9';
  return line;
}

/// "nan" and "-Inf" are values that are missing, not words of a heading.
bool is_gap(std::string word) {
  word.erase(0, word.find_first_not_of("+-."));
  word = lower_case(word);
  return word == "nan" || word == "inf" || word == "infinity";
}

Line parse(std::string text) {
  std::vector<std::string> words;
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);  // byte order mark, as spreadsheets write it
  text = text.substr(0, text.find_first_of(kComments));
  for (char& c : text) {
    if (c == ',' || c == ';' || c == '\t' || c == '\r') c = ' ';
  }
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return numbers_of(words);
}

/// A comma between two digits in a line whose columns something else separates: "0,1;0,5", "0,1 0,5".
bool decimal_comma(const std::string& text) {
  const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  bool comma = false, alone = true;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != ',') continue;
    comma = comma || (digit(i - 1) && digit(i + 1));
    alone = alone && digit(i - 1) && digit(i + 1);
  }
  return comma && alone && text.find_first_of("; \t") != std::string::npos;
}

/// Whether a unit stands in brackets in a heading: "[deg]", "(deg)".
bool names_unit(const std::string& heading, const std::string& unit) {
  return heading.find("[" + unit + "]") != std::string::npos || heading.find("(" + unit + ")") != std::string::npos;
}

/// Numbers are taken in SI units: a heading that names another is no ornament.
void refuse_units(const std::string& heading, const Origin& origin, const std::vector<OtherUnit>& others) {
  const auto refuse = [&](const std::string& unit, const std::string& taken) {
    throw InputError(origin, fmt::format("the heading has the unit {}, the numbers are read in {}", unit, taken),
                     "convert the column, and its heading with it");
  };
  for (const char* unit : {"mm", "cm", "km", "ft", "ms", "min", "h", "kN", "MN", "kPa", "MPa", "bar"}) {
    if (names_unit(heading, unit)) refuse(unit, "m, s, N, Pa");
  }
  for (const OtherUnit& other : others) {
    if (names_unit(heading, other.unit)) refuse(other.unit, other.taken_in);
  }
}

/// "m^2/(rad/s)": names of units, powers and signs.
bool is_unit(const std::string& text) {
  static const std::set<std::string> kUnits = {"m",  "mm",  "cm",  "km",  "ft",      "s",      "ms", "sec", "min",
                                               "h",  "rad", "deg", "Hz",  "degrees", "degree", "°",  "N",   "kN",
                                               "MN", "Nm",  "Pa",  "kPa", "MPa",     "bar",    "kg", "W",   "kW"};
  std::string word;
  bool any = false, all = true;
  for (const char c : text + " ") {
    if (std::strchr("^*/()-+.0123456789 ", c) == nullptr) {
      word += c;
      continue;
    }
    if (!word.empty()) {
      any = true;
      all = all && kUnits.count(word) > 0;
    }
    word.clear();
  }
  return any && all;
}

/// A comment is a heading too where it is a short name and a unit for every column: "# t [s], pitch [deg]". Others,
/// with longer names or numbers between the units, may be of anything.
bool is_heading(const std::string& comment, std::size_t columns) {
  constexpr std::size_t kLongest = 500, kWords = 2;
  if (comment.size() > kLongest) return false;
  std::size_t units = 0, words = 0;
  bool in_word = false;
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const char c = comment[i];
    if (c == '[' || c == '(') {
      std::size_t end = i;
      int depth = 0;
      do {
        depth += std::strchr("[(", comment[end]) != nullptr ? 1 : std::strchr("])", comment[end]) != nullptr ? -1 : 0;
      } while (depth > 0 && ++end < comment.size());
      if (end == comment.size()) return false;
      if (is_unit(comment.substr(i + 1, end - i - 1))) {
        if (words == 0) return false;
        ++units;
        words = 0;
      }
      i = end;
      in_word = false;
    } else if (std::strchr("#%! \t,;|", c) != nullptr) {
      in_word = false;
    } else if (!in_word) {
      if ((c >= '0' && c <= '9') || c == '=' || ++words > kWords) return false;
      in_word = true;
    }
  }
  return units == columns && words == 0;
}

const char* const kDecimalPoint = "a comma separates columns: write decimals with a point";

// Rows of numbers below at most one row of words.
class Rows {
 public:
  explicit Rows(const std::vector<OtherUnit>& others) : others_(others) {}
  /// A line that is a comment as a whole.
  void comment(std::string text, const Origin& origin) {
    const bool has_words = std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    if (rows.empty() && has_words) above_ = {std::move(text), origin};  // no ruled line
  }
  void add(Line line, const Origin& origin) {
    if (!line.good) {
      // Of a heading later words may be numbers ("time 1 2"); "0.O 1.0" is a row with a letter in it.
      if (rows.empty() && !heading_ && !is_gap(line.bad) && !(line.begins_with_digit && !line.numbers.empty())) {
        heading_ = true;
        refuse_units(line.text, origin, others_);
        return;
      }
      throw InputError(origin, fmt::format("'{}' is not a finite number", line.bad), "columns of numbers are expected");
    }
    if (line.numbers.empty()) return;
    if (!rows.empty() && line.numbers.size() != rows.front().size()) {
      throw InputError(origin,
                       fmt::format("{} columns where the rows above have {}", line.numbers.size(), rows.front().size()),
                       commas ? kDecimalPoint : "");
    }
    if (rows.empty() && is_heading(above_.first, line.numbers.size()))
      refuse_units(above_.first, above_.second, others_);
    rows.push_back(std::move(line.numbers));
  }
  std::vector<std::vector<double>> rows;
  bool commas = false;  ///< as of decimals

 private:
  const std::vector<OtherUnit>& others_;
  bool heading_ = false;
  std::pair<std::string, Origin> above_;  // the last comment above the numbers
};

void read_text(const std::filesystem::path& file, const Origin& asked_by, Rows& out) {
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    throw code::error(code::kNoFile, asked_by,
                      fmt::format("{} = {}: the file cannot be read", asked_by.path, file.string()),
                      "relative paths start at the folder of the case file");
  }
  std::string text;
  for (int number = 1; std::getline(in, text); ++number) {
    out.commas = out.commas || decimal_comma(text);
    const Origin origin{file.string(), number, 0, {}};
    if (const auto first = text.find_first_not_of(" \t"); first != std::string::npos && is_comment(text[first]))
      out.comment(text, origin);
    else
      out.add(parse(text), origin);
  }
}

void read_workbook(const std::filesystem::path& file, const Origin& asked_by, Containment containment, Rows& out) {
  const datafile::Sheet sheet = datafile::read_sheet(file, asked_by, containment);
  if (!sheet.headers.empty()) {
    throw InputError(asked_by,
                     fmt::format("{}: its columns are variables of their own, in no known order", file.string()),
                     "save one matrix of these columns: save('name.mat', 'matrix')");
  }
  int number = 0;
  for (const auto& row : sheet.rows) out.add(numbers_of(row), {file.string(), ++number, 0, {}});
}

}  // namespace

std::vector<OtherUnit> degrees_for_radians() {
  return {{"deg", "rad"}, {"degrees", "rad"}, {"degree", "rad"}, {"°", "rad"}};
}
std::vector<OtherUnit> radians_for_hertz() {
  return {{"rad/s", "Hz"}, {"rad s^-1", "Hz"}, {"rad s-1", "Hz"}, {"rad/sec", "Hz"}};
}

MatrixX read_table_file(const std::filesystem::path& file, int min_columns, int max_columns, const Origin& asked_by,
                        Containment containment, const std::vector<OtherUnit>& others) {
  require_regular_file(file, asked_by);
  Rows found(others);
  if (datafile::is_sheet(file))
    read_workbook(file, asked_by, containment, found);
  else
    read_text(file, asked_by, found);
  const std::vector<std::vector<double>>& rows = found.rows;
  const int columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  if (columns < min_columns || (max_columns > 0 && columns > max_columns)) {
    throw InputError({file.string(), 0, 0, {}},
                     rows.empty() ? std::string("no rows of numbers")
                                  : fmt::format("{} columns where {} are expected", columns,
                                                min_columns == max_columns ? std::to_string(min_columns)
                                                                           : fmt::format("at least {}", min_columns)),
                     found.commas ? kDecimalPoint : "");
  }
  if (found.commas && columns > min_columns)
    throw InputError({file.string(), 0, 0, {}}, fmt::format("{} columns, some of them parted by commas only", columns),
                     kDecimalPoint);
  MatrixX table(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int j = 0; j < columns; ++j) table(static_cast<Eigen::Index>(i), j) = rows[i][static_cast<std::size_t>(j)];
  }
  return table;
}

}  // namespace swell::model
