#include "swell/base/gauss_legendre.h"

#include "swell_test/test.h"

namespace swell::gauss_legendre_test {
namespace {

TEST(GaussLegendre, IntegratesEveryPolynomialOfItsDegree) {
  for (int n = 1; n <= 64; ++n) {
    const GaussRule rule = gauss_legendre(n);
    ASSERT_EQ(static_cast<int>(rule.x.size()), n);
    for (int degree = 0; degree < 2 * n; ++degree) {
      double sum = 0.0;
      for (std::size_t i = 0; i < rule.x.size(); ++i) sum += rule.w[i] * std::pow(rule.x[i], degree);
      EXPECT_NEAR(sum, degree % 2 == 0 ? 2.0 / (degree + 1) : 0.0, 1e-14 * n) << n << " points, degree " << degree;
    }
    double beyond = 0.0;  // degree 2n: the rule must miss it, by the square of the monic polynomial's norm
    for (std::size_t i = 0; i < rule.x.size(); ++i) beyond += rule.w[i] * std::pow(rule.x[i], 2 * n);
    if (n < 15) {
      EXPECT_GT(std::abs(beyond - 2.0 / (2 * n + 1)), 1e-9) << n;
    }
  }
}

}  // namespace
}  // namespace swell::gauss_legendre_test
