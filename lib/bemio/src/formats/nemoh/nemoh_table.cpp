#include "formats/nemoh/nemoh_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "files/text_file.h"
#include "swell/base/vector.h"

namespace swell::bemio {
namespace {

constexpr std::size_t kMostInLine = 80;

// Whether the line goes on with numbers, not with a title or a zone.
bool is_number(std::string_view line) {
  const std::string_view text = trimmed(line);
  return !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == '.' ||
                           text[0] == '*' || text.rfind("NaN", 0) == 0);
}

}  // namespace

std::optional<NemohTitle> named_in(std::string_view title) {
  std::array<long, 2> numbers{};
  std::size_t found = 0;
  for (std::size_t at = 0; at < title.size() && found < numbers.size();) {
    const std::size_t begin = title.find_first_of("0123456789", at);
    if (begin == std::string_view::npos) break;
    at = std::min(title.find_first_not_of("0123456789", begin), title.size());
    const auto number = parse_integer(std::string(title.substr(begin, at - begin)));
    if (!number) return std::nullopt;
    numbers[found++] = static_cast<long>(*number);
  }
  if (found < numbers.size()) return std::nullopt;
  return NemohTitle{numbers[0], numbers[1]};
}

NemohTable read_nemoh_table(const std::filesystem::path& path, bool keep_gaps) {
  TextFile file;
  load_text(path, file);
  Reporter report(file, keep_gaps);
  NemohTable table;
  table.name = file.name;
  std::vector<std::string_view> fields;
  std::vector<long> announced;
  for (std::size_t k = 0; k < file.lines.size(); ++k) {
    const std::string_view line = trimmed(file.lines[k]);
    const long l = static_cast<long>(k);
    if (line.empty()) continue;
    const std::string lower = lower_case(line.substr(0, 120));
    if (lower.rfind("variables", 0) == 0) {
      if (contains(lower, "(hz)"))
        table.unit = 2.0 * kPi;
      else if (contains(lower, "(s)") || contains(lower, "[s]"))
        table.period = true;
      else if (!contains(lower, "rad"))
        report.error(l, "the unit of the frequency column is not named", "rad/s, Hz or s is expected");
    } else if (lower.rfind("zone", 0) == 0) {
      NemohZone zone;
      zone.title = lower;
      zone.line = l;
      const std::size_t at = lower.rfind("i=");
      long rows = -1;
      if (at != std::string::npos) {
        std::string number(trimmed(std::string_view(lower).substr(at + 2)));
        number = number.substr(0, number.find_first_not_of("0123456789"));
        rows = parse_integer(number).value_or(-1);
      }
      announced.push_back(rows);
      table.zones.push_back(std::move(zone));
    } else if (line[0] == '"') {
      if (table.zones.empty()) {
        ++table.pairs;
        table.columns.push_back(named_in(line));
      }
    } else if (!table.zones.empty()) {
      split_fields(line, fields);
      // NEMOH writes eighty numbers in a line at most: forty forces or more go on in the next.
      while (fields.size() < 1 + 2 * table.pairs && fields.size() % kMostInLine == 0 && k + 1 < file.lines.size() &&
             is_number(file.lines[k + 1])) {
        const std::vector<std::string_view> more = split_fields(file.lines[++k]);
        fields.insert(fields.end(), more.begin(), more.end());
      }
      std::vector<double> row(1 + 2 * table.pairs);
      if (fields.size() != row.size()) {
        report.error(l, fmt::format("{} numbers in the row, {} expected", fields.size(), row.size()),
                     "the file is cut off or of another run; copy it again", std::to_string(fields.size()),
                     std::to_string(row.size()));
      } else if (report.numbers(l, fields, 0, 1, "table row", row.data()) &&
                 report.coefficients(l, fields, 1, row.size() - 1, "table row", row.data() + 1)) {
        table.zones.back().rows.push_back(std::move(row));
      }
    }
  }
  report.check_last_line();
  if (!file.lines.empty() && trimmed(file.lines[0]) == "...") {
    report.error(-1, "is a table that Capytaine exports: it names neither zones nor units",
                 "name Capytaine's dataset (.nc), which holds the same");
  } else if (table.zones.empty() || table.pairs == 0) {
    report.error(-1, "holds no zone", "is the file complete?");
  }
  for (std::size_t z = 0; z < table.zones.size(); ++z) {
    const std::size_t found = table.zones[z].rows.size();
    const std::size_t wanted = announced[z] >= 0 ? static_cast<std::size_t>(announced[z]) : table.zones[0].rows.size();
    if (found != wanted || found != table.zones[0].rows.size()) {
      report.error(table.zones[z].line, fmt::format("{} rows in the zone, {} announced", found, wanted),
                   "the file is cut off; copy it or run NEMOH again", std::to_string(found), std::to_string(wanted));
    }
  }
  report.throw_if_errors();
  return table;
}

double omega_of(const NemohTable& table, double value) { return table.period ? 2.0 * kPi / value : table.unit * value; }

std::optional<double> heading_of(const std::string& title) {
  const std::size_t at = title.find("beta");
  const std::size_t sign = at == std::string::npos ? at : title.find('=', at);
  if (sign == std::string::npos) return std::nullopt;
  std::string rest = title.substr(sign + 1);
  rest = rest.substr(0, rest.find_first_of("\","));
  const auto fields = split_fields(rest);
  return fields.empty() ? std::nullopt : parse_number(fields[0]);
}

}  // namespace swell::bemio
