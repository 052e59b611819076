#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "bemio_h5_arrays.h"
#include "bemio_h5_check.h"
#include "h5_file.h"
#include "swell/base/error_codes.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/contradictions.h"

namespace swell::hydro {
namespace {

/// Reads one file into HydroData; collects mistakes and throws them together.
class BemioReader : private BemioArrays {
 public:
  BemioReader(const std::string& path, Containment containment, NonFinite gaps)
      : BemioArrays(path, containment), gaps_(gaps == NonFinite::keep) {
    data_.file = path;
  }

  HydroData read() {
    require_bemio();
    read_simulation_parameters();
    read_bodies();
    check_finite(data_, mistakes_, !gaps_);
    mistakes_.throw_if_errors();
    note_water(data_, notes_);
    data_.notes = std::move(notes_);
    for (std::string& note : contradictions(data_)) data_.notes.push_back(std::move(note));
    return std::move(data_);
  }

 private:
  using Waves = std::vector<std::vector<Eigen::VectorXcd>>;

  /// A file of another kind gets one message instead of one per missing dataset.
  void require_bemio() const {
    if (file_.has("/simulation_parameters") || file_.has("/body1")) return;
    const bool capytaine = file_.has("/added_mass") && file_.has("/radiation_damping");
    throw InputError(file_.origin({}), "is HDF5, but no BEMIO file: it holds neither simulation_parameters nor body1",
                     capytaine ? "it looks like a Capytaine dataset: give it a name that ends in .nc"
                               : "name the BEM result, or the file that `bemio convert` wrote");
  }

  // ---- what all bodies share -----------------------------------------------------------------------------------
  void read_simulation_parameters() {
    const std::string group = "/simulation_parameters/";
    data_.code = file_.text("/bem_data/code").value_or(file_.text(group + "bem_code").value_or(""));
    prototype_ = !file_.has(group + "scaled") && file_.has(group + "bem_code");
    python_ = prototype_ || file_.has("/bemio_information");
    density_ = positive(group + "rho", "kg/m^3");
    gravity_ = positive(group + "g", "m/s^2");
    data_.density = density_;
    data_.gravity = gravity_;
    dimensional_ = prototype_ || scalar(group + "scaled").value_or(0.0) != 0.0;
    if (const auto word = file_.text(group + "scaled")) {
      dimensional_ = !word->empty() && (word->front() == 't' || word->front() == 'T' || *word == "1");
    }
    if (dimensional_) {
      notes_.push_back(fmt::format("coefficients are dimensional; divided by rho = {} and g = {}", rho(), g()));
    }

    if (file_.numbers(group + "w")) {
      // Without its frequencies nothing of the file can be judged.
      if (const auto omega = vector(group + "w", "(frequencies,1)")) omega_file_ = *omega;
      const auto T = omega_file_.empty() ? std::nullopt : file_.numbers(group + "T");
      if (T) note_periods(omega_file_, T->values, group + "T", notes_);
    } else if (file_.numbers(group + "T")) {
      if (const auto period = vector(group + "T", "(frequencies,1)")) {
        for (const double T : *period) omega_file_.push_back(2.0 * kPi / T);
        notes_.push_back("/simulation_parameters/w is missing; made from T");
      }
    } else {
      missing(group + "w", "(frequencies,1)");
    }
    if (omega_file_.empty()) mistakes_.throw_if_errors();
    order_frequencies();

    read_directions(group + "wave_dir");

    const std::string depth = group + "water_depth";
    if (!file_.text(depth) && !file_.numbers(depth)) notes_.push_back(depth + " is missing; infinite depth assumed");
    data_.water_depth = length_or_infinite(depth, "water depth");
  }

