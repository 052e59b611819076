#include "swell/bodies/equation_of_motion.h"

#include "mechanism.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::bodies::equation_of_motion_test {
namespace {

using test::body;
using test::joint;
using test::Mechanism;
using test::Random;

const JointType kAllTypes[] = {JointType::fixed,         JointType::translational, JointType::rotational,
                               JointType::floating_3dof, JointType::floating_6dof, JointType::universal,
                               JointType::spherical};

/// A tree with every joint type, some traversed against their direction, and a body that is follower twice.
Multibody forest(unsigned seed, bool with_prescribed = false) {
  Random random(seed);
  std::vector<RigidBody> bodies;
  for (int i = 0; i < 9; ++i) bodies.push_back(random.body(std::string("body") + static_cast<char>('a' + i)));
  const auto place = [&](const char* name, JointType type, int base, int follower) {
    return joint(name, type, base, follower, random.vector3(), random.rotation());
  };
  std::vector<Joint> joints = {place("j0", JointType::floating_3dof, kWorld, 0),
                               place("j1", JointType::universal, 1, 0),
                               place("j2", JointType::spherical, 1, 2),
                               place("j3", JointType::translational, 3, 2),
                               place("j4", JointType::floating_6dof, 2, 4),
                               place("j5", JointType::rotational, 0, 5),
                               place("j6", JointType::fixed, 6, 5),
                               place("j7", JointType::floating_6dof, 7, kWorld)};
  if (with_prescribed) {
    joints[0].prescribed = true;
    joints[5].prescribed = true;
  }
  return Multibody(bodies, joints);  // body i floats freely, without a joint
}

/// Pendulum, double, chain ... : a random state not too far out.
void random_state(Mechanism& s, Random& random) {
  s.q = s.m.design_coordinates();
  s.m.retract(s.q, random.vector(s.m.nv(), 0.6));
  s.v = random.vector(s.m.nv());
}

TEST(EquationOfMotion, VelocitiesAndAccelerationsAreDerivativesOfThePose) {
  // Central differences along the motion; error O(h^2) = 1e-10 times derivatives of order 10.
  Random random(11);
  for (const bool with_prescribed : {false, true}) {
    Mechanism s(forest(3, with_prescribed));
    if (with_prescribed) {
      s.prescribed = [&s](double t) {
        const int n = s.m.n_prescribed();
        VectorX p(3 * n);
        for (int i = 0; i < n; ++i) {
          p[i] = std::sin(t + i);
          p[n + i] = std::cos(t + i);
          p[2 * n + i] = -std::sin(t + i);
        }
        return p;
      };
    }
    random_state(s, random);
    const VectorX speed_rate = random.vector(s.m.nv());
    const double h = 1e-5;
    const auto kinematics = [&](double time) {
      VectorX rate(s.m.nq());
      s.evaluate(0.0, s.q, s.v);
      s.m.coordinate_rates(s.q, s.v, s.k, rate);
      // q'' from a difference of q' along v' keeps the second-order term of the path
      VectorX later = s.q + h * rate, rate_later(s.m.nq());
      const VectorX v_later = s.v + h * speed_rate;
      s.evaluate(h, later, v_later);
      s.m.coordinate_rates(later, v_later, s.k, rate_later);
      const VectorX q_t = s.q + time * rate + 0.5 * time * time * (rate_later - rate) / h;
      Kinematics k = s.m.make_kinematics();
      s.m.kinematics(q_t, s.v + time * speed_rate, s.prescribed(time), k);
      return k;
    };
    const Kinematics now = kinematics(0.0), before = kinematics(-h), after = kinematics(h);
    const VectorX acceleration = now.jacobian.matrix() * speed_rate + now.bias;
    for (int i = 0; i < s.m.n_bodies(); ++i) {
      const auto b = static_cast<std::size_t>(i);
      const Vector3 v = (after.p_WC[b] - before.p_WC[b]) / (2 * h);
      const Matrix3 W = (after.R_WB[b] - before.R_WB[b]) / (2 * h) * now.R_WB[b].transpose();
      const Vector3 omega(W(2, 1), W(0, 2), W(1, 0));
      EXPECT_LT((v - now.velocity.segment<3>(6 * i)).norm(), 2e-8) << s.m.bodies()[b].name;
      EXPECT_LT((omega - now.velocity.segment<3>(6 * i + 3)).norm(), 2e-8) << s.m.bodies()[b].name;
      const VectorX a = (after.velocity - before.velocity).segment<6>(6 * i) / (2 * h);
      EXPECT_LT((a - acceleration.segment<6>(6 * i)).norm(), 1e-7) << s.m.bodies()[b].name;
    }
    // The Jacobian is the derivative of the velocities by the speeds.
    Kinematics pushed = s.m.make_kinematics();
    const VectorX dv = random.vector(s.m.nv());
    s.m.kinematics(s.q, s.v + dv, s.prescribed(0.0), pushed);
    EXPECT_LT((pushed.velocity - now.velocity - now.jacobian.matrix() * dv).norm(), 1e-13);
  }
}

TEST(EquationOfMotion, ForcesOfJointsAndLoadsMakeEachBodysMomentumChange) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    Mechanism s(forest(seed, seed % 2 == 0), 0.2 * random.matrix(54));
    random_state(s, random);
    s.loads = [&](double, const Kinematics&, VectorX& wrench, VectorX& effort) {
      wrench += random.vector(wrench.size());
      effort = random.vector(effort.size());
    };
    s.evaluate();
    VectorX sum = s.wrench + s.d.added_inertia_wrench;
    for (std::size_t j = 0; j < s.m.joints().size(); ++j) {
      const Joint& place = s.m.joints()[j].joint;
      const auto at = static_cast<Eigen::Index>(6 * j);
      if (place.base != kWorld) sum.segment<6>(6 * place.base) += s.d.wrench_on_base.segment<6>(at);
      if (place.follower != kWorld) sum.segment<6>(6 * place.follower) += s.d.wrench_on_follower.segment<6>(at);
      // A joint carries its effort along its free motions, nothing else.
      const Vector6 at_joint = s.d.joint_wrench.segment<6>(at);
      const JointPlace& p = s.m.joints()[j];
      for (int a = 0; a < p.dof; ++a) {
        if (p.joint.type == JointType::universal || p.joint.prescribed) continue;
        const int motion = free_motions(p.joint.type)[static_cast<std::size_t>(a)];
        EXPECT_NEAR(at_joint[motion], s.effort[p.offset + a], 2e-11) << p.joint.name << " seed " << seed;
        EXPECT_NEAR(s.d.constraint_wrench[6 * static_cast<int>(j) + motion], 0.0, 2e-11);
      }
    }
    for (int i = 0; i < s.m.n_bodies(); ++i) {
      const auto b = static_cast<std::size_t>(i);
      const Matrix3 I = s.k.R_WB[b] * s.m.bodies()[b].inertia * s.k.R_WB[b].transpose();
      const Vector3 omega = s.k.velocity.segment<3>(6 * i + 3);
      Vector6 rate;
      rate << s.m.bodies()[b].mass * s.d.acceleration.segment<3>(6 * i),
          I * s.d.acceleration.segment<3>(6 * i + 3) + omega.cross(I * omega);
      EXPECT_LT((rate - sum.segment<6>(6 * i)).norm(), 1e-11) << s.m.bodies()[b].name << " seed " << seed;
    }
  }
}

