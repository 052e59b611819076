#include "formats/aqwa/aqwa_lis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "files/hydrostatics_files.h"
#include "files/text_file.h"
#include "formats/aqwa/aqwa_qtf.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

struct ForceGroup {
  double heading = 0.0;
  std::vector<double> omega;
  std::vector<std::array<double, 12>> rows;  // amplitude and phase [deg], six times
};
struct Structure {
  Vector3 cg = Vector3::Zero(), cb = Vector3::Zero();
  double volume = 0.0;
  Matrix6 stiffness = Matrix6::Zero();
  std::vector<double> omega;
  std::vector<Matrix6> added_mass, damping;
  std::vector<ForceGroup> diffraction, froude_krylov, total;
};
struct Listing {
  std::optional<double> depth, density, gravity;
  std::vector<Structure> structures;
};

double value_after_equals(Reporter& report, long l, std::string_view line, const char* what) {
  double value = 0.0;
  const std::size_t at = line.rfind('=');
  report.numbers(l, split_fields(at == std::string_view::npos ? "" : line.substr(at + 1)), 0, 1, what, &value);
  return value;
}

class Scanner {
 public:
  Scanner(const TextFile& file, Listing& out, bool keep_gaps) : file_(file), report_(file, keep_gaps), out_(out) {}

  void run() {
    for (at_ = 0; at_ < file_.lines.size(); ++at_) {
      const std::string_view line = trimmed(file_.lines[at_]);
      if (line.empty()) continue;
      if (line == "1") {
        forces_ = nullptr;  // a page break ends every table
        continue;
      }
      if (line[0] == '*' && contains(line, "S T R U C T U R E")) {
        structure(line);
      } else if (contains(line, "WATER  DEPTH  .")) {
        out_.depth = value_after_equals(report_, here(), line, "water depth");
      } else if (contains(line, "DENSITY  OF  WATER")) {
        out_.density = value_after_equals(report_, here(), line, "water density");
      } else if (contains(line, "ACCELERATION  DUE  TO GRAVITY")) {
        out_.gravity = value_after_equals(report_, here(), line, "gravity");
      } else if (current_) {
        in_structure(line);
      }
    }
    report_.throw_if_errors();
  }

 private:
  long here() const { return static_cast<long>(at_); }

  void structure(std::string_view line) {
    const std::size_t e = line.rfind('E');
    const auto fields = split_fields(line.substr(e + 1));
    const auto number = fields.empty() ? std::nullopt : parse_integer(fields[0]);
    current_ = nullptr;
    forces_ = nullptr;
    if (!number || *number < 1 || *number > 1000) return;
    if (static_cast<std::size_t>(*number) > out_.structures.size())
      out_.structures.resize(static_cast<std::size_t>(*number));
    current_ = &out_.structures[static_cast<std::size_t>(*number) - 1];
  }

