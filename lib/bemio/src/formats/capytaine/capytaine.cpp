// Capytaine: a NetCDF dataset, with NEMOH-like hydrostatics files beside it or the hydrostatics inside.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "files/hydrostatics_files.h"
#include "files/netcdf_file.h"
#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"
#include "swell/base/motions.h"
#include "swell/bemio/processing.h"
#include "swell/hydro/placement.h"

namespace swell::bemio {
namespace {

const char* const kBodies = "body_name";  // a dimension where several bodies were computed one by one

class Capytaine {
 public:
  // `slice`: of the bodies along body_name, where single bodies were computed apart and stand in one dataset.
  Capytaine(const std::filesystem::path& path, const ReadOptions& options, const NetcdfFile& file,
            std::size_t slice = 0, std::size_t slices = 1)
      : path_(path), options_(options), file_(file), slice_(slice), slices_(slices) {}

  hydro::HydroData read() {
    data_.file = shown(path_);
    data_.code = "CAPYTAINE";
    data_.density = scalar("rho");
    data_.gravity = scalar("g");
    check_water(*data_.density, *data_.gravity, path_);
    if (file_.has("water_depth")) {
      const double depth = scalar("water_depth");
      if (!(depth > 0.0))
        file_.fail("water_depth", fmt::format("= {} m must be above 0", depth), "run Capytaine again");
      if (std::isfinite(depth)) data_.water_depth = depth;
    }
    if (file_.has("forward_speed") && scalar("forward_speed") != 0.0) {
      file_.fail("forward_speed", "is not 0", "Swell takes coefficients without forward speed");
    }
    dofs();
    frequencies();
    radiation();
    excitation();
    hydrostatics();
    drop_unusable();
    assemble(std::move(c_), data_);
    move_to_centres();
    return std::move(data_);
  }

 private:
  NetcdfArray numbers(const std::string& name) const {
    NetcdfArray array = file_.numbers(name);
    const auto at = array.dimension(kBodies);
    if (!at || array.shape[*at] < 2 || slice_ >= array.shape[*at]) return array;
    const std::size_t step = array.stride(*at), count = array.shape[*at];
    std::vector<double> own;
    for (std::size_t k = 0; k < array.values.size(); ++k) {
      if (k / step % count == slice_) own.push_back(array.values[k]);
    }
    array.values = std::move(own);
    array.dimensions.erase(array.dimensions.begin() + static_cast<std::ptrdiff_t>(*at));
    array.shape.erase(array.shape.begin() + static_cast<std::ptrdiff_t>(*at));
    return array;
  }

  double scalar(const char* name) const {
    const NetcdfArray array = numbers(name);
    if (array.values.empty()) file_.fail(name, "is empty", "run Capytaine again");
    for (const double v : array.values) {
      if (v != array.values[0]) file_.fail(name, "has several values", "write one dataset for each of them");
    }
    return array.values[0];
  }

  // "Heave", or "float__Heave" when there are several bodies.
  static std::pair<std::string, std::string> split_dof(const std::string& name) {
    const std::size_t mark = name.rfind("__");
    if (mark == std::string::npos) return {"", name};
    return {name.substr(0, mark), name.substr(mark + 2)};
  }

