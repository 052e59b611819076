#include "swell/morison/sea.h"

#include "swell/morison/strips.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::morison::sea_test {
namespace {

waves::SeaState sea(bool current = true, std::optional<double> depth = 12.0) {
  waves::RegularWave wave;
  wave.height = 1.4;
  wave.period = 6.0;
  wave.direction = 0.4;
  waves::SeaSettings settings;
  settings.water.depth = depth;
  settings.choices.depth_law = waves::DepthLaw::wec_sim;
  if (current) settings.current.law = waves::UniformCurrent{0.8, 1.2};
  return waves::make_sea_state({wave}, settings);
}

std::vector<Element> pile(double top) {
  Member m;
  m.end_a = {0, 0, -12};
  m.end_b = {0, 0, top};
  m.diameter_a = m.diameter_b = 1.0;
  m.drag_normal = 1.1;
  m.added_mass_normal = 1.0;
  m.added_mass_tangential = 0.1;
  m.count = 24;
  m.cut_at_surface = true;
  Diagnostics diagnostics;
  return strips(m, {}, diagnostics);
}

TEST(MorisonInASea, SumsElementsWithWavesAndCurrentAtTheirPlaces) {
  const waves::SeaState s = sea();
  BodyMotion body;
  body.p_WC = {3, -2, 0.1};
  body.R_WB = Eigen::AngleAxisd(0.2, Vector3(1, 1, 0).normalized()).toRotationMatrix();
  body.v_WC = {0.3, 0.2, -0.4};
  body.w_WB = {0.1, -0.2, 0.05};
  const auto elements = pile(3.0);
  const double t = 2.3;
  Vector6 load = Vector6::Zero();
  for (const Element& e : elements) {
    const Vector3 p = element_point(e, body);
    const double elevation = s.elevation(t, p.x(), p.y());
    load += elevation_force(e, body, elevation, s.density() * s.gravity());
    const Placement at = place(e, body, elevation);
    if (at.wet <= 0) continue;
    const Vector3 q = load_point(at, body);
    const Fluid fluid{s.velocity(t, q) + Vector3(0.8 * std::cos(1.2), 0.8 * std::sin(1.2), 0), s.acceleration(t, q)};
    load += element_load(e, at, body, fluid, s.density()).total();
  }
  const BodyLoad sum = body_load(elements, body, s, t);
  EXPECT_LT((sum.load.total() - load).norm(), 1e-12 * load.norm());
  Vector6 a;
  a << 0.3, -0.1, 0.5, 0.02, 0.1, -0.2;
  const Vector6 given = body_force_given_acceleration(elements, body, s, t, a).total();
  EXPECT_LT((sum.load.total() - sum.inertia * a - given).norm(), 1e-12 * given.norm());
}

TEST(MorisonInASea, LocalSurfaceWetsThePileToTheCrestAndTheMeanSurfaceToStillWater) {
  const waves::SeaState s = sea(false);
  const BodyMotion body;
  const auto elements = pile(3.0);
  const auto wet_length = [&](double t, Surface surface) {
    double sum = 0;
    for (const Element& e : elements) sum += e.length * place(e, body, s, t, surface).wet;
    return sum;
  };
  for (double t = 0; t < 6; t += 0.7) {
    EXPECT_NEAR(wet_length(t, Surface::local), 12 + s.elevation(t), 1e-12);
    EXPECT_NEAR(wet_length(t, Surface::mean), 12, 1e-12);
  }
}

TEST(MorisonInASea, WecSimsForceEqualsTheExactOneForAnUpright) {
  // kh = 1.5 < pi: the same profile. Points only, below the mean level, no rotation: no slip shows.
  const waves::SeaState s = sea();
  auto elements = pile(-1.0);
  for (Element& e : elements) e.length = 0;
  WecSimMotion motion;
  motion.pose << 1, 2, -0.2, 0, 0, 0;
  motion.velocity << 0.1, -0.3, 0.2, 0.02, 0.03, -0.01;
  motion.acceleration << 0.2, 0.1, -0.2, 0.05, -0.02, 0.01;
  BodyMotion body;
  body.p_WC = {1, 2, -0.2};
  body.v_WC = {0.1, -0.3, 0.2};
  body.w_WB = {0.02, 0.03, -0.01};
  const Vector6 exact = body_force_given_acceleration(elements, body, s, 4.1, motion.acceleration).total();
  EXPECT_LT((wec_sim_body_force(elements, motion, s, 4.1).total() - exact).norm(), 1e-12 * exact.norm());
}

TEST(MorisonInASea, WecSimTakesTheDeepProfileWhereKhExceedsPi) {
  const waves::SeaState s = sea(false, 60.0);  // kh = 6.7
  Element e;
  e.volume = 1.0 / s.density();
  e.position = {0, 0, -50};
  const double k = s.components().wavenumber[0];
  const double t = 1.5;  // quarter period: horizontal acceleration at its peak
  const Vector6 F = wec_sim_body_force({e}, {}, s, t).total();
  EXPECT_NEAR(F.head<2>().norm(), 0.7 * 9.81 * k * std::exp(-50 * k), 1e-12);
}

TEST(MorisonInASea, WecSimGivesEveryDirectionThePhasesOfTheFirst) {
  waves::IrregularWave wave;
  wave.significant_height = 2;
  wave.peak_period = 7;
  wave.count = 30;
  wave.seed = 2;
  wave.directions = waves::DirectionList{{0.0, 0.5}, {0.6, 0.4}};
  waves::SeaSettings settings;
  settings.choices = waves::wec_sim_choices();
  settings.range = waves::FrequencyRange{0.1, 5.0};
  const waves::SeaState s = waves::make_sea_state({wave}, settings);
  ASSERT_TRUE(s.systems()[0].direction_fastest);
  const auto& c = s.components();
  Element e;
  e.volume = 1.0 / s.density();
  e.position = {0, 0, -3};
  const double t = 17.0;
  double fz = 0;  // Froude-Krylov: sum of local accelerations
  for (Eigen::Index j = 0; j < c.size(); ++j) {
    const double k = c.wavenumber[j];
    const double D = k * 200 > kPi ? std::exp(-3 * k) : std::sinh(k * 197) / std::cosh(k * 200);
    fz -= c.amplitude[j] * 9.81 * k * D * std::cos(c.omega[j] * t + c.phase[j - j % 2]);
  }
  EXPECT_NEAR(wec_sim_body_force({e}, {}, s, t).total()[2], fz, 1e-12);
}

TEST(MorisonInASea, WecSimWithoutWavesHasTheCurrentInOption1) {
  waves::SeaSettings settings;
  settings.current.law = waves::UniformCurrent{1.0, 0.0};
  const waves::SeaState s = waves::make_sea_state({waves::StillWater{}}, settings);
  Element e;
  e.drag = e.area = Vector3::Ones();
  e.position = {0, 0, -3};
  EXPECT_NEAR(wec_sim_body_force({e}, {}, s, 1.0).total()[0], 500.0, 1e-10);
  e.option = Option::normal_tangential;
  EXPECT_EQ(wec_sim_body_force({e}, {}, s, 1.0).total()[0], 0.0);
  EXPECT_NEAR(body_load({e}, {}, s, 1.0).load.total()[0], 500.0, 1e-10);
}

}  // namespace
}  // namespace swell::morison::sea_test