  void in_structure(std::string_view line) {
    if (contains(line, "STRUCTURE C.O.G.")) {
      const char* const names[] = {"GX=", "GY=", "GZ="};
      for (int axis = 0; axis < 3; ++axis) {
        const std::size_t at = line.find(names[axis]);
        double value = 0.0;
        if (at != std::string_view::npos &&
            report_.numbers(here(), split_fields(line.substr(at + 3)), 0, 1, "centre of gravity", &value)) {
          current_->cg[axis] = value;
        }
      }
    } else if (contains(line, "MESH BASED DISPLACEMENT")) {
      current_->volume = value_after_equals(report_, here(), line, "displacement");
    } else if (contains(line, "CENTRE OF BUOYANCY") && contains(line, "BX")) {
      for (int axis = 0; axis < 3 && at_ + static_cast<std::size_t>(axis) < file_.lines.size(); ++axis) {
        current_->cb[axis] = value_after_equals(
            report_, here() + axis, file_.lines[at_ + static_cast<std::size_t>(axis)], "centre of buoyancy");
      }
    } else if (line.rfind("HEAVE( Z) =", 0) == 0) {
      stiffness_row(line, 2);
    } else if (line.rfind("ROLL (RX) =", 0) == 0) {
      stiffness_row(line, 3);
    } else if (line.rfind("PITCH(RY) =", 0) == 0) {
      stiffness_row(line, 4);
    } else if (contains(line, "WAVE FREQUENCY =")) {
      // The limits have no period before the frequency; .AH1 has them with more digits.
      limit_ = !contains(line, "WAVE PERIOD");
      if (!limit_) current_->omega.push_back(value_after_equals(report_, here(), line, "wave frequency"));
    } else if (!limit_ && (line == "ADDED  MASS" || line == "DAMPING")) {
      matrix(line == "DAMPING" ? current_->damping : current_->added_mass);
    } else if (contains(line, "FORCES-VARIATION WITH WAVE PERIOD/FREQUENCY")) {
      forces_ = line.rfind("DIFFRACTION", 0) == 0       ? &current_->diffraction
                : line.rfind("FROUDE KRYLOV +", 0) == 0 ? &current_->total
                : line.rfind("FROUDE KRYLOV", 0) == 0   ? &current_->froude_krylov
                                                        : nullptr;
    } else if (forces_ && line[0] >= '0' && line[0] <= '9') {
      force_row(line);
    }
  }

  void stiffness_row(std::string_view line, int row) {
    double v[4] = {0.0, 0.0, 0.0, 0.0};  // Z RX RY RZ; AQWA 19 leaves out RZ
    const auto fields = split_fields(line.substr(line.find('=') + 1));
    const std::size_t count = fields.size() == 3 ? 3 : 4;
    if (!report_.numbers(here(), fields, 0, count, "hydrostatic stiffness", v)) return;
    for (int j = 0; j < 4; ++j) current_->stiffness(row, 2 + j) = v[j];
  }

  // Six rows X Y Z RX RY RZ within the next lines, blank ones between.
  void matrix(std::vector<Matrix6>& list) {
    static const char* const names[] = {"X", "Y", "Z", "RX", "RY", "RZ"};
    Matrix6 M = Matrix6::Zero();
    int row = 0;
    std::vector<std::string_view> fields;
    const std::size_t limit = std::min(file_.lines.size(), at_ + 40);
    for (std::size_t k = at_ + 1; k < limit && row < 6; ++k) {
      split_fields(file_.lines[k], fields);
      const bool is_row = fields.size() > 1 &&
                          std::find(std::begin(names), std::end(names), fields[0]) != std::end(names) &&
                          (parse_number(fields[1]) || is_gap(fields[1]));
      if (!is_row) continue;
      if (fields[0] != names[row]) break;  // one is missing or doubled: the next of its name is of another matrix
      double v[6];
      if (!report_.coefficients(static_cast<long>(k), fields, 1, 6, "matrix row", v)) return;
      for (int j = 0; j < 6; ++j) M(row, j) = v[j];
      ++row;
    }
    if (row < 6)
      return report_.error(here(), "the six rows of the matrix do not follow", "the file is cut off; copy it again");
    list.push_back(M);
  }

  void force_row(std::string_view line) {
    const auto fields = split_fields(line);
    const bool heading = fields.size() == 15;
    if (fields.size() != 14 && !heading) {
      return report_.error(here(), fmt::format("{} numbers in the force row, 14 or 15 expected", fields.size()),
                           "the file is cut off; copy it again");
    }
    double v[15];
    const std::size_t first = heading ? 3 : 2;
    if (!report_.numbers(here(), fields, 0, first, "force row", v) ||
        !report_.coefficients(here(), fields, first, 12, "force row", v + first))
      return;
    if (heading) {
      forces_->emplace_back();
      forces_->back().heading = v[2];
    } else if (forces_->empty()) {
      return report_.error(here(), "a force row appears before its heading", "the file is damaged");
    }
    std::array<double, 12> row{};
    std::copy(v + first, v + fields.size(), row.begin());
    forces_->back().omega.push_back(v[1]);
    forces_->back().rows.push_back(row);
  }

