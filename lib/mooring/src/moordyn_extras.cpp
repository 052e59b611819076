// Parts of MoorDyn's line files that few have: viscoelastic types, failures, controls, an uneven sea bed.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "moordyn_reader.h"
#include "swell/base/error_codes.h"
#include "swell/base/text.h"

namespace swell::mooring::moordyn {

Words split(const std::string& line) {
  std::istringstream stream(line);
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<Hold> hold_of(const std::string& attachment) {
  static const std::map<std::string, Hold> kWords = {
      {"fixed", Hold::fixed},    {"fix", Hold::fixed},   {"anchor", Hold::fixed}, {"coupled", Hold::coupled},
      {"vessel", Hold::coupled}, {"ves", Hold::coupled}, {"cpld", Hold::coupled}, {"free", Hold::free},
      {"con", Hold::free},       {"point", Hold::free},  {"connect", Hold::free}};
  const auto found = kWords.find(attachment);
  return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

std::string unquoted(const std::string& text) {
  const bool quoted = text.size() > 1 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// EA = slow|fast or slow|A|b, with the fast one A + b times the slow load; BA = slow|fast. Else one number or a file.
void Reader::take_elasticity(const Row& row, LineType& type) {
  const auto barred = [&](const char* quantity) {
    const int c = column(quantity);
    return c >= 0 && static_cast<std::size_t>(c) < row.cells.size() &&
           row.cells[static_cast<std::size_t>(c)].find('|') != std::string::npos;
  };
  const bool slow = barred("EA");
  double BA = 0.0;
  if (slow) {
    const std::vector<double> EA = values(row, "EA", {2, 3}, "LINE TYPES");
    type.axial_stiffness = EA[0];
    type.dynamic_stiffness = EA[1];
    if (EA.size() == 3) type.dynamic_slope = EA[2];
  } else {
    type.axial_stiffness = value_or_curve(row, "EA", type.tension);
  }
  if (slow && barred("BA")) {
    const std::vector<double> both = values(row, "BA", {2}, "LINE TYPES");
    BA = both[0];
    type.dynamic_damping = both[1];
  } else {
    BA = value_or_curve(row, "BA", type.damping);
  }
  if (BA < 0.0) {
    type.damping_ratio = -BA;
  } else {
    type.internal_damping = BA;
  }
}

// Lines by number, separated by commas.
std::vector<std::size_t> Reader::lines_of(const Row& row, const std::string& thing) {
  std::vector<std::size_t> found;
  std::istringstream stream(word(row, "line list", section_ == Section::failures ? "FAILURE" : "CONTROL"));
  for (std::string name; std::getline(stream, name, ',');) {
    const auto& lines = file_.model.lines;
    const auto at =
        std::find_if(lines.begin(), lines.end(), [&](const MooringLine& line) { return line.name == name; });
    if (at == lines.end()) {
      error(code::kUnknownName, row.line, fmt::format("{}: line {} is not among the LINES", thing, name));
    } else {
      found.push_back(static_cast<std::size_t>(at - lines.begin()));
    }
  }
  return found;
}

void Reader::take_failure(const Row& row) {
  LineFailure failure;
  failure.name = word(row, "failure", "FAILURE");
  const std::string thing = "failure " + failure.name;
  std::optional<std::array<std::size_t, 2>> clamp;
  const std::optional<std::size_t> point = end_named(row, thing, "point", true, clamp, "FAILURE");
  failure.lines = lines_of(row, thing);
  const double time = value(row, "FailTime", "FAILURE"), tension = value(row, "FailTen", "FAILURE");
  if (!point || header_bad_) return;
  failure.point = *point;
  if (time > 0.0) failure.time = time;
  if (tension > 0.0) failure.tension = tension;
  if (!(time > 0.0 || tension > 0.0))
    error("missing", row.line, fmt::format("{} has neither FailTime nor FailTen", thing), "give one above 0");
  for (const std::size_t n : failure.lines) {
    const MooringLine& line = file_.model.lines[n];
    if (line.point_a != *point && line.point_b != *point)
      error("contradiction", row.line, fmt::format("{}: line {} does not end at that point", thing, line.name));
  }
  constexpr std::size_t kMost = 50;  // they are kept as bits of a number
  if (file_.model.failures.size() == kMost)
    error("out-of-range", row.line, fmt::format("there are more than {} failures", kMost));
  LinePoint loose;
  loose.name = thing;
  loose.kind = PointKind::free;
  loose.position = file_.model.points[*point].position;
  loose.mass = 1.0;  // until a line is there; beside that of its half segment it is nothing
  failure.loose = add_point(loose, kNoId, row.line);
  file_.model.failures.push_back(failure);
}

void Reader::take_control(const Row& row) {
  const std::string name = "channel" + word(row, "channel", "CONTROL");
  for (const std::size_t n : lines_of(row, name)) {
    MooringLine& line = file_.model.lines[n];
    if (line.winch)
      error(code::kDuplicateName, row.line, fmt::format("line {} has two channels of CONTROL", line.name));
    line.winch = file_.model.winches.size();
  }
  file_.model.winches.push_back(name);
}

// Depths on a grid, as MoorDyn-C writes it (counts, x, y, then x y depth) or MoorDyn-F (nGridX, nGridY, a table).
void Reader::take_seafloor(const Row& row, const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(name_).parent_path() / name;
  files_.push_back(path);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    error(code::kNoFile, row.line, fmt::format("the file of the sea bed {} is not beside the line file", name));
    return;
  }
  std::ifstream stream(path);
  std::vector<double> values;
  std::string line;
  bool table = false;
  for (int n = 1; std::getline(stream, line); ++n) {
    for (const std::string& cell : split(line)) {
      if (cell[0] == '#') break;
      const std::optional<double> v = parse_fortran_number(cell);
      if (v) values.push_back(*v);
      table = table || lower_case(cell).rfind("ngrid", 0) == 0;
    }
  }
  Seabed bed = seabed_;
  const auto count = [&](std::size_t at) {
    return at < values.size() && values[at] >= 1.0 && values[at] < 1e4 ? static_cast<std::size_t>(values[at]) : 0;
  };
  const std::size_t nx = count(0), ny = count(1), n = nx * ny;
  bool good = n > 0 && values.size() == 2 + nx + ny + (table ? n : 3 * n);
  if (good) {
    bed.depths.assign(n, -1.0);
    bed.x.assign(values.begin() + 2, values.begin() + 2 + static_cast<std::ptrdiff_t>(nx));
    for (std::size_t k = 0, at = 2 + nx; k < ny; ++k) {
      if (table) {
        bed.y.push_back(values[at++]);
        for (std::size_t i = 0; i < nx; ++i) bed.depths[i * ny + k] = values[at++];
      } else {
        bed.y.push_back(values[at + k]);
      }
    }
    for (std::size_t k = 2 + nx + ny; !table && k + 2 < values.size(); k += 3) {
      const auto x = std::find(bed.x.begin(), bed.x.end(), values[k]);
      const auto y = std::find(bed.y.begin(), bed.y.end(), values[k + 1]);
      good = good && x != bed.x.end() && y != bed.y.end();
      if (good)
        bed.depths[static_cast<std::size_t>(x - bed.x.begin()) * ny + static_cast<std::size_t>(y - bed.y.begin())] =
            std::abs(values[k + 2]);
    }
    good = good && *std::min_element(bed.depths.begin(), bed.depths.end()) > 0.0;
    for (const std::vector<double>* axis : {&bed.x, &bed.y}) {
      for (std::size_t k = 1; k < axis->size(); ++k) good = good && (*axis)[k] > (*axis)[k - 1];
    }
  }
  if (!good) {
    diagnostics_
        .error({path.string(), 0, 0, ""}, "is not a grid of depths",
               "numbers of x and y, the x, the y (ascending), then a line x y depth for every point of the grid")
        .code = code::kBadFile;
    return;
  }
  seabed_ = bed;
  depth_ = *std::max_element(bed.depths.begin(), bed.depths.end());
  file_.depth_given = at(row.line);
}

}  // namespace swell::mooring::moordyn
