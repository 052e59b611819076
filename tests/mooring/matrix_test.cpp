#include "swell/mooring/matrix.h"

#include "swell_test/poses.h"
#include "swell_test/test.h"

namespace swell::mooring::matrix_test {
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

// At 100 poses away from pitch = 90 deg; error of the differences over 2e-5 as in tests/hydro/restoring_test.cpp. The
// law as it was is no gradient there.
TEST(MatrixMooring, ForceIsMinusTheGradientOfTheEnergyAtRandomPoses) {
  MatrixMooring mooring;
  mooring.stiffness.diagonal() << 3e3, 4e3, 5e3, 6e4, 7e4, 8e4;
  mooring.stiffness(0, 2) = mooring.stiffness(2, 0) = 1.5e3;
  mooring.stiffness(0, 4) = mooring.stiffness(4, 0) = -2e3;
  mooring.stiffness(3, 5) = mooring.stiffness(5, 3) = 5e3;
  mooring.preload << 1e3, 2e3, 3e3, 4e2, -5e2, 6e2;
  std::mt19937 random(1);
  const Vector3 arm(1.0, -2.0, 3.0);
  const auto motion = [](const swell_test::Pose& pose) {
    BodyMotion body;
    body.pose = swell_test::forms(pose).displacement;
    return body;
  };
  double worst_by_angles = 0.0;
  for (int n = 0; n < 100; ++n) {
    const auto pose = swell_test::random_pose(random, 1.0);
    mooring.potential = true;
    const Vector6 F = wrench(mooring, arm, motion(pose));
    mooring.potential = false;
    worst_by_angles = std::max(worst_by_angles, (F - wrench(mooring, arm, motion(pose))).norm());
    for (int d = 0; d < 6; ++d) {
      const double slope = (stored_energy(mooring, arm, motion(swell_test::moved(pose, 1e-5 * Vector6::Unit(d)))) -
                            stored_energy(mooring, arm, motion(swell_test::moved(pose, -1e-5 * Vector6::Unit(d))))) /
                           2e-5;
      EXPECT_NEAR(-slope, F[d], 1e-3 * (1.0 + 1e-3 * F.norm())) << n << ", motion " << d;
    }
  }
  EXPECT_GT(worst_by_angles, 1e3);
}

TEST(MatrixMooring, WarnsOfADampingThatFeedsEnergyIn) {
  MatrixMooring mooring;
  mooring.damping(1, 1) = -5.0;
  Diagnostics diagnostics;
  check(mooring, {}, diagnostics);
  ASSERT_EQ(diagnostics.warnings().size(), 1U);
  EXPECT_EQ(diagnostics.warnings()[0].text(),
            "warning: mooring damping has a negative eigenvalue and feeds energy into the body; check the signs: the "
            "force is -C v");
}

}  // namespace
}  // namespace swell::mooring::matrix_test