  const TextFile& file_;
  Reporter report_;
  Listing& out_;
  std::size_t at_ = 0;
  bool limit_ = false;
  Structure* current_ = nullptr;
  std::vector<ForceGroup>* forces_ = nullptr;
};

// A table of the whole system, when every structure has every heading and frequency.
bool place(const Listing& listing, std::vector<ForceGroup> Structure::*member, const Coefficients& c,
           const hydro::HydroData& data, const ReadOptions& options, ForceTable& table) {
  if (listing.structures.size() != data.bodies.size()) return false;
  ForceTable placed = zero_forces(c.direction.size(), c.omega.size(), 6 * static_cast<int>(data.bodies.size()));
  const double unit = 1.0 / (*data.density * *data.gravity);
  const double sense = options.phases == ReadOptions::Phases::lead ? -1.0 : 1.0;
  for (std::size_t s = 0; s < listing.structures.size(); ++s) {
    std::vector<bool> seen(c.direction.size(), false);
    for (const ForceGroup& group : listing.structures[s].*member) {
      const auto d = nearest_index(c.direction, group.heading, 0.0, 0.006);
      if (!d || group.rows.size() != c.omega.size()) return false;
      seen[*d] = true;
      for (std::size_t k = 0; k < c.omega.size(); ++k) {
        if (std::abs(group.omega[k] - c.omega[k]) > 2e-3 * std::max(1.0, c.omega[k])) return false;
        const double wave = waves::wavenumber(c.omega[k], data.water_depth, *data.gravity);
        for (int i = 0; i < 6; ++i) {
          const auto a = 2 * static_cast<std::size_t>(i);
          const double phase =
              phase_from_aqwa(sense * group.rows[k][a + 1] * kDegree, data.bodies[s].cg, c.direction[*d], wave);
          placed[*d][k][static_cast<int>(6 * s) + i] =
              unit * group.rows[k][a] * std::exp(std::complex<double>(0.0, phase));
        }
      }
    }
    if (std::find(seen.begin(), seen.end(), false) != seen.end()) return false;
  }
  table = std::move(placed);
  return true;
}

}  // namespace

double phase_from_aqwa(double phase, const Vector3& cg, double direction_deg, double wavenumber) {
  const double b = direction_deg * kDegree;
  return -phase - wavenumber * (cg.x() * std::cos(b) + cg.y() * std::sin(b));
}

void add_aqwa_lis(const std::filesystem::path& path, const ReadOptions& options, Coefficients& c,
                  hydro::HydroData& data) {
  Listing listing;
  const std::string name = path.filename().string();
  const bool sound = optional_part("Froude-Krylov and scattering force", ".lis", data.notes, [&] {
    TextFile file;
    load_text(path, file);
    Scanner(file, listing, options.keeps_gaps()).run();
  });
  if (!sound) return;
  // Three digits of each force are within 1 %; another mesh, draught or depth is not within 5 %.
  ForceTable total;
  if (!c.excitation.empty() && place(listing, &Structure::total, c, data, options, total)) {
    const double apart = largest_difference(total, c.excitation);
    if (apart > 0.05)
      data.notes.push_back(fmt::format(
          "{} differs from the .AH1 by {:.2g} % of a motion's largest force: do both belong to the same run? "
          "(--ignore .lis leaves it out)",
          name, 100.0 * apart));
  }
  const bool froude_krylov = place(listing, &Structure::froude_krylov, c, data, options, c.froude_krylov);
  const bool scattering = place(listing, &Structure::diffraction, c, data, options, c.scattering);
  if (froude_krylov && scattering) {
    data.notes.push_back("Froude-Krylov and scattering force from " + name + " (three digits)");
  } else {
    c.froude_krylov.clear();
    c.scattering.clear();
    data.notes.push_back(name + " holds other structures, headings or frequencies (or is cut off): not used");
  }
}

