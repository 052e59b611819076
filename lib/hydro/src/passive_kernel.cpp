#include "swell/hydro/passive_kernel.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "passivity.h"
#include "real_fft.h"
#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/base/progress.h"

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

/// What a sample counts in the series of the response, whose first term has half its weight there.
double term_weight(const VectorX& weights, std::size_t k) {
  return k == 0 ? 1.0 : weights(static_cast<Eigen::Index>(k));
}

/// Samples of the slope at 0: the spline forgets its other end by a quarter per knot.
constexpr std::size_t kNear = 40;

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
  std::vector<double> unit(kNear, 0.0);
  unit.front() = 1.0;
  return 0.5 + slope_at_zero(unit) / 12.0;
}

std::size_t length_for(std::size_t samples) {
  std::size_t length = 16;
  while (length < samples) length *= 2;
  return length;
}

/// Symmetric matrices of the frequencies theta_m = 2 pi m / length, m = 0 .. length / 2.
class Response {
 public:
  Response(Eigen::Index n, std::size_t length)
      : n_(n), length_(length), entries_(count() * static_cast<std::size_t>(n_ * n_)) {}
  /// constant + terms[0] / 2 + sum_k terms[k] cos(k theta_m)
  void set(const std::vector<MatrixX>& terms, const MatrixX& constant, const RealFft& fft) {
    std::vector<double> values(length_, 0.0), spectrum(2 * count());
    for (Eigen::Index i = 0; i < n_; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        for (std::size_t k = 0; k < terms.size(); ++k) values[k] = (k == 0 ? 0.5 : 1.0) * terms[k](i, j);
        fft.forward(values.data(), spectrum.data());
        for (std::size_t m = 0; m < count(); ++m) at(m)(i, j) = at(m)(j, i) = spectrum[m] + constant(i, j);
      }
    }
  }
  std::size_t count() const { return length_ / 2 + 1; }
  std::size_t length() const { return length_; }
  double theta(std::size_t m) const { return 2.0 * kPi * static_cast<double>(m) / static_cast<double>(length_); }
  Eigen::Map<MatrixX> at(std::size_t m) { return {entries_.data() + m * static_cast<std::size_t>(n_ * n_), n_, n_}; }
  /// The response is even about both ends.
  std::size_t before(std::size_t m) const { return m == 0 ? 1 : m - 1; }
  std::size_t after(std::size_t m) const { return m + 1 == count() ? m - 1 : m + 1; }
  /// Between two frequencies S is (1 - t) S_0 + t S_1 - t (1 - t) S''/2 to third differences: definite where these
  /// matrices are at both. 0.135 is 1/8 for what second differences miss of the fastest wave at 16 frequencies each.
  void lower_bound(std::size_t m, MatrixX& bound) {
    bound.noalias() = 1.27 * at(m) - 0.135 * at(before(m)) - 0.135 * at(after(m));
  }

 private:
  Eigen::Index n_;
  std::size_t length_;
  std::vector<double> entries_;
};

/// Square of a force and its frequency.
struct Peak {
  double value = 0.0;
  std::size_t at = 0;
};

/// Raises `largest` to the largest entry of the force per velocity of a harmonic motion, over the step: its square, of
/// both parts, with and against the motion.
void raise_to_force(const std::vector<MatrixX>& terms, const MatrixX& constant, const VectorX& share,
                    std::size_t length, const RealFft& fft, Peak& largest) {
  const Eigen::Index n = terms.front().rows();
  const std::size_t bins = length / 2 + 1;
  std::vector<double> values(length, 0.0), spectrum(2 * bins);
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
}

constexpr double kEnough = 5e-6;  ///< of the largest response: a constant damping does the rest
constexpr double kMargin = 1.2;   ///< of that damping, for what third differences hide between frequencies
constexpr int kMostPasses = 60, kMostRounds = 5;
constexpr std::size_t kNearSamples = 16;  ///< widths 2 pi / N of a Fejer kernel beyond which it is below 1e-3
constexpr Eigen::Index kMostRows = 60;    ///< whose eigenvectors are worth their time at thousands of frequencies

/// Fejer's kernel about theta_c, sum_k (1 - k/N) cos(k theta_c) cos(k theta) with half of the first term: the narrowest
/// of N samples whose transform is nowhere negative [Zygmund2002, III.3].
class Fejer {
 public:
  /// @param count  N   @param length  of the transform whose frequencies are meant
  Fejer(std::size_t count, std::size_t length) : length_(length) {
    const auto samples = static_cast<double>(count);
    lobes_.push_back(samples);
    for (std::size_t k = 1; 2 * k <= length; ++k) {
      const double half = kPi * static_cast<double>(k) / static_cast<double>(length),
                   ratio = std::sin(samples * half) / std::sin(half);
      lobes_.push_back(ratio * ratio / samples);
    }
  }
  double operator()(std::size_t m, std::size_t centre) const {
    const std::size_t sum = m + centre;
    return 0.25 * (lobes_[std::max(m, centre) - std::min(m, centre)] + lobes_[std::min(sum, length_ - sum)]);
  }

