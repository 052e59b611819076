#include "swell/mooring/moordyn_file.h"

#include <cmath>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>

#include "moordyn_reader.h"
#include "swell/base/error_codes.h"
#include "swell/base/regular_file.h"
#include "swell/base/text.h"
#include "swell/mooring/catenary.h"

namespace swell::mooring {
namespace moordyn {

namespace {

// MoorDyn's default of FricDamp (FORTRAN: cv), N s/m per node and unit of the coefficient.
constexpr double kFricDamp = 200.0;

bool is_rule(const std::string& line) { return line.rfind("---", 0) == 0; }

Section section_of(const std::string& title) {
  const std::string t = lower_case(title);
  const auto has = [&](const char* word) { return t.find(word) != std::string::npos; };
  if (has("need this line") || has("end of input")) return Section::end;
  if (has("line types") || has("line dictionary")) return Section::types;
  if (has("failure")) return Section::failures;
  if (has("control")) return Section::controls;
  if (has("external load") || has("syrope")) return Section::unsupported;
  if (has("rod types") || has("rod dictionary")) return Section::rod_types;
  if (has("rods") || has("rod list") || has("rod prop")) return Section::rods;
  if (has("bodies") || has("body")) return Section::bodies;
  if (has("point") || has("connection") || has("node")) return Section::points;
  if (has("option")) return Section::options;
  if (has("output")) return Section::outputs;
  if (has("line")) return Section::lines;
  return t.find_first_not_of("- \t\r") == std::string::npos ? Section::none : Section::unknown;
}

}  // namespace

const std::map<std::string, Words>& synonyms() {
  static const std::map<std::string, Words> names = {
      {"type name", {"typename", "linetype", "name", "type"}},
      {"diameter", {"diam", "diameter", "d"}},
      {"mass", {"mass/m", "mass/length", "massden", "massdeninair", "massdenair"}},
      {"EA", {"ea"}},
      {"BA", {"ba/-zeta", "ba", "ba/zeta", "c", "cintdamp"}},
      {"EI", {"ei"}},
      {"Cd", {"cd", "cdn"}},
      {"Ca", {"ca", "can", "ca*"}},
      {"CdAx", {"cdax", "cdt"}},
      {"CaAx", {"caax", "cat"}},
      {"id", {"id", "node", "point", "conn", "line", "rod", "body", "#", "connection"}},
      {"attachment", {"attachment", "type", "att"}},
      {"Cl", {"cl"}},
      {"dF", {"df"}},
      {"cF", {"cf"}},
      {"point", {"point", "node"}},
      {"line list", {"line(s)", "lines", "line"}},
      {"FailTime", {"failtime", "time"}},
      {"FailTen", {"failten", "tension"}},
      {"channel", {"channelid", "channel", "id"}},
      {"failure", {"failureid", "failure", "id"}},
      {"X", {"x", "x0"}},
      {"Y", {"y", "y0"}},
      {"Z", {"z", "z0"}},
      {"roll", {"r0"}},
      {"pitch", {"p0"}},
      {"yaw", {"y0*"}},
      {"point mass", {"mass", "m"}},
      {"volume", {"volume", "vol", "v"}},
      {"CG", {"cg*", "cg", "cgz"}},
      {"I", {"i*", "i", "inertia"}},
      {"CdEnd", {"cdend"}},
      {"CaEnd", {"caend"}},
      {"rod type", {"rodtype", "typename", "type"}},
      {"Xa", {"xa"}},
      {"Ya", {"ya"}},
      {"Za", {"za"}},
      {"Xb", {"xb"}},
      {"Yb", {"yb"}},
      {"Zb", {"zb"}},
      {"CdA", {"cda", "cda*"}},
      {"line type", {"linetype", "type"}},
      {"end A", {"attacha", "nodeanch", "nodea", "enda", "connecta", "anchor"}},
      {"end B", {"attachb", "nodefair", "nodeb", "endb", "connectb", "fairlead"}},
      {"length", {"unstrlen", "unstrlength", "length", "unstr"}},
      {"segments", {"numsegs", "numseg", "segs", "n"}},
  };
  return names;
}

void Reader::begin(Section section, int line) {
  section_ = section;
  header_.clear();
  header_bad_ = false;
  header_line_ = line + 1;
  rows_to_skip_ = section == Section::options || section == Section::outputs || section == Section::end ? 0 : 2;
  saw_types_ = saw_types_ || section == Section::types;
  saw_points_ = saw_points_ || section == Section::points;
  saw_lines_ = saw_lines_ || section == Section::lines;
}

// EA, BA and EI are a number or the name of a file: three lines of heading, then two columns.
double Reader::value_or_curve(const Row& row, const std::string& quantity, LineCurve& curve) {
  if (header_bad_) return 0.0;
  const std::string text = word(row, quantity, "LINE TYPES");
  if (text.empty()) return 0.0;
  if (const std::optional<double> v = parse_fortran_number(text)) return *v;
  std::filesystem::path path = std::filesystem::path(name_).parent_path() / text;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    error(code::kNoFile, row.line,
          fmt::format("LINE TYPES: {} = {} is neither a number nor a file beside the line file", quantity, text));
    return 0.0;
  }
  curve = read_curve(row, quantity, path);
  return 0.0;
}

LineCurve Reader::read_curve(const Row& row, const std::string& quantity, const std::filesystem::path& path) {
  files_.push_back(path);
  LineCurve curve;
  std::ifstream stream(path);
  std::string line;
  constexpr int kHeading = 3;
  for (int n = 1; std::getline(stream, line); ++n) {
    const Words words = split(line);
    if (words.empty()) continue;
    const std::optional<double> x = parse_fortran_number(words[0]),
                                y = words.size() > 1 ? parse_fortran_number(words[1]) : std::nullopt;
    if (!x || !y) {
      if (n <= kHeading) continue;
      diagnostics_.error({path.string(), n, 0, ""}, fmt::format("\"{}\" is not a pair of numbers", line)).code =
          "wrong-value";
      return {};
    }
    if (curve.empty() && *x > 0.0) {
      curve.x.push_back(0.0);
      curve.y.push_back(0.0);
    }
    curve.x.push_back(*x);
    curve.y.push_back(*y);
  }
  if (curve.x.size() < 2) {
    error("missing", row.line, fmt::format("LINE TYPES: {} = {}: the file has no table", quantity, path.string()),
          "three lines of heading, then two columns that start at 0 0");
    return {};
  }
  return curve;
}

void Reader::take_type(const Row& row) {
  LineType type;
  type.name = word(row, "type name", "LINE TYPES");
  type.diameter = value(row, "diameter", "LINE TYPES");
  type.mass_per_length = value(row, "mass", "LINE TYPES");
  take_elasticity(row, type);
  if (column("Cl") >= 0) {
    type.lift = value(row, "Cl", "LINE TYPES");
    if (column("cF") >= 0) type.lift_centre = value(row, "cF", "LINE TYPES");
    if (column("dF") >= 0) type.lift_range = value(row, "dF", "LINE TYPES");
  }
  if (column("EI") >= 0) type.bending_stiffness = value_or_curve(row, "EI", type.bending);
  type.drag_transverse = value(row, "Cd", "LINE TYPES");
  type.added_mass_transverse = value(row, "Ca", "LINE TYPES");
  type.drag_tangential = value(row, "CdAx", "LINE TYPES");
  type.added_mass_tangential = value(row, "CaAx", "LINE TYPES");
  file_.model.types.push_back(type);
}

// Numbers in one cell, separated by bars; `counts` are the numbers of them that make sense.
std::vector<double> Reader::values(const Row& row, const std::string& quantity, std::vector<std::size_t> counts,
                                   const char* section) {
  if (header_bad_ || column(quantity) < 0) return std::vector<double>(counts.front(), 0.0);
  const std::string text = word(row, quantity, section);
  std::vector<double> list;
  std::istringstream stream(text);
  bool good = !text.empty();
  for (std::string cell; std::getline(stream, cell, '|');) {
    const std::optional<double> v = cell.empty() ? std::nullopt : parse_fortran_number(cell);
    good = good && v.has_value();
    list.push_back(v.value_or(0.0));
  }
  if (std::find(counts.begin(), counts.end(), list.size()) == counts.end()) good = false;
  if (!good && !text.empty())
    error("wrong-value", row.line,
          fmt::format("{}: {} = {}: expected {} numbers separated by |", section, quantity, text,
                      fmt::join(counts, " or ")));
  if (!good) list.assign(counts.front(), 0.0);
  return list;
}

std::size_t Reader::count_of(const Row& row, const std::string& thing, double least, double most) {
  const double count = value(row, "segments", thing.c_str());
  if (count == std::floor(count) && count >= least && count <= most) return static_cast<std::size_t>(count);
  error("out-of-range", row.line,
        fmt::format("{}: NumSegs = {} must be a whole number from {} to {:g}", thing, count, least, most));
  return static_cast<std::size_t>(least);
}

void Reader::take_point(const Row& row) {
  LinePoint point;
  point.name = word(row, "id", "POINTS");
  const std::string attachment = word(row, "attachment", "POINTS");
  point.position << value(row, "X", "POINTS"), value(row, "Y", "POINTS"), value(row, "Z", "POINTS");
  point.mass = value(row, "point mass", "POINTS", true);
  point.volume = value(row, "volume", "POINTS", true);
  point.drag_area = value(row, "CdA", "POINTS", true);
  point.added_mass = value(row, "Ca", "POINTS", true);
  if (header_bad_) return;
  const std::string kind = lower_case(attachment);
  const std::string thing = "point " + point.name;
  if (const auto hold = hold_of(kind == "fairlead" || kind == "coupledpinned" ? "coupled" : kind)) {
    point.kind = *hold == Hold::fixed     ? PointKind::fixed
                 : *hold == Hold::coupled ? PointKind::coupled
                                          : PointKind::free;
  } else if (kind.rfind("body", 0) == 0) {
    on_body(kind, thing, row.line, point);
  } else if (!attachment.empty()) {
    error("wrong-value", row.line, fmt::format("point {}: attachment {} is not known", point.name, attachment),
          "use Fixed, Coupled (or Vessel), Free (or Connect), or BodyN");
  }
  const std::optional<double> id = point.name.empty() ? std::nullopt : parse_fortran_number(point.name);
  add_point(point, id && *id >= 0.0 && *id < 1e9 ? static_cast<int>(*id) : -1, row.line);
}

// The point that a line ends at: a number, or an end of a rod (R1A), which also holds the direction of a stiff line
// that leaves (or reaches) it.
std::optional<std::size_t> Reader::line_end(const Row& row, const char* which, const std::string& line, bool leaves,
                                            std::optional<std::array<std::size_t, 2>>& clamp) {
  return end_named(row, "line " + line, which, leaves, clamp, "LINES");
}

std::optional<std::size_t> Reader::end_named(const Row& row, const std::string& thing, const char* which, bool leaves,
                                             std::optional<std::array<std::size_t, 2>>& clamp, const char* section) {
  const std::string given = word(row, which, section);
  std::string text = lower_case(given);
  if (text.empty()) return {};
  for (const char* prefix : {"point", "con", "p", "c"}) {
    if (text.rfind(prefix, 0) == 0) text = text.substr(std::string(prefix).size());
  }
  if (text.rfind('r', 0) == 0) {
    text = text.substr(text.rfind("rod", 0) == 0 ? 3 : 1);
    const char end = text.empty() ? ' ' : text.back();
    const auto rod = rod_ids_.find(text.empty() ? text : text.substr(0, text.size() - 1));
    if (rod == rod_ids_.end() || (end != 'a' && end != 'b')) {
      error(code::kUnknownName, row.line, fmt::format("{}: {} = {} is not an end of the RODS", thing, which, given),
            "write R1A or R1B for the ends of rod 1");
      return {};
    }
    const Rod& on = rods_[rod->second];
    const std::size_t a = on.points.front(), b = on.points.back();
    // The line goes on in the direction in which the rod points out of that end.
    const bool forwards = (end == 'b') == leaves;
    clamp = forwards ? std::array<std::size_t, 2>{a, b} : std::array<std::size_t, 2>{b, a};
    return end == 'a' || on.type == kDirection ? a : b;
  }
  const std::optional<double> id = text.empty() ? std::nullopt : parse_fortran_number(text);
  const auto found =
      id ? std::find_if(point_ids_.begin(), point_ids_.end(), [&](int known) { return known >= 0 && known == *id; })
         : point_ids_.end();
  if (found == point_ids_.end()) {
    error(code::kUnknownName, row.line, fmt::format("{}: {} = {} is not among the POINTS", thing, which, given));
    return {};
  }
  return static_cast<std::size_t>(found - point_ids_.begin());
}

void Reader::take_line(const Row& row) {
  MooringLine line;
  line.name = word(row, "id", "LINES");
  const std::string type = word(row, "line type", "LINES");
  if (header_bad_) return;
  for (const MooringLine& other : file_.model.lines) {
    if (other.name == line.name)
      error(code::kDuplicateName, row.line, fmt::format("line {} is defined twice", line.name));
  }
  Words known;
  bool found = false;
  for (std::size_t i = 0; i < file_.model.types.size(); ++i) {
    known.push_back(file_.model.types[i].name);
    if (file_.model.types[i].name != type) continue;
    line.type = i;
    found = true;
  }
  if (!found) {
    error(code::kUnknownName, row.line, fmt::format("line {}: line type {} is not among LINE TYPES", line.name, type),
          did_you_mean(type, known));
  }
  // Version 1 writes the length and segments before the ends; the header knows.
  line.point_a = line_end(row, "end A", line.name, true, line.clamp_a).value_or(0);
  line.point_b = line_end(row, "end B", line.name, false, line.clamp_b).value_or(0);
  line.length = value(row, "length", "LINES");
  line.segments = static_cast<int>(count_of(row, "line " + line.name, 1.0, 1e5));
  if (!found) return;
  file_.model.lines.push_back(line);
}

void Reader::take_option(const Row& row) {
  if (row.cells.size() < 2) {
    error("missing", row.line, fmt::format("option \"{}\" has a value and no name", row.cells[0]), "write: value name");
    return;
  }
  const std::string name = lower_case(row.cells[1]);
  static const Words kIgnored = {"writelog",      "writeunits",      "cfl",          "dtic",      "threshic",
                                 "cdscaleic",     "fileic",          "icgendynamic", "dtout",     "tscheme",
                                 "disableoutput", "disableouttime",  "dtwave",       "inertialf", "inertialf_rampt",
                                 "outswitch",     "unifycurrentgrid"};
  const auto density = [&](double v) {
    file_.model.water_density = v;
    file_.density_given = at(row.line);
  };
  const auto depth = [&](double v) {
    depth_ = std::abs(v);
    file_.depth_given = at(row.line);
  };
  const auto gravity = [&](double v) {
    file_.model.gravity = std::abs(v);
    file_.gravity_given = at(row.line);
  };
  // Waves and currents of the case act. Those of MoorDyn's own files are not read.
  const auto of_file = [&](const std::string& value) {
    diagnostics_.warning("unknown-option", at(row.line),
                         fmt::format("{} {}: the files of waves and currents are not read; the water of the case acts",
                                     row.cells[1], value),
                         "give waves and current in the case, and moorings.water");
  };
  const auto waves = [&](double v) {
    file_.wave_kinematics = file_.wave_kinematics || v != 0.0;
    if (v > 1.0) of_file(row.cells[0]);
  };
  const std::map<std::string, std::function<void(double)>> set = {
      {"dtm", [&](double v) { file_.step = v; }},
      {"tmaxic", [&](double v) { file_.model.starts_at_rest = v != 0.0; }},
      {"kbot", [&](double v) { seabed_.stiffness = v; }},
      {"kb", [&](double v) { seabed_.stiffness = v; }},
      {"cbot", [&](double v) { seabed_.damping = v; }},
      {"cb", [&](double v) { seabed_.damping = v; }},
      {"wtrdpth", depth},
      {"depth", depth},
      {"wtrdnsty", density},
      {"rho", density},
      {"rhow", density},
      {"g", gravity},
      {"gravity", gravity},
      {"frictioncoefficient", [&](double v) { seabed_.friction = v; }},
      {"mu_kt",
       [&](double v) {
         seabed_.friction = v;
         if (!seabed_.friction_axial) seabed_.friction_axial = 0.0;  // the default of MU_KA
       }},
      {"mu_ka", [&](double v) { seabed_.friction_axial = v; }},
      {"fricdamp", [&](double v) { seabed_.friction_damping = v; }},
      {"cv", [&](double v) { seabed_.friction_damping = v; }},
      {"statdynfricscale", [&](double v) { seabed_.friction_static = v; }},
      {"mc", [&](double v) { seabed_.friction_static = v; }},
      {"wavekin", waves},
      {"waterkin", waves},
      {"currents",
       [&](double v) {
         file_.wave_kinematics = file_.wave_kinematics || v != 0.0;
         if (v != 0.0) of_file(row.cells[0]);
       }},
      {"seafloorfile", [&](double) { take_seafloor(row, row.cells[0]); }},
  };
  const auto found = set.find(name);
  if (found == set.end()) {
    if (std::find(kIgnored.begin(), kIgnored.end(), name) == kIgnored.end()) {
      diagnostics_.warning("unknown-option", at(row.line),
                           fmt::format("option {} is not known and has no effect", row.cells[1]));
    }
    return;
  }
  const std::optional<double> v = parse_fortran_number(row.cells[0]);
  if (!v && (name == "seafloorfile" || name == "wtrdpth" || name == "depth"))
    return take_seafloor(row, unquoted(row.cells[0]));
  if (!v && name == "waterkin") {
    file_.wave_kinematics = true;
    if (lower_case(unquoted(row.cells[0])) != "seastate") of_file(row.cells[0]);
    return;
  }
  if (!v) {
    error("wrong-value", row.line, fmt::format("option {} = {} is not a number", row.cells[1], row.cells[0]));
    return;
  }
  found->second(*v);
}

void Reader::report_unread(const Row& row) {
  if (header_bad_ || diagnostics_.has_errors()) return;
  for (std::size_t c = 0; c < row.cells.size(); ++c) {
    const std::string name = c < header_.size() ? header_[c] : fmt::format("column {}", c + 1);
    if (read_.count(c) != 0 || name.find("out") != std::string::npos || name.find("flag") != std::string::npos)
      continue;
    const std::optional<double> v = parse_fortran_number(row.cells[c]);
    if (v ? *v == 0.0 : c >= header_.size() || row.cells[c] == "-") continue;  // text behind the columns: a remark
    if (!reported_.insert(fmt::format("{} {}", static_cast<int>(section_), name)).second) continue;
    diagnostics_.warning("unread-column", at(row.line),
                         fmt::format("{} = {} is not used and has no effect", name, row.cells[c]),
                         section_ == Section::bodies ? "a coupled body has the inertia and drag of the case's body"
                                                     : "constant forces are not modelled");
  }
}

void Reader::take(const Row& row) {
  read_.clear();
  take_row(row);
  const bool table = section_ == Section::types || section_ == Section::rod_types || section_ == Section::rods ||
                     section_ == Section::bodies || section_ == Section::points;
  if (table) report_unread(row);
}

void Reader::take_row(const Row& row) {
  switch (section_) {
    case Section::types:
      return take_type(row);
    case Section::rod_types:
      return take_rod_type(row);
    case Section::rods:
      return take_rod(row);
    case Section::bodies:
      return take_body(row);
    case Section::points:
      return take_point(row);
    case Section::lines:
    case Section::failures:
    case Section::controls:
      later_[section_].rows.push_back(row);
      return;
    case Section::unknown:
      if (saw_types_ && reported_.insert("section").second)
        diagnostics_.warning("unknown-option", at(row.line),
                             "belongs to a section that is not known: it has no effect");
      return;
    case Section::options:
      return take_option(row);
    case Section::outputs:
      file_.outputs.insert(file_.outputs.end(), row.cells.begin(), row.cells.end());
      return;
    case Section::unsupported:
      error(code::kBadFile, row.line, "external loads and SYROPE lines are not supported",
            "remove the section's entries; forces on a body of the case go into its components");
      return;
    case Section::none:
    case Section::end:
      return;
  }
}

// FricDamp is a force per node, whatever the node weighs: on chains its default hardly brakes.
void Reader::warn_of_weak_friction() {
  constexpr double kSlow = 1.0, kBrisk = 0.1;  // [m/s]
  const LineModel& model = file_.model;
  if (!(seabed_.friction > 0.0)) return;
  for (const MooringLine& line : model.lines) {
    if (line.type >= model.types.size()) continue;
    const LineType& type = model.types[line.type];
    const double weight = submerged_weight(type.mass_per_length, type.diameter, model.water_density, model.gravity) *
                          line.length / line.segments;
    const double speed = weight / *seabed_.friction_damping;
    if (!(speed > kSlow)) continue;
    diagnostics_.warning(
        "seabed-friction", at(0),
        fmt::format(
            "line {}: with FricDamp = {:g} a node on the seabed meets its friction mu N at a slip of {:.3g} m/s, "
            "below it proportionally less, as in MoorDyn",
            line.name, *seabed_.friction_damping, speed),
        fmt::format("for friction in full from {} m/s on: FricDamp = {:.2g}", kBrisk, weight / kBrisk));
    return;
  }
}

void Reader::finish() {
  const bool rigid = !file_.model.rod_types.empty() || !file_.bodies.empty();
  if (!saw_types_ && !rigid) error(code::kBadFile, 0, "has no section LINE TYPES", "is it a MoorDyn line file?");
  if (!saw_points_ && rod_ids_.empty()) error(code::kBadFile, 0, "has no section POINTS (or CONNECTION PROPERTIES)");
  if (!saw_lines_ && rod_ids_.empty() && file_.bodies.empty()) error(code::kBadFile, 0, "has no section LINES");
  for (auto& [section, table] : later_) {  // lines, then failures and controls, which name lines
    section_ = section;
    header_ = table.header;
    header_line_ = table.header_line;
    header_bad_ = false;
    for (const Row& row : table.rows) {
      if (header_bad_) break;
      read_.clear();
      if (section == Section::lines) take_line(row);
      if (section == Section::failures) take_failure(row);
      if (section == Section::controls) take_control(row);
      if (section == Section::lines) report_unread(row);
    }
  }
  for (std::size_t i = 0; i < point_ids_.size(); ++i) {
    if (point_ids_[i] < 0 && point_ids_[i] != kNoId)
      error("wrong-value", point_lines_[i],
            fmt::format("point {}: the ID must be a whole number", file_.model.points[i].name));
    for (std::size_t j = 0; j < i && point_ids_[i] != kNoId; ++j) {
      if (point_ids_[i] == point_ids_[j])
        error(code::kDuplicateName, point_lines_[i], fmt::format("point {} is defined twice", point_ids_[i]));
    }
  }
  for (auto& point : file_.model.points) point.position += position_;
  for (auto& each : file_.model.rigids) each.position += position_;
  for (auto& body : file_.bodies) body.position += position_;
  if (depth_) {
    seabed_.depth = *depth_;
    if (!seabed_.friction_damping) seabed_.friction_damping = kFricDamp;
    file_.model.seabed = seabed_;
    warn_of_weak_friction();
  }
  if (!diagnostics_.has_errors()) check(file_.model, at(0), diagnostics_);
  diagnostics_.throw_if_errors();
  file_.warnings = diagnostics_.list();
}

MoordynFile Reader::read(const std::string& text) {
  std::istringstream stream(text);
  std::string line;
  for (int n = 1; std::getline(stream, line); ++n) {
    if (is_rule(line)) {
      begin(section_of(line), n);
      continue;
    }
    Row row{n, split(line)};
    if (row.cells.empty() || section_ == Section::none || section_ == Section::end) continue;
    if (row.cells[0][0] == '#' || row.cells[0][0] == '!') continue;
    if (rows_to_skip_ > 0) {
      if (rows_to_skip_ == 2 && parse_fortran_number(row.cells[0])) continue;  // version 1 of OpenFAST counts first
      if (rows_to_skip_-- == 2) {
        for (const std::string& cell : row.cells) header_.push_back(lower_case(cell));
        header_line_ = n;
        if (section_ == Section::lines || section_ == Section::failures || section_ == Section::controls) {
          later_[section_].header = header_;
          later_[section_].header_line = n;
        }
      }
      continue;
    }
    if (!header_bad_) take(row);
  }
  finish();
  return std::move(file_);
}

}  // namespace moordyn

MoordynFile parse_moordyn(const std::string& text, const std::string& name, std::optional<double> depth,
                          const Vector3& position) {
  return code::of_file([&] { return moordyn::Reader(name, depth, position).read(text); });
}

std::vector<std::filesystem::path> files_of_moordyn(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  constexpr std::size_t kStart = 1U << 16U;  // [bytes] A table or a mesh, however long, shows there what it is.
  std::string text(kStart, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  const bool has_rule = text.rfind("---", 0) == 0 || text.find("\n---") != std::string::npos;
  if (!has_rule || text.find('\0') != std::string::npos) return {};
  text.append(std::istreambuf_iterator<char>(stream), {});
  moordyn::Reader reader(path.string(), {});
  try {
    reader.read(text);
  } catch (const InputError&) {  // for who reads the case to report
  }
  return reader.files();
}

MoordynFile read_moordyn_file(const std::string& path, std::optional<double> depth, const Vector3& position) {
  require_regular_file(path);
  if (const auto text = file_bytes(path)) return parse_moordyn(*text, path, depth, position);
  throw code::error(code::kNoFile, {path, 0, 0, ""}, "mooring file cannot be opened",
                    "check the path; it is relative to the case file");
}

}  // namespace swell::mooring
