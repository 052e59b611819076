#include "swell/bemio/doctor.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "doctor_tests.h"
#include "swell/base/interpolation.h"

namespace swell::bemio {

std::string dof_name(int dof) {
  static const char* const names[] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};
  return dof < 6 ? names[dof] : fmt::format("mode {}", dof - 5);
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::good:
      return "good";
    case Verdict::doubtful:
      return "doubtful";
    case Verdict::bad:
      return "bad";
    case Verdict::not_applicable:
      return "not applicable";
  }
  return "";
}

Verdict worst(const std::vector<Finding>& findings) {
  Verdict most = Verdict::good;
  for (const Finding& f : findings) {
    if (f.verdict == Verdict::bad) most = Verdict::bad;
    if (f.verdict == Verdict::doubtful && most == Verdict::good) most = Verdict::doubtful;
  }
  return most;
}

Verdict graded(double number, double good, double doubtful) {
  return number <= good ? Verdict::good : number <= doubtful ? Verdict::doubtful : Verdict::bad;
}

SystemDof system_dof(const hydro::HydroData& data, int column) {
  std::size_t b = data.bodies.size() - 1;
  while (b > 0 && data.first_dof(b) > column) --b;
  return {b, column - data.first_dof(b)};
}

MatrixX whole_matrix(const hydro::HydroData& data, const hydro::MatrixPerFrequency hydro::HydroBody::*member,
                     std::size_t k) {
  const int n = data.total_dof();
  MatrixX all = MatrixX::Zero(n, n);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const auto& list = data.bodies[b].*member;
    if (k < list.size()) all.middleRows(data.first_dof(b), data.bodies[b].dof) = list[k];
  }
  return all;
}

std::vector<std::pair<double, double>> ogilvie_infinite(const hydro::HydroData& data, std::size_t body, int row,
                                                        int column) {
  const hydro::HydroBody& own = data.bodies[body];
  std::vector<std::pair<double, double>> result;
  if (data.omega.size() < 8 || own.added_mass.size() != data.omega.size() ||
      own.radiation_damping.size() != data.omega.size())
    return result;
  // Nodes of B / rho, piecewise linear, 0 at 0.
  std::vector<double> w{0.0}, B{0.0}, A;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    w.push_back(data.omega[k]);
    B.push_back(data.omega[k] * own.radiation_damping[k](row, column));
    A.push_back(own.added_mass[k](row, column));
  }
  const CubicSpline added_mass(data.omega, A);
  for (std::size_t k = 0; k + 1 < data.omega.size(); ++k) {
    const double at = 0.5 * (data.omega[k] + data.omega[k + 1]);
    double integral = 0.0;  // principal value of B(w') / (w'^2 - w^2) over the data
    for (std::size_t s = 0; s + 1 < w.size(); ++s) {
      const double slope = (B[s + 1] - B[s]) / (w[s + 1] - w[s]), offset = B[s] - slope * w[s];
      const auto primitive = [&](double x) {
        return offset / (2.0 * at) * std::log(std::abs((x - at) / (x + at))) +
               0.5 * slope * std::log(std::abs(x * x - at * at));
      };
      integral += primitive(w[s + 1]) - primitive(w[s]);
    }
    result.emplace_back(at, added_mass(at) - 2.0 / kPi * integral);
  }
  return result;
}

std::vector<Finding> examine(const hydro::HydroData& data, const DoctorOptions& options) {
  std::vector<Finding> findings;
  if (data.bodies.empty() || data.omega.empty()) {
    findings.push_back(
        {"contents", Verdict::bad, 0.0, "bodies or frequencies", "", "", {}, "there is nothing to examine"});
    return findings;
  }
  const bool radiation = std::all_of(data.bodies.begin(), data.bodies.end(), [&](const auto& b) {
    return b.added_mass.size() == data.omega.size() && b.radiation_damping.size() == data.omega.size();
  });
  const std::vector<Spike> spikes = find_spikes(data, options.clean);
  findings.push_back(finite_values(data, spikes));
  const bool finite = findings.back().verdict == Verdict::good;
  if (radiation && finite) {
    findings.push_back(symmetry(data, true));
    findings.push_back(symmetry(data, false));
    findings.push_back(positive_damping(data));
    findings.push_back(passivity(data));
    findings.push_back(ogilvie(data, spikes));
    findings.push_back(infinite_added_mass(data));
  }
  if (finite) {
    if (radiation) findings.push_back(haskind(data));
    findings.push_back(kernel_decay(data, options));
  }
  if (const auto fit = state_space_fit(data)) findings.push_back(*fit);
  findings.push_back(irregular_frequencies(data, spikes));
  findings.push_back(frequency_range(data, options));
  findings.push_back(frequency_resolution(data, options));
  findings.push_back(volumes(data));
  findings.push_back(waterplane(data));
  if (!options.mass.empty()) findings.push_back(masses(data, options));
  if (finite) {
    findings.push_back(surge_phase(data));
    findings.push_back(long_wave_heave(data));
    findings.push_back(excitation_parts(data));
  }
  findings.push_back(units(data));
  return findings;
}