  void dofs() {
    const std::vector<std::string> forces = file_.strings("influenced_dof"), motions = file_.strings("radiating_dof");
    std::vector<std::string> bodies;
    for (const std::string& name : forces) {
      const std::string body = split_dof(name).first;
      if (std::find(bodies.begin(), bodies.end(), body) == bodies.end()) bodies.push_back(body);
    }
    if (forces.empty() || bodies.size() > 1000)
      file_.fail("influenced_dof", "names no degree of freedom", "run Capytaine again");
    std::string title;
    if (file_.has("body_name")) {
      const std::vector<std::string> names = file_.strings("body_name");
      if (!names.empty()) title = names[std::min(slice_, names.size() - 1)];
    }
    in_order_of(title, bodies);
    std::vector<std::vector<std::string>> modes(bodies.size());
    for (const std::string& name : forces) {
      const auto [body, dof] = split_dof(name);
      if (standard(dof) < 0) modes[index_of(bodies, body)].push_back(dof);
    }
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      hydro::HydroBody body;
      body.name = !bodies[b].empty() ? bodies[b] : title.empty() ? "body1" : title;
      if (body.name.find('/') != std::string::npos) body.name = std::filesystem::path(body.name).stem().string();
      body.dof = 6 + static_cast<int>(modes[b].size());
      check_allocation(static_cast<double>(body.dof) * body.dof, forces.size() * forces.size(), 1.0, data_.file);
      body.restoring_stiffness = MatrixX::Zero(body.dof, body.dof);
      data_.bodies.push_back(std::move(body));
    }
    const auto place = [&](const std::vector<std::string>& names, std::vector<int>& index, const char* variable) {
      for (const std::string& name : names) {
        const auto [body, dof] = split_dof(name);
        const std::size_t b = index_of(bodies, body);
        int at = standard(dof);
        if (b < bodies.size() && at < 0) {
          const auto mode = std::find(modes[b].begin(), modes[b].end(), dof);
          if (mode != modes[b].end()) at = 6 + static_cast<int>(mode - modes[b].begin());
        }
        if (b >= bodies.size() || at < 0)
          file_.fail(variable, "the motion " + name + " has no force of the same name",
                     "run Capytaine with the same dofs for both");
        const int row = data_.first_dof(b) + at;
        if (std::find(index.begin(), index.end(), row) != index.end())
          file_.fail(variable, name + " occurs twice", "run Capytaine again");
        index.push_back(row);
      }
    };
    place(forces, force_, "influenced_dof");
    place(motions, motion_, "radiating_dof");
    if (static_cast<int>(force_.size()) < data_.total_dof()) {
      data_.notes.push_back(fmt::format("{} of {} degrees of freedom are in the dataset; the others are 0",
                                        force_.size(), data_.total_dof()));
    }
  }

  // The order of the bodies is that of the joined name; the dofs may be sorted otherwise.
  void in_order_of(const std::string& title, std::vector<std::string>& bodies) {
    std::map<std::string, std::size_t> place;
    bool whole = true;
    for (const std::string& name : bodies) {
      std::size_t at = title.find(name);
      while (at != std::string::npos && !((at == 0 || title[at - 1] == '+') &&
                                          (at + name.size() == title.size() || title[at + name.size()] == '+')))
        at = title.find(name, at + 1);
      whole = whole && at != std::string::npos;
      place[name] = at != std::string::npos ? at : title.find(name);
    }
    std::stable_sort(bodies.begin(), bodies.end(),
                     [&](const std::string& a, const std::string& b) { return place[a] < place[b]; });
    if (bodies.size() < 2 || whole) return;
    data_.notes.push_back(
        fmt::format("body_name \"{}\" does not join the names of the bodies that the dofs name: they "
                    "are taken in the order {}, and so are their files",
                    title, fmt::join(bodies, ", ")));
  }

  static int standard(const std::string& dof) {
    const std::string name = lower_case(dof);
    for (std::size_t k = 0; k < kMotions.size(); ++k) {
      if (name == kMotions[k]) return static_cast<int>(k);
    }
    return -1;
  }
  static std::size_t index_of(const std::vector<std::string>& list, const std::string& value) {
    return static_cast<std::size_t>(std::find(list.begin(), list.end(), value) - list.begin());
  }

  void frequencies() {
    A_ = numbers("added_mass");
    B_ = numbers("radiation_damping");
    for (const char* name : {"omega", "period", "freq", "wavenumber", "wavelength"}) {
      if (A_.dimension(name)) axis_ = name;
    }
    if (axis_.empty())
      file_.fail("added_mass", "has no dimension omega, period, freq, wavenumber or wavelength", "run Capytaine again");
    const auto convert = [&](const char* name, auto to_omega) {
      if (!c_.omega.empty() || !file_.has(name)) return;
      const NetcdfArray array = numbers(name);
      if (array.dimensions != std::vector<std::string>{axis_}) return;
      for (const double v : array.values) c_.omega.push_back(to_omega(v));
    };
    convert("omega", [](double w) { return w; });
    convert("period", [](double T) { return 2.0 * kPi / T; });
    convert("freq", [](double f) { return 2.0 * kPi * f; });
    if (c_.omega.empty())
      file_.fail("omega", "neither omega nor period nor freq is given along " + axis_, "run Capytaine again");
  }

