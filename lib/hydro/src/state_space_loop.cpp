#include "swell/hydro/state_space_loop.h"

#include <algorithm>

#include "swell/base/wide.h"

namespace swell::hydro {

// Functions with external linkage: target_clones needs them.
SWELL_WIDE void add_multiple(int n, const double* value, double factor, double* y);
SWELL_WIDE double product_of(int n, const double* value, const double* x);

SWELL_WIDE void add_multiple(int n, const double* value, double factor, double* y) {
  int k = 0;
  for (; k + kWide4 <= n; k += kWide4) four(y + k) += four(value + k) * factor;
  for (; k < n; ++k) y[k] += value[k] * factor;
}

// Four sums apart, so that additions do not wait for each other.
SWELL_WIDE double product_of(int n, const double* value, const double* x) {
  Wide4 sum = {0.0, 0.0, 0.0, 0.0};
  int k = 0;
  for (; k + kWide4 <= n; k += kWide4) sum += four(value + k) * four(x + k);
  for (int lane = 0; k < n; ++k, ++lane) sum[lane] += value[k] * x[k];
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

StateSpaceLoop::StateSpaceLoop(const StateSpaceModel& model)
    : rows_(static_cast<int>(model.C.rows())),
      blocks_(model.blocks),
      b_(runs_of(model.B, true)),
      c_(runs_of(model.C, false)),
      d_(runs_of(model.D, false)) {
  for (const MatrixX& A : model.A) {
    const RowMatrixX rows = A;
    a_.insert(a_.end(), rows.data(), rows.data() + rows.size());
  }
}

StateSpaceLoop::Runs StateSpaceLoop::runs_of(const MatrixX& matrix, bool by_columns) {
  Runs out;
  const int lines = static_cast<int>(by_columns ? matrix.cols() : matrix.rows());
  const int length = static_cast<int>(by_columns ? matrix.rows() : matrix.cols());
  for (int line = 0; line < lines; ++line) {
    for (int k = 0; k < length; ++k) {
      const double value = by_columns ? matrix(k, line) : matrix(line, k);
      if (value == 0.0) continue;
      Runs::Run* last = out.runs.empty() ? nullptr : &out.runs.back();
      if (last != nullptr && last->line == line && last->at + last->length == k) {
        ++last->length;
      } else {
        out.runs.push_back({line, k, 1});
      }
      out.value.push_back(value);
    }
  }
  return out;
}

void StateSpaceLoop::rate(const double* x, const double* v, double* x_dot) const {
  const double* a = a_.data();
  for (const StateBlock& block : blocks_) {
    const double* from = x + block.first;
    double* to = x_dot + block.first;
    if (block.size == 2) {  // a pair of complex poles: most of them
      const double first = from[0], second = from[1];
      to[0] = a[0] * first + a[1] * second;
      to[1] = a[2] * first + a[3] * second;
      a += 4;
      continue;
    }
    for (int i = 0; i < block.size; ++i, a += block.size) {
      double sum = 0.0;
      for (int j = 0; j < block.size; ++j) sum += a[j] * from[j];
      to[i] = sum;
    }
  }
  const double* value = b_.value.data();
  for (const Runs::Run& run : b_.runs) {
    add_multiple(run.length, value, v[run.line], x_dot + run.at);
    value += run.length;
  }
}

void StateSpaceLoop::force(const double* x, const double* v, double* force) const {
  std::fill_n(force, rows_, 0.0);
  const auto add = [force](const Runs& matrix, const double* factors) {
    const double* value = matrix.value.data();
    for (const Runs::Run& run : matrix.runs) {
      force[run.line] += product_of(run.length, value, factors + run.at);
      value += run.length;
    }
  };
  add(c_, x);
  add(d_, v);
}

}  // namespace swell::hydro
