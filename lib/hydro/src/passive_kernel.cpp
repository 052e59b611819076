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

/// Symmetric matrices of all frequencies theta = 2 pi m / length, m = 0 .. length / 2. Every `apart`-th is kept, those
/// between them are Lagrange's polynomials through eight: at 32 kept per sample of the kernel they miss
/// 43/8! (pi/16)^8 = 2e-9 of a ripple.
class Response {
 public:
  static constexpr std::size_t kKeptPerSample = 32;
  /// @param count  samples of the kernel
  void resize(Eigen::Index n, std::size_t length, std::size_t apart, std::size_t count) {
    n_ = n;
    apart_ = apart;
    turn_ = 2.0 * kPi * static_cast<double>(count) / static_cast<double>(length);
    last_ = length / 2;
    entries_.resize((last_ / apart + 1) * static_cast<std::size_t>(n * n));
    weights_.resize(8, static_cast<Eigen::Index>(4 * apart));
    for (Eigen::Index q = 0; q < weights_.cols(); ++q) {
      const double x = 3.0 + static_cast<double>(q) / static_cast<double>(4 * apart);
      for (int a = 0; a < 8; ++a) {
        weights_(a, q) = 1.0;
        for (int b = 0; b < 8; ++b) weights_(a, q) *= b == a ? 1.0 : (x - b) / (a - b);
      }
    }
  }
  std::size_t last() const { return last_; }
  std::size_t apart() const { return apart_; }
  double turn() const { return turn_; }           ///< of the last sample's wave, from one frequency to the next
  std::size_t mirrored(std::ptrdiff_t m) const {  // the response is even about both ends
    const auto end = static_cast<std::ptrdiff_t>(last_);
    return static_cast<std::size_t>(m < 0 ? -m : m > end ? 2 * end - m : m);
  }
  /// m: a multiple of apart()
  Eigen::Map<const MatrixX> kept(std::size_t m) const { return {&entries_[place(m)], n_, n_}; }
  Eigen::Map<MatrixX> kept(std::size_t m) { return {&entries_[place(m)], n_, n_}; }
  /// At m + quarters / 4, quarters = -4 .. 4.
  void at(std::size_t m, MatrixX& value, int quarters = 0) const {
    const auto apart = static_cast<std::ptrdiff_t>(apart_), q = 4 * static_cast<std::ptrdiff_t>(m) + quarters;
    const std::ptrdiff_t offset = (q + 4 * apart) % (4 * apart), before = (q - offset) / 4;
    if (offset == 0) {
      value = kept(mirrored(before));
      return;
    }
    value.setZero(n_, n_);
    for (std::ptrdiff_t a = 0; a < 8; ++a) value += weights_(a, offset) * kept(mirrored(before + (a - 3) * apart));
  }

 private:
  std::size_t place(std::size_t m) const { return m / apart_ * static_cast<std::size_t>(n_ * n_); }
  Eigen::Index n_ = 1;
  std::size_t apart_ = 1, last_ = 0;
  double turn_ = 0.0;
  std::vector<double> entries_;
  MatrixX weights_;
};

/// constant + terms[0] / 2 + sum_k terms[k] cos(k theta)
void respond(const std::vector<MatrixX>& terms, const MatrixX& constant, std::size_t length, Response& out) {
  const Eigen::Index n = terms.front().rows();
  const std::size_t kept = std::min(length, length_for(Response::kKeptPerSample * terms.size())), bins = kept / 2 + 1;
  const RealFft fft(kept, bins);
  std::vector<double> values(kept, 0.0), spectrum(2 * bins);
  out.resize(n, length, length / kept, terms.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      for (std::size_t k = 0; k < terms.size(); ++k) values[k] = (k == 0 ? 0.5 : 1.0) * terms[k](i, j);
      fft.forward(values.data(), spectrum.data());
      for (std::size_t m = 0; m < bins; ++m) {
        auto value = out.kept(m * out.apart());
        value(i, j) = value(j, i) = spectrum[m] + constant(i, j);
      }
    }
  }
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
        const double with = share(i) * share(j) * (spectrum[m] + constant(i, j)),
                     against = share(i) * share(j) * spectrum[bins + m], square = with * with + against * against;
        if (square > largest.value) largest = {square, m};
      }
    }
  }
  largest.value = std::sqrt(largest.value);
  return largest;
}

