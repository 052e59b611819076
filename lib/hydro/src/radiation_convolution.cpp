#include "swell/hydro/radiation_convolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstring>

#include "history_product.h"
#include "radiation_kernels.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/base/wide.h"

namespace swell::hydro {
namespace {

/// The samples of every entry, row by row; none where the kernel is zero throughout.
std::vector<std::vector<double>> entries_of(const SampledKernel& kernel) {
  SWELL_EXPECT(kernel.step > 0.0 && kernel.values.size() >= 4);
  std::vector<std::vector<double>> entries;
  for (Eigen::Index i = 0; i < kernel.values.front().rows(); ++i) {
    for (Eigen::Index j = 0; j < kernel.values.front().cols(); ++j) {
      bool any = false;
      for (const MatrixX& K : kernel.values) any = any || K(i, j) != 0.0;
      entries.emplace_back();
      if (!any) continue;
      for (const MatrixX& K : kernel.values) entries.back().push_back(K(i, j));
    }
  }
  return entries;
}

}  // namespace

SampledConvolution::SampledConvolution(const SampledKernel& kernel)
    : rows_(static_cast<int>(kernel.values.front().rows())),
      columns_(static_cast<int>(kernel.values.front().cols())),
      step_(kernel.step) {
  std::vector<std::vector<double>> weights = entries_of(kernel);
  for (std::vector<double>& w : weights) {
    for (double& value : w) value *= step_;
    if (w.empty()) continue;
    w.front() *= 0.5;
    w.back() *= 0.5;
  }
  product_ = std::make_shared<const HistoryProduct>(rows_, columns_, kernel.values.size(), weights, std::nullopt);
}

std::size_t SampledConvolution::memory_size() const noexcept { return product_->memory_size(); }

void SampledConvolution::reset(double* memory) const { std::fill_n(memory, memory_size(), 0.0); }

void SampledConvolution::sample(const double* v, double* memory, double* force) const {
  product_->step(v, memory, force);
}

// Memory of RadiationConvolution, in doubles: number of commits, t0, V_m, A_m (columns each), the sums Y (nodes x
// rows): all that a stage reads. Then V_0 and the past. Rows here are those with any kernel, padded to whole vectors.
namespace {
constexpr std::size_t kCommits = 0;
constexpr std::size_t kStart = 1;
constexpr std::size_t kHeader = 2;
constexpr std::size_t kCellSize = 7;  // k0..k3 of the spline piece, then its first three iterated integrals

// Times after the newest grid time in units of the kernel's step are rounded to this: they come from sums and
// differences of times, and those that are meant to be the same have the same bits then. An error of 5e-10 of a kernel
// step.
constexpr double kQuantum = 1.0 / static_cast<double>(1L << 30);

// A fixed step meets the same few times within the kernel's step again and again: so many are kept, if they are small.
constexpr std::size_t kMostPlaces = 32, kFewestPlaces = 8, kPlacesSize = 1U << 17U;
constexpr std::size_t kAtMaps = 1 + kTailNodes;  // in one of them

/// Gregory's weights at the far end of the sum, which make the cut-off at T of fourth order too.
double end_weight(std::size_t k, std::size_t last) {
  if (last < 6 || k + 2 < last) return 1.0;
  return k == last ? 3.0 / 8.0 : k + 1 == last ? 7.0 / 6.0 : 23.0 / 24.0;
}

// Tail: the polynomial through the nodes from the newest grid time on: K is smooth only for s > 0. The furthest node is
// as far beyond the last s as the first is before it.
std::size_t first_node(double x) { return static_cast<std::size_t>(x < 1.0 ? 0.0 : x - 1.0); }
void tail_weights(double x, double* L) {
  const double y = x - static_cast<double>(first_node(x));
  for (std::size_t i = 0; i < kTailNodes; ++i) {
    L[i] = 1.0;
    for (std::size_t j = 0; j < kTailNodes; ++j) {
      if (j != i) L[i] *= (y - static_cast<double>(j)) / (static_cast<double>(i) - static_cast<double>(j));
    }
  }
}

/// y + K x of the first of the padded rows: the only one of a body in one motion.
double with_product(double y, int columns, int rows, const double* K, const double* x) {
  for (int j = 0; j < columns; ++j) y += K[j * rows] * x[j];
  return y;
}
}  // namespace

RadiationConvolution::RadiationConvolution(const SampledKernel& kernel, double longest_lead,
                                           const std::optional<std::vector<std::size_t>>& blocks)
    : rows_(static_cast<int>(kernel.values.front().rows())),
      columns_(static_cast<int>(kernel.values.front().cols())),
      step_(kernel.step),
      nodes_(kTailNodes - 1 + static_cast<std::size_t>(longest_lead / kernel.step + 1e-6)) {
  const std::size_t length = kernel.values.size(), last = length - 1;
  const std::size_t window = last + 1 > nodes_ ? last + 2 - nodes_ : 1;
  const double D = step_;
  // Slopes are needed at the nodes only, and the spline forgets its other end by a quarter per knot.
  std::vector<double> t(std::min(length, nodes_ + 40));
  for (std::size_t k = 0; k < t.size(); ++k) t[k] = static_cast<double>(k) * D;
  std::vector<std::vector<double>> entries = entries_of(kernel);
  const auto columns = static_cast<std::size_t>(columns_);
  for (int i = 0; i < rows_; ++i) {
    const auto begin = entries.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(i) * columns);
    if (std::any_of(begin, begin + columns_, [](const auto& K) { return !K.empty(); })) felt_.push_back(i);
  }
  padded_ = static_cast<std::size_t>(padded(static_cast<int>(felt_.size()), kWide4));
  near_.assign((nodes_ - 1) * columns * padded_, 0.0);
  by_velocity_.assign(nodes_ * columns * padded_, 0.0);
  by_acceleration_ = by_velocity_;
  moments_.assign(nodes_ * kCellSize * columns * padded_, 0.0);
  std::vector<std::vector<double>> far(felt_.size() * columns);
  for (std::size_t r = 0; r < felt_.size(); ++r) {
    for (std::size_t j = 0; j < columns; ++j) {
      const std::vector<double>& K = entries[static_cast<std::size_t>(felt_[r]) * columns + j];
      if (K.empty()) continue;
      const CubicSpline spline(t, std::vector<double>(K.begin(), K.begin() + static_cast<std::ptrdiff_t>(t.size())));
      const auto value = [&](std::size_t k) { return k <= last ? K[k] : 0.0; };
      const auto derivative = [&](std::size_t k) { return k <= last ? spline.derivative(t[k]) : 0.0; };
      const auto weighted = [&](std::size_t k) { return end_weight(k, last) * value(k); };
      std::vector<double>& rest = far[r * columns + j];
      for (std::size_t k = nodes_ - 1; k < nodes_ - 1 + window; ++k) rest.push_back(weighted(k));
      double I1 = 0.0, I2 = 0.0, I3 = 0.0;
      for (std::size_t k = 0; k < nodes_; ++k) {
        const std::size_t place = (k * columns + j) * padded_ + r;
        if (k + 1 < nodes_) near_[place] = weighted(k);
        const bool inside = k < last;
        const double k0 = inside ? K[k] : 0.0;
        const double k1 = inside ? derivative(k) : 0.0;
        by_velocity_[place] = -0.5 * D * k0 + D * D / 12.0 * derivative(k);
        by_acceleration_[place] = -D * D / 12.0 * k0;
        const double rise = inside ? (K[k + 1] - K[k]) / D : 0.0;
        const double k1_right = inside ? derivative(k + 1) : 0.0;
        const double k2 = (3.0 * rise - 2.0 * k1 - k1_right) / D;
        const double k3 = (k1 + k1_right - 2.0 * rise) / (D * D);
        const double cell[kCellSize] = {k0, k1, k2, k3, I1, I2, I3};
        for (std::size_t c = 0; c < kCellSize; ++c) {
          moments_[((k * kCellSize + c) * columns + j) * padded_ + r] = cell[c];
        }
        const double x = D;
        I3 += x * (I2 + x * (I1 / 2.0 + x * (k0 / 6.0 + x * (k1 / 24.0 + x * (k2 / 60.0 + x * k3 / 120.0)))));
        I2 += x * (I1 + x * (k0 / 2.0 + x * (k1 / 6.0 + x * (k2 / 12.0 + x * k3 / 20.0))));
        I1 += x * (k0 + x * (k1 / 2.0 + x * (k2 / 3.0 + x * k3 / 4.0)));
      }
    }
  }
  product_ = std::make_shared<const HistoryProduct>(static_cast<int>(felt_.size()), columns_, window, far, blocks);
  at_sums_ = kHeader + 2 * columns;
  at_first_ = at_sums_ + nodes_ * padded_;
  at_past_ = at_first_ + columns;
  memory_size_ = at_past_ + product_->memory_size();
  place_size_ = kAtMaps + 3 * columns * padded_;
  places_ = std::clamp(kPlacesSize / place_size_, kFewestPlaces, kMostPlaces);
}

