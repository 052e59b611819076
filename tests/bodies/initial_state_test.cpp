#include "swell/bodies/initial_state.h"

#include "mechanism.h"
#include "swell_test/test.h"

namespace swell::bodies::initial_state_test {
namespace {

using test::body;
using test::joint;

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

struct Start {
  std::vector<Vector3> place;
  std::vector<Matrix3> turn;
  VectorX velocity;
};

Start start_of(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints,
               const std::vector<InitialBody>& wanted) {
  const Multibody m(bodies, joints);
  std::vector<InitialBody> sorted(bodies.size());
  std::vector<std::size_t> index(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    index[i] = static_cast<std::size_t>(m.body_index(bodies[i].name));
    sorted[index[i]] = wanted[i];
  }
  const InitialState s = initial_state(m, sorted);
  Kinematics k = m.make_kinematics();
  m.kinematics(s.q, s.v, k);
  Start start{{}, {}, VectorX(6 * m.n_bodies())};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    start.place.push_back(k.p_WC[index[i]] - bodies[i].cg);
    start.turn.push_back(k.R_WB[index[i]]);
    start.velocity.segment<6>(6 * static_cast<Eigen::Index>(i)) =
        k.velocity.segment<6>(6 * static_cast<Eigen::Index>(index[i]));
  }
  return start;
}

// One joint between two floating bodies; the first letter of the follower decides nothing.
class FloatingPair : public ::testing::TestWithParam<JointType> {
 protected:
  Start of(const std::string& follower, std::vector<double> extension, const std::vector<InitialBody>& wanted) const {
    Joint j = joint("j", GetParam(), 0, 1, Vector3(4, 0, 0));
    j.extension = std::move(extension);
    return start_of({body("m", 5, kInertia, Vector3(0, 1, -2)), body(follower, 8, kInertia, Vector3(7, 0, -1))}, {j},
                    wanted);
  }
};

TEST_P(FloatingPair, BaseStaysWithExtension) {
  const int dof = degrees_of_freedom(GetParam());
  std::vector<double> extension;
  for (int i = 0; i < dof; ++i) extension.push_back(0.3 + 0.1 * i);
  for (const char* follower : {"a", "z"}) {
    const Start s = of(follower, extension, {{}, {}});
    EXPECT_LT(s.place[0].norm(), 1e-12) << follower;
    EXPECT_LT((s.turn[0] - Matrix3::Identity()).norm(), 1e-12) << follower;
    EXPECT_GT(s.place[1].norm(), 0.1) << follower;
  }
}

TEST_P(FloatingPair, BothFollowOneGivenPose) {
  if (GetParam() == JointType::translational) return;  // its follower can stay
  for (const char* follower : {"a", "z"}) {
    for (const std::size_t given : {0U, 1U}) {
      std::vector<InitialBody> wanted(2);
      wanted[given].displacement = Vector3(0, 0.5, 1);
      wanted[given].velocity = Vector3(0.2, 0.4, 0.1);
      const Start s = of(follower, {}, wanted);
      for (const std::size_t i : {0U, 1U}) {
        EXPECT_LT((s.place[i] - Vector3(0, 0.5, 1)).norm(), 1e-12) << follower << given;
        EXPECT_LT((s.turn[i] - Matrix3::Identity()).norm(), 1e-12) << follower << given;
        const auto row = static_cast<Eigen::Index>(6 * i);
        EXPECT_LT((s.velocity.segment<3>(row) - Vector3(0.2, 0.4, 0.1)).norm(), 1e-12) << follower << given;
        EXPECT_LT(s.velocity.segment<3>(row + 3).norm(), 1e-12) << follower << given;
      }
    }
  }
}

TEST_P(FloatingPair, OtherBodyStaysIfItsJointAllows) {
  if (GetParam() == JointType::translational) return;
  for (const char* follower : {"a", "z"}) {
    std::vector<InitialBody> wanted(2);
    wanted[1].rotation = rotation_about(Vector3(0, 1, 0), 0.2);
    wanted[1].angular_velocity = Vector3(0, 0.3, 0);
    const Start s = of(follower, {}, wanted);
    EXPECT_LT(s.place[0].norm() + (s.turn[0] - Matrix3::Identity()).norm(), 1e-12) << follower;
    EXPECT_LT((s.turn[1] - *wanted[1].rotation).norm(), 1e-12) << follower;
    EXPECT_LT(s.velocity.head<6>().norm(), 1e-12) << follower;
    EXPECT_LT((s.velocity.tail<3>() - Vector3(0, 0.3, 0)).norm(), 1e-12) << follower;
  }
}

INSTANTIATE_TEST_SUITE_P(Joints, FloatingPair,
                         ::testing::Values(JointType::translational, JointType::rotational, JointType::universal,
                                           JointType::spherical, JointType::floating_3dof));

// A body that cannot stay in one device is no reason for one of another device to move.
TEST(InitialState, DevicesStartApart) {
  std::vector<InitialBody> wanted(4);
  wanted[1].displacement = Vector3(0, 0, 1);
  wanted[2].displacement = Vector3(0, 0, 1);
  const Start s = start_of(
      {body("a", 5, kInertia, Vector3::Zero()), body("b", 8, kInertia, Vector3(0, 0, 2)),
       body("c", 5, kInertia, Vector3(9, 0, 0)), body("d", 8, kInertia, Vector3(15, 0, 0))},
      {joint("slide", JointType::translational, 0, 1), joint("hinge", JointType::rotational, 2, 3, Vector3(12, 0, 0))},
      wanted);
  EXPECT_LT(s.place[0].norm(), 1e-12);
  for (const std::size_t i : {1U, 2U, 3U}) EXPECT_LT((s.place[i] - Vector3(0, 0, 1)).norm(), 1e-12) << i;
}

// An extension and a pose that ask for the same are both met; for different ones, the residual is reported.
TEST(InitialState, GivenPosesThatAgreeAreAllMet) {
  Joint free = joint("free", JointType::floating_6dof, kWorld, 0, Vector3(1, 0, 0));
  free.extension = {0, 0, 1, 0, 0, 0};
  Joint hinge = joint("hinge", JointType::rotational, 0, 1, Vector3(3, 0, 0));
  hinge.extension = {0.4};
  std::vector<InitialBody> wanted(2);
  wanted[0].displacement = Vector3(0, 0, 1);
  wanted[1].rotation = rotation_about(Vector3(0, 1, 0), 0.4);
  const std::vector<RigidBody> bodies = {body("a", 5, kInertia, Vector3::Zero()),
                                         body("b", 8, kInertia, Vector3(6, 0, 0))};
  const Start s = start_of(bodies, {free, hinge}, wanted);
  EXPECT_LT((s.place[0] - Vector3(0, 0, 1)).norm(), 1e-12);
  EXPECT_LT((s.turn[1] - *wanted[1].rotation).norm(), 1e-12);
  wanted[0].displacement = Vector3(0, 0, 1.5);
  EXPECT_THAT(swell_test::refusal_of([&] {
                start_of(bodies, {free, hinge}, wanted);
              }),
              HasSubstr("joint free: initial extension is inconsistent with the joints, residual 0."));
}

// Random trees, floating or tied to the world, with poses that are given, extensions and velocities: other names in
// another order, seen from turned axes.
TEST(InitialState, IsIndependentOfNamesOrderAndAxes) {
  test::Random random(41);
  const JointType types[] = {JointType::translational, JointType::rotational,    JointType::universal,
                             JointType::spherical,     JointType::floating_3dof, JointType::fixed};
  const auto pick = [&](int n) { return std::min(n - 1, static_cast<int>(0.5 * (random() + 1.0) * n)); };
  int met = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + pick(5);
    std::vector<RigidBody> bodies;
    std::vector<Joint> joints;
    std::vector<InitialBody> wanted(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      bodies.push_back(random.body("b" + std::to_string(i)));
      bodies.back().cg *= 4.0;
      const int parent = i == 0 ? (pick(2) == 0 ? kWorld : i) : pick(i);
      if (parent == i) continue;
      const bool swaps = pick(2) == 0;
      joints.push_back(joint("j" + std::to_string(i), i == 0 ? JointType::floating_6dof : types[pick(6)],
                             swaps ? i : parent, swaps ? parent : i, 4.0 * random.vector3(), random.rotation()));
      for (int c = 0; c < degrees_of_freedom(joints.back().type) && pick(4) == 0; ++c)
        joints.back().extension.assign(static_cast<std::size_t>(degrees_of_freedom(joints.back().type)),
                                       0.3 * random());
    }
    const int given = 1 + pick(2);
    for (int g = 0; g < given; ++g) {
      InitialBody& one = wanted[static_cast<std::size_t>(pick(n))];
      if (pick(2) == 0) one.displacement = random.vector3(0.3);
      if (pick(2) == 0) one.rotation = rotation_from_roll_pitch_yaw(random.vector3(0.2));
      if (pick(2) == 0) one.velocity = random.vector3(0.3);
      if (pick(2) == 0) one.angular_velocity = random.vector3(0.3);
    }
    std::optional<Start> first;
    try {
      first = start_of(bodies, joints, wanted);
      ++met;
    } catch (const InputError&) {
    }
    // Other names in another order: positions from the end, names that sort at random.
    std::vector<RigidBody> other(bodies.rbegin(), bodies.rend());
    std::vector<InitialBody> asked(wanted.rbegin(), wanted.rend());
    std::vector<Joint> tied(joints.rbegin(), joints.rend());
    for (RigidBody& b : other) b.name = std::to_string(random()) + b.name;
    const Matrix3 Q = random.rotation();
    for (RigidBody& b : other) b.cg = (Q * b.cg).eval();
    for (InitialBody& one : asked) {
      for (auto* v : {&one.displacement, &one.velocity, &one.angular_velocity})
        if (*v) *v = (Q * **v).eval();
      if (one.rotation) one.rotation = (Q * *one.rotation * Q.transpose()).eval();
    }
    for (Joint& j : tied) {
      j.location = (Q * j.location).eval();
      j.axes = (Q * j.axes).eval();
      j.name = std::to_string(random()) + j.name;
      if (j.base != kWorld) j.base = n - 1 - j.base;
      if (j.follower != kWorld) j.follower = n - 1 - j.follower;
    }
    if (!first) {
      EXPECT_THROW(start_of(other, tied, asked), InputError) << trial;
      continue;
    }
    const Start second = start_of(other, tied, asked);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const std::size_t j = bodies.size() - 1 - i;
      // Least squares of joints converge linearly; what is given, within the tolerance of requests.
      EXPECT_LT((Q * first->place[i] - second.place[j]).norm(), 1e-9) << trial;
      EXPECT_LT((Q * first->turn[i] * Q.transpose() - second.turn[j]).norm(), 1e-9) << trial;
      for (const Eigen::Index half : {0, 3}) {
        const Vector3 was = first->velocity.segment<3>(6 * static_cast<Eigen::Index>(i) + half);
        const Vector3 is = second.velocity.segment<3>(6 * static_cast<Eigen::Index>(j) + half);
        EXPECT_LT((Q * was - is).norm(), 1e-9) << trial;
      }
    }
  }
  EXPECT_GT(met, 100);
}

