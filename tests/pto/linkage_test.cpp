#include "swell/pto/linkage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "swell/base/error.h"

namespace swell::pto {
namespace {

constexpr Crank kCrank{3.0, 1.3, 5.0};
constexpr AdjustableRod kRod{3.0, 1.3, 5.0};

template <class Linkage>
void derivatives_agree(const Linkage& linkage) {
  for (double q = -1.2; q < 1.2; q += 0.1) {
    const double h = 1e-5;
    const LinkagePoint a = evaluate(linkage, q - h), m = evaluate(linkage, q), b = evaluate(linkage, q + h);
    EXPECT_NEAR(m.ratio, (b.position - a.position) / (2.0 * h), 1e-8) << q;
    EXPECT_NEAR(m.ratio_derivative, (b.ratio - a.ratio) / (2.0 * h), 1e-7) << q;
  }
  EXPECT_NEAR(evaluate(linkage, 0.0).position, 0.0, 1e-15);
}

TEST(Linkage, RatiosAreTheDerivativesOfThePosition) {
  derivatives_agree(kCrank);
  derivatives_agree(kRod);
}

TEST(Linkage, CrankTorqueIsTheNegativeOfPtoSimsAndTheRodTorqueTheSame) {
  for (double q = -1.0; q < 1.0; q += 0.13) {
    EXPECT_NEAR(linkage_torque(evaluate(kCrank, q), 1e4), -crank_torque_ptosim(kCrank, q, 1e4), 1e-8);
    EXPECT_NEAR(linkage_torque(evaluate(kRod, q), 1e4), rod_torque_ptosim(kRod, q, 1e4), 1e-8);
  }
}

TEST(Linkage, RefusesARodThatCannotReach) {
  EXPECT_THROW(check(Crank{3.0, 1.0, 1.5}), InputError);
  EXPECT_THROW(check(AdjustableRod{3.0, 1.0, 1.5}), InputError);
  EXPECT_NO_THROW(check(kCrank));
}

}  // namespace
}  // namespace swell::pto