 private:
  std::size_t length_;
  std::vector<double> lobes_;
};

/// Whether all eigenvalues of the symmetric matrix are above the level. It becomes the factors of the matrix less
/// level.
bool is_definite(MatrixX& matrix, double level) {
  const Eigen::Index n = matrix.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    const double pivot = matrix(j, j) - level;
    if (!(pivot > 0.0)) return false;
    for (Eigen::Index k = j + 1; k < n; ++k) {
      const double factor = matrix(k, j) / pivot;
      for (Eigen::Index i = k; i < n; ++i) matrix(i, k) -= factor * matrix(i, j);
    }
  }
  return true;
}

/// Solves with the factors that is_definite leaves.
void solve_factored(const MatrixX& factors, double level, VectorX& x) {
  const Eigen::Index n = factors.rows();
  for (Eigen::Index j = 0; j < n; ++j)
    x.tail(n - 1 - j) -= (x(j) / (factors(j, j) - level)) * factors.col(j).tail(n - 1 - j);
  for (Eigen::Index j = n; j-- > 0;)
    x(j) = (x(j) - factors.col(j).tail(n - 1 - j).dot(x.tail(n - 1 - j))) / (factors(j, j) - level);
}

/// Finds the frequencies at which, or beside which, an eigenvalue of the response is below -enough, and raises them.
class Repair {
 public:
  /// @param count  samples of the kernel   @param enough  [units of the response]
  Repair(Response& values, const Fejer& fejer, std::size_t count, double enough, MemorySum sum)
      : values_(values),
        fejer_(fejer),
        count_(static_cast<double>(count)),
        enough_(enough),
        sum_(sum),
        n_(values.at(0).rows()) {
    MatrixX bound(n_, n_);
    for (std::size_t m = 0; m < values.count(); ++m) {
      values.lower_bound(m, bound);
      definite_ = definite_ && is_above(values.at(m), enough) && is_above(bound, enough);
      if (!definite_ && !(is_above(values.at(m), -enough) && is_above(bound, -enough))) open_.push_back({m});
    }
    find_lowest();
  }
  bool finished() const { return open_.empty(); }
  bool definite() const { return definite_; }  ///< all eigenvalues are above +enough
  const std::map<std::size_t, MatrixX>& added() const { return added_; }
  struct Lowest {
    double value = 0.0;  ///< of those below -enough, else -enough
    std::size_t at = 0;
  };
  Lowest lowest() const {
    Lowest out{-enough_, 0};
    for (const Open& o : open_) {
      if (o.lowest < out.value) out = {o.lowest, o.m};
    }
    return out;
  }

