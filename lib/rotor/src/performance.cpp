#include "swell/rotor/performance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "swell/base/interpolation.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"

namespace swell::rotor {

namespace {

/// Interval of `at` and fraction within it; constant beyond the points.
struct Between {
  Eigen::Index piece = 0, next = 0;
  double share = 0.0;
  Between(const std::vector<double>& points, double at) {
    if (points.size() < 2) return;
    const std::size_t i = find_piece(points, at);
    piece = static_cast<Eigen::Index>(i);
    next = piece + 1;
    share = std::clamp((at - points[i]) / (points[i + 1] - points[i]), 0.0, 1.0);
  }
};

[[noreturn]] void wrong(const std::string& file, std::size_t line, const std::string& what) {
  throw InputError(Origin{file, static_cast<int>(line), 0, ""}, what,
                   "ROSCO's performance file: pitch angles, tip-speed ratios, then power, thrust and torque");
}

}  // namespace

Coefficients Performance::at(double ratio, double of_pitch) const {
  const Between row(tip_speed_ratio, ratio), column(pitch, of_pitch);
  const auto value = [&](const MatrixX& m) {
    const double low =
        m(row.piece, column.piece) + column.share * (m(row.piece, column.next) - m(row.piece, column.piece));
    const double high =
        m(row.next, column.piece) + column.share * (m(row.next, column.next) - m(row.next, column.piece));
    return low + row.share * (high - low);
  };
  return {value(thrust), value(power) / std::max(ratio, tip_speed_ratio.front())};
}

double Performance::best_ratio(double of_pitch) const {
  double best = tip_speed_ratio.front();
  for (const double ratio : tip_speed_ratio)
    if (power_at(ratio, of_pitch) > power_at(best, of_pitch)) best = ratio;
  return best;
}

Loads loads(const Performance& table, const Disc& disc, double wind, double speed, double pitch) {
  const double ratio = wind != 0.0 ? speed * disc.radius / std::abs(wind) : HUGE_VAL;
  const Coefficients c = table.at(ratio, pitch);
  const double force = 0.5 * disc.density * kPi * disc.radius * disc.radius * wind * std::abs(wind);
  return {force * c.thrust, force * disc.radius * c.torque};
}

std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  const std::string text = line.substr(0, line.find_first_of("#!"));
  std::size_t at = 0;
  constexpr const char* kBlank = " \t\r,;";
  while ((at = text.find_first_not_of(kBlank, at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    const auto number = parse_fortran_number(text.substr(at, end - at));
    if (!number) return {};
    numbers.push_back(*number);
    at = end;
  }
  return numbers;
}

std::vector<std::string> lines_of(const std::filesystem::path& file, const Origin& asked_by) {
  require_regular_file(file, asked_by);
  std::ifstream in(file);
  if (!in) throw InputError(asked_by, fmt::format("cannot read {}", file.string()), "");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Performance read_performance(std::istream& text, const std::string& file) {
  Performance table;
  std::vector<std::vector<double>> rows;
  std::vector<std::size_t> at;
  std::size_t number = 0;
  for (std::string line; std::getline(text, line);) {
    ++number;
    std::vector<double> row = numbers_in(line);
    if (row.empty()) {
      if (line.find_first_not_of(" \t\r") != std::string::npos && line[line.find_first_not_of(" \t\r")] != '#')
        wrong(file, number, "a line is not numbers");
      continue;
    }
    rows.push_back(std::move(row));
    at.push_back(number);
  }
  if (rows.size() < 3) wrong(file, number, "the file has no tables");
  table.pitch = rows[0];
  for (double& angle : table.pitch) angle *= kDegree;
  table.tip_speed_ratio = rows[1];
  const auto ascends = [](const std::vector<double>& v) {
    return std::adjacent_find(v.begin(), v.end(), std::greater_equal<>()) == v.end();
  };
  if (!ascends(table.pitch)) wrong(file, at[0], "pitch angles do not ascend");
  if (!ascends(table.tip_speed_ratio) || !(table.tip_speed_ratio.front() > 0.0))
    wrong(file, at[1], "tip-speed ratios are not above 0 and ascending");
  const std::size_t n = table.tip_speed_ratio.size(), columns = table.pitch.size();
  if (rows[2].size() != 1) wrong(file, at[2], "the tables are those of one wind speed, which stands before them");
  if (rows.size() < 3 + 2 * n) wrong(file, number, fmt::format("power and thrust need {} rows each", n));
  const auto matrix = [&](std::size_t first) {
    MatrixX m(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(columns));
    for (std::size_t i = 0; i < n; ++i) {
      const std::vector<double>& row = rows[first + i];
      if (row.size() != columns)
        wrong(file, at[first + i], fmt::format("{} numbers in a row of {} pitch angles", row.size(), columns));
      for (std::size_t k = 0; k < columns; ++k) m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = row[k];
    }
    return m;
  };
  table.power = matrix(3);
  table.thrust = matrix(3 + n);
  return table;
}

Performance read_performance(const std::filesystem::path& file, const Origin& asked_by) {
  require_regular_file(file, asked_by);
  std::ifstream in(file);
  if (!in) throw InputError(asked_by, fmt::format("cannot read {}", file.string()), "");
  return read_performance(in, file.string());
}

}  // namespace swell::rotor
