// NEMOH 2 and 3: Nemoh.cal, Mesh/, Results/.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "files/hydrostatics_files.h"
#include "files/qtf_rows.h"
#include "files/qtf_square.h"
#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"
#include "formats/nemoh/nemoh_cal.h"
#include "formats/nemoh/nemoh_table.h"
#include "swell/waves/dispersion.h"

namespace swell::bemio {
namespace {

class Nemoh {
 public:
  Nemoh(const std::filesystem::path& path, const ReadOptions& options)
      : path_(path), options_(options), cal_(read_nemoh_cal(path)) {}

  hydro::HydroData read() {
    data_.file = shown(path_);
    data_.code = "NEMOH";
    data_.density = cal_.density;
    data_.gravity = cal_.gravity;
    if (cal_.depth > 0.0) data_.water_depth = cal_.depth;
    folder_ = path_.parent_path();
    bodies();
    results_ = find_ignoring_case(folder_, "results").value_or(folder_);
    radiation();
    const bool total = forces("ExcitationForce.tec", "the excitation force", c_.excitation),
               diffraction = forces("DiffractionForce.tec", "the diffraction force", c_.scattering),
               froude_krylov = forces("FKForce.tec", "the Froude-Krylov force", c_.froude_krylov);
    if (!total && diffraction && froude_krylov) {
      add_up_parts(c_);
      data_.notes.push_back("excitation is the sum of Froude-Krylov and diffraction force");
    }
    if (c_.excitation.empty()) data_.notes.emplace_back("there is no excitation");
    for (std::size_t b = 0; b < data_.bodies.size(); ++b) {
      if (optional_part("quadratic transfer functions", "qtf", data_.notes, [&] { qtf(b); })) continue;
      data_.bodies[b].qtf_sum.clear();
      data_.bodies[b].qtf_difference.clear();
    }
    move_moments();
    assemble(std::move(c_), data_, options_.keeps_gaps());
    return std::move(data_);
  }

 private:
  void bodies() {
    const auto mesh = find_ignoring_case(folder_, "mesh").value_or(folder_);
    const std::size_t count = cal_.bodies.size();
    for (std::size_t b = 0; b < count; ++b) {
      const CalBody& from = cal_.bodies[b];
      hydro::HydroBody body;
      body.name = from.name.empty() ? fmt::format("body{}", b + 1) : from.name;
      int modes = 0;
      for (const CalDof& dof : from.motions) modes += dof.standard < 0 ? 1 : 0;
      body.dof = 6 + modes;
      const int first = data_.first_dof(b);
      rows(from.motions, first, motion_);
      rows(from.forces, first, force_);
      motion_body_.resize(motion_.size(), static_cast<long>(b) + 1);
      force_body_.resize(force_.size(), static_cast<long>(b) + 1);
      check_allocation(static_cast<double>(body.dof) * body.dof, cal_.bytes, 1.0, data_.file);
      body.restoring_stiffness = MatrixX::Zero(body.dof, body.dof);
      const auto rotation = std::find_if(from.motions.begin(), from.motions.end(), turns);
      if (rotation != from.motions.end()) body.cg = rotation->point;
      optional_file(
          beside(mesh, "Hydrostatics", b), "volume and centres of body " + body.name, "hydrostatics",
          fmt::format("body {}: no Hydrostatics file, volume and cb are unknown; cg is the point of the moments",
                      body.name),
          data_.notes,
          [&](const std::filesystem::path& path) {
            const Hydrostatics h = read_hydrostatics(path);
            // A point beyond three times the hull's length from its buoyancy is not the hull's centre of gravity.
            const auto is_near = [&](const Vector3& p) { return (p - h.cb).norm() <= 3.0 * std::cbrt(h.volume); };
            if (rotation != from.motions.end() && h.volume > 0.0 && !is_near(h.cg) && is_near(rotation->point))
              data_.notes.push_back(fmt::format(
                  "body {}: cg ({:g}, {:g}, {:g}) m of {} is {:.3g} m from cb: the point of Nemoh.cal is used",
                  body.name, h.cg.x(), h.cg.y(), h.cg.z(), path.filename().string(), (h.cg - h.cb).norm()));
            else
              body.cg = h.cg;
            body.cb = h.cb;
            body.displaced_volume = h.volume;
            moments_to_cg(from, first, path.filename().string(), body);
          },
          fmt::format("body {}: volume and cb are unknown; cg is the point of the moments", body.name));
      optional_file(
          beside(mesh, "KH", b), "the hydrostatic stiffness of body " + body.name, "kh",
          fmt::format("body {}: no KH file, the hydrostatic stiffness is 0", body.name), data_.notes,
          [&](const std::filesystem::path& path) {
            body.restoring_stiffness.topLeftCorner<6, 6>() = read_stiffness(path) / (cal_.density * cal_.gravity);
          },
          fmt::format("body {}: the hydrostatic stiffness is 0", body.name));
      data_.bodies.push_back(std::move(body));
    }
    for (std::size_t b = 1; b < count; ++b) {
      if (data_.bodies[b].displaced_volume > 0.0 &&
          data_.bodies[b].displaced_volume == data_.bodies[0].displaced_volume &&
          data_.bodies[b].cb == data_.bodies[0].cb) {
        data_.notes.push_back(
            "all bodies have the same volume and cb: NEMOH may have written those of the whole system");
      }
    }
  }