// Two bases that both lead, joined by a body far from them: their least squares take long steps to the end.
TEST(InitialState, TwoBasesSettleAlikeInTurnedAxes) {
  const auto start = [&](const Matrix3& Q) {
    const std::vector<RigidBody> bodies = {body("b0", 5, kInertia, Q * Vector3(3.435, 6.138, -6.813)),
                                           body("b1", 5, kInertia, Q * Vector3(-1.394, -1.889, -9.975)),
                                           body("b2", 5, kInertia, Q * Vector3(7.555, 6.110, -5.141))};
    std::vector<Joint> joints = {
        joint("j1", JointType::floating_3dof, 0, 1, Q * Vector3(0.968, 4.077, -7.986),
              Q * joint_axes(Vector3(0.2761, -0.8746, -0.3986), Vector3(-0.4577, -0.4843, 0.7456))),
        joint("j2", JointType::spherical, 2, 1, Q * Vector3(3.352, 3.812, -9.084),
              Q * joint_axes(Vector3(0.3949, 0.3200, -0.8612), Vector3(0.5766, -0.8161, -0.0389)))};
    joints[1].extension = {0.085, -0.121, 0.073};
    std::vector<InitialBody> wanted(3);
    wanted[0].rotation = (Q * rotation_about(Vector3(0.99, -0.47, -0.48), 0.1307) * Q.transpose()).eval();
    return start_of(bodies, joints, wanted);
  };
  const Matrix3 Q = rotation_about(Vector3(0, 0, 1), -0.9);
  const Start first = start(Matrix3::Identity()), second = start(Q);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT((Q * first.place[i] - second.place[i]).norm(), 1e-9) << i;
}

TEST(InitialState, APoseOutOfReachIsAnErrorWithItsResidual) {
  std::vector<InitialBody> wanted(2);
  wanted[0].displacement = Vector3(0, 0.3, 0);  // RM3 cannot sway
  wanted[1].velocity = Vector3(0, 0, 1);
  EXPECT_THAT(swell_test::refusal_of([&] { initial_state(rm3(), wanted); }),
              HasSubstr("body float: initial displacement is inconsistent with the joints, residual 0.3; "
                        "displace the bodies along their joints, or leave their initial pose out"));
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
  EXPECT_THAT(swell_test::refusal_of([&] { initial_state(rm3(), wanted); }),
              HasSubstr("body spar: initial angular velocity is inconsistent with the joints, residual 0.25"));
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
}  // namespace swell::bodies::initial_state_test
