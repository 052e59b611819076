#include "formats/wamit/wamit_numeric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace swell::bemio {
namespace {

// Fields of data rows; title lines (whose first field is no number) are passed over, but only before the first row.
template <class Use>
void for_rows(const std::filesystem::path& path, std::size_t least, const char* what, Use use, bool keep_gaps = false) {
  TextFile file;
  load_text(path, file);
  Reporter report(file, keep_gaps);
  std::vector<std::string_view> fields;
  bool begun = false;
  for (std::size_t l = 0; l < file.lines.size(); ++l) {
    split_fields(file.lines[l], fields);
    if (fields.empty()) continue;
    if (!begun && !parse_number(fields[0])) continue;
    begun = true;
    if (fields.size() < least) {
      report.error(static_cast<long>(l),
                   fmt::format("{}: {} fields found, at least {} expected", what, fields.size(), least),
                   "is the file complete? Run the BEM code or the copy again");
      continue;
    }
    use(report, static_cast<long>(l), fields);
  }
  report.check_last_line();
  if (!begun) report.fail(-1, fmt::format("holds no rows of numbers ({})", what), "is it a WAMIT numeric output?");
  report.throw_if_errors();
}

// A dof number: 1 or more, and no larger than the file can have rows for.
bool dof(Reporter& report, long line, std::string_view field, int& value) {
  const std::optional<long> number = parse_integer(field);
  if (!number || *number == 0 || std::labs(*number) > 100000) {
    report.error(line, fmt::format("degree of freedom = {} must be a whole number from 1", field.substr(0, 20)),
                 "correct the row");
    return false;
  }
  value = static_cast<int>(*number);
  return true;
}

}  // namespace

double WamitScale::mass(int i, int j) const {
  return std::pow(length, 3 + rotation[static_cast<std::size_t>(i)] + rotation[static_cast<std::size_t>(j)]);
}
double WamitScale::force(int i) const { return std::pow(length, 2 + rotation[static_cast<std::size_t>(i)]); }
double WamitScale::drift(int i) const { return std::pow(length, 1 + rotation[static_cast<std::size_t>(i)]); }
double WamitScale::stiffness(int i, int j) const {
  return std::pow(length, 2 + rotation[static_cast<std::size_t>(i)] + rotation[static_cast<std::size_t>(j)]);
}

std::vector<int> rotation_flags(const std::vector<int>& dof) {
  std::vector<int> flags;
  for (const int m : dof) {
    for (int i = 0; i < m; ++i) flags.push_back(i >= 3 && i < 6 ? 1 : 0);
  }
  return flags;
}

std::vector<RadiationRow> read_wamit_1(const std::filesystem::path& path, bool keep_gaps) {
  std::vector<RadiationRow> rows;
  const char* const what = "added mass and damping row";
  const auto take = [&](Reporter& report, long l, const std::vector<std::string_view>& f) {
    RadiationRow row{};
    double period = 0.0;
    if (!report.numbers(l, f, 0, 1, "period", &period) || !dof(report, l, f[1], row.i) || !dof(report, l, f[2], row.j))
      return;
    if (row.i < 0 || row.j < 0) return report.error(l, "degree of freedom must be 1 or more", "correct the row");
    row.period = period;
    row.line = l;
    double values[2] = {0.0, 0.0};
    if (!(period > 0.0 ? report.coefficients(l, f, 3, 2, what, values) : report.numbers(l, f, 3, 1, what, values)))
      return;
    row.A = values[0];
    row.B = values[1];
    rows.push_back(row);
  };
  for_rows(path, 4, what, take, keep_gaps);
  return rows;
}

