#include "swell/bodies/equation_of_motion.h"

#include <gtest/gtest.h>

namespace swell::bodies {
namespace {

TEST(Multibody, APendulumFallsWithGravityOverLength) {
  RigidBody bob{"bob", 2.0, Matrix3::Zero(), Vector3(0, 0, -3), {}};
  Joint hinge;
  hinge.name = "hinge";
  hinge.type = JointType::rotational;
  hinge.follower = 0;
  Multibody m({bob}, {hinge});
  EquationOfMotion eom(m);
  Kinematics k = m.make_kinematics();
  Dynamics d = eom.make_dynamics();
  VectorX q(1), v(1);
  q << 0.5;
  v << 0.3;
  m.kinematics(q, v, k);
  VectorX w = VectorX::Zero(6), e = VectorX::Zero(1);
  w[2] = -2.0 * 9.81;
  eom.solve(k, w, e, nullptr, d);
  EXPECT_NEAR(d.speed_rate[0], -9.81 / 3 * std::sin(0.5), 1e-14);
}

}  // namespace
}  // namespace swell::bodies
