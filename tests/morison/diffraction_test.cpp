#include "swell/morison/diffraction.h"

#include "swell/morison/sea.h"
#include "swell/morison/strips.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::morison::diffraction_test {
namespace {

using Complex = std::complex<double>;

constexpr double kDepth = 12.0;

waves::SeaState sea(waves::Stretching stretching = waves::Stretching::constant) {
  waves::RegularWave wave;
  wave.height = 1.4;
  wave.period = 5.0;
  wave.direction = 0.4;
  waves::SeaSettings settings;
  settings.water.depth = kDepth;
  settings.choices.stretching = stretching;
  return waves::make_sea_state({wave}, settings);
}

std::vector<Element> pile(double diameter, double top, int count, const waves::SeaState* diffracts) {
  Member m;
  m.end_a = {0, 0, -kDepth};
  m.end_b = {0, 0, top};
  m.diameter_a = m.diameter_b = diameter;
  m.added_mass_normal = 1.0;
  m.count = count;
  m.cut_at_surface = top > 0.0;
  Diagnostics diagnostics;
  auto elements = strips(m, {}, diagnostics);
  for (Element& e : elements) {
    if (diffracts != nullptr) e.diffracted = diffracted_sea(*diffracts, 0.5 * diameter);
  }
  return elements;
}

// Bessel functions of Abramowitz and Stegun, tables 9.1 and 9.2, to the ten digits printed there.
TEST(MacCamyFuchs, HasTheCoefficientOfTabulatedBesselFunctions) {
  struct Row {
    double x, J0, J1, Y0, Y1;
  };
  for (const Row& row : {Row{0.5, 0.9384698072, 0.2422684577, -0.4445187335, -1.4714723927},
                         Row{1.0, 0.7651976866, 0.4400505857, 0.0882569642, -0.7812128213},
                         Row{2.0, 0.2238907791, 0.5767248078, 0.5103756726, -0.1070324315}}) {
    const double dJ = row.J0 - row.J1 / row.x, dY = row.Y0 - row.Y1 / row.x;
    const Complex C = maccamy_fuchs(row.x);
    EXPECT_NEAR(std::abs(C), 4.0 / (kPi * row.x * row.x * std::hypot(dJ, dY)), 2e-9) << row.x;
    EXPECT_NEAR(std::arg(C), -std::atan2(dJ, dY), 2e-9) << row.x;
  }
}

// No closed form but the pressure of the whole potential, mode by mode, round the cylinder: Havelock's sum, of which
// the force takes one mode and the Wronskian the rest.
TEST(MacCamyFuchs, IsTheIntegralOfThePressureRoundTheCylinder) {
  for (const double x : {0.05, 0.3, 0.7, 1.0, 1.9, 4.0}) {
    constexpr int kPoints = 64, kModes = 24;
    Complex force = 0.0;  // of the pressure cos/amplitude, per radius
    for (int i = 0; i < kPoints; ++i) {
      const double angle = 2.0 * kPi * i / kPoints;
      Complex pressure = 0.0, power = 1.0;
      for (int n = 0; n < kModes; ++n, power *= Complex(0.0, -1.0)) {
        const auto J = [&](int m) { return m < 0 ? -std::cyl_bessel_j(1.0, x) : std::cyl_bessel_j(1.0 * m, x); };
        const auto Y = [&](int m) { return m < 0 ? -std::cyl_neumann(1.0, x) : std::cyl_neumann(1.0 * m, x); };
        const double dJ = 0.5 * (J(n - 1) - J(n + 1)), dY = 0.5 * (Y(n - 1) - Y(n + 1));
        const Complex whole = J(n) - dJ / Complex(dJ, -dY) * Complex(J(n), -Y(n));
        pressure += (n == 0 ? 1.0 : 2.0) * power * whole * std::cos(n * angle);
      }
      force -= pressure * std::cos(angle) * (2.0 * kPi / kPoints);
    }
    // u_dot of pressure exp(-i k x)/rho is i k, on pi R^2.
    const Complex expected = force / (Complex(0.0, 1.0) * kPi * x);
    EXPECT_LT(std::abs(maccamy_fuchs(x) - expected), 1e-11 * std::abs(expected)) << x;
  }
}

TEST(MacCamyFuchs, IsTwoForASlenderCylinderAndFallsOffForAWideOne) {
  for (const double x : {0.0, 1e-9, 1e-6, 1e-4, 1e-2})  // C - 2 = O(x^2 ln x)
    EXPECT_LE(std::abs(maccamy_fuchs(x) - 2.0), 2.0 * x * x * (1.0 + std::abs(std::log(std::max(x, 1e-300))))) << x;
  // |H1'| -> sqrt(2/(pi x)) with an error of order 1/x^2.
  for (const double x : {30.0, 100.0, 1000.0})
    EXPECT_NEAR(std::abs(maccamy_fuchs(x)) * kPi * x * x / 4.0 / std::sqrt(0.5 * kPi * x), 1.0, 1.0 / (x * x)) << x;
}

// MacCamy and Fuchs 1954, over the depth: F = 4 rho g a tanh(kh)/k^2 A(kR), behind the undisturbed acceleration
// by atan(J1'/Y1').
TEST(MacCamyFuchs, TheForceOnAPileFromTheBedIsItsIntegral) {
  const waves::SeaState s = sea();
  const double k = s.components().wavenumber[0], w = s.components().omega[0], a = 0.7;
  for (const double D : {0.5, 4.0, 12.0, 30.0}) {
    const auto elements = pile(D, 0.0, 800, &s);
    const double x = 0.5 * k * D;
    const double dJ = std::cyl_bessel_j(0.0, x) - std::cyl_bessel_j(1.0, x) / x,
                 dY = std::cyl_neumann(0.0, x) - std::cyl_neumann(1.0, x) / x;
    const double F = 4.0 * s.density() * s.gravity() * a * std::tanh(k * kDepth) / (k * k * std::hypot(dJ, dY));
    for (double t = 0.0; t < 5.0; t += 0.61) {
      const Vector6 load = body_load(elements, {}, s, t, Surface::mean).load.total();
      const double along = -F * std::sin(w * t - std::atan2(dJ, dY));
      // Middles of 800 strips: (k dL)^2/24 = 2.5e-7.
      EXPECT_NEAR(load.head<2>().dot(Eigen::Vector2d(std::cos(0.4), std::sin(0.4))), along, 1e-6 * F) << D << " " << t;
      EXPECT_NEAR(load[0] * std::sin(0.4) - load[1] * std::cos(0.4), 0.0, 1e-9 * F);
    }
  }
}

TEST(MacCamyFuchs, IsMorisonsEquationForASlenderPileHoweverTheSeaIsStretched) {
  for (const auto stretching : {waves::Stretching::constant, waves::Stretching::wheeler, waves::Stretching::none}) {
    const waves::SeaState s = sea(stretching);
    const double D = 0.02;  // k R = 2e-3: C - 2 = 2e-5 at most
    const auto diffracting = pile(D, 2.0, 50, &s), slender = pile(D, 2.0, 50, nullptr);
    for (double t = 0.0; t < 5.0; t += 0.37) {
      const Vector6 expected = body_load(slender, {}, s, t).load.total(),
                    load = body_load(diffracting, {}, s, t).load.total();
      const double scale = 2.0 * s.density() * kPi / 4 * D * D * 0.7 * 1.6 * kDepth;
      EXPECT_LT((load - expected).head<3>().norm(), 3e-5 * scale) << t;
    }
  }
}

TEST(ElementReport, PartsAndElementsSumUpToTheForceOnTheBody) {
  const waves::SeaState s = sea();
  BodyMotion body;
  body.p_WC = {3, -2, 0.1};
  body.R_WB = Eigen::AngleAxisd(0.2, Vector3(1, 1, 0).normalized()).toRotationMatrix();
  body.v_WC = {0.3, 0.2, -0.4};
  body.w_WB = {0.1, -0.2, 0.05};
  Vector6 a;
  a << 0.3, -0.1, 0.5, 0.02, 0.1, -0.2;
  auto elements = pile(5.0, 3.0, 24, &s);
  for (Element& e : elements) {
    e.drag = {1.0, 0.1, 0.0};
    e.area = {2.0, 6.0, 0.0};
  }
  Vector3 sum = Vector3::Zero();
  for (const Element& e : elements) {
    const ElementReport r = element_report(e, body, s, 2.3, a);
    EXPECT_LT((r.force - r.drag - r.inertia - r.froude_krylov).norm(), 1e-9);
    sum += r.force;
  }
  const Vector3 whole = body_force_given_acceleration(elements, body, s, 2.3, a).total().head<3>();
  EXPECT_LT((sum - whole).norm(), 1e-12 * whole.norm());
}

TEST(MeanPeriod, IsThatOfARegularWaveAndTheZeroCrossingOneOfASea) {
  const waves::SeaState regular = sea();
  EXPECT_NEAR(mean_period(regular).value(), 5.0, 1e-12);
  EXPECT_NEAR(mean_wavelength(regular).value(), 2.0 * kPi / regular.components().wavenumber[0], 1e-9);
  waves::IrregularWave wave;
  wave.significant_height = 2;
  wave.peak_period = 8;
  wave.count = 2000;
  const waves::SeaState irregular = waves::make_sea_state({wave}, {});
  // m0 = 0.2 A/wp^4 and m2 = 0.3963 A/wp^2 of S = A w^-5 exp(-1.25 (wp/w)^4): Tz = 0.7104 Tp.
  // Without the tail beyond six times the peak, 3.5 % of m2, it is 1.8 % longer.
  EXPECT_NEAR(mean_period(irregular).value(), 0.7104 * 8.0, 0.02 * 8.0);
  EXPECT_FALSE(mean_wavelength(waves::make_sea_state({waves::StillWater{}}, {})).has_value());
}

}  // namespace
}  // namespace swell::morison::diffraction_test
