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
  MatrixX symmetric = 0.5 * (matrix + matrix.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(MatrixX(factors.asDiagonal() * symmetric * factors.asDiagonal()));
  if (eigen.eigenvalues().size() == 0 || eigen.eigenvalues()(0) >= 0.0) return symmetric;
  const MatrixX back = factors.cwiseInverse().asDiagonal() * eigen.eigenvectors();
  const MatrixX nearest = back * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() * back.transpose();
  return 0.5 * (nearest + nearest.transpose());  // symmetric to the last bit, which the product is not
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

struct Peak {
  double value = 0.0;
  std::size_t at = 0;
};

/// Largest entry of the force per velocity of a harmonic motion, over the step: of both parts, with and against it.
Peak largest_force(const std::vector<MatrixX>& terms, const MatrixX& constant, const VectorX& share,
                   std::size_t length) {
  const Eigen::Index n = terms.front().rows();
  const std::size_t bins = length / 2 + 1;
  const RealFft fft(length, bins);
  std::vector<double> values(length, 0.0), spectrum(2 * bins);
  Peak largest;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < terms.size(); ++k) values[k] = (k == 0 ? 0.5 : 1.0) * terms[k](i, j);
      fft.forward(values.data(), spectrum.data());
      for (std::size_t m = 0; m < bins; ++m) {
        const double force = share(i) * share(j) * std::hypot(spectrum[m] + constant(i, j), spectrum[bins + m]);
        if (force > largest.value) largest = {force, m};
      }
    }
  }
  return largest;
}

bool definite(const MatrixX& matrix, double level) {
  MatrixX raised = matrix;
  raised.diagonal().array() += level;
  return Eigen::LLT<MatrixX>(raised).info() == Eigen::Success;
}

void add(const MatrixX& constant, std::vector<MatrixX>& values) {
  for (MatrixX& value : values) value += constant;
}

constexpr double kEnough = 1e-7;  ///< of the largest response: the constant damping does the rest
/// Of it, a constant damping beside: where two eigenvalues nearly meet, the smaller one bends more sharply than samples
/// do (3e-7 in the random kernels of four dampings of rank one in the tests, cut before they have died away).
constexpr double kBetween = 2e-6;
constexpr int kMostPasses = 60;              ///< over the frequencies; sets of irregular frequencies take about 20
constexpr Eigen::Index kMostRows = 60;       ///< whose eigenvectors are worth their time at thousands of frequencies
constexpr std::size_t kFinePerSample = 128;  ///< frequencies of the last look

/// A minimum of the smallest eigenvalue: by how much it is below its value at m, for it lies between two frequencies.
struct Minimum {
  std::size_t m = 0;
  double below = 0.0;
};

struct Look {
  double lowest = 0.0, largest = 0.0;  ///< the lowest is 0 where none is negative
  double least = HUGE_VAL;             ///< the smallest eigenvalue that was found, positive ones included
  std::size_t at = 0;
  std::vector<Minimum> minima;  ///< that are negative
};

/// Values at -2 .. 2: by how much the least value near 0 of the polynomial through them is below that at 0.
double fall_below(const double* f) {
  const double c1 = (f[0] - 8.0 * f[1] + 8.0 * f[3] - f[4]) / 12.0,
               c4 = f[0] - 4.0 * f[1] + 6.0 * f[2] - 4.0 * f[3] + f[4];
  const double c2 = (-f[0] + 16.0 * f[1] - 30.0 * f[2] + 16.0 * f[3] - f[4]) / 12.0;
  const double c3 = 0.5 * (f[4] - f[0]) - f[3] + f[1];
  const auto fall = [&](double x) { return -x * (c1 + x * (c2 / 2.0 + x * (c3 / 6.0 + x * c4 / 24.0))); };
  const double bend = f[1] - 2.0 * f[2] + f[3];
  double x = bend > 0.0 ? 0.5 * (f[1] - f[3]) / bend : 0.0, below = std::max(0.0, fall(x));
  if (bend > 0.0) below = std::max(below, 0.125 * (f[1] - f[3]) * (f[1] - f[3]) / bend);
  for (int newton = 0; newton < 3; ++newton) {
    const double slope = c1 + x * (c2 + x * (c3 / 2.0 + x * c4 / 6.0)), curve = c2 + x * (c3 + x * c4 / 2.0);
    if (!(curve > 0.0)) break;
    x = std::clamp(x - slope / curve, -1.0, 1.0);
    below = std::max(below, fall(x));
  }
  return below;
}

