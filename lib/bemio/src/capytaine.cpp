// Capytaine: a NetCDF dataset, with NEMOH-like hydrostatics files beside it or the hydrostatics inside.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "coefficients.h"
#include "hydrostatics_files.h"
#include "netcdf_file.h"
#include "readers.h"
#include "swell/base/motions.h"
#include "swell/waves/dispersion.h"
#include "text_file.h"

namespace swell::bemio {
namespace {

class Capytaine {
 public:
  Capytaine(const std::filesystem::path& path, const ReadOptions& options)
      : path_(path), options_(options), file_(path, options.containment) {}

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
    return std::move(data_);
  }

 private:
  double scalar(const char* name) const {
    const NetcdfArray array = file_.numbers(name);
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
      if (!names.empty()) title = names[0];
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
    A_ = file_.numbers("added_mass");
    B_ = file_.numbers("radiation_damping");
    for (const char* name : {"omega", "period", "freq", "wavenumber", "wavelength"}) {
      if (A_.dimension(name)) axis_ = name;
    }
    if (axis_.empty())
      file_.fail("added_mass", "has no dimension omega, period, freq, wavenumber or wavelength", "run Capytaine again");
    const auto convert = [&](const char* name, auto to_omega) {
      if (!c_.omega.empty() || !file_.has(name)) return;
      const NetcdfArray array = file_.numbers(name);
      if (array.dimensions != std::vector<std::string>{axis_}) return;
      for (const double v : array.values) c_.omega.push_back(to_omega(v));
    };
    convert("omega", [](double w) { return w; });
    convert("period", [](double T) { return 2.0 * kPi / T; });
    convert("freq", [](double f) { return 2.0 * kPi * f; });
    if (c_.omega.empty())
      file_.fail("omega", "neither omega nor period nor freq is given along " + axis_, "run Capytaine again");
    const auto same = [&](const char* name, const char* unit, double tolerance, auto expected) {
      if (!file_.has(name)) return;
      const NetcdfArray array = file_.numbers(name);
      if (array.dimensions != std::vector<std::string>{axis_}) return;
      for (std::size_t k = 0; k < c_.omega.size(); ++k) {
        const double wanted = expected(c_.omega[k]), found = array.values[k];
        // Limits (0 and infinity) are written in more than one way.
        if (!(wanted > 0.0) || !std::isfinite(wanted) || std::abs(found - wanted) <= tolerance * wanted) continue;
        file_.fail(
            name,
            fmt::format("is {:.7g} {} where omega = {:.7g} rad/s makes it {:.7g}", found, unit, c_.omega[k], wanted),
            "one of the two has another unit or is damaged; run Capytaine again");
      }
    };
    const auto wavenumber = [&](double w) {
      return w > 0.0 && std::isfinite(w) ? waves::wavenumber(w, data_.water_depth, *data_.gravity) : 0.0;
    };
    same("omega", "rad/s", 1e-6, [](double w) { return w; });
    same("period", "s", 1e-6, [](double w) { return 2.0 * kPi / w; });
    same("freq", "Hz", 1e-6, [](double w) { return w / (2.0 * kPi); });
    // Capytaine solves the dispersion relation to some digits only.
    same("wavenumber", "rad/m", 1e-3, wavenumber);
    same("wavelength", "m", 1e-3, [&](double w) { return 2.0 * kPi / wavenumber(w); });
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
    const NetcdfArray array = file_.numbers(name);
    const std::size_t nf = c_.omega.size(), nh = c_.direction.size();
    check_shape(array, {{"complex", 2}, {axis_, nf}, {"wave_direction", nh}, {"influenced_dof", force_.size()}});
    const std::size_t sc = array.stride(*array.dimension("complex")), sw = array.stride(*array.dimension(axis_)),
                      sh = array.stride(*array.dimension("wave_direction")),
                      si = array.stride(*array.dimension("influenced_dof"));
    ForceTable table = zero_forces(nh, nf, data_.total_dof());
    const double unit = 1.0 / (*data_.density * *data_.gravity);
    for (std::size_t h = 0; h < nh; ++h) {
      for (std::size_t k = 0; k < nf; ++k) {
        for (std::size_t i = 0; i < force_.size(); ++i) {
          const std::size_t at = k * sw + h * sh + i * si;
          // exp(-i w t) in Capytaine: the conjugate leads.
          table[h][k][force_[i]] =
              unit * std::complex<double>(array.values[at + real_ * sc], -array.values[at + (1 - real_) * sc]);
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
    for (const double b : file_.numbers("wave_direction").values) {
      if (std::abs(b) > 2.0 * kPi + 1e-6) {
        file_.fail("wave_direction", fmt::format("= {:g} rad lies beyond a turn", b),
                   "Capytaine's directions are radians: were these degrees?");
      }
      c_.direction.push_back(b / kDegree);
    }
    const std::vector<std::string> labels = file_.strings("complex");
    if (labels.size() != 2 || !((labels[0] == "re" && labels[1] == "im") || (labels[0] == "im" && labels[1] == "re"))) {
      file_.fail("complex", "must name re and im", "write the dataset with separate_complex_values");
    }
    real_ = labels[0] == "re" ? 0 : 1;
    if (diffraction) c_.scattering = forces("diffraction_force");
    if (froude_krylov) c_.froude_krylov = forces("Froude_Krylov_force");
    if (diffraction && froude_krylov) {
      c_.excitation = c_.scattering;
      for (std::size_t h = 0; h < c_.direction.size(); ++h) {
        for (std::size_t k = 0; k < c_.omega.size(); ++k) c_.excitation[h][k] += c_.froude_krylov[h][k];
      }
      // Single precision at the coarsest; what is no number leaves its frequency out below.
      if (total)
        check_parts(c_, forces("excitation_force"), 1e-5, true, data_.file, "(excitation_force)",
                    "the variables are of different runs or damaged; run Capytaine again, or write the dataset "
                    "without excitation_force");
    } else {
      c_.excitation = forces("excitation_force");
    }
  }

  void hydrostatics() {
    const std::size_t count = data_.bodies.size();
    const double weight = *data_.density * *data_.gravity;
    const bool inside = file_.has("hydrostatic_stiffness");
    bool beside = false;
    if (inside) {
      const MatrixX all = square("hydrostatic_stiffness") / weight;
      for (std::size_t b = 0; b < count; ++b) {
        const int first = data_.first_dof(b), m = data_.bodies[b].dof;
        data_.bodies[b].restoring_stiffness = all.block(first, first, m, m);
      }
    }
    for (std::size_t b = 0; b < count; ++b) {
      hydro::HydroBody& body = data_.bodies[b];
      const auto stiffness =
          options_.ignores("kh") ? std::nullopt : find_body_file(path_.parent_path(), "KH", b, count);
      if (stiffness && (!inside || options_.like_bemio)) {
        const Matrix6 own = read_stiffness(*stiffness) / weight;
        if (inside) same_stiffness(*stiffness, b, own, true);
        body.restoring_stiffness.topLeftCorner<6, 6>() = own;
        beside = true;
      } else if (stiffness) {
        compare_stiffness(*stiffness, b, weight);
      } else if (!inside) {
        data_.notes.push_back(fmt::format(
            "body {}: neither hydrostatic_stiffness nor a KH file: the hydrostatic stiffness is 0", body.name));
      }
      const auto found = options_.ignores("hydrostatics")
                             ? std::nullopt
                             : find_body_file(path_.parent_path(), "Hydrostatics", b, count);
      const Given inside_too = from_dataset(b, body);
      if (found) {
        const Hydrostatics h = read_hydrostatics(*found);
        same_hydrostatics(*found, body, inside_too, h);
        body.cg = h.cg;
        body.cb = h.cb;
        body.displaced_volume = h.volume;
      } else if (body.displaced_volume == 0.0) {
        data_.notes.push_back(fmt::format(
            "body {}: no Hydrostatics file beside it: volume and cb are unknown, cg is set to 0", body.name));
      }
    }
    if (inside || beside)
      data_.notes.emplace_back(beside ? "hydrostatic stiffness from KH.dat" : "hydrostatic stiffness from the dataset");
    masses();
  }

  // A matrix of influenced and radiating dofs, over the dofs of the system.
  MatrixX square(const char* name) const {
    const NetcdfArray array = file_.numbers(name);
    check_shape(array, {{"influenced_dof", force_.size()}, {"radiating_dof", motion_.size()}});
    const std::size_t si = array.stride(*array.dimension("influenced_dof")),
                      sj = array.stride(*array.dimension("radiating_dof"));
    MatrixX all = MatrixX::Zero(data_.total_dof(), data_.total_dof());
    for (std::size_t i = 0; i < force_.size(); ++i) {
      for (std::size_t j = 0; j < motion_.size(); ++j) all(force_[i], motion_[j]) = array.values[i * si + j * sj];
    }
    return all;
  }

  // What the dataset holds for every body, of centres and displaced volume.
  struct Given {
    bool cg = false, cb = false, volume = false;
  };
  Given from_dataset(std::size_t b, hydro::HydroBody& body) const {
    const std::size_t count = data_.bodies.size();
    const auto point = [&](const char* name, Vector3& out) {
      if (!file_.has(name)) return false;
      const NetcdfArray array = file_.numbers(name);
      if (array.values.size() != 3 * count) return false;
      const bool rows = array.shape.size() < 2 || array.shape.back() == 3;
      for (std::size_t k = 0; k < 3; ++k)
        out[static_cast<Eigen::Index>(k)] = rows ? array.values[3 * b + k] : array.values[k * count + b];
      return true;
    };
    Given given;
    given.cg = point("center_of_mass", body.cg);
    given.cb = point("center_of_buoyancy", body.cb);
    for (const char* name : {"disp_volume", "volume"}) {  // the second may be that of the whole mesh
      if (!file_.has(name)) continue;
      const NetcdfArray array = file_.numbers(name);
      if (array.values.size() != count) continue;
      body.displaced_volume = array.values[b];
      given.volume = std::string(name) == "disp_volume";
      if (given.volume) break;
    }
    return given;
  }

  // A file beside the dataset that differs from it by more than its digits is told; by more than 1 %, refused where
  // `refused`.
  void told(const std::filesystem::path& file, const std::string& body, const std::string& what, double own,
            double inside, double digits, double size, bool refused = true) {
    const double apart = std::abs(own - inside);
    if (!(apart > digits)) return;  // nor a value that is no number
    const std::string sentence = fmt::format("body {}: {} = {:.6g}, in the dataset {:.6g}", body, what, own, inside);
    const bool far = apart > 0.01 * size;
    if (!far || !refused) {
      data_.notes.push_back(
          fmt::format("{}: {}{}", file.filename().string(), sentence,
                      far ? ", which is used: of another point of the moments, of another mesh, or damaged" : ""));
      return;
    }
    fail_input(shown(file), -1, sentence,
               "the two are of different meshes or axes, or one is damaged; write both again, or leave the file out "
               "(--ignore kh, --ignore hydrostatics)");
  }

  // The dataset's is used: a file of another form (one with modes) is no reason to refuse the set.
  void compare_stiffness(const std::filesystem::path& file, std::size_t b, double weight) {
    Matrix6 own;
    try {
      own = read_stiffness(file) / weight;
    } catch (const InputError& error) {
      data_.notes.push_back(fmt::format("not compared with the dataset: {}", error.what()));
      return;
    }
    same_stiffness(file, b, own, false);
  }

  // Where the file only stands beside, its entries of rotations may be about another point; heave has none, and where
  // that differs the Hydrostatics file beside it is of another body or mesh, too.
  void same_stiffness(const std::filesystem::path& file, std::size_t b, const Matrix6& own, bool used) {
    const hydro::HydroBody& body = data_.bodies[b];
    const MatrixX& C = body.restoring_stiffness;
    const auto given = [&](const std::vector<int>& dofs, int i) {
      return std::find(dofs.begin(), dofs.end(), data_.first_dof(b) + i) != dofs.end();
    };
    // Round-off of the integrals over the mesh: of the largest translation [m^2] and rotation [m^4], or, under water,
    // of the body's length.
    const double length = std::cbrt(std::max(body.displaced_volume, 0.0));
    const double noise[2] = {
        1e-3 * std::sqrt(std::max(C.topLeftCorner(3, 3).cwiseAbs().maxCoeff(), length * length)),
        1e-3 * std::sqrt(std::max(C.block(3, 3, 3, 3).cwiseAbs().maxCoeff(), std::pow(length, 4)))};
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) {
        if (!given(force_, i) || !given(motion_, j)) continue;
        const double size = std::max({std::abs(C(i, j)), std::abs(own(i, j)), std::sqrt(std::abs(C(i, i) * C(j, j)))});
        told(file, body.name, fmt::format("C({},{}) / rho g", i + 1, j + 1), own(i, j), C(i, j),
             std::max(1e-4 * size, noise[i / 3] * noise[j / 3]), size, used || (i == 2 && j == 2));
      }
    }
  }

  void same_hydrostatics(const std::filesystem::path& file, const hydro::HydroBody& body, const Given& inside,
                         const Hydrostatics& own) {
    const double length = std::cbrt(std::max(own.volume, 0.0));
    constexpr double kDecimals = 1.01e-3;
    for (int i = 0; i < 3; ++i) {
      if (inside.cg)
        told(file, body.name, fmt::format("{} of the centre of gravity [m]", "xyz"[i]), own.cg[i], body.cg[i],
             kDecimals, length);
      if (inside.cb)
        told(file, body.name, fmt::format("{} of the centre of buoyancy [m]", "xyz"[i]), own.cb[i], body.cb[i],
             kDecimals, length);
    }
    if (inside.volume && body.displaced_volume > 0.0)
      told(file, body.name, "displacement [m^3]", own.volume, body.displaced_volume, 1e-4 * own.volume, own.volume);
  }

  // Capytaine's own inertia is that of a body that floats; a user's may be another, which is told.
  void masses() {
    if (!file_.has("inertia_matrix")) return;
    const NetcdfArray array = file_.numbers("inertia_matrix");
    if (!array.dimension("influenced_dof") || !array.dimension("radiating_dof") ||
        array.values.size() != force_.size() * motion_.size())
      return;
    const MatrixX M = square("inertia_matrix");
    for (std::size_t b = 0; b < data_.bodies.size(); ++b) {
      const hydro::HydroBody& body = data_.bodies[b];
      const int heave = data_.first_dof(b) + 2;
      const double mass = M(heave, heave), buoyancy = *data_.density * body.displaced_volume;
      if (!(mass > 0.0) || !(buoyancy > 0.0) || std::abs(mass - buoyancy) <= 0.01 * buoyancy) continue;
      data_.notes.push_back(fmt::format(
          "body {}: inertia_matrix has the mass {:.6g} kg, its volume displaces {:.6g} kg: it floats only if something "
          "else bears the difference, or the volume is of another body",
          body.name, mass, buoyancy));
    }
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
  NetcdfFile file_;
  hydro::HydroData data_;
  Coefficients c_;
  NetcdfArray A_, B_;
  std::string axis_;
  std::size_t real_ = 0;
  std::vector<int> force_, motion_;
};

}  // namespace

hydro::HydroData read_capytaine(const std::filesystem::path& path, const ReadOptions& options) {
  return Capytaine(path, options).read();
}

}  // namespace swell::bemio
