// BEMIO's structure `hydro` as MATLAB saves it: what writeBEMIOH5 writes, in fields (WEC-Sim, BEMIO: readWAMIT and
// others). Normalised and phases leading, as in its H5.
#include "swell/datafile/mat_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "files/read_coefficients.h"
#include "files/text_file.h"
#include "formats/format_row.h"
#include "swell/hydro/plausible.h"

namespace swell::bemio {
namespace {

using datafile::MatValue;

class Matlab {
 public:
  Matlab(const std::filesystem::path& path, const ReadOptions& options)
      : path_(path), options_(options), variables_(datafile::read_mat_file(path, options.containment)) {
    data_.file = shown(path);
  }

  hydro::HydroData read() {
    find_structure();
    data_.code = text("code").empty() ? "BEMIO" : text("code");
    const double density = scalar("rho", 1000.0), gravity = scalar("g", kGravity), depth = scalar("h", HUGE_VAL);
    check_water(density, gravity, path_);
    data_.density = density;
    data_.gravity = gravity;
    if (!(depth > 0.0)) fail("h", fmt::format("= {:g} m must be above 0", depth));
    if (std::isfinite(depth)) data_.water_depth = depth;
    c_.omega = vector("w");
    if (c_.omega.empty()) fail("w", "is missing or empty");
    if (hydro_->field("theta")) c_.direction = vector("theta");
    bodies();
    nw_ = c_.omega.size();
    c_.added_mass = matrices("A", true);
    c_.damping = matrices("B", true);
    optional_part("added mass at infinite frequency", "", data_.notes, [&] {
      if (const MatValue* value = numeric("Ainf", n_ * n_)) c_.added_mass_infinite = square(*value, 0);
    });
    c_.excitation = forces("ex");
    if (c_.excitation.empty()) data_.notes.emplace_back("no ex_re and ex_im: there is no excitation");
    optional_part("Froude-Krylov force", "", data_.notes, [&] { c_.froude_krylov = forces("fk"); });
    optional_part("scattering force", "", data_.notes, [&] { c_.scattering = forces("sc"); });
    drift("md_cs", c_.drift_control_surface);
    drift("md_mc", c_.drift_momentum);
    drift("md_pi", c_.drift_pressure);
    for (const char* kernel : {"ra_K", "ss_A"}) {
      if (hydro_->field(kernel)) {
        data_.notes.emplace_back("impulse responses and state space of the file are not read: they are computed anew");
        break;
      }
    }
    assemble(std::move(c_), data_, options_.keeps_gaps());
    return std::move(data_);
  }

 private:
  [[noreturn]] void fail(const std::string& field, const std::string& message) const {
    Origin origin;
    origin.file = data_.file;
    origin.path = name_ + "." + field;
    throw InputError(origin, message,
                     "save BEMIO's hydro, after its read and before writeBEMIOH5: save('name.mat', 'hydro')");
  }

  void find_structure() {
    std::string names;
    for (const auto& [name, value] : variables_) {
      names += (names.empty() ? "" : ", ") + name;
      if (value.field("w") && value.field("A") && (!hydro_ || name == "hydro")) {
        hydro_ = &value;
        name_ = name;
      }
    }
    if (!hydro_)
      fail_input(data_.file, -1,
                 fmt::format("holds no structure with the fields w and A, but {}", names.empty() ? "nothing" : names),
                 "save BEMIO's hydro: save('name.mat', 'hydro')");
    if (hydro_->structs.size() > 1)
      data_.notes.push_back(fmt::format("{} has {} elements: the first is read (combineBEM makes one of several)",
                                        name_, hydro_->structs.size()));
  }

  std::string text(const char* field) const {
    const MatValue* value = hydro_->field(field);
    return value ? value->text : std::string();
  }
  double scalar(const char* field, double otherwise) const {
    const MatValue* value = hydro_->field(field);
    if (!value || value->real.empty()) return otherwise;
    return value->real[0];
  }
  std::vector<double> vector(const char* field) const {
    const MatValue* value = hydro_->field(field);
    return value ? value->real : std::vector<double>{};
  }

  // A field of `count` numbers; nullptr when it is not there.
  const MatValue* numeric(const std::string& field, std::size_t count) const {
    const MatValue* value = hydro_->field(field);
    if (!value || (value->kind == MatValue::Kind::numbers && value->real.empty())) return nullptr;
    if (value->kind != MatValue::Kind::numbers || value->real.size() != count)
      fail(field, fmt::format("has {} numbers, {} are expected", value->real.size(), count));
    return value;
  }