TEST(EquationOfMotion, EffortsAndConstraintsDoTheWorkThatTheRatesSay) {
  // Power of all joint wrenches on the bodies = sum of effort times rate: constraints do no work.
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Random random(100 + seed);
    Mechanism s(forest(seed));
    random_state(s, random);
    s.loads = [&](double, const Kinematics&, VectorX&, VectorX& effort) { effort = random.vector(effort.size()); };
    s.evaluate();
    double power = s.d.joint_wrench_on_body.dot(s.k.velocity);
    VectorX each(static_cast<Eigen::Index>(s.m.joints().size()));
    joint_power(s.m, s.k, s.effort, each);
    EXPECT_NEAR(power, each.sum(), 1e-11);
    EXPECT_NEAR(s.effort.dot(s.k.rate), each.sum(), 1e-13);
  }
}

TEST(EquationOfMotion, NonSymmetricAddedMassAgreesWithADenseReference) {
  Random random(5);
  const Multibody m = forest(5);
  const MatrixX A = 0.3 * random.matrix(54);
  const VectorX flywheel = VectorX::Constant(m.n_efforts(), 0.7);
  Mechanism s(m, A, flywheel);
  random_state(s, random);
  std::vector<Matrix6, Eigen::aligned_allocator<Matrix6>> morison;
  for (int i = 0; i < 9; ++i) morison.push_back(0.2 * random.matrix(6));
  s.evaluate();
  const VectorX wrench = random.vector(54), effort = random.vector(m.n_efforts());
  s.eom.solve(s.k, wrench, effort, morison.data(), s.d);

  MatrixX M = A;
  VectorX h = VectorX::Zero(54);
  for (int i = 0; i < 9; ++i) {
    const auto b = static_cast<std::size_t>(i);
    const Matrix3 I = s.k.R_WB[b] * m.bodies()[b].inertia * s.k.R_WB[b].transpose();
    const Vector3 omega = s.k.velocity.segment<3>(6 * i + 3);
    M.block<3, 3>(6 * i, 6 * i).diagonal().array() += m.bodies()[b].mass;
    M.block<3, 3>(6 * i + 3, 6 * i + 3) += I;
    M.block<6, 6>(6 * i, 6 * i) += morison[b];
    h.segment<3>(6 * i + 3) = omega.cross(I * omega);
  }
  // Rates as functions of v, by columns; their bias by the free bodies' rows and zero for plain tree joints.
  MatrixX U(m.n_efforts(), m.nv());
  Kinematics k = m.make_kinematics();
  for (int c = 0; c < m.nv(); ++c) {
    m.kinematics(s.q, VectorX::Unit(m.nv(), c), k);
    U.col(c) = k.rate;
  }
  VectorX u_bias = VectorX::Zero(m.n_efforts());
  {
    const double step = 1e-6;
    VectorX rate(m.nq());
    m.coordinate_rates(s.q, s.v, s.k, rate);
    Kinematics after = m.make_kinematics(), before = m.make_kinematics();
    m.kinematics(s.q + step * rate, s.v, after);
    m.kinematics(s.q - step * rate, s.v, before);
    u_bias = (after.rate - before.rate) / (2 * step);
  }
  const MatrixX& J = s.k.jacobian.matrix();
  const MatrixX inertia = J.transpose() * M * J + U.transpose() * flywheel.asDiagonal() * U;
  const VectorX rhs =
      J.transpose() * (wrench - h - M * s.k.bias) + U.transpose() * (effort - flywheel.cwiseProduct(u_bias));
  const VectorX reference = inertia.fullPivLu().solve(rhs);
  EXPECT_LT((s.d.speed_rate - reference).norm(), 1e-8 * reference.norm());
  EXPECT_GT((inertia - inertia.transpose()).norm(), 0.1);
}

