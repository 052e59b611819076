#include "swell/morison/strips.h"

#include "swell_test/test.h"

namespace swell::morison::strips_test {
namespace {

constexpr double kRho = 1025.0;
constexpr double kG = 9.81;

Member pile(double depth, double diameter, int count) {
  Member m;
  m.end_a = {0, 0, -depth};
  m.end_b = {0, 0, 0};
  m.diameter_a = m.diameter_b = diameter;
  m.drag_normal = 1.2;
  m.added_mass_normal = 0.9;
  m.count = count;
  return m;
}

/// Velocity and acceleration of a linear wave along x at x = 0; depth <= 0: infinite.
struct Wave {
  double amplitude, k, depth;
  double omega() const { return std::sqrt(kG * k * (depth > 0 ? std::tanh(k * depth) : 1.0)); }
  Fluid at(double t, double z) const {
    const double w = omega();
    const double ch = depth > 0 ? std::cosh(k * (z + depth)) / std::cosh(k * depth) : std::exp(k * z);
    const double sh = depth > 0 ? std::sinh(k * (z + depth)) / std::cosh(k * depth) : std::exp(k * z);
    const double u = amplitude * kG * k / w;
    return {{u * ch * std::cos(w * t), 0, -u * sh * std::sin(w * t)},
            {-u * w * ch * std::sin(w * t), 0, -u * w * sh * std::cos(w * t)}};
  }
};

ElementWrench force(const std::vector<Element>& elements, const Wave& wave, double t) {
  ElementWrench sum;
  const BodyMotion body;
  for (const Element& e : elements) {
    const Placement at = place(e, body, 0.0);
    sum += element_load(e, at, body, wave.at(t, load_point(at, body).z()), kRho);
  }
  return sum;
}

TEST(FixedPile, MeetsTheClosedFormInFiniteDepth) {
  const Wave wave{1.5, 0.08, 20.0};
  const double D = 1.3;
  const double kh = wave.k * wave.depth;
  const double u = wave.amplitude * kG * wave.k / wave.omega();
  // Integrals over the depth of cosh^2 k(z+h) / cosh^2 kh and cosh k(z+h) / cosh kh.
  const double I2 = (std::sinh(2 * kh) + 2 * kh) / (4 * wave.k * std::cosh(kh) * std::cosh(kh));
  const double I1 = std::tanh(kh) / wave.k;
  const double drag = 0.5 * kRho * 1.2 * D * u * u * I2;
  const double inertia = kRho * 0.25 * kPi * D * D * u * wave.omega() * I1;
  double last = 0;
  for (const int n : {20, 40, 80}) {
    swell::Diagnostics diagnostics;
    const auto elements = strips(pile(wave.depth, D, n), {}, diagnostics);
    ASSERT_EQ(elements.size(), static_cast<std::size_t>(n));
    double worst = 0;
    for (double t = 0; t < 2 * kPi / wave.omega(); t += 0.3) {
      const double c = std::cos(wave.omega() * t);
      const double s = std::sin(wave.omega() * t);
      const ElementWrench F = force(elements, wave, t);
      worst = std::max(worst, std::abs(F.drag[0] - drag * c * std::abs(c)) / drag);
      worst = std::max(worst, std::abs(F.inertia[0] + 0.9 * inertia * s) / inertia);
      worst = std::max(worst, std::abs(F.froude_krylov[0] + inertia * s) / inertia);
    }
    // Midpoint rule: (2 k dL)^2 / 24 relative for the fastest integrand.
    EXPECT_LT(worst, std::pow(2 * wave.k * wave.depth / n, 2) / 24);
    if (last > 0) {
      EXPECT_NEAR(last / worst, 4.0, 0.05);
    }
    last = worst;
  }
}

/// MacCamy and Fuchs 1954: |F| / (rho g A a^2 tanh kh) = 4 / ((ka)^2 |H1'(ka)|).
double maccamy_fuchs(double ka) {
  const double dj = std::cyl_bessel_j(0.0, ka) - std::cyl_bessel_j(1.0, ka) / ka;
  const double dy = std::cyl_neumann(0.0, ka) - std::cyl_neumann(1.0, ka) / ka;
  return 4.0 / (ka * ka * std::hypot(dj, dy));
}

TEST(FixedPile, IsTheSlenderLimitOfMacCamyAndFuchs) {
  EXPECT_NEAR(maccamy_fuchs(0.1), 6.34344, 5e-6);  // the tabulated oracle
  EXPECT_NEAR(maccamy_fuchs(1.0), 4.30906, 5e-6);
  const double a = 1.0;
  const double depth = 30;
  double last = 0;
  for (const double ka : {0.1, 0.05, 0.025, 0.0125}) {
    const Wave wave{1.0, ka / a, depth};
    Member m = pile(depth, 2 * a, 600);
    m.added_mass_normal = 1.0;
    swell::Diagnostics diagnostics;
    const ElementWrench F = force(strips(m, {}, diagnostics), wave, 0.5 * kPi / wave.omega());
    const double normalised =
        std::abs((F.inertia + F.froude_krylov)[0]) / (kRho * kG * wave.amplitude * a * a * std::tanh(ka / a * depth));
    EXPECT_NEAR(normalised, 2 * kPi, 1e-4);
    // Diffraction is (ka)^2 ln(ka) small: C_M = 2 holds within 1 % up to ka = 0.1 and better than that below.
    const double error = std::abs(normalised / maccamy_fuchs(ka) - 1.0);
    EXPECT_LT(error, 1.2 * ka * ka * (1.0 + std::abs(std::log(ka))));
    if (last > 0) {
      EXPECT_LT(error, 0.4 * last);
    }
    last = error;
  }
}

TEST(Strips, SumToTheVolumeAndAreasOfAFrustum) {
  Member m;
  m.end_a = {1, 2, -8};
  m.end_b = {3, -1, -2};
  m.diameter_a = 2.0;
  m.diameter_b = 0.5;
  m.strip_length = 0.5;
  swell::Diagnostics diagnostics;
  const auto elements = strips(m, {}, diagnostics);
  ASSERT_EQ(elements.size(), 14u);  // 7 m exactly: 14 strips, not 15 by round-off
  double volume = 0, area = 0;
  Vector3 first = Vector3::Zero();
  for (const Element& e : elements) {
    volume += e.volume;
    area += e.area[0];
    first += e.area[0] * e.position;
    EXPECT_NEAR(e.area[1], kPi * e.area[0], 1e-14);
  }
  EXPECT_NEAR(volume, kPi / 12 * (4 + 1 + 0.25) * 7, 1e-13);
  EXPECT_NEAR(area, 1.25 * 7, 1e-13);
}

TEST(Strips, EndAtTheWaterlineThatIsAskedFor) {
  Member m = pile(10, 1, 9);
  m.end_b.z() = 8;
  m.waterline = -1.0;  // the surface stands 1 m below the cg
  swell::Diagnostics diagnostics;
  auto elements = strips(m, {}, diagnostics);
  ASSERT_EQ(elements.size(), 9u);
  EXPECT_NEAR(elements.front().position.z(), -9.5, 1e-14);
  EXPECT_NEAR(elements.back().position.z(), -1.5, 1e-14);
  std::swap(m.end_a, m.end_b);
  elements = strips(m, {}, diagnostics);
  EXPECT_NEAR(elements.front().position.z(), -1.5, 1e-14);
  m.waterline = -11.0;
  EXPECT_TRUE(strips(m, {}, diagnostics).empty());
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Strips, CutAtTheMovingSurfaceKeepTheWetVolumeOfThePile) {
  Member m = pile(10, 1, 7);
  m.end_b.z() = 5;
  m.cut_at_surface = true;
  swell::Diagnostics diagnostics;
  const auto elements = strips(m, {}, diagnostics);
  for (double heave = -4; heave < 4; heave += 0.37) {
    BodyMotion body;
    body.p_WC.z() = heave;
    double volume = 0;
    for (const Element& e : elements) {
      volume += e.volume * place(e, body, 0.2).wet;
    }
    EXPECT_NEAR(volume, 0.25 * kPi * (10 - heave + 0.2), 1e-12);
  }
}

TEST(Strips, AreWettedContinuouslyWhateverTheirPose) {
  std::mt19937 random(14);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int trial = 0; trial < 200; ++trial) {
    Member m;
    m.end_b = m.end_a = {any(random), any(random), any(random)};
    Vector3 along(any(random), any(random), any(random));
    if (trial % 4 == 0) along.z() = 0.0;  // braces
    if (trial % 4 == 1) along = {0.0, 0.0, any(random)};
    m.end_b += 6.0 * along;
    m.diameter_a = 0.2 + std::abs(any(random));
    m.diameter_b = 0.2 + std::abs(any(random));
    m.drag_normal = m.added_mass_normal = 1.0;
    m.count = 1 + trial % 7;
    Diagnostics diagnostics;
    const auto elements = strips(m, {}, diagnostics);
    double whole = 0.0;
    for (const Element& e : elements) whole += e.volume;
    BodyMotion body;
    const Fluid fluid{{1.0, 0.3, -0.4}, {0.2, -0.5, 0.3}};
    const auto at_height = [&](double z) {
      body.p_WC.z() = z;
      ElementWrench load;
      Matrix6 inertia = Matrix6::Zero();
      double wet = 0.0;
      for (const Element& e : elements) {
        const Placement at = place(e, body, 0.0);
        EXPECT_GE(at.wet, 0.0);
        EXPECT_LE(at.wet, 1.0);
        EXPECT_LE(load_point(at, body).z(), std::max(0.0, element_point(e, body).z()) + 1e-12);
        wet += at.wet * e.volume;
        Element drag = e;
        drag.added_mass.setZero();
        load += element_load(drag, at, body, fluid, kRho);
        // By acceleration alone: that a strip is wetted is a force of its own while it lasts, and begins with a jump.
        load += element_load(e, at, body, {Vector3::Zero(), fluid.acceleration}, kRho);
        inertia += element_inertia(e, at, body.R_WB, kRho);
      }
      Eigen::Matrix<double, 43, 1> all;
      all << load.total(), Eigen::Map<const Eigen::Matrix<double, 36, 1>>(inertia.data()), kRho * wet;
      return all;
    };
    const auto full = at_height(-20.0);
    EXPECT_NEAR(full[42], kRho * whole, 1e-9 * kRho * whole);
    EXPECT_EQ(at_height(20.0).norm(), 0.0);
    const double h = 2e-3;
    // Over a strip's height (what its axis rises, or what its diameter does where that is more) its share goes from 0
    // to 1; moments and their arms go with it: four times the mean slope bounds every part.
    const Vector3 axis = (m.end_b - m.end_a).normalized();
    const double rise = std::max((m.end_b - m.end_a).norm() / *m.count * std::abs(axis.z()),
                                 std::min(m.diameter_a, m.diameter_b) * std::hypot(axis.x(), axis.y()));
    auto last = at_height(-8.0);
    double worst = 0.0;
    for (double z = -8.0 + h; z < 8.0; z += h) {
      const auto now = at_height(z);
      worst = std::max(worst, (now - last).norm());
      last = now;
    }
    EXPECT_LT(worst, 4.0 * h / rise * std::max(full.norm(), 1.0)) << "trial " << trial;
  }
}

TEST(Strips, ReportEveryMistakeOfAMember) {
  Member m;
  m.end_b = m.end_a;
  m.diameter_a = -1;
  swell::Diagnostics diagnostics;
  EXPECT_TRUE(strips(m, {}, diagnostics).empty());
  ASSERT_EQ(diagnostics.list().size(), 3u);
  EXPECT_THAT(diagnostics.list()[0].text(), testing::HasSubstr("diameter_a = -1 m must be finite and at least 0"));
  EXPECT_THAT(diagnostics.list()[1].text(), testing::HasSubstr("length from end_a to end_b = 0 m must be above 0"));
  EXPECT_THAT(diagnostics.list()[2].text(), testing::HasSubstr("neither count nor strip_length is given"));
}

}  // namespace
}  // namespace swell::morison::strips_test