  // ---- wave directions, or none at all ---------------------------------------------------------------------------
  /// Whether any body says anything of waves that come from somewhere.
  bool any_forces() const {
    for (std::size_t b = 1; file_.has(fmt::format("/body{}", b)); ++b) {
      for (const char* name :
           {"re", "im", "mag", "phase", "scattering", "froude-krylov", "froud_krylof", "impulse_response_fun"}) {
        if (file_.has(fmt::format("/body{}/hydro_coeffs/excitation/{}", b, name))) return true;
      }
    }
    return false;
  }

  void read_directions(const std::string& path) {
    const auto given = file_.numbers(path);
    if ((!given || given->values.empty()) && !any_forces()) {
      // A radiation problem alone is enough for still water.
      radiation_only_ = true;
      notes_.push_back("the file has neither wave directions nor excitation: waves exert no force");
      return;
    }
    if (given) {
      if (const auto direction = vector(path, "(directions,1)")) direction_file_ = *direction;
      if (direction_file_.empty()) mistakes_.throw_if_errors();
    } else {
      direction_file_ = {0.0};
      notes_.push_back(path + " is missing; one direction of 0 degrees assumed");
    }
    for (std::size_t k = 0; k < direction_file_.size(); ++k) {
      constexpr double kMostTurns = 720.0;  // [deg]
      if (std::isfinite(direction_file_[k]) && std::abs(direction_file_[k]) > kMostTurns) {
        mistakes_.error(file_.origin(path),
                        fmt::format("direction {} = {:g} deg is not a heading: beyond {:g} deg", k + 1,
                                    direction_file_[k], kMostTurns),
                        "headings are in degrees");
        direction_file_[k] = 0.0;
      } else if (!std::isfinite(direction_file_[k])) {
        mistakes_.error(file_.origin(path),
                        fmt::format("direction {} of {} is not a number", k + 1, direction_file_.size()),
                        "write the file again with the BEM converter", "nan");
        direction_file_[k] = 0.0;
      }
    }
    direction_order_.resize(direction_file_.size());
    std::iota(direction_order_.begin(), direction_order_.end(), std::size_t{0});
    std::stable_sort(direction_order_.begin(), direction_order_.end(),
                     [&](std::size_t a, std::size_t b) { return direction_file_[a] < direction_file_[b]; });
    for (const std::size_t d : direction_order_) {
      if (!data_.direction.empty() && direction_file_[d] == data_.direction.back()) {
        mistakes_.error(file_.origin(path), fmt::format("direction {} deg occurs twice", direction_file_[d]),
                        "remove one of the two");
      }
      data_.direction.push_back(direction_file_[d]);
    }
  }

  // Force as re, im for WEC-Sim and as mag, phase for others; converters are known that write the second wrong.
  void compare_polar(const HydroBody& body, const std::string& ex, const Shape& shape) {
    const auto size = [&](const char* name) {
      const auto array = file_.numbers(ex + name);
      return array ? array->values.size() : 0;
    };
    const std::size_t wanted = shape[0] * shape[1] * shape[2];
    if (body.excitation.empty() || size("mag") != wanted || size("phase") != wanted) return;
    const auto mag = tensor(ex + "mag", shape, false), phase = tensor(ex + "phase", shape, false);
    if (mag && phase) note_polar(polar_waves(*mag, *phase, shape[0]), body.excitation, data_, ex + "mag", notes_);
  }

