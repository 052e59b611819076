#include "swell/bodies/initial_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mechanism.h"

namespace swell::bodies {
namespace {

using test::body;
using test::joint;
using ::testing::HasSubstr;

const Vector3 kInertia(1.0, 2.0, 3.0);

Multibody rm3() {
  Joint pto = joint("PTO1", JointType::translational, 1, 0);
  pto.extension = {};
  return Multibody({body("float", 7, kInertia, Vector3(0, 0, -0.72)), body("spar", 8, kInertia, Vector3(0, 0, -21.29))},
                   {joint("Constraint1", JointType::floating_3dof, kWorld, 1), pto});
}

TEST(InitialState, ABodyIsMovedByTheJointNearestToIt) {
  const Multibody m = rm3();
  std::vector<InitialBody> wanted(2);
  wanted[0].displacement = Vector3(0, 0, 1.5);
  wanted[1].displacement = Vector3(0, 0, 0);
  const InitialState s = initial_state(m, wanted);
  EXPECT_NEAR(s.q[3], 1.5, 1e-14);
  EXPECT_LT(s.q.head<3>().norm(), 1e-14);
  EXPECT_TRUE(s.v.isZero(0.0));
}

TEST(InitialState, AnExtensionCarriesWhatHangsOnTheJoint) {
  Joint pto = joint("PTO1", JointType::translational, 1, 0);
  pto.extension = {5.0};
  const Multibody m(
      {body("float", 7, kInertia, Vector3(0, 0, -0.72)), body("spar", 8, kInertia, Vector3(0, 0, -21.29))},
      {joint("Constraint1", JointType::floating_3dof, kWorld, 1), pto});
  const InitialState s = initial_state(m);
  Kinematics k = m.make_kinematics();
  m.kinematics(s.q, s.v, k);
  EXPECT_NEAR(k.p_WC[0].z(), 4.28, 1e-14);
  EXPECT_NEAR(k.p_WC[1].z(), -21.29, 1e-14);
}

TEST(InitialState, APoseOutOfReachIsAnErrorWithItsResidual) {
  std::vector<InitialBody> wanted(2);
  wanted[0].displacement = Vector3(0, 0.3, 0);  // RM3 cannot sway
  wanted[1].velocity = Vector3(0, 0, 1);
  try {
    initial_state(rm3(), wanted);
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), HasSubstr("body float: initial displacement is inconsistent with the joints, residual 0.3; "
                                    "displace the bodies along their joints, or leave their initial pose out"));
  }
}

// The wanted of many mechanisms are solved each for itself; all of them as one system took the cube of their number.
TEST(InitialState, ManyBodiesAreEachWhereTheyWishToBe) {
  constexpr int kBodies = 40;
  std::vector<RigidBody> bodies;
  std::vector<InitialBody> wanted(kBodies);
  test::Random random(3);
  for (int i = 0; i < kBodies; ++i) {
    bodies.push_back(body("b" + std::to_string(100 + i), 2.0, kInertia, Vector3(10.0 * i, 0, 0)));
    wanted[static_cast<std::size_t>(i)].displacement = random.vector3();
    if (i % 2 == 0) wanted[static_cast<std::size_t>(i)].rotation = rotation_from_roll_pitch_yaw(random.vector3(0.5));
    wanted[static_cast<std::size_t>(i)].velocity = random.vector3();
  }
  const Multibody m(bodies, {});
  const InitialState s = initial_state(m, wanted);
  Kinematics k = m.make_kinematics();
  m.kinematics(s.q, s.v, k);
  for (std::size_t i = 0; i < kBodies; ++i) {
    EXPECT_LT((k.p_WC[i] - bodies[i].cg - *wanted[i].displacement).norm(), 1e-12) << i;
    if (wanted[i].rotation) {
      EXPECT_LT((k.R_WB[i] - *wanted[i].rotation).norm(), 1e-12) << i;
    }
    EXPECT_LT((k.velocity.segment<3>(6 * static_cast<Eigen::Index>(i)) - *wanted[i].velocity).norm(), 1e-12) << i;
  }
}