/// Of the matrices of all frequencies. At 128 frequencies per sample two of them are pi/64 of what N samples resolve
/// apart: the polynomial through five misses (pi/64)^5 / 85 = 3e-9 of a ripple between two of them.
Look look_at(const std::vector<MatrixX>& values) {
  constexpr double kNear = 5e-3;
  Look out;
  for (const MatrixX& value : values) out.largest = std::max(out.largest, value.diagonal().maxCoeff());
  const double near = kNear * out.largest, round_off = 1e-14 * out.largest;
  const std::size_t last = values.size() - 1;
  std::vector<double> lowest(values.size(), HUGE_VAL);
  const auto at = [&](std::ptrdiff_t m) -> double& {  // the response is even about both ends
    const auto end = static_cast<std::ptrdiff_t>(last);
    return lowest[static_cast<std::size_t>(m < 0 ? -m : m > end ? 2 * end - m : m)];
  };
  const auto find = [&](double& value) {
    if (value == HUGE_VAL) {
      value = Eigen::SelfAdjointEigenSolver<MatrixX>(values[static_cast<std::size_t>(&value - lowest.data())],
                                                     Eigen::EigenvaluesOnly)
                  .eigenvalues()(0);
    }
    return value;
  };
  for (std::size_t m = 0; m <= last; ++m) {
    if (!definite(values[m], -near)) find(lowest[m]);
  }
  for (std::size_t m = 0; m <= last; ++m) {
    const auto centre = static_cast<std::ptrdiff_t>(m);
    const double here = lowest[m];
    if (!(here <= near && here <= at(centre - 1) && (here < at(centre + 1) || m == last))) continue;
    double around[5];
    for (std::ptrdiff_t q = 0; q < 5; ++q) around[q] = find(at(centre + q - 2));
    const double below = fall_below(around);
    out.least = std::min(out.least, here - below);
    if (!(here - below < -round_off)) continue;
    out.minima.push_back({m, below});
    if (here - below >= out.lowest) continue;
    out.lowest = here - below;
    out.at = m;
  }
  return out;
}