// Sums over samples one and two steps apart, for the velocity e^{i omega t}. One pass gives those of all j, for all
// frequencies: T_j = w_j K_j + z T_{j+1}, z = e^{-i omega D}.
double convolution_error(const std::vector<double>& samples, double step) {
  constexpr std::size_t kFrequencies = 64, kFine = 2, kCoarse = 2 * kTailNodes - 1;
  if (samples.size() < 16) return 0.0;
  const std::size_t count = samples.size() - (samples.size() + 1) % 2;  // both sums end at one time
  std::vector<double> t(std::min<std::size_t>(count, kCoarse + 40));
  for (std::size_t k = 0; k < t.size(); ++k) t[k] = static_cast<double>(k) * step;
  const CubicSpline spline(
      t, std::vector<double>(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(t.size())));
  const double highest = std::min(10.0, 0.25 * kPi / step);  // [rad/s]
  using Complexes = std::array<std::complex<double>, kFrequencies>;
  const auto omega_of = [&](std::size_t q) { return highest * static_cast<double>(q + 1) / kFrequencies; };
  // Tails for s = j step, of the first `kept` samples.
  const auto tails = [&](std::size_t apart, std::size_t kept) {
    const double D = static_cast<double>(apart) * step;
    std::array<double, kFrequencies> cosine{}, sine{}, re{}, im{};
    for (std::size_t q = 0; q < kFrequencies; ++q) {
      cosine[q] = std::cos(omega_of(q) * D);
      sine[q] = -std::sin(omega_of(q) * D);
    }
    std::vector<Complexes> out(kept);
    const std::size_t last = (count - 1) / apart;
    for (std::size_t k = last + 1; k-- > 0;) {
      const double own = samples[k * apart], weighted = end_weight(k, last) * own;
      for (std::size_t q = 0; q < kFrequencies; ++q) {
        const double turned = cosine[q] * re[q] - sine[q] * im[q];
        im[q] = cosine[q] * im[q] + sine[q] * re[q];
        re[q] = turned + weighted;
      }
      if (k >= kept) continue;
      const double slope = spline.derivative(t[k * apart]);
      for (std::size_t q = 0; q < kFrequencies; ++q) {
        out[k][q] = D * (std::complex<double>(re[q], im[q]) - 0.5 * own) +
                    D * D / 12.0 * (slope - std::complex<double>(0.0, omega_of(q)) * own);
      }
    }
    return out;
  };
  const std::vector<Complexes> fine = tails(1, kFine), coarse = tails(2, kTailNodes);
  double largest = 0.0, damping = 0.0;
  for (const std::complex<double>& response : coarse.front()) {
    largest = std::max(largest, std::abs(response));
    damping = std::max(damping, response.real());
  }
  if (!(largest > 0.0)) return 0.0;
  double L[kTailNodes], worst = 0.0;
  tail_weights(0.5, L);
  for (std::size_t q = 0; q < kFrequencies; ++q) {
    std::complex<double> between = 0.0;
    for (std::size_t n = 0; n < kTailNodes; ++n) between += L[n] * coarse[n][q];
    const double omega = omega_of(q), D = 2.0 * step,
                 head = std::abs(samples[0]) * std::pow(omega, 3) * std::pow(D, 4) / 72.0,
                 error = std::max(std::abs(between - fine[1][q]), std::abs(coarse[0][q] - fine[0][q])) + head;
    // In waves of equal height the motion is proportional to the root of the damping (Haskind's relation).
    worst = std::max(worst, error * std::sqrt(std::max(0.0, coarse[0][q].real()) / damping));
  }
  return worst / largest;
}

