#include "swell/bodies/joint_loads.h"

#include "mechanism.h"
#include "swell/bodies/body_loads.h"
#include "swell_test/test.h"

namespace swell::bodies::joint_loads_test {
namespace {

template <class Call>
std::string message(Call call) {
  return swell_test::refusal_of([&] { call(); }, "no error");
}

TEST(SpringDamper, PullsTheFollowerBackToItsEquilibrium) {
  const SpringDamper s = spring_damper(100.0, 7.0, 0.2, 0.0);
  EXPECT_DOUBLE_EQ(effort(s, 0.5, 2.0), -30.0 - 14.0);
  EXPECT_DOUBLE_EQ(stored_energy(s, 0.5), 4.5);
  EXPECT_DOUBLE_EQ(dissipated_power(s, 2.0), 28.0);
}

TEST(SpringDamper, PretensionShiftsTheEquilibriumAsInWecSim) {
  const SpringDamper s = spring_damper(100.0, 0.0, 0.0, 30.0);
  EXPECT_DOUBLE_EQ(s.equilibrium, -0.3);
  EXPECT_DOUBLE_EQ(effort(s, 0.0, 0.0), -30.0);
  EXPECT_THAT(message([] { spring_damper(0.0, 1.0, 0.0, 30.0); }),
              HasSubstr("pretension = 30 needs a stiffness above 0"));
  EXPECT_THAT(message([] { spring_damper(1.0, 1.0, 0.1, 30.0); }),
              HasSubstr("equilibrium = 0.1 and pretension = 30 contradict each other; give one of them"));
}

// 200 turns up to 170 degrees; central differences over 2e-5 rad err by their third derivative, 1e-8 of the moment but
// near half a turn, and by round-off, 1e-11 of the energy over the step.
TEST(SpringDamper, OfATurnInSpaceTheMomentIsMinusTheGradientOfTheEnergy) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  const auto direction = [&] { return Vector3(one(random), one(random), one(random)).normalized(); };
  for (int n = 0; n < 200; ++n) {
    const SpringDamper spring{100.0, 0.0, n % 2 == 0 ? 0.0 : 0.3};
    const double angle = n < 8 ? 1e-3 * n : 170.0 * kDegree * std::abs(one(random));
    const Matrix3 R = Eigen::AngleAxisd(angle, direction()).toRotationMatrix();
    const auto vector = [](const Matrix3& turn) { return rotation_vector(JointType::spherical, roll_pitch_yaw(turn)); };
    EXPECT_NEAR(vector(R).norm(), angle, 1e-7);
    const Vector3 M = moment(spring, vector(R));
    for (int i = 0; i < 3; ++i) {
      const auto energy = [&](double by) {
        return stored_energy(spring, vector(Eigen::AngleAxisd(by, Vector3::Unit(i)).toRotationMatrix() * R));
      };
      EXPECT_NEAR(M[i], (energy(-1e-5) - energy(1e-5)) / 2e-5, 2e-5 * (100.0 + M.norm())) << n;
    }
  }
}

TEST(HardStop, ActsOnlyBeyondItsBoundsAndRisesSmoothly) {
  HardStop stop;
  stop.upper = Stop{1.0, 1e4, 50.0, 0.1};
  stop.lower = Stop{-2.0, 2e4, 10.0, 0.0};
  EXPECT_EQ(effort(stop, 0.999, 5.0), 0.0);
  EXPECT_EQ(effort(stop, -1.999, -5.0), 0.0);
  EXPECT_NEAR(effort(stop, 1.05, 2.0), -0.5 * (1e4 * 0.05 + 50.0 * 2.0), 1e-9);  // s = 1/2 at half the width
  EXPECT_NEAR(effort(stop, 1.3, 2.0), -(1e4 * 0.3 + 100.0), 1e-9);
  EXPECT_NEAR(effort(stop, -2.3, -2.0), 2e4 * 0.3 + 20.0, 1e-9);
  EXPECT_NEAR(dissipated_power(stop, 1.05, 2.0), 0.5 * 50.0 * 4.0, 1e-9);
  EXPECT_NEAR(dissipated_power(stop, -2.1, 2.0), 40.0, 1e-9);
}

TEST(HardStop, StoredEnergyIsTheIntegralOfTheForce) {
  HardStop stop;
  stop.upper = Stop{1.0, 1e4, 0.0, 0.1};
  stop.lower = Stop{-1.0, 3e4, 0.0, 0.2};
  for (const double q : {1.02, 1.1, 1.4, -1.1, -1.5}) {
    const double h = 1e-6;
    const double slope = (stored_energy(stop, q + h) - stored_energy(stop, q - h)) / (2 * h);
    EXPECT_NEAR(effort(stop, q, 0.0), -slope, 1e-4) << q;  // second-order difference of a kink-free function
  }
  EXPECT_EQ(stored_energy(stop, 0.5), 0.0);
}

TEST(BodyLoads, ALawOnlyTakesEnergyWhereNoVelocityGetsAny) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto matrix = [&] {
    return Matrix6(Matrix6::NullaryExpr([&](Eigen::Index, Eigen::Index) { return any(random); }));
  };
  for (int trial = 0; trial < 100; ++trial) {
    const Matrix6 root = matrix(), skew = matrix() - matrix().transpose();
    const LinearDamping takes{root * root.transpose() + skew - skew.transpose()};
    const Vector6 axis = matrix().col(0).normalized();
    const LinearDamping gives{takes.coefficients -
                              (axis.dot(takes.coefficients * axis) + 0.1) * axis * axis.transpose()};
    EXPECT_TRUE(takes.only_takes());
    EXPECT_FALSE(gives.only_takes()) << gives(axis).dot(axis) << " > 0";
    for (int i = 0; i < 6; ++i) {
      const Vector6 v = matrix().col(0);
      EXPECT_LE(takes(v).dot(v), 1e-12);
    }
    EXPECT_GT(gives(axis).dot(axis), 0.0);
  }
  EXPECT_TRUE(QuadraticDrag{Matrix6::Identity()}.only_takes());
  EXPECT_FALSE(QuadraticDrag{matrix()}.only_takes());
}

TEST(BodyLoads, DampingAndDragOpposeTheMotion) {
  Matrix6 C = Matrix6::Zero();
  C(0, 0) = 2.0;
  C(0, 4) = 5.0;
  C(4, 4) = 3.0;
  Vector6 v = Vector6::Zero();
  v[0] = 3.0;
  v[4] = -2.0;
  EXPECT_DOUBLE_EQ(LinearDamping{C}(v)[0], -(6.0 - 10.0));
  EXPECT_DOUBLE_EQ(LinearDamping{C}(v)[4], 6.0);
  EXPECT_DOUBLE_EQ(QuadraticDrag{C}(v)[0], -(18.0 - 20.0));
  EXPECT_DOUBLE_EQ(QuadraticDrag{C}(v)[4], 12.0);
  const Matrix6 D = drag_coefficients(1000.0, Vector6::Constant(1.2), Vector6::Constant(10.0));
  EXPECT_DOUBLE_EQ(D(2, 2), 6000.0);
  EXPECT_EQ(D(2, 3), 0.0);
  EXPECT_DOUBLE_EQ(equilibrium_mass(1025.0, 2.0), 2050.0);
}

}  // namespace
}  // namespace swell::bodies::joint_loads_test