  void order_frequencies() {
    for (std::size_t k = 0; k < omega_file_.size(); ++k) {
      const double w = omega_file_[k];
      if (std::isnan(w) || w < 0.0) {
        mistakes_.error(
            file_.origin("/simulation_parameters/w"),
            fmt::format("frequency {} of {} = {} rad/s must be a number above 0", k + 1, omega_file_.size(), w),
            "remove that frequency from the BEM output");
      } else if (w > 0.0 && std::isfinite(w)) {
        frequency_order_.push_back(k);
      } else {
        notes_.push_back(fmt::format("frequency {} = {} rad/s is a limit and was left out", k + 1, w));
      }
    }
    std::stable_sort(frequency_order_.begin(), frequency_order_.end(),
                     [&](std::size_t a, std::size_t b) { return omega_file_[a] < omega_file_[b]; });
    for (const std::size_t k : frequency_order_) data_.omega.push_back(omega_file_[k]);
    for (std::size_t k = 1; k < data_.omega.size(); ++k) {
      if (!(data_.omega[k] > data_.omega[k - 1])) {
        mistakes_.error(file_.origin("/simulation_parameters/w"),
                        fmt::format("frequency {} rad/s occurs twice", data_.omega[k]), "remove one of the two");
      }
    }
    if (data_.omega.empty()) {
      mistakes_.error(file_.origin("/simulation_parameters/w"), "holds no frequency above 0",
                      "convert the BEM output again");
    }
    if (!std::is_sorted(omega_file_.begin(), omega_file_.end())) notes_.push_back("frequencies were sorted");
  }

  double rho() const { return density_.value_or(1000.0); }
  double g() const { return gravity_.value_or(kGravity); }

  // ---- bodies --------------------------------------------------------------------------------------------------
  void read_bodies() {
    std::vector<std::string> groups;
    while (file_.has(fmt::format("/body{}", groups.size() + 1)))
      groups.push_back(fmt::format("/body{}", groups.size() + 1));
    if (groups.empty()) missing("/body1", "a group");
    data_.bodies.resize(groups.size());
    total_dof_ = 0;
    for (std::size_t b = 0; b < groups.size(); ++b) {
      const double dof = scalar(groups[b] + "/properties/dof").value_or(6.0);
      // No more rows than a matrix of them could have in this file: what is absent is allocated below. Fewer than six
      // would not say which ones they are.
      if (!(dof >= 6.0 && dof <= 1000.0 && dof == std::floor(dof))) {
        mistakes_.error(file_.origin(groups[b] + "/properties/dof"),
                        fmt::format("dof = {} must be a whole number from 6 to 1000", dof),
                        "six rigid motions, those that were not computed as zeros, and the generalised modes");
        mistakes_.throw_if_errors();
      }
      data_.bodies[b].dof = static_cast<int>(dof);
      total_dof_ += static_cast<std::size_t>(data_.bodies[b].dof);
    }
    read_order(groups);
    for (std::size_t b = 0; b < groups.size(); ++b) {
      read_properties(data_.bodies[b], groups[b] + "/properties/", b);
      read_radiation(data_.bodies[b], groups[b] + "/hydro_coeffs/");
      optional_part("the state space of body " + data_.bodies[b].name, [&] {
        read_state_space(data_.bodies[b], groups[b] + "/hydro_coeffs/radiation_damping/state_space/");
      });
      read_excitation(data_.bodies[b], groups[b] + "/hydro_coeffs/");
      read_qtf(data_.bodies[b], fmt::format("{}/hydro_coeffs/excitation/QTF{}/", groups[b], b + 1));
    }
  }

  /// Where the bodies say themselves which they are and where their rows begin.
  void read_order(const std::vector<std::string>& groups) {
    for (const char* name : {"body_number", "dof_start", "dof_end"}) {
      std::vector<double> values, expected;
      for (std::size_t b = 0; b < groups.size(); ++b) {
        const auto own = file_.numbers(groups[b] + "/properties/" + name);
        if (own && own->values.size() == 1) values.push_back(own->values[0]);
        const int first = data_.first_dof(b);
        expected.push_back(name[0] == 'b'                   ? static_cast<double>(b) + 1.0
                           : std::string(name) == "dof_end" ? first + data_.bodies[b].dof
                                                            : first + 1);
      }
      note_order(values, expected, name, notes_);
    }
  }

