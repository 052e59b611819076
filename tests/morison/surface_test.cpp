// The waves' pressure on members that pierce the surface: an end that is dry has none of it.
#include "swell/morison/sea.h"
#include "swell/morison/strips.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::morison::surface_test {
namespace {

constexpr double kWeight = 1000.0 * 9.81;  // rho g

/// A member of fluid pressure alone: no drag, no added mass.
Member member(const Vector3& a, const Vector3& b, double D_a, double D_b, int count) {
  Member m;
  m.end_a = a;
  m.end_b = b;
  m.diameter_a = D_a;
  m.diameter_b = D_b;
  m.count = count;
  return m;
}

std::vector<Element> cut(const Member& m) {
  Diagnostics diagnostics;
  auto elements = strips(m, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  return elements;
}

/// A regular wave in deep water, eta = height/2 cos(omega t) at x = 0.
waves::SeaState sea(double height, double period, double direction = 0.0) {
  waves::RegularWave wave;
  wave.height = height;
  wave.period = period;
  wave.direction = direction;
  waves::SeaSettings settings;
  settings.water.density = 1000.0;
  return waves::make_sea_state({wave}, settings);
}

Vector6 lift(const std::vector<Element>& elements, double elevation, const BodyMotion& body = {}) {
  Vector6 sum = Vector6::Zero();
  for (const Element& e : elements) sum += elevation_force(e, body, elevation, kWeight);
  return sum;
}

/// Wrench about the origin of the wave's dynamic pressure on what a frustum has below z = 0, its lower end included:
/// -sum p n dS over its skin and the disc of end a, by midpoints.
Vector6 of_pressure(const Member& m, const waves::SeaState& s, double t) {
  const Vector3 along = m.end_b - m.end_a;
  const double L = along.norm();
  const Vector3 e = along / L, e1 = e.unitOrthogonal(), e2 = e.cross(e1);
  const double R_a = 0.5 * m.diameter_a, slope = 0.5 * (m.diameter_b - m.diameter_a) / L;
  constexpr int kAround = 48, kAlong = 250, kRings = 20;
  Vector6 sum = Vector6::Zero();
  const auto press = [&](const Vector3& p, const Vector3& outwards) {
    const Vector3 f = -s.pressure(t, p) * outwards;
    sum.head<3>() += f;
    sum.tail<3>() += p.cross(f);
  };
  for (int i = 0; i < kAround; ++i) {
    const double phi = 2.0 * kPi * (i + 0.5) / kAround, dphi = 2.0 * kPi / kAround;
    const Vector3 radial = std::cos(phi) * e1 + std::sin(phi) * e2;
    // The generator end_a + R_a radial + x (e + slope radial) meets z = 0 at x = wet.
    const double z = (m.end_a + R_a * radial).z(), rise = (e + slope * radial).z();
    const double wet = std::clamp(-z / rise, 0.0, L), dx = wet / kAlong;
    for (int j = 0; j < kAlong; ++j) {
      const double x = (j + 0.5) * dx, R = R_a + slope * x;
      press(m.end_a + x * e + R * radial, (radial - slope * e) * (R * dphi * dx));
    }
    for (int j = 0; j < kRings; ++j) {
      const double R = R_a * (j + 0.5) / kRings;
      press(m.end_a + R * radial, -e * (R * dphi * R_a / kRings));
    }
  }
  return sum;
}

// [Newman1977, 6.18]: what a long wave exerts is the pressure that it would have without the body. Members that lean
// and taper, waves from two sides.
TEST(SurfacePiercing, TheForceIsThatOfThePressureOnTheWettedSurface) {
  for (const double direction : {0.0, 2.0}) {
    for (const auto& m :
         {member({0, 0, -20}, {0, 0, 6}, 2.0, 2.0, 130), member({0, 0, -20}, {0, 0, 6}, 3.0, 1.0, 130),
          member({-4, 2, -14}, {5, -3, 6}, 1.6, 1.6, 130), member({-4, 2, -14}, {5, -3, 6}, 1.0, 2.0, 130)}) {
      // Of a height that leaves a/D, which is of second order, below all else.
      const waves::SeaState s = sea(1e-4, 16.0, direction);
      const double k = s.components().wavenumber[0];
      const auto elements = cut(m);
      const Vector3 along = m.end_b - m.end_a;
      const double dL = along.norm() / 130.0, tan = along.head<2>().norm() / along.z(), cos = along.z() / along.norm();
      const double R = 0.5 * std::max(m.diameter_a, m.diameter_b);
      const double slope = 0.5 * std::abs(m.diameter_a - m.diameter_b) / along.norm();
      // Shares of rho g A a: the flow at the axis for the section's, (k R)^2, and at the middle of a strip, (k dL)^2; a
      // cone's section at the surface is wider than a cylinder's by 3/2 (slope tan)^2.
      const double share = std::pow(k * R, 2) + std::pow(k * dL, 2) + 1.5 * std::pow(slope * tan, 2);
      const double scale = kWeight * 0.25 * kPi * 4.0 * R * R / cos * 5e-5;
      // Arms: of the farthest end; the slope of the pressure over the section, k R^2/4, more where the section leans;
      // the middle of a cone's section, slope R tan^2 beside the axis.
      const double arm = 20.0, shift = 0.25 * k * R * R / (cos * cos) + slope * R * tan * tan;
      for (double t = 0.0; t < 16.0; t += 2.9) {
        const Vector6 load = body_load(elements, {}, s, t).load.total(), exact = of_pressure(m, s, t);
        EXPECT_LT((load - exact).head<3>().norm(), share * scale) << load.transpose() << "\n" << exact.transpose();
        EXPECT_LT((load - exact).tail<3>().norm(), (share * arm + shift) * scale) << load.transpose() << "\n"
                                                                                  << exact.transpose();
      }
    }
  }
}

// An upright cylinder: the pressure at its lower end times its area. The sum of strips alone has the other sign.
TEST(SurfacePiercing, AnUprightCylinderHasThePressureOnItsLowerEnd) {
  const double D = 2.0, draft = 20.0, a = 0.05, A = 0.25 * kPi * D * D;
  for (const double period : {30.0, 15.0, 10.0}) {
    const waves::SeaState s = sea(2.0 * a, period);
    const double k = s.components().wavenumber[0], w = s.components().omega[0];
    const auto elements = cut(member({0, 0, -draft}, {0, 0, 4}, D, D, 24));
    for (double t = 0.0; t < period; t += 0.083 * period) {
      const double exact = kWeight * A * a * std::exp(-k * draft) * std::cos(w * t);
      // Middles of strips of 1 m: (k dL)^2/24 of rho g A a; constant flow above z = 0: k a of it.
      const double error = kWeight * A * a * (k * k / 24.0 + k * a);
      EXPECT_NEAR(body_load(elements, {}, s, t).load.total()[2], exact, error) << period;
    }
  }
}

// Both ends under water: to the last bit what the strips' own sum is, the pressure below less the pressure above.
TEST(SurfacePiercing, AMemberUnderWaterHasTheSumOfItsStripsAlone) {
  const waves::SeaState s = sea(1.4, 8.0);
  const double k = s.components().wavenumber[0], A = 0.25 * kPi * 4.0;
  BodyMotion body;
  body.R_WB = Eigen::AngleAxisd(0.3, Vector3::UnitY()).toRotationMatrix();
  for (const bool turned : {false, true}) {
    const auto elements = cut(member({0, 0, -20}, {0, 0, -3}, 2.0, 2.0, 170));
    const BodyMotion pose = turned ? body : BodyMotion();
    for (double t = 0.0; t < 8.0; t += 0.7) {
      EXPECT_EQ(lift(elements, s.elevation(t), pose).norm(), 0.0);
      const double exact = kWeight * A * s.elevation(t) * (std::exp(-20.0 * k) - std::exp(-3.0 * k));
      if (!turned) {
        EXPECT_NEAR(body_load(elements, pose, s, t).load.total()[2], exact, 1e-4 * kWeight * A * 0.7);
      }
    }
  }
}

TEST(SurfacePiercing, APointHasMorisonsForceAlone) {
  auto elements = cut(member({0, 0, -20}, {0, 0, 4}, 2.0, 2.0, 24));
  for (Element& e : elements) e.length = 0.0;
  EXPECT_EQ(lift(elements, 1.0).norm(), 0.0);
  Member as_wec_sim = member({0, 0, -20}, {0, 0, 4}, 2.0, 2.0, 24);
  as_wec_sim.cut_at_surface = false;
  as_wec_sim.waterline = 0.0;
  EXPECT_EQ(lift(cut(as_wec_sim), 1.0).norm(), 0.0);
}

// A member that is cut at still water goes on above it: crests lift it as troughs let it down.
TEST(SurfacePiercing, CutAtStillWaterItIsLiftedByCrestsToo) {
  for (const auto& ends :
       {std::pair{Vector3(0, 0, -20), Vector3(0, 0, 4)}, std::pair{Vector3(3, 1, 4), Vector3(-2, 0, -10)}}) {
    Member m = member(ends.first, ends.second, 1.5, 1.5, 40);
    const auto whole = cut(m);
    m.waterline = 0.0;
    const auto below = cut(m);
    for (const double heave : {0.0, 0.2, -0.3}) {
      BodyMotion body;
      body.p_WC.z() = heave;
      for (double eta = -0.9; eta < 1.0; eta += 0.2) {
        const Vector6 F = lift(below, eta, body), exact = lift(whole, eta, body);
        const Vector3 along = m.end_b - m.end_a;
        EXPECT_NEAR(exact[2], kWeight * 0.25 * kPi * 1.5 * 1.5 * along.norm() / std::abs(along.z()) * eta, 1e-4) << eta;
        EXPECT_NEAR(F[2], exact[2], 1e-9 * kWeight) << eta;
        // Strips of 0.29 m that lean by 0.41: their middles stand for the sections that the surface passes, which are
        // dL^2/12 over R tan away.
        EXPECT_LT((F - exact).tail<3>().norm(), std::abs(exact[2]) * 0.29 * 0.29 / (12.0 * 0.75 * 0.41) + 1e-9) << eta;
      }
    }
  }
}

// A member that is drawn to still water only, and cut there, goes on above it all the same.
TEST(SurfacePiercing, CutAtStillWaterItGoesOnAboveItHoweverItIsDrawn) {
  const auto whole = cut(member({0, 0, -20}, {0, 0, 10}, 4.0, 4.0, 30));
  EXPECT_NEAR(lift(whole, 3.0)[2], kWeight * kPi * 4.0 * 3.0, 1e-6 * kWeight) << "rho g A eta";
  for (const double top : {0.0, 1e-7, 0.3, 10.0}) {
    Member drawn = member({0, 0, -20}, {0, 0, top}, 4.0, 4.0, 20);
    drawn.waterline = 0.0;
    for (const double eta : {-1.0, 0.5, 3.0})
      EXPECT_NEAR(lift(cut(drawn), eta)[2], lift(whole, eta)[2], 1e-6 * kWeight) << top << ", " << eta;
  }
}

// Volumes in closed form: half of a tube that floats level, a slab of one that leans, all of what emerges or is
// covered.
TEST(ElevationForce, IsTheBuoyancyBetweenTheLevels) {
  const double D = 1.2, R = 0.5 * D, L = 6.0;
  const auto tube = cut(member({-3, 0, 0}, {3, 0, 0}, D, D, 7));
  const double eta = 0.3, x = eta / R, segment = R * R * (x * std::sqrt(1.0 - x * x) + std::asin(x));
  EXPECT_NEAR(lift(tube, eta)[2], kWeight * L * segment, 1e-9 * kWeight);
  EXPECT_NEAR(lift(tube, 1e-6)[2], kWeight * L * D * 1e-6, 1e-12 * kWeight);
  EXPECT_NEAR(lift(tube, 5.0)[2], 0.5 * kWeight * 0.25 * kPi * D * D * L, 1e-9 * kWeight);
  EXPECT_NEAR(lift(tube, -5.0)[2], -0.5 * kWeight * 0.25 * kPi * D * D * L, 1e-9 * kWeight);
  // However finely it is cut, and with its middle where the axis meets the middle of the two levels.
  for (const double lean : {0.1, 0.7, 1.3, 1.5}) {
    const Vector3 axis(std::sin(lean), 0, std::cos(lean));
    for (const int count : {1, 5, 60}) {
      const auto pole = cut(member(-15.0 * axis, 15.0 * axis, D, D, count));
      const Vector6 F = lift(pole, eta);
      const double weight = kWeight * 0.25 * kPi * D * D / axis.z() * eta;
      EXPECT_NEAR(F[2], weight, 1e-9 * weight) << lean << " " << count;
      if (count == 60) {  // middles of strips of 0.5 m where the surface passes several
        EXPECT_NEAR(F[4], -weight * 0.5 * eta * std::tan(lean), weight * 0.01 * (0.5 + D * std::tan(lean))) << lean;
      }
    }
  }
}

// Whatever the pose: it grows with the elevation without a jump, and from dry to wet it is the whole buoyancy.
TEST(ElevationForce, GrowsContinuouslyToTheWholeBuoyancy) {
  std::mt19937 random(29);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int trial = 0; trial < 60; ++trial) {
    Vector3 along(any(random), any(random), any(random));
    if (trial % 4 == 0) along.z() = 0.0;
    if (trial % 4 == 1) along = {0.0, 0.0, any(random)};
    const double D = 0.2 + std::abs(any(random));
    const auto elements = cut(member(-3.0 * along, 3.0 * along, D, D, 1 + trial % 7));
    constexpr double kStep = 1e-3;
    // No section at the surface is larger than one along the axis.
    const double most = kWeight * kStep * std::max(6.0 * along.norm() * D, 0.25 * kPi * D * D) * 1.5;
    double last = lift(elements, -5.0)[2];
    for (double eta = -5.0 + kStep; eta < 5.0; eta += kStep) {
      const double next = lift(elements, eta)[2];
      ASSERT_GE(next, last - 1e-8 * kWeight) << trial << " " << eta;
      ASSERT_LE(next - last, most) << trial << " " << eta;
      last = next;
    }
    double volume = 0.0;
    for (const Element& e : elements) volume += e.volume;
    EXPECT_NEAR(last - lift(elements, -5.0)[2], kWeight * volume, 1e-9 * kWeight * volume) << trial;
  }
}

// A strip that a trough leaves dry lacks the buoyancy that the body's hydrostatics count on, in sums and in reports.
TEST(ElevationForce, IsThatOfDryStripsToo) {
  const waves::SeaState s = sea(4.0, 9.0);
  const double t = 4.5;
  const auto elements = cut(member({0, 0, -1}, {0, 0, 3}, 1.0, 1.0, 4));
  const double weight = kWeight * 0.25 * kPi;  // of 1 m
  const Vector6 none = Vector6::Zero();
  EXPECT_NEAR(body_load(elements, {}, s, t).load.froude_krylov[2], -weight, 1e-9 * weight);
  EXPECT_NEAR(body_force_given_acceleration(elements, {}, s, t, none).total()[2], -weight, 1e-9 * weight);
  const ElementReport lowest = element_report(elements[0], {}, s, t, none);
  EXPECT_NEAR(lowest.force.z(), -weight, 1e-9 * weight);
  EXPECT_NEAR(lowest.froude_krylov.z(), -weight, 1e-9 * weight);
  EXPECT_EQ(element_report(elements[1], {}, s, t, none).force.norm(), 0.0);
  if (!test::allocations_are_counted()) GTEST_SKIP() << "a sanitizer owns malloc";
  const test::AllocationCounter counter;
  elevation_force(elements[0], {}, -2.0, kWeight);
  EXPECT_EQ(counter.count(), 0);
}

}  // namespace
}  // namespace swell::morison::surface_test
