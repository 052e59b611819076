// AQUA+ (Sirehna) and Diodore (Principia): one file .hdb of sections in brackets, periods down, six dofs across.
// Sections: Sirehna's xdyn manual, "Structure des fichiers HDB"; couplings as FRyDoM's hdb5 tool writes them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"

namespace swell::bemio {
namespace {

constexpr double kDensity = 1025.0;  // the file names neither water nor gravity

// "[NAME] rest of the line", and the lines up to the next one.
struct Section {
  std::string name;  // upper case
  std::string_view rest;
  std::size_t line = 0, end = 0;
};

// One quantity over periods (rows) and dofs (columns), once as moduli and once as phases.
struct Polar {
  MatrixX modulus, phase;
};

class Hdb {
 public:
  Hdb(const std::filesystem::path& path, const ReadOptions& options)
      : options_(options), report_(file_, options.keeps_gaps()) {
    load_text(path, file_);
    data_.file = shown(path);
  }

  hydro::HydroData read() {
    split_sections();
    data_.code = "AQUA+/Diodore";
    data_.gravity = kGravity;
    data_.density = options_.density.value_or(kDensity);
    data_.water_depth = options_.depth;
    if (!options_.density || !options_.depth)
      data_.notes.push_back(fmt::format(
          "an .hdb does not name the water: {:g} kg/m^3, {:g} m/s^2 and {} depth are taken "
          "(--water-density and --water-depth say otherwise)",
          *data_.density, kGravity, options_.depth ? fmt::format("{:g} m", *options_.depth) : std::string("infinite")));
    axes();
    structures();
    report_.check_last_line();
    report_.throw_if_errors();
    radiation();
    forces();
    assemble(std::move(c_), data_, options_.keeps_gaps());
    return std::move(data_);
  }

 private:
  void split_sections() {
    for (std::size_t k = 0; k < file_.lines.size(); ++k) {
      const std::string_view line = trimmed(file_.lines[k]);
      if (line.empty() || line[0] != '[') continue;
      const std::size_t close = line.find(']');
      if (close == std::string_view::npos) {
        report_.error(static_cast<long>(k), "a section begins with [ and has no ]", "copy the file again");
        continue;
      }
      if (!sections_.empty()) sections_.back().end = k;
      Section section;
      for (const char c : line.substr(1, close - 1))
        section.name += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
      section.rest = trimmed(line.substr(close + 1));
      section.line = k;
      section.end = file_.lines.size();
      sections_.push_back(std::move(section));
    }
  }

  const Section* find(const char* name) const {
    for (const Section& s : sections_) {
      if (s.name == name) return &s;
    }
    return nullptr;
  }

  // The numbers below a section, row by row, each of at least `columns`.
  std::vector<std::vector<double>> rows(const Section& section, std::size_t columns, bool gaps = false) {
    std::vector<std::vector<double>> found;
    std::vector<std::string_view> fields;
    for (std::size_t k = section.line + 1; k < section.end; ++k) {
      split_fields(file_.lines[k], fields);
      if (fields.empty()) continue;
      std::vector<double> row(columns);
      const long l = static_cast<long>(k);
      const bool good = gaps ? report_.numbers(l, fields, 0, 1, section.name.c_str(), row.data()) &&
                                   report_.coefficients(l, fields, 1, columns - 1, section.name.c_str(), row.data() + 1)
                             : report_.numbers(l, fields, 0, columns, section.name.c_str(), row.data());
      if (good) found.push_back(std::move(row));
    }
    return found;
  }

  void axes() {
    const auto list = [&](const char* name) {
      std::vector<double> values;
      const Section* section = find(name);
      if (!section)
        report_.fail(-1, fmt::format("the section [{}] is missing", name), "is this an .hdb, and complete?");
      for (const auto& row : rows(*section, 1)) values.push_back(row[0]);
      if (values.empty()) report_.fail(static_cast<long>(section->line), "the list is empty", "copy the file again");
      return values;
    };
    period_ = list("LIST_CALCULATED_PERIODS");
    c_.direction = list("LIST_CALCULATED_HEADINGS");
    for (const double T : period_) {
      if (!(T > 0.0))
        report_.fail(-1, fmt::format("the calculated period {} s must be above 0", T), "correct the list");
      c_.omega.push_back(2.0 * kPi / T);
    }
    if (const Section* speed = find("FORWARD_SPEED")) {
      if (parse_number(speed->rest).value_or(0.0) != 0.0)
        report_.fail(static_cast<long>(speed->line), "the forward speed is not 0",
                     "Swell takes coefficients without forward speed");
    }
  }