  void read_properties(HydroBody& body, const std::string& group, std::size_t b) {
    body.name = file_.text(group + "name").value_or(fmt::format("body{}", b + 1));
    if (const auto cg = tensor(group + "cg", {3, 1}, true)) body.cg = Eigen::Map<const Vector3>(cg->data());
    if (file_.numbers(group + "moments_about_cg")) {
      const auto about_cg = scalar(group + "moments_about_cg");
      if (about_cg && *about_cg != 0.0 && *about_cg != 1.0)
        mistakes_.error(file_.origin(group + "moments_about_cg"), fmt::format("= {} must be 0 or 1", *about_cg),
                        "0 where the moments of the BEM run are about another point", fmt::format("{}", *about_cg));
      body.moments_about_cg = !about_cg || *about_cg != 0.0;
      if (!body.moments_about_cg)
        notes_.push_back(
            fmt::format("body {}: the moments of the BEM run are about another point than its centre of "
                        "gravity; they are taken about cg",
                        body.name));
    }
    if (const auto cb = tensor(group + "cb", {3, 1}, false)) {
      body.cb = Eigen::Map<const Vector3>(cb->data());
      if (python_) {
        body.cb += body.cg;
        notes_.push_back(group + "cb is relative to the body origin in files of this writer; cg added");
      }
    } else {
      body.cb = body.cg;
      notes_.push_back(group + "cb is missing; taken at the cg (no moment of buoyancy at rest)");
    }
    if (!file_.numbers(group + "disp_vol")) {
      notes_.push_back(group + "disp_vol is missing: the displaced volume is unknown");
    } else if (const auto volume = scalar(group + "disp_vol")) {
      body.displaced_volume = *volume;
      if (*volume < 0.0) {
        mistakes_.error(file_.origin(group + "disp_vol"), fmt::format("= {} m^3 must be 0 or more", *volume),
                        "do the normals of the mesh point outward?", fmt::format("{}", *volume));
      }
    }
    const auto m = static_cast<std::size_t>(body.dof);
    std::size_t first = 0;
    for (std::size_t i = 0; i < b; ++i) first += static_cast<std::size_t>(data_.bodies[i].dof);
    if (m > 6) {
      const auto modes = static_cast<Eigen::Index>(m - 6);
      const auto own = static_cast<Eigen::Index>(m);
      std::string unknown;
      const auto both = [&](const char* name, MatrixX& whole, MatrixX& part) {
        if (!file_.has(group + name)) unknown += (unknown.empty() ? "" : ", ") + std::string(name);
        const auto all = tensor(group + name, {m, total_dof_, 1}, false);
        if (!all) return;
        whole = matrix(*all, m, total_dof_).block(0, static_cast<Eigen::Index>(first), own, own);
        part = whole.bottomRightCorner(modes, modes);
      };
      both("mass", body.external_mass, body.generalised_mass);
      both("damping", body.external_damping, body.generalised_damping);
      both("stiffness", body.external_stiffness, body.generalised_stiffness);
      if (!unknown.empty())
        notes_.push_back(
            fmt::format("body {}: the file does not say {} of its generalised modes: unknown", body.name, unknown));
    }
  }