  // Sizes of the dimensions that are used; all others must be 1.
  void check_shape(const NetcdfArray& array, const std::vector<std::pair<std::string, std::size_t>>& wanted) const {
    for (std::size_t d = 0; d < array.dimensions.size(); ++d) {
      const auto known =
          std::find_if(wanted.begin(), wanted.end(), [&](const auto& w) { return w.first == array.dimensions[d]; });
      const std::size_t size = known == wanted.end() ? 1 : known->second;
      if (array.shape[d] != size) {
        file_.fail(array.name,
                   fmt::format("has {} values along {}, {} expected", array.shape[d], array.dimensions[d], size),
                   "write one dataset for each of them");
      }
    }
    for (const auto& [name, size] : wanted) {
      if (!array.dimension(name)) file_.fail(array.name, "has no dimension " + name, "is this a Capytaine dataset?");
    }
  }

  void radiation() {
    const std::size_t nf = c_.omega.size();
    const int n = data_.total_dof();
    for (const NetcdfArray* array : {&A_, &B_}) {
      check_shape(*array, {{axis_, nf}, {"radiating_dof", motion_.size()}, {"influenced_dof", force_.size()}});
    }
    check_allocation(2.0 * static_cast<double>(nf) * n * n, A_.values.size() * 16, 40.0, data_.file);
    const auto fill = [&](const NetcdfArray& array, std::vector<MatrixX>& out) {
      const std::size_t sw = array.stride(*array.dimension(axis_)),
                        sr = array.stride(*array.dimension("radiating_dof")),
                        si = array.stride(*array.dimension("influenced_dof"));
      out.assign(nf, MatrixX::Zero(n, n));
      for (std::size_t k = 0; k < nf; ++k) {
        for (std::size_t i = 0; i < force_.size(); ++i) {
          for (std::size_t j = 0; j < motion_.size(); ++j)
            out[k](force_[i], motion_[j]) = array.values[k * sw + j * sr + i * si];
        }
      }
    };
    fill(A_, c_.added_mass);
    fill(B_, c_.damping);
    for (std::size_t k = 0; k < nf; ++k) {
      c_.added_mass[k] /= *data_.density;
      c_.damping[k] /= *data_.density * c_.omega[k];
    }
  }

  ForceTable forces(const char* name) const {
    const NetcdfArray array = numbers(name);
    const std::size_t nf = c_.omega.size(), nh = c_.direction.size();
    check_shape(array, {{"complex", 2}, {axis_, nf}, {"wave_direction", nh}, {"influenced_dof", force_.size()}});
    const std::size_t sc = array.stride(*array.dimension("complex")), sw = array.stride(*array.dimension(axis_)),
                      sh = array.stride(*array.dimension("wave_direction")),
                      si = array.stride(*array.dimension("influenced_dof"));
    ForceTable table = zero_forces(nh, nf, data_.total_dof());
    const double unit = 1.0 / (*data_.density * *data_.gravity);
    const double sense = options_.phases == ReadOptions::Phases::lead ? 1.0 : -1.0;
    for (std::size_t h = 0; h < nh; ++h) {
      for (std::size_t k = 0; k < nf; ++k) {
        for (std::size_t i = 0; i < force_.size(); ++i) {
          const std::size_t at = k * sw + h * sh + i * si;
          // exp(-i w t) in Capytaine: the conjugate leads.
          table[h][k][force_[i]] =
              unit * std::complex<double>(array.values[at + real_ * sc], sense * array.values[at + (1 - real_) * sc]);
        }
      }
    }
    return table;
  }