  static bool turns(const CalDof& dof) { return dof.standard > 2; }

  // Nemoh.cal may take moments about any point, of motions and forces and each axis apart. With r from the centre of
  // gravity to that point the dofs q of NEMOH move as q = T u, u at the centre of gravity, T = 1 but for
  // T(translation, rotation j) = e_j x r, and T' of the forces turns theirs into ours.
  void moments_to_cg(const CalBody& from, int first, const std::string& file, hydro::HydroBody& body) {
    constexpr double kThreeDecimals = 1.01e-3;  // with which Hydrostatics prints its points
    const auto away = [&](const CalDof& dof) { return turns(dof) && (dof.point - body.cg).norm() > kThreeDecimals; };
    const CalDof* other = nullptr;
    for (const auto* dofs : {&from.motions, &from.forces}) {
      const auto found = std::find_if(dofs->begin(), dofs->end(), away);
      if (other == nullptr && found != dofs->end()) other = &*found;
    }
    if (other == nullptr) return;
    const auto point = [](const Vector3& p) { return fmt::format("({:g}, {:g}, {:g}) m", p.x(), p.y(), p.z()); };
    const std::string what =
        fmt::format("body {}: moments are about {} in Nemoh.cal, the centre of gravity of {} is {}", body.name,
                    point(other->point), file, point(body.cg));
    const auto six =
        std::count_if(from.motions.begin(), from.motions.end(), [](const auto& d) { return d.standard >= 0; });
    body.moments_about_cg = six == 6 && !options_.like_bemio;
    if (!body.moments_about_cg) {
      data_.notes.push_back(what + "; they are used as if they were about that: give the dofs in Nemoh.cal its point");
      return;
    }
    for (const auto& [dofs, levers] : {std::pair{&from.motions, &motion_levers_}, {&from.forces, &force_levers_}}) {
      for (const CalDof& dof : *dofs) {
        if (!turns(dof)) continue;
        const Vector3 lever = Vector3::Unit(dof.standard - 3).cross(dof.point - body.cg);
        for (int axis = 0; axis < 3; ++axis) levers->push_back({first + axis, first + dof.standard, lever[axis]});
      }
    }
    data_.notes.push_back(what + ", where they are moved to (not those of quadratic transfer functions)");
  }

  // Rows and columns of the moments, from the points of Nemoh.cal to the centres of gravity.
  void move_moments() {
    if (motion_levers_.empty() && force_levers_.empty()) return;
    const int n = data_.total_dof();
    const auto matrix = [n](const std::vector<Lever>& levers) {
      MatrixX T = MatrixX::Identity(n, n);
      for (const Lever& lever : levers) T(lever.translation, lever.rotation) = lever.length;
      return T;
    };
    const MatrixX motions = matrix(motion_levers_), forces = matrix(force_levers_).transpose();
    for (auto* table : {&c_.added_mass, &c_.damping}) {
      for (MatrixX& M : *table) M = (forces * M * motions).eval();
    }
    for_forces(c_, [&](Eigen::VectorXcd& X) { X = (forces.cast<std::complex<double>>() * X).eval(); });
  }