TEST(EquationOfMotion, RowsAreExchangedWhereTheDiagonalAloneWouldLoseDigits) {
  // A free body whose added mass cancels its mass on the diagonal: all inertia in surge and heave is coupling.
  for (const double left : {0.0, 1e-13, 1e-3, 1.0}) {
    Random random(9);
    MatrixX A = MatrixX::Zero(6, 6);
    A(0, 0) = A(2, 2) = left - 2.0;
    A(0, 2) = 40.0;
    A(2, 0) = -30.0;
    A(0, 4) = A(4, 0) = 5.0;
    Mechanism s(Multibody({body("buoy", 2.0, {1.0, 2.0, 3.0}, Vector3::Zero())}, {}), A);
    random_state(s, random);
    s.evaluate();
    const VectorX wrench = random.vector(6);
    s.eom.solve(s.k, wrench, VectorX::Zero(s.m.n_efforts()), nullptr, s.d);
    MatrixX M = A;
    M.topLeftCorner<3, 3>().diagonal().array() += 2.0;
    const Matrix3 I = s.k.R_WB[0] * s.m.bodies()[0].inertia * s.k.R_WB[0].transpose();
    M.bottomRightCorner<3, 3>() += I;
    const Vector3 omega = s.k.velocity.tail<3>();
    VectorX rhs = wrench;
    rhs.tail<3>() -= omega.cross(I * omega);
    const VectorX reference = M.fullPivLu().solve(rhs);
    EXPECT_LT((s.d.speed_rate - reference).norm(), 1e-13 * reference.norm()) << left;
  }
}