  /// Adds at each minimum what the response lacks there, -sum_i lambda_i u_i u_i^T of the negative eigenvalues, times
  /// Fejer's kernel about it. Nothing is taken from the response at any frequency, but for the constant that the slope
  /// of these samples at 0 brings in.
  /// Returns false when no frequency is left.
  bool raise() {
    struct Addition {
      std::size_t m;
      MatrixX matrix;
    };
    std::vector<Addition> missing;  // ascending
    MatrixX constant = MatrixX::Zero(n_, n_);
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Open& o = open_[i];
      const bool left = i > 0 && open_[i - 1].m + 1 == o.m && open_[i - 1].lowest < o.lowest,
                 right = i + 1 < open_.size() && open_[i + 1].m == o.m + 1 && open_[i + 1].lowest <= o.lowest;
      if (left || right) continue;
      MatrixX value = values_.at(o.m);
      if (o.between) values_.lower_bound(o.m, value);
      eigen_.compute(value);
      const double theta = values_.theta(o.m);
      const VectorX lacking = (-eigen_.eigenvalues()).cwiseMax(0.0) / fejer_(o.m, o.m);
      missing.push_back({o.m, eigen_.eigenvectors() * lacking.asDiagonal() * eigen_.eigenvectors().transpose()});
      constant += slope_constant(theta) * missing.back().matrix;
      MatrixX& all = added_[o.m];
      if (all.size() == 0) all = MatrixX::Zero(n_, n_);
      all += missing.back().matrix;
    }
    std::set<std::size_t> changed;
    for (const Open& o : open_) changed.insert({values_.before(o.m), o.m, values_.after(o.m)});
    for (const std::size_t m : changed) {
      values_.at(m) += constant;
      // Farther kernels are left to the next round, which transforms the whole series: they are positive.
      const std::size_t near = kNearSamples * values_.length() / static_cast<std::size_t>(count_);
      auto a = std::lower_bound(missing.begin(), missing.end(), m - std::min(m, near),
                                [](const Addition& addition, std::size_t least) { return addition.m < least; });
      for (; a != missing.end() && a->m <= m + near; ++a) values_.at(m) += fejer_(m, a->m) * a->matrix;
    }
    find_lowest();
    return !open_.empty();
  }

 private:
  struct Open {
    std::size_t m = 0;
    double lowest = 0.0;
    bool between = false;      ///< the lowest is that of the bound beside the frequency
    VectorX here{}, beside{};  ///< the vectors of both
  };

  bool is_above(const Eigen::Ref<const MatrixX>& value, double level) {
    if (level < 0.0 && value.squaredNorm() < level * level) return true;
    shifted_ = value;
    return is_definite(shifted_, level);
  }

  double slope_constant(double centre) const {
    if (sum_ == MemorySum::trapezoid) return 0.0;
    std::vector<double> samples(std::min<std::size_t>(kNear, static_cast<std::size_t>(count_)));
    for (std::size_t k = 0; k < samples.size(); ++k)
      samples[k] = (1.0 - static_cast<double>(k) / count_) * std::cos(static_cast<double>(k) * centre);
    return slope_at_zero(samples) / 12.0;
  }

  /// Lowest eigenvalue of a matrix that is not above -enough, else 0.   @param vector  near its own; becomes its own
  double lowest_of(const Eigen::Ref<const MatrixX>& value, VectorX& vector) {
    if (is_above(value, -enough_)) return 0.0;
    constexpr double kExact = 1e-7;
    constexpr int kMost = 6;
    for (int i = 0; i < kMost && vector.size() > 0; ++i) {
      turned_.noalias() = value * vector;
      const double quotient = vector.dot(turned_), rest = (turned_ - quotient * vector).norm();
      // An eigenvalue is no further than the rest; none is below the level where the factors exist.
      const double level = quotient - 2.0 * rest - kExact * std::abs(quotient);
      shifted_ = value;
      if (!is_definite(shifted_, level)) break;
      if (rest <= kExact * std::abs(quotient)) return quotient;
      solve_factored(shifted_, level, vector);
      vector.normalize();
    }
    vector = eigen_.compute(value).eigenvectors().col(0);
    return eigen_.eigenvalues()(0);
  }

  void find_lowest() {
    MatrixX bound(n_, n_);
    const VectorX* near = nullptr;
    for (Open& o : open_) {
      if (o.here.size() == 0 && near != nullptr) o.here = o.beside = *near;
      values_.lower_bound(o.m, bound);
      const double here = lowest_of(values_.at(o.m), o.here), beside = lowest_of(bound, o.beside);
      if (o.here.size() > 0) near = &o.here;
      o.between = beside < here;
      o.lowest = std::min(here, beside);
    }
    open_.erase(std::remove_if(open_.begin(), open_.end(), [](const Open& o) { return o.lowest == 0.0; }), open_.end());
  }

  Response& values_;
  const Fejer& fejer_;
  double count_, enough_;
  MemorySum sum_;
  Eigen::Index n_;
  bool definite_ = true;
  std::vector<Open> open_;                ///< ascending
  std::map<std::size_t, MatrixX> added_;  ///< weight of Fejer's kernel, by the frequency of its centre
  MatrixX shifted_;
  VectorX turned_;
  Eigen::SelfAdjointEigenSolver<MatrixX> eigen_;
};

/// Adds the cosine series of the kernels about their centres to the terms.
void add_series(const std::map<std::size_t, MatrixX>& added, const RealFft& fft, std::size_t length,
                std::vector<MatrixX>& terms) {
  const std::size_t bins = length / 2 + 1;
  std::vector<double> spectrum(2 * bins), line(length);
  for (Eigen::Index i = 0; i < terms.front().rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      std::fill(spectrum.begin(), spectrum.end(), 0.0);
      for (const auto& [m, matrix] : added)  // the transform counts all frequencies but the ends twice
        spectrum[m] = (m == 0 || m + 1 == bins ? 1.0 : 0.5) * matrix(i, j);
      fft.backward(spectrum.data(), line.data());
      for (std::size_t k = 0; k < terms.size(); ++k) {
        terms[k](i, j) += (1.0 - static_cast<double>(k) / static_cast<double>(terms.size())) * line[k];
        terms[k](j, i) = terms[k](i, j);
      }
    }
  }
}

/// Rows that couple: samples times weights and factors, what their response is a cosine series of, and the response.
struct Part {
  std::vector<Eigen::Index> rows;
  VectorX factors;
  std::vector<MatrixX> given, terms;  ///< terms[k], rows x rows, without the weight 1/2 of the first; given: before
  Response values;
};

}  // namespace

