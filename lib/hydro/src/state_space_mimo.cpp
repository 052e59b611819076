#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "passivity.h"
#include "realisation.h"
#include "swell/hydro/kernel_noise.h"
#include "swell/hydro/passive_kernel.h"
#include "swell/hydro/state_space.h"

namespace swell::hydro {
namespace {

/// What errors count against beside the damping of a motion, as a share of the damping's peak. A PTO of c at resonance
/// takes P ~ c / (B + c)^2: where B is far below its peak, the motion at c = B is beyond any stroke.
constexpr double kFloor = 0.05;
/// Along a path, where one motion alone is to be met and costs few states; across it, where no power is taken.
constexpr double kFloorAlong = 0.01, kFloorAcross = 1.0;

bool good(const Candidate& c, const MimoOptions& options) {
  return c.lowest >= options.r2 && (!options.error || c.error <= *options.error) &&
         (!options.damping_error || c.share <= *options.damping_error);
}

bool better(const Candidate& a, const Candidate& b, const MimoOptions& options) {
  if (!options.error && !options.damping_error) return a.lowest > b.lowest;
  const auto size = [&](const Candidate& c) {
    return std::max(options.error ? c.error / *options.error : 0.0,
                    options.damping_error ? c.share / *options.damping_error : 0.0);
  };
  return size(a) < size(b);
}

/// The candidate made passive, with the constant damping that this needs.
struct Fit {
  Candidate c;
  MatrixX D;
  PassivityRepair repair;
};

/// @param give_up  where the fit is lost on the way
Fit finish(const Prepared& p, double step, const MimoOptions& options, double omega_max, Candidate candidate,
           bool give_up) {
  const Eigen::Index n = p.T.size();
  Fit fit{std::move(candidate), MatrixX::Zero(n, n), {}};
  Candidate& c = fit.c;
  if (!options.passive || c.A.rows() == 0) return fit;
  const auto good_enough = [&](const MatrixX& C) {
    if (!give_up) return true;
    Candidate changed = c;
    changed.C = C;
    measure(p, step, changed);
    return good(changed, options);
  };
  fit.repair = make_passive(c.A, c.B, c.blocks, error_metric(p, step, options, c), omega_max, good_enough, c.C);
  fit.D.diagonal().setConstant(fit.repair.damping);
  measure(p, step, c);
  return fit;
}

using ModesByCount = std::map<Eigen::Index, BlockHankelModes>;

/// Of motions that couple: the least states that are good enough, or else the best there is.
/// @param known  modes of p that are known; more are added   @param last  whether the best is wanted where nothing is
/// good: it is made passive then
Fit fit_coupled(const Prepared& p, ModesByCount& known, double step, const MimoOptions& options, Eigen::Index most,
                double omega_max, bool last = true) {
  constexpr Eigen::Index kFirstModes = 32;
  std::optional<Fit> found;  // the best that is finished
  const Eigen::Index n = p.T.size();
  Candidate top;  // the best that is not
  top.B.resize(0, n);
  top.C.resize(n, 0);
  top.r2 = MatrixX::Zero(n, n);
  const auto take = [&](const Candidate& candidate) {
    Fit fit = finish(p, step, options, omega_max, candidate, true);
    if (fit.repair.given_up) {
      if (better(candidate, top, options)) top = candidate;
      return false;
    }
    if (!found || better(fit.c, found->c, options)) found = std::move(fit);
    return good(found->c, options);
  };
  std::vector<MatrixX> strided;
  for (std::size_t k = 0; k < p.K.size(); k += p.stride) strided.push_back(p.K[k]);
  Eigen::Index tried = 0;  // no order up to this one is good
  for (Eigen::Index count = std::min(kFirstModes, most);; count = std::min(2 * count, most)) {
    if (known.count(count) == 0) known.emplace(count, block_hankel_modes(strided, count));
    const BlockHankelModes& modes = known.at(count);
    Eigen::Index rank = 0;
    while (rank < modes.values.size() && modes.values(rank) > 1e-12 * modes.values(0)) ++rank;
    const Eigen::Index limit = std::min(rank, count);
    const auto at = [&](Eigen::Index order) {
      Candidate c = realise(p, modes, step, order, options.passive && p.steady, options.fastest);
      if (!good(c, options) && better(c, top, options)) top = c;
      return c;
    };
    while (tried < limit) {
      Eigen::Index order = std::min(limit, std::max<Eigen::Index>(2, tried + (tried + 1) / 2));
      Candidate c = at(order);
      if (!good(c, options)) {
        tried = order;
        continue;
      }
      while (order - tried > 1) {
        const Eigen::Index middle = (order + tried) / 2;
        Candidate less = at(middle);
        if (good(less, options)) {
          order = middle;
          c = std::move(less);
        } else {
          tried = middle;
        }
      }
      if (take(c)) return std::move(*found);
      // Passivity takes a little of the fit.
      for (; order < limit; tried = order) {
        order = std::min(limit, order + 1 + order / 16);
        c = at(order);
        if (good(c, options) && take(c)) return std::move(*found);
      }
      tried = order;
    }
    if (count >= most || rank < count) break;
  }
  if (!found && !last && !good(top, options)) return {std::move(top), {}, {}};
  if (!found) found = finish(p, step, options, omega_max, std::move(top), false);
  return std::move(*found);
}

/// Coordinates w of the fit, v = T w: of a body with a path its largest motion carries the others along.
struct PathCoordinates {
  MatrixX T;
  VectorX floors;
};

/// @param moving  rows of the coefficients that are fitted   @param scale  of each of them
PathCoordinates path_coordinates(const std::vector<Path>& paths, const std::vector<int>& moving, const VectorX& scale) {
  const Eigen::Index n = scale.size();
  PathCoordinates c{MatrixX::Identity(n, n), VectorX::Constant(n, kFloor)};
  for (const Path& path : paths) {
    VectorX direction = VectorX::Zero(n);
    for (std::size_t k = 0; k < path.rows.size(); ++k) {
      const auto at = std::find(moving.begin(), moving.end(), path.rows[k]);
      if (at != moving.end()) direction(at - moving.begin()) = path.direction(static_cast<Eigen::Index>(k));
    }
    Eigen::Index largest = 0;
    if (!(direction.cwiseQuotient(scale).cwiseAbs().maxCoeff(&largest) > 0.0)) continue;
    for (const int row : path.rows) {
      const auto at = std::find(moving.begin(), moving.end(), row);
      if (at != moving.end()) c.floors(at - moving.begin()) = kFloorAcross;
    }
    c.floors(largest) = kFloorAlong;
    c.T.col(largest) = direction / direction(largest);
  }
  return c;
}

/// Motions that do not couple have realisations of their own, side by side.
/// @param group  number of the body of each row: noise on a diagonal is measured against its largest translation
/// @param cut    the kernel ends before that of the data
StateSpaceModel build(const SampledKernel& kernel, const VectorX& scale, const std::vector<int>& group,
                      const PathCoordinates& path, const MimoOptions& options, double omega_min, double omega_max,
                      bool cut) {
  StateSpaceModel model;
  model.scale = scale;
  const Eigen::Index n = scale.size();
  MatrixX wanted = modelled_entries(kernel.values, scale, group, options.drop_noise ? options.noise_level : 0.0);
  if (std::string note = dropped_note(kernel.values, wanted); !note.empty()) model.notes.push_back(std::move(note));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto is_there = [&](const MatrixX& k) { return k(i, j) != 0.0; };
      if (wanted(i, j) == 0.0 && std::any_of(kernel.values.begin(), kernel.values.end(), is_there))
        model.entries.push_back({static_cast<int>(i), static_cast<int>(j), 0, 0.0, true});
    }
  }
  std::vector<MatrixX> values;
  for (const MatrixX& k : kernel.values) values.emplace_back(k.cwiseProduct(wanted));
  const bool along_paths = !path.T.isIdentity(0.0);
  if (along_paths) {
    for (MatrixX& k : values) k = (path.T.transpose() * k * path.T).eval();
    // Little that is left along a path is what its motion radiates, no noise.
    wanted = modelled_entries(values, scale, group, options.drop_noise ? options.noise_level : 0.0);
    double largest = 0.0;
    for (const MatrixX& k : values) largest = std::max(largest, k.diagonal().cwiseAbs().maxCoeff());
    for (Eigen::Index i = 0; i < n; ++i) {
      constexpr double kRoundOff = 1e-12;  // surge and pitch that cancel each other: nothing is radiated
      const auto radiates = [&](const MatrixX& k) { return std::abs(k(i, i)) > kRoundOff * largest; };
      if (path.floors(i) == kFloorAlong && std::any_of(values.begin(), values.end(), radiates)) wanted(i, i) = 1.0;
    }
    for (MatrixX& k : values) k = k.cwiseProduct(wanted).eval();
  }
  PassivityRepair repair;
  double lowest = 1.0;
  bool all_good = true;
  std::vector<MatrixX> inputs, outputs;  // of the parts, with the rows of all
  model.D = MatrixX::Zero(n, n);
  for (const std::vector<Eigen::Index>& rows : coupled_rows(wanted)) {
    const auto size = static_cast<Eigen::Index>(rows.size());
    SampledKernel part{kernel.step, {}};
    for (const MatrixX& k : values) part.values.emplace_back(k(rows, rows));
    if (options.passive) {
      for (MatrixX& k : part.values) k = (0.5 * (k + k.transpose())).eval();
      const KernelRepair repaired = make_kernel_passive(part, scale(rows), MemorySum::trapezoid);
      if (repaired.change > model.kernel_change) {
        model.kernel_change = repaired.change;
        model.kernel_changed_at = repaired.changed_at;
      }
    }
    Prepared p = prepare(part, wanted(rows, rows));
    add_response(p, path.floors(rows), kernel.step, omega_min, omega_max);
    const Eigen::Index most = options.states_per_row
                                  ? std::min<Eigen::Index>(options.max_states, *options.states_per_row * size)
                                  : options.max_states;
    // The bound by the damping of each motion where states are worth it; motions of many rows have combinations that
    // hardly radiate, and no order meets it for all of them.
    const bool has_path = (path.floors(rows).array() == kFloorAlong).any();
    const bool decides = !options.damping_error || has_path;  // or else the bound by the peak does
    const Eigen::Index worth = std::min(most, decides ? 40 * size : 32 + 8 * size);
    ModesByCount modes;
    Fit fit = fit_coupled(p, modes, kernel.step, options, options.damping_error ? worth : most, omega_max, decides);
    // Poles left out as too fast are missing in the fit: sought on a grid that has none of them, the others stand in.
    if (options.fastest && !good(fit.c, options)) {
      p.stride = static_cast<std::size_t>(std::ceil(kPi / (*options.fastest * kernel.step)));
      if (p.stride > 1) {
        ModesByCount others;
        Fit slower = fit_coupled(p, others, kernel.step, options, worth, omega_max, decides);
        if (better(slower.c, fit.c, options)) {
          fit = std::move(slower);
          modes = std::move(others);
        } else {
          p.stride = 1;
        }
      }
    }
    MimoOptions by_peak = options;
    by_peak.damping_error.reset();
    // Along a path the motion that is made decides: the best there stays, if what the other rows miss is small too.
    if (options.damping_error && !good(fit.c, options) && !(has_path && good(fit.c, by_peak))) {
      Fit other = fit_coupled(p, modes, kernel.step, by_peak, most, omega_max);
      constexpr double kBesidePath = 2.0;
      if (!has_path || fit.c.error > kBesidePath * options.error.value_or(0.0) || other.c.share < fit.c.share)
        fit = std::move(other);
    }
    // A kernel that is cut leaves a force in steady motion, as that of the data does not, and poles that fit it up to
    // its end go on beyond. Where that shows the first is allowed, then they are sought with some of what the
    // convolution has there, which is nothing.
    for (const bool beyond : {false, true}) {
      if (!cut || !options.error || good(fit.c, by_peak)) break;
      Prepared q = p;
      if (beyond) {
        part.values.resize(part.values.size() + part.values.size() / 2, MatrixX::Zero(size, size));
        q = prepare(part, wanted(rows, rows));
        std::tie(q.omega, q.response, q.weights, q.peaks) = std::tie(p.omega, p.response, p.weights, p.peaks);
      }
      q.steady = false;
      ModesByCount others;
      Fit other = fit_coupled(q, others, kernel.step, by_peak, most, omega_max);
      if (better(other.c, fit.c, by_peak)) fit = std::move(other);
    }
    const VectorX back = p.T.cwiseInverse();
    const auto first = static_cast<int>(model.A.empty() ? 0 : model.blocks.back().first + model.blocks.back().size);
    for (const StateBlock& b : fit.c.blocks) {
      model.A.emplace_back(fit.c.A.block(b.first, b.first, b.size, b.size));
      model.blocks.push_back({first + b.first, b.size});
    }
    inputs.emplace_back(MatrixX::Zero(fit.c.B.rows(), n));
    outputs.emplace_back(MatrixX::Zero(n, fit.c.B.rows()));
    for (Eigen::Index i = 0; i < size; ++i) {
      const Eigen::Index row = rows[static_cast<std::size_t>(i)];
      inputs.back().col(row) = fit.c.B.col(i) * back(i);
      outputs.back().row(row) = back(i) * fit.c.C.row(i);
      model.D(row, row) = back(i) * back(i) * fit.D(i, i);
      for (Eigen::Index j = 0; j < size; ++j) {
        const Eigen::Index column = rows[static_cast<std::size_t>(j)];
        if (wanted(row, column) != 0.0)
          model.entries.push_back({static_cast<int>(row), static_cast<int>(column), 0, fit.c.r2(i, j), false});
      }
    }
    repair.before = std::min(repair.before, fit.repair.before);
    repair.passes = std::max(repair.passes, fit.repair.passes);
    repair.damping_relative = std::max(repair.damping_relative, fit.repair.damping_relative);
    model.response_error = std::max(model.response_error, fit.c.error);
    model.damping_error = std::max(model.damping_error, fit.c.share);
    lowest = std::min(lowest, fit.c.lowest);
    all_good = all_good && good(fit.c, by_peak);
  }
  Eigen::Index states = 0;
  for (const MatrixX& B : inputs) states += B.rows();
  model.B.resize(states, n);
  model.C.resize(n, states);
  Eigen::Index at = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    model.B.middleRows(at, inputs[k].rows()) = inputs[k];
    model.C.middleCols(at, inputs[k].rows()) = outputs[k];
    at += inputs[k].rows();
  }
  if (along_paths) {
    const MatrixX back = path.T.inverse();
    model.B = (model.B * back).eval();
    model.C = (back.transpose() * model.C).eval();
    model.D = (back.transpose() * model.D * back).eval();
  }
  if (repair.before < 0.0) {
    model.notes.push_back(
        fmt::format("passive: lowest eigenvalue {:.2g} % of the peak raised in {} passes, the rest by a "
                    "constant damping of {:.1e} of the peak",
                    100.0 * repair.before, repair.passes, repair.damping_relative));
  }
  if (!all_good) {
    model.notes.push_back(
        lowest < options.r2
            ? fmt::format("R2 = {:.4f} for the worst entry with {} states, below {}", lowest, states, options.r2)
            : fmt::format(
                  "response within {:.2g} % of its peak and {:.2g} % of the damping with {} states, {:g} and {:g} "
                  "% asked (R2 = {:.4f})",
                  100.0 * model.response_error, 100.0 * model.damping_error, states,
                  100.0 * options.error.value_or(0.0), 100.0 * options.damping_error.value_or(0.0), lowest));
  }
  return model;
}

}  // namespace

