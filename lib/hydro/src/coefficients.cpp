#include "swell/hydro/coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "passivity.h"
#include "swell/hydro/impulse_response.h"
#include "swell/hydro/passive_kernel.h"

namespace swell::hydro {
namespace {

/// A kernel for a body whose file has none: long enough for the spacing of the frequencies, fine enough for the
/// highest.
std::pair<std::vector<double>, std::vector<MatrixX>> kernel_from_damping(const HydroBodyRef& body) {
  const std::vector<double>& omega = body.data->omega;
  double spacing = omega.back();
  for (std::size_t k = 1; k < omega.size(); ++k) spacing = std::min(spacing, omega[k] - omega[k - 1]);
  const double end = std::min(60.0, kPi / spacing);
  const double step = std::min(0.1, kPi / (8.0 * omega.back()));
  const std::size_t count = static_cast<std::size_t>(std::ceil(end / step)) + 1;
  std::vector<double> t(count);
  for (std::size_t k = 0; k < count; ++k) t[k] = static_cast<double>(k) * step;
  return {t, radiation_kernel(omega, body->radiation_damping, step, count)};
}

/// 1 between rows of one part, else 0: parts are what couples by more than errors of the data. The force of an entry on
/// any motion is at most int |K| dt times its velocity. Where that is below 1e-4 of the largest of the entry's row and
/// of that of its column, rotations times 1/L, it is an error; below 1e-3 (no data are known better) too if the two
/// entries that reciprocity [Newman1977, 6.17] makes equal differ by their mean. Rows that hardly radiate count
/// as a thousandth of the largest row of their body.
MatrixX within_parts(const std::vector<HydroBodyRef>& bodies, const std::vector<std::vector<double>>& times,
                     const std::vector<std::shared_ptr<const std::vector<MatrixX>>>& samples, const MatrixX& felt,
                     const VectorX& scale) {
  constexpr double kError = 1e-4, kUncertain = 1e-3, kHardly = 1e-3;
  const Eigen::Index n = scale.size();
  MatrixX size = MatrixX::Zero(n, n), difference = MatrixX::Zero(n, n);  // of the sum of both entries, and theirs
  Eigen::Index row = 0;
  for (std::size_t a = 0; a < bodies.size(); row += bodies[a++]->dof) {
    Eigen::Index column = 0;
    for (std::size_t b = 0; b < bodies.size(); column += bodies[b++]->dof) {
      if (b < a || !bodies[a].beside(bodies[b])) continue;
      if (times[a] != times[b]) return MatrixX::Ones(n, n);
      auto mean = size.block(row, column, bodies[a]->dof, bodies[b]->dof);
      auto apart = difference.block(row, column, bodies[a]->dof, bodies[b]->dof);
      for (std::size_t k = 0; k < times[a].size(); ++k) {
        const auto one = (*samples[a])[k].middleCols(bodies[b].data->first_dof(bodies[b].body), bodies[b]->dof);
        const auto other = (*samples[b])[k].middleCols(bodies[a].data->first_dof(bodies[a].body), bodies[a]->dof);
        mean += (one + other.transpose()).cwiseAbs();
        apart += (one - other.transpose()).cwiseAbs();
      }
    }
  }
  const auto whole = [&](const MatrixX& upper) -> MatrixX {
    return scale.asDiagonal() * upper.cwiseMax(upper.transpose()).cwiseProduct(felt) * scale.asDiagonal();
  };
  size = whole(size);
  difference = whole(difference);
  VectorX largest = size.rowwise().maxCoeff();
  row = 0;
  for (const HydroBodyRef& body : bodies) {
    auto rigid = largest.segment(row, std::min(6, body->dof));  // modes have units of their own
    rigid = rigid.cwiseMax(kHardly * rigid.maxCoeff()).eval();
    row += body->dof;
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double least = difference(i, j) >= 0.5 * size(i, j) ? kUncertain : kError;
      if (i != j && size(i, j) <= least * std::min(largest(i), largest(j))) size(i, j) = 0.0;
    }
  }
  MatrixX within = MatrixX::Zero(n, n);
  for (const auto& part : coupled_rows(size)) within(part, part).setOnes();
  return within;
}

}  // namespace

