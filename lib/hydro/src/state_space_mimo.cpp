#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "hankel.h"
#include "passivity.h"
#include "swell/hydro/kernel_noise.h"
#include "swell/hydro/passive_kernel.h"
#include "swell/hydro/state_space.h"

namespace swell::hydro {
namespace {

/// Kernel with rows and columns normalised to one size, and which entries are modelled.
struct Prepared {
  std::vector<MatrixX> K;  // T K T, dropped entries zero
  VectorX T;
  MatrixX wanted;  // 1 where modelled
  MatrixX spread;  // ||K_ij - mean||^2 of the normalised entries
  // Response at some frequencies of the data: sum_k weight K_k e^{-i omega k D}, and its peaks by row.
  std::vector<Eigen::VectorXcd> waves;  // by frequency, over k
  VectorX peaks;
};

/// sum_k waves_k M_k.
template <class Term>
Eigen::MatrixXcd transform(const Eigen::VectorXcd& wave, Eigen::Index n, Term term) {
  MatrixX re = MatrixX::Zero(n, n), im = MatrixX::Zero(n, n);
  for (Eigen::Index k = 0; k < wave.size(); ++k) {
    re += wave(k).real() * term(static_cast<std::size_t>(k));
    im += wave(k).imag() * term(static_cast<std::size_t>(k));
  }
  Eigen::MatrixXcd out(n, n);
  out.real() = re;
  out.imag() = im;
  return out;
}

void add_waves(Prepared& p, double step, double omega_max) {
  constexpr int kFrequencies = 48;
  const Eigen::Index n = p.T.size();
  p.peaks = VectorX::Zero(n);
  for (int q = 1; q <= kFrequencies; ++q) {
    const double omega = omega_max * q / kFrequencies;
    Eigen::VectorXcd wave(static_cast<Eigen::Index>(p.K.size()));
    for (Eigen::Index k = 0; k < wave.size(); ++k)
      wave(k) = std::polar(k == 0 || k + 1 == wave.size() ? 0.5 * step : step, -omega * step * static_cast<double>(k));
    const Eigen::MatrixXcd G = transform(wave, n, [&](std::size_t k) -> const MatrixX& { return p.K[k]; });
    p.peaks = p.peaks.cwiseMax(G.diagonal().cwiseAbs());
    p.waves.push_back(std::move(wave));
  }
}

/// `group` numbers the body of each row: noise on a diagonal is measured against that body's largest translation.
Prepared prepare(const SampledKernel& kernel, const VectorX& scale, const std::vector<int>& group,
                 const MimoOptions& options, StateSpaceModel& model) {
  const Eigen::Index n = kernel.values.front().rows();
  Prepared out;
  out.wanted = modelled_entries(kernel.values, scale, group, options.drop_noise ? options.noise_level : 0.0);
  out.T = VectorX::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    double diagonal = 0.0;
    for (const MatrixX& k : kernel.values) diagonal = std::max(diagonal, std::abs(k(i, i)));
    if (diagonal > 0.0) out.T(i) = 1.0 / std::sqrt(diagonal);
    for (Eigen::Index j = 0; j < n; ++j) {
      double largest = 0.0;
      for (const MatrixX& k : kernel.values) largest = std::max(largest, std::abs(k(i, j)));
      if (largest > 0.0 && out.wanted(i, j) == 0.0) {
        model.entries.push_back({static_cast<int>(i), static_cast<int>(j), 0, 0.0, true});
      }
    }
  }
  if (std::string note = dropped_note(kernel.values, out.wanted); !note.empty()) model.notes.push_back(std::move(note));
  out.spread = MatrixX::Zero(n, n);
  for (const MatrixX& k : kernel.values) {
    out.K.push_back((out.T.asDiagonal() * k * out.T.asDiagonal()).cwiseProduct(out.wanted));
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      double mean = 0.0;
      for (const MatrixX& k : out.K) mean += k(i, j) / static_cast<double>(out.K.size());
      for (const MatrixX& k : out.K) out.spread(i, j) += (k(i, j) - mean) * (k(i, j) - mean);
    }
  }
  return out;
}

