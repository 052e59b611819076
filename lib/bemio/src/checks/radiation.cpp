// Tests of added mass, damping and what follows from them.
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/checks.h"
#include "files/read_coefficients.h"
#include "swell/hydro/impulse_response.h"

namespace swell::bemio {
namespace {

// Largest |diagonal| over frequency of every dof (omega times it for damping), and the value below which it is noise.
struct Peaks {
  VectorX own, noise;
  bool matters(Eigen::Index i) const { return own[i] > noise[i]; }
  VectorX scale() const { return own.cwiseMax(noise); }
};
Peaks peaks(const hydro::HydroData& data, bool damping) {
  Peaks p;
  p.own = p.noise = VectorX::Zero(data.total_dof());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const int first = data.first_dof(b);
    double strongest = 0.0;
    for (int i = 0; i < body.dof; ++i) {
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        const double value =
            damping ? data.omega[k] * body.radiation_damping[k](i, first + i) : body.added_mass[k](i, first + i);
        p.own[first + i] = std::max(p.own[first + i], std::abs(value));
      }
      if (i < 3) strongest = std::max(strongest, p.own[first + i]);
    }
    const double length = length_of(data, b);
    for (int i = 0; i < body.dof; ++i) {
      p.noise[first + i] = i >= 6 ? 0.0 : kNoise * strongest * (rotates(i) ? length * length : 1.0);
      if (p.noise[first + i] <= 0.0) p.noise[first + i] = 1e-300;
    }
  }
  return p;
}

VectorX largest_damping(const hydro::HydroData& data) { return peaks(data, true).scale(); }

// Rows that make motions of one size: 1 for translations and modes, 1/L for rotations. A dof that hardly radiates
// counts as little there as in a run.
VectorX motions_of_one_size(const hydro::HydroData& data) {
  VectorX scale = VectorX::Ones(data.total_dof());
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    for (int i = 3; i < std::min(6, data.bodies[b].dof); ++i)
      scale[data.first_dof(b) + i] = 1.0 / std::max(length_of(data, b), 1e-30);
  }
  return scale;
}

double width_at(const std::vector<double>& omega, std::size_t k) {
  return omega[std::min(k + 1, omega.size() - 1)] - omega[k > 0 ? k - 1 : 0];
}

// What motions of one size gain, of what they radiate, over all frequencies.
double gained_of_radiated(const hydro::HydroData& data) {
  const VectorX s = motions_of_one_size(data);
  double gained = 0.0, radiated = 0.0;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const MatrixX B = data.omega[k] * whole_matrix(data, &hydro::HydroBody::radiation_damping, k);
    const MatrixX even = s.asDiagonal() * (0.5 * (B + B.transpose())) * s.asDiagonal();
    const VectorX modes = Eigen::SelfAdjointEigenSolver<MatrixX>(even, Eigen::EigenvaluesOnly).eigenvalues();
    gained -= width_at(data.omega, k) * modes.cwiseMin(0.0).sum();
    radiated += width_at(data.omega, k) * modes.cwiseMax(0.0).sum();
  }
  return gained > 0.0 ? gained / std::max(radiated, 1e-300) : 0.0;
}

// Of spikes and mesh noise, which every sound set has, the public sets show less than a fifteenth; from a fifth on they
// are nothing else (validation/bem-foreign). The same of what the end of a kernel cuts off.
constexpr double kWrongAllOver = 0.1;

}  // namespace

std::string pair_name(const hydro::HydroData& data, int i, int j) {
  const SystemDof a = system_dof(data, i), b = system_dof(data, j);
  if (a.body == b.body) return a.dof == b.dof ? dof_name(a.dof) : dof_name(a.dof) + "-" + dof_name(b.dof);
  return dof_name(a.dof) + "-" + data.bodies[b.body].name + " " + dof_name(b.dof);
}

MatrixX balanced(const hydro::HydroData& data, const MatrixX& matrix) {
  const VectorX s = largest_damping(data).cwiseSqrt().cwiseInverse();
  return s.asDiagonal() * matrix * s.asDiagonal();
}