std::vector<ForceRow> read_wamit_3(const std::filesystem::path& path, bool keep_gaps, std::vector<std::string>& notes) {
  // The codes print five digits or more; rows that are round-off beside the others have any phase.
  constexpr double kDigits = 1e-4, kRoundOff = 1e-6;
  struct Apart {
    double size;
    std::string text;
  };
  std::vector<ForceRow> rows;
  std::vector<Apart> apart;
  long turned = 0, radians = 0;
  double largest = 0.0;
  const auto take = [&](Reporter& report, long l, const std::vector<std::string_view>& f) {
    ForceRow row{};
    double head[2], value[2];
    if (!report.numbers(l, f, 0, 2, "period and heading", head) || !dof(report, l, f[2], row.i)) return;
    row.period = head[0];
    row.heading = head[1];
    row.i = std::abs(row.i);
    if (row.period <= 0.0) return;  // a limit has no waves
    if (!report.coefficients(l, f, 5, 2, "force row", value)) return;
    row.value = {value[0], value[1]};
    rows.push_back(row);
    // Modulus and phase say it again: Re and Im are what counts.
    const auto modulus = parse_number(f[3]), phase = parse_number(f[4]);
    const double size = std::abs(row.value), angle = std::arg(row.value) / kDegree,
                 digits = last_place(f[5]) + last_place(f[6]);
    largest = std::max(largest, size);
    const bool other_size = !modulus || std::abs(std::abs(*modulus) - size) > kDigits * size + 2.0 * last_place(f[3]);
    const bool other_phase = phase && std::abs(std::remainder(*phase - angle, 360.0)) * size * kDegree >
                                          kDigits * size + 2.0 * (last_place(f[4]) * kDegree * size + digits);
    if (other_phase) {
      ++turned;
      radians += std::abs(std::remainder(*phase - angle * kDegree, 2.0 * kPi)) < 0.01 ? 1 : 0;
    }
    if (other_size || other_phase)
      apart.push_back(
          {size, fmt::format("{} line {}: modulus {} and phase {} deg, but {:.6g} and {:.6g} deg by Re and Im",
                             path.filename().string(), l + 1, f[3], f[4], size, angle)});
  };
  for_rows(path, 7, "force row", take, keep_gaps);
  if (2 * radians > turned) {
    notes.push_back(fmt::format("{}: its phases are in radians; Re and Im are used", path.filename().string()));
    return rows;
  }
  apart.erase(std::remove_if(apart.begin(), apart.end(), [&](const Apart& a) { return a.size <= kRoundOff * largest; }),
              apart.end());
  if (!apart.empty())
    notes.push_back(fmt::format("{}, which are used ({} row{} in all)", apart.front().text, apart.size(),
                                apart.size() == 1 ? "" : "s"));
  return rows;
}

std::vector<ForceRow> read_wamit_drift(const std::filesystem::path& path, std::vector<std::string>& notes) {
  std::vector<ForceRow> rows;
  int none = 0;
  for_rows(path, 7, "drift row", [&](Reporter& report, long l, const std::vector<std::string_view>& f) {
    ForceRow row{};
    double head[3], value[2];
    const std::size_t headings = f.size() == 7 ? 1 : 2;  // one where all waves are of one heading each
    if (!report.numbers(l, f, 0, 1 + headings, "period and headings", head) || !dof(report, l, f[1 + headings], row.i))
      return;
    if (row.i < 0 || head[0] <= 0.0 || std::abs(head[1] - head[headings]) > 1e-9) return;
    row.period = head[0];
    row.heading = head[1];
    if (!report.numbers(l, f, 4 + headings, 2, "drift row", value, true)) return;
    if (std::isnan(value[0]) || std::isnan(value[1]))
      ++none;
    else
      row.value = {value[0], value[1]};
    rows.push_back(row);
  });
  if (none > 0) notes.push_back(fmt::format("{}: {} values were NaN: set to 0", path.filename().string(), none));
  return rows;
}

bool place_forces(const std::vector<ForceRow>& rows, const std::filesystem::path& path, const Coefficients& c, int n,
                  ForceTable& table, std::vector<std::string>& notes) {
  constexpr double kSixDigits = 1e-5;  // the periods are printed with six or seven
  const std::string name = path.filename().string();
  std::vector<double> period;
  for (const double w : c.omega) period.push_back(2.0 * kPi / w);
  check_allocation(static_cast<double>(c.omega.size()) * static_cast<double>(c.direction.size()) * n * 2.0,
                   std::filesystem::file_size(path), 10.0, shown(path));
  ForceTable placed = zero_forces(c.direction.size(), c.omega.size(), n);
  Filled filled;
  std::vector<std::vector<int>> count(c.direction.size(), std::vector<int>(c.omega.size(), 0));
  double last_period = -1.0;
  std::optional<std::size_t> k;
  std::set<double> missed;
  std::vector<bool> given(c.direction.size() * c.omega.size() * static_cast<std::size_t>(n), false);
  std::size_t repeated = 0;
  for (const ForceRow& row : rows) {
    if (row.period != last_period) {
      k = nearest_index(period, row.period, kSixDigits);
      last_period = row.period;
    }
    const std::optional<std::size_t> d = nearest_index(c.direction, row.heading, kSixDigits, 1e-6);
    if (!k || !d) {
      missed.insert(!k ? row.period : row.heading);
      continue;
    }
    if (row.i > n) {
      fail_input(shown(path), -1, fmt::format("degree of freedom {} is beyond the {} of the system", row.i, n),
                 "does the file belong to this run?");
    }
    std::complex<double>& place = placed[*d][*k][row.i - 1];
    const std::size_t at =
        (*d * c.omega.size() + *k) * static_cast<std::size_t>(n) + static_cast<std::size_t>(row.i - 1);
    if (given[at] && place == row.value) {
      ++repeated;  // printed again, word for word
      continue;
    }
    given[at] = true;
    place = row.value;
    ++count[*d][*k];
    filled.add(*d * c.omega.size() + *k, row.i);
  }
  int most = 0, least = n + 1;
  for (const auto& line : count) {
    for (const int rows_here : line) {
      most = std::max(most, rows_here);
      least = std::min(least, rows_here);
    }
  }
  if (!missed.empty() && most > 0) {
    fail_input(shown(path), -1,
               fmt::format("its period or heading {:g} is not in the main file, others are", *missed.begin()),
               "the file is damaged or of another run; copy it again, or leave it out (--ignore and its extension)");
  }
  if (!missed.empty()) {
    notes.push_back(
        fmt::format("{} not used: its period or heading {:g} is not in the main file", name, *missed.begin()));
    return false;
  }
  if (least != most || most > n) {
    fail_input(
        shown(path), -1,
        fmt::format("holds between {} and {} dofs per period and heading, {} expected everywhere", least, most, most),
        "the file is cut off or rows are missing or repeated; copy it again; are the periods of the .1 each there "
        "once?");
  }
  filled.check(shown(path), [&](std::size_t block) {
    return fmt::format("the period {:g} s, heading {:g} deg", period[block % period.size()],
                       c.direction[block / period.size()]);
  });
  if (repeated > 0) notes.push_back(fmt::format("{}: {} rows occur twice with equal values", name, repeated));
  table = std::move(placed);
  return true;
}

