#include "swell/hydro/passive_kernel.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "real_fft.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"

namespace swell::hydro {

// A semidefinite matrix has |M_ij|^2 <= M_ii M_jj. Where the data break that for a small diagonal, the small one is the
// less certain, and it alone shall change: with a size e = kSoft M_ij^2 / M_jj in its place the normalised coupling is
// kSoft^-1/2, the projection raises the small diagonal by what the coupling needs, takes 1/kSoft of the coupling and
// changes the large row by 1/kSoft^2. Rows in order of size, as pivots of a factorisation.
VectorX row_factors(const MatrixX& peaks, const VectorX& scale) {
  constexpr double kLeast = 1e-6, kSoft = 10.0;
  const MatrixX sizes = scale.asDiagonal() * peaks.cwiseAbs() * scale.asDiagonal();
  VectorX own = sizes.diagonal();
  const double largest = own.size() > 0 ? own.maxCoeff() : 0.0;
  if (!(largest > 0.0)) return scale;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(own.size()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Eigen::Index i, Eigen::Index j) { return sizes(i, i) > sizes(j, j); });
  for (std::size_t a = 0; a < order.size(); ++a) {
    const Eigen::Index i = order[a];
    double needed = 0.0;
    for (std::size_t e = 0; e < a; ++e) {
      const double coupling = std::max(sizes(i, order[e]), sizes(order[e], i));
      needed = std::max(needed, coupling * coupling / own(order[e]));
    }
    own(i) = std::max(kLeast * largest, own(i) + kSoft * std::max(0.0, needed - own(i)));
  }
  return scale.array() / own.array().sqrt();
}

MatrixX nearest_semidefinite(const MatrixX& matrix, const VectorX& factors) {
  const MatrixX symmetric = 0.5 * (matrix + matrix.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(factors.asDiagonal() * symmetric * factors.asDiagonal());
  if (eigen.eigenvalues().size() == 0 || eigen.eigenvalues()(0) >= 0.0) return symmetric;
  const MatrixX back = factors.cwiseInverse().asDiagonal() * eigen.eigenvectors();
  return back * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * back.transpose();
}

namespace {

/// Weights of the samples in the response over the step; that of K_0 is a half in both sums.
VectorX weights_of(std::size_t count, MemorySum sum) {
  VectorX weights = VectorX::Ones(static_cast<Eigen::Index>(count));
  weights(0) = 0.5;
  if (sum == MemorySum::trapezoid) {
    weights(weights.size() - 1) = 0.5;
  } else if (count > 6) {
    weights.tail<3>() << 23.0 / 24.0, 7.0 / 6.0, 3.0 / 8.0;
  }
  return weights;
}

/// Samples of the entries that radiate, times weights and factors: what the response is a cosine series of.
struct Series {
  std::vector<Eigen::Index> rows;  ///< that radiate
  VectorX factors;                 ///< of them
  std::vector<MatrixX> terms;      ///< terms[k], rows x rows, without the weight 1/2 of the first
};

Series series_of(const SampledKernel& kernel, const VectorX& scale, MemorySum sum) {
  const std::vector<MatrixX>& K = kernel.values;
  const Eigen::Index n = K.front().rows();
  MatrixX size = MatrixX::Zero(n, n);
  for (const MatrixX& k : K) size = size.cwiseMax(k.cwiseAbs());
  Series series;
  for (Eigen::Index i = 0; i < n; ++i) {
    if (size.row(i).maxCoeff() > 0.0) series.rows.push_back(i);
  }
  const VectorX all = row_factors(size, scale);
  const auto radiating = static_cast<Eigen::Index>(series.rows.size());
  series.factors.resize(radiating);
  for (Eigen::Index i = 0; i < radiating; ++i) series.factors(i) = all(series.rows[static_cast<std::size_t>(i)]);
  const VectorX weights = weights_of(K.size(), sum);
  for (std::size_t k = 0; k < K.size(); ++k) {
    MatrixX term(radiating, radiating);
    for (Eigen::Index i = 0; i < radiating; ++i) {
      for (Eigen::Index j = 0; j < radiating; ++j) {
        term(i, j) = series.factors(i) * series.factors(j) *
                     K[k](series.rows[static_cast<std::size_t>(i)], series.rows[static_cast<std::size_t>(j)]);
      }
    }
    series.terms.push_back((k == 0 ? 1.0 : weights(static_cast<Eigen::Index>(k))) * term);
  }
  return series;
}

/// K'(0) times the step, of a spline through the samples.
double slope_at_zero(const std::vector<double>& samples) {
  std::vector<double> t(samples.size());
  for (std::size_t k = 0; k < t.size(); ++k) t[k] = static_cast<double>(k);
  return CubicSpline(t, samples).derivative(0.0);
}

/// The part of the response over the step that does not depend on the frequency, beside the series: D/12 K'(0) of the
/// Euler-Maclaurin correction.
MatrixX constant_of(const std::vector<MatrixX>& terms, MemorySum sum) {
  const Eigen::Index n = terms.front().rows();
  MatrixX constant = MatrixX::Zero(n, n);
  if (sum == MemorySum::trapezoid) return constant;
  constexpr std::size_t kNear = 40;  // the spline forgets its other end by a quarter per knot
  std::vector<double> samples(std::min(kNear, terms.size()));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = terms[k](i, j);
      constant(i, j) = constant(j, i) = slope_at_zero(samples) / 12.0;
    }
  }
  return constant;
}