std::vector<std::size_t> RadiationConvolution::blocks() const { return product_->blocks(); }

void RadiationConvolution::reset(double t0, double* memory) const {
  std::fill_n(memory, memory_size_, 0.0);
  memory[kStart] = t0;
}

long RadiationConvolution::next_index(const double* memory) const { return static_cast<long>(memory[kCommits]); }

double RadiationConvolution::grid_time(long index, const double* memory) const {
  return memory[kStart] + static_cast<double>(index) * step_;
}

void RadiationConvolution::push_history(const double* H, double* memory) const {
  double* Y = memory + at_sums_;
  // Y_j, the sum for s = j D, was Y_{j+1} one step ago; only the furthest is summed afresh.
  const auto nodes = static_cast<int>(nodes_);
  std::copy(Y + padded_, Y + nodes_ * padded_, Y);
  accumulate_products(nodes - 1, columns_, static_cast<int>(padded_), near_.data(), H, Y);
  product_->step(H, memory + at_past_, Y + (nodes_ - 1) * padded_);
}

void RadiationConvolution::add_first(const double* impulse, double* out, double sign) const {
  const auto columns = static_cast<std::size_t>(columns_);
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t r = 0; r < felt_.size(); ++r) out[felt_[r]] += sign * moments_[j * padded_ + r] * impulse[j];
  }
}