MatrixX read_wamit_hst(const std::filesystem::path& path, int n, int* beyond) {
  MatrixX C = MatrixX::Zero(n, n);
  std::size_t count = 0;
  Filled filled;
  std::set<std::pair<int, int>> given;
  for_rows(path, 3, "stiffness row", [&](Reporter& report, long l, const std::vector<std::string_view>& f) {
    int i = 0, j = 0;
    double value = 0.0;
    if (!dof(report, l, f[0], i) || !dof(report, l, f[1], j)) return;
    if (beyond != nullptr && i >= 1 && j >= 1 && std::max(i, j) > n) {
      ++*beyond;
      return;
    }
    if (i < 1 || j < 1 || i > n || j > n) {
      return report.error(l, fmt::format("degrees of freedom {} {} are beyond the {} of the system", i, j, n),
                          "does the file belong to this run?");
    }
    if (!report.numbers(l, f, 2, 1, "stiffness row", &value)) return;
    if (!given.insert({i, j}).second && C(i - 1, j - 1) == value) return;  // printed again, word for word
    C(i - 1, j - 1) = value;
    ++count;
    filled.add(0, i, j);
  });
  filled.check(shown(path), [](std::size_t) { return std::string("the stiffness"); });
  if (count != static_cast<std::size_t>(n) * static_cast<std::size_t>(n)) {
    fail_input(shown(path), -1, fmt::format("{} stiffness rows found, {} expected for {} dofs", count, n * n, n),
               "the file is cut off or belongs to another run");
  }
  return C;
}

std::vector<int> read_wamit_cfg(const std::filesystem::path& path, std::size_t bodies) {
  std::vector<int> modes;
  TextFile file;
  load_text(path, file);
  Reporter report(file);
  for (std::size_t l = 0; l < file.lines.size(); ++l) {
    std::string line = lower_case(trimmed(file.lines[l]));
    line.erase(std::remove(line.begin(), line.end(), ' '), line.end());
    if (line.rfind("newmds", 0) != 0) continue;
    std::size_t body = 1;
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos) continue;
    if (line[6] == '(') {
      const std::optional<long> number = parse_integer(std::string_view(line).substr(7, line.find(')') - 7));
      if (!number || *number < 1 || static_cast<std::size_t>(*number) > bodies) {
        report.fail(static_cast<long>(l), fmt::format("NEWMDS names a body that is not among the {}", bodies));
      }
      body = static_cast<std::size_t>(*number);
    }
    std::size_t end = equals + 1;
    while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
    const std::optional<long> count = parse_integer(std::string_view(line).substr(equals + 1, end - equals - 1));
    if (!count || *count > 10000) report.fail(static_cast<long>(l), "NEWMDS must be a number of modes");
    modes.resize(std::max(modes.size(), bodies), 0);
    modes[body - 1] = static_cast<int>(*count);
  }
  return modes;
}

