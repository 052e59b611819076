// Inertia along a joint: a geared flywheel hands over g^2 J, and nothing feeds an acceleration back.
#include "swell/device/joint_efforts.h"
#include "swell/device/multibody_component.h"
#include "swell/system/system.h"
#include "swell_test/test.h"

namespace swell::device::joint_inertia_test {
namespace {

/// Two masses on one vertical guide: world - base (guide), base - float (PTO), as RM3 in heave.
DeviceSpec two_masses(bool with_port) {
  DeviceSpec spec;
  for (const auto& [name, mass] : {std::pair{"base", 300.0}, std::pair{"float", 200.0}}) {
    bodies::RigidBody body;
    body.name = name;
    body.mass = mass;
    body.inertia = 10.0 * Matrix3::Identity();
    spec.bodies.push_back(body);
    spec.nominal_mass.push_back(mass);
    spec.nominal_inertia.push_back(body.inertia);
    spec.body_inertia.push_back(false);
  }
  bodies::Joint guide, pto;
  guide.name = "guide";
  guide.type = pto.type = bodies::JointType::translational;
  guide.follower = 0;
  pto.name = "PTO";
  pto.base = 0;
  pto.follower = 1;
  spec.joints = {guide, pto};
  spec.ptos = {"PTO"};
  if (with_port) spec.joint_inertia = {"PTO"};
  spec.q = VectorX::Zero(2);
  spec.v = VectorX::Zero(2);
  spec.v << 0.3, -0.2;
  return spec;
}

std::vector<double> rates(double flywheel, double friction) {
  system::Graph graph;
  graph.emplace<MultibodyComponent>(two_masses(flywheel > 0.0));
  if (flywheel > 0.0) {
    graph.emplace<GearedFlywheel>("wheel", 4.0, flywheel / 16.0, friction / 16.0);
    graph.connect("PTO.velocity", "wheel.velocity");
    graph.connect("wheel.inertia", "PTO.inertia");
    graph.connect("wheel.effort", "PTO.force");
  }
  graph.constant({0, 0, 1000.0, 0, 0, 0}, "base.force");
  graph.constant({0, 0, -700.0, 0, 0, 0}, "float.force");
  system::System system = std::move(graph).compile({"PTO.acceleration"});
  const std::vector<double> state = system.initialize(0.0);
  std::vector<double> rate(state.size());
  system.evaluate(0.0, state.data(), rate.data());
  return rate;
}

TEST(JointInertia, AFlywheelOnThePtoIsTheSameAsItsMassInTheEquationsOfTheTwoBodies) {
  // m1 a + m2 (a + s) = F1 + F2;  m2 (a + s) + J s = F2 - c u, with s the PTO's acceleration
  const double m1 = 300.0, m2 = 200.0, inertia = 480.0, friction = 160.0, f1 = 1000.0, f2 = -700.0, u = -0.2;
  Eigen::Matrix2d mass;
  mass << m1 + m2, m2, m2, m2 + inertia;
  const Eigen::Vector2d expected = mass.inverse() * Eigen::Vector2d(f1 + f2, f2 - friction * u);
  const std::vector<double> rate = rates(inertia, friction);
  ASSERT_EQ(rate.size(), 4U);
  EXPECT_NEAR(rate[2], expected[0], 1e-12 * std::abs(expected[0]));
  EXPECT_NEAR(rate[3], expected[1], 1e-12 * std::abs(expected[1]));
}

TEST(JointInertia, WithoutAFlywheelTheJointIsFree) {
  const std::vector<double> rate = rates(0.0, 0.0);
  EXPECT_NEAR(rate[2], 1000.0 / 300.0, 1e-12);
  EXPECT_NEAR(rate[3], -700.0 / 200.0 - 1000.0 / 300.0, 1e-12);
}

}  // namespace
}  // namespace swell::device::joint_inertia_test