  // A row for each period, in the order of their list: "period, six values".
  MatrixX table(const Section& section) {
    const auto found = rows(section, 7, true);
    if (found.size() != period_.size()) {
      report_.error(static_cast<long>(section.line),
                    fmt::format("[{}] has {} rows for {} periods", section.name, found.size(), period_.size()),
                    "the file is cut off or damaged; copy it again");
      return {};
    }
    MatrixX result = MatrixX::Zero(static_cast<Eigen::Index>(period_.size()), 6);
    for (std::size_t k = 0; k < found.size(); ++k) {
      // Periods are printed with two decimals here and with three in the list.
      if (std::abs(found[k][0] - period_[k]) > 0.0051 + 1e-6 * period_[k])
        report_.error(
            static_cast<long>(section.line),
            fmt::format("[{}] has the period {:g} s where the list has {:g} s", section.name, found[k][0], period_[k]),
            "rows are missing or damaged; copy the file again");
      for (std::size_t i = 0; i < 6; ++i)
        result(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(i)) = found[k][i + 1];
    }
    return result;
  }

  Matrix6 matrix(const Section& section) {
    const auto found = rows(section, 6);
    Matrix6 M = Matrix6::Zero();
    if (found.size() != 6) {
      report_.error(static_cast<long>(section.line), fmt::format("[{}] must have six rows", section.name),
                    "copy the file again");
      return M;
    }
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) M(i, j) = found[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    }
    return M;
  }

  Vector3 point(const Section& section) {
    double v[3] = {0.0, 0.0, 0.0};
    report_.numbers(static_cast<long>(section.line), split_fields(section.rest), 0, 3, section.name.c_str(), v);
    return {v[0], v[1], v[2]};
  }

  std::optional<std::size_t> body_named(std::string_view name) const {
    for (std::size_t b = 0; b < data_.bodies.size(); ++b) {
      if (data_.bodies[b].name == trimmed(name)) return b;
    }
    return std::nullopt;
  }

  // The heading of "[INCIDENCE_.._MOD_003]  30.000": the number after it, or its place in the list.
  std::optional<std::size_t> heading_of(const Section& section) {
    if (const auto value = parse_number(split_fields(section.rest).empty() ? "" : split_fields(section.rest)[0]))
      return nearest_index(c_.direction, *value, 1e-6, 0.0051);
    const auto number = parse_integer(section.name.substr(section.name.rfind('_') + 1));
    if (number && *number >= 1 && static_cast<std::size_t>(*number) <= c_.direction.size())
      return static_cast<std::size_t>(*number) - 1;
    return std::nullopt;
  }