std::optional<WamitPot> read_wamit_pot(const std::filesystem::path& path, std::string& why) {
  TextFile file;
  load_text(path, file);
  // Title; HBOT; IRAD, IDIFF; NPER and its periods (first and step when negative); NBETA and its headings alike; NBODY;
  // for each body its geometry file, XBODY(1-4) and six modes. Free format: numbers first, then whatever text.
  std::vector<double> values;
  std::size_t line = 1, begun = 1;
  const auto stop = [&](const char* expected) {
    why = fmt::format("{}:{}: {} expected", shown(path.filename()), begun + 1, expected);
    return false;
  };
  const auto take = [&](std::size_t count, const char* what) {
    values.clear();
    begun = line;
    while (values.size() < count && line < file.lines.size()) {
      for (const std::string_view field : split_fields(file.lines[line])) {
        const auto number = parse_number(field);
        if (values.size() == count) break;
        if (is_gap(field)) return stop(what);  // not the text behind the numbers: those of the next line are others
        if (!number || !std::isfinite(*number)) break;
        values.push_back(*number);
      }
      ++line;
    }
    return values.size() == count || stop(what);
  };
  const auto list = [&](const char* what) {
    if (!take(1, what)) return false;
    if (std::abs(values[0]) > 1e6 || values[0] != std::floor(values[0])) return stop(what);
    const double n = values[0];
    return n == 0.0 || take(n < 0.0 ? 2 : static_cast<std::size_t>(n), what);
  };
  WamitPot pot;
  if (!take(1, "the water depth (HBOT)")) return std::nullopt;
  if (values[0] > 0.0) pot.depth = values[0];
  pot.depth_line = static_cast<long>(begun);
  if (!take(2, "IRAD and IDIFF") || !list("the number of periods and so many periods") ||
      !list("the number of headings and so many headings") || !take(1, "the number of bodies (NBODY)"))
    return std::nullopt;
  const double bodies = values[0];
  pot.bodies_line = static_cast<long>(begun);
  if (!(bodies >= 1.0 && bodies <= 1000.0 && bodies == std::floor(bodies))) {
    stop("the number of bodies (NBODY)");
    return std::nullopt;
  }
  for (int b = 0; b < static_cast<int>(bodies); ++b) {
    begun = line;
    const auto fields = line < file.lines.size() ? split_fields(file.lines[line++]) : std::vector<std::string_view>{};
    if (fields.empty()) {
      stop("the geometry file of a body");
      return std::nullopt;
    }
    if (!take(4, "the four numbers of XBODY")) return std::nullopt;
    pot.names.push_back(std::filesystem::path(std::string(fields[0])).stem().string());
    pot.origin.emplace_back(values[0], values[1], values[2]);
    pot.rotation.push_back(values[3]);
    pot.origin_line.push_back(static_cast<long>(begun));
    if (!take(6, "the six numbers of IMODE")) return std::nullopt;
  }
  return pot;
}

void apply_wamit_hst(const std::filesystem::path& main, const ReadOptions& options, const WamitScale& scale,
                     hydro::HydroData& data) {
  const bool modes = std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return b.dof > 6; });
  if (options.ignores(".hst") || (options.like_bemio && !modes)) return;
  const auto path = find_accompanying(main, ".hst");
  if (!path) return;
  const int n = data.total_dof();
  MatrixX C;
  int beyond = 0;  // BEMIO places the rows by their numbers, whatever else there is
  if (!optional_part("the hydrostatic stiffness of " + path->filename().string(), ".hst", data.notes, [&] {
        C = read_wamit_hst(*path, n, options.like_bemio && data.bodies.size() == 1 ? &beyond : nullptr);
      }))
    return;
  if (beyond > 0)
    data.notes.push_back(fmt::format("{}: {} rows of modes beyond the {} of the .out are left out",
                                     path->filename().string(), beyond, n));
  if (C.isZero(0.0) && std::any_of(data.bodies.begin(), data.bodies.end(),
                                   [](const auto& b) { return b.restoring_stiffness.norm() > 0.0; })) {
    data.notes.push_back(path->filename().string() + " holds only zeros: the stiffness of the .out is kept");
    return;
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) C(i, j) *= scale.stiffness(i, j);
  }
  data.notes.push_back("hydrostatic stiffness from " + path->filename().string());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const int first = data.first_dof(b), m = data.bodies[b].dof;
    MatrixX own = C.block(first, first, m, m);
    MatrixX& other = data.bodies[b].restoring_stiffness;
    // Of the rigid motions, which alone the .out holds, and with fewer digits.
    const int rigid = std::min(m, 6);
    const double apart = (own - other).topLeftCorner(rigid, rigid).cwiseAbs().maxCoeff();
    const double largest = other.cwiseAbs().maxCoeff();
    if (largest > 0.0 && apart > 0.01 * largest)
      data.notes.push_back(
          fmt::format("body {}: {} differs from the .out by {:.2g} % of the largest stiffness: do both belong to the "
                      "same run? (--ignore .hst takes the .out)",
                      data.bodies[b].name, path->filename().string(), 100.0 * apart / largest));
    other = std::move(own);
  }
}

}  // namespace swell::bemio