  void read_radiation(HydroBody& body, const std::string& group) {
    const auto m = static_cast<std::size_t>(body.dof);
    const std::size_t nw = omega_file_.size();
    const std::string stiffness = group + "linear_restoring_stiffness";
    const auto stored = file_.numbers(stiffness);
    if (file_.has(stiffness) && (!stored || stored->values.empty())) {
      notes_.push_back(stiffness + " is empty: the hydrostatic stiffness is 0");
      body.restoring_stiffness = MatrixX::Zero(body.dof, body.dof);
    } else if (const auto C = tensor(stiffness, {m, m}, true)) {
      body.restoring_stiffness = matrix(*C, m, m);
      if (dimensional_) body.restoring_stiffness /= rho() * g();
      if (prototype_) body.restoring_stiffness = body.restoring_stiffness.selfadjointView<Eigen::Upper>();
    }
    const bool has_infinite = file_.has(group + "added_mass/inf_freq");
    const bool has_kernel = file_.has(group + "radiation_damping/impulse_response_fun/K");
    if (const auto A = tensor(group + "added_mass/all", {m, total_dof_, nw}, !has_infinite)) {
      body.added_mass = matrices(*A, m, total_dof_, nw, frequency_order_);
      if (dimensional_)
        for (MatrixX& a : body.added_mass) a /= rho();
    }
    const std::string infinite = group + "added_mass/inf_freq";
    const auto nan = [](double v) { return std::isnan(v); };
    if (const auto A = tensor(infinite, {m, total_dof_}, false);
        A && std::all_of(A->begin(), A->end(), nan) && file_.has(group + "added_mass/all")) {
      notes_.push_back(infinite + " holds no number: taken as missing");
    } else if (A) {
      body.added_mass_infinite = matrix(*A, m, total_dof_);
      if (dimensional_) *body.added_mass_infinite /= rho();
    }
    optional_part("added mass at frequency 0", [&] {
      const std::string path = group + "added_mass/zero_freq";
      const auto A = tensor(path, {m, total_dof_}, false);
      if (!A || !sound(*A, path)) return;
      body.added_mass_zero = matrix(*A, m, total_dof_);
      if (dimensional_) *body.added_mass_zero /= rho();
    });
    if (const auto B = tensor(group + "radiation_damping/all", {m, total_dof_, nw}, !has_kernel)) {
      body.radiation_damping = matrices(*B, m, total_dof_, nw, frequency_order_);
      if (dimensional_) {
        for (std::size_t k = 0; k < data_.omega.size(); ++k) body.radiation_damping[k] /= rho() * data_.omega[k];
      }
    }
    const auto kernel = [&] { read_radiation_irf(body, group + "radiation_damping/impulse_response_fun/"); };
    if (body.radiation_damping.empty())
      kernel();
    else
      optional_part("the radiation kernel of body " + body.name, kernel);
  }

  void read_radiation_irf(HydroBody& body, const std::string& group) {
    if (!file_.has(group + "K") && !file_.has(group + "t")) return;
    const auto m = static_cast<std::size_t>(body.dof);
    const auto t = times(group + "t");
    if (!t) return;
    const auto K = tensor(group + "K", {m, total_dof_, t->size()}, true);
    if (!K || (!gaps_ && !body.radiation_damping.empty() && !sound(*K, group + "K"))) return;
    std::vector<std::size_t> order(t->size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    body.radiation_irf_omega = grid(group + "w");
    body.radiation_irf_time = *t;
    body.radiation_irf = matrices(*K, m, total_dof_, t->size(), order);
    if (dimensional_)
      for (MatrixX& k : body.radiation_irf) k /= rho();
  }

  /// The times of a kernel, which must be there and ascend evenly; nothing and a mistake otherwise.
  std::optional<std::vector<double>> times(const std::string& path) {
    if (!file_.numbers(path)) missing(path, "(times,1)");
    auto t = vector(path, "(times,1)");
    return t && check_uniform(*t, path) ? std::move(t) : std::nullopt;
  }

  void read_state_space(HydroBody& body, const std::string& group) {
    const auto m = static_cast<std::size_t>(body.dof);
    const auto A_raw = file_.numbers(group + "A/all");
    if (!A_raw || A_raw->shape.size() != 4) return;
    const std::size_t O = A_raw->shape[3];
    const auto A = tensor(group + "A/all", {m, total_dof_, O, O}, true);
    const auto B = tensor(group + "B/all", {m, total_dof_, O, 1}, true);
    const auto C = tensor(group + "C/all", {m, total_dof_, 1, O}, true);
    const auto D = tensor(group + "D/all", {m, total_dof_}, false);
    const auto orders = tensor(group + "it", {m, total_dof_}, false);
    if (!A || !B || !C || !sound(*A, group) || !sound(*B, group) || !sound(*C, group) || (D && !sound(*D, group)))
      return;
    body.radiation_state_space.assign(m, std::vector<EntryStateSpace>(total_dof_));
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < total_dof_; ++j) {
        const std::size_t e = i * total_dof_ + j;
        EntryStateSpace& entry = body.radiation_state_space[i][j];
        const auto all_A = Eigen::Map<const RowMatrixX>(A->data() + e * O * O, static_cast<Eigen::Index>(O),
                                                        static_cast<Eigen::Index>(O));
        Eigen::Index n = 0;
        if (orders && std::isfinite((*orders)[e])) {
          n = static_cast<Eigen::Index>(std::clamp((*orders)[e], 0.0, static_cast<double>(O)));
        } else {  // the padding is zero
          for (Eigen::Index k = 0; k < all_A.rows(); ++k) {
            if (all_A.row(k).squaredNorm() > 0.0) n = k + 1;
          }
        }
        entry.A = all_A.topLeftCorner(n, n);
        entry.B = Eigen::Map<const VectorX>(B->data() + e * O, n);
        entry.C = Eigen::Map<const VectorX>(C->data() + e * O, n);
        if (D) entry.D = (*D)[e];
        if (dimensional_) {
          entry.C /= rho();
          entry.D /= rho();
        }
      }
    }
  }