  void structures() {
    enum class Part { none, excitation, froude_krylov, scattering, drift };
    const std::map<std::string, Part> parts{{"EXCITATION_FORCES_AND_MOMENTS", Part::excitation},
                                            {"FROUDEKRYLOV_FORCES_AND_MOMENTS", Part::froude_krylov},
                                            {"FROUDE-KRYLOV_FORCES_AND_MOMENTS", Part::froude_krylov},
                                            {"DIFFRACTION_FORCES_AND_MOMENTS", Part::scattering},
                                            {"DRIFT_FORCES_AND_MOMENTS", Part::drift}};
    Part part = Part::none;
    std::size_t row = 0, column = 0;  // structures of the matrix that is read
    std::optional<std::string_view> of;
    for (const Section& s : sections_) {
      if (s.name.rfind("STRUCTURE_", 0) == 0) {
        hydro::HydroBody body;
        body.name = s.rest.empty() ? fmt::format("structure{}", data_.bodies.size() + 1) : std::string(s.rest);
        body.restoring_stiffness = MatrixX::Zero(6, 6);
        row = column = data_.bodies.size();
        data_.bodies.push_back(std::move(body));
        part = Part::none;
        continue;
      }
      if (const auto known = parts.find(s.name); known != parts.end()) {
        part = known->second;
        continue;
      }
      const bool incidence = s.name.rfind("INCIDENCE_", 0) == 0;
      if (s.name == "RAO" || s.name == "INTER_RAO" || s.name.rfind("STIFFNESS_MATRIX", 0) == 0 ||
          s.name == "MASS_INERTIA_MATRIX" || (incidence && part == Part::none)) {
        if (!incidence) part = Part::none;  // motions follow from the run's own equation
        continue;
      }
      if (data_.bodies.empty()) continue;  // the heading of the file
      hydro::HydroBody& body = data_.bodies[row];
      if (s.name == "HYDRODYNAMIC_COUPLING_BETWEEN_STRUCTURES" || s.name == "ON") {
        coupling(s, of, row, column);
      } else if (s.name == "UNDERWATER_VOLUME") {
        report_.numbers(static_cast<long>(s.line), split_fields(s.rest), 0, 1, "volume", &body.displaced_volume);
      } else if (s.name == "CENTER_OF_BUOYANCY") {
        body.cb = point(s);
      } else if (s.name == "CENTER_OF_GRAVITY") {
        body.cg = point(s);
      } else if (s.name == "HYDROSTATIC_MATRIX") {
        body.restoring_stiffness = matrix(s) / (*data_.density * *data_.gravity);
      } else if (s.name.rfind("ADDED_MASS_LINE_", 0) == 0 || s.name.rfind("DAMPING_TERM_", 0) == 0) {
        const auto line = parse_integer(s.name.substr(s.name.rfind('_') + 1));
        if (!line || *line < 1 || *line > 6) {
          report_.error(static_cast<long>(s.line), fmt::format("[{}] must end in a line from 1 to 6", s.name));
          continue;
        }
        auto& target = s.name[0] == 'A' ? mass_ : damping_;
        if (!target.emplace(std::array<std::size_t, 3>{row, column, static_cast<std::size_t>(*line) - 1}, table(s))
                 .second)
          report_.error(static_cast<long>(s.line), fmt::format("[{}] appears twice", s.name),
                        "the file is damaged; copy it again");
      } else if (incidence) {
        const auto heading = heading_of(s);
        if (!heading) {
          report_.error(static_cast<long>(s.line), fmt::format("[{}] names no heading of the list", s.name));
          continue;
        }
        if (part == Part::drift) {
          drift_[{row, *heading}] = table(s);
        } else {
          Polar& polar = force_[static_cast<std::size_t>(part) - 1][{row, *heading}];
          const bool phase = contains(s.name, "_PH_");
          (phase ? polar.phase : polar.modulus) = table(s);
        }
      }
    }
    if (data_.bodies.empty()) report_.fail(-1, "holds no [STRUCTURE_01]", "is this an .hdb, and complete?");
  }

  // "[HYDRODYNAMIC_COUPLING_BETWEEN_STRUCTURES] A" and "[ON] B", on one line or two: the force on B by the motion of A.
  void coupling(const Section& s, std::optional<std::string_view>& of, std::size_t& row, std::size_t& column) {
    std::string_view on = s.rest;
    if (s.name != "ON") {
      const std::size_t mark = s.rest.find("[ON]");
      of = trimmed(s.rest.substr(0, mark));
      if (mark == std::string_view::npos) return;
      on = s.rest.substr(mark + 4);
    }
    const auto i = body_named(on), j = of ? body_named(*of) : std::nullopt;
    if (!i || !j) {
      report_.error(static_cast<long>(s.line), "the coupling names a structure that the file does not describe");
      return;
    }
    row = *i;
    column = *j;
  }

  void radiation() {
    const std::size_t nf = period_.size();
    const int n = data_.total_dof();
    check_allocation(2.0 * static_cast<double>(nf) * n * n, file_.text.size(), 1.0, data_.file);
    const auto fill = [&](const std::map<std::array<std::size_t, 3>, MatrixX>& lines, std::vector<MatrixX>& out,
                          const char* what) {
      out.assign(nf, MatrixX::Zero(n, n));
      for (std::size_t b = 0; b < data_.bodies.size(); ++b) {
        for (std::size_t i = 0; i < 6; ++i) {
          if (lines.count({b, b, i}) == 0)
            report_.error(-1, fmt::format("line {} of the {} of {} is missing", i + 1, what, data_.bodies[b].name),
                          "the file is cut off or damaged; copy it again");
        }
      }
      report_.throw_if_errors();
      for (const auto& [place, values] : lines) {
        for (std::size_t k = 0; k < nf; ++k)
          out[k].block<1, 6>(static_cast<int>(6 * place[0] + place[2]), static_cast<int>(6 * place[1])) =
              values.row(static_cast<Eigen::Index>(k));
      }
    };
    fill(mass_, c_.added_mass, "added mass");
    fill(damping_, c_.damping, "damping");
    for (std::size_t k = 0; k < nf; ++k) {
      c_.added_mass[k] /= *data_.density;
      c_.damping[k] /= *data_.density * c_.omega[k];
    }
    if (data_.bodies.size() > 1 && mass_.size() == 6 * data_.bodies.size())
      data_.notes.emplace_back("no coupling between the structures in the file: they do not interact");
  }

