#include "swell/hydro/coefficient_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>

#include "swell/base/error.h"
#include "swell/base/error_codes.h"
#include "swell/base/number.h"
#include "swell/base/regular_file.h"
#include "swell/hydro/plausible.h"

namespace swell::hydro {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// One line's cells with their origin.
struct Line {
  std::vector<std::string> cells;
  Origin origin;
};

constexpr std::size_t kMostMistakes = 20;  // more would hide the first ones

struct Frequencies {
  std::set<double> damping, added_mass, excitation;
};

class TableReader {
 public:
  TableReader(std::istream& in, std::string name, NonFinite gaps)
      : name_(std::move(name)), keep_gaps_(gaps == NonFinite::keep) {
    split(in);
    for (const Line& line : lines_) {
      read_header(line);
      if (mistakes_.list().size() >= kMostMistakes) mistakes_.throw_if_errors();
    }
    close();
    if (data_.bodies.empty()) {
      mistakes_.error(Origin{name_, 0, 0, {}}, "has no line `body, name, cg, cb, displaced_volume`",
                      "give one for every body, in the order of the indices");
    }
    mistakes_.throw_if_errors();
    collect_axes();
    allocate();
    for (const Line& line : lines_) fill(line);
    complete();
    if (data_.omega.empty()) {
      mistakes_.error(Origin{name_, 0, 0, {}}, "has no added mass, damping or excitation at any frequency");
    }
    mistakes_.throw_if_errors();
  }
  HydroData take() { return std::move(data_); }

 private:
  void split(std::istream& in) {
    std::string text;
    for (int number = 1; std::getline(in, text); ++number) {
      if (number == 1) refuse_others(text);
      if (text.find('\0') != std::string::npos) {
        throw InputError(Origin{name_, number, 0, {}}, "is a binary file where a table is expected",
                         "a spreadsheet saves tables as CSV (UTF-8)");
      }
      const std::size_t comment = text.find('#');
      if (comment != std::string::npos) text.resize(comment);
      if (trimmed(text).empty()) continue;
      Line line{{}, Origin{name_, number, 0, {}}};
      std::stringstream cells(text);
      for (std::string cell; std::getline(cells, cell, ',');) line.cells.push_back(trimmed(cell));
      lines_.push_back(std::move(line));
    }
  }

  /// What else bears the name of a table; and the mark that spreadsheets put in front.
  void refuse_others(std::string& first) const {
    if (first.rfind("version https://git-lfs", 0) == 0) {
      throw InputError(Origin{name_, 1, 0, {}}, "is a git-lfs pointer, not the data",
                       "run `git lfs pull` in the repository that it came from");
    }
    if (first.rfind("\xEF\xBB\xBF", 0) == 0) first.erase(0, 3);
  }

  /// A table that was cut off at a line looks like a whole one, unless it says where it ends.
  void close() {
    const auto is_end = [](const Line& line) { return line.cells[0] == "end"; };
    const auto last = std::find_if(lines_.begin(), lines_.end(), is_end);
    if (last == lines_.end()) {
      data_.notes.emplace_back("no line `end`: a table that was cut off cannot be distinguished from a complete one");
    } else if (last + 1 != lines_.end()) {
      mistakes_.error((last + 1)->origin, "stands behind the line `end`", "`end` closes the table");
    }
  }

  double number(const Line& line, std::size_t cell, bool limit_allowed = false) {
    const std::string& text = line.cells[cell];
    if (limit_allowed && (text == "inf" || text == "infinite")) return HUGE_VAL;
    const double value = parse_number(text).value_or(HUGE_VAL);
    if (!(std::abs(value) < 1e150)) {
      mistakes_.error(line.origin,
                      fmt::format("{}: column {} = \"{}\" is not a number", line.cells[0], cell + 1, shown(text)),
                      "numbers have a decimal point and no unit", shown(text));
      return 0.0;
    }
    return value;
  }

  /// A value over frequency: NaN, infinity and stars are NaN for those who repair them.
  double coefficient(const Line& line, std::size_t cell) {
    const std::string& text = line.cells[cell];
    const auto is = [&](const char* word) {
      const std::size_t sign = text.find_first_not_of("+-");
      return sign != std::string::npos &&
             std::equal(text.begin() + static_cast<std::ptrdiff_t>(sign), text.end(), word, word + std::strlen(word),
                        [](unsigned char a, char b) { return std::tolower(a) == b; });
    };
    const bool gap =
        is("nan") || is("inf") || is("infinity") || (!text.empty() && text.find_first_not_of('*') == std::string::npos);
    return keep_gaps_ && gap ? std::numeric_limits<double>::quiet_NaN() : number(line, cell);
  }

