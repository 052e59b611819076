#include "swell/bemio/data_quality.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>

#include "checks/checks.h"
#include "swell/base/interpolation.h"

namespace swell::bemio {

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

MatrixX ogilvie_infinite(const hydro::HydroData& data, std::size_t body) {
  const hydro::HydroBody& own = data.bodies[body];
  const std::vector<double>& omega = data.omega;
  if (omega.size() < 8 || own.added_mass.size() != omega.size() || own.radiation_damping.size() != omega.size())
    return {};
  const auto middles = static_cast<Eigen::Index>(omega.size()) - 1, pieces = middles + 1;
  // B / rho = offset + slope omega between its nodes, 0 at 0.
  MatrixX offset(pieces, own.dof), slope(pieces, own.dof), infinite(middles, own.dof);
  const auto middle = [&](Eigen::Index k) {
    return 0.5 * (omega[static_cast<std::size_t>(k)] + omega[static_cast<std::size_t>(k) + 1]);
  };
  for (int i = 0; i < own.dof; ++i) {
    const int at = data.first_dof(body) + i;
    std::vector<double> A;
    double w = 0.0, B = 0.0;
    for (std::size_t k = 0; k < omega.size(); ++k) {
      const double next = omega[k] * own.radiation_damping[k](i, at);
      const auto piece = static_cast<Eigen::Index>(k);
      slope(piece, i) = (next - B) / (omega[k] - w);
      offset(piece, i) = B - slope(piece, i) * w;
      w = omega[k];
      B = next;
      A.push_back(own.added_mass[k](i, at));
    }
    const CubicSpline added_mass(omega, A);
    for (Eigen::Index k = 0; k < middles; ++k) infinite(k, i) = added_mass(middle(k));
  }
  // Principal value of B(w') / (w'^2 - w^2) over the data: what each piece counts in it, for all dofs.
  MatrixX of_offset(middles, pieces), of_slope(middles, pieces);
  for (Eigen::Index k = 0; k < middles; ++k) {
    const double at = middle(k);
    double first = 0.0, second = 2.0 * std::log(at);  // logarithms of |x - at| / (x + at) and |x^2 - at^2|
    for (Eigen::Index piece = 0; piece < pieces; ++piece) {
      const double x = omega[static_cast<std::size_t>(piece)];
      const double below = std::log(std::abs(x - at)), above = std::log(x + at);
      of_offset(k, piece) = (below - above - first) / (2.0 * at);
      of_slope(k, piece) = 0.5 * (below + above - second);
      first = below - above;
      second = below + above;
    }
  }
  return infinite - 2.0 / kPi * (of_offset * offset + of_slope * slope);
}

const Check* check_of(std::string_view code) {
#define SWELL_CHECK(variable, code, name, concern) &checks::variable,
  static constexpr const Check* kAll[] = {SWELL_CHECKS(SWELL_CHECK)};
#undef SWELL_CHECK
  const auto found =
      std::find_if(std::begin(kAll), std::end(kAll), [&](const Check* check) { return code == check->code; });
  return found == std::end(kAll) ? nullptr : *found;
}

std::vector<Finding> examine(const hydro::HydroData& data, const QualityOptions& options) {
  std::vector<Finding> findings;
  if (data.bodies.empty() || data.omega.empty()) {
    findings.push_back(
        {&checks::kContents, Verdict::bad, 0.0, "bodies or frequencies", "", "", {}, "there is nothing to examine"});
    return findings;
  }
  const std::vector<Spike> spikes = find_spikes(data, options.clean);
  findings.push_back(finite_values(data, spikes));
  // A gap in one quantity stops the tests of that quantity; parts of the excitation with gaps are left to their own
  // test.
  const auto gap = [&](Spike::Quantity first, Spike::Quantity last) {
    return std::any_of(spikes.begin(), spikes.end(), [&](const Spike& s) {
      return !std::isfinite(s.departure) && s.quantity >= first && s.quantity <= last;
    });
  };
  const bool kernels = std::all_of(data.bodies.begin(), data.bodies.end(),
                                   [](const hydro::HydroBody& body) { return gaps_in_kernels(body) == 0; });
  const bool finite = !gap(Spike::Quantity::added_mass, Spike::Quantity::damping);
  const bool finite_forces = !gap(Spike::Quantity::excitation, Spike::Quantity::excitation);
  const std::string gaps = "there are values that are not finite: repair them first (--repair)";
  // Why the tests of A, of B and of both cannot be made; empty when they can.
  const auto lacks = [&](const hydro::MatrixPerFrequency hydro::HydroBody::*member, const char* what) -> std::string {
    if (!finite) return gaps;
    for (const hydro::HydroBody& body : data.bodies) {
      if ((body.*member).size() != data.omega.size())
        return fmt::format("the file holds no {} over frequency of body {}", what, body.name);
    }
    return {};
  };
  const std::string no_A = lacks(&hydro::HydroBody::added_mass, "added mass");
  const std::string no_B = lacks(&hydro::HydroBody::radiation_damping, "radiation damping");
  const std::string no_A_or_B = no_A.empty() ? no_B : no_A;
  const std::string not_finite = finite ? "" : gaps;
  const std::string no_forces = finite_forces ? "" : gaps;
  const auto test = [&](const std::string& reason, const Check* check, auto measure) {
    findings.push_back(reason.empty() ? measure() : without(check, reason));
  };
  // What a run in the time domain lives with, however large: sound sets of every BEM code show it.
  const auto at_most_doubtful = [](Finding f) {
    if (f.verdict == Verdict::bad) f.verdict = Verdict::doubtful;
    return f;
  };
  test(no_A, &checks::kSymmetryAddedMass, [&] { return at_most_doubtful(symmetry(data, true)); });
  test(no_B, &checks::kSymmetryDamping, [&] { return at_most_doubtful(symmetry(data, false)); });
  test(no_B, &checks::kPositiveDampingDof, [&] { return at_most_doubtful(positive_damping(data)); });
  test(no_B, &checks::kPassivityDampingMatrix, [&] { return passivity(data); });
  test(no_A_or_B, &checks::kOgilvieRelation, [&] { return ogilvie(data); });
  test(no_A, &checks::kAddedMassInfiniteFrequency, [&] { return at_most_doubtful(infinite_added_mass(data)); });
  test(no_A_or_B.empty() ? no_forces : no_A_or_B, &checks::kHaskindRelation, [&] { return haskind(data); });
  const std::string no_kernel = kernels ? not_finite : gaps;
  test(no_kernel, &checks::kDecayRadiationKernel, [&] { return kernel_decay(data, options); });
  const bool forces = finite_forces && kernels, all = !options.of_run;
  if (const auto kernel = all && finite && kernels ? kernel_belongs(data, true) : std::nullopt)
    findings.push_back(*kernel);
  if (all && finite && forces) {
    for (Finding& f : kernel_sampling(data)) findings.push_back(std::move(f));
  }
  if (const auto kernel = all && forces ? kernel_belongs(data, false) : std::nullopt) findings.push_back(*kernel);
  if (const auto kernel = kernels ? excitation_kernel_decay(data) : std::nullopt) findings.push_back(*kernel);
  if (const auto kernel = forces ? excitation_kernel_energy(data) : std::nullopt) findings.push_back(*kernel);
  if (const auto fit = state_space_fit(data)) findings.push_back(*fit);
  if (const auto passive = all ? state_space_passivity(data) : std::nullopt) findings.push_back(*passive);
  findings.push_back(at_most_doubtful(irregular_frequencies(data, spikes)));
  findings.push_back(frequency_range(data, options));
  findings.push_back(frequency_resolution(data, options));
  findings.push_back(volumes(data));
  findings.push_back(waterplane(data));
  if (!options.mass.empty()) findings.push_back(masses(data, options));
  test(no_forces, &checks::kSignPhase, [&] { return surge_phase(data); });
  const std::string no_B_or_forces = no_forces.empty() ? no_B : no_forces;
  test(no_B_or_forces, &checks::kSignHeaveForcePhase, [&] { return heave_force_and_damping(data); });
  if (all) {
    test(no_forces, &checks::kHeaveForceLongWaves, [&] { return long_wave_heave(data); });
    test(no_forces.empty() ? no_A : no_forces, &checks::kVolumeAgainstSurgeForce,
         [&] { return long_wave_volume(data); });
  }
  findings.push_back(at_most_doubtful(units(data)));
  return findings;
}

namespace {

struct Projection {
  std::set<std::size_t> frequencies;
  double largest = 0.0;  // correction, of the largest damping
};

// Lifts the negative eigenvalues at frequency k to 0, nothing else.
void lift(hydro::HydroData& data, std::size_t k, const Eigen::SelfAdjointEigenSolver<MatrixX>& modes) {
  const VectorX lifted = modes.eigenvalues().cwiseMax(0.0) - modes.eigenvalues();
  const MatrixX change =
      unbalanced(data, modes.eigenvectors() * lifted.asDiagonal() * modes.eigenvectors().transpose());
  for (std::size_t b = 0; b < data.bodies.size(); ++b)
    data.bodies[b].radiation_damping[k] += change.middleRows(data.first_dof(b), data.bodies[b].dof);
}

// The damping without what "passivity" and &checks::kPositiveDampingDof complain of; noise that neither sees stays.
Projection make_passive(hydro::HydroData& data) {
  // A negative peak that is gone leaves a smaller scale, by which others are judged anew.
  constexpr int kPasses = 10;
  Projection done;
  for (const hydro::HydroBody& body : data.bodies) {
    if (body.radiation_damping.size() != data.omega.size()) return done;
  }
  bool again = true;
  for (int pass = 0; again && pass < kPasses; ++pass) {
    again = false;
    const double scale = damping_scale(data);
    const VectorX tolerance = damping_tolerance(data);
    for (std::size_t k = 0; k < data.omega.size(); ++k) {
      const MatrixX B = whole_matrix(data, &hydro::HydroBody::radiation_damping, k);
      const Eigen::SelfAdjointEigenSolver<MatrixX> modes(balanced(data, 0.5 * (B + B.transpose())));
      const double lowest = data.omega[k] * modes.eigenvalues()[0];
      const bool negative = (data.omega[k] * B.diagonal().array() < -tolerance.array()).any();
      if (!(lowest < -kPassive * scale) && !negative) continue;
      lift(data, k, modes);
      again = true;
      done.frequencies.insert(k);
      done.largest = std::max(done.largest, -lowest / scale);
    }
  }
  return done;
}

}  // namespace

Repair repair(const hydro::HydroData& given, const QualityOptions& options) {
  Repair result;
  hydro::HydroData& data = result.data;
  data = given;
  if (data.bodies.empty() || data.omega.empty()) return result;
  const std::vector<Spike> repaired = clean(data, options.clean);
  if (!repaired.empty()) {
    const auto not_finite =
        std::count_if(repaired.begin(), repaired.end(), [](const Spike& s) { return !std::isfinite(s.departure); });
    result.steps.push_back(
        fmt::format("{} spikes and {} values that were not finite replaced by splines through their neighbours",
                    repaired.size() - static_cast<std::size_t>(not_finite), not_finite));
  }
  const bool conjugated = phase_sense(data) == hydro::PhaseSense::lag;
  if (conjugated) {
    conjugate_forces(data);
    result.steps.emplace_back("excitation, Froude-Krylov and scattering forces conjugated: their phase was a lag");
  }
  const Projection projection = make_passive(data);
  const std::size_t projected = projection.frequencies.size();
  if (projected > 0) {
    result.steps.push_back(fmt::format(
        "damping made passive at {} of {} frequencies (largest correction {:.2g} of the largest damping); the "
        "excitation stays as it is, so Haskind's relation may move either way",
        projected, data.omega.size(), projection.largest));
  }
  const bool changed = !repaired.empty() || projected > 0;
  const bool missing =
      std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return !b.added_mass_infinite; });
  const bool no_kernel =
      std::any_of(data.bodies.begin(), data.bodies.end(), [](const auto& b) { return b.radiation_irf.empty(); });
  const bool enough = data.omega.size() > 1;  // for the integrals
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
  if (enough && (changed || missing || no_kernel) && data.total_dof() > 0) {
    process(data, processing);
    if (missing) result.steps.emplace_back("infinite-frequency added mass by Ogilvie's relation");
    result.steps.emplace_back("impulse responses recomputed");
  } else if (enough && conjugated) {
    hydro::add_excitation_irf(data, processing.excitation);
    result.steps.emplace_back("excitation impulse responses recomputed");
  }
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    if (given.bodies[b].radiation_state_space.empty()) continue;
    if (changed) data.bodies[b].radiation_state_space.clear();
    if (!data.bodies[b].radiation_state_space.empty()) continue;
    result.steps.emplace_back(
        "state space left out: it was fitted to the kernels before the repair (bemio convert --state-space fits it "
        "again)");
    break;
  }
  for (const std::string& step : result.steps) data.notes.push_back("repaired: " + step);
  return result;
}

}  // namespace swell::bemio
