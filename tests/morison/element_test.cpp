#include "swell/morison/element.h"

#include "swell_test/test.h"

namespace swell::morison::element_test {
namespace {

constexpr double kRho = 1000.0;

class Random {
 public:
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vector3 vector(double size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
  Matrix3 rotation() {
    return Eigen::Quaterniond(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1))
        .normalized()
        .toRotationMatrix();
  }
  Element element() {
    Element e;
    e.option = uniform(0, 1) < 0.5 ? Option::body_axes : Option::normal_tangential;
    e.drag = vector(2).cwiseAbs();
    e.added_mass = vector(2).cwiseAbs();
    e.area = vector(3).cwiseAbs();
    e.volume = uniform(0, 2);
    e.position = vector(5);
    e.axis = vector(1).normalized();
    return e;
  }
  BodyMotion motion() { return {vector(3) - Vector3(0, 0, 20), rotation(), vector(2), vector(1)}; }

 private:
  std::mt19937_64 engine_{20261120};
};

/// The element of WEC-Sim's published rotation test in a flow of 1 m/s and 1 m/s2 at `angle`.
Vector3 rotation_test_force(Option option, double angle) {
  Element e;
  e.option = option;
  e.drag = {1, 1, 0};
  e.added_mass = {1, 1, 0};
  e.area = {1, 1, 0};
  e.volume = 0.1;
  BodyMotion body;
  body.p_WC = {0, 0, -2};
  const Vector3 flow(std::cos(angle), std::sin(angle), 0);
  return element_load(e, place(e, body, 0.0), body, {flow, flow}, kRho).total().head<3>();
}

TEST(MorisonRotation, NormalTangentialElementFeels700NewtonFromEveryHeading) {
  // 1/2 rho Cd A u^2 + rho V (Ca + 1) u_dot = 500 + 200 N along the flow.
  for (int degree = 0; degree < 360; ++degree) {
    const double angle = degree * swell::kDegree;
    const Vector3 F = rotation_test_force(Option::normal_tangential, angle);
    EXPECT_NEAR(F.norm(), 700.0, 1e-11) << degree;
    EXPECT_NEAR(std::remainder(std::atan2(F.y(), F.x()) - angle, 2 * kPi), 0.0, 1e-14) << degree;
  }
}

TEST(MorisonRotation, BodyAxesElementFeels700NewtonOnAxesAndLeastBetween) {
  // Per axis 500 c|c| + 200 c with c = cos, sin of the heading; at 45 degrees sqrt(2) (250 + 100 sqrt(2)) = 553.553 N.
  for (int degree = 0; degree < 360; ++degree) {
    const double c = std::cos(degree * swell::kDegree);
    const double s = std::sin(degree * swell::kDegree);
    const Vector3 F = rotation_test_force(Option::body_axes, degree * swell::kDegree);
    EXPECT_NEAR(F.norm(), std::hypot(500 * c * std::abs(c) + 200 * c, 500 * s * std::abs(s) + 200 * s), 1e-11);
    EXPECT_LE(F.norm(), 700.0 + 1e-11);
    EXPECT_GE(F.norm(), 250 * std::sqrt(2.0) + 200 - 1e-11);
    if (degree % 90 == 0) {
      EXPECT_NEAR(F.norm(), 700.0, 1e-11);
    }
    if (degree % 90 == 45) {
      EXPECT_NEAR(F.norm(), 553.5534, 1e-4);
    }
  }
}

TEST(MorisonRotation, TurningBodyAndFlowTogetherTurnsTheForce) {
  Random random;
  for (int i = 0; i < 100; ++i) {
    const Element e = random.element();
    const BodyMotion body = random.motion();
    const Fluid fluid{random.vector(2), random.vector(2)};
    const Matrix3 T = random.rotation();
    const BodyMotion turned{body.p_WC, T * body.R_WB, T * body.v_WC, T * body.w_WB};
    const Fluid turned_fluid{T * fluid.velocity, T * fluid.acceleration};
    const Vector6 F = element_load(e, place(e, body, 1e3), body, fluid, kRho).total();
    const Vector6 G = element_load(e, place(e, turned, 1e3), turned, turned_fluid, kRho).total();
    const double scale = 1e-13 * (1.0 + F.norm());
    EXPECT_LT((G.head<3>() - T * F.head<3>()).norm(), scale);
    EXPECT_LT((G.tail<3>() - T * F.tail<3>()).norm(), scale);
  }
}

TEST(MorisonInertia, LoadLessInertiaTimesAccelerationIsTheWholeForce) {
  Random random;
  for (int i = 0; i < 200; ++i) {
    Element e = random.element();
    e.length = i % 2 ? 0.0 : 4.0;
    BodyMotion body = random.motion();
    if (i % 4 == 0) body.p_WC.z() = -random.uniform(0, 4);
    const Fluid fluid{random.vector(2), random.vector(2)};
    Vector6 a;
    a << random.vector(3), random.vector(2);
    const Placement at = place(e, body, 0.0);
    const Vector6 whole = element_force_given_acceleration(e, at, body, fluid, kRho, a).total();
    const Vector6 split = element_load(e, at, body, fluid, kRho).total() - element_inertia(e, at, body.R_WB, kRho) * a;
    EXPECT_LT((whole - split).norm(), 1e-12 * (1.0 + whole.norm() + split.norm()));
  }
}

TEST(MorisonInertia, IsSymmetricAndHoldsTheKineticEnergyOfTheAddedMass) {
  Random random;
  for (int i = 0; i < 100; ++i) {
    const Element e = random.element();
    const BodyMotion body = random.motion();
    const Placement at = place(e, body, 0.0);
    const Matrix6 I = element_inertia(e, at, body.R_WB, kRho);
    EXPECT_LT((I - I.transpose()).norm(), 1e-12 * I.norm());
    // Energy by the element's own velocity resolved on its directions.
    const Vector3 v = body.v_WC + body.w_WB.cross(at.r_CE_W);
    double energy = 0;
    if (e.option == Option::body_axes) {
      const Vector3 v_B = body.R_WB.transpose() * v;
      energy = 0.5 * kRho * e.volume * e.added_mass.dot(v_B.cwiseProduct(v_B));
    } else {
      const double vt = v.dot(at.axis_W);
      energy = 0.5 * kRho * e.volume * (e.added_mass[0] * (v.squaredNorm() - vt * vt) + e.added_mass[1] * vt * vt);
    }
    Vector6 V;
    V << body.v_WC, body.w_WB;
    EXPECT_NEAR(0.5 * V.dot(I * V), energy, 1e-11 * (1.0 + energy));
    EXPECT_GE(energy, 0.0);
  }
}

TEST(MorisonInertia, AccelerationOfTheElementIsTheSecondDerivativeOfItsPath) {
  // A body that spins about a fixed world axis while its cg swings: force given acceleration against differences of
  // the path of the element. Unit added mass in all directions makes the inertia force -rho V a.
  Element e;
  e.added_mass = {1, 1, 1};
  e.volume = 1.0 / kRho;
  e.position = {1.0, -2.0, 0.5};
  const Vector3 axis = Vector3(0.3, -0.5, 0.8).normalized();
  const auto angle = [](double t) { return 0.7 * std::sin(1.3 * t) + 0.4 * t; };
  const auto rotation = [&](double t) { return Eigen::AngleAxisd(angle(t), axis).toRotationMatrix(); };
  const auto cg = [](double t) { return Vector3(std::sin(t), std::cos(0.8 * t), -30 + 0.5 * std::sin(2 * t)); };
  const auto path = [&](double t) { return Vector3(cg(t) + rotation(t) * e.position); };
  const double h = 1e-3;
  for (double t = 0; t < 5; t += 0.37) {
    BodyMotion body;
    body.p_WC = cg(t);
    body.R_WB = rotation(t);
    body.v_WC = {std::cos(t), -0.8 * std::sin(0.8 * t), std::cos(2 * t)};
    body.w_WB = (0.91 * std::cos(1.3 * t) + 0.4) * axis;
    Vector6 a;
    a << -std::sin(t), -0.64 * std::cos(0.8 * t), -2 * std::sin(2 * t), -1.183 * std::sin(1.3 * t) * axis;
    const ElementWrench F = element_force_given_acceleration(e, place(e, body, 0), body, {}, kRho, a);
    // Five-point difference: error h^4/90 times the sixth derivative (here below 100), round-off 4 eps 30 / h^2.
    const Vector3 difference =
        (-path(t + 2 * h) + 16 * path(t + h) - 30 * path(t) + 16 * path(t - h) - path(t - 2 * h)) / (12 * h * h);
    EXPECT_LT((F.inertia.head<3>() + difference).norm(), 5e-8) << t;
    EXPECT_LT((element_point(e, body) - path(t)).norm(), 1e-13);
  }
}

// The load of an element that is cut at the surface is that of Lagrange's equations of T = 1/2 V . I(pose) V,
//   force = -d(dT/dv)/dt + dT/dx      moment = -d(dT/dw)/dt + w x dT/dw + dT/dphi,
// here with I of element_inertia alone and differences of the pose; a fluid that flows adds nothing of it. In still
// water the power is then -dT/dt whatever the motion: without these terms a heaving spar's surge grew from nothing.
TEST(MorisonInertia, OfACutElementHasTheKineticEnergyOfItsAddedMass) {
  Random random;
  int partly = 0;
  for (int trial = 0; trial < 400; ++trial) {
    Element e = random.element();
    e.drag.setZero();
    e.length = random.uniform(0.5, 5.0);
    e.diameter = trial % 3 == 0 ? random.uniform(1.0, 9.0) : 0.2;
    BodyMotion body = random.motion();
    body.p_WC.z() = -(body.R_WB * e.position).z() + random.uniform(-2.5, 1.0);
    const Vector3 flow = trial % 2 == 0 ? Vector3::Zero() : random.vector(1.0);
    Vector6 V;
    V << body.v_WC, body.w_WB;
    const auto inertia_at = [&](const Vector3& shift, const Vector3& turn) -> Matrix6 {
      BodyMotion moved = body;
      moved.p_WC += shift;
      if (turn.norm() > 0.0) moved.R_WB = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * body.R_WB;
      return element_inertia(e, place(e, moved, 0.0), moved.R_WB, kRho);
    };
    const auto slope = [&](const Vector6& along) -> Matrix6 {  // fourth order: 1e-3^4 of what changes in a metre
      const double h = 1e-3;
      const auto at = [&](double s) { return inertia_at(s * h * along.head<3>(), s * h * along.tail<3>()); };
      return (8.0 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12.0 * h);
    };
    const Placement at = place(e, body, 0.0);
    partly += at.wet > 0.0 && at.wet < 1.0 ? 1 : 0;
    // Kinks, where a strip begins to be wet or its axis passes from flat to steep, have no slope.
    const auto smooth = [&](double h) {
      Vector3 w = h * body.w_WB;
      return ((inertia_at(h * V.head<3>(), w) - 2.0 * inertia_at(Vector3::Zero(), 0.0 * w) +
               inertia_at(-h * V.head<3>(), -w))
                  .norm() < 1e-3 * kRho * e.volume);
    };
    if (at.wet <= 0.0 || !smooth(2e-3)) continue;
    const Matrix6 I = inertia_at(Vector3::Zero(), Vector3::Zero());
    Vector6 expected = -slope(V) * V;
    const Vector3 h = (I * V).tail<3>();
    expected.tail<3>() += body.w_WB.cross(h);
    for (int i = 0; i < 6; ++i) expected[i] += 0.5 * V.dot(slope(Vector6::Unit(i)) * V);
    const Vector6 load = element_load(e, at, body, {flow, Vector3::Zero()}, kRho).inertia;
    EXPECT_LT((load - expected).norm(), 1e-5 * (expected.norm() + I.norm())) << trial << " wet " << at.wet;
    EXPECT_NEAR(load.dot(V), -0.5 * V.dot(slope(V) * V), 1e-5 * (expected.norm() + I.norm())) << trial;
  }
  EXPECT_GT(partly, 100);
}

TEST(MorisonDrag, TakesPowerOutOfTheRelativeMotionAndActsAtTheElement) {
  Random random;
  for (int i = 0; i < 100; ++i) {
    const Element e = random.element();
    const BodyMotion body = random.motion();
    const Fluid fluid{random.vector(2), random.vector(2)};
    const Placement at = place(e, body, 0.0);
    const ElementWrench F = element_load(e, at, body, fluid, kRho);
    EXPECT_GE(F.dissipation, 0.0);
    Vector6 V;
    V << body.v_WC, body.w_WB;
    // Work by the fluid's own velocity less work on the body is what drag dissipates.
    EXPECT_NEAR(F.drag.head<3>().dot(fluid.velocity) - F.drag.dot(V), F.dissipation, 1e-11 * (1 + F.dissipation));
    EXPECT_LT((F.drag.tail<3>() - at.r_CE_W.cross(Vector3(F.drag.head<3>()))).norm(), 1e-12 * (1 + F.drag.norm()));
  }
}

TEST(MorisonDrag, AnElementThatDriftsWithTheFluidFeelsOnlyFroudeKrylov) {
  Random random;
  for (int i = 0; i < 50; ++i) {
    const Element e = random.element();
    BodyMotion body = random.motion();
    body.w_WB.setZero();
    const Fluid fluid{body.v_WC, random.vector(3)};
    Vector6 a = Vector6::Zero();
    a.head<3>() = fluid.acceleration;
    const ElementWrench F = element_force_given_acceleration(e, place(e, body, 0), body, fluid, kRho, a);
    EXPECT_LT(F.drag.norm(), 1e-12);
    EXPECT_LT(F.inertia.norm(), 1e-12);
    EXPECT_LT((F.froude_krylov.head<3>() - kRho * e.volume * fluid.acceleration).norm(), 1e-9);
  }
}

TEST(MorisonSurface, APointAboveTheSurfaceHasNoLoadAndNoInertia) {
  Element e;
  e.drag = e.added_mass = e.area = Vector3::Ones();
  e.volume = 1;
  BodyMotion body;
  body.p_WC.z() = 0.5;
  const Fluid fluid{Vector3::Ones(), Vector3::Ones()};
  EXPECT_EQ(element_load(e, place(e, body, 0.4), body, fluid, kRho).total().norm(), 0.0);
  EXPECT_EQ(element_inertia(e, place(e, body, 0.4), body.R_WB, kRho).norm(), 0.0);
  EXPECT_GT(element_load(e, place(e, body, 0.6), body, fluid, kRho).total().norm(), 0.0);  // below the local crest
}

TEST(MorisonSurface, AStripIsCutWhereItsAxisPiercesTheSurface) {
  Element e;
  e.length = 4.0;
  e.position = {1, 0, 0};
  BodyMotion body;
  body.p_WC.z() = -1.0;
  Placement at = place(e, body, 0.0);  // from -3 to 1: three quarters wet, middle of the wet part at -1.5
  EXPECT_DOUBLE_EQ(at.wet, 0.75);
  EXPECT_NEAR(load_point(at, body).z(), -1.5, 1e-15);
  e.axis = -e.axis;  // the sense of the axis does not matter
  EXPECT_NEAR(load_point(place(e, body, 0.0), body).z(), -1.5, 1e-15);
  body.R_WB = Eigen::AngleAxisd(kPi / 3, Vector3::UnitY()).toRotationMatrix();  // half as high
  at = place(e, body, 0.0);
  // middle at -1 - sin 60 (lever 1 along x), half height 1: 0.866 below: wet 1
  EXPECT_DOUBLE_EQ(at.wet, 1.0);
  body.p_WC.z() = std::sin(kPi / 3) - 0.5;  // middle at -0.5, from -1.5 to 0.5
  EXPECT_NEAR(place(e, body, 0.0).wet, 0.75, 1e-15);
  body.p_WC.z() += 2.0;
  EXPECT_DOUBLE_EQ(place(e, body, 0.0).wet, 0.0);
}

TEST(MorisonSurface, ForceOfAStripIsContinuousAsItLeavesTheWater) {
  Element e;
  e.option = Option::normal_tangential;
  e.drag = e.area = Vector3::Ones();
  e.volume = 1;
  e.length = 2;
  Element mass = e;
  mass.drag.setZero();
  mass.added_mass = Vector3::Ones();
  Vector6 last = Vector6::Zero();
  for (int i = 0; i <= 4000; ++i) {
    BodyMotion body;
    body.p_WC.z() = 2.0 - i * 1e-3;
    const Placement at = place(e, body, 0.0);
    // The added mass by acceleration alone: that a strip is wetted is a force of its own while it lasts, m_a' s^2.
    const Vector6 F = element_load(e, at, body, {Vector3::UnitX(), Vector3::UnitX()}, kRho).total() +
                      element_load(mass, at, body, {Vector3::Zero(), Vector3::UnitX()}, kRho).inertia;
    EXPECT_LT((F - last).norm(), 5.0);  // 2500 N in 2 m: 1.25 N per step, and as much moment
    last = F;
  }
  EXPECT_NEAR(last[0], 2500.0, 1e-9);
}

TEST(MorisonChecks, NameEveryMistake) {
  Element e;
  e.drag[1] = -1;
  e.area[0] = std::nan("");
  e.volume = -2;
  e.axis.setZero();
  swell::Diagnostics diagnostics;
  checked(e, {"rm3.yaml", 4, 3, "bodies.0.morison.0"}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 4u);
  EXPECT_THAT(diagnostics.list()[0].text(), testing::HasSubstr("cd[2] = -1 must be finite and at least 0"));
  EXPECT_THAT(diagnostics.list()[1].text(), testing::HasSubstr("area[1] = nan m2"));
  EXPECT_THAT(diagnostics.list()[2].text(), testing::HasSubstr("volume = -2 m3"));
  EXPECT_THAT(diagnostics.list()[3].text(), testing::HasSubstr("axis = [0, 0, 0] has no direction"));
  EXPECT_THAT(diagnostics.list()[3].text(), testing::StartsWith("rm3.yaml:4:3"));
}

TEST(MorisonChecks, NormaliseTheAxis) {
  Element e;
  e.axis = {0, 3, 4};
  swell::Diagnostics diagnostics;
  EXPECT_LT((checked(e, {}, diagnostics).axis - Vector3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_TRUE(diagnostics.list().empty());
}

}  // namespace
}  // namespace swell::morison::element_test