/// How much the response rises with terms[0].
double rise_with_first(MemorySum sum) {
  if (sum == MemorySum::trapezoid) return 0.5;
  std::vector<double> unit(40, 0.0);
  unit.front() = 1.0;
  return 0.5 + slope_at_zero(unit) / 12.0;
}

std::size_t length_for(std::size_t samples) {
  std::size_t length = 16;
  while (length < samples) length *= 2;
  return length;
}

/// terms[0] / 2 + sum_k terms[k] cos(k theta) at theta = 2 pi m / length, m = 0 .. length / 2.
std::vector<MatrixX> response(const std::vector<MatrixX>& terms, std::size_t length) {
  const Eigen::Index n = terms.front().rows();
  const std::size_t bins = length / 2 + 1;
  const RealFft fft(length, bins);
  std::vector<double> values(length, 0.0), spectrum(2 * bins);
  std::vector<MatrixX> out(bins, MatrixX(n, n));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      std::fill(values.begin(), values.end(), 0.0);
      for (std::size_t k = 0; k < terms.size(); ++k) values[k] = (k == 0 ? 0.5 : 1.0) * terms[k](i, j);
      fft.forward(values.data(), spectrum.data());
      for (std::size_t m = 0; m < bins; ++m) out[m](i, j) = out[m](j, i) = spectrum[m];
    }
  }
  return out;
}

/// Largest entry of the force per velocity of a harmonic motion, over the step: of both parts, with and against it.
double largest_force(const std::vector<MatrixX>& terms, const MatrixX& constant, std::size_t length) {
  const Eigen::Index n = terms.front().rows();
  const std::size_t bins = length / 2 + 1;
  const RealFft fft(length, bins);
  std::vector<double> values(length, 0.0), spectrum(2 * bins);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < terms.size(); ++k) values[k] = (k == 0 ? 0.5 : 1.0) * terms[k](i, j);
      fft.forward(values.data(), spectrum.data());
      for (std::size_t m = 0; m < bins; ++m)
        largest = std::max(largest, std::hypot(spectrum[m] + constant(i, j), spectrum[bins + m]));
    }
  }
  return largest;
}