/// One candidate of given order in normalised coordinates, real modal form.
struct Candidate {
  MatrixX A, B, C, r2;
  std::vector<StateBlock> blocks;
  double lowest = -1e300;
  double error = 1e300;  // of the response
};

/// exp(A t_k) applied to the columns of B: list[k] is states x columns.
std::vector<MatrixX> trajectory(const MatrixX& A, const std::vector<StateBlock>& blocks, const MatrixX& B, double step,
                                std::size_t count) {
  std::vector<MatrixX> out{B};
  for (std::size_t k = 1; k < count; ++k) {
    MatrixX next(B.rows(), B.cols());
    for (const StateBlock& b : blocks) {
      const double s = A(b.first, b.first);
      const double w = b.size == 2 ? A(b.first, b.first + 1) : 0.0;
      const double grow = std::exp(s * step);
      const double c = grow * std::cos(w * step);
      const double d = grow * std::sin(w * step);
      const auto& x = out.back();
      if (b.size == 1) {
        next.row(b.first) = grow * x.row(b.first);
      } else {
        next.row(b.first) = c * x.row(b.first) + d * x.row(b.first + 1);
        next.row(b.first + 1) = -d * x.row(b.first) + c * x.row(b.first + 1);
      }
    }
    out.push_back(std::move(next));
  }
  return out;
}

/// Least squares for C (rows of the fit) with A, B fixed; every entry weighs by its own spread.
void refit_outputs(const Prepared& p, double step, const MatrixX& A, const std::vector<StateBlock>& blocks,
                   const MatrixX& B, bool transposed, MatrixX& C) {
  const std::vector<MatrixX> X = trajectory(A, blocks, B, step, p.K.size());
  const Eigen::Index n = B.cols();
  const Eigen::Index states = A.rows();
  std::vector<MatrixX> gram(static_cast<std::size_t>(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    if (p.spread(j, j) == 0.0) continue;  // does not radiate
    MatrixX column(states, static_cast<Eigen::Index>(X.size()));
    for (std::size_t k = 0; k < X.size(); ++k) column.col(static_cast<Eigen::Index>(k)) = X[k].col(j);
    gram[static_cast<std::size_t>(j)] = column * column.transpose();
  }
  for (Eigen::Index i = 0; i < C.rows(); ++i) {
    MatrixX normal = MatrixX::Zero(states, states);
    VectorX right = VectorX::Zero(states);
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index row = transposed ? j : i;
      const Eigen::Index column = transposed ? i : j;
      const double own = std::sqrt(p.spread(row, row) * p.spread(column, column));
      if (own == 0.0) continue;
      const double weight =
          p.wanted(row, column) != 0.0 && p.spread(row, column) > 0.0 ? 1.0 / p.spread(row, column) : 1.0 / own;
      normal += weight * gram[static_cast<std::size_t>(j)];
      for (std::size_t k = 0; k < X.size(); ++k) right += (weight * p.K[k](row, column)) * X[k].col(j);
    }
    const double ridge = 1e-11 * normal.trace() / static_cast<double>(states);
    if (!(ridge > 0.0)) continue;
    normal.diagonal().array() += ridge;
    C.row(i) = normal.ldlt().solve(right).transpose();
  }
}

void measure(const Prepared& p, double step, Candidate& c) {
  const std::vector<MatrixX> X = trajectory(c.A, c.blocks, c.B, step, p.K.size());
  MatrixX misfit = MatrixX::Zero(c.C.rows(), c.B.cols());
  std::vector<MatrixX> difference;
  difference.reserve(X.size());
  for (std::size_t k = 0; k < X.size(); ++k) {
    difference.emplace_back(c.C * X[k] - p.K[k]);
    misfit += difference.back().cwiseAbs2();
  }
  c.error = 0.0;
  for (const Eigen::VectorXcd& wave : p.waves) {
    const Eigen::MatrixXcd E =
        transform(wave, c.C.rows(), [&](std::size_t k) -> const MatrixX& { return difference[k]; });
    for (Eigen::Index i = 0; i < E.rows(); ++i) {
      for (Eigen::Index j = 0; j < E.cols(); ++j) {
        if (p.wanted(i, j) != 0.0) c.error = std::max(c.error, std::abs(E(i, j)) / std::sqrt(p.peaks(i) * p.peaks(j)));
      }
    }
  }
  c.r2 = MatrixX::Zero(misfit.rows(), misfit.cols());
  c.lowest = 1.0;
  for (Eigen::Index i = 0; i < misfit.rows(); ++i) {
    for (Eigen::Index j = 0; j < misfit.cols(); ++j) {
      if (p.wanted(i, j) == 0.0) continue;
      c.r2(i, j) = 1.0 - misfit(i, j) / p.spread(i, j);
      c.lowest = std::min(c.lowest, c.r2(i, j));
    }
  }
}

