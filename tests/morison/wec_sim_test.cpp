#include "swell/morison/wec_sim.h"

#include "swell_test/test.h"

namespace swell::morison::wec_sim_test {
namespace {

constexpr double kRho = 1000.0;

Element sample(Option option) {
  Element e;
  e.option = option;
  e.drag = {1.0, 0.7, 0.3};
  e.added_mass = {0.9, 0.4, 0.2};
  e.area = {2.0, 1.5, 1.0};
  e.volume = 0.3;
  e.position = {0.5, -1.0, -3.0};
  e.axis = Vector3(0.2, 0.1, 1.0).normalized();
  return e;
}

WecSimMotion motion(const Vector3& rpy) {
  WecSimMotion m;
  m.pose << 0.1, 0.2, -2.0, rpy;
  m.velocity << 0.3, -0.2, 0.5, 0.1, -0.2, 0.05;
  m.acceleration << 0.4, 0.1, -0.6, 0.03, 0.2, -0.1;
  return m;
}

TEST(WecSimMorison, TurnsWithTheTransposeAndOneWrongFactor) {
  const Vector3 rpy(0.3, -0.4, 0.7);
  const Matrix3 R = (Eigen::AngleAxisd(rpy[0], Vector3::UnitX()) * Eigen::AngleAxisd(rpy[1], Vector3::UnitY()) *
                     Eigen::AngleAxisd(rpy[2], Vector3::UnitZ()))
                        .toRotationMatrix();
  Matrix3 expected = R.transpose();
  const double right = std::sin(0.3) * std::sin(0.7) - std::cos(0.3) * std::sin(-0.4) * std::cos(0.7);
  EXPECT_NEAR(expected(0, 2), right, 1e-15);
  expected(0, 2) = std::sin(0.3) * std::sin(0.7) - std::cos(0.3) * std::sin(-0.4) * std::sin(0.7);
  EXPECT_LT((wec_sim_turn(rpy) - expected).norm(), 1e-15);
  // Pitch alone: the slip stands in (1,3), which a right transpose would have at -sin(pitch).
  Matrix3 pitch;
  pitch << std::cos(0.4), 0, 0, 0, 1, 0, std::sin(0.4), 0, std::cos(0.4);
  EXPECT_LT((wec_sim_turn({0, 0.4, 0}) - pitch).norm(), 1e-15);
}

TEST(WecSimMorison, AgreesWithTheExactElementForAnUnturnedBody) {
  const WecSimMotion m = motion(Vector3::Zero());
  const Fluid fluid{{1.0, 0.4, -0.3}, {0.2, -0.5, 0.7}};
  for (const Option option : {Option::body_axes, Option::normal_tangential}) {
    const Element e = sample(option);
    BodyMotion body;
    body.p_WC = m.pose.head<3>();
    body.v_WC = m.velocity.head<3>();
    body.w_WB = m.velocity.tail<3>();
    const Vector6 exact =
        element_force_given_acceleration(e, place(e, body, 0), body, fluid, kRho, m.acceleration).total();
    EXPECT_LT((wec_sim_force_in_waves(e, m, &fluid, 1, kRho).total() - exact).norm(), 1e-12 * exact.norm());
  }
}

TEST(WecSimMorison, ProjectsTheCoefficientsOfOption1OnTheWorldAxes) {
  const double pitch = 0.3;
  const WecSimMotion m = motion({0, pitch, 0});
  const Element e = sample(Option::body_axes);
  const Fluid fluid{{1.0, 0.4, -0.3}, {0.2, -0.5, 0.7}};
  const Vector3 r = e.position;
  const Vector3 w = m.velocity.tail<3>();
  const Vector3 du = fluid.velocity - (Vector3(m.velocity.head<3>()) + w.cross(r));
  const Vector3 da = fluid.acceleration - (Vector3(m.acceleration.head<3>()) +
                                           Vector3(m.acceleration.tail<3>()).cross(r) + w.cross(w.cross(r)));
  const double c = std::cos(pitch), s = std::sin(pitch);
  // Row vector times [c 0 0; 0 1 0; s 0 c].
  const auto turned = [&](const Vector3& v) { return Vector3(v[0] * c + v[2] * s, v[1], v[2] * c); };
  const Vector3 A = turned(e.area), cd = turned(e.drag), ca = turned(e.added_mass);
  Vector3 F;
  for (int i = 0; i < 3; ++i) {
    F[i] = 0.5 * kRho * cd[i] * A[i] * std::abs(du[i]) * du[i] + kRho * 0.3 * (ca[i] * da[i] + fluid.acceleration[i]);
  }
  const Vector3 arm(c * r[0], r[1], s * r[0] + c * r[2]);
  const Vector6 whole = wec_sim_force_in_waves(e, m, &fluid, 1, kRho).total();
  EXPECT_LT((whole.head<3>() - F).norm(), 1e-12 * F.norm());
  EXPECT_LT((whole.tail<3>() - arm.cross(F)).norm(), 1e-12 * arm.cross(F).norm());
  EXPECT_LT((wec_sim_element_point(e, m.pose) - Vector3(m.pose.head<3>()) - arm).norm(), 1e-15);
}

TEST(WecSimMorison, CountsBodyDragOncePerWaveDirection) {
  const WecSimMotion m = motion({0.1, 0.2, 0.3});
  const Element e = sample(Option::normal_tangential);
  const Fluid still[3] = {};
  const Vector6 one = wec_sim_force_in_waves(e, m, still, 1, kRho).total();
  EXPECT_LT((wec_sim_force_in_waves(e, m, still, 3, kRho).total() - 3 * one).norm(), 1e-12 * one.norm());
}

TEST(WecSimMorison, DropsAnElementAboveTheMeanLevel) {
  WecSimMotion m = motion(Vector3::Zero());
  m.pose[2] = 3.001;  // the element stands 3 m below the cg
  const Fluid fluid{Vector3::Ones(), Vector3::Ones()};
  EXPECT_EQ(wec_sim_force_in_waves(sample(Option::body_axes), m, &fluid, 1, kRho).total().norm(), 0.0);
  m.pose[2] = 3.0;
  EXPECT_GT(wec_sim_force_in_waves(sample(Option::body_axes), m, &fluid, 1, kRho).total().norm(), 0.0);
}

TEST(WecSimMorison, Option2WithoutWavesSeesNoCurrent) {
  const WecSimMotion m;
  const Vector3 current(1.0, 0, 0);
  WecSimMotion below = m;
  below.pose[2] = -5;
  EXPECT_EQ(wec_sim_force_without_waves(sample(Option::normal_tangential), below, current, kRho).total().norm(), 0.0);
  const Vector6 F = wec_sim_force_without_waves(sample(Option::body_axes), below, current, kRho).total();
  EXPECT_DOUBLE_EQ(F[0], 0.5 * kRho * 1.0 * 2.0);
}

}  // namespace
}  // namespace swell::morison::wec_sim_test