  void excitation() {
    const bool diffraction = file_.has("diffraction_force"), froude_krylov = file_.has("Froude_Krylov_force"),
               total = file_.has("excitation_force");
    if (!total && !(diffraction && froude_krylov)) {
      data_.notes.push_back("no diffraction and Froude-Krylov force in the dataset: there is no excitation");
      return;
    }
    const std::vector<double> directions = numbers("wave_direction").values;
    const bool beyond =
        std::any_of(directions.begin(), directions.end(), [](double b) { return std::abs(b) > 2.0 * kPi + 1e-6; });
    const bool degrees = beyond || contains(lower_case(file_.units("wave_direction")), "deg");
    if (beyond)
      data_.notes.emplace_back("wave_direction reaches beyond a turn in Capytaine's radians: taken as degrees");
    for (const double b : directions) c_.direction.push_back(degrees ? b : b / kDegree);
    const std::vector<std::string> labels = file_.strings("complex");
    if (labels.size() != 2 || !((labels[0] == "re" && labels[1] == "im") || (labels[0] == "im" && labels[1] == "re"))) {
      file_.fail("complex", "must name re and im", "write the dataset with separate_complex_values");
    }
    real_ = labels[0] == "re" ? 0 : 1;
    if (diffraction) c_.scattering = forces("diffraction_force");
    if (froude_krylov) c_.froude_krylov = forces("Froude_Krylov_force");
    if (diffraction && froude_krylov) {
      add_up_parts(c_);
      if (total) compare_with_total();
    } else {
      c_.excitation = forces("excitation_force");
    }
  }

  void compare_with_total() {
    ForceTable total;
    const bool sound = optional_part("excitation_force", "", data_.notes, [&] { total = forces("excitation_force"); });
    const double apart = sound ? largest_difference(total, c_.excitation) : 0.0;
    if (apart > 1e-3)  // stored in single precision, and round-off of the sum, are far below
      data_.notes.push_back(
          fmt::format("excitation_force differs from the sum of diffraction_force and Froude_Krylov_force by {:.2g} % "
                      "of a motion's largest force: the sum is used. Was one of them written by another run?",
                      100.0 * apart));
  }

  void hydrostatics() {
    const std::size_t count = data_.bodies.size();
    const double weight = *data_.density * *data_.gravity;
    bool inside = false;
    if (file_.has("hydrostatic_stiffness"))
      inside = optional_part("the hydrostatic stiffness of the dataset", "", data_.notes, [&] {
        const MatrixX all = stiffness();
        for (std::size_t b = 0; b < count; ++b) {
          const int first = data_.first_dof(b), m = data_.bodies[b].dof;
          data_.bodies[b].restoring_stiffness = all.block(first, first, m, m) / weight;
        }
      });
    if (inside) data_.notes.emplace_back("hydrostatic stiffness from the dataset");
    for (std::size_t b = 0; b < count; ++b) {
      hydro::HydroBody& body = data_.bodies[b];
      const auto beside = [&](const char* stem, const char* option) {
        return options_.ignores(option)
                   ? std::nullopt
                   : find_body_file(path_.parent_path(), stem, slices_ > 1 ? slice_ : b, std::max(count, slices_));
      };
      if (!inside || options_.like_bemio) {
        const auto kh = beside("KH", "kh");
        if (optional_file(
                kh, "the hydrostatic stiffness of body " + body.name, "kh",
                inside ? ""
                       : fmt::format("body {}: neither hydrostatic_stiffness nor a KH file: the hydrostatic stiffness "
                                     "is 0",
                                     body.name),
                data_.notes,
                [&](const auto& path) {
                  body.restoring_stiffness.topLeftCorner<6, 6>() = read_stiffness(path) / weight;
                },
                inside ? "" : fmt::format("body {}: the hydrostatic stiffness is 0", body.name)))
          data_.notes.push_back("hydrostatic stiffness from " + kh->filename().string());
      }
      const auto center = point(b, "rotation_center");
      auto cg = point(b, "center_of_mass"), cb = point(b, "center_of_buoyancy");
      body.displaced_volume = volume(b);
      std::vector<std::string> unknown;
      if (body.displaced_volume == 0.0) unknown.emplace_back("the volume");
      if (!cb) unknown.emplace_back("the centre of buoyancy");
      if (!cg)
        unknown.push_back(center ? "the centre of gravity (the rotation centre is taken)"
                                 : "the centre of gravity (the origin is taken)");
      const std::string absent =
          unknown.empty() ? "" : fmt::format("body {}: {} unknown", body.name, fmt::join(unknown, ", "));
      optional_file(
          beside("Hydrostatics", "hydrostatics"), "volume and centres of body " + body.name, "hydrostatics",
          absent.empty() ? "" : absent + "; there is no Hydrostatics file", data_.notes,
          [&](const auto& path) {
            const Hydrostatics h = read_hydrostatics(path);
            cg = h.cg;
            cb = h.cb;
            body.displaced_volume = h.volume;
          },
          absent);
      body.cb = cb.value_or(Vector3::Zero());
      body.cg = cg.value_or(center.value_or(Vector3::Zero()));
      arms_.emplace_back(center ? Vector3(body.cg - *center) : Vector3(Vector3::Zero()));
    }
  }

