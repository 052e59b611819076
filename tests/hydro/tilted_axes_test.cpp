#include "swell/hydro/tilted_axes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace swell::hydro {
namespace {

struct Pose {
  Matrix3 R;
  Vector3 omega;
};

Pose random_pose(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&] { return Vector3(number(random), number(random), number(random)); };
  return {Eigen::AngleAxisd(2.0 * number(random), vector().normalized()).toRotationMatrix(), vector()};
}

Matrix3 later(const Pose& pose, double dt) {
  return Eigen::AngleAxisd(pose.omega.norm() * dt, pose.omega.normalized()).toRotationMatrix() * pose.R;
}

TEST(TiltedAxes, TurnByTheirRate) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    const Pose pose = random_pose(random);
    const TiltedAxes axes(pose.R.col(2));
    EXPECT_LT((axes.in_world.transpose() * axes.in_world - Matrix3::Identity()).norm(), 1e-13);
    EXPECT_LT((axes.in_world.col(2) - axes.up).norm(), 1e-15);
    // Central differences: (omega dt)^3 / 6 and round-off over dt, with 1 / (1 + e . up) below 10 at these tilts.
    const double dt = 1e-5;
    const TiltedAxes after(later(pose, dt).col(2)), before(later(pose, -dt).col(2));
    const Matrix3 rate = (after.in_world - before.in_world) / (2.0 * dt);
    const Vector3 w = axes.rate(pose.omega);
    Matrix3 cross;
    cross << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
    EXPECT_LT((rate - cross * axes.in_world).norm(), 1e-7);
    const Vector3 carried = (after.in_world - before.in_world).transpose() * pose.omega / (2.0 * dt);
    EXPECT_LT((axes.carried_rate(pose.omega) - carried).norm(), 1e-7);
  }
}

TEST(TiltedAxes, AreTheWorldsForAMotionInOnePlane) {
  for (const double heading : {0.0, 0.4, 2.0}) {
    const Vector3 line(std::cos(heading), std::sin(heading), 0.0);
    const TiltedAxes axes(Eigen::AngleAxisd(0.9, line).toRotationMatrix().col(2));
    EXPECT_LT((axes.in_world.transpose() * line - line).norm(), 1e-15);
  }
}

TEST(TiltedAxes, WaterWithoutHoldOnTheSpinGivesNone) {
  std::mt19937 random(2);
  for (int i = 0; i < 100; ++i) {
    const Pose pose = random_pose(random);
    const TiltedAxes axes(pose.R.col(2));
    EXPECT_LT(axes.rate(axes.up).norm(), 1e-14);  // turning about its axis moves them not at all
    const Vector3 momentum = axes.in_world * Vector3(0.7, -1.3, 0.0);
    EXPECT_NEAR(axes.moment_of(momentum, pose.omega).dot(axes.up), 0.0, 1e-13);
    // No power, whatever the momentum.
    const Vector3 any(0.3, 1.1, -0.8);
    EXPECT_NEAR(axes.moment_of(any, pose.omega).dot(pose.omega), 0.0, 1e-13 * any.norm() / (1.0 + axes.up[2]));
  }
}

}  // namespace
}  // namespace swell::hydro
