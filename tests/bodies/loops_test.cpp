// Closed loops: analytic four-bar linkage, redundancy, projection, drift.
#include "mechanism.h"
#include "swell_test/test.h"

namespace swell::bodies::loops_test {
namespace {

using test::body;
using test::joint;
using test::Mechanism;
using test::Random;

// Ground 3, crank 1, coupler 3.2, rocker 2 (Grashof: the crank turns fully), pivots O = (0,0,0) and D = (3,0,0).
constexpr double kGround = 3.0, kCrank = 1.0, kCoupler = 3.2, kRocker = 2.0;

/// Where coupler and rocker meet when the crank points up: circles about the crank's end (0,0,1) and about D.
Vector3 meeting_point(double crank_angle) {
  const Vector3 A(kCrank * std::sin(crank_angle), 0.0, kCrank * std::cos(crank_angle));
  const Vector3 D(kGround, 0.0, 0.0);
  const double d = (D - A).norm();
  const double x = (d * d + kCoupler * kCoupler - kRocker * kRocker) / (2.0 * d);
  const double y = std::sqrt(kCoupler * kCoupler - x * x);
  const Vector3 e = (D - A) / d;
  const Vector3 up(-e.z(), 0.0, e.x());
  return A + x * e + y * up;
}

Multibody four_bar(bool shuffled_names = false) {
  const Vector3 A(0, 0, kCrank), B = meeting_point(0.0), D(kGround, 0, 0);
  const std::vector<RigidBody> bars = {body("crank", 1.0, Vector3(0.1, 0.2, 0.1), 0.5 * A),
                                       body("coupler", 3.0, Vector3(0.3, 2.5, 0.4), 0.5 * (A + B)),
                                       body("rocker", 2.0, Vector3(0.2, 0.7, 0.2), 0.5 * (B + D))};
  const char* const names[2][4] = {{"1", "2", "3", "4"}, {"4", "1", "2", "3"}};
  const auto& n = names[shuffled_names ? 1 : 0];
  return Multibody(bars,
                   {joint(n[0], JointType::rotational, kWorld, 0), joint(n[1], JointType::rotational, 0, 1, A),
                    joint(n[2], JointType::rotational, 1, 2, B), joint(n[3], JointType::rotational, kWorld, 2, D)});
}

/// Turns the linkage to a crank angle and gives it a crank rate, by wanted on the crank alone.
void place(Mechanism& s, double angle, double rate) {
  std::vector<InitialBody> wanted(3);
  wanted[static_cast<std::size_t>(s.m.body_index("crank"))].rotation = rotation_about(Vector3::UnitY(), angle);
  wanted[static_cast<std::size_t>(s.m.body_index("crank"))].angular_velocity = rate * Vector3::UnitY();
  const InitialState state = initial_state(s.m, wanted);
  s.q = state.q;
  s.v = state.v;
}

Vector3 pin_of_rocker(const Mechanism& s) {
  const auto rocker = static_cast<std::size_t>(s.m.body_index("rocker"));
  return s.k.p_WC[rocker] + s.k.R_WB[rocker] * (0.5 * (meeting_point(0.0) - Vector3(kGround, 0, 0)));
}

TEST(Loops, APlanarFourBarInSpaceHasThreeRedundantConstraints) {
  const Multibody m = four_bar();
  EXPECT_EQ(m.nv(), 3);
  EXPECT_EQ(m.n_constraints(), 5);
  EXPECT_EQ(m.constraint_rank(), 2);
  ASSERT_EQ(m.redundancies().size(), 1U);
  EXPECT_EQ(m.redundancies()[0].joint, "4");
  EXPECT_EQ(m.redundancies()[0].constraints, 5);
  EXPECT_EQ(m.redundancies()[0].redundant, 3);
}

TEST(Loops, ALoopClosedByABallAndASliderHasNoRedundancy) {
  const Vector3 A(0, 0, kCrank), B = meeting_point(0.0), D(kGround, 0, 0);
  const std::vector<RigidBody> bars = {body("crank", 1.0, Vector3(0.1, 0.2, 0.1), 0.5 * A),
                                       body("coupler", 3.0, Vector3(0.3, 2.5, 0.4), 0.5 * (A + B)),
                                       body("rocker", 2.0, Vector3(0.2, 0.7, 0.2), 0.5 * (B + D))};
  const Multibody m(bars, {joint("1", JointType::rotational, kWorld, 0), joint("2", JointType::universal, 0, 1, A),
                           joint("3", JointType::spherical, 1, 2, B), joint("4", JointType::rotational, kWorld, 2, D)});
  EXPECT_EQ(m.n_constraints(), 3);  // the freest joint, the ball, is cut
  EXPECT_EQ(m.constraint_rank(), 3);
  EXPECT_TRUE(m.redundancies().empty());
  EXPECT_TRUE(m.joints()[2].cut);
}

TEST(Loops, AParallelogramDrawnFlatIsRecognisedByThePosesAroundIt) {
  // Stretched out, the pins' forces along the bars cannot be distinguished: rank 1 there, 2 in every other pose.
  const std::vector<RigidBody> bars = {body("a", 1.0, Vector3(1, 1, 1), Vector3(0.5, 0, 0)),
                                       body("b", 1.0, Vector3(1, 1, 1), Vector3(1.5, 0, 0)),
                                       body("c", 1.0, Vector3(1, 1, 1), Vector3(2.5, 0, 0))};
  const Multibody m(
      bars, {joint("1", JointType::rotational, kWorld, 0), joint("2", JointType::rotational, 0, 1, Vector3(1, 0, 0)),
             joint("3", JointType::rotational, 1, 2, Vector3(3, 0, 0)),
             joint("4", JointType::rotational, kWorld, 2, Vector3(2, 0, 0))});
  EXPECT_EQ(m.constraint_rank(), 2);
}

TEST(Loops, TheFourBarMovesAsItsCirclesIntersect) {
  for (const bool other_cut : {false, true}) {
    Mechanism s(four_bar(other_cut));
    for (double angle = -2.8; angle < 3.0; angle += 0.7) {
      place(s, angle, 1.3);
      s.evaluate();
      EXPECT_LT((pin_of_rocker(s) - meeting_point(angle)).norm(), 1e-12) << angle;
      // Velocity and acceleration of the pin by differences of the circle construction.
      const double h = 1e-4;
      const Vector3 slope = (meeting_point(angle + h) - meeting_point(angle - h)) / (2 * h);
      const Vector3 curve = (meeting_point(angle + h) - 2 * meeting_point(angle) + meeting_point(angle - h)) / (h * h);
      const int rocker = s.m.body_index("rocker"), crank = s.m.body_index("crank");
      const Vector3 omega = s.k.velocity.segment<3>(6 * rocker + 3),
                    alpha = s.d.acceleration.segment<3>(6 * rocker + 3);
      const Vector3 arm = pin_of_rocker(s) - s.k.p_WC[static_cast<std::size_t>(rocker)];
      const Vector3 v = s.k.velocity.segment<3>(6 * rocker) + omega.cross(arm);
      const Vector3 a = s.d.acceleration.segment<3>(6 * rocker) + alpha.cross(arm) + omega.cross(omega.cross(arm));
      EXPECT_LT((v - 1.3 * slope).norm(), 1e-6) << angle;
      const double crank_acceleration = s.d.acceleration[6 * crank + 4];
      EXPECT_LT((a - (1.69 * curve + crank_acceleration * slope)).norm(), 1e-5) << angle;
    }
  }
}

TEST(Loops, TheChoiceOfTheCutJointChangesNothing) {
  Mechanism one(four_bar(false)), other(four_bar(true));
  for (Mechanism* s : {&one, &other}) place(*s, 0.4, 2.0);
  one.run(3.0, 1500);
  other.run(3.0, 1500);
  EXPECT_LT((pin_of_rocker(one) - pin_of_rocker(other)).norm(), 1e-9);
}

TEST(Loops, ForcesInALoopMakeEachBodysMomentumChange) {
  Random random(17);
  Mechanism s(four_bar(), 0.3 * random.matrix(18));
  for (int i = 0; i < 10; ++i) {
    place(s, 3.0 * random(), 2.0 * random());
    s.loads = [&](double, const Kinematics&, VectorX& wrench, VectorX& effort) {
      wrench += random.vector(18);
      effort = random.vector(4);
    };
    s.evaluate();
    VectorX sum = s.wrench + s.d.added_inertia_wrench;
    for (std::size_t j = 0; j < 4; ++j) {
      const Joint& p = s.m.joints()[j].joint;
      const auto at = static_cast<Eigen::Index>(6 * j);
      if (p.base != kWorld) sum.segment<6>(6 * p.base) += s.d.wrench_on_base.segment<6>(at);
      if (p.follower != kWorld) sum.segment<6>(6 * p.follower) += s.d.wrench_on_follower.segment<6>(at);
      EXPECT_NEAR(s.d.joint_wrench[at + 4], s.effort[static_cast<Eigen::Index>(j)], 1e-10);
    }
    for (int b = 0; b < 3; ++b) {
      const auto u = static_cast<std::size_t>(b);
      const Matrix3 I = s.k.R_WB[u] * s.m.bodies()[u].inertia * s.k.R_WB[u].transpose();
      const Vector3 omega = s.k.velocity.segment<3>(6 * b + 3);
      Vector6 rate;
      rate << s.m.bodies()[u].mass * s.d.acceleration.segment<3>(6 * b),
          I * s.d.acceleration.segment<3>(6 * b + 3) + omega.cross(I * omega);
      EXPECT_LT((rate - sum.segment<6>(6 * b)).norm(), 1e-10);
    }
    // The loop holds: what the constraints say of the accelerations is zero.
    EXPECT_LT((s.k.constraint_jacobian * s.d.speed_rate + s.k.constraint_bias).norm(), 1e-11);
  }
}

TEST(Loops, AFourBarUnderGravityKeepsItsLoopAndItsEnergy) {
  // 200 steps for each turn of the crank, which takes 1 s. SWELL_LONG_TESTS=1 runs the 10000 s of the issue.
  const bool is_long = std::getenv("SWELL_LONG_TESTS") != nullptr;
  double drift[2];
  for (int refinement = 0; refinement < 2; ++refinement) {
    Mechanism s(four_bar());
    place(s, 0.3, 5.0);
    const double e0 = s.energy();
    const double h = 0.005 / (1 << refinement);
    const int steps = static_cast<int>(std::lround((is_long ? 10000.0 : 20.0) / h));
    double worst = 0.0, pin = 0.0;
    for (int i = 0; i < steps; ++i) {
      s.step(h);
      if (i % 10 != 0) continue;
      worst = std::max(worst, std::abs(s.energy() - e0));
      const auto crank = static_cast<std::size_t>(s.m.body_index("crank"));
      const Vector3 tip = s.k.R_WB[crank] * Vector3::UnitZ();
      pin = std::max(pin, (pin_of_rocker(s) - meeting_point(std::atan2(tip.x(), tip.z()))).norm());
    }
    // After 10000 turns an angle of 6e4 rad resolves 1e-11.
    EXPECT_LT(s.residual, is_long ? 1e-10 : 1e-13);
    EXPECT_LT(pin, 1e-10);
    drift[refinement] = worst / e0;
    if (is_long) {
      swell_test::measured(
          "h %.4f s: loop residual %.2e m, pin against circles %.2e m, energy drift %.3e of %.1f J, crank at "
          "%.0f turns",
          h, s.residual, pin, worst, e0, s.q[0] / (2.0 * kPi));
    }
  }
  EXPECT_LT(drift[0], is_long ? 0.05 : 1e-4);
  EXPECT_GT(drift[0] / drift[1], 12.0);
}

TEST(Loops, ACutHingeCountsItsTurns) {
  Mechanism s(four_bar(true));  // joint "4" is the crank's hinge
  ASSERT_TRUE(s.m.joints()[3].cut);
  place(s, 0.0, 9.0);
  s.gravity = 0.0;
  s.run(6.0, 3000);
  EXPECT_GT(s.k.coordinate[s.m.joints()[3].offset], 20.0);
  EXPECT_NEAR(s.k.coordinate[s.m.joints()[3].offset], s.q[s.m.joints()[3].q_offset], 1e-12);
}

}  // namespace
}  // namespace swell::bodies::loops_test