/// The terms 0 .. count - 1 of the series that has these values.
std::vector<MatrixX> series_with(const std::vector<MatrixX>& values, std::size_t count) {
  const Eigen::Index n = values.front().rows();
  const std::size_t bins = values.size(), length = 2 * (bins - 1);
  const RealFft fft(length, bins);
  std::vector<double> spectrum(2 * bins), line(length);
  std::vector<MatrixX> terms(count, MatrixX(n, n));
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      std::fill(spectrum.begin(), spectrum.end(), 0.0);
      for (std::size_t m = 0; m < bins; ++m) spectrum[m] = values[m](i, j);
      fft.backward(spectrum.data(), line.data());
      for (std::size_t k = 0; k < count; ++k)
        terms[k](i, j) = terms[k](j, i) = 2.0 / static_cast<double>(length) * line[k];
    }
  }
  return terms;
}

bool definite(const MatrixX& matrix, double level) {
  MatrixX raised = matrix;
  raised.diagonal().array() += level;
  return Eigen::LLT<MatrixX>(raised).info() == Eigen::Success;
}

struct Extremes {
  double lowest = 0.0, largest = 0.0;
  std::size_t at = 0;
};

/// Of all matrices; eigenvalues only where a factorisation finds a lower one than before.
Extremes extremes(const std::vector<MatrixX>& values) {
  Extremes out;
  for (const MatrixX& value : values) out.largest = std::max(out.largest, value.diagonal().maxCoeff());
  const double round_off = 1e-14 * out.largest;
  for (std::size_t m = 0; m < values.size(); ++m) {
    if (definite(values[m], round_off - out.lowest)) continue;
    const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(values[m], Eigen::EigenvaluesOnly);
    if (!(eigen.eigenvalues()(0) < out.lowest)) continue;
    out.lowest = eigen.eigenvalues()(0);
    out.at = m;
  }
  return out;
}

void add(const MatrixX& constant, std::vector<MatrixX>& values) {
  for (MatrixX& value : values) value += constant;
}

constexpr double kEnough = 1e-7;            ///< of the largest response: the constant damping does the rest
constexpr double kMostRaised = 0.05;        ///< of the kernel's peak: above, the samples are windowed
constexpr int kMostTurns = 40;              ///< of the projections
constexpr Eigen::Index kMostRows = 30;      ///< whose eigenvectors are worth their time at thousands of frequencies
constexpr std::size_t kFinePerSample = 32;  ///< frequencies of the last look: the response has no finer detail

/// Where irregular frequencies ring to the kernel's end the projections converge too slowly. The semidefinite part of
/// the response at 4 N frequencies, its samples times a window of nonnegative transform (Bohman 1960; Harris 1978): the
/// response is then a mean of semidefinite matrices at every frequency.
void set_windowed(std::vector<MatrixX>& terms, MemorySum sum) {
  const std::size_t count = terms.size();
  std::vector<MatrixX> values = response(terms, length_for(4 * count));
  add(constant_of(terms, sum), values);
  const VectorX ones = VectorX::Ones(terms.front().rows());
  for (MatrixX& value : values) {
    if (!definite(value, 0.0)) value = nearest_semidefinite(value, ones);
  }
  terms = series_with(values, count);
  for (std::size_t k = 0; k < count; ++k) {
    const double x = static_cast<double>(k) / static_cast<double>(count);
    terms[k] *= (1.0 - x) * std::cos(kPi * x) + std::sin(kPi * x) / kPi;
  }
  const MatrixX constant = constant_of(terms, sum);
  terms.front() -= constant / rise_with_first(sum);
}

}  // namespace