void HydroBodyRef::lacks(const std::string& what, const std::string& remedy) const {
  throw InputError({data->file, 0, 0, {}},
                   fmt::format("body {} ({}) has no {}", body + 1, data->bodies[body].name, what), remedy);
}

void check_frequency_range(const HydroData& data, double omega, const Origin& origin) {
  if (data.omega.empty()) return;
  const double slack = 1e-9 * omega;
  if (omega >= data.omega.front() - slack && omega <= data.omega.back() + slack) return;
  const double shortest = 2.0 * kPi / data.omega.back();
  const double longest = 2.0 * kPi / data.omega.front();
  throw InputError(
      Diagnostic{Severity::error, origin,
                 fmt::format("wave period {:.6g} s is outside the BEM range {:.4g} to {:.4g} s of {}",
                             2.0 * kPi / omega, shortest, longest, data.file),
                 fmt::format("{}", 2.0 * kPi / omega), fmt::format("{} to {}", shortest, longest),
                 "choose a period within it, run the BEM code further, or set hydrodynamics.extrapolate: true"});
}

RadiationCoefficients::RadiationCoefficients(std::vector<HydroBodyRef> bodies, double density, bool body_to_body,
                                             RadiationData data)
    : bodies_(std::move(bodies)), density_(density), data_(data) {
  for (const HydroBodyRef& body : bodies_) dof_ += body->dof;
  mask_ = MatrixX::Zero(dof_, dof_);
  added_mass_infinite_ = MatrixX::Zero(dof_, dof_);
  int row = 0;
  for (const HydroBodyRef& body : bodies_) {
    int column = 0;
    for (const HydroBodyRef& other : bodies_) {
      const auto rigid = [](const HydroBodyRef& ref) {
        return ref->mode_of < 0 ? ref.body : static_cast<std::size_t>(ref->mode_of);
      };
      const bool same = body.beside(other) && rigid(body) == rigid(other);
      if (same || (body_to_body && body.beside(other))) mask_.block(row, column, body->dof, other->dof).setOnes();
      column += other->dof;
    }
    if (!body->radiation_irf.empty()) {
      kernel_time_.push_back(body->radiation_irf_time);
      kernel_samples_.emplace_back(body.data, &body->radiation_irf);
    } else {
      if (body->radiation_damping.empty()) body.lacks("radiation damping", "the file needs radiation_damping/all");
      if (body->radiation_damping.size() < 2)
        body.lacks(
            "radiation damping at more than one frequency",
            "the radiation memory, and with radiation: constant the added mass at infinite frequency, are made from "
            "the "
            "whole range: run the BEM code at more frequencies");
      auto [t, K] = kernel_from_damping(body);
      notes_.push_back(fmt::format("{}: radiation kernel computed from damping up to {:.3g} rad/s, {:.3g} s long",
                                   body->name, body.data->omega.back(), t.back()));
      kernel_time_.push_back(std::move(t));
      kernel_samples_.push_back(std::make_shared<const std::vector<MatrixX>>(std::move(K)));
    }
    row += body->dof;
  }
  find_kernels();
  added_mass_infinite_ =
      density_ * at_frequency(0.0, [this](std::size_t b, double) {
        const HydroBodyRef& body = bodies_[b];
        if (body->added_mass_infinite) return *body->added_mass_infinite;
        if (body->added_mass.empty()) body.lacks("added mass", "the file needs added_mass/inf_freq or added_mass/all");
        HydroData copy;
        copy.omega = body.data->omega;
        copy.bodies = {*body};
        copy.bodies[0].radiation_irf_time = kernel_time_[b];
        copy.bodies[0].radiation_irf = *kernel_samples_[b];
        add_added_mass_infinite(copy);
        notes_.push_back(body->name + ": added mass at infinite frequency computed from the kernel (Ogilvie)");
        return *copy.bodies[0].added_mass_infinite;
      });
  if (data_ == RadiationData::passive) make_passive();
}