  std::optional<std::filesystem::path> beside(const std::filesystem::path& mesh, const char* stem, std::size_t b) {
    return options_.ignores(lower_case(stem)) ? std::nullopt : find_body_file(mesh, stem, b, cal_.bodies.size());
  }

  // Where the i-th line of Nemoh.cal belongs in the system.
  static void rows(const std::vector<CalDof>& dofs, int first, std::vector<int>& index) {
    int mode = 6;
    for (const CalDof& dof : dofs) index.push_back(first + (dof.standard >= 0 ? dof.standard : mode++));
  }

  void radiation() {
    const auto found = find_ignoring_case(results_, "RadiationCoefficients.tec");
    if (!found) {
      fail_input(data_.file, -1, "no RadiationCoefficients.tec in the folder Results beside it",
                 "run NEMOH's solver and postProcessor first");
    }
    const NemohTable table = read_nemoh_table(*found, options_.keeps_gaps());
    if (table.zones.size() != motion_.size() || table.pairs != force_.size()) {
      fail_input(table.name, -1,
                 fmt::format("{} motions (zones) and {} forces (columns) found, Nemoh.cal has {} and {}",
                             table.zones.size(), table.pairs, motion_.size(), force_.size()),
                 "the table is cut off or belongs to another run; the number of bodies must agree");
    }
    for (const NemohZone& zone : table.zones) {
      const std::size_t z = static_cast<std::size_t>(&zone - table.zones.data());
      in_order(table, zone.line, "zone", z, named_in(zone.title), motion_body_,
               z > 0 ? named_in(table.zones[z - 1].title) : std::nullopt);
    }
    columns_in_order(table);
    const std::size_t nf = table.zones[0].rows.size();
    const int n = data_.total_dof();
    check_allocation(2.0 * static_cast<double>(nf) * n * n, std::filesystem::file_size(*found), 2.0, table.name);
    for (const auto& row : table.zones[0].rows) {
      if (!(row[0] > 0.0))
        fail_input(table.name, table.zones[0].line, fmt::format("frequency = {} must be above 0", row[0]),
                   "correct the table");
      c_.omega.push_back(omega_of(table, row[0]));
    }
    if (cal_.frequencies > 0 && static_cast<std::size_t>(cal_.frequencies) != nf) {
      data_.notes.push_back(fmt::format("Nemoh.cal announces {} frequencies, the tables hold {}: the tables are used",
                                        cal_.frequencies, nf));
    }
    c_.added_mass.assign(nf, MatrixX::Zero(n, n));
    c_.damping.assign(nf, MatrixX::Zero(n, n));
    for (std::size_t j = 0; j < motion_.size(); ++j) {
      for (std::size_t k = 0; k < nf; ++k) {
        const auto& row = table.zones[j].rows[k];
        same_frequency(table, table.zones[j], row[0], k);
        for (std::size_t i = 0; i < force_.size(); ++i) {
          const int r = options_.like_bemio ? motion_[j] : force_[i], s = options_.like_bemio ? force_[i] : motion_[j];
          c_.added_mass[k](r, s) = row[1 + 2 * i] / cal_.density;
          c_.damping[k](r, s) = row[2 + 2 * i] / (cal_.density * c_.omega[k]);
        }
      }
    }
    if (options_.like_bemio) data_.notes.push_back("added mass and damping transposed, as BEMIO does");
  }

  // Zones and columns are taken in the order of Nemoh.cal; where their titles name body and dof, these must be in it
  // too. Versions differ in whether the second number counts the body's lines or names its dof, so only its rise is
  // asked for.
  static void in_order(const NemohTable& table, long line, const char* what, std::size_t k,
                       const std::optional<NemohTitle>& named, const std::vector<long>& bodies,
                       const std::optional<NemohTitle>& before) {
    if (!named) return;
    if (named->first != bodies[k] || (before && before->first == named->first && before->second >= named->second)) {
      fail_input(
          table.name, line,
          fmt::format("{} {} is titled body {}, dof {}; after {} Nemoh.cal has a dof of body {}", what, k + 1,
                      named->first, named->second,
                      before ? fmt::format("body {}, dof {}", before->first, before->second) : "the beginning",
                      bodies[k]),
          "parts of the table were moved or doubled, or it belongs to another Nemoh.cal; run postProcessor again");
    }
  }