/// Eigensystem realisation of the leading `order` modes: discrete poles from the shift of the observability matrix,
/// continuous ones by logarithm; unstable and negative real ones are left out.
Candidate realise(const Prepared& p, const BlockHankelModes& modes, double step, Eigen::Index order) {
  const auto samples = static_cast<Eigen::Index>(p.K.size());
  const Eigen::Index n = p.K.front().rows();
  const VectorX root = modes.values.head(order).cwiseSqrt();
  MatrixX shift = MatrixX::Zero(order, order);
  MatrixX first(n, order), input(order, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto U = modes.left.block(i * samples, 0, samples, order);
    shift.noalias() += U.topRows(samples - 1).transpose() * U.bottomRows(samples - 1);
    first.row(i) = U.row(0).cwiseProduct(root.transpose());
    input.col(i) = modes.right.block(i * samples, 0, 1, order).transpose().cwiseProduct(root);
  }
  const MatrixX a = root.cwiseInverse().asDiagonal() * shift * root.asDiagonal();
  const Eigen::EigenSolver<MatrixX> eigen(a);
  MatrixX basis(order, order);
  std::vector<std::complex<double>> poles;
  std::vector<Eigen::Index> place;
  Eigen::Index at = 0;
  for (Eigen::Index k = 0; k < order; ++k) {
    const std::complex<double> z = eigen.eigenvalues()(k);
    if (z.imag() < 0.0) continue;
    if (z.imag() > 0.0) {
      basis.col(at) = eigen.eigenvectors().col(k).real();
      basis.col(at + 1) = eigen.eigenvectors().col(k).imag();
    } else {
      basis.col(at) = eigen.eigenvectors().col(k).real();
    }
    poles.push_back(z);
    place.push_back(at);
    at += z.imag() > 0.0 ? 2 : 1;
  }
  const MatrixX modal_input = basis.partialPivLu().solve(input);
  const MatrixX modal_output = first * basis;

  Candidate c;
  Eigen::Index states = 0;
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const bool usable = std::abs(poles[k]) < 1.0 && (poles[k].imag() > 0.0 || poles[k].real() > 0.0);
    if (!usable) continue;
    kept.push_back(k);
    states += poles[k].imag() > 0.0 ? 2 : 1;
  }
  c.A = MatrixX::Zero(states, states);
  c.B.resize(states, n);
  c.C.resize(n, states);
  at = 0;
  for (const std::size_t k : kept) {
    const int size = poles[k].imag() > 0.0 ? 2 : 1;
    const std::complex<double> rate = std::log(poles[k]) / step;
    c.A(at, at) = rate.real();
    if (size == 2) {
      c.A(at + 1, at + 1) = rate.real();
      c.A(at, at + 1) = rate.imag();
      c.A(at + 1, at) = -rate.imag();
    }
    c.B.middleRows(at, size) = modal_input.middleRows(place[k], size);
    c.C.middleCols(at, size) = modal_output.middleCols(place[k], size);
    const double balance =
        std::sqrt(c.C.middleCols(at, size).norm() / std::max(1e-300, c.B.middleRows(at, size).norm()));
    if (balance > 0.0 && std::isfinite(balance)) {
      c.B.middleRows(at, size) *= balance;
      c.C.middleCols(at, size) /= balance;
    }
    c.blocks.push_back({static_cast<int>(at), size});
    at += size;
  }
  // With the poles fixed, outputs, inputs and outputs again by least squares, every entry counting alike.
  refit_outputs(p, step, c.A, c.blocks, c.B, false, c.C);
  MatrixX C_as_input = c.C.transpose();
  MatrixX B_as_output = c.B.transpose();
  refit_outputs(p, step, c.A.transpose(), c.blocks, C_as_input, true, B_as_output);
  Candidate other = c;
  other.B = B_as_output.transpose();
  refit_outputs(p, step, other.A, other.blocks, other.B, false, other.C);
  measure(p, step, c);
  measure(p, step, other);
  return other.lowest > c.lowest ? other : c;
}

