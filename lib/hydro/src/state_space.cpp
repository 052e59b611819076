#include "swell/hydro/state_space.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "hankel.h"
#include "passivity.h"
#include "swell/hydro/kernel_noise.h"

namespace swell::hydro {

double StateSpaceModel::lowest_r2() const {
  double lowest = 1.0;
  for (const EntryFit& entry : entries) {
    if (!entry.dropped) lowest = std::min(lowest, entry.r2);
  }
  return lowest;
}

MatrixX StateSpaceModel::whole_A() const {
  MatrixX whole = MatrixX::Zero(states(), states());
  for (std::size_t k = 0; k < blocks.size(); ++k)
    whole.block(blocks[k].first, blocks[k].first, blocks[k].size, blocks[k].size) = A[k];
  return whole;
}

void StateSpaceModel::rate(const double* x, const double* v, double* x_dot) const {
  const Eigen::Map<const VectorX> state(x, B.rows());
  const Eigen::Map<const VectorX> velocity(v, B.cols());
  Eigen::Map<VectorX> rate(x_dot, B.rows());
  if (driven_.empty()) {
    rate.noalias() = B * velocity;
  } else {
    rate.setZero();
    for (std::size_t j = 0; j < driven_.size(); ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      const StateBlock& span = driven_[j];
      rate.segment(span.first, span.size) += velocity(column) * B.col(column).segment(span.first, span.size);
    }
  }
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const StateBlock& b = blocks[k];
    rate.segment(b.first, b.size).noalias() += A[k] * state.segment(b.first, b.size);
  }
}

void StateSpaceModel::force(const double* x, const double* v, double* force) const {
  const Eigen::Map<const VectorX> state(x, B.rows());
  const Eigen::Map<const VectorX> velocity(v, B.cols());
  Eigen::Map<VectorX> F(force, C.rows());
  F.noalias() = D * velocity;
  if (read_.empty()) {
    F.noalias() += C * state;
    return;
  }
  for (std::size_t i = 0; i < read_.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const StateBlock& span = read_[i];
    F(row) += C_by_row_.col(row).segment(span.first, span.size).dot(state.segment(span.first, span.size));
  }
}

void StateSpaceModel::find_spans() {
  const auto spans = [](const MatrixX& columns) {
    std::vector<StateBlock> list;
    for (const auto column : columns.colwise()) {
      Eigen::Index first = 0, last = column.size();
      while (first < last && column(first) == 0.0) ++first;
      while (last > first && column(last - 1) == 0.0) --last;
      list.push_back({static_cast<int>(first), static_cast<int>(last - first)});
    }
    return list;
  };
  C_by_row_ = C.transpose();
  driven_ = spans(B);
  read_ = spans(C_by_row_);
}

void StateSpaceModel::evaluate(const double* x, const double* v, double* x_dot, double* F) const {
  rate(x, v, x_dot);
  force(x, v, F);
}

VectorX EntryStateSpace::kernel(double step, Eigen::Index count) const {
  if (A.rows() == 0) return VectorX::Zero(count);
  const MatrixX advance = (A * step).exp();
  VectorX out(count), x = B, next(B.size());
  for (double& k : out) {
    k = C.dot(x);
    next.noalias() = advance * x;
    x.swap(next);
  }
  return out;
}

MatrixX StateSpaceModel::kernel(double t) const {
  MatrixX moved = B;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const StateBlock& b = blocks[k];
    const MatrixX step = (A[k] * t).exp();
    moved.middleRows(b.first, b.size) = step * B.middleRows(b.first, b.size);
  }
  return C * moved;
}

Eigen::MatrixXcd StateSpaceModel::transfer(double omega) const {
  Eigen::MatrixXcd out = D.cast<std::complex<double>>();
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const StateBlock& b = blocks[k];
    Eigen::MatrixXcd states(b.size, B.cols());
    solve_resolvent(A[k], B.middleRows(b.first, b.size), omega, states);
    out += C.middleCols(b.first, b.size) * states;
  }
  return out;
}