MatrixX unbalanced(const hydro::HydroData& data, const MatrixX& matrix) {
  const VectorX s = largest_damping(data).cwiseSqrt();
  return s.asDiagonal() * matrix * s.asDiagonal();
}

double damping_scale(const hydro::HydroData& data) {
  const VectorX s = largest_damping(data).cwiseSqrt().cwiseInverse();
  double most = 0.0;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const MatrixX B = whole_matrix(data, &hydro::HydroBody::radiation_damping, k);
    const MatrixX even = s.asDiagonal() * (0.5 * data.omega[k] * (B + B.transpose())) * s.asDiagonal();
    most =
        std::max(most, Eigen::SelfAdjointEigenSolver<MatrixX>(even, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff());
  }
  return most;
}

VectorX damping_tolerance(const hydro::HydroData& data) {
  const Peaks own = peaks(data, true);
  VectorX most = VectorX::Zero(own.own.size());
  for (std::size_t k = 0; k < data.omega.size(); ++k)
    most = most.cwiseMax(data.omega[k] * whole_matrix(data, &hydro::HydroBody::radiation_damping, k).diagonal());
  for (Eigen::Index i = 0; i < most.size(); ++i)
    most[i] = own.matters(i) ? kPositive * most[i] : std::numeric_limits<double>::infinity();
  return most;
}

Finding symmetry(const hydro::HydroData& data, bool added_mass) {
  Finding f = measured(added_mass ? &checks::kSymmetryAddedMass : &checks::kSymmetryDamping, "% of the diagonal");
  const auto member = added_mass ? &hydro::HydroBody::added_mass : &hydro::HydroBody::radiation_damping;
  const int n = data.total_dof();
  const VectorX own = peaks(data, !added_mass).scale();
  std::vector<MatrixX> all;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    all.push_back(whole_matrix(data, member, k));
    if (!added_mass) all.back() *= data.omega[k];
  }
  constexpr double kGood = 2.0;
  f.body = data.bodies.front().name;
  f.dof = pair_name(data, 0, 0);
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      double most = 0.0;
      std::size_t where = 0;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const double part = 100.0 * std::abs(all[k](i, j) - all[k](j, i)) / (std::sqrt(own[i]) * std::sqrt(own[j]));
        if (!(part > most)) continue;
        most = part;
        where = k;
      }
      if (most > 0.0)
        raise(f, most, data.bodies[system_dof(data, i).body].name, pair_name(data, i, j), data.omega[where], kGood);
    }
  }
  return concluded(f, graded(f.number, kGood, 10.0), "the matrices are symmetric to the accuracy of the mesh",
                   "reciprocity is broken: refine the mesh there, or look for a body origin "
                   "that differs between its files; nothing is symmetrised for you");
}

Finding positive_damping(const hydro::HydroData& data) {
  Finding f = measured(&checks::kPositiveDampingDof, "% of its largest");
  const Peaks own = peaks(data, true);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    for (int i = 0; i < data.bodies[b].dof; ++i) {
      const int at = data.first_dof(b) + i;
      double most = 0.0, lowest = 0.0;
      std::size_t where = 0;
      for (std::size_t k = 0; k < data.omega.size(); ++k) {
        const double B = data.omega[k] * data.bodies[b].radiation_damping[k](i, at);
        most = std::max(most, B);
        if (B < lowest) {
          lowest = B;
          where = k;
        }
      }
      if (!own.matters(at) || lowest >= 0.0) continue;
      const double part = -100.0 * lowest / most;
      raise(f, part, data.bodies[b].name, dof_name(i), data.omega[where], 100.0 * kPositive);
    }
  }
  f.verdict = graded(f.number, 100.0 * kPositive, 1.0);
  f.sentence =
      f.verdict == Verdict::good
          ? "no dof feeds energy into the waves' place beyond round-off"
          : "damping is negative: too coarse a mesh for that frequency or an irregular frequency; --repair projects it";
  const auto silent = excited_without_damping(data);
  if (silent.empty() || f.verdict == Verdict::bad) return f;
  f.verdict = Verdict::doubtful;
  f.body = data.bodies[silent.front().first].name;
  f.dof = dof_name(silent.front().second);
  f.sentence =
      "waves push this motion and it radiates none, at any frequency: its rows were not computed, or are lost; sound "
      "only where a joint holds it";
  return f;
}