// Reciprocity [Newman1977, 6.17] and, of the damping and of A_inf, no negative eigenvalues: radiated waves carry
// energy away, and at infinite frequency the water moves as without gravity, with the kinetic energy v A v / 2. Added
// mass at other frequencies may well be negative [Falnes2002, 5.5]: it is made symmetric alone.
void RadiationCoefficients::make_passive() {
  const VectorX S = scale();
  const auto largest_of = [&](const MatrixX& m) {
    return m.size() == 0 ? 0.0 : (S.asDiagonal() * m * S.asDiagonal()).cwiseAbs().maxCoeff();
  };
  const MatrixX given = added_mass_infinite_;
  added_mass_infinite_ = nearest_semidefinite(given, row_factors(given, S));
  if (const double size = largest_of(given); size > 0.0)
    change_.added_mass = largest_of(added_mass_infinite_ - given) / size;
  felt_ = felt_.cwiseMax(felt_.transpose()).eval();
  felt_ = felt_.cwiseProduct(within_parts(bodies_, kernel_time_, kernel_samples_, felt_, S)).eval();

  double size = 0.0, change = 0.0;
  const auto compare = [&](const MatrixX& before, const MatrixX& after) {
    size = std::max(size, largest_of(before));
    Eigen::Index row = 0, column = 0;
    const double here = (S.asDiagonal() * (after - before) * S.asDiagonal()).cwiseAbs().maxCoeff(&row, &column);
    if (!(here > change)) return;
    change = here;
    change_.row = static_cast<int>(std::min(row, column));
    change_.column = static_cast<int>(std::max(row, column));
  };
  const bool with_damping = std::all_of(bodies_.begin(), bodies_.end(),
                                        [](const HydroBodyRef& body) { return !body->radiation_damping.empty(); });
  factors_ = S;
  if (with_damping) {
    // At the data's own frequencies the splines need not be made.
    const auto given_at = [&](std::size_t k) {
      return at_frequency(0.0, [&](std::size_t b, double) -> MatrixX {
        const auto& omega = bodies_[b].data->omega;
        const std::size_t at = std::min(k, omega.size() - 1);
        return density_ * omega[at] * bodies_[b]->radiation_damping[at];
      });
    };
    std::size_t count = 0;
    for (const HydroBodyRef& body : bodies_) count = std::max(count, body.data->omega.size());
    MatrixX peaks = MatrixX::Zero(dof_, dof_);
    for (std::size_t k = 0; k < count; ++k) peaks = peaks.cwiseMax(given_at(k).cwiseAbs());
    factors_ = row_factors(peaks, S);
    for (std::size_t k = 0; k < count; ++k) {
      const MatrixX before = given_at(k);
      compare(before, nearest_semidefinite(before, factors_));
    }
  } else {
    std::vector<int> all(static_cast<std::size_t>(dof_));
    std::iota(all.begin(), all.end(), 0);
    const auto count = static_cast<std::size_t>(kernel_end() / kernel_step() + 1e-6) + 1;
    for (const MatrixX& K : raw_kernel(kernel_step(), count, all, all)) compare(K, 0.5 * (K + K.transpose()));
  }
  if (size > 0.0) change_.damping = change / size;
}

/// Places part(b, omega), dof x total_dof of b's file, into the rows of body b and the columns of the bodies beside it.
template <class Part>
MatrixX RadiationCoefficients::at_frequency(double omega, Part part) const {
  MatrixX out = MatrixX::Zero(dof_, dof_);
  int row = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const MatrixX all = part(b, omega);
    int column = 0;
    for (const HydroBodyRef& other : bodies_) {
      if (mask_(row, column) != 0.0) {
        out.block(row, column, bodies_[b]->dof, other->dof) =
            all.middleCols(other.data->first_dof(other.body), other->dof);
      }
      column += other->dof;
    }
    row += bodies_[b]->dof;
  }
  return out;
}