  void forces() {
    const std::array<std::pair<ForceTable*, const char*>, 3> tables{
        {{&c_.excitation, "excitation"}, {&c_.froude_krylov, "Froude-Krylov force"}, {&c_.scattering, "diffraction"}}};
    const std::size_t nh = c_.direction.size(), nf = period_.size(), nb = data_.bodies.size();
    const int n = data_.total_dof();
    for (std::size_t t = 0; t < tables.size(); ++t) {
      if (force_[t].empty()) continue;
      const auto read = [&] { *tables[t].first = forces_of(force_[t], tables[t].second, nh, nf, nb, n); };
      if (t == 0)
        read();
      else
        optional_part(tables[t].second, "", data_.notes, read);
    }
    if (c_.excitation.empty() && !c_.froude_krylov.empty() && !c_.scattering.empty()) add_up_parts(c_);
    if (c_.excitation.empty()) data_.notes.emplace_back("no excitation in the file");
    if (drift_.empty()) return;
    optional_part("mean drift", "", data_.notes, [&] {
      if (drift_.size() != nh * nb) fail_input(data_.file, -1, "the mean drift lacks headings", "copy the file again");
      DriftTable drift = zero_drift(nh, nf, n);
      for (const auto& [place, values] : drift_) {
        for (std::size_t k = 0; k < nf; ++k)
          drift[place.second][k].segment<6>(static_cast<int>(6 * place.first)) =
              values.row(static_cast<Eigen::Index>(k)).transpose() / (*data_.density * *data_.gravity);
      }
      c_.drift_momentum = std::move(drift);
    });
  }

  // Both programs count phases as lags behind the wave's zero crossing a quarter period before its crest: in long waves
  // heave has -90 degrees and surge 180, in the files of AQUA+ and Diodore alike. exp(-i w t): the conjugate leads.
  ForceTable forces_of(const std::map<std::pair<std::size_t, std::size_t>, Polar>& found, const char* what,
                       std::size_t nh, std::size_t nf, std::size_t nb, int n) {
    bool degrees = false;  // as FRyDoM writes them
    for (const auto& [place, polar] : found)
      degrees = degrees || (polar.phase.size() > 0 && polar.phase.cwiseAbs().maxCoeff() > 2.0 * kPi + 1e-3);
    if (degrees) data_.notes.push_back(fmt::format("phases of the {} reach beyond a turn: taken as degrees", what));
    const double unit = 1.0 / (*data_.density * *data_.gravity);
    const bool leads = options_.phases == ReadOptions::Phases::lead;
    ForceTable table = zero_forces(nh, nf, n);
    for (std::size_t b = 0; b < nb; ++b) {
      for (std::size_t h = 0; h < nh; ++h) {
        const auto at = found.find({b, h});
        if (at == found.end() || at->second.modulus.size() == 0 || at->second.phase.size() == 0)
          fail_input(data_.file, -1,
                     fmt::format("{} of {}: modulus or phase of the heading {:g} deg is missing", what,
                                 data_.bodies[b].name, c_.direction[h]),
                     "the file is cut off or damaged; copy it again");
        const Polar& polar = at->second;
        for (std::size_t k = 0; k < nf; ++k) {
          for (int i = 0; i < 6; ++i) {
            const auto r = static_cast<Eigen::Index>(k);
            const double phase = polar.phase(r, i) * (degrees ? kDegree : 1.0);
            const std::complex<double> after_crest =
                polar.modulus(r, i) * unit * std::exp(std::complex<double>(0.0, phase + 0.5 * kPi));
            table[h][k][static_cast<int>(6 * b) + i] = leads ? after_crest : std::conj(after_crest);
          }
        }
      }
    }
    return table;
  }

  const ReadOptions& options_;
  TextFile file_;
  Reporter report_;
  std::vector<Section> sections_;
  hydro::HydroData data_;
  Coefficients c_;
  std::vector<double> period_;
  std::map<std::array<std::size_t, 3>, MatrixX> mass_, damping_;               // by structure, structure, line
  std::array<std::map<std::pair<std::size_t, std::size_t>, Polar>, 3> force_;  // by structure and heading
  std::map<std::pair<std::size_t, std::size_t>, MatrixX> drift_;
};

}  // namespace

Reader hdb_reader() {
  Reader row{"hdb", "AQUA+/Diodore", Sense::lag, {".hdb"}};
  row.words = "[hydro_para]";
  row.read = [](const Source& source, const ReadOptions& options) { return Hdb(source.file, options).read(); };
  return row;
}

}  // namespace swell::bemio