namespace {

double misfit(const VectorX& kernel, const EntryStateSpace& system, double step) {
  const VectorX fitted = system.kernel(step, kernel.size());
  double sum = 0.0;
  for (Eigen::Index k = 0; k < kernel.size(); ++k) {
    const double error = kernel(k) - fitted(k);
    sum += error * error;
  }
  return sum;
}

}  // namespace

EntryRealisation fit_entry(const VectorX& kernel, double step, double r2, int max_order) {
  SWELL_EXPECT(kernel.size() >= 8 && step > 0.0 && max_order >= 2);
  EntryRealisation best;
  const double spread = (kernel.array() - kernel.mean()).matrix().norm();
  if (spread == 0.0) return best;
  const Eigen::Index n = kernel.size() - 1;
  const HankelModes modes = hankel_modes(step * kernel.tail(n), std::min<Eigen::Index>(max_order, n));
  for (Eigen::Index order = 2; order <= std::min<Eigen::Index>(max_order, modes.vectors.cols()); ++order) {
    const auto U = modes.vectors.leftCols(order);
    const VectorX root = modes.values.head(order).cwiseAbs().cwiseSqrt();
    MatrixX a = U.topRows(n - 1).transpose() * U.bottomRows(n - 1);
    for (Eigen::Index i = 0; i < order; ++i) {
      for (Eigen::Index j = 0; j < order; ++j) a(i, j) *= root(j) / root(i);
    }
    // H is symmetric: V = U sign(eigenvalue).
    const VectorX b = (U.row(0).transpose().array() * modes.values.head(order).array().sign() * root.array()).matrix();
    const VectorX c = (U.row(0).transpose().array() * root.array()).matrix();
    const MatrixX identity = MatrixX::Identity(order, order);
    const MatrixX P = (0.5 * step * (identity + a)).inverse();
    best.system.A = (a - identity) * P;
    best.system.B = step * P * b;
    best.system.C = P.transpose() * c;
    best.system.D = step * kernel(0) - 0.5 * step * best.system.C.dot(b);
    best.r2 = 1.0 - misfit(kernel, best.system, step) / (spread * spread);
    best.reached = best.r2 >= r2;
    if (best.reached) break;
  }
  return best;
}

namespace {

struct PlacedEntry {
  int row, column;
  EntryStateSpace system;
};

/// Block-diagonal A, B into the entry's column, C from its row.
StateSpaceModel stacked(const std::vector<PlacedEntry>& list, int dof) {
  StateSpaceModel model;
  Eigen::Index states = 0;
  for (const PlacedEntry& e : list) states += e.system.A.rows();
  model.B = MatrixX::Zero(states, dof);
  model.C = MatrixX::Zero(dof, states);
  model.D = MatrixX::Zero(dof, dof);
  Eigen::Index at = 0;
  for (const PlacedEntry& e : list) {
    const Eigen::Index n = e.system.A.rows();
    if (n == 0) continue;
    model.A.push_back(e.system.A);
    model.B.block(at, e.column, n, 1) = e.system.B;
    model.C.block(e.row, at, 1, n) = e.system.C.transpose();
    model.blocks.push_back({static_cast<int>(at), static_cast<int>(n)});
    at += n;
  }
  return model;
}

double r2_of(const VectorX& kernel, const EntryStateSpace& system, double step) {
  const double spread = (kernel.array() - kernel.mean()).square().sum();
  if (spread == 0.0 || system.A.rows() == 0) return 0.0;
  return 1.0 - misfit(kernel, system, step) / spread;
}

}  // namespace