void RadiationConvolution::commit(const double* velocity, const double* acceleration, double* memory,
                                  const double* extra) const {
  const auto columns = static_cast<std::size_t>(columns_);
  double* V = memory + kHeader;
  double* A = V + columns;
  double* V0 = memory + at_first_;
  const double commits = memory[kCommits];
  const double D = step_;
  std::copy_n(velocity, columns, V);
  std::copy_n(acceleration, columns, A);
  // The stored history differs from the velocity at its beginning: the Euler-Maclaurin corrections of that end, with
  // the kernel's slope as a central difference, fold into the samples -1, 0 and 1 (theory/numerics/hydro.md 3).
  if (commits == 0.0) {
    std::copy_n(velocity, columns, V0);
    for (std::size_t j = 0; j < columns; ++j) A[j] = -velocity[j] / 24.0;
    push_history(A, memory);
    for (std::size_t j = 0; j < columns; ++j) A[j] = 0.5 * velocity[j] + D / 12.0 * acceleration[j];
    push_history(A, memory);
    std::copy_n(acceleration, columns, A);
  } else if (commits == 1.0) {
    for (std::size_t j = 0; j < columns; ++j) V[j] += V0[j] / 24.0 + (extra != nullptr ? extra[j] : 0.0);
    push_history(V, memory);
    std::copy_n(velocity, columns, V);
  } else if (extra != nullptr) {
    for (std::size_t j = 0; j < columns; ++j) V[j] += extra[j];
    push_history(V, memory);
    std::copy_n(velocity, columns, V);
  } else {
    push_history(V, memory);
  }
  memory[kCommits] = commits + 1.0;
}

// Workspace: a copy of the memory that a stage reads, its time, which place that is and which is to be written next,
// the force at rest, the sum; then the places: s (0: none yet, negative: of the first step), the weights of the tail's
// nodes times the kernel's step, H_V, H_A, G.
std::size_t RadiationConvolution::workspace_size() const noexcept {
  return at_first_ + 3 + 2 * padded_ + places_ * place_size_;
}

