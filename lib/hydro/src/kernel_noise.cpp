#include "swell/hydro/kernel_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace swell::hydro {

namespace {
double peak(const std::vector<MatrixX>& kernel, Eigen::Index i, Eigen::Index j) {
  double largest = 0.0;
  for (const MatrixX& k : kernel) largest = std::max(largest, std::abs(k(i, j)));
  return largest;
}

/// Errors of the damping at single frequencies are spread evenly over a kernel: half of their square is in its later
/// half. The memory of radiated waves dies out.
bool dies_out(const std::vector<MatrixX>& kernel, Eigen::Index i) {
  constexpr double kLateShare = 0.01;
  double early = 0.0, late = 0.0;
  for (std::size_t k = 0; k < kernel.size(); ++k)
    (2 * k < kernel.size() ? early : late) += std::pow(kernel[k](i, i), 2);
  return kernel.size() > 1 && late <= kLateShare * (early + late);
}
}  // namespace

std::vector<int> body_of_rows(const RadiationCoefficients& coefficients) {
  std::vector<int> group;
  for (std::size_t b = 0; b < coefficients.bodies().size(); ++b) {
    group.insert(group.end(), static_cast<std::size_t>(coefficients.bodies()[b]->dof), static_cast<int>(b));
  }
  return group;
}

MatrixX modelled_entries(const std::vector<MatrixX>& kernel, const VectorX& scale, const std::vector<int>& group,
                         double level) {
  const Eigen::Index n = kernel.front().rows();
  MatrixX size(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) size(i, j) = peak(kernel, i, j);
  }
  VectorX largest = VectorX::Zero(n);  // of the row's body, as a translation
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (group[static_cast<std::size_t>(i)] == group[static_cast<std::size_t>(j)]) {
        largest(i) = std::max(largest(i), size(j, j) * scale(j) * scale(j));
      }
    }
  }
  constexpr double kRoundOff = 1e-12;  // of the largest of the body
  std::vector<bool> is_noise;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double relative = level > 0.0 ? size(i, i) * scale(i) * scale(i) / largest(i) : 1.0;
    is_noise.push_back(!(relative > kRoundOff) || (relative <= level && !dies_out(kernel, i)));
  }
  const auto noise = [&](Eigen::Index i) { return is_noise[static_cast<std::size_t>(i)]; };
  MatrixX modelled = MatrixX::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      if (size(i, j) == 0.0) continue;
      const bool drop = noise(i) || noise(j) || (i != j && size(i, j) <= level * std::sqrt(size(i, i) * size(j, j)));
      modelled(i, j) = drop ? 0.0 : 1.0;
    }
  }
  return modelled;
}

std::string dropped_note(const std::vector<MatrixX>& kernel, const MatrixX& modelled) {
  constexpr int kNamed = 6;  // a line of the summary
  std::string dropped;
  int count = 0;
  for (Eigen::Index i = 0; i < modelled.rows(); ++i) {
    for (Eigen::Index j = 0; j < modelled.cols(); ++j) {
      if (modelled(i, j) != 0.0 || peak(kernel, i, j) == 0.0) continue;
      if (++count <= kNamed) dropped += fmt::format("{}({},{})", dropped.empty() ? "" : " ", i + 1, j + 1);
    }
  }
  if (count > kNamed) dropped += fmt::format(" and {} more", count - kNamed);
  return dropped.empty() ? dropped : "entries dropped as numerical noise: " + dropped;
}

}  // namespace swell::hydro
