#include "swell/mooring/catenary.h"

#include "swell_test/test.h"

namespace swell::mooring::catenary_test {
namespace {

// The 50 m chain of MoorDyn's quasi-static comparison (data/mooring/WD0050_Chain.txt).
Catenary chain() {
  Catenary line;
  line.length = 410.0;
  line.weight = submerged_weight(390.0, 0.252, 1025.0, 9.80665);
  line.axial_stiffness = 1.674e9;
  return line;
}

TEST(Catenary, TheChainOfTheDataHasTheTensionsOfTheQuasiStaticCodes) {
  const CatenaryForces f = solve_catenary(chain(), 400.0, 50.0);
  ASSERT_TRUE(f.converged);
  // Published: 991.6 kN and 826.2 kN from quasi-static codes whose span and weight are known to centimetres and per
  // milles; the tensions change by 1 % for some 5 cm of span, hence the bound.
  EXPECT_NEAR(f.fairlead_tension(), 991.6e3, 0.015 * 991.6e3);
  EXPECT_NEAR(f.anchor_tension(), 826.2e3, 0.015 * 826.2e3);
  EXPECT_GT(f.stiffness(0, 0) * 0.05, 0.005 * f.fairlead_tension());
}

TEST(Catenary, AnInextensibleLineBetweenLevelEndsIsTheHyperbolicCosine) {
  Catenary line;
  line.weight = 100.0;
  line.axial_stiffness = 1e15;
  line.seabed = false;
  // Parameter a = H/w = 80 m, half span 50 m: length 2 a sinh(50/a).
  const double a = 80.0;
  line.length = 2.0 * a * std::sinh(50.0 / a);
  const CatenaryForces f = solve_catenary(line, 100.0, 0.0);
  ASSERT_TRUE(f.converged);
  EXPECT_NEAR(f.horizontal, 100.0 * a, 1e-6);
  EXPECT_NEAR(f.vertical, 0.5 * 100.0 * line.length, 1e-6);
  const Eigen::Vector2d middle = catenary_point(line, f, 100.0, 0.5 * line.length);
  EXPECT_NEAR(middle.x(), 50.0, 1e-8);
  EXPECT_NEAR(middle.y(), a - a * std::cosh(50.0 / a), 1e-8);
}

TEST(Catenary, ConvergesForEveryShapeFromPiledUpToTaut) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  for (int i = 0; i < 20000; ++i) {
    Catenary line;
    line.length = 20.0 + 500.0 * unit(random);
    line.weight = std::pow(10.0, 1.0 + 3.0 * unit(random));
    line.axial_stiffness = std::pow(10.0, 6.0 + 4.0 * unit(random));
    line.seabed = i % 2 == 0;
    line.seabed_friction = i % 4 == 0 ? unit(random) : 0.0;
    const double reach = line.length * 1.1 * unit(random);
    const double angle = (line.seabed ? 0.5 : 1.0) * kPi * (unit(random) - (line.seabed ? 0.0 : 0.5));
    const double x = reach * std::cos(angle), z = reach * std::sin(angle);
    const CatenaryForces f = solve_catenary(line, x, z);
    ASSERT_TRUE(f.converged) << "L " << line.length << " w " << line.weight << " EA " << line.axial_stiffness << " x "
                             << x << " z " << z << " seabed " << line.seabed << " C_B " << line.seabed_friction
                             << " residual " << f.residual;
    if (f.horizontal > 0.0) {
      Catenary used = line;
      const Eigen::Vector2d end = catenary_end(used, f.horizontal, f.vertical);
      EXPECT_NEAR(end.x(), x, 2e-9 * line.length);
      EXPECT_NEAR(end.y(), z, 2e-9 * line.length);
      EXPECT_LT((catenary_point(line, f, x, line.length) - end).norm(), 1e-7 * line.length);
    }
  }
}

TEST(Catenary, ItsStiffnessIsTheDerivativeOfItsForces) {
  Catenary line = chain();
  for (double friction : {0.0, 0.5}) {
    line.seabed_friction = friction;
    for (double x : {370.0, 395.0, 400.0, 406.0}) {
      const double h = 1e-4;
      const CatenaryForces f = solve_catenary(line, x, 50.0);
      const CatenaryForces px = solve_catenary(line, x + h, 50.0), mx = solve_catenary(line, x - h, 50.0);
      const CatenaryForces pz = solve_catenary(line, x, 50.0 + h), mz = solve_catenary(line, x, 50.0 - h);
      Eigen::Matrix2d K;
      K << px.horizontal - mx.horizontal, pz.horizontal - mz.horizontal, px.vertical - mx.vertical,
          pz.vertical - mz.vertical;
      K /= 2.0 * h;
      EXPECT_LT((K - f.stiffness).norm(), 1e-5 * f.stiffness.norm()) << "x = " << x;
    }
  }
}

TEST(Catenary, ItsForceIsTheGradientOfItsEnergy) {
  for (const bool seabed : {true, false}) {
    for (const double weight : {3300.0, -3300.0}) {
      if (seabed && weight < 0.0) continue;
      Catenary line = chain();
      line.seabed = seabed;
      line.weight = weight;
      for (double x : {340.0, 395.0, 400.0, 411.0}) {
        const double h = 1e-2, z = 50.0;
        const auto energy = [&](double at_x, double at_z) {
          return catenary_energy(line, solve_catenary(line, at_x, at_z), at_x, at_z);
        };
        const CatenaryForces f = solve_catenary(line, x, z);
        const double tolerance = 1e-4 * f.fairlead_tension();
        EXPECT_NEAR((energy(x + h, z) - energy(x - h, z)) / (2.0 * h), f.horizontal, tolerance);
        EXPECT_NEAR((energy(x, z + h) - energy(x, z - h)) / (2.0 * h), f.vertical, tolerance);
      }
    }
  }
}

TEST(Catenary, ASlackLineHangsStraightDownAndHoldsOnlyWhatHangs) {
  const CatenaryForces f = solve_catenary(chain(), 300.0, 50.0);
  EXPECT_EQ(f.horizontal, 0.0);
  EXPECT_NEAR(f.vertical, chain().weight * 50.0, 1e-4 * f.vertical);
  // No jump where the line begins to pull.
  const CatenaryForces just = solve_catenary(chain(), 360.001, 50.0);
  EXPECT_LT(just.horizontal, 10.0);
  EXPECT_NEAR(just.vertical, f.vertical, 1e-3 * f.vertical);
}

TEST(Catenary, FrictionOnTheSeabedSparesTheAnchor) {
  Catenary line = chain();
  line.seabed_friction = 1.0;
  const CatenaryForces f = solve_catenary(line, 400.0, 50.0);
  EXPECT_NEAR(f.anchor_horizontal, f.horizontal - line.weight * f.on_seabed, 1e-6 * f.horizontal);
}

TEST(Catenary, ALineWithoutWeightIsASpringThatOnlyPulls) {
  Catenary line;
  line.length = 10.0;
  line.axial_stiffness = 1000.0;
  line.seabed = false;
  EXPECT_NEAR(solve_catenary(line, 6.0, 9.0).fairlead_tension(), 100.0 * (std::hypot(6.0, 9.0) - 10.0), 1e-10);
  EXPECT_EQ(solve_catenary(line, 5.0, 5.0).fairlead_tension(), 0.0);
}

TEST(CatenarySystem, TheWrenchIsMinusTheGradientOfTheEnergy) {
  const std::vector<StaticLine> lines = equal_angle_lines(chain(), 3, 5.0, -10.0, 404.0, 60.0, 0.3);
  BodyMotion body;
  body.pose << 1.0, -2.0, 0.5, 0.0, 0.0, 0.0;
  const Vector6 F = wrench(lines, body);
  for (int d = 0; d < 6; ++d) {  // at zero angles the moments are the derivatives by the angles
    const double h = 1e-3;
    BodyMotion p = body, m = body;
    p.pose[d] += h;
    m.pose[d] -= h;
    EXPECT_NEAR(-(stored_energy(lines, p) - stored_energy(lines, m)) / (2.0 * h), F[d], 2e-5 * F.norm()) << d;
  }
}

TEST(CatenarySystem, TheStiffnessOfAFairleadIsTheDerivativeOfItsForce) {
  StaticLine line;
  line.line = chain();
  line.anchor_W = Vector3(-300.0, 250.0, -60.0);
  const Vector3 p(5.0, 3.0, -10.0);
  Matrix3 K;
  fairlead_force(line, p, nullptr, &K);
  for (int d = 0; d < 3; ++d) {
    const Vector3 h = 1e-4 * Vector3::Unit(d);
    const Vector3 column = -(fairlead_force(line, p + h) - fairlead_force(line, p - h)) / 2e-4;
    EXPECT_LT((column - K.col(d)).norm(), 1e-5 * K.norm());
  }
}

TEST(Catenary, WrongParametersAreAllReported) {
  Catenary line;
  line.length = -1.0;
  line.axial_stiffness = 0.0;
  line.weight = -2.0;
  line.seabed_friction = -0.1;
  Diagnostics diagnostics;
  check(line, {"case.yaml", 3, 5, ""}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 4U);
  EXPECT_EQ(diagnostics.list()[0].text(), "case.yaml:3:5: catenary length = -1 m must be above 0");
  EXPECT_EQ(diagnostics.list()[2].text(),
            "case.yaml:3:5: catenary weight in water = -2 N/m must be above 0 for a line on a seabed; check mass per "
            "length and diameter, or turn the seabed off for a floating line");
}

}  // namespace
}  // namespace swell::mooring::catenary_test