namespace {

/// Weights of the samples in the value at `at` of the not-a-knot spline through them: those of CubicSpline's slopes, by
/// its own equations transposed.
std::vector<double> spline_weights(const std::vector<double>& x, double at) {
  const std::size_t n = x.size();
  std::vector<double> weights(n, 0.0);
  if (n < 4) {
    for (std::size_t k = 0; k < n; ++k) {
      std::vector<double> unit(n, 0.0);
      unit[k] = 1.0;
      weights[k] = n == 1 ? 1.0 : CubicSpline(x, unit)(at);
    }
    return weights;
  }
  std::vector<double> h(n - 1), diagonal(n), z(n, 0.0), of_slope(n - 1, 0.0);
  for (std::size_t i = 0; i + 1 < n; ++i) h[i] = x[i + 1] - x[i];
  const double begin = h[0] + h[1], end = h[n - 2] + h[n - 3];
  const auto upper = [&](std::size_t i) { return i == 0 ? begin : h[i - 1]; };
  const auto lower = [&](std::size_t i) { return i + 1 == n ? end : h[i]; };
  const std::size_t p = find_piece(x, at);
  const double s = at - x[p], u = s / h[p];
  z[p] = s * (1.0 - u) * (1.0 - u);
  z[p + 1] = -s * u * (1.0 - u);
  for (std::size_t i = 0; i < n; ++i) {
    diagonal[i] = i == 0 ? h[1] : i + 1 == n ? h[n - 3] : 2.0 * (h[i - 1] + h[i]);
    if (i == 0) continue;
    const double factor = upper(i - 1) / diagonal[i - 1];
    diagonal[i] -= factor * lower(i);
    z[i] -= factor * z[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) z[i] = (z[i] - (i + 1 < n ? lower(i + 1) * z[i + 1] : 0.0)) / diagonal[i];
  for (std::size_t i = 1; i + 1 < n; ++i) {
    of_slope[i - 1] += 3.0 * h[i] * z[i];
    of_slope[i] += 3.0 * h[i - 1] * z[i];
  }
  of_slope[0] += (h[0] + 2.0 * begin) * h[1] / begin * z[0];
  of_slope[1] += h[0] * h[0] / begin * z[0];
  of_slope[n - 3] += h[n - 2] * h[n - 2] / end * z[n - 1];
  of_slope[n - 2] += (2.0 * end + h[n - 2]) * h[n - 3] / end * z[n - 1];
  of_slope[p] += s * u * (3.0 - 2.0 * u);
  weights[p] = 1.0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    weights[i + 1] += of_slope[i] / h[i];
    weights[i] -= of_slope[i] / h[i];
  }
  return weights;
}

/// Every entry of `samples`, times scale[k], by spline over omega; the end value outside.
MatrixX by_spline(const std::vector<double>& omega, const MatrixPerFrequency& samples, const std::vector<double>& scale,
                  double at) {
  const std::vector<double> weights = spline_weights(omega, std::clamp(at, omega.front(), omega.back()));
  MatrixX out = MatrixX::Zero(samples.front().rows(), samples.front().cols());
  // Weights fall to a quarter from sample to sample: those that round-off hides are most of them.
  constexpr double kHidden = 1e-20;
  for (std::size_t k = 0; k < omega.size(); ++k)
    if (std::abs(weights[k]) > kHidden) out += (weights[k] * scale[k]) * samples[k];
  return out;
}

}  // namespace

MatrixX RadiationCoefficients::added_mass(double omega) const {
  const MatrixX given = at_frequency(omega, [this](std::size_t b, double w) {
    const HydroBodyRef& body = bodies_[b];
    if (body->added_mass.empty()) body.lacks("added mass per frequency", "use radiation: convolution");
    return by_spline(body.data->omega, body->added_mass, std::vector<double>(body.data->omega.size(), density_), w);
  });
  return data_ == RadiationData::passive ? MatrixX(0.5 * (given + given.transpose())) : given;
}

MatrixX RadiationCoefficients::damping(double omega) const {
  const MatrixX given = raw_damping(omega);
  return data_ == RadiationData::passive ? nearest_semidefinite(given, factors_) : given;
}

MatrixX RadiationCoefficients::raw_damping(double omega) const {
  return at_frequency(omega, [this](std::size_t b, double w) {
    const HydroBodyRef& body = bodies_[b];
    if (body->radiation_damping.empty()) body.lacks("damping per frequency", "use radiation: convolution");
    std::vector<double> scale;
    for (const double wk : body.data->omega) scale.push_back(density_ * wk);
    return by_spline(body.data->omega, body->radiation_damping, scale, w);
  });
}

double RadiationCoefficients::kernel_step() const {
  double step = HUGE_VAL;
  for (const std::vector<double>& time : kernel_time_) step = std::min(step, time[1] - time[0]);
  return step;
}

double RadiationCoefficients::kernel_end() const {
  double end = 0.0;
  for (const std::vector<double>& time : kernel_time_) end = std::max(end, time.back());
  return end;
}