  Waves complex_waves(const std::vector<double>& re, const std::vector<double>& im, std::size_t m) {
    const std::size_t nw = omega_file_.size();
    const std::size_t nh = direction_file_.size();
    const double scale = dimensional_ ? 1.0 / (rho() * g()) : 1.0;
    Waves out(nh, std::vector<Eigen::VectorXcd>(frequency_order_.size(), Eigen::VectorXcd(m)));
    for (std::size_t d = 0; d < nh; ++d) {
      for (std::size_t k = 0; k < frequency_order_.size(); ++k) {
        for (std::size_t i = 0; i < m; ++i) {
          const std::size_t at = (i * nh + direction_order_[d]) * nw + frequency_order_[k];
          out[d][k](static_cast<Eigen::Index>(i)) = scale * std::complex<double>(re[at], im[at]);
        }
      }
    }
    return out;
  }

  Waves polar_waves(const std::vector<double>& mag, const std::vector<double>& phase, std::size_t m) {
    std::vector<double> re(mag.size()), im(mag.size());
    for (std::size_t i = 0; i < mag.size(); ++i) {
      re[i] = mag[i] * std::cos(phase[i]);
      im[i] = mag[i] * std::sin(phase[i]);
    }
    return complex_waves(re, im, m);
  }

  void read_excitation(HydroBody& body, const std::string& group) {
    if (radiation_only_) return;
    const auto m = static_cast<std::size_t>(body.dof);
    const Shape shape{m, direction_file_.size(), omega_file_.size()};
    const std::string ex = group + "excitation/";
    if (file_.has(ex + "re") || !file_.has(ex + "mag")) {
      const auto re = tensor(ex + "re", shape, true);
      const auto im = tensor(ex + "im", shape, true);
      const bool re_good = finite(re, ex + "re"), im_good = finite(im, ex + "im");
      if (re_good && im_good) body.excitation = complex_waves(*re, *im, m);
      compare_polar(body, ex, shape);
    } else {
      const auto mag = tensor(ex + "mag", shape, true);
      const auto phase = tensor(ex + "phase", shape, true);
      const bool mag_good = finite(mag, ex + "mag"), phase_good = finite(phase, ex + "phase");
      if (mag_good && phase_good) from_polar(body, *mag, *phase, ex);
    }
    const auto part = [&](const std::string& name, Waves& waves) {
      const auto re = tensor(ex + name + "/re", shape, false);
      const auto im = tensor(ex + name + "/im", shape, false);
      if (!re || !im) return;
      // The format fills with NaN what a code does not give; WEC-Sim's rm3.h5 has zeros in the imaginary part.
      if (std::none_of(re->begin(), re->end(), usable)) return;
      if (gaps_ || (sound(*re, ex + name) && sound(*im, ex + name))) waves = complex_waves(*re, *im, m);
    };
    optional_part("scattering force", [&] { part("scattering", body.scattering); });
    optional_part("Froude-Krylov force", [&] {
      part(file_.has(ex + "froude-krylov") ? "froude-krylov" : "froud_krylof", body.froude_krylov);
    });
    const auto drift = [&](const std::string& name, std::vector<std::vector<VectorX>>& out) {
      optional_part("mean drift", [&] { out = mean_drift(group + "mean_drift/" + name + "/val", m); });
    };
    drift("control_surface", body.mean_drift_control_surface);
    drift("momentum_conservation", body.mean_drift_momentum);
    drift("pressure_integration", body.mean_drift_pressure);
    optional_part("the excitation kernel of body " + body.name,
                  [&] { read_excitation_irf(body, ex + "impulse_response_fun/"); });
  }

