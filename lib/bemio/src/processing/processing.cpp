#include "swell/bemio/processing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "checks/checks.h"
#include "files/text_file.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/bemio/data_quality.h"
#include "swell/hydro/kernel_noise.h"
#include "swell/hydro/state_space.h"

namespace swell::bemio {
namespace {

void report(const Progress& progress, double part, const std::string& what) {
  if (progress) progress(part, what);
}

constexpr double kToldLoss = 2.5e-3;  // of a kernel's energy: 5 % of its force
constexpr std::size_t kFewest = 4;    // samples of a kernel that can be fitted

// Largest value of every entry of the radiation kernels, rows and columns of the whole system.
MatrixX kernel_peaks(const hydro::HydroData& data) {
  MatrixX all = MatrixX::Zero(data.total_dof(), data.total_dof());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    auto rows = all.middleRows(data.first_dof(b), data.bodies[b].dof);
    for (const MatrixX& K : data.bodies[b].radiation_irf) rows = rows.cwiseMax(K.cwiseAbs());
  }
  return all;
}

// Per dof 1, for rotations 1/L: what makes their kernels comparable with those of translations. A generalised mode has
// whatever unit it was given: it counts as the strongest of its body.
VectorX kernel_scale(const hydro::HydroData& data, const MatrixX& peaks) {
  VectorX scale = VectorX::Ones(data.total_dof());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const double length = length_of(data, b);
    double strongest = 0.0;
    for (int i = 0; i < data.bodies[b].dof; ++i) {
      const int at = data.first_dof(b) + i;
      if (i >= 3 && i < 6 && length > 0.0) scale[at] = 1.0 / length;
      if (i < 6)
        strongest = std::max(strongest, peaks(at, at) * scale[at] * scale[at]);
      else if (peaks(at, at) > 0.0 && strongest > 0.0)
        scale[at] = std::sqrt(strongest / peaks(at, at));
    }
  }
  return scale;
}

std::vector<int> body_of_dofs(const hydro::HydroData& data) {
  std::vector<int> group;
  for (std::size_t b = 0; b < data.bodies.size(); ++b)
    group.insert(group.end(), static_cast<std::size_t>(data.bodies[b].dof), static_cast<int>(b));
  return group;
}

void check_limits(const hydro::HydroData& data, const hydro::ImpulseResponseOptions& options, const char* what) {
  const double first = data.omega.front(), last = data.omega.back(), slack = 1e-9 * last;
  const double lowest = options.omega_min.value_or(first), highest = options.omega_max.value_or(last);
  if (lowest >= first - slack && highest <= last + slack && lowest < highest) return;
  fail_input(
      data.file, -1,
      fmt::format("{} integrated from {:g} to {:g} rad/s: the limits must ascend and lie within the data, {:g} to "
                  "{:g} rad/s",
                  what, lowest, highest, first, last),
      "choose --omega-min and --omega-max within the data, or leave them out: nothing is extrapolated");
}

// The entries that get no state space although they are not 0.
void note_noise(hydro::HydroData& data, const MatrixX& peaks, const MatrixX& modelled) {
  constexpr std::size_t kNamed = 6;
  std::vector<std::string> still;  // motions that radiate nothing
  std::size_t dropped = 0, all = 0;
  for (Eigen::Index i = 0; i < peaks.rows(); ++i) {
    for (Eigen::Index j = 0; j < peaks.cols(); ++j) {
      if (peaks(i, j) == 0.0) continue;
      ++all;
      if (modelled(i, j) == 0.0) ++dropped;
    }
    if (peaks(i, i) == 0.0 || modelled(i, i) != 0.0) continue;
    const SystemDof at = system_dof(data, static_cast<int>(i));
    still.push_back(data.bodies[at.body].name + " " + dof_name(at.dof));
  }
  if (dropped == 0) return;
  std::string note = fmt::format("state space: {} of {} entries are numerical noise and get none", dropped, all);
  for (std::size_t k = 0; k < still.size() && k < kNamed; ++k) note += (k == 0 ? "; all of " : ", ") + still[k];
  if (still.size() > kNamed) note += fmt::format(" and {} more motions", still.size() - kNamed);
  data.notes.push_back(note);
}

