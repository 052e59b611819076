#include "swell/hydro/state_space_loop.h"

#include <algorithm>

namespace swell::hydro {

StateSpaceLoop::StateSpaceLoop(const StateSpaceModel& model)
    : states_(model.states()),
      rows_(static_cast<int>(model.C.rows())),
      blocks_(model.blocks),
      b_(runs_of(model.B)),
      c_(runs_of(model.C)),
      d_(runs_of(model.D)) {
  for (const MatrixX& A : model.A) {
    const RowMatrixX rows = A;
    a_.insert(a_.end(), rows.data(), rows.data() + rows.size());
  }
}

StateSpaceLoop::Runs StateSpaceLoop::runs_of(const MatrixX& matrix) {
  Runs out;
  for (int i = 0; i < static_cast<int>(matrix.rows()); ++i) {
    for (int j = 0; j < static_cast<int>(matrix.cols()); ++j) {
      if (matrix(i, j) == 0.0) continue;
      const bool goes_on =
          !out.runs.empty() && out.runs.back().row == i && out.runs.back().column + out.runs.back().length == j;
      if (goes_on) {
        ++out.runs.back().length;
      } else {
        out.runs.push_back({i, j, 1});
      }
      out.value.push_back(matrix(i, j));
    }
  }
  return out;
}

// Four sums apart, so that additions do not wait for each other.
void StateSpaceLoop::add_product(const Runs& matrix, const double* x, double* y) {
  const double* value = matrix.value.data();
  for (const Runs::Run& run : matrix.runs) {
    const double* from = x + run.column;
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    int k = 0;
    for (; k + 4 <= run.length; k += 4) {
      for (int lane = 0; lane < 4; ++lane) sum[lane] += value[k + lane] * from[k + lane];
    }
    for (; k < run.length; ++k) sum[0] += value[k] * from[k];
    y[run.row] += (sum[0] + sum[2]) + (sum[1] + sum[3]);
    value += run.length;
  }
}

void StateSpaceLoop::rate(const double* x, const double* v, double* x_dot) const {
  const double* a = a_.data();
  for (const StateBlock& block : blocks_) {
    const double* from = x + block.first;
    for (int i = 0; i < block.size; ++i, a += block.size) {
      double sum = 0.0;
      for (int j = 0; j < block.size; ++j) sum += a[j] * from[j];
      x_dot[block.first + i] = sum;
    }
  }
  add_product(b_, v, x_dot);
}

void StateSpaceLoop::force(const double* x, const double* v, double* force) const {
  std::fill_n(force, rows_, 0.0);
  add_product(c_, x, force);
  add_product(d_, v, force);
}

}  // namespace swell::hydro
