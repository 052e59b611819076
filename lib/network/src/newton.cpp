// Newton's method with scaled equations, bounds and a line search (requirements N3 to N5).
#include <algorithm>
#include <cmath>

#include "assembly.h"
#include "swell/network/solver.h"

namespace swell::network {

namespace {

constexpr double kBoundFraction = 0.9;  // of the way to a bound that a correction may go [FONSim]
constexpr int kHalvings = 6;
constexpr double kCrawl = 0.2;  // a correction shortened below this share makes little progress
constexpr int kCrawls = 4;      // number of such corrections before a full one
// Old factors are reused while a correction reduces the residual to this share: a new matrix costs about three such
// corrections.
constexpr double kReuse = 0.02;
// Corrections with old factors converge linearly, so the remaining error is larger than with new factors.
constexpr double kReusedTolerance = 0.02;
// A residual this far below the tolerance needs no further correction: linear networks need one iteration.
constexpr double kNothingLeft = 1e-3;
// When corrections must be shortened, a residual this far below the tolerance is round-off.
constexpr double kRounding = 1e-2;

// Largest residual in units of its row, and where.
double scaled_norm(const std::vector<double>& residual, const std::vector<double>& scale, std::size_t& worst) {
  double norm = 0.0;
  worst = 0;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    const double size = std::abs(residual[i]) / scale[i];
    if (!(size <= norm)) {
      norm = size;
      worst = i;
      if (std::isnan(size)) return size;
    }
  }
  return norm;
}

double squared_norm(const std::vector<double>& residual, const std::vector<double>& scale) {
  double sum = 0.0;
  for (std::size_t i = 0; i < residual.size(); ++i) {
    const double r = residual[i] / scale[i];
    sum += r * r;
  }
  return sum;
}

}  // namespace

// Row scale: the largest change that a nominal change of one variable makes in the equation. Multiplying an equation
// by any factor then changes nothing (N3).
void NetworkSolver::scale_rows(Workspace& w) const {
  const auto& start = network_.column_start();
  const auto& row = network_.row_index();
  const auto& nominal = network_.nominal();
  std::fill(w.row_scale.begin(), w.row_scale.end(), 0.0);
  for (std::size_t j = 0; j < nominal.size(); ++j) {
    for (auto k = static_cast<std::size_t>(start[j]); k < static_cast<std::size_t>(start[j + 1]); ++k) {
      double& scale = w.row_scale[static_cast<std::size_t>(row[k])];
      scale = std::max(scale, std::abs(w.values[k]) * nominal[j]);
    }
  }
  for (double& scale : w.row_scale) {
    if (!(scale > 0.0)) scale = 1.0;
  }
  for (std::size_t j = 0; j < nominal.size(); ++j) {
    for (auto k = static_cast<std::size_t>(start[j]); k < static_cast<std::size_t>(start[j + 1]); ++k) {
      w.values[k] *= nominal[j] / w.row_scale[static_cast<std::size_t>(row[k])];
    }
  }
}

// Factors of the scaled matrix. Pivots are kept from one matrix to the next.
bool NetworkSolver::factor(double gdt, Workspace& w) const {
  scale_rows(w);
  w.has_factors = false;
  const bool kept = w.has_pivots && w.lu.refactorize(w.values.data());
  if (!kept) {
    ++w.statistics.factorizations;
    w.has_pivots = w.lu.factorize(w.values.data());
    if (!w.has_pivots) return false;
  }
  w.has_factors = true;
  w.factored_gdt = gdt;
  return true;
}