// A sum over even frequencies repeats after 2 pi / step, and runs backwards from half of that on.
bool note_repetition(hydro::HydroData& data, const hydro::ImpulseResponseOptions& irf, double length,
                     const char* kernel, const char* shorter) {
  const double range = irf.omega_max.value_or(data.omega.back()) - irf.omega_min.value_or(data.omega.front());
  const double longest = kPi * static_cast<double>(irf.frequencies - 1) / range;
  if (length <= longest) return false;
  data.notes.push_back(fmt::format(
      "{} of {:g} s: integrated over {} frequencies it is that of the force to {:.3g} s only and runs backwards then: "
      "--integration-frequencies {:.15g} or a shorter {}",
      kernel, length, irf.frequencies, longest, std::ceil(length * range / kPi) + 1.0, shorter));
  return true;
}

using Kernel = std::pair<std::vector<double>, std::vector<MatrixX>>;  // times, values

// The kernels that stored state spaces were fitted to; empty for a body without one.
std::vector<Kernel> fitted_kernels(const hydro::HydroData& data) {
  std::vector<Kernel> kernels;
  for (const hydro::HydroBody& body : data.bodies) {
    kernels.emplace_back();
    if (!body.radiation_state_space.empty()) kernels.back() = {body.radiation_irf_time, body.radiation_irf};
  }
  return kernels;
}

bool same_kernel(const Kernel& before, const hydro::HydroBody& now) {
  constexpr double kSame = 1e-6;  // of the peak: another sum of the same quadrature is nearer by far
  if (before.first.size() != now.radiation_irf_time.size()) return false;
  double most = 0.0, apart = 0.0;
  for (std::size_t k = 0; k < before.first.size(); ++k) {
    if (std::abs(before.first[k] - now.radiation_irf_time[k]) > kSame * before.first.back()) return false;
    most = std::max(most, before.second[k].cwiseAbs().maxCoeff());
    apart = std::max(apart, (before.second[k] - now.radiation_irf[k]).cwiseAbs().maxCoeff());
  }
  return apart <= kSame * most;
}

}  // namespace

std::vector<FitReport> process(hydro::HydroData& data, const ProcessingOptions& options) {
  SWELL_EXPECT(!data.omega.empty() && !data.bodies.empty());
  if (data.omega.size() < 2) {
    if (options.state_space)
      fail_input(data.file, -1, "there is one frequency only: no radiation kernel to fit a state space to",
                 "run the BEM code at more frequencies");
    data.notes.emplace_back(
        "one frequency only: no impulse responses and no infinite-frequency added mass were computed; the file serves "
        "regular waves of that frequency");
    return {};
  }
  check_limits(data, options.radiation, "radiation kernel");
  check_limits(data, options.excitation, "excitation kernel");
  report(options.progress, 0.0, "radiation impulse responses");
  const std::vector<Kernel> before = fitted_kernels(data);
  hydro::ImpulseResponseOptions radiation = options.radiation;
  for (const hydro::HydroBody& body : data.bodies) {
    if (!body.radiation_damping.empty() || body.radiation_irf_time.empty()) continue;
    radiation.end_time = body.radiation_irf_time.back();
    radiation.times = body.radiation_irf_time.size();
    data.notes.push_back(fmt::format("body {}: no radiation damping; its kernel stays as it is, to {:g} s", body.name,
                                     radiation.end_time));
  }
  hydro::add_radiation_irf(data, radiation);
  report(options.progress, 0.1, "excitation impulse responses");
  note_repetition(data, radiation, radiation.end_time, "radiation kernel", "--radiation-time");
  if (const Finding decay = kernel_decay(data, {}); decay.verdict == Verdict::bad) {
    data.notes.push_back(decay.dof.empty() ? "radiation kernel: " + decay.sentence
                                           : fmt::format("radiation kernel: {:.2g} % of the peak of {} {} is left {}",
                                                         decay.number, decay.body, decay.dof, decay.sentence));
  }
  hydro::add_excitation_irf(data, options.excitation);
  if (note_repetition(data, options.excitation, options.excitation.end_time, "excitation kernel",
                      "--excitation-time")) {
    // What lies between the repetitions is no longer energy of the force.
  } else if (const auto lost = excitation_energy_lost(data); lost && lost->part > kToldLoss) {
    data.notes.push_back(
        fmt::format("excitation kernel: {:.2g} % of the energy of {} {}, direction {:g}, lies beyond its +-{:g} s",
                    100.0 * lost->part, data.bodies[lost->body].name, dof_name(lost->dof),
                    data.direction[lost->direction], data.bodies[lost->body].excitation_irf_time.back()));
  }
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    hydro::HydroBody& body = data.bodies[b];
    if (body.radiation_state_space.empty() || options.state_space || before[b].first.empty() ||
        same_kernel(before[b], body))  // without a kernel of its own it came from a file of its own (.ss)
      continue;
    body.radiation_state_space.clear();
    data.notes.push_back(fmt::format(
        "body {}: its state space was fitted to another kernel and is left out (--state-space fits it again)",
        body.name));
  }
  const bool missing =
      std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return !b.added_mass_infinite; });
  if (missing) {
    report(options.progress, 0.2, "infinite-frequency added mass");
    hydro::add_added_mass_infinite(data, options.bemio_mean_rule, options.radiation.frequencies);
    data.notes.push_back(
        options.bemio_mean_rule
            ? "infinite-frequency added mass by Ogilvie's relation, averaged as BEMIO does"
            : "infinite-frequency added mass by Ogilvie's relation, mean over the frequencies of the data");
  }
  std::vector<FitReport> fits;
  if (options.state_space) fits = add_state_space(data, options);
  report(options.progress, 1.0, "done");
  return fits;
}