KernelRepair make_kernel_passive(SampledKernel& kernel, const VectorX& scale, MemorySum sum) {
  std::vector<MatrixX>& K = kernel.values;
  SWELL_EXPECT(K.size() >= 4 && K.front().rows() == K.front().cols() && scale.size() == K.front().rows());
  KernelRepair out;
  Series series = series_of(kernel, scale, sum);
  if (series.rows.empty()) return out;
  const Eigen::Index n = series.factors.size();
  // Fewer for many rows, whose matrices of all frequencies would take more memory than the kernel.
  const std::size_t per_sample =
      std::clamp<std::size_t>(kFinePerSample * 256 / static_cast<std::size_t>(n * n), 2, kFinePerSample);
  const double margin = 1.0 + 0.02 * static_cast<double>(kFinePerSample / per_sample);
  const std::size_t count = K.size(), fine = length_for(per_sample * count);
  const std::vector<MatrixX> before = series.terms;
  const auto look = [&] {
    std::vector<MatrixX> values = response(series.terms, fine);
    add(constant_of(series.terms, sum), values);
    return extremes(values);
  };
  const Extremes first = look();
  out.lowest = first.lowest / first.largest;
  out.omega = 2.0 * kPi * static_cast<double>(first.at) / (static_cast<double>(fine) * kernel.step);
  if (n <= kMostRows && first.lowest < -kEnough * first.largest) {
    const double level = 0.5 * kEnough * first.largest;
    const std::size_t coarse = length_for(4 * count);
    for (int turn = 0; turn < kMostTurns; ++turn) {
      std::vector<MatrixX> values = response(series.terms, coarse);
      add(constant_of(series.terms, sum), values);
      bool any = false;
      for (MatrixX& value : values) {
        if (definite(value, level)) {
          value.setZero();
          continue;
        }
        any = true;
        const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(value);
        const VectorX rise = (level - eigen.eigenvalues().array()).cwiseMax(0.0);
        value.noalias() = eigen.eigenvectors() * rise.asDiagonal() * eigen.eigenvectors().transpose();
      }
      if (!any) break;
      // Beyond the projection: the sets meet at a small angle, and the step to the mirror image halves the way.
      const std::vector<MatrixX> rise = series_with(values, count);
      for (std::size_t k = 0; k < count; ++k) series.terms[k] += 1.8 * rise[k];
    }
  }
  MatrixX peak = MatrixX::Zero(n, n);
  for (const MatrixX& term : before) peak = peak.cwiseMax(term.cwiseAbs());
  const double largest = peak.maxCoeff();
  Extremes last = look();
  if (n <= kMostRows && -last.lowest / rise_with_first(sum) > kMostRaised * largest) {
    set_windowed(series.terms, sum);
    last = look();
  }
  out.damping = -margin * last.lowest / first.largest;
  series.terms.front().diagonal().array() += -margin * last.lowest / rise_with_first(sum);
  const VectorX weights = weights_of(count, sum);
  std::vector<MatrixX> changes;
  for (std::size_t k = 0; k < count; ++k) changes.push_back(series.terms[k] - before[k]);
  const std::size_t length = length_for(4 * count);
  const double force = largest_force(before, constant_of(before, sum), length);
  if (force > 0.0) out.change = largest_force(changes, constant_of(changes, sum), length) / force;
  for (std::size_t k = 0; k < count; ++k) {
    const MatrixX& change = changes[k];
    if (change.isZero(0.0)) continue;
    const double weight = k == 0 ? 1.0 : weights(static_cast<Eigen::Index>(k));
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        K[k](series.rows[static_cast<std::size_t>(i)], series.rows[static_cast<std::size_t>(j)]) +=
            change(i, j) / (weight * series.factors(i) * series.factors(j));
      }
    }
  }
  return out;
}

double lowest_response(const SampledKernel& kernel, const VectorX& scale, MemorySum sum, std::size_t frequencies) {
  const Series series = series_of(kernel, scale, sum);
  if (series.rows.empty()) return 0.0;
  std::vector<MatrixX> values = response(series.terms, length_for(std::max(2 * frequencies, kernel.values.size())));
  add(constant_of(series.terms, sum), values);
  const Extremes found = extremes(values);
  return found.lowest / found.largest;
}

}  // namespace swell::hydro