Finding passivity(const hydro::HydroData& data) {
  Finding f = measured(&checks::kPassivityDampingMatrix, "% of the largest eigenvalue");
  const VectorX s = largest_damping(data).cwiseSqrt().cwiseInverse();
  const double scale = damping_scale(data);
  int worst_dof = 0;
  double lowest = 0.0;
  int count = 0;
  for (std::size_t k = 0; k < data.omega.size(); ++k) {
    const MatrixX B = whole_matrix(data, &hydro::HydroBody::radiation_damping, k);
    const MatrixX even = s.asDiagonal() * (0.5 * data.omega[k] * (B + B.transpose())) * s.asDiagonal();
    const auto is_above = [&](double level) {  // a small part of the eigenvalues' time
      return Eigen::LLT<MatrixX>(even - level * MatrixX::Identity(even.rows(), even.rows())).info() == Eigen::Success;
    };
    if (!is_above(-kPassive * scale)) ++count;
    if (is_above(lowest)) continue;
    const Eigen::SelfAdjointEigenSolver<MatrixX> modes(even);
    if (modes.eigenvalues()[0] >= lowest) continue;
    lowest = modes.eigenvalues()[0];
    f.omega = data.omega[k];
    modes.eigenvectors().col(0).cwiseAbs().maxCoeff(&worst_dof);
  }
  f.number = scale > 0.0 ? -100.0 * lowest / scale : 0.0;
  const SystemDof at = system_dof(data, worst_dof);
  f.body = data.bodies[at.body].name;
  f.dof = dof_name(at.dof);
  if (f.number <= 100.0 * kPassive) {
    f.sentence = "no combination of motions gains energy beyond round-off";
    return f;
  }
  // A run leaves out what is negative, at whatever frequency: it is wrong where that is much of the damping.
  const double share = gained_of_radiated(data);
  f.verdict = share <= kWrongAllOver ? Verdict::doubtful : Verdict::bad;
  f.sentence = fmt::format(
      "a combination of motions gains energy at {} of {} frequencies, over all of them {:.2g} % of what they radiate: "
      "{}",
      count, data.omega.size(), 100.0 * share,
      f.verdict == Verdict::bad ? "the damping is wrong all over; refine the BEM run"
                                : "a run leaves that out, as --repair does");
  return f;
}

Finding ogilvie(const hydro::HydroData& data) {
  constexpr double kGood = 1.0;
  Finding f = measured(&checks::kOgilvieRelation, "% of added mass");
  double stored = 0.0;  // % by which the stored A_inf is another
  const Peaks own = peaks(data, false);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    const MatrixX estimates = ogilvie_infinite(data, b);
    if (estimates.size() == 0) return concluded(f, Verdict::not_applicable, "fewer than eight frequencies");
    // The lower half of the range: near its end the missing tail tells.
    Eigen::Index count = 0;
    while (count < estimates.rows() &&
           data.omega[static_cast<std::size_t>(count)] + data.omega[static_cast<std::size_t>(count) + 1] <=
               data.omega.back())
      ++count;
    if (count == 0) continue;
    for (int i = 0; i < body.dof; ++i) {
      const int at = data.first_dof(b) + i;
      double scale = 0.0;
      for (const MatrixX& A : body.added_mass) scale = std::max(scale, std::abs(A(i, at)));
      if (!own.matters(at)) continue;
      const VectorX estimate = estimates.col(i).head(count);
      const double mean = estimate.mean(), from = (estimate.array() - mean).abs().maxCoeff();
      const double against = body.added_mass_infinite ? std::abs(mean - (*body.added_mass_infinite)(i, at)) : 0.0;
      const double part = 100.0 * std::max(against, from) / scale;
      if (raise(f, part, body.name, dof_name(i), {}, kGood)) stored = 100.0 * against / scale;
    }
  }
  // What scatters is resolution and spikes; another A_inf is another inertia in the run.
  return concluded(f,
                   f.number <= kGood ? Verdict::good
                   : stored <= 20.0  ? Verdict::doubtful
                                     : Verdict::bad,
                   "added mass and damping belong together within 1 %",
                   "added mass and damping do not close: spikes, a coarse grid, a missing tail, or A_inf of another "
                   "run; extend or refine the BEM run");
}

