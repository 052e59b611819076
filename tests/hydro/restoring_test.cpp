#include "swell/hydro/restoring.h"

#include <gtest/gtest.h>

namespace swell::hydro {
namespace {

HydroBody sample_body() {
  HydroBody body;
  body.cg = Vector3(0.1, 0.2, -2.0);
  body.cb = Vector3(0.4, -0.1, -1.0);
  body.displaced_volume = 10.0;
  body.restoring_stiffness = MatrixX::Zero(6, 6);
  body.restoring_stiffness(2, 2) = 3.0;
  body.restoring_stiffness(2, 4) = 0.5;
  body.restoring_stiffness(4, 2) = 0.5;
  return body;
}

TEST(Restoring, WeightAndBuoyancyOutOfLineLoadTheBodyAtRest) {
  const LinearRestoring restoring = make_linear_restoring(sample_body(), 9000.0, 1000.0, 9.81);
  const Vector6 rest = Vector6::Zero();
  Vector6 F;
  restoring.evaluate(rest.data(), F.data());
  EXPECT_NEAR(F(2), 1000.0 * 9.81, 1e-9) << "1000 kg too light: pushed up";
  // (cb - cg) x (0, 0, rho g V) with cb - cg = (0.3, -0.3, 1).
  EXPECT_NEAR(F(3), -0.3 * 98100.0, 1e-9);
  EXPECT_NEAR(F(4), -0.3 * 98100.0, 1e-9);
  EXPECT_EQ(F(5), 0.0);
}

TEST(Restoring, IsTheNegativeSlopeOfItsEnergy) {
  const LinearRestoring restoring = make_linear_restoring(sample_body(), 9000.0, 1000.0, 9.81);
  Vector6 x;
  x << 0.1, -0.2, 0.3, 0.05, -0.04, 0.2;
  Vector6 F;
  restoring.evaluate(x.data(), F.data());
  for (int i = 0; i < 6; ++i) {
    Vector6 left = x, right = x;
    left(i) -= 1e-4;
    right(i) += 1e-4;
    const double slope = (restoring.potential_energy(right.data()) - restoring.potential_energy(left.data())) / 2e-4;
    EXPECT_NEAR(F(i), -slope, 1e-5) << i;
  }
}

TEST(Restoring, AStiffnessOfTheUsersReplacesTheFiles) {
  MatrixX mine = MatrixX::Zero(6, 6);
  mine(4, 4) = 7.0;
  EXPECT_EQ(make_linear_restoring(sample_body(), 1.0, 1000.0, 9.81, mine).stiffness, mine);
  EXPECT_NEAR(make_linear_restoring(sample_body(), 1.0, 1000.0, 9.81, MatrixX::Zero(6, 6)).stiffness(2, 2), 29430.0,
              1e-9);
}

}  // namespace
}  // namespace swell::hydro