  bool finite(const std::optional<std::vector<double>>& waves, const std::string& path) {
    return waves && (gaps_ || check_waves(*waves, direction_file_, omega_file_, file_.origin(path), mistakes_));
  }

  /// Magnitude and phase alone: some writers left the phase in the exp(-i omega t) convention, seen from a surge force
  /// that lags the elevation by 90 degrees in long waves instead of leading it.
  void from_polar(HydroBody& body, const std::vector<double>& mag, const std::vector<double>& phase,
                  const std::string& ex) {
    body.excitation = polar_waves(mag, phase, static_cast<std::size_t>(body.dof));
    notes_.push_back(ex + "re, im are missing; made from mag and phase");
    double lead = 0.0;
    for (std::size_t d = 0; d < data_.direction.size(); ++d) {
      if (body.excitation[d].empty()) continue;
      const Eigen::VectorXcd& X = body.excitation[d].front();
      const double b = data_.direction[d] * kDegree;
      lead += X(0).imag() * std::cos(b) + (X.size() > 1 ? X(1).imag() : 0.0) * std::sin(b);
    }
    if (lead < 0.0) {
      for (auto& per_direction : body.excitation) {
        for (Eigen::VectorXcd& X : per_direction) X = X.conjugate().eval();
      }
      notes_.push_back(ex + "phase lags (surge at -90 degrees in long waves); conjugated to lead");
    }
  }

  std::vector<std::vector<VectorX>> mean_drift(const std::string& path, std::size_t m) {
    const std::size_t nw = omega_file_.size();
    const std::size_t nh = direction_file_.size();
    const auto v = tensor(path, {m, nh, nw}, false);
    if (!v || !sound(*v, path)) return {};
    std::vector<std::vector<VectorX>> out(nh, std::vector<VectorX>(frequency_order_.size(), VectorX(m)));
    for (std::size_t d = 0; d < nh; ++d) {
      for (std::size_t k = 0; k < frequency_order_.size(); ++k) {
        for (std::size_t i = 0; i < m; ++i) {
          out[d][k](static_cast<Eigen::Index>(i)) =
              (*v)[(i * nh + direction_order_[d]) * nw + frequency_order_[k]] / (dimensional_ ? rho() * g() : 1.0);
        }
      }
    }
    return out;
  }

  void read_excitation_irf(HydroBody& body, const std::string& group) {
    if (!file_.has(group + "f")) return;
    const auto t = times(group + "t");
    if (!t) return;
    const auto m = static_cast<std::size_t>(body.dof);
    const std::size_t nt = t->size();
    const std::size_t nh = direction_file_.size();
    const auto f = tensor(group + "f", {m, nh, nt}, true);
    if (!f || (!gaps_ && !sound(*f, group + "f"))) return;
    body.excitation_irf_omega = grid(group + "w");
    body.excitation_irf_time = *t;
    body.excitation_irf.assign(nh, std::vector<VectorX>(nt, VectorX(m)));
    for (std::size_t d = 0; d < nh; ++d) {
      for (std::size_t k = 0; k < nt; ++k) {
        for (std::size_t i = 0; i < m; ++i) {
          body.excitation_irf[d][k](static_cast<Eigen::Index>(i)) =
              (*f)[(i * nh + direction_order_[d]) * nt + k] / (dimensional_ ? rho() * g() : 1.0);
        }
      }
    }
  }