  // Moments and rotations of the dataset are about its rotation centres, ours about the centres of gravity.
  void move_to_centres() {
    bool any = false;
    for (std::size_t b = 0; b < arms_.size(); ++b) {
      hydro::HydroBody& body = data_.bodies[b];
      if (arms_[b].isZero(1e-9)) {
        arms_[b].setZero();
        continue;
      }
      const auto text = [](const Vector3& p) { return fmt::format("({:g}, {:g}, {:g}) m", p.x(), p.y(), p.z()); };
      const std::string what = fmt::format("body {}: the dataset turns about {}, its centre of gravity is {}",
                                           body.name, text(body.cg - arms_[b]), text(body.cg));
      const int first = data_.first_dof(b);
      const auto rigid =
          std::count_if(motion_.begin(), motion_.end(), [first](int dof) { return dof >= first && dof < first + 6; });
      if (rigid < 6 || options_.like_bemio) {
        body.moments_about_cg = false;
        data_.notes.push_back(what + "; moments are taken as if they were about that: compute all six motions");
        arms_[b].setZero();
        continue;
      }
      data_.notes.push_back(what + ", where its moments are moved to");
      body.cg -= arms_[b];
      any = true;
    }
    if (any) hydro::move_references(data_, arms_);
  }

  // Over the dofs of the system [N/m]. Datasets of Capytaine 1 hold the upper triangle of each body, named along
  // hydrostatic_S: S33, S34, S35, S44, S45, S55.
  MatrixX stiffness() const {
    const NetcdfArray array = numbers("hydrostatic_stiffness");
    if (!array.dimension("hydrostatic_S")) return square("hydrostatic_stiffness");
    const std::vector<std::string> names = file_.strings("hydrostatic_S");
    const std::size_t count = data_.bodies.size();
    if (names.empty() || array.values.size() != names.size() * count || array.dimensions.back() != "hydrostatic_S")
      file_.fail("hydrostatic_stiffness", "has not one value for each name of hydrostatic_S and body",
                 "write it again");
    MatrixX all = MatrixX::Zero(data_.total_dof(), data_.total_dof());
    for (std::size_t b = 0; b < count; ++b) {
      for (std::size_t k = 0; k < names.size(); ++k) {
        const std::string& name = names[k];
        const auto digit = [&](std::size_t at) { return at < name.size() ? name[at] - '1' : -1; };
        if (digit(1) < 0 || digit(1) > 5 || digit(2) < 0 || digit(2) > 5)
          file_.fail("hydrostatic_S", "names no entry of a stiffness: " + name, "S33 is meant");
        const int i = data_.first_dof(b) + digit(1), j = data_.first_dof(b) + digit(2);
        all(i, j) = all(j, i) = array.values[b * names.size() + k];
      }
    }
    return all;
  }