/// Adds to the response about each minimum, and about it only, what it lacks there: -sum_i lambda_i u_i u_i^T of the
/// negative eigenvalues times Fejer's kernel about that frequency, (1 - k/N) cos(k theta_m), the narrowest that N
/// samples have whose transform is nowhere negative (Fejer 1900; Zygmund 2002, III.3). Nothing is taken from the
/// response at any other frequency, and what is added there falls with the square of the distance.
void raise(const std::vector<MatrixX>& values, const Look& look, double enough, std::vector<MatrixX>& terms) {
  const auto n = terms.front().rows();
  const std::size_t bins = values.size(), length = 2 * (bins - 1);
  const auto count = static_cast<double>(terms.size());
  std::vector<MatrixX> missing;
  for (const Minimum& minimum : look.minima) {
    const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(values[minimum.m]);
    const VectorX lacking = (0.5 * enough + minimum.below - eigen.eigenvalues().array()).cwiseMax(0.0);
    const double theta = 2.0 * kPi * static_cast<double>(minimum.m) / static_cast<double>(length);
    const bool end = minimum.m == 0 || minimum.m == bins - 1;
    // Value of that kernel with a half of its first term: (N + F(2 theta)) / 4, F(x) = (sin(N x/2) / sin(x/2))^2 / N.
    const double ratio = end ? count : std::sin(count * theta) / std::sin(theta);
    const double peak = 0.25 * (count + ratio * ratio / count);
    missing.push_back(eigen.eigenvectors() * ((end ? 1.0 : 0.5) / peak * lacking).asDiagonal() *
                      eigen.eigenvectors().transpose());
  }
  const RealFft fft(length, bins);
  std::vector<double> spectrum(2 * bins), line(length);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      std::fill(spectrum.begin(), spectrum.end(), 0.0);
      for (std::size_t q = 0; q < missing.size(); ++q) spectrum[look.minima[q].m] = missing[q](i, j);
      fft.backward(spectrum.data(), line.data());
      for (std::size_t k = 0; k < terms.size(); ++k) {
        terms[k](i, j) += (1.0 - static_cast<double>(k) / count) * line[k];
        terms[k](j, i) = terms[k](i, j);
      }
    }
  }
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
  const std::size_t per_sample = std::clamp<std::size_t>(8192 / static_cast<std::size_t>(n * n), 2, kFinePerSample);
  const double margin = 1.0 + 0.02 * std::max(1.0, 32.0 / static_cast<double>(per_sample));
  const std::size_t count = K.size(), fine = length_for(per_sample * count);
  const std::vector<MatrixX> before = series.terms;
  std::vector<MatrixX> values;
  const auto look = [&](std::size_t length) {
    values = response(series.terms, length);
    add(constant_of(series.terms, sum), values);
    return look_at(values);
  };
  const Look first = look(fine);
  if (first.least > kBetween * first.largest) return out;
  out.lowest = first.lowest / first.largest;
  out.omega = 2.0 * kPi * static_cast<double>(first.at) / (static_cast<double>(fine) * kernel.step);
  const double enough = kEnough * first.largest;
  Look last = first;
  if (n <= kMostRows) {
    int pass = 0;  // a quarter of the frequencies while that finds minima
    for (const std::size_t length : {length_for(std::min<std::size_t>(8, per_sample) * count), fine}) {
      for (last = look(length); pass < kMostPasses && last.lowest < -enough; ++pass) {
        raise(values, last, enough, series.terms);
        last = look(length);
      }
    }
  }
  const double lacking = -margin * last.lowest + kBetween * first.largest;
  out.damping = lacking / first.largest;
  series.terms.front().diagonal().array() += lacking / rise_with_first(sum);
  const VectorX weights = weights_of(count, sum);
  std::vector<MatrixX> changes;
  for (std::size_t k = 0; k < count; ++k) {
    const MatrixX& change = changes.emplace_back(series.terms[k] - before[k]);
    if (change.isZero(0.0)) continue;
    const double weight = k == 0 ? 1.0 : weights(static_cast<Eigen::Index>(k));
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        K[k](series.rows[static_cast<std::size_t>(i)], series.rows[static_cast<std::size_t>(j)]) +=
            change(i, j) / (weight * series.factors(i) * series.factors(j));
      }
    }
  }
  // Of the force, not of the samples: a change of every sample by little may be one of the damping by much. Rows that
  // hardly radiate count by what they do to the others' size.
  constexpr double kHardly = 1e-3;
  VectorX sizes(n);
  for (Eigen::Index i = 0; i < n; ++i) sizes(i) = scale(series.rows[static_cast<std::size_t>(i)]) / series.factors(i);
  const VectorX share = (sizes / (std::sqrt(kHardly) * sizes.maxCoeff())).cwiseMin(1.0);
  const std::size_t length = length_for(4 * count);
  const Peak force = largest_force(before, constant_of(before, sum), share, length);
  if (!(force.value > 0.0)) return out;
  const Peak change = largest_force(changes, constant_of(changes, sum), share, length);
  out.change = change.value / force.value;
  out.changed_at = 2.0 * kPi * static_cast<double>(change.at) / (static_cast<double>(length) * kernel.step);
  return out;
}

}  // namespace swell::hydro
