#include "swell/bodies/tilted_axes.h"

#include "swell_test/test.h"

namespace swell::bodies::tilted_axes_test {
namespace {

struct Pose {
  Matrix3 R;
  Vector3 omega;
};

Pose random_pose(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&] {
    Vector3 v;
    for (double& x : v) x = number(random);
    return v;
  };
  const Vector3 axis = vector().normalized(), omega = vector();
  return {Eigen::AngleAxisd(3.2 * number(random), axis).toRotationMatrix(), omega};
}

Matrix3 turned(const Pose& pose, double dt) {
  return Eigen::AngleAxisd(pose.omega.norm() * dt, pose.omega.normalized()).toRotationMatrix() * pose.R;
}

// At tilts of all sizes, those of the transition and upside down too.
TEST(TiltedAxes, ArePerpendicularAndTurnByTheirRate) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    const Pose pose = random_pose(random);
    const Vector3 up = pose.R.col(2);
    const TiltedAxes axes(up);
    EXPECT_LT((axes.in_world.transpose() * axes.in_world - Matrix3::Identity()).norm(), 1e-13);
    if (up[2] > 0.5) {
      EXPECT_LT((axes.in_world.col(2) - up).norm(), 1e-14);
    }
    // Central differences: dt^2 / 6 of the third derivative, some 100 in the transition, and round-off over dt.
    const double dt = 1e-5;
    const Matrix3 after = TiltedAxes(turned(pose, dt).col(2)).in_world,
                  before = TiltedAxes(turned(pose, -dt).col(2)).in_world;
    const Vector3 carried = (after - before).transpose() * pose.omega / (2.0 * dt);
    EXPECT_LT((axes.carried_rate(pose.omega) - carried).norm(), 1e-8) << up.transpose();
  }
}

TEST(TiltedAxes, AreTheWorldsForAMotionInOnePlane) {
  for (const double tilt : {0.9, 1.4, 2.0, 3.0}) {
    for (const double heading : {0.0, 0.4, 2.0}) {
      const Vector3 line(std::cos(heading), std::sin(heading), 0.0);
      const TiltedAxes axes(Eigen::AngleAxisd(tilt, line).toRotationMatrix().col(2));
      EXPECT_LT((axes.in_world.transpose() * line - line).norm(), 1e-15);
    }
  }
}

TEST(TiltedAxes, WaterWithoutHoldOnTheSpinGivesNone) {
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i) {
    const Pose pose = random_pose(random);
    const TiltedAxes axes(pose.R.col(2));
    const Vector3 any(0.3, 1.1, -0.8);
    EXPECT_NEAR(axes.moment_of(any, pose.omega).dot(pose.omega), 0.0, 1e-13);  // no power
    if (pose.R(2, 2) < 0.5) continue;
    EXPECT_NEAR(axes.moment_of(Vector3(0.7, -1.3, 0.0), pose.omega).dot(pose.R.col(2)), 0.0, 1e-13);
  }
}

// A body free to turn, its own inertia I and the added A: energy, and by Noether's theorem for an added mass of
// revolution the angular momentum about the vertical, at all tilts; about the body's axis too while it stays within 60
// degrees.
TEST(TiltedAxes, AFreelyTurningBodyKeepsEnergyAndMomenta) {
  const Matrix3 I = Vector3(2.0, 2.0, 1.2).asDiagonal(), A = Vector3(1.5, 1.5, 0.4).asDiagonal();
  std::mt19937 random(3);
  for (int run = 0; run < 20; ++run) {
    Pose pose = random_pose(random);
    const auto inertia = [&](const Matrix3& R) -> Matrix3 { return R * I * R.transpose(); };
    const auto acceleration = [&](const Matrix3& R, const Vector3& w) -> Vector3 {
      const TiltedAxes axes(R.col(2));
      const Matrix3& Q = axes.in_world;
      const Vector3 rhs =
          -w.cross(inertia(R) * w) - Q * A * axes.carried_rate(w) - axes.moment_of(A * (Q.transpose() * w), w);
      return (inertia(R) + Q * A * Q.transpose()).ldlt().solve(rhs);
    };
    struct Kept {
      double energy, about_vertical;
    };
    const auto kept = [&]() -> Kept {
      const Matrix3 Q = TiltedAxes(pose.R.col(2)).in_world;
      const Vector3 p = (inertia(pose.R) + Q * A * Q.transpose()) * pose.omega;
      return {0.5 * p.dot(pose.omega), p[2]};
    };
    const Kept start = kept();
    const double h = 0.002;
    for (int step = 0; step < 10000; ++step) {  // RK4 of (R, omega)
      std::vector<Matrix3> dR(4);
      std::vector<Vector3> dw(4);
      for (std::size_t s = 0; s < 4; ++s) {
        const double ahead = s == 0 ? 0.0 : s == 3 ? h : h / 2.0;
        const Matrix3 R = s == 0 ? pose.R : Matrix3(pose.R + ahead * dR[s - 1]);
        const Vector3 w = s == 0 ? pose.omega : Vector3(pose.omega + ahead * dw[s - 1]);
        for (int k = 0; k < 3; ++k) dR[s].col(k) = w.cross(R.col(k));
        dw[s] = acceleration(R, w);
      }
      pose.R += h / 6.0 * (dR[0] + 2.0 * dR[1] + 2.0 * dR[2] + dR[3]);
      pose.omega += h / 6.0 * (dw[0] + 2.0 * dw[1] + 2.0 * dw[2] + dw[3]);
    }
    // RK4 in 20 s: t h^4 / 120 times the fifth power of the fastest rate, some 10 / s in the transition: 3e-7.
    EXPECT_NEAR(kept().energy, start.energy, 3e-7);
    EXPECT_NEAR(kept().about_vertical, start.about_vertical, 3e-7);
  }
}

}  // namespace
}  // namespace swell::bodies::tilted_axes_test