  // A matrix of influenced and radiating dofs, over the dofs of the system.
  MatrixX square(const char* name) const {
    const NetcdfArray array = numbers(name);
    check_shape(array, {{"influenced_dof", force_.size()}, {"radiating_dof", motion_.size()}});
    const std::size_t si = array.stride(*array.dimension("influenced_dof")),
                      sj = array.stride(*array.dimension("radiating_dof"));
    MatrixX all = MatrixX::Zero(data_.total_dof(), data_.total_dof());
    for (std::size_t i = 0; i < force_.size(); ++i) {
      for (std::size_t j = 0; j < motion_.size(); ++j) all(force_[i], motion_[j]) = array.values[i * si + j * sj];
    }
    return all;
  }

  // A point that the dataset may hold for every body.
  std::optional<Vector3> point(std::size_t b, const char* name) const {
    const std::size_t count = data_.bodies.size(), at = row_of(b);
    if (!file_.has(name)) return std::nullopt;
    const NetcdfArray array = numbers(name);
    if (array.values.size() != 3 * count) return std::nullopt;
    const bool rows = array.shape.size() < 2 || array.shape.back() == 3;
    Vector3 out;
    for (std::size_t k = 0; k < 3; ++k)
      out[static_cast<Eigen::Index>(k)] = rows ? array.values[3 * at + k] : array.values[k * count + at];
    if (!out.allFinite()) return std::nullopt;
    return out;
  }
  std::size_t row_of(std::size_t b) const {
    if (!file_.has("rigid_body_component")) return b;
    const std::vector<std::string> names = file_.strings("rigid_body_component");
    const auto found = std::find(names.begin(), names.end(), data_.bodies[b].name);
    return found != names.end() && names.size() == data_.bodies.size() ? static_cast<std::size_t>(found - names.begin())
                                                                       : b;
  }

  // Displaced volume [m^3], or 0 where nothing tells it.
  double volume(std::size_t b) {
    for (const char* name : {"disp_volume", "displaced_volume", "volume"}) {  // the last may be that of the whole mesh
      if (!file_.has(name)) continue;
      const NetcdfArray array = numbers(name);
      if (array.values.size() == data_.bodies.size()) return array.values[row_of(b)];
    }
    if (!file_.has("inertia_matrix")) return 0.0;
    double mass = 0.0;
    optional_part("inertia_matrix of the dataset", "", data_.notes, [&] {
      const int heave = data_.first_dof(b) + 2;
      mass = square("inertia_matrix")(heave, heave);
    });
    if (!(mass > 0.0) || !std::isfinite(mass)) return 0.0;
    data_.notes.push_back(
        fmt::format("body {}: the volume is that of its mass in inertia_matrix, which floats", data_.bodies[b].name));
    return mass / *data_.density;
  }

  // Zero and infinite frequency become limits; a frequency with a value that is not finite is left out.
  void drop_unusable() {
    const auto keep = [&](std::size_t k) {
      if (!c_.added_mass[k].allFinite() || !c_.damping[k].allFinite()) return false;
      for (const ForceTable* table : {&c_.excitation, &c_.froude_krylov, &c_.scattering}) {
        for (const auto& row : *table) {
          if (!row[k].allFinite()) return false;
        }
      }
      return true;
    };
    Coefficients kept;
    kept.direction = c_.direction;
    for (ForceTable Coefficients::*table :
         {&Coefficients::excitation, &Coefficients::froude_krylov, &Coefficients::scattering}) {
      (kept.*table).resize((c_.*table).size());
    }
    std::string dropped;
    int count = 0;
    for (std::size_t k = 0; k < c_.omega.size(); ++k) {
      const double w = c_.omega[k];
      if (w == 0.0 || std::isinf(w)) {
        if (c_.added_mass[k].allFinite())
          (w == 0.0 ? kept.added_mass_zero : kept.added_mass_infinite) = c_.added_mass[k];
        continue;
      }
      if (!std::isfinite(w) || !(w > 0.0) || !keep(k)) {
        if (++count <= 5) dropped += fmt::format("{}{:.6g}", dropped.empty() ? "" : ", ", w);
        continue;
      }
      kept.omega.push_back(w);
      kept.added_mass.push_back(c_.added_mass[k]);
      kept.damping.push_back(c_.damping[k]);
      for (ForceTable Coefficients::*table :
           {&Coefficients::excitation, &Coefficients::froude_krylov, &Coefficients::scattering}) {
        for (std::size_t h = 0; h < (c_.*table).size(); ++h) (kept.*table)[h].push_back((c_.*table)[h][k]);
      }
    }
    if (count > 0) {
      data_.notes.push_back(fmt::format("{} frequenc{} left out, not finite in the dataset: {}{} rad/s", count,
                                        count > 1 ? "ies" : "y", dropped, count > 5 ? ", ..." : ""));
    }
    if (kept.omega.empty()) file_.fail("omega", "holds no frequency with finite coefficients", "run Capytaine again");
    c_ = std::move(kept);
  }