  void columns_in_order(const NemohTable& table) const {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      in_order(table, -1, "column", i, table.columns[i], force_body_, i > 0 ? table.columns[i - 1] : std::nullopt);
    }
  }

  void same_frequency(const NemohTable& table, const NemohZone& zone, double value, std::size_t k) const {
    if (std::abs(omega_of(table, value) - c_.omega[k]) > 1e-5 * c_.omega[k]) {
      fail_input(table.name, zone.line,
                 fmt::format("row {} of the zone has the frequency {:g}, the first zone another", k + 1, value),
                 "the tables must be of the same run");
    }
  }

  /// [rad] The wave is measured at (x_eff, y_eff); at the origin it is earlier by k (x cos b + y sin b).
  double wave_shift(double heading, double omega) const {
    if (cal_.x_eff == 0.0 && cal_.y_eff == 0.0) return 0.0;
    const double b = heading * kDegree;
    return waves::wavenumber(omega, data_.water_depth, cal_.gravity) *
           (cal_.x_eff * std::cos(b) + cal_.y_eff * std::sin(b));
  }

  bool forces(const char* name, const char* what, ForceTable& out) {
    return optional_file(find_ignoring_case(results_, name), what, "", fmt::format("no {}: {} is unknown", name, what),
                         data_.notes, [&](const std::filesystem::path& path) { out = force_table(path); });
  }

  ForceTable force_table(const std::filesystem::path& path) {
    const NemohTable table = read_nemoh_table(path, options_.keeps_gaps());
    if (table.pairs != force_.size()) {
      fail_input(table.name, -1, fmt::format("{} forces found, Nemoh.cal has {}", table.pairs, force_.size()),
                 "the files are of different runs");
    }
    columns_in_order(table);
    std::vector<double> directions;
    for (const NemohZone& zone : table.zones) {
      const auto heading = heading_of(zone.title);
      if (!heading || !std::isfinite(*heading))
        fail_input(table.name, zone.line, "the zone names no heading (beta = ..)", "correct the title");
      directions.push_back(*heading);
    }
    if (cal_.directions > 0 && static_cast<std::size_t>(cal_.directions) != directions.size()) {
      data_.notes.push_back(fmt::format("Nemoh.cal announces {} wave directions, {} holds {}: the table is used",
                                        cal_.directions, path.filename().string(), directions.size()));
    }
    if (!c_.direction.empty() && c_.direction != directions)
      fail_input(table.name, -1, "holds other wave directions than the tables before it",
                 "the files are of different runs");
    if (table.zones[0].rows.size() != c_.omega.size()) {
      fail_input(table.name, -1,
                 fmt::format("{} frequencies found, RadiationCoefficients.tec has {}", table.zones[0].rows.size(),
                             c_.omega.size()),
                 "the files are of different runs");
    }
    ForceTable out = zero_forces(directions.size(), c_.omega.size(), data_.total_dof());
    const double unit = 1.0 / (cal_.density * cal_.gravity);
    const double sense = options_.phases == ReadOptions::Phases::lead ? 1.0 : -1.0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      for (std::size_t k = 0; k < c_.omega.size(); ++k) {
        const auto& row = table.zones[d].rows[k];
        same_frequency(table, table.zones[d], row[0], k);
        const double shift = wave_shift(directions[d], c_.omega[k]);
        for (std::size_t i = 0; i < force_.size(); ++i) {
          out[d][k][force_[i]] =
              unit * row[1 + 2 * i] * std::exp(std::complex<double>(0.0, sense * row[2 + 2 * i] - shift));
        }
      }
    }
    c_.direction = directions;
    return out;
  }