Finding infinite_added_mass(const hydro::HydroData& data) {
  constexpr double kGood = 10.0;
  Finding f = measured(&checks::kAddedMassInfiniteFrequency, "% between A_inf and A at the last frequency");
  const Peaks own = peaks(data, false);
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    const hydro::HydroBody& body = data.bodies[b];
    if (!body.added_mass_infinite) {
      f.body = body.name;
      return concluded(f, Verdict::doubtful,
                       "it is missing: bemio convert and --repair compute it from Ogilvie's relation");
    }
    for (int i = 0; i < body.dof; ++i) {
      const int at = data.first_dof(b) + i;
      double scale = 0.0;
      for (const MatrixX& A : body.added_mass) scale = std::max(scale, std::abs(A(i, at)));
      const double part =
          own.matters(at) ? 100.0 * std::abs((*body.added_mass_infinite)(i, at) - body.added_mass.back()(i, at)) / scale
                          : 0.0;
      raise(f, part, body.name, dof_name(i), data.omega.back(), kGood);
    }
  }
  return concluded(f, graded(f.number, kGood, 40.0), "A approaches A_inf within the data",
                   "A at the last frequency is far from A_inf: the range ends early or A_inf is of another run");
}

namespace {

// Of int K_ii^2 dt, summed over motions of one size, what lies beyond `end`: all of it is (2/pi) int (omega B_ii)^2
// domega (Parseval). 0 where the samples are too few for the integral.
double energy_beyond(const hydro::HydroData& data, std::size_t at, double end) {
  const hydro::HydroBody& body = data.bodies[at];
  const std::vector<double>& t = body.radiation_irf_time;
  if (body.radiation_damping.size() != data.omega.size() || data.omega.size() < 4 ||
      body.radiation_irf.size() != t.size() || t.size() < 2 || t[1] - t[0] > kPi / data.omega.back() * (1.0 + 1e-9))
    return 0.0;
  const VectorX scale = motions_of_one_size(data);
  double within = 0.0, all = 0.0;
  for (int i = 0; i < body.dof; ++i) {
    const int row = data.first_dof(at) + i;
    const double weight = std::pow(scale[row], 4.0);
    for (std::size_t k = 1; k < t.size() && t[k] <= end * (1.0 + 1e-9); ++k) {
      within += weight * 0.5 * (t[k] - t[k - 1]) *
                (std::pow(body.radiation_irf[k](i, row), 2.0) + std::pow(body.radiation_irf[k - 1](i, row), 2.0));
    }
    for (std::size_t k = 1; k < data.omega.size(); ++k) {
      const double B = data.omega[k] * body.radiation_damping[k](i, row),
                   before = data.omega[k - 1] * body.radiation_damping[k - 1](i, row);
      // Of the straight line between them.
      all += weight * 2.0 / kPi * (data.omega[k] - data.omega[k - 1]) * (B * B + B * before + before * before) / 3.0;
    }
  }
  return all > 0.0 ? std::max(0.0, 1.0 - within / all) : 0.0;
}

}  // namespace