  /// Stored dimensional, first index fastest, differences conjugated (hydro-data-file.md).
  void read_qtf(HydroBody& body, const std::string& group) {
    if (!file_.has(group.substr(0, group.size() - 1))) return;
    const auto m = static_cast<std::size_t>(body.dof);
    const auto list = [&](const std::string& kind, double sign) {
      std::vector<std::vector<QtfEntry>> out(m);
      bool any = false;
      const auto read = [&](const std::string& group_of_headings, std::size_t k) {
        const std::string at = fmt::format("{}{}{}/", group_of_headings, kind, k + 1);
        const auto period = vector(at + "PER_i", "(1,pairs)");
        if (!period) return;
        const std::size_t n = period->size();
        const auto re = tensor(at + "Re_F_ij", {1, n * n}, true);
        const auto im = tensor(at + "Im_F_ij", {1, n * n}, true);
        const auto beta_i = tensor(at + "BETA_i", {1, n}, false);
        const auto beta_j = tensor(at + "BETA_j", {1, n}, false);
        if (!re || !im) return;
        const bool times = std::all_of(period->begin(), period->end(), [](double T) { return usable(T) && T > 0.0; });
        if (!times) mistakes_.error(file_.origin(at + "PER_i"), "holds a period that is not a number above 0");
        if (!times || !sound(*re, at) || !sound(*im, at) || (beta_i && !sound(*beta_i, at)) ||
            (beta_j && !sound(*beta_j, at)))
          return;
        any = true;
        for (std::size_t j = 0; j < n; ++j) {
          for (std::size_t i = 0; i < n; ++i) {
            out[k].push_back({(*period)[i], (*period)[j], beta_i ? (*beta_i)[i] : 0.0, beta_j ? (*beta_j)[j] : 0.0,
                              std::complex<double>((*re)[i + j * n], sign * (*im)[i + j * n]) / (rho() * g())});
          }
        }
      };
      for (std::size_t k = 0; k < m; ++k) {
        read(group, k);
        for (int more = 2; file_.has(fmt::format("{}heading{}", group, more)); ++more)
          read(fmt::format("{}heading{}/", group, more), k);
      }
      return any ? out : std::vector<std::vector<QtfEntry>>{};
    };
    const std::string what = "quadratic transfer functions of body " + body.name;
    // Without the damaged motion the others would act, and it would be at rest.
    if (!optional_part(what, [&] { body.qtf_sum = list("Sum", 1.0); })) body.qtf_sum.clear();
    if (!optional_part(what, [&] { body.qtf_difference = list("Diff", -1.0); })) body.qtf_difference.clear();
  }

  bool gaps_ = false;  ///< coefficients that are no numbers pass
  HydroData data_;
  bool prototype_ = false;  ///< first Python prototype, 2014
  bool python_ = false;     ///< any Python BEMIO
  bool dimensional_ = false;
  bool radiation_only_ = false;  ///< no body has a force of waves, and there are no directions
  std::optional<double> density_, gravity_;
  std::vector<double> omega_file_, direction_file_;
  std::vector<std::size_t> frequency_order_, direction_order_;
  std::size_t total_dof_ = 0;
};

}  // namespace

HydroData read_bemio_h5(const std::string& path, Containment containment, NonFinite gaps) {
  const std::lock_guard<std::recursive_mutex> lock(hdf5_mutex());
  return code::of_file([&] { return BemioReader(path, containment, gaps).read(); });
}

}  // namespace swell::hydro
