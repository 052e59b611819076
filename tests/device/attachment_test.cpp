// Loads join the mechanism themselves: what a load declares is connected, acts, and shows in the links with its
// promise.
#include "swell/device/attachment.h"

#include <gmock/gmock.h>

#include "swell/bodies/body_loads.h"
#include "swell/device/body_loads.h"
#include "swell/device/joint_efforts.h"
#include "swell/device/multibody_component.h"
#include "swell/device/results_ports.h"
#include "swell/device/stack.h"
#include "swell/system/system.h"

namespace swell::device::attachment_test {
namespace {

using Kind = Action::Kind;

/// A body of 2 kg that slides upwards in PTO1 at 3 m/s.
DeviceSpec slider() {
  DeviceSpec spec;
  bodies::RigidBody body;
  body.name = "float";
  body.mass = 2.0;
  body.inertia = Matrix3::Identity();
  spec.bodies = {body};
  spec.nominal_mass = {body.mass};
  spec.nominal_inertia = {body.inertia};
  spec.body_inertia = {false};
  bodies::Joint joint;
  joint.name = "PTO1";
  joint.type = bodies::JointType::translational;
  joint.follower = 0;
  spec.joints = {joint};
  spec.ptos = {"PTO1"};
  spec.q = VectorX::Zero(1);
  spec.v = VectorX::Constant(1, 3.0);
  return spec;
}

std::vector<std::string> texts(const std::vector<Action>& actions) {
  std::vector<std::string> list;
  for (const Action& action : actions)
    list.push_back(action.owner + " < " + action.source() + (action.kind == Kind::report ? " (report)" : "") + ", " +
                   name_of(action.traits.part) + " " + name_of(action.traits.energy));
  return list;
}

TEST(Attachment, WhatALoadDeclaresIsConnectedAndShowsWithItsPromise) {
  system::Graph graph;
  graph.emplace<MultibodyComponent>(slider());
  graph.emplace<BodyForces>("float");
  graph.emplace<VelocityLoad<bodies::LinearDamping>>("float", "linear_damping", "damping", ForcePart::linear_damping,
                                                     bodies::LinearDamping{4.0 * Matrix6::Identity()});
  bodies::SpringDamper spring;
  spring.stiffness = 5.0;
  spring.damping = 6.0;
  graph.emplace<JointLoad>("PTO1", bodies::JointType::translational, spring, bodies::HardStop{}, true, true);
  graph.outputs();  // declares
  EXPECT_THAT(texts(actions_in(graph, {"float"}, {"PTO1"})),
              testing::UnorderedElementsAre("float < float/linear_damping.force, linear_damping dissipates",
                                            "float < float/linear_damping.force (report), linear_damping dissipates",
                                            "float < float.joint_force (report), external exchanges",
                                            "float < float.pto_force (report), external exchanges",
                                            "PTO1 < PTO1/load.spring, pto conserves",
                                            "PTO1 < PTO1/load.damper, pto dissipates"));
  system::System system = std::move(graph).compile({"float/forces.linear_damping", "PTO1.acceleration"});
  const std::vector<double> state = system.initialize(0.0);
  system.observe(0.0, state.data());
  EXPECT_EQ(system.recorded(0)[2], -4.0 * 3.0);
  EXPECT_DOUBLE_EQ(system.recorded(1)[0], -(4.0 + 6.0) * 3.0 / 2.0);
}

// A stage pays for what loads read: linear restoring needs neither angles nor a copy of the body's axes.
TEST(Attachment, AStageComputesNoAnglesThatNobodyReads) {
  DeviceSpec spec = slider();
  spec.joints.clear();
  spec.ptos.clear();
  spec.q = VectorX::Zero(7);
  const Vector3 angles(0.1, -0.2, 0.3), place(1.0, 2.0, 3.0);
  const Quaternion turn(rotation_from_roll_pitch_yaw(angles));
  spec.q << place, turn.w(), turn.x(), turn.y(), turn.z();
  spec.v = VectorX::Zero(6);
  system::Graph graph;
  graph.emplace<MultibodyComponent>(spec);
  graph.emplace<BodyForces>("float");
  hydro::HydrostaticPotential law;
  law.waterplane = Matrix3::Identity();
  graph.emplace<Restoring>("float", law);
  system::System system =
      std::move(graph).compile({"float.displacement", "float.shift", "float.rotation", "float.axes"});
  EXPECT_EQ(system.minor_length(), 5U);  // kinematics, restoring, the sum of forces, dynamics, rates
  const std::vector<double> state = system.initialize(0.0);
  system.observe(0.0, state.data());
  Vector6 displacement;
  displacement << place, angles;
  EXPECT_LT((as_six(system.recorded(0)) - displacement).norm(), 1e-14);
  EXPECT_EQ(Eigen::Map<const Vector3>(system.recorded(1)), place);
  EXPECT_EQ(as_rotation(system.recorded(2)), Eigen::Map<const Matrix3>(system.recorded(3)));
  EXPECT_LT((as_rotation(system.recorded(2)) - rotation_from_roll_pitch_yaw(angles)).norm(), 1e-14);
}

TEST(Attachment, WhatTheCaseConnectsActsTooAndPromisesNothing) {
  system::Graph graph;
  graph.emplace<MultibodyComponent>(slider());
  graph.connect("motor.force", force_on("float"));
  graph.constant({1.0}, effort_on("PTO1"));  // a constant has no owner
  EXPECT_THAT(texts(actions_in(graph, {"float"}, {"PTO1"})),
              testing::ElementsAre("float < motor.force, external exchanges"));
}

}  // namespace
}  // namespace swell::device::attachment_test