Finding kernel_decay(const hydro::HydroData& given, const QualityOptions& options) {
  constexpr double kGood = 1.0;
  Finding f = measured(&checks::kDecayRadiationKernel, "% of its peak left");
  hydro::HydroData computed;
  const hydro::HydroData* data = &given;
  const bool missing =
      std::any_of(given.bodies.begin(), given.bodies.end(), [](const auto& b) { return b.radiation_irf.size() < 10; });
  if (missing) {
    computed = given;
    const bool radiation = std::all_of(given.bodies.begin(), given.bodies.end(),
                                       [&](const auto& b) { return b.radiation_damping.size() == given.omega.size(); });
    if (!radiation || given.omega.size() < 4) {
      return concluded(f, Verdict::not_applicable, "there is neither a kernel nor damping to compute one");
    }
    hydro::ImpulseResponseOptions irf;
    if (options.kernel_time) irf.end_time = *options.kernel_time;
    // Twice as many as keep it from repeating within its times, a million at most.
    const double enough =
        std::min(1e6, std::ceil(2.0 * irf.end_time * (given.omega.back() - given.omega.front()) / kPi));
    irf.frequencies = std::max(irf.frequencies, static_cast<std::size_t>(enough) + 1);
    const double for_energy = std::min(1e5, std::ceil(irf.end_time * given.omega.back() / kPi));
    irf.times = std::max(irf.times, static_cast<std::size_t>(for_energy) + 2);
    hydro::add_radiation_irf(computed, irf);
    data = &computed;
  }
  double end = 0.0, cut_off = 0.0;
  for (std::size_t b = 0; b < data->bodies.size(); ++b) {
    const hydro::HydroBody& body = data->bodies[b];
    end = body.radiation_irf_time.back();
    if (options.kernel_time) end = std::min(end, *options.kernel_time);
    double force = 0.0, moment = 0.0;  // strongest of the diagonal
    for (const MatrixX& K : body.radiation_irf) {
      for (int i = 0; i < body.dof; ++i) {
        double& strongest = rotates(i) ? moment : force;
        strongest = std::max(strongest, std::abs(K(i, data->first_dof(b) + i)));
      }
    }
    const double length = length_of(*data, b);
    for (int i = 0; i < body.dof; ++i) {
      const int at = data->first_dof(b) + i;
      double most = 0.0, left = 0.0;
      for (std::size_t t = 0; t < body.radiation_irf.size(); ++t) {
        const double K = std::abs(body.radiation_irf[t](i, at));
        most = std::max(most, K);
        if (body.radiation_irf_time[t] >= 0.9 * end && body.radiation_irf_time[t] <= end) left = std::max(left, K);
      }
      const double noise =
          rotates(i) ? std::max(kNoise * force * length * length, kNoise * kNoise * moment) : kNoise * force;
      if (most <= noise) continue;
      const double part = 100.0 * left / most;
      raise(f, part, body.name, dof_name(i), {}, kGood);
    }
    cut_off = std::max(cut_off, energy_beyond(*data, b, end));
  }
  const bool shorter = options.kernel_time && *options.kernel_time > end * (1.0 + 1e-9);
  f.verdict = f.number <= kGood && !shorter ? Verdict::good
              : cut_off <= kWrongAllOver    ? Verdict::doubtful
                                            : Verdict::bad;
  f.sentence = fmt::format("in the last tenth of {:g} s{}", end, missing ? " (computed, the file has none)" : "");
  if (shorter)
    f.sentence += fmt::format(" (the file's kernel ends there, before the {:g} s asked for)", *options.kernel_time);
  if (f.verdict != Verdict::good)
    f.sentence += fmt::format(
        "; {:.2g} % of the memory's energy lies beyond: take a longer kernel; if it does not decay at all, the "
        "frequencies are too coarse or a spike rings in it",
        100.0 * cut_off);
  for (const hydro::HydroBody& body : data->bodies) {
    const double back = backwards_from(*data, body.radiation_irf_omega);
    if (back <= 0.0 || std::min(end, body.radiation_irf_time.back()) <= back * (1.0 + 1e-9)) continue;
    f.verdict = Verdict::bad;
    f.body = body.name;
    f.dof.clear();
    f.sentence = fmt::format(
        "the kernel was integrated over {} frequencies: beyond {:.3g} s it runs backwards; take a shorter kernel, or "
        "bemio "
        "convert with more --integration-frequencies",
        body.radiation_irf_omega.size(), back);
    break;
  }
  return f;
}