std::vector<FitReport> add_state_space(hydro::HydroData& data, const ProcessingOptions& options) {
  std::vector<FitReport> fits;
  const int n = data.total_dof();
  double done = 0.0;
  for (const hydro::HydroBody& body : data.bodies) {
    if (body.radiation_irf.size() >= kFewest) continue;
    if (body.radiation_irf.empty())
      fail_input(data.file, -1, fmt::format("body {}: there is no radiation kernel to fit", body.name),
                 "compute the impulse responses first");
    fail_input(data.file, -1,
               fmt::format("body {}: its radiation kernel has {} samples, too few to fit a state space to", body.name,
                           body.radiation_irf.size()),
               fmt::format("take {} at least", kFewest));
  }
  const std::vector<MatrixX> peaks{kernel_peaks(data)};
  const MatrixX modelled =
      hydro::modelled_entries(peaks, kernel_scale(data, peaks[0]), body_of_dofs(data), options.noise_level);
  note_noise(data, peaks[0], modelled);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    hydro::HydroBody& body = data.bodies[b];
    const auto m = static_cast<std::size_t>(body.dof);
    body.radiation_state_space.assign(m, std::vector<hydro::EntryStateSpace>(static_cast<std::size_t>(n)));
    const auto samples = static_cast<Eigen::Index>(body.radiation_irf.size());
    const double step = body.radiation_irf_time[1] - body.radiation_irf_time[0];
    for (int i = 0; i < body.dof; ++i) {
      for (int j = 0; j < n; ++j) {
        report(options.progress, 0.3 + 0.7 * done / (static_cast<double>(n) * n),
               fmt::format("state space of {} ({}, {})", body.name, i + 1, j + 1));
        done += 1.0;
        VectorX kernel(samples);
        for (Eigen::Index k = 0; k < samples; ++k) kernel[k] = body.radiation_irf[static_cast<std::size_t>(k)](i, j);
        if (modelled(data.first_dof(b) + i, j) == 0.0) continue;
        const hydro::EntryRealisation fit = hydro::fit_entry(kernel, step, options.r2, options.max_order);
        body.radiation_state_space[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = fit.system;
        fits.push_back({b, i, j, static_cast<int>(fit.system.A.rows()), fit.r2, fit.reached});
      }
    }
  }
  return fits;
}

