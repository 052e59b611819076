#include "swell/osp/frame.h"

#include <gtest/gtest.h>

#include <random>

namespace swell::osp {
namespace {

TEST(Frame, AWrenchIsMovedAndTurnedAsTheReferenceSays) {
  FrameTree tree;
  Frame point;
  point.name = "point";
  point.p_PF = Vector3(1.0, 0.0, 0.0);
  tree.add(point);
  Vector6 F;
  F << 1.0, 2.0, 3.0, 4.0, 5.0, 6.0;
  Vector6 moved, turned;
  moved << 1.0, 2.0, 3.0, 4.0, 2.0, 8.0;
  turned << 1.0, -2.0, -3.0, 4.0, -2.0, -8.0;
  const Vector6 at_origin = tree.change("point", "world")->wrench(F);
  EXPECT_EQ(at_origin, moved);
  EXPECT_EQ(z_up_to_z_down().wrench(at_origin), turned);
}

TEST(Frame, PowerIsTheSameInEveryFrame) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  const auto vector3 = [&] { return Vector3(normal(random), normal(random), normal(random)); };
  for (int i = 0; i < 100; ++i) {
    FrameChange change;
    change.R = rotation_from_roll_pitch_yaw(vector3());
    change.r = vector3();
    Vector6 F, v;
    F << vector3(), vector3();
    v << vector3(), vector3();
    EXPECT_NEAR(change.wrench(F).dot(change.twist(v)), F.dot(v), 1e-13 * (1.0 + F.norm() * v.norm()) * 10.0);
  }
}

TEST(Frame, ChangesComposeAlongTheTreeAndInvert) {
  FrameTree tree;
  Frame a, b;
  a.name = "a";
  a.R_PF = rotation_from_roll_pitch_yaw(Vector3(0.1, -0.4, 0.9));
  a.p_PF = Vector3(1.0, 2.0, 3.0);
  b.name = "b";
  b.parent = "a";
  b.R_PF = rotation_from_roll_pitch_yaw(Vector3(-0.7, 0.2, 0.3));
  b.p_PF = Vector3(-4.0, 0.5, 1.0);
  tree.add(a);
  tree.add(b);
  const Vector3 x_b(0.3, -0.2, 0.7);
  const Vector3 x_W = tree.change("b", "world")->position(x_b);
  EXPECT_LT((x_W - (a.R_PF * (b.R_PF * x_b + b.p_PF) + a.p_PF)).norm(), 1e-14);
  EXPECT_LT((tree.change("world", "b")->position(x_W) - x_b).norm(), 1e-14);
  EXPECT_FALSE(tree.change("a", "nowhere"));
}

}  // namespace
}  // namespace swell::osp
