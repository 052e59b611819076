#include "swell/bodies/mobility.h"

#include <gtest/gtest.h>

namespace swell::bodies::mobility_test {
namespace {

RigidBody body(const std::string& name, const Vector3& cg) {
  RigidBody b;
  b.name = name;
  b.cg = cg;
  b.mass = 1.0;
  b.inertia = Matrix3::Identity();
  return b;
}

Joint joint(const std::string& name, JointType type, int base, int follower, const Vector3& location) {
  Joint j;
  j.name = name;
  j.type = type;
  j.base = base;
  j.follower = follower;
  j.location = location;
  return j;
}

std::vector<int> moving(const Multibody& multibody) {
  const std::vector<bool> mobile = mobile_entries(multibody);
  std::vector<int> out;
  for (std::size_t i = 0; i < mobile.size(); ++i) {
    if (mobile[i]) out.push_back(static_cast<int>(i));
  }
  return out;
}

TEST(MobileEntries, AMechanismInThePlaneNeverSwaysRollsOrYaws) {
  const Multibody m({body("float", {1.0, 0.0, -1.0}), body("spar", {0.0, 0.0, -20.0})},
                    {joint("hinge", JointType::floating_3dof, kWorld, 1, {0.0, 0.0, 0.0}),
                     joint("slide", JointType::translational, 1, 0, {0.0, 0.0, 0.0})});
  EXPECT_EQ(moving(m), (std::vector<int>{0, 2, 4, 6, 8, 10}));
}

TEST(MobileEntries, TheSlideAloneMovesInItsOwnDirectionOnly) {
  const Multibody m({body("float", {1.0, 2.0, -1.0})},
                    {joint("slide", JointType::translational, kWorld, 0, {0.0, 0.0, 0.0})});
  EXPECT_EQ(moving(m), (std::vector<int>{2}));
}

TEST(MobileEntries, WhatIsStillInTheDesignPoseOnlyIsMobile) {
  // A hinge at the height of the centre: surge begins as soon as it has turned.
  const Multibody m({body("flap", {3.0, 0.0, 0.0})},
                    {joint("hinge", JointType::rotational, kWorld, 0, {0.0, 0.0, 0.0})});
  EXPECT_EQ(m.design_jacobian().matrix()(0, 0), 0.0);
  EXPECT_EQ(moving(m), (std::vector<int>{0, 2, 4}));
}

TEST(MobileEntries, AFreeBodyMovesAllWays) {
  const Multibody m({body("buoy", {0.0, 0.0, 0.0})}, {});
  EXPECT_EQ(moving(m), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST(TurnsLike, ABodyThatSlidesTurnsLikeItsBaseAndOneOnAHingeDoesNot) {
  const Multibody m({body("arm", {1.0, 0.0, 0.0}), body("float", {0.0, 0.0, -1.0}), body("spar", {0.0, 0.0, -20.0})},
                    {joint("hinge", JointType::rotational, 1, 0, {0.5, 0.0, 0.0}),
                     joint("slide", JointType::translational, 2, 1, {0.0, 0.0, 0.0}),
                     joint("sea", JointType::floating_6dof, kWorld, 2, {0.0, 0.0, 0.0})});
  EXPECT_EQ(turns_like(m), (std::vector<int>{0, 2, 2}));
  VectorX q = m.design_coordinates(), v = VectorX::LinSpaced(m.nv(), 0.1, 0.8);
  Kinematics k = m.make_kinematics();
  m.kinematics(q, v, k);
  EXPECT_EQ(k.velocity.segment<3>(9), k.velocity.segment<3>(15));
  EXPECT_NE(k.velocity.segment<3>(3), k.velocity.segment<3>(15));
}

}  // namespace
}  // namespace swell::bodies::mobility_test