Repair repair(const hydro::HydroData& given, const DoctorOptions& options) {
  Repair result;
  hydro::HydroData& data = result.data;
  data = given;
  const std::vector<Spike> mended = clean(data, options.clean);
  if (!mended.empty()) {
    const auto not_finite =
        std::count_if(mended.begin(), mended.end(), [](const Spike& s) { return !std::isfinite(s.departure); });
    result.steps.push_back(
        fmt::format("{} spikes and {} values that were not finite replaced by splines through their neighbours",
                    mended.size() - static_cast<std::size_t>(not_finite), not_finite));
  }
  if (surge_phase(data).verdict == Verdict::bad) {
    for (hydro::HydroBody& body : data.bodies) {
      for (auto* table : {&body.excitation, &body.froude_krylov, &body.scattering}) {
        for (auto& row : *table) {
          for (Eigen::VectorXcd& X : row) X = X.conjugate().eval();
        }
      }
    }
    result.steps.emplace_back("excitation, Froude-Krylov and scattering forces conjugated: their phase was a lag");
  }
  int projected = 0;
  double largest = 0.0;
  const int n = data.total_dof();
  const bool damping = std::all_of(data.bodies.begin(), data.bodies.end(),
                                   [&](const auto& b) { return b.radiation_damping.size() == data.omega.size(); });
  const double scale = damping ? damping_scale(data) : 0.0;
  for (std::size_t k = 0; damping && k < data.omega.size(); ++k) {
    const MatrixX B = whole_matrix(data, &hydro::HydroBody::radiation_damping, k);
    const MatrixX even = balanced(data, 0.5 * (B + B.transpose()));
    const Eigen::SelfAdjointEigenSolver<MatrixX> modes(even);
    const double lowest = modes.eigenvalues()[0];
    if (!(data.omega[k] * lowest < -kPassive * scale)) continue;
    const VectorX lifted = modes.eigenvalues().cwiseMax(0.0) - modes.eigenvalues();
    const MatrixX change =
        unbalanced(data, modes.eigenvectors() * lifted.asDiagonal() * modes.eigenvectors().transpose());
    for (std::size_t b = 0; b < data.bodies.size(); ++b) {
      data.bodies[b].radiation_damping[k] += change.middleRows(data.first_dof(b), data.bodies[b].dof);
    }
    ++projected;
    largest = std::max(largest, -data.omega[k] * lowest / scale);
  }
  if (projected > 0) {
    result.steps.push_back(fmt::format(
        "damping made passive at {} of {} frequencies (largest correction {:.2g} of the largest damping); the "
        "excitation stays as it is, so Haskind's relation may move either way",
        projected, data.omega.size(), largest));
  }
  const bool changed = !mended.empty() || projected > 0;
  const bool missing =
      std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return !b.added_mass_infinite; });
  const bool no_kernel =
      std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return b.radiation_irf.empty(); });
  const bool had_states = std::any_of(data.bodies.begin(), data.bodies.end(),
                                      [](const auto& b) { return !b.radiation_state_space.empty(); });
  if (damping && (changed || missing || no_kernel) && n > 0) {
    ProcessingOptions processing;
    const hydro::HydroBody& first = data.bodies[0];
    if (first.radiation_irf_time.size() > 1) {
      processing.radiation.end_time = first.radiation_irf_time.back();
      processing.radiation.times = first.radiation_irf_time.size();
    }
    if (first.excitation_irf_time.size() > 1) {
      processing.excitation.end_time = first.excitation_irf_time.back();
      processing.excitation.times = first.excitation_irf_time.size();
    }
    process(data, processing);
    if (missing) result.steps.emplace_back("infinite-frequency added mass by Ogilvie's relation");
    result.steps.emplace_back("impulse responses recomputed");
  }
  if (had_states && changed) {
    for (hydro::HydroBody& body : data.bodies) body.radiation_state_space.clear();
    result.steps.emplace_back(
        "state space left out: it was fitted to the kernels before the repair (bemio convert --state-space fits it "
        "again)");
  }
  for (const std::string& step : result.steps) data.notes.push_back("repaired: " + step);
  return result;
}

}  // namespace swell::bemio