double RadiationCoefficients::shortest_kernel() const {
  double end = kernel_end();
  for (const std::vector<double>& time : kernel_time_) end = std::min(end, time.back());
  return end;
}

std::pair<double, double> RadiationCoefficients::frequencies() const {
  std::pair<double, double> range = {HUGE_VAL, 0.0};
  for (const HydroBodyRef& body : bodies_) {
    if (body.data->omega.empty()) continue;
    range = {std::min(range.first, body.data->omega.front()), std::max(range.second, body.data->omega.back())};
  }
  return range;
}

VectorX RadiationCoefficients::scale() const {
  VectorX s = VectorX::Ones(dof_);
  int row = 0;
  for (const HydroBodyRef& body : bodies_) {
    const double length = body->displaced_volume > 0.0 ? std::cbrt(body->displaced_volume) : 1.0;
    for (int i = 3; i < std::min(6, body->dof); ++i) s(row + i) = 1.0 / length;
    row += body->dof;
  }
  return s;
}

std::pair<std::size_t, int> RadiationCoefficients::place(int row) const {
  std::size_t b = 0;
  while (row >= bodies_[b]->dof) row -= bodies_[b++]->dof;
  return {b, row};
}

void RadiationCoefficients::find_kernels() {
  felt_ = MatrixX::Zero(dof_, dof_);
  int row = 0;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    MatrixX size = MatrixX::Zero(kernel_samples_[b]->front().rows(), kernel_samples_[b]->front().cols());
    for (const MatrixX& K : *kernel_samples_[b]) size += K.cwiseAbs();
    int column = 0;
    for (const HydroBodyRef& other : bodies_) {
      const auto block = size.middleCols(other.data->first_dof(other.body), other->dof);
      if (mask_(row, column) != 0.0)
        felt_.block(row, column, bodies_[b]->dof, other->dof) = (block.array() != 0.0).cast<double>();
      column += other->dof;
    }
    row += bodies_[b]->dof;
  }
}

std::size_t RadiationCoefficients::kernel_entries(const std::vector<int>& rows, const std::vector<int>& columns) const {
  std::size_t entries = 0;
  for (const int i : rows) {
    for (const int j : columns) entries += felt_(i, j) != 0.0 ? 1u : 0u;
  }
  return entries;
}

std::vector<MatrixX> RadiationCoefficients::kernel(double step, std::size_t count) const {
  std::vector<int> all(static_cast<std::size_t>(dof_));
  std::iota(all.begin(), all.end(), 0);
  return kernel(step, count, all, all);
}

std::vector<MatrixX> RadiationCoefficients::kernel(double step, std::size_t count, const std::vector<int>& rows,
                                                   const std::vector<int>& columns) const {
  std::vector<MatrixX> K = raw_kernel(step, count, rows, columns);
  if (data_ == RadiationData::passive) {
    const std::vector<MatrixX> other = rows == columns ? K : raw_kernel(step, count, columns, rows);
    for (std::size_t k = 0; k < count; ++k) K[k] = (0.5 * (K[k] + other[k].transpose())).eval();
  }
  return K;
}

std::vector<MatrixX> RadiationCoefficients::raw_kernel(double step, std::size_t count, const std::vector<int>& rows,
                                                       const std::vector<int>& columns) const {
  std::vector<MatrixX> K(
      count, MatrixX::Zero(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size())));
  std::vector<double> y;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [b, row] = place(rows[i]);
    const std::vector<double>& t = kernel_time_[b];
    const std::vector<MatrixX>& samples = *kernel_samples_[b];
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (felt_(rows[i], columns[j]) == 0.0) continue;
      const auto [other, own_column] = place(columns[j]);
      const int column = bodies_[other].data->first_dof(bodies_[other].body) + own_column;
      y.resize(t.size());
      for (std::size_t k = 0; k < t.size(); ++k) y[k] = density_ * samples[k](row, column);
      const CubicSpline spline(t, y);
      for (std::size_t k = 0; k < count; ++k) {
        const double at = static_cast<double>(k) * step;
        if (at <= t.back() * (1.0 + 1e-12))
          K[k](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = spline(std::min(at, t.back()));
      }
    }
  }
  return K;
}

}  // namespace swell::hydro