TEST(EquationOfMotion, TraversalAgainstAJointsDirectionGivesTheSamePhysics) {
  Random random(21);
  for (const JointType type : kAllTypes) {
    if (type == JointType::fixed) continue;
    const RigidBody b = random.body("b");
    const Vector3 location = random.vector3();
    const Matrix3 axes = random.rotation();
    Mechanism along(Multibody({b}, {joint("j", type, kWorld, 0, location, axes)}));
    Mechanism against(Multibody({b}, {joint("j", type, 0, kWorld, location, axes)}));
    random_state(along, random);
    along.evaluate();
    // The same pose and velocity, asked of the reversed joint.
    InitialBody wish;
    wish.displacement = along.k.p_WC[0] - b.cg;
    wish.rotation = along.k.R_WB[0];
    wish.velocity = along.k.velocity.head<3>();
    wish.angular_velocity = along.k.velocity.tail<3>();
    if (type == JointType::universal) {
      // Rx Ry reversed is Ry Rx: another joint. Only its single motions agree.
      continue;
    }
    const InitialState state = initial_state(against.m, {wish});
    against.q = state.q;
    against.v = state.v;
    // A joint effort reverses with the direction; one that is a component in turning axes is not the same load.
    against.evaluate();
    EXPECT_LT((along.d.acceleration - against.d.acceleration).norm(), 1e-12) << name_of(type);
    EXPECT_LT((along.d.wrench_on_follower - against.d.wrench_on_base).norm(), 1e-11) << name_of(type);
    if (type == JointType::translational || type == JointType::rotational) {
      EXPECT_NEAR(along.k.coordinate[0], -against.k.coordinate[0], 1e-14);
      along.loads = [](double, const Kinematics&, VectorX&, VectorX& effort) { effort[0] = 3.0; };
      against.loads = [](double, const Kinematics&, VectorX&, VectorX& effort) { effort[0] = -3.0; };
      along.evaluate();
      against.evaluate();
      EXPECT_LT((along.d.acceleration - against.d.acceleration).norm(), 1e-12) << name_of(type);
    }
  }
}

TEST(EquationOfMotion, InertiaIsRecognisedAsConstant) {
  const auto heaving = joint("h", JointType::translational, kWorld, 0);
  const auto sliding = joint("s", JointType::translational, 0, 1, Vector3::Zero(),
                             joint_axes_along(JointType::translational, Vector3::UnitX()));
  const auto pitching = joint("s", JointType::rotational, 0, 1);
  const std::vector<RigidBody> two = {body("a", 1, Vector3(1, 2, 3), Vector3::Zero()),
                                      body("b", 2, Vector3(1, 2, 3), Vector3::Zero())};
  EXPECT_TRUE(EquationOfMotion(Multibody(two, {heaving, sliding})).inertia_is_constant());
  EXPECT_FALSE(EquationOfMotion(Multibody(two, {heaving, pitching})).inertia_is_constant());
  EXPECT_FALSE(EquationOfMotion(Multibody(two, {heaving})).inertia_is_constant());  // b turns, its inertia with it
  EXPECT_TRUE(Multibody(two, {heaving}).jacobian_is_constant());
  const std::vector<RigidBody> balls = {two[0], body("b", 2, Vector3(2, 2, 2), Vector3::Zero())};
  EXPECT_TRUE(EquationOfMotion(Multibody(balls, {heaving})).inertia_is_constant());
  // and the short cut gives what the long way gives
  Random random(3);
  Mechanism s(Multibody(balls, {heaving}), 0.2 * random.matrix(12));
  random_state(s, random);
  s.evaluate();
  const VectorX fast = s.d.acceleration;
  const std::vector<Matrix6, Eigen::aligned_allocator<Matrix6>> none(2, Matrix6::Zero());
  s.eom.solve(s.k, s.wrench, s.effort, none.data(), s.d);
  EXPECT_LT((fast - s.d.acceleration).norm(), 1e-13);
}