TEST(InitialState, AVelocityOutOfReachIsAnErrorWithItsResidual) {
  std::vector<InitialBody> wanted(2);
  wanted[1].angular_velocity = Vector3(0.25, 0, 0);
  try {
    initial_state(rm3(), wanted);
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(),
                HasSubstr("body spar: initial angular velocity is inconsistent with the joints, residual 0.25"));
  }
}

TEST(InitialState, LargeRotationsOfAFreeBodyAreTakenAsGiven) {
  const Multibody m({body("b", 1, kInertia, Vector3(1, 2, 3))}, {});
  InitialBody wish;
  wish.displacement = Vector3(1, -1, 2);
  wish.rotation = rotation_about(Vector3(1, 1, 0), 3.0);
  wish.velocity = Vector3(3, 2, 1);
  wish.angular_velocity = Vector3(-1, 0, 1);
  const InitialState s = initial_state(m, {wish});
  Kinematics k = m.make_kinematics();
  m.kinematics(s.q, s.v, k);
  EXPECT_LT((k.p_WC[0] - Vector3(2, 1, 5)).norm(), 1e-14);
  EXPECT_LT((k.R_WB[0] - *wish.rotation).norm(), 1e-14);
  EXPECT_LT((k.velocity.head<3>() - Vector3(3, 2, 1)).norm(), 1e-14);
}

TEST(InitialState, ExtensionsOfEveryTypeAreReachedInTheTreeAndInALoop) {
  test::Random random(9);
  for (const bool against : {false, true}) {
    for (const JointType type :
         {JointType::fixed, JointType::translational, JointType::rotational, JointType::floating_3dof,
          JointType::floating_6dof, JointType::universal, JointType::spherical}) {
      Joint j = joint("j", type, against ? 0 : kWorld, against ? kWorld : 0, random.vector3(), random.rotation());
      for (int i = 0; i < degrees_of_freedom(type); ++i) j.extension.push_back(0.2 + 0.1 * i);
      const Multibody tree({random.body("b")}, {j});
      // An identical loop of free joints around it: the asked joint is cut where it is the freer one.
      for (const bool loop : {false, true}) {
        if (loop && degrees_of_freedom(type) < 6) continue;
        const Multibody m =
            loop ? Multibody({random.body("b")}, {j, joint("k", JointType::floating_6dof, kWorld, 0)}) : tree;
        const InitialState s = initial_state(m);
        Kinematics k = m.make_kinematics();
        m.kinematics(s.q, s.v, k);
        const int offset = m.joints()[static_cast<std::size_t>(m.joint_index("j"))].offset;
        for (int i = 0; i < degrees_of_freedom(type); ++i) {
          EXPECT_NEAR(k.coordinate[offset + i], 0.2 + 0.1 * i, 1e-12) << name_of(type) << against << loop;
        }
      }
    }
  }
}

TEST(InitialState, APrescribedStartCarriesItsBodies) {
  Joint lift = joint("lift", JointType::translational, kWorld, 0);
  lift.prescribed = true;
  const Multibody m({body("a", 1, kInertia, Vector3::Zero()), body("b", 1, kInertia, Vector3(0, 0, -1))},
                    {lift, joint("hinge", JointType::rotational, 0, 1)});
  VectorX prescribed(3);
  prescribed << 2.0, 0.5, 0.0;
  std::vector<InitialBody> wanted(2);
  wanted[1].velocity = Vector3(-1.0, 0.0, 0.5);
  const InitialState s = initial_state(m, wanted, prescribed);
  EXPECT_NEAR(s.v[0], 1.0, 1e-14);
  wanted[1].velocity = Vector3(-1.0, 0.0, 0.0);  // the lift rises at 0.5 m/s whatever is wanted
  EXPECT_THROW(initial_state(m, wanted, prescribed), InputError);
}

}  // namespace
}  // namespace swell::bodies