hydro::HydroData read_aqwa_lis(const std::filesystem::path& path, const ReadOptions& options) {
  TextFile file;
  load_text(path, file);
  Listing listing;
  Scanner(file, listing, options.keeps_gaps()).run();
  const auto fail = [&](const std::string& message, const std::string& remedy) {
    fail_input(file.name, -1, message, remedy);
  };
  if (listing.structures.empty()) fail("holds no structure", "is this an AQWA listing, and complete?");
  if (!listing.depth || !listing.density || !listing.gravity)
    fail("depth, density or gravity is missing", "is the listing complete?");
  if (!(*listing.depth > 0.0) || !(*listing.density > 0.0) || !(*listing.gravity > 0.0)) {
    fail("depth, density and gravity must be above 0", "is the listing damaged?");
  }
  check_water(*listing.density, *listing.gravity, path);
  hydro::HydroData data;
  data.file = file.name;
  data.code = "AQWA";
  data.water_depth = listing.depth;
  data.density = listing.density;
  data.gravity = listing.gravity;
  data.notes.push_back("from the listing alone, three to five digits: the .AH1 is more precise");
  const std::size_t count = listing.structures.size();
  if (count > 1) data.notes.push_back("the listing has no coupling between structures: the .AH1 has");
  Coefficients c;
  c.omega = listing.structures[0].omega;
  const std::size_t nf = c.omega.size();
  const int n = 6 * static_cast<int>(count);
  if (nf == 0) fail("holds no wave frequency", "is the listing complete?");
  check_allocation(2.0 * static_cast<double>(nf) * n * n, file.text.size(), 1.0, file.name);
  c.added_mass.assign(nf, MatrixX::Zero(n, n));
  c.damping.assign(nf, MatrixX::Zero(n, n));
  for (std::size_t s = 0; s < count; ++s) {
    const Structure& from = listing.structures[s];
    if (from.omega != c.omega || from.added_mass.size() != nf || from.damping.size() != nf) {
      fail(fmt::format("structure {}: {} frequencies, {} added mass and {} damping matrices; {} of each are expected",
                       s + 1, from.omega.size(), from.added_mass.size(), from.damping.size(), nf),
           "the listing is cut off; run AQWA again");
    }
    for (std::size_t k = 0; k < nf; ++k) {
      if (!(c.omega[k] > 0.0)) fail("a wave frequency is not above 0", "correct the listing");
      c.added_mass[k].block<6, 6>(6 * static_cast<int>(s), 6 * static_cast<int>(s)) =
          from.added_mass[k] / *data.density;
      c.damping[k].block<6, 6>(6 * static_cast<int>(s), 6 * static_cast<int>(s)) =
          from.damping[k] / (*data.density * c.omega[k]);
    }
    hydro::HydroBody body;
    body.name = fmt::format("structure{}", s + 1);
    body.cg = from.cg;
    body.cb = from.cb;
    body.displaced_volume = from.volume;
    body.restoring_stiffness = from.stiffness / (*data.density * *data.gravity);
    data.bodies.push_back(std::move(body));
  }
  for (const ForceGroup& group : listing.structures[0].total) {
    if (!nearest_index(c.direction, group.heading, 0.0, 0.006)) c.direction.push_back(group.heading);
  }
  if (c.direction.empty() || !place(listing, &Structure::total, c, data, options, c.excitation)) {
    fail("the tables FROUDE KRYLOV + DIFFRACTION FORCES-VARIATION WITH WAVE PERIOD/FREQUENCY are missing or incomplete",
         "the listing is cut off; run AQWA again or use the .AH1");
  }
  if (!place(listing, &Structure::froude_krylov, c, data, options, c.froude_krylov) ||
      !place(listing, &Structure::diffraction, c, data, options, c.scattering)) {
    c.froude_krylov.clear();
    c.scattering.clear();
  }
  add_aqwa_qtf_beside(path, options, data);
  assemble(std::move(c), data, options.keeps_gaps());
  return data;
}

}  // namespace swell::bemio