TEST(EquationOfMotion, InertiaBetweenBodiesThatVariesActsLikeAddedMass) {
  Random random(15);
  const std::vector<RigidBody> two = {body("a", 1, Vector3(1, 2, 3), Vector3::Zero()),
                                      body("b", 2, Vector3(1, 2, 3), Vector3::Zero())};
  const Joint heaving = joint("h", JointType::translational, kWorld, 0);
  const Joint sliding = joint("s", JointType::translational, 0, 1, Vector3::Zero(),
                              joint_axes_along(JointType::translational, Vector3::UnitX()));
  const Joint pitching = joint("s", JointType::rotational, 0, 1);
  // Nothing turns, few speeds, many speeds.
  for (const Multibody& m : {Multibody(two, {heaving, sliding}), Multibody(two, {heaving, pitching}), forest(5)}) {
    const int n = 6 * m.n_bodies();
    const MatrixX A = 0.3 * random.matrix(n), B = 0.2 * random.matrix(n);
    Mechanism both(m, A + B), constant(m, A);
    random_state(both, random);
    constant.q = both.q;
    constant.v = both.v;
    both.evaluate();
    constant.evaluate();
    const VectorX wrench = random.vector(n), effort = random.vector(m.n_efforts());
    both.eom.solve(both.k, wrench, effort, nullptr, both.d);
    const auto agrees = [](const VectorX& x, const VectorX& y) { return (x - y).norm() < 1e-10 * y.norm(); };
    constant.eom.solve(constant.k, wrench, effort, nullptr, constant.d, nullptr, &B);
    EXPECT_TRUE(agrees(constant.d.acceleration, both.d.acceleration)) << n;
    EXPECT_TRUE(agrees(constant.d.joint_wrench_on_body, both.d.joint_wrench_on_body)) << n;
    EXPECT_TRUE(agrees(constant.d.added_inertia_wrench, both.d.added_inertia_wrench)) << n;
    // Nothing of it stays behind.
    Mechanism fresh(m, A);
    fresh.q = both.q;
    fresh.v = both.v;
    fresh.evaluate();
    constant.eom.solve(constant.k, wrench, effort, nullptr, constant.d);
    fresh.eom.solve(fresh.k, wrench, effort, nullptr, fresh.d);
    EXPECT_TRUE(agrees(constant.d.acceleration, fresh.d.acceleration)) << n;
  }
}

TEST(EquationOfMotion, SixtyFourFreeBodiesWithFullCouplingSolveAndAllocateNothing) {
  Random random(64);
  std::vector<RigidBody> bodies;
  for (int i = 0; i < 64; ++i) {
    bodies.push_back(body("buoy" + std::to_string(100 + i), 1.0, Vector3(1, 2, 3), Vector3(i, 0, 0)));
  }
  Mechanism s(Multibody(bodies, {}), 0.02 * random.matrix(384));
  ASSERT_EQ(s.m.nv(), 384);
  random_state(s, random);
  s.evaluate();
  const swell::test::AllocationCounter counter;
  s.m.kinematics(s.q, s.v, s.k);
  s.eom.solve(s.k, s.wrench, s.effort, nullptr, s.d);
  EXPECT_EQ(counter.count(), 0);
  // the equation of motion is satisfied: momentum rate + A a = wrench
  const VectorX left = s.d.added_inertia_wrench + s.wrench;
  for (int i = 0; i < 64; ++i) {
    const Vector3 difference = s.d.acceleration.segment<3>(6 * i) - left.segment<3>(6 * i);
    EXPECT_LT(difference.norm(), 1e-11);
  }
}

/// A body on a chain of two, one on a slide and one that floats, `copies` times: names of the n-th begin with its
/// number.
Multibody repeated(int copies) {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
  for (int c = 0; c < copies; ++c) {
    Random random(90 + static_cast<unsigned>(c) % 3);
    const std::string n = std::to_string(100 + c);
    const int first = static_cast<int>(bodies.size());
    for (const char* name : {"a", "b", "c", "d"}) bodies.push_back(random.body(n + name));
    joints.push_back(joint(n + "ab", JointType::rotational, first, first + 1, random.vector3(), random.rotation()));
    joints.push_back(
        joint(n + "slide", JointType::translational, kWorld, first + 2, random.vector3(), random.rotation()));
  }
  return Multibody(bodies, joints);
}

