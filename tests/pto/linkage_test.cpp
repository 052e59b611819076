#include "swell/pto/linkage.h"

#include "swell_test/test.h"

namespace swell::pto::linkage_test {
namespace {

constexpr Crank kCrank{3.0, 1.3, 5.0};
constexpr AdjustableRod kRod{3.0, 1.3, 5.0};

template <class Linkage>
void derivatives_agree(const Linkage& linkage) {
  for (double q = -1.2; q < 1.2; q += 0.1) {
    const double h = 1e-5;
    const double rise = evaluate(linkage, q + h).position - evaluate(linkage, q - h).position;
    EXPECT_NEAR(evaluate(linkage, q).ratio, rise / (2.0 * h), 1e-8) << q;
  }
  EXPECT_NEAR(evaluate(linkage, 0.0).position, 0.0, 1e-15);
}

TEST(Linkage, RatiosAreTheDerivativesOfThePosition) {
  derivatives_agree(kCrank);
  derivatives_agree(kRod);
}

// PTO-Sim's formulas: cos(g) r cos(q) F' - sin(g) r sin(q) F' with its angle g, F' along the rod.
TEST(Linkage, CrankTorqueIsTheNegativeOfPtoSimsAndTheRodTorqueTheSame) {
  constexpr double r = 3.0, e = 1.3, L = 5.0, force = 1e4;
  const double d = std::sqrt(L * L - (r - e) * (r - e));
  for (double q = -1.0; q < 1.0; q += 0.13) {
    const double lateral = r * std::cos(q) - e, sin_g = lateral / L, cos_g = -std::sqrt(1.0 - sin_g * sin_g);
    const double crank = r * (cos_g * std::cos(q) - sin_g * std::sin(q)) * force / std::abs(cos_g);
    EXPECT_NEAR(evaluate(kCrank, q).ratio * force, -crank, 1e-8);
    const double along = r * std::sin(q) - d, length = std::hypot(lateral, along);
    EXPECT_NEAR(evaluate(kRod, q).ratio * force, r * (along * std::cos(q) - lateral * std::sin(q)) / length * force,
                1e-8);
  }
}

TEST(Linkage, RefusesARodThatCannotReach) {
  EXPECT_THROW(check(Crank{3.0, 1.0, 1.5}), InputError);
  EXPECT_THROW(check(AdjustableRod{3.0, 1.0, 1.5}), InputError);
  EXPECT_NO_THROW(check(kCrank));
}

}  // namespace
}  // namespace swell::pto::linkage_test
