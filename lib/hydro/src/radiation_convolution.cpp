#include "swell/hydro/radiation_convolution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "swell/base/error.h"
#include "swell/base/interpolation.h"

namespace swell::hydro {
namespace {

using ConstVector = Eigen::Map<const VectorX>;

/// The entries with any kernel, row by row, and the samples of each.
template <class Use>
void for_each_entry(const SampledKernel& kernel, Use use) {
  SWELL_EXPECT(kernel.step > 0.0 && kernel.values.size() >= 4);
  std::vector<double> samples(kernel.values.size());
  for (Eigen::Index i = 0; i < kernel.values.front().rows(); ++i) {
    for (Eigen::Index j = 0; j < kernel.values.front().cols(); ++j) {
      bool any = false;
      for (std::size_t k = 0; k < samples.size(); ++k) {
        samples[k] = kernel.values[k](i, j);
        any = any || samples[k] != 0.0;
      }
      if (any) use(static_cast<int>(i), static_cast<int>(j), samples);
    }
  }
}

/// A ring written backwards and twice, so that the window newest-first is always contiguous.
/// @param ring 2 length doubles   @param head place of the newest, 0 <= head < length
void push(double* ring, std::size_t length, std::size_t head, double value) {
  ring[head] = value;
  ring[head + length] = value;
}

}  // namespace

SampledConvolution::SampledConvolution(const SampledKernel& kernel)
    : rows_(static_cast<int>(kernel.values.front().rows())),
      columns_(static_cast<int>(kernel.values.front().cols())),
      length_(kernel.values.size()),
      step_(kernel.step) {
  for_each_entry(kernel, [this](int row, int column, const std::vector<double>& K) {
    entries_.push_back({row, column, weights_.size()});
    for (std::size_t k = 0; k < K.size(); ++k) {
      weights_.push_back((k == 0 || k + 1 == K.size()) ? 0.5 * step_ * K[k] : step_ * K[k]);
    }
  });
}

std::size_t SampledConvolution::memory_size() const noexcept {
  return 1 + 2 * length_ * static_cast<std::size_t>(columns_);
}

void SampledConvolution::reset(double* memory) const { std::fill_n(memory, memory_size(), 0.0); }

void SampledConvolution::sample(const double* v, double* memory, double* force) const {
  const auto old = static_cast<std::size_t>(memory[0]);
  const std::size_t head = old == 0 ? length_ - 1 : old - 1;
  memory[0] = static_cast<double>(head);
  double* rings = memory + 1;
  for (int j = 0; j < columns_; ++j) push(rings + 2 * length_ * static_cast<std::size_t>(j), length_, head, v[j]);
  std::fill_n(force, rows_, 0.0);
  const auto n = static_cast<Eigen::Index>(length_);
  for (const Entry& e : entries_) {
    force[e.row] += ConstVector(weights_.data() + e.at, n)
                        .dot(ConstVector(rings + 2 * length_ * static_cast<std::size_t>(e.column) + head, n));
  }
}

// Memory of RadiationConvolution, in doubles: number of commits, t0, ring head, then V_m, A_m, V_0 (columns each), the
// rings (2 window each column), sums Y (nodes x rows) and tails (nodes x rows).
namespace {
constexpr std::size_t kCommits = 0;
constexpr std::size_t kStart = 1;
constexpr std::size_t kHead = 2;
constexpr std::size_t kHeader = 3;
constexpr std::size_t kCellSize = 7;  // k0..k3 of the spline piece, then its first three iterated integrals
}  // namespace

RadiationConvolution::RadiationConvolution(const SampledKernel& kernel, double longest_lead)
    : rows_(static_cast<int>(kernel.values.front().rows())),
      columns_(static_cast<int>(kernel.values.front().cols())),
      step_(kernel.step),
      length_(kernel.values.size()),
      nodes_(4 + static_cast<std::size_t>(longest_lead / kernel.step + 1e-6)) {
  const std::size_t last = length_ - 1;
  window_ = last + 1 > nodes_ ? last + 2 - nodes_ : 1;
  const double D = step_;
  std::vector<double> t(length_);
  for (std::size_t k = 0; k < length_; ++k) t[k] = static_cast<double>(k) * D;
  for_each_entry(kernel, [&](int row, int column, const std::vector<double>& K) {
    entries_.push_back({row, column, kernel_.size(), moments_.size()});
    const CubicSpline spline(t, K);
    const auto value = [&](std::size_t k) { return k <= last ? K[k] : 0.0; };
    const auto derivative = [&](std::size_t k) { return k <= last ? spline.derivative(t[k]) : 0.0; };
    // Gregory weights at the far end, 3/8 7/6 23/24, make the cut-off at T fourth order too.
    for (std::size_t k = 0; k < nodes_ + window_; ++k) {
      double weight = 1.0;
      if (last >= 6) weight = k == last ? 3.0 / 8.0 : (k + 1 == last ? 7.0 / 6.0 : (k + 2 == last ? 23.0 / 24.0 : 1.0));
      kernel_.push_back(weight * value(k));
    }
    double I1 = 0.0, I2 = 0.0, I3 = 0.0;
    for (std::size_t k = 0; k < nodes_; ++k) {
      slope_.push_back(derivative(k));
      const bool inside = k < last;
      const double k0 = inside ? K[k] : 0.0;
      const double k1 = inside ? derivative(k) : 0.0;
      const double rise = inside ? (K[k + 1] - K[k]) / D : 0.0;
      const double k1_right = inside ? derivative(k + 1) : 0.0;
      const double k2 = (3.0 * rise - 2.0 * k1 - k1_right) / D;
      const double k3 = (k1 + k1_right - 2.0 * rise) / (D * D);
      moments_.insert(moments_.end(), {k0, k1, k2, k3, I1, I2, I3});
      const double x = D;
      I3 += x * (I2 + x * (I1 / 2.0 + x * (k0 / 6.0 + x * (k1 / 24.0 + x * (k2 / 60.0 + x * k3 / 120.0)))));
      I2 += x * (I1 + x * (k0 / 2.0 + x * (k1 / 6.0 + x * (k2 / 12.0 + x * k3 / 20.0))));
      I1 += x * (k0 + x * (k1 / 2.0 + x * (k2 / 3.0 + x * k3 / 4.0)));
    }
  });
  const auto rows = static_cast<std::size_t>(rows_);
  const auto columns = static_cast<std::size_t>(columns_);
  memory_size_ = kHeader + 3 * columns + 2 * window_ * columns + 2 * nodes_ * rows;
}

void RadiationConvolution::reset(double t0, double* memory) const {
  std::fill_n(memory, memory_size_, 0.0);
  memory[kStart] = t0;
}

long RadiationConvolution::next_index(const double* memory) const { return static_cast<long>(memory[kCommits]); }

double RadiationConvolution::grid_time(long index, const double* memory) const {
  return memory[kStart] + static_cast<double>(index) * step_;
}

void RadiationConvolution::push_history(const double* H, double* memory) const {
  const auto columns = static_cast<std::size_t>(columns_);
  const auto rows = static_cast<std::size_t>(rows_);
  double* rings = memory + kHeader + 3 * columns;
  double* Y = rings + 2 * window_ * columns;
  const auto old = static_cast<std::size_t>(memory[kHead]);
  const std::size_t head = old == 0 ? window_ - 1 : old - 1;
  memory[kHead] = static_cast<double>(head);
  for (std::size_t j = 0; j < columns; ++j) push(rings + 2 * window_ * j, window_, head, H[j]);
  // Y_j, the sum for s = j D, was Y_{j+1} one step ago; only the furthest is summed afresh.
  std::copy(Y + rows, Y + nodes_ * rows, Y);
  double* fresh = Y + (nodes_ - 1) * rows;
  std::fill_n(fresh, rows, 0.0);
  const auto n = static_cast<Eigen::Index>(window_);
  for (const Entry& e : entries_) {
    const double* K = kernel_.data() + e.kernel;
    const double* ring = rings + 2 * window_ * static_cast<std::size_t>(e.column) + head;
    for (std::size_t j = 0; j + 1 < nodes_; ++j) Y[j * rows + static_cast<std::size_t>(e.row)] += K[j] * H[e.column];
    fresh[e.row] += ConstVector(K + nodes_ - 1, n).dot(ConstVector(ring, n));
  }
}

void RadiationConvolution::commit(const double* velocity, const double* acceleration, double* memory) const {
  const auto columns = static_cast<std::size_t>(columns_);
  const auto rows = static_cast<std::size_t>(rows_);
  double* V = memory + kHeader;
  double* A = V + columns;
  double* V0 = A + columns;
  double* Y = V0 + columns + 2 * window_ * columns;
  double* tail = Y + nodes_ * rows;
  const double commits = memory[kCommits];
  const double D = step_;
  std::copy_n(velocity, columns, V);
  std::copy_n(acceleration, columns, A);
  // The stored history differs from the velocity at its beginning: the Euler-Maclaurin corrections of that end, with
  // the kernel's slope as a central difference, fold into the samples -1, 0 and 1 (README.md 3).
  if (commits == 0.0) {
    std::copy_n(velocity, columns, V0);
    for (std::size_t j = 0; j < columns; ++j) A[j] = -velocity[j] / 24.0;
    push_history(A, memory);
    for (std::size_t j = 0; j < columns; ++j) A[j] = 0.5 * velocity[j] + D / 12.0 * acceleration[j];
    push_history(A, memory);
    std::copy_n(acceleration, columns, A);
    std::fill_n(tail, nodes_ * rows, 0.0);
  } else {
    if (commits == 1.0) {
      for (std::size_t j = 0; j < columns; ++j) V[j] += V0[j] / 24.0;
      push_history(V, memory);
      std::copy_n(velocity, columns, V);
    } else {
      push_history(V, memory);
    }
    for (std::size_t i = 0; i < nodes_ * rows; ++i) tail[i] = D * Y[i];
    std::size_t slope = 0;
    for (const Entry& e : entries_) {
      const double v = V[e.column];
      const double a = A[e.column];
      for (std::size_t j = 0; j < nodes_; ++j) {
        const double* cell = moments_.data() + e.moments + kCellSize * j;
        tail[j * rows + static_cast<std::size_t>(e.row)] +=
            -0.5 * D * cell[0] * v + D * D / 12.0 * (slope_[slope + j] * v - cell[0] * a);
      }
      slope += nodes_;
    }
  }
  memory[kCommits] = commits + 1.0;
}

void RadiationConvolution::force(double t, const double* v_stage, const double* memory, double* out) const {
  const auto columns = static_cast<std::size_t>(columns_);
  const auto rows = static_cast<std::size_t>(rows_);
  std::fill_n(out, rows, 0.0);
  if (memory[kCommits] == 0.0) return;
  const double* V = memory + kHeader;
  const double* A = V + columns;
  const double* tail = V + 3 * columns + 2 * window_ * columns + nodes_ * rows;
  const double D = step_;
  const double s = std::max(0.0, t - (memory[kStart] + (memory[kCommits] - 1.0) * D));
  const auto cell = static_cast<std::size_t>(s / D);
  SWELL_EXPECT(cell + 2 < nodes_);

  // Tail: cubic through the four nodes around s (the first four at the near end: K is smooth only for s > 0).
  const std::size_t first = cell == 0 ? 0 : cell - 1;
  const double x = s / D - static_cast<double>(first);
  const std::array<double, 4> L{-(x - 1.0) * (x - 2.0) * (x - 3.0) / 6.0, x * (x - 2.0) * (x - 3.0) / 2.0,
                                -x * (x - 1.0) * (x - 3.0) / 2.0, x * (x - 1.0) * (x - 2.0) / 6.0};
  const double* node = tail + first * rows;
  for (std::size_t i = 0; i < rows; ++i) {
    out[i] = L[0] * node[i] + L[1] * node[rows + i] + L[2] * node[2 * rows + i] + L[3] * node[3 * rows + i];
  }
  if (s <= 1e-9 * D) return;

  // Head: v(g_m + u) = V + A u + b u^2, b such that v(t) is the stage's; int_0^s K(s - u) u^p du = p! times the
  // (p+1)-fold integral of K.
  const double y = s - static_cast<double>(cell) * D;
  for (const Entry& e : entries_) {
    const double* c = moments_.data() + e.moments + kCellSize * cell;
    const double I1 = c[4] + y * (c[0] + y * (c[1] / 2.0 + y * (c[2] / 3.0 + y * c[3] / 4.0)));
    const double I2 = c[5] + y * (c[4] + y * (c[0] / 2.0 + y * (c[1] / 6.0 + y * (c[2] / 12.0 + y * c[3] / 20.0))));
    const double I3 =
        c[6] +
        y * (c[5] + y * (c[4] / 2.0 + y * (c[0] / 6.0 + y * (c[1] / 24.0 + y * (c[2] / 60.0 + y * c[3] / 120.0)))));
    const double v = V[e.column];
    const double a = A[e.column];
    const double b = (v_stage[e.column] - v - a * s) / (s * s);
    out[e.row] += I1 * v + I2 * a + 2.0 * I3 * b;
  }
}

}  // namespace swell::hydro
