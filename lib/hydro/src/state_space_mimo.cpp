#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "hankel.h"
#include "swell/hydro/kernel_noise.h"
#include "passivity.h"
#include "swell/hydro/impulse_response.h"
#include "swell/hydro/state_space.h"

namespace swell::hydro {
namespace {

/// Kernel with rows and columns normalised to one size, and which entries are modelled.
struct Prepared {
  std::vector<MatrixX> K;  // T K T, dropped entries zero
  VectorX T;
  MatrixX wanted;  // 1 where modelled
  MatrixX spread;  // ||K_ij - mean||^2 of the normalised entries
};

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
  for (std::size_t k = 0; k < X.size(); ++k) misfit += (c.C * X[k] - p.K[k]).cwiseAbs2();
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

StateSpaceModel build(const SampledKernel& kernel, const VectorX& scale, const std::vector<int>& group,
                      const MimoOptions& options, StateSpaceModel model, double omega_max) {
  const Prepared p = prepare(kernel, scale, group, options, model);
  model.scale = scale;
  const Eigen::Index n = p.T.size();
  Candidate best;
  Eigen::Index limit = 0, next = 2;
  for (Eigen::Index count = std::min(96, options.max_states); best.lowest < options.r2; count *= 2) {
    count = std::min<Eigen::Index>(count, options.max_states);
    const BlockHankelModes modes = block_hankel_modes(p.K, count);
    Eigen::Index rank = 0;
    while (rank < modes.values.size() && modes.values(rank) > 1e-12 * modes.values(0)) ++rank;
    limit = std::min(rank, count);
    // By fours until good enough, then back to the smallest order that is.
    Eigen::Index order = std::min(next, limit);
    Candidate last;
    for (; order <= limit; order += 4) {
      last = realise(p, modes, kernel.step, order);
      if (last.lowest > best.lowest) best = last;
      if (last.lowest >= options.r2) break;
    }
    if (best.lowest >= options.r2) {
      for (Eigen::Index back = order - 3; back < order; ++back) {
        if (back < 1) continue;
        const Candidate smaller = realise(p, modes, kernel.step, back);
        if (smaller.lowest >= options.r2) {
          best = smaller;
          break;
        }
      }
    }
    if (count >= options.max_states || rank < count) break;
    next = order;  // lower ones were not good enough
  }
  if (best.A.rows() == 0 && best.lowest < -1e299) {  // no kernel at all
    best = Candidate{MatrixX(0, 0), MatrixX(0, n), MatrixX(n, 0), MatrixX::Ones(n, n), {}, 1.0};
  }
  MatrixX D = MatrixX::Zero(n, n);
  if (options.passive && best.A.rows() > 0) {
    const std::vector<MatrixX> X = trajectory(best.A, best.blocks, best.B, kernel.step, p.K.size());
    MatrixX gram = MatrixX::Zero(best.A.rows(), best.A.rows());
    for (const MatrixX& x : X) gram.noalias() += x * x.transpose();
    const PassivityRepair repair = make_passive(best.A, best.B, best.blocks, gram, omega_max, best.C);
    D = repair.damping * MatrixX::Identity(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (p.wanted(i, i) == 0.0) D(i, i) = 0.0;
    }
    measure(p, kernel.step, best);
    model.notes.push_back(
        fmt::format("passive: lowest eigenvalue {:.2f} % of the peak raised in {} passes, the rest by a "
                    "constant damping of {:.1e} of the peak",
                    100.0 * repair.before, repair.passes, repair.damping_relative));
  }
  if (best.lowest < options.r2) {
    model.notes.push_back(fmt::format("R2 = {:.4f} for the worst entry with {} states, below {}", best.lowest,
                                      best.A.rows(), options.r2));
  }
  const MatrixX back = p.T.cwiseInverse().asDiagonal();
  for (const StateBlock& b : best.blocks) model.A.emplace_back(best.A.block(b.first, b.first, b.size, b.size));
  model.B = best.B * back;
  model.C = back * best.C;
  model.D = back * D * back;
  model.blocks = best.blocks;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (p.wanted(i, j) != 0.0) {
        model.entries.push_back({static_cast<int>(i), static_cast<int>(j), 0, best.r2(i, j), false});
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
  if (options.passive) {
    const DampingProjection projection = project_damping(coefficients);
    kernel.values = radiation_kernel(omega, projection.damping_over_omega, kernel.step, count);
    model.notes.push_back(
        fmt::format("passive: damping projected on symmetric positive semi-definite matrices changes it by "
                    "{:.2f} % (lowest eigenvalue was {:.2f} % of the peak)",
                    100.0 * projection.relative_change, 100.0 * projection.lowest));
  } else {
    kernel.values = coefficients.kernel(kernel.step, count);
  }
  const std::vector<int> group = body_of_rows(coefficients);
  return build(kernel, coefficients.scale(), group, options, std::move(model), omega.back());
}

}  // namespace swell::hydro