/// The candidate made passive, with the constant damping that this needs.
struct Fit {
  Candidate c;
  MatrixX D;
  PassivityRepair repair;
};

Fit finish(const Prepared& p, double step, const MimoOptions& options, double omega_max, Candidate candidate) {
  const Eigen::Index n = p.T.size();
  Fit fit{std::move(candidate), MatrixX::Zero(n, n), {}};
  Candidate& c = fit.c;
  if (!options.passive || c.A.rows() == 0) return fit;
  const std::vector<MatrixX> X = trajectory(c.A, c.blocks, c.B, step, p.K.size());
  MatrixX gram = MatrixX::Zero(c.A.rows(), c.A.rows());
  for (const MatrixX& x : X) gram.noalias() += x * x.transpose();
  // Rows that are not modelled radiate nothing, and a wanted row has no part of them.
  std::vector<Eigen::Index> rows;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (p.wanted(i, i) != 0.0) {
      rows.push_back(i);
    } else {
      c.C.row(i).setZero();
      c.B.col(i).setZero();
    }
  }
  MatrixX B(c.A.rows(), static_cast<Eigen::Index>(rows.size())), C(static_cast<Eigen::Index>(rows.size()), c.A.rows());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    B.col(static_cast<Eigen::Index>(r)) = c.B.col(rows[r]);
    C.row(static_cast<Eigen::Index>(r)) = c.C.row(rows[r]);
  }
  if (rows.empty()) return fit;
  fit.repair = make_passive(c.A, B, c.blocks, gram, omega_max, C);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    c.C.row(rows[r]) = C.row(static_cast<Eigen::Index>(r));
    fit.D(rows[r], rows[r]) = fit.repair.damping;
  }
  measure(p, step, c);
  return fit;
}

StateSpaceModel build(const SampledKernel& kernel, const VectorX& scale, const std::vector<int>& group,
                      const MimoOptions& options, StateSpaceModel model, double omega_max) {
  Prepared p = prepare(kernel, scale, group, options, model);
  add_waves(p, kernel.step, omega_max);
  model.scale = scale;
  const Eigen::Index n = p.T.size();
  const auto good = [&](const Candidate& c) {
    return c.lowest >= options.r2 && (options.error <= 0.0 || c.error <= options.error);
  };
  const auto better = [&](const Candidate& a, const Candidate& b) {
    return options.error > 0.0 ? a.error < b.error : a.lowest > b.lowest;
  };
  std::optional<Fit> found;  // the best that is finished
  Candidate top;             // the best that is not
  const auto take = [&](Candidate candidate) {
    Fit fit = finish(p, kernel.step, options, omega_max, std::move(candidate));
    if (!found || better(fit.c, found->c)) found = std::move(fit);
    return good(found->c);
  };
  Eigen::Index order = 2;
  bool done = false, first = true;
  for (Eigen::Index count = std::min(96, options.max_states); !done; count *= 2) {
    count = std::min<Eigen::Index>(count, options.max_states);
    const BlockHankelModes modes = block_hankel_modes(p.K, count);
    Eigen::Index rank = 0;
    while (rank < modes.values.size() && modes.values(rank) > 1e-12 * modes.values(0)) ++rank;
    const Eigen::Index limit = std::min(rank, count);
    // By fours until good enough, then back to the smallest order that is. Passivity takes a little of the fit.
    for (order = std::min(order, limit); order >= 1 && order <= limit && !done; order += 4) {
      Candidate plain = realise(p, modes, kernel.step, order);
      if (!good(plain)) {
        if (better(plain, top)) top = std::move(plain);
        continue;
      }
      for (Eigen::Index back = std::max<Eigen::Index>(1, order - 3); first && !done && back < order; ++back) {
        Candidate smaller = realise(p, modes, kernel.step, back);
        if (!good(smaller)) continue;
        done = take(std::move(smaller));
        break;
      }
      first = false;
      done = done || take(std::move(plain));
    }
    if (count >= options.max_states || rank < count) break;
  }
  if (!found && top.A.rows() > 0) take(std::move(top));
  Fit best{
      Candidate{MatrixX(0, 0), MatrixX(0, n), MatrixX(n, 0), MatrixX::Ones(n, n), {}, 1.0, 0.0},  // no kernel at all
      MatrixX::Zero(n, n),
      {}};
  if (found) best = std::move(*found);
  if (best.repair.before < 0.0) {
    model.notes.push_back(
        fmt::format("passive: lowest eigenvalue {:.2g} % of the peak raised in {} passes, the rest by a "
                    "constant damping of {:.1e} of the peak",
                    100.0 * best.repair.before, best.repair.passes, best.repair.damping_relative));
  }
  if (!good(best.c)) {
    model.notes.push_back(
        best.c.lowest < options.r2
            ? fmt::format("R2 = {:.4f} for the worst entry with {} states, below {}", best.c.lowest, best.c.A.rows(),
                          options.r2)
            : fmt::format("response within {:.2g} % of its peak with {} states, {:g} % asked (R2 = {:.4f})",
                          100.0 * best.c.error, best.c.A.rows(), 100.0 * options.error, best.c.lowest));
  }
  const MatrixX back = p.T.cwiseInverse().asDiagonal();
  for (const StateBlock& b : best.c.blocks) model.A.emplace_back(best.c.A.block(b.first, b.first, b.size, b.size));
  model.B = best.c.B * back;
  model.C = back * best.c.C;
  model.D = back * best.D * back;
  model.blocks = best.c.blocks;
  model.response_error = best.c.error;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (p.wanted(i, j) != 0.0) {
        model.entries.push_back({static_cast<int>(i), static_cast<int>(j), 0, best.c.r2(i, j), false});
      }
    }
  }
  return model;
}

}  // namespace