double whole_matrix_r2(const hydro::HydroBody& body) {
  if (body.radiation_state_space.empty() || body.radiation_irf.size() < 2) return 0.0;
  const double step = body.radiation_irf_time[1] - body.radiation_irf_time[0];
  double misfit = 0.0, size = 0.0;
  for (std::size_t i = 0; i < body.radiation_state_space.size(); ++i) {
    for (std::size_t j = 0; j < body.radiation_state_space[i].size(); ++j) {
      const hydro::EntryStateSpace& entry = body.radiation_state_space[i][j];
      const VectorX fitted = entry.kernel(step, static_cast<Eigen::Index>(body.radiation_irf.size()));
      for (std::size_t k = 0; k < body.radiation_irf.size(); ++k) {
        const double given = body.radiation_irf[k](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
        const double rest = given - fitted(static_cast<Eigen::Index>(k));
        misfit += rest * rest;
        size += given * given;
      }
    }
  }
  return size > 0.0 ? 1.0 - misfit / size : 0.0;
}

std::optional<FitQuality> fit_quality(const hydro::HydroData& data) {
  const bool all = std::all_of(data.bodies.begin(), data.bodies.end(), [](const hydro::HydroBody& body) {
    return !body.radiation_state_space.empty() && body.radiation_irf.size() > 1 && body.added_mass_infinite;
  });
  if (!all || data.bodies.empty() || data.omega.empty()) return std::nullopt;
  const std::shared_ptr<const hydro::HydroData> borrowed(std::shared_ptr<void>(), &data);
  std::vector<hydro::HydroBodyRef> bodies;
  FitQuality quality;
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    bodies.push_back({borrowed, b});
    quality.r2.push_back(whole_matrix_r2(data.bodies[b]));
  }
  const hydro::RadiationCoefficients coefficients(bodies, data.density.value_or(1000.0), true);
  const hydro::StateSpaceModel model = hydro::state_space_from_file(coefficients);
  for (const hydro::EntryFit& entry : model.entries) {
    quality.lowest_order = quality.entries == 0 ? entry.order : std::min(quality.lowest_order, entry.order);
    quality.highest_order = std::max(quality.highest_order, entry.order);
    quality.lowest_r2 = std::min(quality.lowest_r2, entry.r2);
    ++quality.entries;
  }
  if (quality.entries > 0) quality.passivity = hydro::measure_passivity(model, data.omega.back());
  return quality;
}