KernelRepair make_kernel_passive(SampledKernel& kernel, const VectorX& scale, MemorySum sum) {
  std::vector<MatrixX>& K = kernel.values;
  SWELL_EXPECT(K.size() >= 4 && K.front().rows() == K.front().cols() && scale.size() == K.front().rows());
  KernelRepair out;
  MatrixX peaks = MatrixX::Zero(scale.size(), scale.size());
  for (const MatrixX& k : K) peaks = peaks.cwiseMax(k.cwiseAbs());
  const std::vector<std::vector<Eigen::Index>> coupled = coupled_rows(peaks);
  if (coupled.empty()) return out;
  std::size_t most_rows = 0;
  for (const auto& rows : coupled) most_rows = std::max(most_rows, rows.size());
  // Fewer for many rows, whose matrices of all frequencies would take more memory than the kernel.
  const std::size_t per_sample = std::clamp<std::size_t>(8192 / (most_rows * most_rows), 4, 32);
  const std::size_t count = K.size(), fine = length_for(per_sample * count), length = length_for(4 * count);
  const RealFft fft(fine, fine / 2 + 1), coarse(length, length / 2 + 1);
  const Fejer fejer(count, fine);
  const VectorX factors = row_factors(peaks, scale), weights = weights_of(count, sum);
  std::vector<Part> parts;
  double largest = 0.0, most_lacking = 0.0;
  for (const auto& rows : coupled) {
    const auto n = static_cast<Eigen::Index>(rows.size());
    Part& part = parts.emplace_back(Part{rows, factors(rows), {}, {}, Response(n, fine)});
    for (std::size_t k = 0; k < count; ++k)
      part.given.emplace_back(term_weight(weights, k) *
                              (part.factors.asDiagonal() * K[k](rows, rows) * part.factors.asDiagonal()));
    part.terms = part.given;
    part.values.set(part.terms, constant_of(part.terms, sum), fft);
    for (std::size_t m = 0; m < part.values.count(); ++m)
      largest = std::max(largest, part.values.at(m).diagonal().maxCoeff());
  }
  bool changed = false;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    Part& part = parts[p];
    double lacking = 0.0;
    for (int round = 0; round < kMostRounds; ++round) {  // the last one finds nothing more
      if (round > 0) part.values.set(part.terms, constant_of(part.terms, sum), fft);
      Repair repair(part.values, fejer, count, kEnough * largest, sum);
      if (round == 0 && repair.definite()) break;
      changed = true;
      const Repair::Lowest lowest = repair.lowest();
      lacking = -kMargin * lowest.value;
      if (round == 0 && lowest.value / largest < out.lowest) {
        out.lowest = lowest.value / largest;
        out.omega = part.values.theta(lowest.at) / kernel.step;
      }
      if (part.factors.size() > kMostRows || repair.finished()) break;
      for (int pass = 0; pass < kMostPasses && repair.raise(); ++pass) {
        const double of_part = (round + (pass + 1.0) / kMostPasses) / kMostRounds;
        report_progress((static_cast<double>(p) + of_part) / static_cast<double>(parts.size()),
                        "making the radiation kernel passive");
      }
      add_series(repair.added(), fft, fine, part.terms);
    }
    most_lacking = std::max(most_lacking, lacking);
    part.terms.front().diagonal().array() += lacking / rise_with_first(sum);
  }
  if (!changed) return out;
  out.damping = most_lacking / largest;
  // Of the force, not of the samples: a change of every sample by little may be one of the damping by much. Rows that
  // hardly radiate count by what they do to the others' size.
  constexpr double kHardly = 1e-3;
  const VectorX sizes = scale.cwiseQuotient(factors),
                share = (sizes / (std::sqrt(kHardly) * sizes.maxCoeff())).cwiseMin(1.0);
  Peak force, change;
  for (Part& part : parts) {
    raise_to_force(part.given, constant_of(part.given, sum), share(part.rows), length, coarse, force);
    const VectorX back = part.factors.cwiseInverse();
    for (std::size_t k = 0; k < count; ++k) {
      part.terms[k] -= part.given[k];
      if (part.terms[k].isZero(0.0)) continue;
      K[k](part.rows, part.rows) +=
          (back.asDiagonal() * part.terms[k] * back.asDiagonal()) * (1.0 / term_weight(weights, k));
    }
    raise_to_force(part.terms, constant_of(part.terms, sum), share(part.rows), length, coarse, change);
  }
  if (!(force.value > 0.0)) return out;
  out.change = std::sqrt(change.value / force.value);
  out.changed_at = 2.0 * kPi * static_cast<double>(change.at) / (static_cast<double>(length) * kernel.step);
  return out;
}

}  // namespace swell::hydro