  /// The beginning of a word of the file, printable.
  static std::string shown(const std::string& word) {
    std::string text = word.substr(0, 40);
    for (char& c : text) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
    }
    return word.size() > text.size() ? text + ".." : text;
  }

  bool has_cells(const Line& line, std::size_t count) {
    if (line.cells.size() == count) return true;
    mistakes_.error(line.origin,
                    fmt::format("{} has {} columns, expected {}", line.cells[0], line.cells.size(), count));
    return false;
  }

  /// A quantity that stands in two lines: which of the two is meant, nobody knows.
  void once(const Line& line, const std::vector<double>& place) {
    const auto [first, fresh] = given_[line.cells[0]].try_emplace(place, line.origin.line);
    if (fresh) return;
    mistakes_.error(line.origin, fmt::format("{} is given twice, first in line {}", line.cells[0], first->second),
                    "remove one of the two");
  }

  void read_header(const Line& line) {
    static const std::map<std::string, std::size_t> kColumns{
        {"density", 2},   {"gravity", 2},    {"water_depth", 2},       {"body", 9},      {"end", 1},
        {"stiffness", 4}, {"added_mass", 5}, {"radiation_damping", 5}, {"excitation", 6}};
    const std::string& kind = line.cells[0];
    const auto known = kColumns.find(kind);
    if (known == kColumns.end() && line.cells.size() == 1 && kind.find_first_of(";\t") != std::string::npos) {
      return static_cast<void>(mistakes_.error(line.origin,
                                               fmt::format("{}: columns are separated by commas", shown(kind)),
                                               "save the table with commas, and points in its numbers"));
    }
    if (known == kColumns.end()) {
      std::vector<std::string> names;
      names.reserve(kColumns.size());
      for (const auto& [name, count] : kColumns) names.push_back(name);
      const auto near = nearest(kind, names);
      return static_cast<void>(
          mistakes_.error(line.origin, shown(kind) + ": unknown quantity",
                          near ? "did you mean " + *near + "?" : "is this a table of coefficients?", shown(kind)));
    }
    if (!has_cells(line, known->second)) return;
    if (known->second == 2) once(line, {});
    if (kind == "density" || kind == "gravity") {
      const double value = number(line, 1);
      const bool density = kind == "density";
      if (density && is_normalised(value)) {
        data_.notes.emplace_back("density = 1: the coefficients are taken as those of water of 1 kg/m^3, normalised");
      } else if (!(density ? is_liquid(value) : is_gravity(value))) {
        mistakes_.error(
            line.origin,
            fmt::format("{} = {:g} {} must be a number from {:g} to {:g}", kind, value, density ? "kg/m^3" : "m/s^2",
                        density ? kLeastDensity : kLeastGravity, density ? kMostDensity : kMostGravity),
            density ? "kg/m^3 is meant, 1025 for sea water, and all else of the table in SI; 1 where it is normalised"
                    : "m/s^2 is meant, 9.81, and all else of the table in SI",
            fmt::format("{:g}", value));
      }
      (density ? data_.density : data_.gravity) = value;
    } else if (kind == "water_depth") {
      const double depth = number(line, 1, true);
      if (!(depth > 0.0)) mistakes_.error(line.origin, fmt::format("water_depth = {} m must be above 0", depth));
      if (std::isfinite(depth)) data_.water_depth = depth;
    } else if (kind == "body") {
      HydroBody body;
      body.name = line.cells[1];
      body.cg = Vector3(number(line, 2), number(line, 3), number(line, 4));
      body.cb = Vector3(number(line, 5), number(line, 6), number(line, 7));
      body.displaced_volume = number(line, 8);
      if (body.displaced_volume < 0.0) {
        mistakes_.error(line.origin,
                        fmt::format("body {}: displaced volume = {:g} m^3 must be 0 or more", shown(body.name),
                                    body.displaced_volume),
                        "do the normals of the mesh point outward?", fmt::format("{:g}", body.displaced_volume));
      }
      data_.bodies.push_back(std::move(body));
    }
  }

