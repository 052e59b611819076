#include "swell/bodies/multibody.h"

#include "mechanism.h"
#include "swell_test/test.h"

namespace swell::bodies::multibody_test {
namespace {

using test::body;
using test::joint;
using test::Random;

std::string message(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints) {
  return swell_test::refusal_of([&] { Multibody m(bodies, joints); }, "no error");
}

const Vector3 kInertia(1.0, 2.0, 3.0);

TEST(Multibody, BodiesAndJointsAreSortedByNameAndSpeedsBelongToJoints) {
  const Multibody m(
      {body("spar", 8, kInertia, Vector3::Zero()), body("float", 7, kInertia, Vector3::Zero())},
      {joint("PTO1", JointType::translational, 0, 1), joint("Constraint1", JointType::floating_3dof, kWorld, 0)});
  EXPECT_EQ(m.bodies()[0].name, "float");
  EXPECT_EQ(m.body_index("spar"), 1);
  EXPECT_EQ(m.body_index("buoy"), -1);
  EXPECT_EQ(m.joint_index("PTO1"), 1);
  EXPECT_EQ(m.joints()[1].joint.base, 1);
  EXPECT_THAT(m.speed_names(), ElementsAre("Constraint1.x", "Constraint1.z", "Constraint1.ry", "PTO1.z"));
  EXPECT_EQ(m.coordinate_names(), m.speed_names());
  EXPECT_THAT(m.columns(0), ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(m.n_efforts(), 4);
  EXPECT_FALSE(m.jacobian_is_constant());
}

TEST(Multibody, BaseFloatsFreelyAboutItsOwnCg) {
  const Multibody m({body("b", 1, kInertia, Vector3(1, 2, 3)), body("a", 1, kInertia, Vector3(4, 5, 6))},
                    {joint("weld", JointType::fixed, 0, 1)});
  ASSERT_EQ(m.joints().size(), 2U);
  EXPECT_TRUE(m.joints()[1].implicit);
  EXPECT_EQ(m.joints()[1].joint.name, "b");  // not a follower
  EXPECT_TRUE(m.is_base(1));
  EXPECT_FALSE(m.is_base(0));
  EXPECT_EQ(m.nv(), 6);
  EXPECT_EQ(m.nq(), 7);
  EXPECT_TRUE(m.design_jacobian().matrix().bottomRows<6>() == MatrixX(Matrix6::Identity()));
  EXPECT_EQ(m.coordinate_names()[3], "b.quaternion_w");
}

TEST(Multibody, AWorldFloatingJointHasTheBodysOwnSpeedsAndStillReportsAtItsLocation) {
  const Vector3 location(1, 0, -2);
  const Matrix3 axes = joint_axes_along(JointType::translational, Vector3::UnitX());
  const Multibody m({body("b", 1, kInertia, Vector3(0, 0, 3))},
                    {joint("j", JointType::floating_6dof, kWorld, 0, location, axes)});
  EXPECT_TRUE(m.jacobian_is_constant());
  VectorX q = m.design_coordinates(), v(6);
  const Matrix3 R = rotation_about(Vector3(1, 2, 3), 0.4);
  const Quaternion turn(R);
  q << 0.1, 0.2, 0.3, turn.w(), turn.x(), turn.y(), turn.z();
  v << 1, 2, 3, 0.4, 0.5, 0.6;
  Kinematics k = m.make_kinematics();
  m.kinematics(q, v, k);
  EXPECT_TRUE(k.velocity == v);
  const Vector3 p = Vector3(0.1, 0.2, 3.3) + R * (location - Vector3(0, 0, 3));
  EXPECT_LT((k.coordinate.head<3>() - axes.transpose() * (p - location)).norm(), 1e-15);
  const Vector3 v_joint = v.head<3>() + Vector3(v.tail<3>()).cross(p - k.p_WC[0]);
  EXPECT_LT((k.rate.head<3>() - axes.transpose() * v_joint).norm(), 1e-15);
  EXPECT_LT((k.rate.tail<3>() - axes.transpose() * v.tail<3>()).norm(), 1e-15);
}

TEST(Multibody, ABodyMayFollowSeveralJoints) {
  // The spar follows the world and, against the tree, the float.
  const Multibody m({body("float", 7, kInertia, Vector3::Zero()), body("spar", 8, kInertia, Vector3(0, 0, -20))},
                    {joint("c", JointType::translational, kWorld, 1), joint("p", JointType::translational, 0, 1)});
  EXPECT_TRUE(m.joints()[1].against);
  VectorX q(2), v(2);
  q << 0.5, 0.2;  // the spar rises, and stands 0.2 above where the float sees it
  v << 1.0, 0.25;
  Kinematics k = m.make_kinematics();
  m.kinematics(q, v, k);
  EXPECT_NEAR(k.p_WC[1].z(), -19.5, 1e-14);
  EXPECT_NEAR(k.p_WC[0].z(), 0.3, 1e-15);
  EXPECT_NEAR(k.velocity[2], 0.75, 1e-15);
}

TEST(Multibody, InertiaProductsAreEntriesOfTheTensor) {
  const Matrix3 I = inertia_tensor(Vector3(1, 2, 3), Vector3(0.1, 0.2, 0.3));
  EXPECT_EQ(I(0, 1), 0.1);
  EXPECT_EQ(I(0, 2), 0.2);
  EXPECT_EQ(I(1, 2), 0.3);
  EXPECT_TRUE(I == I.transpose());
}

TEST(Multibody, ARotationRetractedByItsVectorIsTheExponential) {
  const Multibody m({body("b", 1, kInertia, Vector3::Zero())}, {joint("s", JointType::spherical, kWorld, 0)});
  VectorX q = m.design_coordinates();
  VectorX step(3);
  step << 0.3, -0.5, 0.2;
  m.retract(q, step);
  Kinematics k = m.make_kinematics();
  m.kinematics(q, VectorX::Zero(3), k);
  EXPECT_LT((k.R_WB[0] - rotation_about(step, step.norm())).norm(), 1e-15);
  q *= 1.01;  // a quaternion off its unit length still turns the body properly
  m.kinematics(q, VectorX::Zero(3), k);
  EXPECT_LT((k.R_WB[0] - rotation_about(step, step.norm())).norm(), 1e-15);
  m.normalize(q);
  EXPECT_NEAR(q.norm(), 1.0, 1e-15);
}

TEST(Multibody, CoordinatesOfSphericalAndFloatingJointsAreTheAnglesThatWecSimLogs) {
  Random random(6);
  const Matrix3 R = random.rotation();
  const Quaternion turn(R);
  for (const JointType type : {JointType::spherical, JointType::floating_6dof}) {
    const Multibody m({body("a", 1, kInertia, Vector3::Zero()), body("b", 1, kInertia, Vector3::Zero())},
                      {joint("i", JointType::fixed, kWorld, 0), joint("j", type, 0, 1)});
    VectorX q = m.design_coordinates();
    q.tail<4>() << turn.w(), turn.x(), turn.y(), turn.z();
    Kinematics k = m.make_kinematics();
    m.kinematics(q, VectorX::Zero(m.nv()), k);
    const Vector3 angles = k.coordinate.tail<3>();
    const Matrix3 X = rotation_about(Vector3::UnitX(), angles.x()), Y = rotation_about(Vector3::UnitY(), angles.y()),
                  Z = rotation_about(Vector3::UnitZ(), angles.z());
    const Matrix3 back = type == JointType::spherical ? Matrix3(Z * Y * X) : Matrix3(X * Y * Z);
    EXPECT_LT((back - R).norm(), 1e-14) << name_of(type);
  }
}

TEST(Multibody, AllMistakesAreReportedAtOnce) {
  RigidBody bad = body("a", -2.0, Vector3(1, -1, 1), Vector3::Zero());
  Joint same = joint("j", JointType::translational, 1, 1);
  Joint nobody = joint("k", JointType::rotational, 7, 0);
  Joint skew = joint("l", JointType::rotational, kWorld, 0);
  skew.axes(0, 1) = 0.3;
  skew.extension = {1.0, 2.0};
  const std::string text = message({bad, body("b", 0.0, kInertia, Vector3::Zero())}, {same, nobody, skew});
  EXPECT_THAT(text, HasSubstr("body a: mass = -2 kg must be above 0"));
  EXPECT_THAT(text, HasSubstr("body b: mass = 0 kg must be above 0"));
  EXPECT_THAT(text, HasSubstr("body a: inertia Iyy = -1 kg m2 must not be negative"));
  EXPECT_THAT(text, HasSubstr("joint j: base and follower are the same"));
  EXPECT_THAT(text, HasSubstr("joint k: there is no body number 7"));
  EXPECT_THAT(text, HasSubstr("joint l: location must be finite and its axes perpendicular unit vectors"));
  EXPECT_THAT(text, HasSubstr("joint l: extension has 2 numbers, a rotational joint has 1 coordinate"));
}

TEST(Multibody, NamesMustBeGivenAndUnique) {
  const RigidBody a = body("a", 1, kInertia, Vector3::Zero());
  const RigidBody nameless = body("", 1, kInertia, Vector3::Zero());
  const std::string text =
      message({a, a, nameless}, {joint("j", JointType::fixed, 0, 1), joint("j", JointType::fixed, 1, 2)});
  EXPECT_THAT(text, HasSubstr("body a: the name is used twice"));
  EXPECT_THAT(text, HasSubstr("a body has no name"));
  EXPECT_THAT(text, HasSubstr("joint j: the name is used twice"));
  EXPECT_THAT(message({}, {}), HasSubstr("a mechanism needs at least one body"));
}

TEST(Multibody, PrescribedMotionsThatCloseALoopAreAnError) {
  Joint one = joint("one", JointType::translational, kWorld, 0);
  Joint two = joint("two", JointType::translational, kWorld, 0);
  one.prescribed = two.prescribed = true;
  EXPECT_THAT(message({body("a", 1, kInertia, Vector3::Zero())}, {one, two}),
              HasSubstr("joint two: its motion is prescribed, but other fixed or prescribed joints already close the "
                        "loop; leave one joint of the loop free"));
}

TEST(Joint, AxesComeFromTwoDirectionsAsInWecSim) {
  const Matrix3 axes = joint_axes(Vector3(0, 3, 0), Vector3(0, 0, 2));
  EXPECT_TRUE(axes.col(0) == Vector3(-1, 0, 0));  // y x z
  EXPECT_TRUE(axes.col(1) == Vector3(0, 0, 1));
  EXPECT_TRUE(axes.col(2) == Vector3(0, 1, 0));
  EXPECT_THAT(swell_test::refusal_of([&] { joint_axes(Vector3(0, 0, 1), Vector3(0, 1, 0.5)); }),
              HasSubstr("orientation y = [0, 1, 0.5] and z = [0, 0, 1] must be perpendicular, |y.z| = 0.447"));
  EXPECT_THROW(joint_axes(Vector3::Zero(), Vector3::UnitY()), InputError);
}

TEST(Joint, OneAxisIsTheOneAlongWhichTheJointMoves) {
  const Vector3 along = Vector3(1, 2, 2) / 3.0;
  EXPECT_LT((joint_axes_along(JointType::translational, 5.0 * along).col(2) - along).norm(), 1e-15);
  EXPECT_LT((joint_axes_along(JointType::rotational, along).col(1) - along).norm(), 1e-15);
  // Opposite to the axis of the type, exactly and nearly: an axis that still points along to round-off.
  for (const double size : {0.0, 1e-7, 2e-6, 1e-5, 1e-4, 1e-3, 0.1}) {
    const Vector3 off = size * Vector3(1.0, -2.0, 1.0);
    const Vector3 up = (off - Vector3::UnitZ()).normalized(), across = (off - Vector3::UnitY()).normalized();
    const Matrix3 vertical = joint_axes_along(JointType::translational, up);
    const Matrix3 hinge = joint_axes_along(JointType::rotational, across);
    // An entry is four products of a quaternion's numbers: four roundings, twelve in the sum of squares of nine.
    const double round_off = size > 0.0 && size != 1e-7 ? 12.0 * std::numeric_limits<double>::epsilon() : 1e-15;
    EXPECT_LT((vertical.col(2) - up).norm(), round_off) << size;
    EXPECT_LT((hinge.col(1) - across).norm(), round_off) << size;
    for (const Matrix3& axes : {vertical, hinge}) {
      EXPECT_NEAR(axes.determinant(), 1.0, round_off) << size;
      EXPECT_LT((axes.transpose() * axes - Matrix3::Identity()).norm(), round_off) << size;
    }
  }
  EXPECT_TRUE(joint_axes_along(JointType::rotational, Vector3::UnitY()) == Matrix3(Matrix3::Identity()));
}

}  // namespace
}  // namespace swell::bodies::multibody_test