bool NetworkSolver::solve(double t, const double* inputs, const double* base, double gdt, Workspace& w) const {
  const std::size_t n = network_.unknowns();
  const auto& nominal = network_.nominal();
  const auto& lower = network_.lower();
  const auto& upper = network_.upper();
  const AssemblyScratch scratch{w.local, w.block, w.difference};
  ++w.statistics.solves;
  w.held_column = n;
  bool refresh = !w.has_factors || w.factored_gdt != gdt;
  bool residual_known = false;
  int matrices = 0, crawls = 0;
  // The limit counts matrices. Each may be followed by a correction with its factors that helps, or by one in vain.
  for (int iteration = 1; matrices <= options_.newton_limit && iteration <= 4 * options_.newton_limit; ++iteration) {
    const bool reused = !refresh;
    if (refresh || !residual_known) {
      assemble(network_, t, inputs, base, gdt, w.x.data(), w.residual.data(), refresh ? w.values.data() : nullptr,
               scratch);
    }
    if (refresh) {
      ++matrices;
      if (!factor(gdt, w)) return false;
    }
    const double norm = scaled_norm(w.residual, w.row_scale, w.worst_row);
    if (!std::isfinite(norm)) return false;
    for (std::size_t i = 0; i < n; ++i) w.correction[i] = -w.residual[i] / w.row_scale[i];
    w.lu.solve(w.correction.data());
    ++w.statistics.iterations;
    residual_known = true;
    refresh = false;

    // Shorten the whole correction at a bound; a variable already at its bound stays there.
    double alpha = 1.0;
    double size = 0.0, held = options_.tolerance;  // size of corrections made; size of those blocked by a bound
    w.held_column = n;
    for (std::size_t j = 0; j < n; ++j) {
      double& d = w.correction[j];
      d *= nominal[j];
      if (!std::isfinite(d)) {
        if (!reused) return false;
        refresh = true;
        break;
      }
      const double distance = d < 0.0 ? w.x[j] - lower[j] : upper[j] - w.x[j];
      if (distance < 1e-12 * nominal[j]) {
        const double forbidden = std::abs(d) / (nominal[j] + std::abs(w.x[j]));
        if (forbidden > held) {
          held = forbidden;
          w.held_column = j;
        }
        d = 0.0;
      } else if (std::abs(d) > distance) {
        alpha = std::min(alpha, kBoundFraction * distance / std::abs(d));
      }
      size = std::max(size, std::abs(d) / (nominal[j] + std::abs(w.x[j])));
    }

    if (refresh || (reused && alpha < 1.0)) {  // old factors are unreliable here
      refresh = true;
      continue;
    }
    const double before = squared_norm(w.residual, w.row_scale);
    if (reused) {
      for (std::size_t j = 0; j < n; ++j) w.trial[j] = w.x[j] + w.correction[j];
      assemble(network_, t, inputs, base, gdt, w.trial.data(), w.trial_residual.data(), nullptr, scratch);
      const double after = squared_norm(w.trial_residual, w.row_scale);
      const double left = scaled_norm(w.trial_residual, w.row_scale, w.worst_row);
      const bool nothing_left = left < kNothingLeft * options_.newton_tolerance;
      if (!nothing_left && !(after <= kReuse * kReuse * before)) {
        refresh = true;
        continue;
      }
      w.x.swap(w.trial);
      w.residual.swap(w.trial_residual);
      if (nothing_left || size < kReusedTolerance * options_.newton_tolerance) {
        w.statistics.largest_iterations = std::max(w.statistics.largest_iterations, matrices);
        return true;
      }
      continue;
    }
    double fraction = alpha;
    bool improved = false;
    for (int halving = 0; halving <= kHalvings; ++halving, fraction *= 0.5) {
      for (std::size_t j = 0; j < n; ++j) w.trial[j] = w.x[j] + fraction * w.correction[j];
      assemble(network_, t, inputs, base, gdt, w.trial.data(), w.trial_residual.data(), nullptr, scratch);
      const double after = squared_norm(w.trial_residual, w.row_scale);
      improved = after <= (1.0 - 1e-4 * fraction) * before;
      if (improved) break;
      // At the size of the tolerance shortening cannot help: the rest is round-off.
      if (size < options_.newton_tolerance && std::isfinite(after)) break;
    }
    // If every correction is cut to a small part, take a full one: the solution is across the edge, not along it.
    if (improved && fraction < kCrawl * alpha && ++crawls % kCrawls == 0) improved = false;
    if (!improved) {
      // Between the branches of a valve the residual may have to rise: take the full correction.
      fraction = alpha;
      for (std::size_t j = 0; j < n; ++j) w.trial[j] = w.x[j] + fraction * w.correction[j];
      assemble(network_, t, inputs, base, gdt, w.trial.data(), w.trial_residual.data(), nullptr, scratch);
    }
    w.x.swap(w.trial);
    w.residual.swap(w.trial_residual);
    const double left = scaled_norm(w.residual, w.row_scale, w.worst_row);
    if (!std::isfinite(left)) return false;
    const bool full = fraction == 1.0;
    const bool small_correction = full && size < options_.newton_tolerance;
    const bool small_residual = full && left < kNothingLeft * options_.newton_tolerance;
    // At the edge between two branches shortened corrections do not converge. If a tiny step leaves a flow nearly
    // undetermined, this residual is the best available.
    const bool creeping = !full && alpha == 1.0 && left < kRounding * options_.newton_tolerance;
    if (small_correction || small_residual || creeping) {
      w.statistics.largest_iterations = std::max(w.statistics.largest_iterations, matrices);
      return true;
    }
  }
  return false;
}

}  // namespace swell::network