std::optional<Finding> state_space_fit(const hydro::HydroData& data) {
  Finding f = measured(&checks::kStateSpaceFit, "1 - R^2 of the worst body's kernel matrix");
  bool any = false;
  for (const hydro::HydroBody& body : data.bodies) {
    if (body.radiation_state_space.empty() || body.radiation_irf.size() < 2) continue;
    any = true;
    const double misfit = 1.0 - whole_matrix_r2(body);
    double growth = -1e300;
    for (const auto& row : body.radiation_state_space) {
      for (const hydro::EntryStateSpace& e : row) {
        if (e.A.rows() > 0) growth = std::max(growth, e.A.eigenvalues().real().maxCoeff());
      }
    }
    if (!(misfit <= f.number) || f.body.empty()) {
      f.number = misfit;
      f.body = body.name;
    }
    if (growth > 1e-9) {
      f.body = body.name;
      return concluded(
          f, Verdict::bad,
          fmt::format("an entry is unstable (a pole at {:+.2g} 1/s): fit it again with another order", growth));
    }
  }
  if (!any) return std::nullopt;
  return concluded(f, graded(f.number, 0.05, 0.2), "all entries are stable",
                   "the realisation misses much of the kernel: raise the order or R^2");
}

std::optional<Finding> state_space_passivity(const hydro::HydroData& data) {
  const auto quality = fit_quality(data);
  if (!quality || quality->entries == 0) return std::nullopt;
  Finding f = measured(&checks::kPassivityStateSpace, "% of the largest eigenvalue of its damping, negative");
  f.number = 100.0 * std::max(0.0, -quality->passivity.lowest);
  if (f.number > 0.0) f.omega = quality->passivity.omega;
  // A run asks for it by name, and says then that it may gain energy; memory is a convolution unless it does.
  return concluded(
      f, f.number <= 0.1 ? Verdict::good : Verdict::doubtful, "no motion gains energy from the realisation",
      "fits of single entries do not add up to a passive matrix: a lightly damped motion at that frequency "
      "may grow; a case can ask for another fit (hydrodynamics.state_space: realisation: whole-matrix, passive: "
      "true)");
}

Finding irregular_frequencies(const hydro::HydroData& data, const std::vector<Spike>& spikes) {
  Finding f = measured(&checks::kIrregularFrequencies, "% of the curve's largest value");
  const auto worst_spike =
      std::find_if(spikes.begin(), spikes.end(), [](const Spike& s) { return std::isfinite(s.departure); });
  if (worst_spike == spikes.end()) {
    f.sentence = "no value stands out of its curve over frequency";
    return f;
  }
  f.number = 100.0 * worst_spike->departure;
  f.body = data.bodies[worst_spike->body].name;
  f.omega = data.omega[worst_spike->frequency];
  f.dof = worst_spike->quantity >= Spike::Quantity::excitation
              ? dof_name(worst_spike->row)
              : pair_name(data, data.first_dof(worst_spike->body) + worst_spike->row, worst_spike->column);
  f.verdict = graded(f.number, 0.5, 3.0);
  static const char* const names[] = {"added mass", "damping", "excitation"};
  const std::string which = fmt::format(
      "{}, the worst in {}",
      spikes.size() > 1 ? fmt::format("{} values stand out", spikes.size()) : std::string("1 value stands out"),
      names[static_cast<int>(worst_spike->quantity)]);
  f.sentence = f.verdict == Verdict::good
                   ? which + ": too little to matter"
                   : which + ": remove irregular frequencies in the BEM run (a lid), or --repair";
  return f;
}

}  // namespace swell::bemio
