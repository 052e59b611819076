#include "swell/model/table_file.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>
#include "swell/base/regular_file.h"

namespace swell::model {

namespace {

struct Line {
  std::vector<double> numbers;
  std::string bad;  // first word that is not a number
};

Line parse(std::string text) {
  Line line;
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);  // byte order mark, as spreadsheets write it
  text = text.substr(0, text.find_first_of("#%!"));
  for (char& c : text) {
    if (c == ',' || c == ';' || c == '\t' || c == '\r') c = ' ';
  }
  std::size_t at = 0;
  while ((at = text.find_first_not_of(' ', at)) != std::string::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    char* stop = nullptr;
    const double value = std::strtod(word.c_str(), &stop);
    if (stop != word.c_str() + word.size() || !std::isfinite(value)) {
      line.bad = word;
      return line;
    }
    line.numbers.push_back(value);
    at = end;
  }
  return line;
}

}  // namespace

MatrixX read_table_file(const std::filesystem::path& file, int min_columns, int max_columns, const Origin& asked_by) {
  require_regular_file(file, asked_by);
  std::ifstream in(file);
  if (!in || std::filesystem::is_directory(file)) {
    throw InputError(asked_by, fmt::format("{} = {}: the file cannot be read", asked_by.path, file.string()),
                     "relative paths start at the folder of the case file");
  }
  std::vector<std::vector<double>> rows;
  std::string text;
  bool heading = false;
  for (int number = 1; std::getline(in, text); ++number) {
    Line line = parse(text);
    const Origin origin{file.string(), number, 0, {}};
    if (!line.bad.empty()) {
      if (rows.empty() && !heading && line.numbers.empty()) {  // a row that begins with a number is no heading
        heading = true;
        continue;
      }
      throw InputError(origin, fmt::format("'{}' is not a finite number", line.bad), "columns of numbers are expected");
    }
    if (line.numbers.empty()) continue;
    if (!rows.empty() && line.numbers.size() != rows.front().size()) {
      throw InputError(
          origin, fmt::format("{} columns where the rows above have {}", line.numbers.size(), rows.front().size()));
    }
    rows.push_back(std::move(line.numbers));
  }
  const int columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  if (columns < min_columns || (max_columns > 0 && columns > max_columns)) {
    throw InputError({file.string(), 0, 0, {}},
                     rows.empty() ? std::string("no rows of numbers")
                                  : fmt::format("{} columns where {} are expected", columns,
                                                min_columns == max_columns ? std::to_string(min_columns)
                                                                           : fmt::format("at least {}", min_columns)));
  }
  MatrixX table(static_cast<Eigen::Index>(rows.size()), columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (int j = 0; j < columns; ++j) table(static_cast<Eigen::Index>(i), j) = rows[i][static_cast<std::size_t>(j)];
  }
  return table;
}

}  // namespace swell::model