StateSpaceModel state_space_from_file(const RadiationCoefficients& coefficients, double noise_level) {
  std::vector<PlacedEntry> list;
  std::vector<EntryFit> fits;
  const double step = coefficients.kernel_step();
  const auto count = static_cast<std::size_t>(coefficients.kernel_end() / step + 1e-6) + 1;
  const std::vector<MatrixX> K = coefficients.kernel(step, count);
  const MatrixX modelled = modelled_entries(K, coefficients.scale(), body_of_rows(coefficients), noise_level);
  VectorX samples(static_cast<Eigen::Index>(count));
  int row = 0;
  for (const HydroBodyRef& body : coefficients.bodies()) {
    if (body->radiation_state_space.empty()) {
      throw InputError(Diagnostic{Severity::error,
                                  Origin{body.data->file, 0, 0, {}},
                                  fmt::format("body {} ({}) has no state-space radiation", body.body + 1, body->name),
                                  {},
                                  {},
                                  "let the realisation be fitted instead, or add it with `bemio`"});
    }
    for (int i = 0; i < body->dof; ++i, ++row) {
      int column = 0;
      for (const HydroBodyRef& other : coefficients.bodies()) {
        const int from = other.data->first_dof(other.body);
        for (int j = 0; j < other->dof; ++j, ++column) {
          if (!coefficients.coupled(row, column)) continue;
          EntryStateSpace entry =
              body->radiation_state_space[static_cast<std::size_t>(i)]
                                         [static_cast<std::size_t>(from) + static_cast<std::size_t>(j)];
          if (entry.A.rows() == 0) continue;
          if (noise_level > 0.0 && modelled(row, column) == 0.0) {
            fits.push_back({row, column, 0, 0.0, true});
            continue;
          }
          entry.C *= coefficients.density();
          for (std::size_t k = 0; k < count; ++k) samples(static_cast<Eigen::Index>(k)) = K[k](row, column);
          fits.push_back({row, column, static_cast<int>(entry.A.rows()), r2_of(samples, entry, step), false});
          list.push_back({row, column, std::move(entry)});
        }
      }
    }
  }
  StateSpaceModel model = stacked(list, coefficients.dof());
  model.stored = true;
  model.entries = std::move(fits);
  if (std::string note = dropped_note(K, modelled); noise_level > 0.0 && !note.empty()) model.notes.push_back(note);
  model.scale = coefficients.scale();
  return model;
}

StateSpaceModel state_space_entry_wise(const RadiationCoefficients& coefficients, double r2, int max_order,
                                       double noise_level) {
  const double step = coefficients.kernel_step();
  const auto count = static_cast<std::size_t>(coefficients.kernel_end() / step + 1e-6) + 1;
  const std::vector<MatrixX> K = coefficients.kernel(step, count);
  std::vector<PlacedEntry> list;
  std::vector<EntryFit> fits;
  const MatrixX modelled = modelled_entries(K, coefficients.scale(), body_of_rows(coefficients), noise_level);
  std::vector<std::string> notes;
  VectorX samples(static_cast<Eigen::Index>(count));
  for (int i = 0; i < coefficients.dof(); ++i) {
    for (int j = 0; j < coefficients.dof(); ++j) {
      if (!coefficients.coupled(i, j)) continue;
      for (std::size_t k = 0; k < count; ++k) samples(static_cast<Eigen::Index>(k)) = K[k](i, j);
      if ((samples.array() == 0.0).all()) continue;
      if (noise_level > 0.0 && modelled(i, j) == 0.0) {
        fits.push_back({i, j, 0, 0.0, true});
        continue;
      }
      EntryRealisation fit = fit_entry(samples, step, r2, max_order);
      fits.push_back({i, j, static_cast<int>(fit.system.A.rows()), fit.r2, false});
      if (!fit.reached) {
        notes.push_back(
            fmt::format("entry ({},{}): R2 = {:.4f} at the highest order {}", i + 1, j + 1, fit.r2, max_order));
      }
      list.push_back({i, j, std::move(fit.system)});
    }
  }
  StateSpaceModel model = stacked(list, coefficients.dof());
  model.entries = std::move(fits);
  model.notes = std::move(notes);
  if (std::string note = dropped_note(K, modelled); noise_level > 0.0 && !note.empty()) model.notes.push_back(note);
  model.scale = coefficients.scale();
  return model;
}

}  // namespace swell::hydro