// A thousand buoys are a thousand small systems of equations: time, and what is kept, grow with their number.
TEST(EquationOfMotion, MechanismsThatNothingTiesTogetherMoveAsEachAlone) {
  constexpr int kCopies = 12;  // 13 speeds each
  const Multibody all = repeated(kCopies), one = repeated(1);
  const int n = 6 * one.n_bodies();
  Random random(17);
  const MatrixX own = MatrixX(0.2 * random.matrix(n));
  const VectorX inertia = random.vector(one.n_efforts()).cwiseAbs(), step = random.vector(one.nv(), 0.5),
                speed = random.vector(one.nv()), wrench = random.vector(n), effort = random.vector(one.n_efforts());
  // The first mechanism, in the place of each whose bodies are alike.
  const auto place = [&](const std::vector<std::string>& names, const std::string& name) {
    return static_cast<Eigen::Index>(std::find(names.begin(), names.end(), "100" + name.substr(3)) - names.begin());
  };
  const auto names_of = [](const Multibody& m) {
    std::vector<std::string> names(static_cast<std::size_t>(m.n_efforts()));
    for (const JointPlace& p : m.joints()) {
      for (int i = 0; i < p.dof; ++i)
        names[static_cast<std::size_t>(p.offset) + static_cast<std::size_t>(i)] = p.joint.name + std::to_string(i);
    }
    return names;
  };
  MatrixX added = MatrixX::Zero(6 * all.n_bodies(), 6 * all.n_bodies());
  VectorX joint_inertia(all.n_efforts()), step_of_all(all.nv()), speed_of_all(all.nv()), effort_of_all(all.n_efforts());
  for (int c = 0; c < kCopies; ++c) added.block(n * c, n * c, n, n) = own;
  for (int i = 0; i < all.nv(); ++i) {
    const auto at = place(one.speed_names(), all.speed_names()[static_cast<std::size_t>(i)]);
    step_of_all[i] = step[at];
    speed_of_all[i] = speed[at];
  }
  const auto efforts = names_of(one), efforts_of_all = names_of(all);
  for (int i = 0; i < all.n_efforts(); ++i) {
    const auto at = place(efforts, efforts_of_all[static_cast<std::size_t>(i)]);
    joint_inertia[i] = inertia[at];
    effort_of_all[i] = effort[at];
  }
  // Added mass that tilts with every other body.
  std::vector<bool> tilts, tilts_of_one;
  for (const RigidBody& b : all.bodies()) tilts.push_back(b.name.back() % 2 == 0);
  for (const RigidBody& b : one.bodies()) tilts_of_one.push_back(b.name.back() % 2 == 0);
  const EquationOfMotion together(all, added, joint_inertia, false, tilts),
      alone(one, own, inertia, false, tilts_of_one), whole(all, added, joint_inertia, true, tilts);
  Dynamics d = together.make_dynamics(), d_alone = alone.make_dynamics(), d_whole = whole.make_dynamics();
  EXPECT_EQ(d.blocks.size(), static_cast<std::size_t>(kCopies));
  EXPECT_EQ(d.inertia.size(), 0);
  Kinematics k = all.make_kinematics(), k_alone = one.make_kinematics();
  VectorX q = all.design_coordinates(), q_alone = one.design_coordinates();
  all.retract(q, step_of_all);
  one.retract(q_alone, step);
  all.kinematics(q, speed_of_all, k);
  one.kinematics(q_alone, speed, k_alone);
  alone.solve(k_alone, wrench, effort, nullptr, d_alone);
  const VectorX wrench_of_all = wrench.replicate(kCopies, 1);
  const swell::test::AllocationCounter counter;
  together.solve(k, wrench_of_all, effort_of_all, nullptr, d);
  EXPECT_EQ(counter.count(), 0);
  whole.solve(k, wrench_of_all, effort_of_all, nullptr, d_whole);
  // Condition numbers of about 100, and round-off of 1e-16 in each.
  const double tolerance = 1e-12 * (1.0 + d_whole.acceleration.cwiseAbs().maxCoeff());
  EXPECT_LT((d.acceleration - d_whole.acceleration).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LT((d.joint_wrench - d_whole.joint_wrench).cwiseAbs().maxCoeff(), 100.0 * tolerance);
  EXPECT_LT((d.added_inertia_wrench - d_whole.added_inertia_wrench).cwiseAbs().maxCoeff(), 10.0 * tolerance);
  for (int c = 0; c < kCopies; c += 3) {  // alike
    EXPECT_LT((d.acceleration.segment(n * c, n) - d_alone.acceleration).cwiseAbs().maxCoeff(), tolerance) << c;
  }
  EXPECT_NEAR(together.added_kinetic_energy(k), whole.added_kinetic_energy(k), tolerance);
}

// Two bodies that tumble, one sliding on the other, the added mass of one or both in axes that tilt: nothing acts, so
// the energy stays, and the small and the general solution are one.
TEST(EquationOfMotion, AddedMassThatTiltsKeepsTheEnergy) {
  Random random(23);
  for (const std::vector<bool>& tilts : {std::vector<bool>{true, true}, {true, false}, {false, true}}) {
    const Multibody pair({random.body("float"), random.body("spar")},
                         {joint("pto", JointType::translational, 1, 0, random.vector3(), random.rotation())});
    const MatrixX L = random.matrix(12), added = 0.1 * L * L.transpose();
    Mechanism s(pair, added, VectorX(), tilts);
    s.gravity = 0.0;
    pair.retract(s.q, random.vector(pair.nv(), 1.5));
    s.v = random.vector(pair.nv());
    const double start = s.energy();
    for (int part = 0; part < 5; ++part) {
      s.run(1.0, 1000);
      // RK4: 5 s h^4 / 120 times the fifth power of the fastest rate, some 10 / s where the axes go back: 4e-9.
      EXPECT_NEAR(s.energy(), start, 1e-7 * start);
      Dynamics general = s.eom.make_dynamics();
      const MatrixX nothing = MatrixX::Zero(12, 12);
      s.eom.solve(s.k, s.wrench, s.effort, nullptr, general, nullptr, &nothing);
      const double scale = s.d.acceleration.cwiseAbs().maxCoeff();
      EXPECT_LT((general.acceleration - s.d.acceleration).cwiseAbs().maxCoeff(), 1e-12 * scale);
      EXPECT_LT((general.joint_wrench - s.d.joint_wrench).cwiseAbs().maxCoeff(), 1e-11 * scale);
      const std::vector<Matrix6, Eigen::aligned_allocator<Matrix6>> strip(2,
                                                                          MatrixX(L * L.transpose()).block<6, 6>(0, 6));
      Dynamics small = s.eom.make_dynamics();
      s.eom.solve(s.k, s.wrench, s.effort, strip.data(), small);
      s.eom.solve(s.k, s.wrench, s.effort, strip.data(), general, nullptr, &nothing);
      EXPECT_LT((general.acceleration - small.acceleration).cwiseAbs().maxCoeff(), 1e-10 * scale);
    }
  }
}

// Bodies that float freely, each alone or with one that slides on it either way round, are solved in closed form unless
// added mass couples them: any loads and efforts, that of the free joint too, make them move as the general solution
// does.
TEST(EquationOfMotion, AFloatingBodyMovesAsTheGeneralSolutionSays) {
  Random random(29);
  for (const int floats : {1, 2, 12}) {
    for (const int base : {0, 1, kWorld}) {  // of the slider; the world: none
      std::vector<RigidBody> bodies;
      std::vector<Joint> joints;
      const int group = base == kWorld ? 1 : 2, n = 6 * group * floats;
      MatrixX added = MatrixX::Zero(n, n);
      for (int i = 0; i < floats; ++i) {
        const std::string name = std::to_string(10 + i);
        bodies.push_back(random.body(name + "a"));
        joints.push_back(
            joint(name + "free", JointType::floating_6dof, kWorld, group * i, random.vector3(), random.rotation()));
        const MatrixX L = random.matrix(6 * group);
        added.block(6 * group * i, 6 * group * i, 6 * group, 6 * group) = 0.1 * L * L.transpose();
        if (base == kWorld) continue;
        bodies.push_back(random.body(name + "b"));
        joints.push_back(joint(name + "pto", JointType::translational, 2 * i + base, 2 * i + 1 - base, random.vector3(),
                               random.rotation()));
      }
      if (floats == 2 && base == kWorld) added(0, 6) = added(6, 0) = 0.01;
      const std::vector<bool> tilts(bodies.size(), true);
      Mechanism s(Multibody(bodies, joints), added, VectorX(), tilts);
      const EquationOfMotion in_general(s.m, added, VectorX(), true, tilts);
      for (int trial = 0; trial < 20; ++trial) {
        s.q = s.m.design_coordinates();
        s.m.retract(s.q, random.vector(s.m.nv(), 2.0));
        s.v = random.vector(s.m.nv());
        const VectorX wrench = random.vector(n), effort = random.vector(s.m.n_efforts());
        s.loads = [&](double, const Kinematics&, VectorX& on_bodies, VectorX& on_joints) {
          on_bodies = wrench;
          if (trial % 2 == 0) on_joints = effort;
        };
        s.evaluate();
        Dynamics general = in_general.make_dynamics();
        const MatrixX nothing = MatrixX::Zero(n, n);
        in_general.solve(s.k, s.wrench, s.effort, nullptr, general, nullptr, &nothing);
        // Both are backward stable; the inertias of these bodies and M have condition numbers below 1e3.
        const double scale = general.acceleration.cwiseAbs().maxCoeff();
        EXPECT_LT((general.acceleration - s.d.acceleration).cwiseAbs().maxCoeff(), 1e-12 * scale);
        EXPECT_LT((general.speed_rate - s.d.speed_rate).cwiseAbs().maxCoeff(), 1e-12 * scale);
        EXPECT_LT((general.joint_wrench - s.d.joint_wrench).cwiseAbs().maxCoeff(), 1e-11 * scale);
      }
    }
  }
}

TEST(EquationOfMotion, EvaluationAllocatesNothing) {
  if (!swell::test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  {
    const swell::test::AllocationCounter counter;
    const VectorX something = VectorX::Zero(100);
    EXPECT_GT(counter.count() + 0 * static_cast<long>(something.size()), 0) << "the counter counts";
  }
  Random random(1);
  Mechanism tree(forest(1, true), 0.1 * random.matrix(54), VectorX::Constant(forest(1, true).n_efforts(), 0.1));
  std::vector<RigidBody> bars;
  for (const char* name : {"a", "b", "c"}) bars.push_back(random.body(name));
  Mechanism loop(Multibody(bars, {joint("1", JointType::rotational, kWorld, 0),
                                  joint("2", JointType::rotational, 0, 1, Vector3(0, 0, 1)),
                                  joint("3", JointType::rotational, 1, 2, Vector3(2, 0, 1.5)),
                                  joint("4", JointType::rotational, 2, kWorld, Vector3(2, 0, 0))}),
                 0.1 * random.matrix(18));
  Mechanism tilting(Multibody(bars, {joint("1", JointType::rotational, 0, 1)}), 0.1 * random.matrix(18), VectorX(),
                    {true, false, true});
  for (Mechanism* s : {&tree, &loop, &tilting}) {
    s->evaluate();
    VectorX rates(s->m.nq());
    const VectorX prescribed = s->prescribed(0.0);
    const std::vector<Matrix6, Eigen::aligned_allocator<Matrix6>> morison(s->m.bodies().size(), Matrix6::Identity());
    const MatrixX coupled = 0.01 * random.matrix(6 * s->m.n_bodies());
    const swell::test::AllocationCounter counter;
    for (int i = 0; i < 3; ++i) {
      s->m.kinematics(s->q, s->v, prescribed, s->k);
      s->m.coordinate_rates(s->q, s->v, s->k, rates);
      s->eom.solve(s->k, s->wrench, s->effort, nullptr, s->d);
      s->eom.solve(s->k, s->wrench, s->effort, morison.data(), s->d);
      s->eom.solve(s->k, s->wrench, s->effort, morison.data(), s->d, nullptr, &coupled);
      s->q[0] += 1e-3;  // something to project
      s->m.project(s->q, s->v, prescribed, s->k);
    }
    EXPECT_EQ(counter.count(), 0);
  }
}

TEST(EquationOfMotion, AMotionWithoutInertiaIsAnError) {
  const Multibody m({body("bob", 1.0, Vector3::Zero(), Vector3(0, 0, -1))},
                    {joint("ball", JointType::spherical, kWorld, 0)});
  try {
    EquationOfMotion eom(m);
    FAIL() << "no error";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("nothing resists an acceleration, first seen at ball.rz"), std::string::npos)
        << e.what();
  }
  EXPECT_THROW(EquationOfMotion(m, MatrixX::Zero(5, 5)), InputError);
}

}  // namespace
}  // namespace swell::bodies::equation_of_motion_test