  void qtf(std::size_t b) {
    const auto folder = find_ignoring_case(results_, "qtf");
    if (!folder || options_.ignores("qtf")) return;
    for (const bool sum : {true, false}) {
      const std::string stem = fmt::format("OUT_QTF{}_N", sum ? 'P' : 'M');
      auto found = find_ignoring_case(*folder, fmt::format("{}_{}.dat", stem, b));
      if (!found && data_.bodies.size() == 1) found = find_ignoring_case(*folder, stem + ".dat");
      if (!found) continue;
      auto& table = sum ? data_.bodies[b].qtf_sum : data_.bodies[b].qtf_difference;
      table.assign(static_cast<std::size_t>(data_.bodies[b].dof), {});
      const QtfRows read = read_qtf_rows(*found, data_.bodies[b].dof);
      const std::string unit = lower_case(read.title.substr(0, read.title.find(']') + 1));
      const bool period = contains(unit, "[s]"), hertz = contains(unit, "[hz]");
      if (!period && !hertz && !contains(unit, "[rad/s]"))
        fail_input(read.file, 0, "the title does not name the unit of the frequencies: [rad/s], [Hz] or [s]",
                   "the file begins too late or is damaged; copy it again");
      const auto period_of = [&](double value) { return period ? value : hertz ? 1.0 / value : 2.0 * kPi / value; };
      for (const QtfRow& row : read.rows) {  // exp(-i w t) in NEMOH
        hydro::QtfEntry entry{period_of(row.first), period_of(row.second), row.heading_i, row.heading_j,
                              std::conj(row.value)};
        // F = Re{T a_1 a_2* exp(i (w_1 - w_2) t)} of the difference, T a_1 a_2 and w_1 + w_2 of the sum; an amplitude
        // at (x_eff, y_eff) is that at the origin times exp(-i shift).
        const double one = wave_shift(entry.heading_i, 2.0 * kPi / entry.period_i),
                     two = wave_shift(entry.heading_j, 2.0 * kPi / entry.period_j);
        entry.value *= std::polar(1.0, sum ? -(one + two) : two - one);
        table[static_cast<std::size_t>(row.dof)].push_back(entry);
      }
      std::size_t given = 0;
      for (const auto& list : table) given += list.empty() ? 0U : 1U;
      if (given != cal_.bodies[b].forces.size()) {
        fail_input(read.file, -1, fmt::format("holds {} dofs, Nemoh.cal has {}", given, cal_.bodies[b].forces.size()),
                   "the file is cut off or of another run");
      }
      for (auto& list : table) complete_qtf(list, sum, read.file, data_.notes);
      data_.notes.push_back("quadratic transfer function from " + found->filename().string());
    }
  }

  std::filesystem::path path_, folder_, results_;
  const ReadOptions& options_;
  NemohCal cal_;
  hydro::HydroData data_;
  Coefficients c_;
  std::vector<int> motion_, force_;             // line of Nemoh.cal -> dof of the system
  std::vector<long> motion_body_, force_body_;  // and -> body, from 1
  struct Lever {
    int translation, rotation;  // dofs of the system
    double length;              // [m]
  };
  std::vector<Lever> motion_levers_, force_levers_;  // of moments that are not about the centre of gravity
};

}  // namespace

Reader nemoh_reader() {
  Reader row{"nemoh", "NEMOH", Sense::lag, {"Nemoh.cal"}};
  row.words = "fluid specific volume";
  row.accompanying = {"kh", "hydrostatics", "qtf"};
  row.detect = [](const Named& named) -> std::optional<Source> {
    const std::filesystem::path folder = named.path.parent_path();
    if (named.extension == ".cal" && (named.name == "nemoh.cal" || !find_ignoring_case(folder, "Nemoh.cal")))
      return Source{named.path};
    if (named.extension != ".tec") return std::nullopt;
    for (const std::filesystem::path& of_run : {folder / "..", folder}) {
      if (const auto cal = find_ignoring_case(of_run, "Nemoh.cal")) return Source{*cal};
    }
    fail_input(shown(named.path), -1, "has no Nemoh.cal in the folder above it", "name the folder of the run");
  };
  row.read = [](const Source& source, const ReadOptions& options) { return Nemoh(source.file, options).read(); };
  return row;
}

}  // namespace swell::bemio
