// Wrenches and speeds at a point of a body that moves, against r x F and omega x r written out.
#include "swell/osp/moving_frame.h"

#include <gtest/gtest.h>

namespace swell::osp::moving_frame_test {
namespace {

const Vector6 kPose = (Vector6() << 3, -2, 5, 0.3, -0.7, 1.9).finished();
const Vector3 kPoint(1.5, -0.4, 2.0);

Vector3 arm() { return rotation_from_roll_pitch_yaw(kPose.tail<3>()) * kPoint; }

Vector6 apply(PointQuantity quantity, const Vector6& in, bool from_moving = false, bool to_moving = false) {
  Vector6 out = Vector6::Zero();
  MovingChange{quantity, kPoint, from_moving, to_moving}.apply(kPose.data(), in.data(), out.data());
  return out;
}

TEST(MovingFrame, AForceAtAPointHasTheMomentOfItsArm) {
  // A quarter turn about z brings the point (1, 0, 0) to (0, 1, 0): a force along x there turns by -1 about z.
  const double pose[6] = {7, 8, 9, 0, 0, kPi / 2}, force[3] = {5, 0, 0};
  double out[6];
  MovingChange{PointQuantity::force, Vector3(1, 0, 0), false, false}.apply(pose, force, out);
  EXPECT_NEAR(out[0], 5.0, 1e-15);
  EXPECT_NEAR(out[3], 0.0, 1e-15);
  EXPECT_NEAR(out[4], 0.0, 1e-15);
  EXPECT_NEAR(out[5], -5.0, 1e-15);
}

TEST(MovingFrame, AWrenchIsMovedByItsForceAlone) {
  const Vector6 F = (Vector6() << 1, 2, 3, 4, 5, 6).finished();
  const Vector6 out = apply(PointQuantity::wrench, F);
  const Vector3 force = F.head<3>(), moment = F.tail<3>() + arm().cross(force);
  EXPECT_LT((out.head<3>() - force).norm(), 1e-14);
  EXPECT_LT((out.tail<3>() - moment).norm(), 1e-14);
}

TEST(MovingFrame, ThePowerOfAWrenchIsTheSameAtBothPoints) {
  const Vector6 F = (Vector6() << 1, 2, 3, 4, 5, 6).finished(), v = (Vector6() << -2, 1, 0.5, 0.3, 0.9, -1).finished();
  const double at_point = F.dot(apply(PointQuantity::twist, v));
  EXPECT_NEAR(apply(PointQuantity::wrench, F).dot(v), at_point, 1e-13);
  EXPECT_NEAR(F.head<3>().dot(apply(PointQuantity::velocity, v).head<3>()) + F.tail<3>().dot(v.tail<3>()), at_point,
              1e-13);
  // In the body's own axes it is the same power again.
  const Matrix3 R = rotation_from_roll_pitch_yaw(kPose.tail<3>());
  Vector6 own;
  own << R.transpose() * F.head<3>(), R.transpose() * F.tail<3>();
  EXPECT_NEAR(own.dot(apply(PointQuantity::twist, v, false, true)), at_point, 1e-13);
  EXPECT_LT((apply(PointQuantity::wrench, own, true) - apply(PointQuantity::wrench, F)).norm(), 1e-13);
}

TEST(MovingFrame, AVectorIsTurnedThereAndBack) {
  const Vector6 v = (Vector6() << 1, 2, 3, 0, 0, 0).finished();
  const Vector6 there = apply(PointQuantity::vector, v, true);
  EXPECT_NEAR(there.norm(), v.norm(), 1e-14);
  EXPECT_GT((there - v).norm(), 0.1);
  EXPECT_LT((apply(PointQuantity::vector, there, false, true) - v).norm(), 1e-14);
}

TEST(MovingFrame, APlaceIsTheOriginsAndTheArm) {
  EXPECT_LT((apply(PointQuantity::position, Vector6::Zero()).head<3>() - kPose.head<3>() - arm()).norm(), 1e-14);
}

}  // namespace
}  // namespace swell::osp::moving_frame_test
