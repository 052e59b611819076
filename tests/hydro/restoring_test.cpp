#include "swell/hydro/restoring.h"

#include "swell_test/poses.h"
#include "swell_test/test.h"

namespace swell::hydro::restoring_test {
namespace {

using swell_test::forms;
using swell_test::random_pose;
using swell_test::work_of;

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

TEST(Restoring, AStiffnessOfTheUsersReplacesTheFiles) {
  MatrixX mine = MatrixX::Zero(6, 6);
  mine(4, 4) = 7.0;
  EXPECT_EQ(make_linear_restoring(sample_body(), 1.0, 1000.0, 9.81, mine).stiffness, mine);
  EXPECT_NEAR(make_linear_restoring(sample_body(), 1.0, 1000.0, 9.81, MatrixX::Zero(6, 6)).stiffness(2, 2), 29430.0,
              1e-9);
}

/// Heave, roll and pitch coupled, off-axis static load, and something that holds it in surge and yaw if asked for.
HydrostaticPotential some_potential(bool held, WithoutPotential* removed = nullptr) {
  MatrixX K = MatrixX::Zero(6, 6);
  K.block<3, 3>(2, 2) << 3e4, 2e3, -4e3, 2e3, 8e4, 1e3, -4e3, 1e3, 6e4;
  if (held) {
    K(0, 0) = 1e4;
    K(0, 4) = K(4, 0) = 3e3;
    K(5, 5) = 2e4;
    K(3, 5) = K(5, 3) = 4e3;
  }
  return make_hydrostatic_potential(K, 2e3, {1.5e3, -2.5e3, 2e4}, {0.0, 0.0, held ? 0.3 : 0.0}, removed);
}

// The force of 200 random poses is the slope of the energy along every motion. Central differences over 2e-5: their
// error is h^2/6 of the third derivative (< 1e6 N m here) and round-off 1e-16 x 1e6 J / h, both below 1e-4.
TEST(HydrostaticPotential, TheForceIsMinusTheGradientAtRandomPoses) {
  std::mt19937 random(1);
  for (int n = 0; n < 200; ++n) {
    const HydrostaticPotential potential = some_potential(n % 2 == 1);
    const auto pose = random_pose(random, 1.2);
    const auto form = forms(pose);
    Vector6 F;
    potential.evaluate(form.displacement.data(), form.rotation.data(), F.data());
    for (int i = 0; i < 6; ++i) {
      const auto ahead = forms(swell_test::moved(pose, 1e-5 * Vector6::Unit(i)));
      const auto behind = forms(swell_test::moved(pose, -1e-5 * Vector6::Unit(i)));
      const double slope = (potential.energy(ahead.displacement.data(), ahead.rotation.data()) -
                            potential.energy(behind.displacement.data(), behind.rotation.data())) /
                           2e-5;
      EXPECT_NEAR(F[i], -slope, 2e-4 * (1.0 + 1e-3 * F.norm())) << n << ", motion " << i;
    }
  }
}

// A body at rest tilts by some 1e-8 of a radian; the fall of its potential is then the square of that, of which n_z,
// rounded at 1e-16, knows nothing. The energy is K44 theta^2 / 2 (1 + O(theta^2)); products and one quotient err by
// some 1e-16 each.
TEST(HydrostaticPotential, ASmallTiltHasItsEnergy) {
  Matrix6 K = Matrix6::Zero();
  K.diagonal() << 0.0, 0.0, 8e5, 3e6, 4e6, 0.0;
  const HydrostaticPotential potential = make_hydrostatic_potential(K, 0.0, Vector3(0.0, 0.0, -2e7));
  const Vector6 displacement = Vector6::Zero();
  for (const double tilt : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Matrix3 roll = Eigen::AngleAxisd(tilt, Vector3::UnitX()).toRotationMatrix(),
                  pitch = Eigen::AngleAxisd(tilt, Vector3::UnitY()).toRotationMatrix();
    // The curvature of the waterplane is of the fourth order: K' theta^4.
    const double left_out = 2.4e7 * tilt * tilt / 3e6;
    EXPECT_NEAR(potential.energy(displacement.data(), roll.data()) / (1.5e6 * tilt * tilt), 1.0, 1e-14 + left_out)
        << tilt;
    EXPECT_NEAR(potential.energy(displacement.data(), pitch.data()) / (2e6 * tilt * tilt), 1.0, 1e-14 + left_out)
        << tilt;
  }
}

// The sum over equal shares of a smooth loop converges faster than any power of their number, so that round-off of some
// 1e5 J that go to and fro is what is left (1e-16 x 1e5 x 400). The law of roll, pitch and yaw gains work on the same
// loops.
TEST(HydrostaticPotential, ClosedLoopsOfPosesGainNothing) {
  const HydrostaticPotential potential = some_potential(false);
  LinearRestoring by_angles;
  by_angles.stiffness = MatrixX::Zero(6, 6);
  by_angles.stiffness.block<3, 3>(2, 2) = potential.waterplane;
  by_angles.stiffness(3, 3) += potential.first_moment.z();
  by_angles.stiffness(4, 4) += potential.first_moment.z();
  by_angles.static_load = VectorX::Zero(6);
  by_angles.static_load.segment<3>(2) << 2e3, -2.5e3, -1.5e3;
  std::mt19937 random(2);
  double worst = 0.0, least_by_angles = 1e9;
  for (int n = 0; n < 20; ++n) {
    const swell_test::Loop loop(random, 0.4);
    worst = std::max(worst, std::abs(work_of(loop, [&](const auto& form, double* F) {
                       potential.evaluate(form.displacement.data(), form.rotation.data(), F);
                     })));
    least_by_angles = std::min(
        least_by_angles,
        std::abs(work_of(loop, [&](const auto& form, double* F) { by_angles.evaluate(form.displacement.data(), F); })));
  }
  EXPECT_LT(worst, 1e-8);
  EXPECT_GT(least_by_angles, 1e-3) << "the loops would show it";
}

TEST(HydrostaticPotential, SurgeSwayAndYawChangeNothing) {
  const HydrostaticPotential potential = some_potential(false);
  std::mt19937 random(3);
  for (int n = 0; n < 50; ++n) {
    auto pose = random_pose(random, 1.0);
    const auto before = forms(pose);
    Vector6 F, turned;
    potential.evaluate(before.displacement.data(), before.rotation.data(), F.data());
    const double angle = 0.1 * n;
    const Matrix3 turn = Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix();
    pose.shift += Vector3(7.0, -3.0, 0.0);
    pose.rotation = turn * pose.rotation;
    const auto after = forms(pose);
    potential.evaluate(after.displacement.data(), after.rotation.data(), turned.data());
    EXPECT_NEAR(potential.energy(before.displacement.data(), before.rotation.data()),
                potential.energy(after.displacement.data(), after.rotation.data()), 1e-9);
    EXPECT_LT((turned.head<3>() - turn * F.head<3>()).norm() + (turned.tail<3>() - turn * F.tail<3>()).norm(), 1e-9);
    EXPECT_EQ(F[5], 0.0) << "no moment about the vertical";
  }
}

// At the design pose: the static load, and by differences of 1e-6 (error: second derivatives 1e5 times that) the
// stiffness that was given; roll and pitch due to yaw is the static load's turning, WAMIT's C46 = -a_x, C56 = -a_y.
TEST(HydrostaticPotential, HasTheGivenStiffnessAndStaticLoadAtTheDesignPose) {
  for (const bool held : {false, true}) {
    HydrostaticPotential potential = some_potential(held);
    potential.rest = potential.held_rest[2] = 0.0;
    Matrix6 K = potential.held;
    K.block<3, 3>(2, 2) = potential.waterplane;
    K(3, 3) += potential.first_moment.z();
    K(4, 4) += potential.first_moment.z();
    K(3, 5) -= potential.first_moment.x();
    K(4, 5) -= potential.first_moment.y();
    const auto at = [&](const Vector6& x) {
      const auto form = forms(swell_test::moved({}, x));
      Vector6 F;
      potential.evaluate(form.displacement.data(), form.rotation.data(), F.data());
      return F;
    };
    Vector6 rest;
    rest << 0.0, 0.0, 2e3, -2.5e3, -1.5e3, 0.0;
    EXPECT_LT((at(Vector6::Zero()) - rest).norm(), 1e-9);
    for (int i = 0; i < 6; ++i) {
      const Vector6 slope = (at(1e-6 * Vector6::Unit(i)) - at(-1e-6 * Vector6::Unit(i))) / 2e-6;
      EXPECT_LT((slope + K.col(i)).norm(), 0.5) << "of 1e4 to 1e5, motion " << i;
    }
  }
}

TEST(HydrostaticPotential, SaysWhatHasNoPotential) {
  MatrixX K = MatrixX::Zero(6, 6);
  K(2, 2) = K(4, 4) = 100.0;
  K(2, 4) = 6.0;
  K(4, 2) = 2.0;
  K(3, 5) = 50.0;  // WAMIT's C46: the turning of the static load, which is there anyway
  WithoutPotential removed;
  const HydrostaticPotential potential = make_hydrostatic_potential(K, 0.0, Vector3::Zero(), Vector3::Zero(), &removed);
  EXPECT_NEAR(removed.share, 0.02, 1e-12);
  EXPECT_EQ(removed.entries, "pitch due to heave: 2, the other way 6");
  EXPECT_EQ(potential.waterplane(0, 2), 4.0);
  EXPECT_FALSE(potential.is_held);
  some_potential(true, &removed);
  EXPECT_EQ(removed.share, 0.0);
}

}  // namespace
}  // namespace swell::hydro::restoring_test