  void bodies() {
    const std::vector<double> dof = vector("dof"), cg = vector("cg"), cb = vector("cb"), volume = vector("Vo");
    const MatValue* names = hydro_->field("body");
    std::size_t count = names && !names->cells.empty()
                            ? names->cells.size()
                            : static_cast<std::size_t>(std::clamp(scalar("Nb", 1.0), 1.0, 1e4));
    if (dof.size() > count) count = dof.size();
    for (std::size_t b = 0; b < count; ++b) {
      hydro::HydroBody body;
      body.name = names && b < names->cells.size() ? names->cells[b].text : fmt::format("body{}", b + 1);
      if (b < dof.size()) {
        if (!(dof[b] >= 6.0) || dof[b] > 1e4 || dof[b] != std::floor(dof[b]))
          fail("dof", fmt::format("= {:g} must be a whole number of 6 or more", dof[b]));
        body.dof = static_cast<int>(dof[b]);
      }
      const auto point = [&](const std::vector<double>& from, const char* what) {
        if (from.size() < 3 * (b + 1)) {
          if (!from.empty()) fail(what, "must have three rows and a column for each body");
          return Vector3(0.0, 0.0, 0.0);
        }
        return Vector3(from[3 * b], from[3 * b + 1], from[3 * b + 2]);
      };
      body.cg = point(cg, "cg");
      body.cb = cb.empty() ? body.cg : point(cb, "cb");
      body.displaced_volume = b < volume.size() ? volume[b] : 0.0;
      data_.bodies.push_back(std::move(body));
    }
    n_ = static_cast<std::size_t>(data_.total_dof());
    const MatValue* stiffness = hydro_->field("Khs") ? hydro_->field("Khs") : hydro_->field("C");
    const bool given = stiffness && stiffness->kind == MatValue::Kind::numbers && stiffness->shape.size() >= 2;
    const std::size_t m = given ? stiffness->shape[0] : 6;  // 6, or the dofs of a body with modes
    for (std::size_t b = 0; b < count; ++b) {
      hydro::HydroBody& body = data_.bodies[b];
      body.restoring_stiffness = MatrixX::Zero(body.dof, body.dof);
      if (!given || stiffness->real.size() != m * m * count) continue;
      for (int i = 0; i < std::min<int>(body.dof, static_cast<int>(m)); ++i) {
        for (int j = 0; j < std::min<int>(body.dof, static_cast<int>(m)); ++j)
          body.restoring_stiffness(i, j) =
              stiffness->real[static_cast<std::size_t>(i) + m * (static_cast<std::size_t>(j) + m * b)];
      }
    }
    if (!given || stiffness->real.size() != m * m * count)
      data_.notes.emplace_back("no Khs: the hydrostatic stiffness is 0");
  }

  MatrixX square(const MatValue& value, std::size_t k) const {
    MatrixX M(n_, n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < n_; ++j)
        M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = value.real[i + n_ * (j + n_ * k)];
    }
    return M;
  }

  std::vector<MatrixX> matrices(const char* field, bool required) const {
    const MatValue* value = numeric(field, n_ * n_ * nw_);
    if (!value && required) fail(field, "is missing or empty");
    std::vector<MatrixX> all;
    for (std::size_t k = 0; value && k < nw_; ++k) all.push_back(square(*value, k));
    return all;
  }

  ForceTable forces(const std::string& kind) const {
    const std::size_t nh = c_.direction.size();
    const MatValue* re = numeric(kind + "_re", n_ * nh * nw_);
    const MatValue* im = numeric(kind + "_im", n_ * nh * nw_);
    const auto nan = [](double v) { return std::isnan(v); };
    if (!re || !im || nh == 0 || std::all_of(re->real.begin(), re->real.end(), nan)) return {};  // BEMIO's "not there"
    ForceTable table = zero_forces(nh, nw_, static_cast<int>(n_));
    for (std::size_t k = 0; k < nw_; ++k) {
      for (std::size_t h = 0; h < nh; ++h) {
        for (std::size_t i = 0; i < n_; ++i) {
          const std::size_t at = i + n_ * (h + nh * k);
          table[h][k][static_cast<Eigen::Index>(i)] = {re->real[at], im->real[at]};
        }
      }
    }
    return table;
  }

  void drift(const char* field, DriftTable& out) {
    const std::size_t nh = c_.direction.size();
    optional_part("mean drift", "", data_.notes, [&] {
      const MatValue* value = nh > 0 ? numeric(field, n_ * nh * nw_) : nullptr;
      if (!value || std::any_of(value->real.begin(), value->real.end(), [](double v) { return !std::isfinite(v); }))
        return;
      out = zero_drift(nh, nw_, static_cast<int>(n_));
      for (std::size_t k = 0; k < nw_; ++k) {
        for (std::size_t h = 0; h < nh; ++h) {
          for (std::size_t i = 0; i < n_; ++i)
            out[h][k][static_cast<Eigen::Index>(i)] = value->real[i + n_ * (h + nh * k)];
        }
      }
    });
  }

  std::filesystem::path path_;
  const ReadOptions& options_;
  std::vector<std::pair<std::string, MatValue>> variables_;
  const MatValue* hydro_ = nullptr;
  std::string name_;
  hydro::HydroData data_;
  Coefficients c_;
  std::size_t n_ = 0, nw_ = 0;
};

}  // namespace

Reader matlab_reader() {
  Reader row{"matlab", "MATLAB", Sense::lead, {".mat"}};
  row.detect = [](const Named& named) -> std::optional<Source> {
    if (std::string_view(named.head.data(), 6) != "MATLAB") return std::nullopt;
    return Source{named.path};
  };
  row.read = [](const Source& source, const ReadOptions& options) { return Matlab(source.file, options).read(); };
  return row;
}

}  // namespace swell::bemio