// The maps of one time after the newest grid time. They depend on the kernel alone.
const double* RadiationConvolution::place_of(double x, bool begins, double* workspace) const {
  double* state = workspace + at_first_ + 1;
  double* places = state + 2 + 2 * padded_;
  const double key = begins ? -1.0 - x : 1.0 + x;
  auto place = static_cast<std::size_t>(state[0]);
  for (std::size_t k = 0; k < places_; ++k) {
    const double* there = places + place * place_size_;
    if (there[0] == key) {
      state[0] = static_cast<double>(place);
      return there;
    }
    place = there[0] == 0.0 || place + 1 == places_ ? 0 : place + 1;  // behind an empty one all are
  }
  place = static_cast<std::size_t>(state[1]);
  state[0] = state[1];
  state[1] = static_cast<double>(place + 1 == places_ ? 0 : place + 1);
  double* there = places + place * place_size_;
  there[0] = key;
  const std::size_t size = static_cast<std::size_t>(columns_) * padded_;
  const auto cell = static_cast<std::size_t>(x);
  double *L = there + 1, *maps = there + kAtMaps;
  std::fill_n(L, kTailNodes, 0.0);
  if (!begins) tail_weights(x, L);
  const std::size_t first = first_node(x);
  make_head(columns_, static_cast<int>(padded_), moments_.data() + cell * kCellSize * size, x * step_,
            (x - static_cast<double>(cell)) * step_, L, by_velocity_.data() + first * size,
            by_acceleration_.data() + first * size, maps, maps + 2 * size);
  for (std::size_t i = 0; i < kTailNodes; ++i) L[i] *= step_;
  return there;
}

void RadiationConvolution::prepare(double t, const double* memory, double* workspace) const {
  const auto rows = static_cast<int>(padded_);
  std::copy_n(memory, at_first_, workspace);
  workspace[at_first_] = t;
  double* at_rest = workspace + at_first_ + 3;
  const double s = std::max(0.0, t - (memory[kStart] + (memory[kCommits] - 1.0) * step_));
  const double x = std::nearbyint(s / step_ / kQuantum) * kQuantum;
  SWELL_EXPECT(first_node(x) + kTailNodes <= nodes_);
  const double* there = place_of(x, memory[kCommits] == 1.0, workspace);  // after one commit there is no tail yet
  interpolate(rows, there + 1, memory + at_sums_ + first_node(x) * padded_, at_rest);
  if (felt_.size() == 1) {
    at_rest[0] = with_product(at_rest[0], 2 * columns_, rows, there + kAtMaps, memory + kHeader);
  } else {
    accumulate_products(1, 2 * columns_, rows, there + kAtMaps, memory + kHeader, at_rest);
  }
}

void RadiationConvolution::force(double t, const double* v_stage, const double* memory, double* workspace, double* out,
                                 double sign) const {
  if (felt_.size() < static_cast<std::size_t>(rows_) || memory[kCommits] == 0.0) std::fill_n(out, rows_, 0.0);
  if (memory[kCommits] == 0.0) return;
  // Stages of one time, and the accepted point at the end of a step, differ in their velocity only.
  if (workspace[at_first_] != t || std::memcmp(workspace, memory, at_first_ * sizeof(double)) != 0) {
    prepare(t, memory, workspace);
  }
  const double* at_rest = workspace + at_first_ + 3;
  const auto place = static_cast<std::size_t>(workspace[at_first_ + 1]);
  const double* G = workspace + at_first_ + 3 + 2 * padded_ + place * place_size_ + kAtMaps +
                    2 * static_cast<std::size_t>(columns_) * padded_;
  const auto rows = static_cast<int>(padded_);
  if (felt_.size() == 1) {
    out[felt_[0]] = sign * with_product(at_rest[0], columns_, rows, G, v_stage);
    return;
  }
  double* sum = workspace + at_first_ + 3 + padded_;
  std::copy_n(at_rest, padded_, sum);
  accumulate_products(1, columns_, rows, G, v_stage, sum);
  for (std::size_t r = 0; r < felt_.size(); ++r) out[felt_[r]] = sign * sum[r];
}

}  // namespace swell::hydro
