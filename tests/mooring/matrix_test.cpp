#include "swell/mooring/matrix.h"

#include <gtest/gtest.h>

namespace swell::mooring {
namespace {

TEST(MatrixMooring, AppliesItsLawAtItsLocationAndTransfersTheMomentToTheCg) {
  MatrixMooring mooring;
  mooring.location = Vector3(0.0, 0.0, -10.0);
  mooring.stiffness(0, 0) = 1000.0;
  mooring.damping(0, 0) = 50.0;
  mooring.preload[2] = -7.0;
  const Vector3 arm = attachment_in_body(mooring, Vector3(0.0, 0.0, -2.0));
  EXPECT_EQ(arm, Vector3(0.0, 0.0, -8.0));
  BodyMotion body;
  body.pose << 3.0, 0.0, -2.0, 0.0, 0.0, 0.0;
  body.velocity << 2.0, 0.0, 0.0, 0.0, 0.0, 0.0;
  const Vector6 F = wrench(mooring, arm, body);
  EXPECT_DOUBLE_EQ(F[0], -3000.0 - 100.0);
  EXPECT_DOUBLE_EQ(F[2], -7.0);
  EXPECT_DOUBLE_EQ(F[4], -8.0 * -3100.0);  // (0,0,-8) x (F,0,0) is about y: z F
  EXPECT_DOUBLE_EQ(dissipated_power(mooring, arm, body), 200.0);
}

TEST(MatrixMooring, TheLawReadsTheAbsolutePoseSoAnInitialDisplacementStretchesIt) {
  MatrixMooring mooring;
  mooring.stiffness(0, 0) = 10.0;
  mooring.displacement = Vector3(1.0, 0.0, 0.0);
  BodyMotion body;
  body.pose[0] = 1.0;
  EXPECT_DOUBLE_EQ(wrench(mooring, attachment_in_body(mooring, Vector3::Zero()), body)[0], -10.0);
}

TEST(MatrixMooring, ForceIsMinusTheGradientOfTheEnergyForATranslation) {
  MatrixMooring mooring;
  mooring.stiffness.diagonal() << 3.0, 4.0, 5.0, 6.0, 7.0, 8.0;
  mooring.stiffness(0, 2) = mooring.stiffness(2, 0) = 1.5;
  mooring.preload << 1.0, 2.0, 3.0, 0.0, 0.0, 0.0;
  BodyMotion body;
  body.pose << 0.3, -0.2, 0.5, 0.0, 0.0, 0.0;
  const Vector6 F = wrench(mooring, Vector3::Zero(), body);
  for (int d = 0; d < 6; ++d) {
    BodyMotion p = body, m = body;
    p.pose[d] += 1e-4;
    m.pose[d] -= 1e-4;
    const double slope =
        (stored_energy(mooring, Vector3::Zero(), p) - stored_energy(mooring, Vector3::Zero(), m)) / 2e-4;
    EXPECT_NEAR(-slope, F[d], 1e-9);
  }
}

TEST(MatrixMooring, WarnsOfADampingThatFeedsEnergyIn) {
  MatrixMooring mooring;
  mooring.damping(1, 1) = -5.0;
  Diagnostics diagnostics;
  check(mooring, {}, diagnostics);
  ASSERT_EQ(diagnostics.warnings().size(), 1U);
  EXPECT_EQ(diagnostics.warnings()[0],
            "warning: mooring damping has a negative eigenvalue and feeds energy into the body; check the signs: the "
            "force is -C v");
}

}  // namespace
}  // namespace swell::mooring