  static bool is_limit(double omega) { return omega == 0.0 || std::isinf(omega); }

  void collect_axes() {
    std::set<double> omega, direction;
    for (const Line& line : lines_) {
      const bool wave = line.cells[0] == "excitation";
      if (!wave && line.cells[0] != "added_mass" && line.cells[0] != "radiation_damping") continue;
      const double w = number(line, 3, line.cells[0] == "added_mass");
      if (w < 0.0) mistakes_.error(line.origin, fmt::format("omega = {} rad/s must be above 0", w));
      if (is_limit(w) && line.cells[0] == "added_mass") continue;
      if (is_limit(w)) {
        mistakes_.error(line.origin, fmt::format("{}: omega = {} rad/s must be above 0", line.cells[0], w));
        continue;
      }
      omega.insert(w);
      (wave ? seen_.excitation : line.cells[0] == "added_mass" ? seen_.added_mass : seen_.damping).insert(w);
      if (wave) direction.insert(number(line, 2));
    }
    data_.omega.assign(omega.begin(), omega.end());
    data_.direction.assign(direction.begin(), direction.end());
    for (const auto& [name, seen] :
         {std::pair{"added_mass", &seen_.added_mass}, std::pair{"radiation_damping", &seen_.damping},
          std::pair{"excitation", &seen_.excitation}}) {
      if (seen->empty() || seen->size() == omega.size()) continue;
      for (const double w : omega) {
        if (seen->count(w) != 0) continue;
        mistakes_.error(Origin{name_, 0, 0, {}}, fmt::format("{} is missing at omega = {} rad/s", name, w),
                        "give every quantity at the same frequencies");
        break;
      }
    }
  }

  void allocate() {
    const auto columns = static_cast<Eigen::Index>(data_.total_dof());
    // A sparse table may leave out most entries, but not so many that a few lines ask for all memory.
    constexpr double kMostPerLine = 1e4;
    const double entries = static_cast<double>(columns) * static_cast<double>(data_.omega.size()) *
                           (2.0 * static_cast<double>(columns) + static_cast<double>(data_.direction.size()));
    if (entries > kMostPerLine * static_cast<double>(lines_.size())) {
      mistakes_.error(Origin{name_, 0, 0, {}},
                      fmt::format("{} bodies at {} frequencies make {:.3g} coefficients, the table has {} lines",
                                  data_.bodies.size(), data_.omega.size(), entries, lines_.size()),
                      "is a line `body` repeated?");
      mistakes_.throw_if_errors();
    }
    data_.file = name_;
    data_.code = "table";
    for (HydroBody& body : data_.bodies) {
      body.restoring_stiffness = MatrixX::Zero(6, 6);
      if (!seen_.added_mass.empty()) body.added_mass.assign(data_.omega.size(), MatrixX::Zero(6, columns));
      if (!seen_.damping.empty()) body.radiation_damping.assign(data_.omega.size(), MatrixX::Zero(6, columns));
      if (!seen_.excitation.empty()) {
        body.excitation.assign(data_.direction.size(),
                               std::vector<Eigen::VectorXcd>(data_.omega.size(), Eigen::VectorXcd::Zero(6)));
      }
    }
  }

  /// 0-based index through all bodies, or nothing.
  std::optional<Eigen::Index> index(const Line& line, std::size_t cell) {
    const double value = number(line, cell);
    if (value >= 1.0 && value <= data_.total_dof() && value == std::floor(value))
      return static_cast<Eigen::Index>(value) - 1;
    mistakes_.error(line.origin,
                    fmt::format("{}: index {} must be 1 to {}", line.cells[0], line.cells[cell], data_.total_dof()));
    return std::nullopt;
  }