hydro::HydroData at_frequencies(const hydro::HydroData& data, const std::vector<double>& omega) {
  if (omega.empty() || data.omega.size() < 2)
    fail_input(data.file, -1, "at least two frequencies are needed to interpolate", "");
  const double slack = 1e-9 * data.omega.back();
  for (std::size_t k = 0; k < omega.size(); ++k) {
    if (!(omega[k] >= data.omega.front() - slack) || !(omega[k] <= data.omega.back() + slack) ||
        (k > 0 && !(omega[k] > omega[k - 1]))) {
      fail_input(data.file, -1,
                 fmt::format("frequency {:g} rad/s must ascend and lie within the data, {:g} to {:g} rad/s", omega[k],
                             data.omega.front(), data.omega.back()),
                 "choose frequencies within the data: nothing is extrapolated");
    }
  }
  hydro::HydroData out = data;
  out.omega = omega;
  const auto resample = [&](auto get, auto set) {
    std::vector<double> y(data.omega.size());
    for (std::size_t k = 0; k < y.size(); ++k) y[k] = get(k);
    const CubicSpline spline(data.omega, y);
    for (std::size_t k = 0; k < omega.size(); ++k) set(k, spline(omega[k]));
  };
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& from = data.bodies[b];
    hydro::HydroBody& to = out.bodies[b];
    const auto matrices = [&](const hydro::MatrixPerFrequency& in, hydro::MatrixPerFrequency& result) {
      if (in.empty()) return;
      result.assign(omega.size(), MatrixX::Zero(in[0].rows(), in[0].cols()));
      for (Eigen::Index i = 0; i < in[0].rows(); ++i) {
        for (Eigen::Index j = 0; j < in[0].cols(); ++j) {
          resample([&](std::size_t k) { return in[k](i, j); }, [&](std::size_t k, double v) { result[k](i, j) = v; });
        }
      }
    };
    matrices(from.added_mass, to.added_mass);
    matrices(from.radiation_damping, to.radiation_damping);
    const auto forces = [&](const std::vector<std::vector<Eigen::VectorXcd>>& in,
                            std::vector<std::vector<Eigen::VectorXcd>>& result) {
      for (std::size_t d = 0; d < in.size(); ++d) {
        if (in[d].empty()) continue;
        result[d].assign(omega.size(), Eigen::VectorXcd::Zero(from.dof));
        for (int i = 0; i < from.dof; ++i) {
          resample([&](std::size_t k) { return in[d][k][i].real(); },
                   [&](std::size_t k, double v) { result[d][k][i].real(v); });
          resample([&](std::size_t k) { return in[d][k][i].imag(); },
                   [&](std::size_t k, double v) { result[d][k][i].imag(v); });
        }
      }
    };
    forces(from.excitation, to.excitation);
    forces(from.froude_krylov, to.froude_krylov);
    forces(from.scattering, to.scattering);
    const auto drift = [&](const std::vector<std::vector<VectorX>>& in, std::vector<std::vector<VectorX>>& result) {
      for (std::size_t d = 0; d < in.size(); ++d) {
        result[d].assign(omega.size(), VectorX::Zero(from.dof));
        for (int i = 0; i < from.dof; ++i) {
          std::vector<double> y(data.omega.size());
          for (std::size_t k = 0; k < y.size(); ++k) y[k] = in[d][k][i];
          for (std::size_t k = 0; k < omega.size(); ++k)
            result[d][k][i] = linear_interpolation(data.omega, y, omega[k]);
        }
      }
    };
    drift(from.mean_drift_control_surface, to.mean_drift_control_surface);
    drift(from.mean_drift_momentum, to.mean_drift_momentum);
    drift(from.mean_drift_pressure, to.mean_drift_pressure);
  }
  out.notes.push_back(fmt::format("interpolated by splines to {} frequencies, {:g} to {:g} rad/s", omega.size(),
                                  omega.front(), omega.back()));
  return out;
}

namespace {

hydro::HydroData scaled(hydro::HydroData data, double density, double weight, bool up) {
  const double rho = up ? density : 1.0 / density, rho_g = up ? weight : 1.0 / weight;
  for (hydro::HydroBody& body : data.bodies) {
    body.restoring_stiffness *= rho_g;
    for (MatrixX& A : body.added_mass) A *= rho;
    for (std::size_t k = 0; k < body.radiation_damping.size(); ++k)
      body.radiation_damping[k] *= up ? rho * data.omega[k] : rho / data.omega[k];
    if (body.added_mass_infinite) *body.added_mass_infinite *= rho;
    if (body.added_mass_zero) *body.added_mass_zero *= rho;
    for (auto* table : {&body.excitation, &body.froude_krylov, &body.scattering}) {
      for (auto& row : *table) {
        for (Eigen::VectorXcd& X : row) X *= rho_g;
      }
    }
    for (auto* table : {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure,
                        &body.excitation_irf}) {
      for (auto& row : *table) {
        for (VectorX& F : row) F *= rho_g;
      }
    }
    for (MatrixX& K : body.radiation_irf) K *= rho;
    for (auto& row : body.radiation_state_space) {
      for (hydro::EntryStateSpace& entry : row) {
        entry.C *= rho;
        entry.D *= rho;
      }
    }
    for (auto* table : {&body.qtf_sum, &body.qtf_difference}) {
      for (auto& row : *table) {
        for (hydro::QtfEntry& entry : row) entry.value *= rho_g;
      }
    }
  }
  return data;
}

}  // namespace

hydro::HydroData dimensional(hydro::HydroData data, double density, double gravity) {
  SWELL_EXPECT(density > 0.0 && gravity > 0.0);
  return scaled(std::move(data), density, density * gravity, true);
}

hydro::HydroData normalised(hydro::HydroData data, double density, double gravity) {
  SWELL_EXPECT(density > 0.0 && gravity > 0.0);
  return scaled(std::move(data), density, density * gravity, false);
}

}  // namespace swell::bemio