StateSpaceModel state_space_mimo(const SampledKernel& kernel, const MimoOptions& options) {
  SWELL_EXPECT(kernel.values.size() >= 8 && kernel.values.front().rows() == kernel.values.front().cols());
  const Eigen::Index n = kernel.values.front().rows();
  return build(kernel, VectorX::Ones(n), std::vector<int>(static_cast<std::size_t>(n), 0),
               path_coordinates({}, {}, VectorX::Ones(n)), options, 0.0, kPi / kernel.step, false);
}

StateSpaceModel state_space_mimo(const RadiationCoefficients& coefficients, const MimoOptions& options) {
  const auto [least, greatest] = coefficients.frequencies();
  SampledKernel kernel;
  kernel.step = std::max(coefficients.kernel_step(), kPi / (4.0 * greatest));
  const double all_of_it = coefficients.kernel_end(), end = std::min(options.duration.value_or(all_of_it), all_of_it);
  const auto count = static_cast<std::size_t>(end / kernel.step + 1e-6) + 1;
  constexpr std::size_t kFewest = 4;
  if (count < kFewest)
    throw InputError(Origin{"", 0, 0, "hydrodynamics.convolution.duration"},
                     fmt::format("hydrodynamics.convolution.duration = {:g} s: {} samples of {:g} s are too few", end,
                                 count, kernel.step),
                     "give a longer duration, or leave it out");
  std::vector<int> all(static_cast<std::size_t>(coefficients.dof())), moving = options.moving;
  std::iota(all.begin(), all.end(), 0);
  if (moving.empty()) moving = all;
  const auto n = static_cast<Eigen::Index>(moving.size());
  const VectorX scale = coefficients.scale();
  const std::vector<int> groups = body_of_rows(coefficients);
  VectorX own_scale(n);
  std::vector<int> own_groups;
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = moving[static_cast<std::size_t>(i)];
    own_scale(i) = scale(row);
    own_groups.push_back(groups[static_cast<std::size_t>(row)]);
  }
  kernel.values = coefficients.kernel(kernel.step, count, moving, moving);
  StateSpaceModel model = build(kernel, own_scale, own_groups, path_coordinates(options.paths, moving, own_scale),
                                options, least, greatest, end < coefficients.kernel_end());
  if (moving == all) return model;

  // The rows that do not move take no energy: the force on them by least squares, from the same states.
  const MatrixX B = model.B, C = model.C, D = model.D;
  model.scale = scale;
  model.B = MatrixX::Zero(model.states(), scale.size());
  model.C = MatrixX::Zero(scale.size(), B.rows());
  model.D = MatrixX::Zero(scale.size(), scale.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = moving[static_cast<std::size_t>(i)];
    model.B.col(row) = B.col(i);
    model.C.row(row) = C.row(i);
    for (Eigen::Index j = 0; j < n; ++j) model.D(row, moving[static_cast<std::size_t>(j)]) = D(i, j);
  }
  for (EntryFit& entry : model.entries) {
    entry.row = moving[static_cast<std::size_t>(entry.row)];
    entry.column = moving[static_cast<std::size_t>(entry.column)];
  }
  std::vector<int> held;
  for (const int row : all) {
    if (std::find(moving.begin(), moving.end(), row) == moving.end() && coefficients.kernel_entries({row}, moving) > 0)
      held.push_back(row);
  }
  if (held.empty() || B.rows() == 0) return model;
  const std::vector<MatrixX> K = coefficients.kernel(kernel.step, count, held, moving);
  VectorX weight = VectorX::Zero(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (const MatrixX& k : kernel.values) weight(j) = std::max(weight(j), std::abs(k(j, j)));
    weight(j) = weight(j) > 0.0 ? 1.0 / weight(j) : 0.0;
  }
  const MatrixX X = trajectory(model.whole_A(), model.blocks, B, kernel.step, count);
  const MatrixX weighted = X * weight.replicate(static_cast<Eigen::Index>(count), 1).asDiagonal();
  MatrixX normal = weighted * X.transpose();
  MatrixX right = MatrixX::Zero(B.rows(), static_cast<Eigen::Index>(held.size()));
  for (std::size_t k = 0; k < count; ++k)
    right.noalias() += weighted.middleCols(n * static_cast<Eigen::Index>(k), n) * K[k].transpose();
  normal.diagonal().array() += 1e-11 * normal.trace() / static_cast<double>(normal.rows());
  const Eigen::LDLT<MatrixX> factors(normal);
  MatrixX outputs = factors.solve(right);
  if (options.passive) {
    const MatrixX M = steady_states(model.whole_A(), B);
    constrain(M, factors.solve(M), outputs);
  }
  for (std::size_t r = 0; r < held.size(); ++r)
    model.C.row(held[r]) = outputs.col(static_cast<Eigen::Index>(r)).transpose();
  return model;
}

}  // namespace swell::hydro