constexpr double kEnough = 1e-7;  ///< of the largest response: the constant damping does the rest
/// Of it, a constant damping beside: where two eigenvalues nearly meet, the smaller one bends more sharply than samples
/// do (3e-7 in the random kernels of four dampings of rank one in the tests, cut before they have decayed).
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
  double largest = 0.0, lowest = HUGE_VAL;  ///< the latter of the minima that were looked for
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

enum class Search {
  at_frequencies,  ///< minima that a frequency shows
  between_too,     ///< those between two frequencies, too
  lowest           ///< as that, but the level falls to the lowest that is found, so that few others are
};

/// Minima of the smallest eigenvalue that are below `level` of the largest. Eigenvalues take most of the time and are
/// found only where a factorisation fails: of S at a frequency, or of S - S''/8 there, S'' its second difference.
/// Between two frequencies S is (1 - t) S_0 + t S_1 - t (1 - t) S''/2 to third differences, and definite where those
/// two matrices are at both. At 128 frequencies per sample two of them are pi/64 of what N samples resolve apart: the
/// polynomial through five eigenvalues misses (pi/64)^5 / 85 = 3e-9 of a ripple between two of them.
Look look_at(const Response& values, double level, Search search) {
  Look out;
  const std::size_t last = values.last();
  for (std::size_t m = 0; m <= last; m += values.apart())
    out.largest = std::max(out.largest, values.kept(m).diagonal().maxCoeff());
  level *= out.largest;
  const double round_off = 1e-14 * out.largest;
  const auto n = values.kept(0).rows();
  MatrixX value(n, n);
  Eigen::SelfAdjointEigenSolver<MatrixX> eigen(n);
  std::vector<double> lowest(last + 1, HUGE_VAL);
  const auto find = [&](std::ptrdiff_t place) {
    const std::size_t m = values.mirrored(place);
    if (lowest[m] == HUGE_VAL) {
      values.at(m, value);
      lowest[m] = eigen.compute(value, Eigen::EigenvaluesOnly).eigenvalues()(0);
    }
    return lowest[m];
  };
  const auto keep = [&](std::size_t m, double least) {
    const double below = find(static_cast<std::ptrdiff_t>(m)) - least;
    if (least < -round_off) {
      if (out.minima.empty() || out.minima.back().m != m) out.minima.push_back({m, below});
      out.minima.back().below = std::max(below, out.minima.back().below);
    }
    if (least >= out.lowest) return;
    out.lowest = least;
    out.at = m;
    if (search == Search::lowest) level = std::min(level, least);
  };
  const auto take = [&](std::size_t m) {
    const auto at = static_cast<std::ptrdiff_t>(m);
    const double here = find(at);
    if (search == Search::lowest) level = std::min(level, here);
    if (!(here <= find(at - 1) && (here < find(at + 1) || m == last))) return;
    const double around[] = {find(at - 2), find(at - 1), here, find(at + 1), find(at + 2)};
    keep(m, here - fall_below(around));
  };
  // Two eigenvalues may change places there: what is least at the frequencies need not be the one that dips.
  const auto take_between = [&](std::size_t m) {
    if (values.turn() * static_cast<double>(values.apart()) > kPi / 8.0) return take(m);  // interpolation misses much
    double quarter[9];
    for (int q = -4; q <= 4; ++q) {
      values.at(m, value, q);
      quarter[q + 4] = eigen.compute(value, Eigen::EigenvaluesOnly).eigenvalues()(0);
    }
    for (const double* here = quarter + 3; here < quarter + 7; ++here) {
      if (here[0] <= here[-1] && here[0] < here[1]) keep(m, here[0] - fall_below(here - 2));
    }
  };
  Eigen::LLT<MatrixX> factors(n);
  const auto is_above = [&] {
    value.diagonal().array() -= level;
    return factors.compute(value).info() == Eigen::Success;
  };
  MatrixX before(n, n), here(n, n), after(n, n);
  values.at(values.mirrored(-1), before);
  values.at(0, here);
  std::size_t taken = 0, between = 0;  // all before these
  const auto all_about = [last](std::size_t m, std::size_t& next, const auto& f) {
    for (next = std::max(next, m - std::min<std::size_t>(m, 1)); next <= std::min(m + 1, last); ++next) f(next);
  };
  for (std::size_t m = 0; m <= last; ++m) {
    values.at(values.mirrored(static_cast<std::ptrdiff_t>(m) + 1), after);
    value = here;
    if (!is_above()) {
      all_about(m, taken, take);
    } else if (search != Search::at_frequencies) {
      value = here - 0.125 * (before - 2.0 * here + after);
      if (!is_above()) all_about(m, between, take_between);
    }
    before.swap(here);
    here.swap(after);
  }
  return out;
}