  std::filesystem::path path_;
  const ReadOptions& options_;
  const NetcdfFile& file_;
  std::size_t slice_, slices_;
  hydro::HydroData data_;
  Coefficients c_;
  NetcdfArray A_, B_;
  std::string axis_;
  std::size_t real_ = 0;
  std::vector<int> force_, motion_;
  std::vector<Vector3> arms_;  // from the rotation centres to the centres of gravity
};

hydro::HydroData read_capytaine(const std::filesystem::path& path, const ReadOptions& options) {
  const NetcdfFile file(path, options.containment);
  std::size_t slices = 1;
  if (file.has("added_mass")) {
    const NetcdfArray array = file.numbers("added_mass");
    if (const auto bodies = array.dimension(kBodies)) slices = array.shape[*bodies];
    check_allocation(static_cast<double>(slices) * static_cast<double>(array.values.size()), array.values.size() * 16,
                     40.0, shown(path));
  }
  if (slices < 2) return Capytaine(path, options, file).read();
  std::vector<hydro::HydroData> parts;
  for (std::size_t b = 0; b < slices; ++b) parts.push_back(Capytaine(path, options, file, b, slices).read());
  hydro::HydroData all = combine(parts);
  all.file = shown(path);
  return all;
}

// Datasets of one body each, set side by side.
hydro::HydroData read_datasets(const Source& source, const ReadOptions& options) {
  if (source.parts.empty()) return read_capytaine(source.file, options);
  std::vector<hydro::HydroData> parts;
  for (const std::filesystem::path& path : source.parts) {
    parts.push_back(read_capytaine(path, options));
    if (parts.back().bodies[0].name == "body1") parts.back().bodies[0].name = path.stem().string();  // it names none
    for (std::size_t k = 0; k + 1 < parts.size(); ++k) {
      if (parts[k].bodies[0].name == parts.back().bodies[0].name)
        fail_input(
            shown(source.file.parent_path()), -1,
            fmt::format("holds {} datasets, two of them of the body {}", source.parts.size(), parts[k].bodies[0].name),
            "name one of them; several are read as one set where each has a body of its own");
    }
  }
  hydro::HydroData all = combine(parts);
  all.file = shown(source.file.parent_path());
  return all;
}

}  // namespace

Reader capytaine_reader() {
  Reader row{"capytaine", "Capytaine", Sense::lag, {".nc"}, {".nc4"}};
  row.several = true;
  row.accompanying = {"kh", "hydrostatics"};
  row.detect = [](const Named& named) -> std::optional<Source> {
    const bool classic = named.head[0] == 'C' && named.head[1] == 'D' && named.head[2] == 'F';
    if (!classic && !(named.is_hdf5() && (named.extension == ".nc" || named.extension == ".nc4"))) return std::nullopt;
    return Source{named.path};
  };
  row.read = read_datasets;
  return row;
}

}  // namespace swell::bemio
