#include "swell/hydro/slow_drift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace swell::hydro {

namespace {

/// One dof's QTF at one heading on a grid of frequencies.
struct Grid {
  std::vector<double> omega;
  Eigen::MatrixXcd value;  // / (rho g)

  std::complex<double> at(double wi, double wj) const {
    std::size_t i = 0, j = 0;
    double x = 0.0, y = 0.0;
    const auto place = [&](double w, std::size_t& k, double& share) {
      if (omega.size() < 2) return;
      const double inside = std::clamp(w, omega.front(), omega.back());
      k = static_cast<std::size_t>(std::upper_bound(omega.begin(), omega.end(), inside) - omega.begin());
      k = std::clamp<std::size_t>(k, 1, omega.size() - 1) - 1;
      share = (inside - omega[k]) / (omega[k + 1] - omega[k]);
    };
    place(wi, i, x);
    place(wj, j, y);
    const auto T = [&](std::size_t a, std::size_t b) {
      const std::size_t last = omega.size() - 1;
      return value(static_cast<Eigen::Index>(std::min(a, last)), static_cast<Eigen::Index>(std::min(b, last)));
    };
    return (1.0 - x) * ((1.0 - y) * T(i, j) + y * T(i, j + 1)) + x * ((1.0 - y) * T(i + 1, j) + y * T(i + 1, j + 1));
  }
};

Grid grid_of(const std::vector<QtfEntry>& entries, double heading) {
  Grid grid;
  if (entries.empty()) return grid;
  const auto distance = [heading](const QtfEntry& e) {
    return std::abs(std::remainder(e.heading_i - heading, 360.0)) +
           std::abs(std::remainder(e.heading_j - heading, 360.0));
  };
  double nearest = HUGE_VAL;
  for (const QtfEntry& e : entries) nearest = std::min(nearest, distance(e));
  std::set<double> omega;
  for (const QtfEntry& e : entries) {
    if (distance(e) > nearest + 1e-9) continue;
    omega.insert(2.0 * kPi / e.period_i);
    omega.insert(2.0 * kPi / e.period_j);
  }
  grid.omega.assign(omega.begin(), omega.end());
  const auto n = static_cast<Eigen::Index>(grid.omega.size());
  grid.value = Eigen::MatrixXcd::Zero(n, n);
  const auto index = [&](double period) {
    return static_cast<Eigen::Index>(
        std::lower_bound(grid.omega.begin(), grid.omega.end(), 2.0 * kPi / period * (1.0 - 1e-12)) -
        grid.omega.begin());
  };
  for (const QtfEntry& e : entries) {
    if (distance(e) > nearest + 1e-9) continue;
    const Eigen::Index i = index(e.period_i), j = index(e.period_j);
    grid.value(i, j) = e.value;
    grid.value(j, i) = std::conj(e.value);
  }
  return grid;
}

}  // namespace

SlowDrift::SlowDrift(const HydroBodyRef& body, const waves::SeaState& sea, SlowDriftRule rule, double start,
                     double duration)
    : ramp_{sea.ramp_duration()}, start_(start) {
  const waves::WaveComponents& c = sea.components();
  const Eigen::Index n = c.size();
  if (n == 0) return;
  bool any = false;
  for (const auto& entries : body->qtf_difference) any = any || !entries.empty();
  const std::vector<const std::vector<std::vector<VectorX>>*> drifts = {
      &body->mean_drift_control_surface, &body->mean_drift_momentum, &body->mean_drift_pressure};
  int drift = 0;
  for (std::size_t k = 0; k < drifts.size() && drift == 0; ++k)
    drift = drifts[k]->empty() ? 0 : static_cast<int>(k) + 1;
  if (!any && (rule == SlowDriftRule::full || drift == 0)) {
    throw InputError({},
                     fmt::format("body {} of {} has no difference-frequency QTF{}", body->name, body.data->file,
                                 rule == SlowDriftRule::newman ? " and no mean drift" : ""),
                     rule == SlowDriftRule::full ? "second_order: newman needs mean drift only" : "");
  }
  const ExcitationCoefficients coefficients(body, sea.density(), sea.gravity());
  const double rho_g = sea.density() * sea.gravity();

  const double highest = std::max(c.omega.maxCoeff() - c.omega.minCoeff(), 2.0 * kPi / std::max(duration, 1.0));
  step_ = 2.0 * kPi / highest / 20.0;
  const auto count = static_cast<std::size_t>(std::ceil(duration / step_)) + 4;
  std::vector<double> time(count);
  for (std::size_t k = 0; k < count; ++k) time[k] = start + (static_cast<double>(k) - 1.0) * step_;

  for (int row = 0; row < 6; ++row) {
    Eigen::MatrixXcd full;
    VectorX diagonal = VectorX::Zero(n);
    std::map<double, Grid> grids;  // by heading
    const auto grid = [&](double heading) -> const Grid& {
      auto found = grids.find(heading);
      if (found == grids.end()) {
        const auto r = static_cast<std::size_t>(row);
        const std::vector<QtfEntry> none;
        found = grids
                    .emplace(heading, grid_of(r < body->qtf_difference.size() ? body->qtf_difference[r] : none,
                                              heading / kDegree))
                    .first;
      }
      return found->second;
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      const Grid& own = grid(c.direction(i));
      if (!own.omega.empty()) {
        diagonal[i] = rho_g * own.at(c.omega(i), c.omega(i)).real();
      } else if (drift > 0 && rule == SlowDriftRule::newman) {
        diagonal[i] = coefficients.mean_drift(drift, c.omega(i), c.direction(i))(row);
      }
    }
    if (rule == SlowDriftRule::full) {
      full.resize(n, n);
      for (Eigen::Index i = 0; i < n; ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
          const Grid& own = grid(c.direction(i));
          full(i, j) = own.omega.empty() ? 0.0 : rho_g * own.at(c.omega(i), c.omega(j));
        }
      }
      if (full.isZero(0.0)) continue;
    } else if (diagonal.isZero(0.0)) {
      continue;
    }
    std::vector<double> force(count);
    Eigen::VectorXcd z(n);
    for (std::size_t k = 0; k < count; ++k) {
      for (Eigen::Index i = 0; i < n; ++i) z[i] = std::polar(c.amplitude(i), c.omega(i) * time[k] + c.phase(i));
      force[k] = rule == SlowDriftRule::full
                     ? (z.transpose() * full * z.conjugate()).value().real()
                     : (z.cwiseProduct(diagonal.cast<std::complex<double>>()).sum() * std::conj(z.sum())).real();
    }
    rows_.push_back(row);
    splines_.emplace_back(time, force);
  }
}

void SlowDrift::evaluate(double t, double* out) const {
  std::fill_n(out, 6, 0.0);
  const double R = ramp_(t);
  for (std::size_t i = 0; i < rows_.size(); ++i) out[rows_[i]] = R * R * splines_[i](t);
}

}  // namespace swell::hydro