/// Adds to the response about each minimum, and about it only, what it lacks there: -sum_i lambda_i u_i u_i^T of the
/// negative eigenvalues times Fejer's kernel about theta_c, (1 - k/N) cos(k theta_c), over its value at the minimum:
/// the narrowest that N samples have whose transform is nowhere negative [Zygmund2002, III.3]. Nothing is
/// taken from the response at any other frequency, and what is added there falls with the square of the distance.
/// @param length  of the transform: theta_c is the nearest of its frequencies
void raise(const Response& values, const Look& look, double enough, std::size_t length, std::vector<MatrixX>& terms) {
  const auto n = terms.front().rows();
  const std::size_t bins = length / 2 + 1, apart = values.last() / (length / 2);
  const auto count = static_cast<double>(terms.size());
  const auto fejer = [&](double x) {
    const double half = 0.5 * std::min(x, 2.0 * kPi - x),
                 ratio = half > 0.0 ? std::sin(count * half) / std::sin(half) : count;
    return ratio * ratio / count;
  };
  std::vector<MatrixX> missing;
  std::vector<std::size_t> place;
  MatrixX value;
  for (const Minimum& minimum : look.minima) {
    values.at(minimum.m, value);
    const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(value);
    const VectorX lacking = (0.5 * enough + minimum.below - eigen.eigenvalues().array()).cwiseMax(0.0);
    place.push_back((minimum.m + apart / 2) / apart);
    const double theta = kPi * static_cast<double>(minimum.m) / static_cast<double>(values.last()),
                 centre = 2.0 * kPi * static_cast<double>(place.back()) / static_cast<double>(length);
    const bool end = place.back() == 0 || place.back() == bins - 1;
    const double there = 0.25 * (fejer(std::abs(theta - centre)) + fejer(theta + centre));  // the first term a half
    missing.push_back(eigen.eigenvectors() * ((end ? 1.0 : 0.5) / there * lacking).asDiagonal() *
                      eigen.eigenvectors().transpose());
  }
  const RealFft fft(length, bins);
  std::vector<double> spectrum(2 * bins), line(length);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      std::fill(spectrum.begin(), spectrum.end(), 0.0);
      for (std::size_t q = 0; q < missing.size(); ++q) spectrum[place[q]] += missing[q](i, j);
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
  Response values;
  std::size_t length = fine;
  const auto look = [&](double level, Search search) {
    respond(series.terms, constant_of(series.terms, sum), length, values);
    return look_at(values, level, search);
  };
  Look last = look(kBetween, Search::lowest);
  if (!(last.lowest < kBetween * last.largest)) return out;
  const double largest = last.largest, enough = kEnough * largest;
  out.lowest = std::min(0.0, last.lowest) / largest;
  out.omega = 2.0 * kPi * static_cast<double>(last.at) / (static_cast<double>(fine) * kernel.step);
  if (n <= kMostRows && last.lowest < -enough) {
    const std::size_t coarse = length_for(std::min<std::size_t>(8, per_sample) * count);
    int pass = 0;  // by fewer frequencies while these find minima
    for (const std::size_t these : {coarse, fine}) {
      length = these;
      const Search search = length < fine ? Search::at_frequencies : Search::between_too;
      for (last = look(-0.5 * kEnough, search); pass < kMostPasses && last.lowest < -enough; ++pass) {
        raise(values, last, enough, coarse, series.terms);
        last = look(-0.5 * kEnough, search);
      }
    }
  }
  const double lacking = -margin * std::min(0.0, last.lowest) + kBetween * largest;
  out.damping = lacking / largest;
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
  length = length_for(4 * count);
  const Peak force = largest_force(before, constant_of(before, sum), share, length);
  if (!(force.value > 0.0)) return out;
  const Peak change = largest_force(changes, constant_of(changes, sum), share, length);
  out.change = change.value / force.value;
  out.changed_at = 2.0 * kPi * static_cast<double>(change.at) / (static_cast<double>(length) * kernel.step);
  return out;
}

}  // namespace swell::hydro
