#include "swell/waves/directional_spectrum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "swell/base/interpolation.h"

namespace swell::waves {

namespace {

constexpr double kCircle = 2.0 * kPi;
constexpr double kSame = 1e-9;  // [rad] of equal directions

bool ascending_round(const std::vector<double>& direction) {
  for (std::size_t j = 1; j < direction.size(); ++j) {
    if (!(direction[j] > direction[j - 1])) return false;
  }
  return direction.back() - direction.front() <= kCircle + kSame;
}

double widest_step(const std::vector<double>& direction) {
  double widest = 0.0;
  for (std::size_t j = 1; j < direction.size(); ++j) widest = std::max(widest, direction[j] - direction[j - 1]);
  return widest;
}

void take(const std::vector<std::size_t>& order, std::vector<double>& direction, MatrixX& density) {
  const std::vector<double> from = direction;
  const MatrixX columns = density;
  direction.clear();
  density.resize(columns.rows(), static_cast<Eigen::Index>(order.size()));
  for (const std::size_t j : order) {
    density.col(static_cast<Eigen::Index>(direction.size())) = columns.col(static_cast<Eigen::Index>(j));
    direction.push_back(from[j]);
  }
}

/// Sorts by value on the circle, starting behind the widest gap.
void sort_round(std::vector<double>& direction, MatrixX& density) {
  for (double& theta : direction) {
    theta -= kCircle * std::floor(theta / kCircle);
    if (kCircle - theta < kSame) theta = 0.0;
  }
  std::vector<std::size_t> order(direction.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return direction[a] < direction[b] - kSame;  // 0 and 360 are one direction
  });
  const auto repeats = [&](std::size_t a, std::size_t b) {
    return std::abs(direction[a] - direction[b]) <= kSame &&
           density.col(static_cast<Eigen::Index>(a)) == density.col(static_cast<Eigen::Index>(b));
  };
  order.erase(std::unique(order.begin(), order.end(), repeats), order.end());
  take(order, direction, density);
  const std::size_t n = direction.size();
  std::size_t first = 0;
  double widest = n > 1 ? kCircle - direction.back() + direction.front() : 0.0;
  for (std::size_t j = 1; j < n; ++j) {
    if (direction[j] - direction[j - 1] <= widest + kSame) continue;  // for equal gaps the one at north
    widest = direction[j] - direction[j - 1];
    first = j;
  }
  std::vector<std::size_t> from_first(n);
  for (std::size_t j = 0; j < n; ++j) {
    from_first[j] = (first + j) % n;
    if (j < first) direction[j] += kCircle;
  }
  take(from_first, direction, density);
}

}  // namespace

void order_directions(std::vector<double>& direction, MatrixX& density) {
  SWELL_EXPECT(density.cols() == static_cast<Eigen::Index>(direction.size()));
  if (direction.size() < 2) return;
  for (const double theta : direction) {
    if (!std::isfinite(theta)) return;  // rejected by make_sea_state
  }
  std::size_t falls = 0;
  for (std::size_t j = 1; j < direction.size(); ++j) falls += direction[j] < direction[j - 1] ? 1U : 0U;
  if (2 * falls >= direction.size()) {
    std::reverse(direction.begin(), direction.end());
    density = density.rowwise().reverse().eval();
  }
  for (std::size_t j = 1; j < direction.size(); ++j) {  // past north once
    if (direction[j] >= direction[j - 1]) continue;
    for (std::size_t k = j; k < direction.size(); ++k) direction[k] += kCircle;
    break;
  }
  // If a step is wider than the rest of the circle, the directions are a sector about north written from 0 to 360.
  if (!ascending_round(direction) || widest_step(direction) > kCircle - (direction.back() - direction.front()) + kSame)
    sort_round(direction, density);
  if (std::max(std::abs(direction.front()), std::abs(direction.back())) <= kCircle + kSame) return;
  const double turns = std::round(0.5 * (direction.front() + direction.back()) / kCircle);
  for (double& theta : direction) theta -= turns * kCircle;
}

double closing_gap(const std::vector<double>& direction) {
  // A missing direction doubles a gap; grids of whole degrees have steps that differ by a third.
  constexpr double kWider = 1.5;
  constexpr std::size_t kFewest = 4;  // with three, a gap is as wide as a sector
  if (direction.size() < kFewest) return 0.0;
  const double gap = kCircle - (direction.back() - direction.front());
  return gap > kSame && gap <= kWider * widest_step(direction) ? gap : 0.0;
}

FullDirectionalSpectrum directional_spectrum(std::vector<double> frequency, std::vector<double> direction,
                                             const MatrixX& density, bool closed) {
  SWELL_EXPECT(density.rows() == static_cast<Eigen::Index>(frequency.size()) &&
               density.cols() == static_cast<Eigen::Index>(direction.size()) && direction.size() > 1);
  FullDirectionalSpectrum spec;
  spec.frequency = std::move(frequency);
  spec.direction = std::move(direction);
  spec.spread = MatrixX::Zero(density.rows(), density.cols());
  const double gap = closed ? closing_gap(spec.direction) : 0.0;
  for (Eigen::Index i = 0; i < density.rows(); ++i) {
    const VectorX row = density.row(i);
    double total = trapezoid(spec.direction, {row.data(), row.data() + row.size()});
    if (gap > 0.0) total += 0.5 * gap * (row[0] + row[row.size() - 1]);
    spec.spectrum.push_back(total);
    for (Eigen::Index j = 0; j < row.size(); ++j)
      spec.spread(i, j) = total > 0.0 ? row[j] / total : 1.0 / (spec.direction.back() - spec.direction.front() + gap);
  }
  return spec;
}

double density_at_ends(const FullDirectionalSpectrum& spectrum) {
  if (spectrum.direction.size() < 2) return 0.0;
  const double gap = kCircle - (spectrum.direction.back() - spectrum.direction.front());
  if (gap <= kSame || closing_gap(spectrum.direction) > 0.0) return 0.0;
  VectorX sums = VectorX::Zero(spectrum.spread.cols());
  for (Eigen::Index i = 0; i < spectrum.spread.rows(); ++i)
    sums += spectrum.spectrum[static_cast<std::size_t>(i)] * spectrum.spread.row(i).transpose();
  const double densest = sums.maxCoeff();
  return densest > 0.0 ? std::max(sums[0], sums[sums.size() - 1]) / densest : 0.0;
}

}  // namespace swell::waves