StateSpaceModel state_space_mimo(const SampledKernel& kernel, const MimoOptions& options) {
  SWELL_EXPECT(kernel.values.size() >= 8 && kernel.values.front().rows() == kernel.values.front().cols());
  const Eigen::Index n = kernel.values.front().rows();
  return build(kernel, VectorX::Ones(n), std::vector<int>(static_cast<std::size_t>(n), 0), options, {},
               kPi / kernel.step);
}

StateSpaceModel state_space_mimo(const RadiationCoefficients& coefficients, const MimoOptions& options) {
  const std::vector<double>& omega = coefficients.bodies().front().data->omega;
  SampledKernel kernel;
  kernel.step = std::max(coefficients.kernel_step(), kPi / (4.0 * omega.back()));
  const double end =
      options.duration > 0.0 ? std::min(options.duration, coefficients.kernel_end()) : coefficients.kernel_end();
  const auto count = static_cast<std::size_t>(end / kernel.step + 1e-6) + 1;
  StateSpaceModel model;
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
  if (options.passive) {
    for (MatrixX& K : kernel.values) K = (0.5 * (K + K.transpose())).eval();
    const KernelRepair repair = make_kernel_passive(kernel, own_scale, MemorySum::trapezoid);
    model.kernel_change = repair.change;
    model.kernel_changed_at = repair.changed_at;
  }
  model = build(kernel, own_scale, own_groups, options, std::move(model), omega.back());
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
  const std::vector<MatrixX> X = trajectory(model.whole_A(), model.blocks, B, kernel.step, count);
  MatrixX normal = MatrixX::Zero(B.rows(), B.rows()),
          right = MatrixX::Zero(B.rows(), static_cast<Eigen::Index>(held.size()));
  for (std::size_t k = 0; k < count; ++k) {
    const MatrixX weighted = X[k] * weight.asDiagonal();
    normal.noalias() += weighted * X[k].transpose();
    right.noalias() += weighted * K[k].transpose();
  }
  normal.diagonal().array() += 1e-11 * normal.trace() / static_cast<double>(normal.rows());
  const MatrixX outputs = normal.ldlt().solve(right);
  for (std::size_t r = 0; r < held.size(); ++r)
    model.C.row(held[r]) = outputs.col(static_cast<Eigen::Index>(r)).transpose();
  return model;
}

}  // namespace swell::hydro