  void fill(const Line& line) {
    const std::string& kind = line.cells[0];
    const double rho = data_.density.value_or(1000.0);
    const double g = data_.gravity.value_or(kGravity);
    if (kind != "stiffness" && kind != "added_mass" && kind != "radiation_damping" && kind != "excitation") return;
    const auto i = index(line, 1);
    if (!i) return;
    HydroBody& body = data_.bodies[static_cast<std::size_t>(*i / 6)];
    const Eigen::Index row = *i % 6;
    const auto place = [](const std::vector<double>& axis, double at) {
      return static_cast<std::size_t>(std::lower_bound(axis.begin(), axis.end(), at) - axis.begin());
    };
    if (kind == "excitation") {
      const double w = number(line, 3), direction = number(line, 2);
      if (is_limit(w)) return;
      once(line, {static_cast<double>(*i), direction, w});
      body.excitation[place(data_.direction, direction)][place(data_.omega, w)](row) =
          std::complex<double>(coefficient(line, 4), coefficient(line, 5)) / (rho * g);
      return;
    }
    const auto j = index(line, 2);
    if (!j) return;
    if (kind == "stiffness") {
      if (*j / 6 != *i / 6)
        return static_cast<void>(
            mistakes_.error(line.origin, "stiffness couples two bodies", "it belongs to one body"));
      once(line, {static_cast<double>(*i), static_cast<double>(*j)});
      body.restoring_stiffness(row, *j % 6) = number(line, 3) / (rho * g);
      return;
    }
    const double w = number(line, 3, true);
    const double value = is_limit(w) ? number(line, 4) : coefficient(line, 4);
    once(line, {static_cast<double>(*i), static_cast<double>(*j), w});
    if (kind == "added_mass" && is_limit(w)) {
      auto& limit = w == 0.0 ? body.added_mass_zero : body.added_mass_infinite;
      if (!limit) limit = MatrixX::Zero(6, data_.total_dof());
      (*limit)(row, *j) = value / rho;
    } else if (kind == "added_mass") {
      body.added_mass[place(data_.omega, w)](row, *j) = value / rho;
    } else if (!is_limit(w)) {
      body.radiation_damping[place(data_.omega, w)](row, *j) = value / (rho * w);
    }
  }

  /// An entry that is given at one frequency (and direction) must be given at all: a line that is missing would be a 0.
  void complete() {
    using Place = std::vector<double>;
    const auto lacks = [&](const std::string& quantity, const Place& place, const std::string& at) {
      mistakes_.error(Origin{name_, 0, 0, {}},
                      fmt::format("{}, {:g}, {:g} is missing at {}", quantity, place[0], place[1], at),
                      "give it wherever the others of its quantity are given, as 0 if it is 0");
    };
    for (const char* quantity : {"added_mass", "radiation_damping", "excitation"}) {
      const bool wave = std::string(quantity) == "excitation";
      std::map<Place, std::set<double>> given;  // entry or (dof, direction): at which frequencies
      std::set<double> dofs;
      bool zero = false, infinite = false, finite = false;
      for (const auto& [place, line] : given_[quantity]) {
        given[{place[0], place[1]}].insert(place[2]);
        dofs.insert(place[0]);
        zero = zero || place[2] == 0.0;
        infinite = infinite || std::isinf(place[2]);
        finite = finite || !is_limit(place[2]);
      }
      std::set<double> wanted;
      if (finite) wanted.insert(data_.omega.begin(), data_.omega.end());
      if (zero) wanted.insert(0.0);
      if (infinite) wanted.insert(HUGE_VAL);
      if (wave) {
        for (const double dof : dofs) {
          for (const double direction : data_.direction) given[{dof, direction}];
        }
      }
      for (const auto& [place, at] : given) {
        for (const double w : wanted) {
          if (at.count(w) == 0) {
            const Place shown{place[0] + 1.0, wave ? place[1] : place[1] + 1.0};
            lacks(quantity, shown, std::isinf(w) ? "infinite frequency" : fmt::format("omega = {:g} rad/s", w));
            break;
          }
        }
      }
    }
  }

  std::string name_;
  bool keep_gaps_;
  std::vector<Line> lines_;
  HydroData data_;
  Frequencies seen_;
  std::map<std::string, std::map<std::vector<double>, int>> given_;  ///< quantity, its place, line
  Diagnostics mistakes_;
};

}  // namespace

HydroData read_coefficient_table(std::istream& in, const std::string& name, NonFinite gaps) {
  return code::of_file([&] { return TableReader(in, name, gaps).take(); });
}

HydroData read_coefficient_table(const std::string& path, NonFinite gaps) {
  require_regular_file(path);
  std::ifstream in(path);
  if (!in) {
    throw code::error(code::kNoFile, Origin{path, 0, 0, {}}, "cannot be opened", "check the path");
  }
  return read_coefficient_table(in, path, gaps);
}

}  // namespace swell::hydro
