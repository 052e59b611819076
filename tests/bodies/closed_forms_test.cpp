// Mechanisms with known motions. Sources: Goldstein, Classical Mechanics (3rd ed.) 5.7 (heavy top), 1.9 (double
// pendulum as Lagrange's equations); Landau & Lifshitz, Mechanics, sections 11 (pendulum) and 37 (free top).
#include <boost/math/special_functions/jacobi_elliptic.hpp>

#include "mechanism.h"
#include "swell_test/test.h"

namespace swell::bodies::closed_forms_test {
namespace {

using test::body;
using test::joint;
using test::Mechanism;
using test::Random;

constexpr double kG = 9.81;

TEST(ClosedForms, ALargePendulumSwingTakesTheEllipticPeriod) {
  const double L = 3.0, amplitude = 2.5;
  Mechanism s(Multibody({body("bob", 2.0, Vector3::Zero(), Vector3(0, 0, -L))},
                        {joint("hinge", JointType::rotational, kWorld, 0)}));
  s.q[0] = amplitude;
  const double period = 4.0 * std::sqrt(L / kG) * std::comp_ellint_1(std::sin(0.5 * amplitude));
  const double e0 = s.energy();
  s.run(period, 4000);
  EXPECT_NEAR(s.q[0], amplitude, 1e-9);
  EXPECT_NEAR(s.v[0], 0.0, 1e-9);  // phase
  EXPECT_NEAR(s.energy(), e0, 1e-9 * 2.0 * kG * L);
  // The hinge carries weight and centripetal force: F = m (a - g), resolved in the world-parallel base axes.
  const Vector3 force = 2.0 * (s.d.acceleration.head<3>() + Vector3(0, 0, kG));
  EXPECT_LT((s.d.constraint_wrench.head<3>() - force).norm(), 1e-11);
}

TEST(ClosedForms, APhysicalPendulumOnAnInclinedHingeAwayFromTheOriginKeepsItsPeriod) {
  // cg beside and below the hinge, horizontal hinge axis turned by 30 degrees: swings about hanging straight down.
  const double m = 3.0;
  Random random(2);
  RigidBody flap = random.body("flap");
  flap.mass = m;
  const Vector3 location(1.0, -2.0, 4.0);
  const Vector3 axis(-std::sin(kPi / 6), std::cos(kPi / 6), 0.0);
  const Vector3 across = axis.cross(Vector3::UnitZ());
  flap.cg = location + 0.6 * across - 1.1 * Vector3::UnitZ() + 0.4 * axis;
  const double l = std::hypot(0.6, 1.1);
  const double inertia = axis.dot(flap.inertia * axis) + m * l * l;
  Mechanism s(Multibody({flap}, {joint("hinge", JointType::rotational, kWorld, 0, location,
                                       joint_axes_along(JointType::rotational, axis))}));
  const double hanging = std::atan2(0.6, 1.1);  // the turn that brings the cg below the hinge
  const double amplitude = 1.9;
  s.q[0] = hanging + amplitude;
  const double period = 4.0 * std::sqrt(inertia / (m * kG * l)) * std::comp_ellint_1(std::sin(0.5 * amplitude));
  s.run(0.5 * period, 2000);
  EXPECT_NEAR(s.q[0], hanging - amplitude, 1e-9);
  EXPECT_NEAR(s.v[0], 0.0, 1e-9);
}

TEST(ClosedForms, ARotationalJointCountsItsTurns) {
  Mechanism s(Multibody({body("wheel", 1.0, Vector3(1, 1, 1), Vector3::Zero())},
                        {joint("hinge", JointType::rotational, kWorld, 0)}));
  s.v[0] = 10.0;
  s.run(10.0, 100);
  EXPECT_NEAR(s.k.coordinate[0], 100.0, 1e-11);
}

Multibody double_pendulum(double l1, double l2, double m1, double m2) {
  return Multibody({body("inner", m1, Vector3::Zero(), Vector3(0, 0, -l1)),
                    body("outer", m2, Vector3::Zero(), Vector3(0, 0, -l1 - l2))},
                   {joint("shoulder", JointType::rotational, kWorld, 0),
                    joint("elbow", JointType::rotational, 0, 1, Vector3(0, 0, -l1))});
}

TEST(ClosedForms, TheDoublePendulumObeysItsLagrangeEquations) {
  const double l1 = 1.3, l2 = 0.7, m1 = 2.0, m2 = 1.1;
  Mechanism s(double_pendulum(l1, l2, m1, m2));
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const int shoulder = s.m.joints()[static_cast<std::size_t>(s.m.joint_index("shoulder"))].v_offset;
    const int elbow = 1 - shoulder;
    s.q = random.vector(2, 3.0);
    s.v = random.vector(2, 2.0);
    s.evaluate();
    const double a = s.q[shoulder], b = a + s.q[elbow];
    const double ad = s.v[shoulder], bd = ad + s.v[elbow];
    const double add = s.d.speed_rate[shoulder], bdd = add + s.d.speed_rate[elbow];
    const double first = (m1 + m2) * l1 * add + m2 * l2 * bdd * std::cos(a - b) + m2 * l2 * bd * bd * std::sin(a - b) +
                         (m1 + m2) * kG * std::sin(a);
    const double second = l2 * bdd + l1 * add * std::cos(a - b) - l1 * ad * ad * std::sin(a - b) + kG * std::sin(b);
    EXPECT_NEAR(first, 0.0, 1e-11);
    EXPECT_NEAR(second, 0.0, 1e-11);
  }
}

TEST(ClosedForms, EnergyDriftOfTheDoublePendulumShrinksWithTheOrderOfTheIntegrator) {
  double drift[2];
  for (int i = 0; i < 2; ++i) {
    Mechanism s(double_pendulum(1.3, 0.7, 2.0, 1.1));
    s.q << 1.2, -0.5;
    const double e0 = s.energy();
    s.run(5.0, 500 << i);
    drift[i] = std::abs(s.energy() - e0);
  }
  EXPECT_GT(drift[0] / drift[1], 12.0);  // 2^4, and 2^5 where the leading term cancels
  EXPECT_LT(drift[0], 1e-5);
}

TEST(ClosedForms, AUniversalPendulumMovesAsAParticleOnASphere) {
  // A bob without rotational inertia: r'' = g + lambda r, lambda = -(|r'|^2 + g.r)/L^2.
  const double L = 2.0;
  Mechanism s(Multibody({body("bob", 1.5, Vector3::Zero(), Vector3(0, 0, -L))},
                        {joint("gimbal", JointType::universal, kWorld, 0)}));
  s.q << 0.5, 0.3;
  s.v << 0.4, -0.9;
  s.evaluate();
  Vector3 r = s.k.p_WC[0], v = s.k.velocity.head<3>();
  const Vector3 g(0, 0, -kG);
  const auto acceleration = [&](const Vector3& x, const Vector3& u) {
    return Vector3(g - (u.squaredNorm() + g.dot(x)) / (L * L) * x);
  };
  EXPECT_LT((s.d.acceleration.head<3>() - acceleration(r, v)).norm(), 1e-13);
  const int n = 4000;
  const double h = 4.0 / n;
  for (int i = 0; i < n; ++i) {
    const Vector3 k1 = acceleration(r, v), k2 = acceleration(r + 0.5 * h * v, v + 0.5 * h * k1);
    const Vector3 k3 = acceleration(r + 0.5 * h * v + 0.25 * h * h * k1, v + 0.5 * h * k2);
    const Vector3 k4 = acceleration(r + h * v + 0.5 * h * h * k2, v + h * k3);
    r += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  s.run(4.0, n);
  EXPECT_LT((s.k.p_WC[0] - r).norm(), 1e-9);
}

/// Heavy symmetric top on a ball joint at the origin: axis at `tilt` from the vertical, steady precession.
double precession_error(double tilt, double spin, bool fast) {
  const double m = 2.0, l = 0.5, I3 = 0.3, I1 = 0.2 + m * l * l;
  Mechanism s(Multibody({body("top", m, Vector3(0.2, 0.2, I3), Vector3(0, 0, l))},
                        {joint("ball", JointType::spherical, kWorld, 0)}));
  // I1 cos(tilt) P^2 - I3 spin P + m g l = 0 for the rate of precession P; spin is the whole rate about the axis
  const double a = I1 * std::cos(tilt), b = -I3 * spin, c = m * kG * l;
  const double root = std::sqrt(b * b - 4.0 * a * c);
  const double P = fast ? (-b + root) / (2.0 * a) : 2.0 * c / (-b + root);
  const Vector3 axis(std::sin(tilt), 0.0, std::cos(tilt));
  const Vector3 omega = P * (Vector3::UnitZ() - std::cos(tilt) * axis) + spin * axis;
  InitialBody wish;
  wish.rotation = rotation_about(Vector3::UnitY(), tilt);
  wish.angular_velocity = omega;
  const InitialState state = initial_state(s.m, {wish});
  s.q = state.q;
  s.v = state.v;
  const double duration = 2.0;
  s.run(duration, 4000);
  const Vector3 expected =
      l * Vector3(std::sin(tilt) * std::cos(P * duration), std::sin(tilt) * std::sin(P * duration), std::cos(tilt));
  return (s.k.p_WC[0] - expected).norm();
}

TEST(ClosedForms, AGyroscopePrecessesSteadily) {
  EXPECT_LT(precession_error(0.7, 40.0, false), 1e-8);
  EXPECT_LT(precession_error(0.7, 40.0, true), 1e-6);  // 90 rad/s of precession
}

TEST(ClosedForms, ASphericalPendulumKeepsItsCone) {
  // Below the ball (cos < 0) without spin: P^2 = m g l / (-I1 cos(tilt)).
  const double tilt = kPi - 0.8;
  EXPECT_LT(precession_error(tilt, 0.0, true), 1e-8);
}

TEST(ClosedForms, AFreeAsymmetricBodyTumblesAsJacobisFunctionsSay) {
  const Vector3 I(1.0, 2.0, 3.0);
  const Vector3 w0(0.8, 0.0, 1.5);  // M^2 > 2 E I2: turns about the axis of largest inertia, with full turns
  Mechanism s(Multibody({body("rock", 4.0, I, Vector3(1, 2, 3))}, {}));
  s.gravity = 0.0;
  s.v.tail<3>() = w0;
  s.v.head<3>() = Vector3(0.1, 0.2, 0.3);
  const double E2 = I.dot(w0.cwiseAbs2()), M2 = I.cwiseProduct(w0).squaredNorm();
  ASSERT_GT(M2, E2 * I[1]);
  const Vector3 L0 = s.angular_momentum_about_origin();
  const double T = 20.0;
  s.run(T, 8000);
  const double rate = std::sqrt((I[2] - I[1]) * (M2 - E2 * I[0]) / I.prod());
  const double modulus = std::sqrt((I[1] - I[0]) * (E2 * I[2] - M2) / ((I[2] - I[1]) * (M2 - E2 * I[0])));
  const double tau = rate * T;
  const Vector3 expected(w0[0] * boost::math::jacobi_cn(modulus, tau),
                         std::sqrt((E2 * I[2] - M2) / (I[1] * (I[2] - I[1]))) * boost::math::jacobi_sn(modulus, tau),
                         w0[2] * boost::math::jacobi_dn(modulus, tau));
  const Vector3 omega_B = s.k.R_WB[0].transpose() * s.k.velocity.tail<3>();
  EXPECT_LT((omega_B - expected).norm(), 1e-9);
  EXPECT_LT((s.angular_momentum_about_origin() - L0).norm(), 1e-9);
  EXPECT_LT((s.k.p_WC[0] - Vector3(3, 6, 9)).norm(), 1e-12);
  EXPECT_NEAR(s.q.tail<4>().norm(), 1.0, 1e-15);
}

TEST(ClosedForms, ASlidingTwoBodyChainKeepsItsMomenta) {
  // RM3's shape: world -floating_3dof-> spar -translational-> float, the joint's origin away from the cgs.
  RigidBody spar = body("spar", 8.8, Vector3(90, 94, 28), Vector3(0.3, 0, -21.3));
  RigidBody floater = body("float", 7.2, Vector3(20, 21, 37), Vector3(-0.2, 0, -0.7));
  Mechanism s(Multibody({spar, floater}, {joint("Constraint1", JointType::floating_3dof, kWorld, 0),
                                          joint("PTO1", JointType::translational, 0, 1)}));
  s.gravity = 0.0;
  s.q << 0.1, -0.2, 0.4, 0.5;
  s.v << 0.5, 0.3, 0.2, -0.7;
  const auto momentum = [&] {
    s.m.kinematics(s.q, s.v, s.k);
    const auto f = s.m.body_index("float"), p = s.m.body_index("spar");
    return Vector3(7.2 * s.k.velocity.segment<3>(6 * f) + 8.8 * s.k.velocity.segment<3>(6 * p));
  };
  s.loads = [&](double, const Kinematics& k, VectorX&, VectorX& effort) {
    const int pto = s.m.joints()[static_cast<std::size_t>(s.m.joint_index("PTO1"))].offset;
    effort[pto] = -30.0 * k.coordinate[pto];  // internal: changes no momentum
  };
  const Vector3 p0 = momentum(), L0 = s.angular_momentum_about_origin();
  const double e0 = s.energy() + 15.0 * s.q[3] * s.q[3];
  s.run(20.0, 4000);
  EXPECT_LT((momentum() - p0).norm(), 1e-10);
  EXPECT_LT((s.angular_momentum_about_origin() - L0).norm(), 1e-8);
  EXPECT_NEAR(s.energy() + 15.0 * s.q[3] * s.q[3], e0, 1e-9 * e0);
}

TEST(ClosedForms, AShakenPivotDrivesThePendulumAndFeelsItsForce) {
  // theta'' = -(g + z'')/L sin(theta); the pivot needs (m_car + m)(g + z'') plus what the bob's motion adds.
  const double L = 1.7, m = 2.0, car = 3.0;
  Joint lift = joint("lift", JointType::translational, kWorld, 0);
  lift.prescribed = true;
  Mechanism s(Multibody(
      {body("car", car, Vector3(1, 1, 1), Vector3::Zero()), body("bob", m, Vector3::Zero(), Vector3(0, 0, -L))},
      {lift, joint("hinge", JointType::rotational, 0, 1)}));
  s.prescribed = [](double t) {
    VectorX p(3);
    p << 0.2 * std::sin(5 * t), std::cos(5 * t), -5.0 * std::sin(5 * t);
    return p;
  };
  ASSERT_EQ(s.m.nv(), 1);
  s.q[0] = 0.9;
  s.v[0] = 0.4;
  for (const double t : {0.0, 0.1, 0.77}) {
    s.evaluate(t, s.q, s.v);
    const double zdd = -5.0 * std::sin(5 * t);
    const double thdd = -(kG + zdd) / L * std::sin(0.9);
    EXPECT_NEAR(s.d.speed_rate[0], thdd, 1e-13);
    const double bob_zdd = zdd + L * (thdd * std::sin(0.9) + 0.16 * std::cos(0.9));
    const int lift_offset = s.m.joints()[static_cast<std::size_t>(s.m.joint_index("lift"))].offset;
    EXPECT_NEAR(s.d.actuation[lift_offset], car * (zdd + kG) + m * (bob_zdd + kG), 1e-11);
    EXPECT_NEAR(s.k.velocity[6 * s.m.body_index("car") + 2], std::cos(5 * t), 1e-15);
  }
}

TEST(ClosedForms, AGearedFlywheelSlowsAFallingWeight) {
  VectorX flywheel(1);
  flywheel << 6.0;
  Mechanism s(Multibody({body("weight", 2.0, Vector3::Zero(), Vector3::Zero())},
                        {joint("rail", JointType::translational, kWorld, 0)}),
              MatrixX(), flywheel);
  s.evaluate();
  EXPECT_NEAR(s.d.speed_rate[0], -kG * 2.0 / 8.0, 1e-15);
  // the rail's whole force along its motion is what the flywheel gives back
  EXPECT_NEAR(s.d.joint_wrench[2], 6.0 * kG * 2.0 / 8.0, 1e-13);
}

}  // namespace
}  // namespace swell::bodies::closed_forms_test
