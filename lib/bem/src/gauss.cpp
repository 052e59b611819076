#include "gauss.h"

#include <array>
#include <cmath>

#include "swell/base/error.h"

namespace swell::bem {
namespace {

constexpr int kMost = 64;

struct Tables {
  std::array<GaussRule, kMost + 1> rules;
  std::array<std::vector<double>, kMost + 1> barycentric;
  Tables() {
    for (int n = 1; n <= kMost; ++n) {
      const GaussRule& rule = rules[static_cast<std::size_t>(n)] = gauss_legendre(n);
      std::vector<double>& bary = barycentric[static_cast<std::size_t>(n)];
      // (-1)^i sqrt((1 - x^2) w) [WangXiang2012, theorem 3.1]
      for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        bary.push_back((i % 2 == 0 ? 1.0 : -1.0) * std::sqrt((1.0 - rule.x[at] * rule.x[at]) * rule.w[at]));
      }
    }
  }
};

const Tables& tables() {
  static const Tables all;
  return all;
}

}  // namespace

const GaussRule& gauss_rule(int n) {
  SWELL_EXPECT(n >= 1 && n <= kMost);
  return tables().rules[static_cast<std::size_t>(n)];
}

void lagrange_values(int n, double t, double* out) {
  const Tables& all = tables();
  const std::vector<double>&x = all.rules[static_cast<std::size_t>(n)].x,
        &b = all.barycentric[static_cast<std::size_t>(n)];
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double away = t - x[at];
    if (std::abs(away) < 1e-15) {
      for (int k = 0; k < n; ++k) out[k] = k == i ? 1.0 : 0.0;
      return;
    }
    out[i] = b[at] / away;
    sum += out[i];
  }
  for (int i = 0; i < n; ++i) out[i] /= sum;
}

}  // namespace swell::bem
