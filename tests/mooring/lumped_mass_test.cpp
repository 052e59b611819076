#include "swell/mooring/lumped_mass.h"

#include <Eigen/Eigenvalues>

#include "lines.h"
#include "swell/mooring/catenary.h"
#include "swell/mooring/moordyn_file.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::mooring::lumped_mass_test {
namespace {

TEST(LumpedMass, AHangingChainSwingsAtTheZerosOfTheBesselFunction) {
  // omega_n = j_{0,n}/2 sqrt(g/L) for an inextensible chain (Bernoulli). n segments: error of second order in 1/n.
  const double zeros[] = {2.404825557695773, 5.520078110286311, 8.653727912911013};
  double error[2][3];
  int which = 0;
  for (const int segments : {20, 40}) {
    const LumpedMass mooring(hanging(segments));
    const PointMotion top;
    const std::vector<double> rest = mooring.static_state(&top);
    const Eigen::EigenSolver<MatrixX> eigen(jacobian(mooring, rest, &top), false);
    std::vector<double> omega;
    for (Eigen::Index i = 0; i < eigen.eigenvalues().size(); ++i) {
      if (eigen.eigenvalues()[i].imag() > 1e-6) omega.push_back(eigen.eigenvalues()[i].imag());
    }
    std::sort(omega.begin(), omega.end());
    for (int n = 0; n < 3; ++n) {  // x and y give each frequency twice
      const double exact = 0.5 * zeros[n] * std::sqrt(9.81 / 100.0);
      error[which][n] = omega[2 * static_cast<std::size_t>(n)] / exact - 1.0;
    }
    ++which;
  }
  for (int n = 0; n < 3; ++n) {
    EXPECT_NEAR(error[0][n] / error[1][n], 4.0, 0.6) << "second order, mode " << n + 1;
    EXPECT_LT(std::abs(4.0 * error[1][n] - error[0][n]) / 3.0, 5e-4) << "extrapolated, mode " << n + 1;
  }
}

TEST(LumpedMass, AHangingElasticBarBouncesAtItsQuarterWave) {
  // omega = pi/2 sqrt(EA/m)/L; the chain hangs, so its bar is taut everywhere.
  LineModel model = hanging(40);
  model.types[0].axial_stiffness = 1e7;
  const LumpedMass mooring(model);
  const PointMotion top;
  const Eigen::EigenSolver<MatrixX> eigen(jacobian(mooring, mooring.static_state(&top), &top), false);
  const double exact = 0.5 * kPi * std::sqrt(1e7 / 50.0) / 100.0;
  double nearest_one = 1e9;
  for (Eigen::Index i = 0; i < eigen.eigenvalues().size(); ++i) {
    nearest_one = std::min(nearest_one, std::abs(eigen.eigenvalues()[i].imag() / exact - 1.0));
  }
  EXPECT_LT(nearest_one, 1e-3);
}

TEST(LumpedMass, ItsShapeAtRestIsTheCatenary) {
  // Without seabed penetration in the way: a line between two points in mid-water. Second order in the segments.
  double before = 0.0;
  for (const int segments : {20, 40, 80}) {
    LineModel model = chain50(segments);
    model.seabed.reset();
    model.types[0].axial_stiffness = 1e8;
    const LumpedMass mooring(model);
    PointMotion fairlead;
    fairlead.position = Vector3(30.0, 0.0, -5.0);
    const std::vector<double> rest = mooring.static_state(&fairlead);
    Catenary catenary{410.0, submerged_weight(390.0, 0.252, 1025.0, 9.80665), 1e8, false, 0.0};
    const CatenaryForces forces = solve_catenary(catenary, 370.0, 45.0);
    const std::vector<Vector3> shape = mooring.line_shape(0, rest.data(), &fairlead);
    double worst = 0.0;
    for (std::size_t k = 0; k < shape.size(); ++k) {
      const Eigen::Vector2d exact = catenary_point(catenary, forces, 370.0, 410.0 * static_cast<double>(k) / segments);
      worst = std::max(worst, std::hypot(400.0 - shape[k].x() - exact.x(), shape[k].z() + 50.0 - exact.y()));
    }
    LineScratch scratch = mooring.make_scratch();
    double at_anchor = 0.0, at_fairlead = 0.0;
    mooring.end_tensions(0, rest.data(), &fairlead, at_anchor, at_fairlead, scratch);
    EXPECT_NEAR(at_fairlead, forces.fairlead_tension(), 4.0 / (segments * segments) * forces.fairlead_tension());
    EXPECT_NEAR(at_anchor, forces.anchor_tension(), 4.0 / (segments * segments) * forces.anchor_tension());
    if (before > 0.0) {
      EXPECT_NEAR(before / worst, 4.0, 0.5);
    }
    before = worst;
  }
  EXPECT_LT(before, 0.05);
}

TEST(LumpedMass, OnTheSeabedItHasTheTensionsOfTheCatenaryWithContact) {
  LineModel model = chain50(164);
  model.seabed->stiffness = 1e7;
  const LumpedMass mooring(model);
  const PointMotion fairlead;
  const std::vector<double> rest = mooring.static_state(&fairlead);
  const CatenaryForces forces =
      solve_catenary({410.0, submerged_weight(390.0, 0.252, 1025.0, 9.80665), 1.674e9, true, 0.0}, 400.0, 50.0);
  LineScratch scratch = mooring.make_scratch();
  double at_anchor = 0.0, at_fairlead = 0.0;
  mooring.end_tensions(0, rest.data(), &fairlead, at_anchor, at_fairlead, scratch);
  // Penetration of w/(k d) = 1.3 mm, and half a segment in the place of touch-down.
  EXPECT_NEAR(at_fairlead, forces.fairlead_tension(), 2e-3 * forces.fairlead_tension());
  EXPECT_NEAR(at_anchor, forces.anchor_tension(), 2e-3 * forces.anchor_tension());
  Vector3 force;
  mooring.evaluate(0.0, rest.data(), &fairlead, nullptr, nullptr, &force, nullptr, scratch);
  EXPECT_NEAR(force.x(), forces.horizontal, 2e-3 * forces.horizontal);
  EXPECT_NEAR(force.z(), -forces.vertical, 2e-3 * forces.vertical);
}

TEST(LumpedMass, AFallingLineReachesTheTerminalSpeedOfItsDrag) {
  // A level straight line sinks with w = 1/2 rho C_d d v^2.
  LineModel model = chain50(4);
  model.seabed.reset();
  for (LinePoint& point : model.points) point.kind = PointKind::free;
  model.points[0].position = Vector3(0.0, 0.0, -10.0);
  model.points[1].position = Vector3(410.0, 0.0, -10.0);
  const LumpedMass mooring(model);
  std::vector<double> x(mooring.state_size(), 0.0);
  x[2] = x[5] = -10.0;
  x[3] = 410.0;
  for (int k = 1; k < 4; ++k) {
    x[3 * static_cast<std::size_t>(k) + 3] = 102.5 * k;
    x[3 * static_cast<std::size_t>(k) + 5] = -10.0;
  }
  LineScratch scratch = mooring.make_scratch();
  mooring.advance(0.0, 20.0, nullptr, nullptr, nullptr, x.data(), scratch);
  const double w = submerged_weight(390.0, 0.252, 1025.0, 9.80665);
  const double speed = std::sqrt(2.0 * w / (1025.0 * 1.37 * 0.252));
  EXPECT_NEAR(x[15 + 2], -speed, 1e-6 * speed);
  EXPECT_NEAR(x[15 + 8], -speed, 1e-6 * speed);
}

class Swell : public WaterMotion {
 public:
  void at(double t, const Vector3& p, Vector3& v, Vector3& a) const override {
    const double k = 0.06, amplitude = 1.0 * std::exp(k * p.z()), omega = std::sqrt(9.81 * k);
    const double psi = omega * t - k * p.x();
    v = amplitude * omega * Vector3(std::cos(psi), 0.3, -std::sin(psi));
    a = amplitude * omega * omega * Vector3(-std::sin(psi), 0.0, -std::cos(psi));
  }
};

TEST(LumpedMass, ItsEnergyBalanceCloses) {
  // d(energy)/dt by the exact directional derivative against the powers, at a wild state in waves.
  LineModel model = chain50(12);
  model.seabed->friction = 0.4;
  LinePoint buoy;
  buoy.name = "buoy";
  buoy.kind = PointKind::free;
  buoy.position = Vector3(150.0, 2.0, -20.0);
  buoy.mass = 1000.0;
  buoy.volume = 3.0;
  buoy.drag_area = 2.0;
  buoy.added_mass = 0.5;
  model.points.push_back(buoy);
  model.lines = {{"lower", 0, 0, 2, 260.0, 10}, {"upper", 0, 2, 1, 152.0, 6}};
  const LumpedMass mooring(model);
  PointMotion fairlead;
  std::vector<double> x = mooring.static_state(&fairlead);
  const std::size_t half = x.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    x[i] += 0.02 * std::sin(1.0 + 3.7 * static_cast<double>(i));
    x[half + i] = std::cos(2.3 * static_cast<double>(i));
  }
  fairlead.velocity = Vector3(0.7, -0.4, 0.9);
  const Swell water;
  LineScratch scratch = mooring.make_scratch();
  LinePower power;
  std::vector<double> dx(x.size()), p = x, m = x;
  mooring.evaluate(3.0, x.data(), &fairlead, &water, dx.data(), nullptr, &power, scratch);
  const double h = 1e-6;
  PointMotion fp = fairlead, fm = fairlead;
  fp.position += h * fairlead.velocity;
  fm.position -= h * fairlead.velocity;
  for (std::size_t i = 0; i < x.size(); ++i) {
    p[i] += h * dx[i];
    m[i] -= h * dx[i];
  }
  const double rate =
      (mooring.energy(p.data(), &fp, scratch).total() - mooring.energy(m.data(), &fm, scratch).total()) / (2.0 * h);
  const double balance = power.fairleads + power.water_inertia - power.internal_damping - power.drag - power.seabed;
  EXPECT_NEAR(rate, balance, 1e-5 * std::abs(power.internal_damping));
  EXPECT_GT(power.internal_damping, 0.0);
  EXPECT_GT(power.seabed, 0.0);
}

// One step of RK4 with the rates of evaluate().
void classical_step(const LumpedMass& mooring, double t, double dt, const PointMotion motion[3], std::vector<double>& x,
                    LineScratch& scratch) {
  const std::size_t n = x.size();
  std::vector<double> k(n), sum(n, 0.0), y = x;
  const double weight[4] = {1.0, 2.0, 2.0, 1.0}, ahead[4] = {0.0, 0.5, 0.5, 1.0};
  for (int stage = 0; stage < 4; ++stage) {
    for (std::size_t i = 0; i < n; ++i) y[i] = x[i] + ahead[stage] * dt * k[i];
    mooring.evaluate(t + ahead[stage] * dt, y.data(), &motion[(stage + 1) / 2], nullptr, k.data(), nullptr, nullptr,
                     scratch);
    for (std::size_t i = 0; i < n; ++i) sum[i] += weight[stage] * k[i];
  }
  for (std::size_t i = 0; i < n; ++i) x[i] += dt / 6.0 * sum[i];
}

// A fairlead that starts on a circle in the first of its periods of 8 s.
PointMotion circling(double t, double radius) {
  const double omega = 2.0 * kPi / 8.0, s = std::min(t / 8.0, 1.0);
  const double grown = s * s * (3.0 - 2.0 * s), growth = s < 1.0 ? 6.0 * s * (1.0 - s) / 8.0 : 0.0;
  const Vector3 on(std::sin(omega * t), 0.3 * std::sin(omega * t), 0.5 * std::cos(omega * t));
  const Vector3 way(std::cos(omega * t), 0.3 * std::cos(omega * t), -0.5 * std::sin(omega * t));
  PointMotion motion;
  motion.position = radius * grown * on;
  motion.velocity = radius * (grown * omega * way + growth * on);
  return motion;
}

// Rms of the fairlead force's error over its dynamic part, rows every 0.1 s for 24 s, and how often the steps are
// longer than RK4's stable ones; steps of RK4 a quarter of those are the reference.
double error_of_advancing(const LineModel& model, double* longer = nullptr) {
  const LumpedMass mooring(model);
  LineModel free_of_limit = model;
  free_of_limit.max_step.reset();
  const double stable = LumpedMass(free_of_limit).max_step();
  const int parts = static_cast<int>(std::ceil(0.1 / (0.25 * stable)));
  const double radius = 2.0;
  PointMotion begin = circling(0.0, radius);
  std::vector<double> x = mooring.static_state(&begin), exact = x;
  LineScratch scratch = mooring.make_scratch();
  std::vector<Vector3> force, reference;
  for (int row = 0; row < 240; ++row) {
    const double t = 0.1 * row, dt = 0.1 / parts;
    for (int k = 0; k < parts; ++k) {
      const PointMotion motion[3] = {circling(t + k * dt, radius), circling(t + (k + 0.5) * dt, radius),
                                     circling(t + (k + 1) * dt, radius)};
      classical_step(mooring, t + k * dt, dt, motion, exact, scratch);
    }
    const PointMotion end = circling(t + 0.1, radius);
    mooring.advance(t, 0.1, &begin, &end, nullptr, x.data(), scratch);
    begin = end;
    for (const auto& [state, to] : {std::pair(&x, &force), std::pair(&exact, &reference)}) {
      Vector3 at;
      mooring.evaluate(t + 0.1, state->data(), &end, nullptr, nullptr, &at, nullptr, scratch);
      to->push_back(at);
    }
  }
  Vector3 mean = Vector3::Zero();
  for (const Vector3& f : reference) mean += f / static_cast<double>(reference.size());
  double error = 0.0, dynamic = 0.0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    error += (force[i] - reference[i]).squaredNorm();
    dynamic += (reference[i] - mean).squaredNorm();
  }
  if (longer != nullptr) *longer = mooring.own_step() / stable;
  return std::sqrt(error / dynamic);
}

TEST(LumpedMass, ImplicitStepsAreOfSecondOrder) {
  // No seabed and no snatch, whose kinks are of first order; half of critical damping in a segment.
  LineModel model = chain50(8);
  model.seabed.reset();
  model.types[0].damping_ratio = 0.5;
  const double longest = LumpedMass(model).own_step();
  model.max_step = 0.5 * longest;
  const double coarse = error_of_advancing(model);
  model.max_step = 0.25 * longest;
  const double fine = error_of_advancing(model);
  EXPECT_GT(coarse / fine, 3.5);
}

TEST(LumpedMass, ImplicitStepsHoldTheTensionsOfLinesThatMeetTheSeabedOrGoSlack) {
  // The half per cent is the step's claim; contact, friction and snatches leave kinks within a step.
  LineModel chain = chain50(12);
  chain.seabed->friction = 0.5;
  EXPECT_LT(error_of_advancing(chain), 5e-3);
  LineModel stiff = chain50(30);
  stiff.seabed->stiffness = 3e6;
  stiff.seabed->damping = 3e5;
  stiff.seabed->friction = 0.5;
  stiff.seabed->friction_axial = 0.2;
  double longer = 0.0;
  EXPECT_LT(error_of_advancing(stiff, &longer), 5e-3);
  EXPECT_GT(longer, 3.0);
  LineModel snatching = chain50(20);
  snatching.seabed.reset();
  snatching.types[0].damping_ratio = 0.2;
  snatching.types[0].mass_per_length = 20.0;
  snatching.types[0].diameter = 0.05;
  snatching.types[0].axial_stiffness = 5e7;
  snatching.lines[0].length = 403.2;
  EXPECT_LT(error_of_advancing(snatching), 5e-3);
}

TEST(LumpedMass, ALineWithoutLossesGainsNoEnergyInImplicitSteps) {
  LineModel model = hanging(10);
  const LumpedMass mooring(model);
  const PointMotion top;
  std::vector<double> x = mooring.static_state(&top);
  for (std::size_t i = x.size() / 2; i < x.size(); i += 3) x[i] = 5.0;  // swings out
  LineScratch scratch = mooring.make_scratch();
  const double rest = mooring.energy(mooring.static_state(&top).data(), &top, scratch).total();
  const double before = mooring.energy(x.data(), &top, scratch).total() - rest;
  for (int k = 1; k <= 6; ++k) {
    mooring.advance(10.0 * (k - 1), 10.0, &top, &top, nullptr, x.data(), scratch);
    EXPECT_LT(mooring.energy(x.data(), &top, scratch).total() - rest, before) << 10 * k << " s";
  }
  EXPECT_GT(mooring.energy(x.data(), &top, scratch).total() - rest, 0.8 * before);
}

TEST(LumpedMass, StiffSegmentsThatGoSlackAndTautGainNoEnergy) {
  // The mooring of MHK RM1 without its damping: 1.6 GN/m between nodes of 3 t, slack enough to be nearly vertical. A
  // segment that is taken for taut through a step in which it goes slack pushes, or takes up its speed at once.
  LineModel model = chain50(30);
  LineType& type = model.types[0];
  type.diameter = 0.324;
  type.mass_per_length = 644.8;
  type.axial_stiffness = 8.54e9;
  type.damping_ratio = 0.02;
  type.drag_transverse = type.drag_tangential = type.added_mass_transverse = 0.0;
  model.seabed.reset();
  model.points[0].position = Vector3(118.0, 0.0, -40.0);
  model.lines[0].length = 152.0;
  const LumpedMass mooring(model);
  PointMotion fairlead;
  std::vector<double> x = mooring.static_state(&fairlead);
  LineScratch scratch = mooring.make_scratch();
  const double rest = mooring.energy(x.data(), &fairlead, scratch).total();
  for (std::size_t i = x.size() / 2; i < x.size(); ++i) x[i] = std::sin(37.0 * static_cast<double>(i * i));
  const auto energy = [&] { return mooring.energy(x.data(), &fairlead, scratch).total() - rest; };
  const double before = energy();
  for (int k = 0; k < 50; ++k) {
    mooring.advance(0.1 * k, 0.1, &fairlead, &fairlead, nullptr, x.data(), scratch);
    EXPECT_LT(energy(), 1.01 * before) << k;
  }
}

/// The middle line of MHK RM1's mooring, nearly slack: nodes of 3 t land and are picked up, and the tension rings.
LineModel landing_line() {
  const std::string text =
      "------ LINE TYPES ------\nName Diam MassDen EA BA/-zeta EI Cd Ca CdAx CaAx\n"
      "(-) (m) (kg/m) (N) (-) (-) (-) (-) (-) (-)\nmain 0.324 644.8 85.4e8 -0.8 0 2.4 1.0 1.15 0.5\n"
      "------ POINTS ------\nID Type X Y Z M V CdA CA\n(-) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)\n"
      "1 Fixed -152 0 -50 0 0 0 0\n2 Vessel -34 0 -10 0 0 0 0\n"
      "------ LINES ------\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n(-) (-) (-) (-) (m) (-) (-)\n"
      "1 main 1 2 152 30 -\n------ OPTIONS ------\n3.0e6 kbot\n3.0e5 cbot\n50 WtrDpth\n";
  return parse_moordyn(text, "rm1").model;
}

/// Tension at the moving fairlead of its first line; other coupled points stay.
std::vector<double> tensions_of_landing(const LineModel& model) {
  const auto motion = [&](double t) {
    const double r = std::min(1.0, t / 8.0), grown = r * r * r * (10.0 - 15.0 * r + 6.0 * r * r);
    const double growing = t < 8.0 ? 30.0 * r * r * (1.0 - r) * (1.0 - r) / 8.0 : 0.0, w = 2.0 * kPi / 8.0;
    PointMotion at;
    at.position = Vector3(-34.0 + grown * std::sin(w * t), 0.0, -10.0);
    at.velocity = Vector3(growing * std::sin(w * t) + grown * w * std::cos(w * t), 0.0, 0.0);
    return at;
  };
  const LumpedMass mooring(model);
  std::vector<PointMotion> from(mooring.n_coupled()), to;
  for (std::size_t i = 1; i < from.size(); ++i) from[i].position = mooring.coupled_point(i).position;
  from[0] = motion(0.0);
  to = from;
  std::vector<double> x = mooring.static_state(from.data()), out;
  LineScratch scratch = mooring.make_scratch();
  std::vector<LineEnds> ends(model.lines.size());
  for (int k = 0; k < 800; ++k) {
    to[0] = motion(0.02 * (k + 1));
    mooring.advance(0.02 * k, 0.02, from.data(), to.data(), nullptr, x.data(), scratch);
    from[0] = to[0];
    mooring.line_ends(x.data(), to.data(), ends.data(), scratch);
    if (k >= 400) out.push_back(ends[0].tension_b);
  }
  return out;
}

/// Root mean square of the difference over that of the dynamic part.
double apart(const std::vector<double>& taken, const std::vector<double>& fine) {
  double mean = 0.0, error = 0.0, dynamic = 0.0;
  for (const double f : fine) mean += f / static_cast<double>(fine.size());
  for (std::size_t i = 0; i < fine.size(); ++i) {
    error += (taken[i] - fine[i]) * (taken[i] - fine[i]);
    dynamic += (fine[i] - mean) * (fine[i] - mean);
  }
  return std::sqrt(error / dynamic);
}

// Steps of one length were 6 % off. The fine steps are a quarter of the shortest ones of the default: 1/16 of their
// error.
TEST(LumpedMass, DefaultStepsFollowLandingNodes) {
  LineModel model = landing_line();
  const std::vector<double> taken = tensions_of_landing(model);
  model.max_step = LumpedMass(model).own_step() / 16.0;
  EXPECT_LT(apart(taken, tensions_of_landing(model)), 0.02);
}

// A tendon at rest with 1e7 N touches nothing of the line, which has 2e5 N: both errors are those of the test above.
TEST(LumpedMass, StepsOfSlackLineIgnoreTautTendon) {
  LineModel both = landing_line();
  LinePoint anchor = both.points[0], top = both.points[1];
  anchor.name = "3";
  anchor.position = Vector3(0.0, 50.0, -50.0);
  top.name = "4";
  top.position = Vector3(0.0, 50.0, -10.0);
  both.points.insert(both.points.end(), {anchor, top});
  MooringLine tendon = both.lines[0];
  tendon.name = "tendon";
  tendon.point_a = 2;
  tendon.point_b = 3;
  tendon.length = 40.0 / (1.0 + 1e7 / both.types[0].axial_stiffness);
  tendon.segments = 2;
  both.lines.push_back(tendon);
  EXPECT_LT(apart(tensions_of_landing(both), tensions_of_landing(landing_line())), 0.02);
}

TEST(LumpedMass, AnAdvanceInTwoHalvesEqualsOneWhole) {
  // The state is all that survives: a copy is a checkpoint.
  const LumpedMass mooring(chain50(20));
  PointMotion fairlead;
  std::vector<double> whole = mooring.static_state(&fairlead);
  for (std::size_t i = whole.size() / 2; i < whole.size(); ++i) whole[i] = 0.1;
  std::vector<double> halves = whole;
  LineScratch a = mooring.make_scratch(), b = mooring.make_scratch();
  const double dt = 128.0 * mooring.own_step();
  mooring.advance(0.0, dt, &fairlead, &fairlead, nullptr, whole.data(), a);
  mooring.advance(0.0, 0.5 * dt, &fairlead, &fairlead, nullptr, halves.data(), b);
  mooring.advance(0.5 * dt, 0.5 * dt, &fairlead, &fairlead, nullptr, halves.data(), b);
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(whole[i], halves[i], 1e-9 * (1.0 + std::abs(whole[i])));
}

TEST(LumpedMass, FrictionHoldsALineThatWouldSlideOnTheSeabed) {
  // A short piece lying on the seabed with a sideways speed v stops after v^2/(2 mu g') for mu alone.
  LineModel model = chain50(1);
  model.types[0].drag_transverse = model.types[0].drag_tangential = 0.0;
  model.seabed->friction = 0.5;
  for (LinePoint& point : model.points) point.kind = PointKind::free;
  model.points[0].position = Vector3(0.0, 0.0, -50.0);
  model.points[1].position = Vector3(410.0, 0.0, -50.0);
  const LumpedMass mooring(model);
  const double w = submerged_weight(390.0, 0.252, 1025.0, 9.80665);
  const double sink = w / (1e5 * 0.252);
  std::vector<double> x = {0, 0, -50 - sink, 410, 0, -50 - sink, 0, 1, 0, 0, 1, 0};
  LineScratch scratch = mooring.make_scratch();
  mooring.advance(0.0, 1.0, nullptr, nullptr, nullptr, x.data(), scratch);
  const double mass = 390.0 + 1025.0 * kPi * 0.252 * 0.252 / 4.0;  // added mass 1 across the line
  EXPECT_NEAR(x[1], 0.5 * mass / (0.5 * w), 2e-3);
  EXPECT_NEAR(x[7], 0.0, 1e-6);
}

TEST(LumpedMass, WavesSampledAtTheEndsOfAStepAreOfSecondOrderInTheStep) {
  LineModel model = chain50(10);
  model.seabed.reset();
  const LumpedMass mooring(model);
  PointMotion fairlead;
  const Swell water;
  const std::vector<double> rest = mooring.static_state(&fairlead);
  LineScratch scratch = mooring.make_scratch();
  const auto run = [&](int steps) {
    std::vector<double> x = rest;
    for (int i = 0; i < steps; ++i) {
      mooring.advance(4.0 * i / steps, 4.0 / steps, &fairlead, &fairlead, &water, x.data(), scratch);
    }
    return x;
  };
  const std::vector<double> coarse = run(10), fine = run(20), finest = run(320);
  double e1 = 0.0, e2 = 0.0;
  for (std::size_t i = 0; i < rest.size() / 2; ++i) {
    e1 = std::max(e1, std::abs(coarse[i] - finest[i]));
    e2 = std::max(e2, std::abs(fine[i] - finest[i]));
  }
  EXPECT_GT(e1 / e2, 3.0);
  EXPECT_LT(e2, 1e-3);
}

TEST(LumpedMass, ASlackChainOnTheSeabedStaysAtRestInStepsOfItsOwnChoice) {
  // Slack, a segment has its internal damping alone: the fastest rate is the damping's and not the frequency of the
  // taut chain. 20 m of slack, ratio 1.
  LineModel model = chain50(40);
  PointMotion fairlead;
  fairlead.position = Vector3(30.0, 0.0, -49.0);
  const LumpedMass mooring(model);
  std::vector<double> x = mooring.static_state(&fairlead);
  LineScratch scratch = mooring.make_scratch();
  const double before = mooring.energy(x.data(), &fairlead, scratch).total();
  mooring.advance(0.0, 5.0, &fairlead, &fairlead, nullptr, x.data(), scratch);
  const LineEnergy after = mooring.energy(x.data(), &fairlead, scratch);
  EXPECT_LE(after.total(), before + 1e-6 * std::abs(before));
}

TEST(LumpedMass, TheEndsOfAHangingChainCarryWhatHangsOnThem) {
  // Without water: the pull on the top is the whole weight, the tension of the topmost segment that of what is below
  // its middle node; nothing hangs on the free end.
  const LumpedMass mooring(hanging(10));
  const PointMotion top;
  const std::vector<double> rest = mooring.static_state(&top);
  LineScratch scratch = mooring.make_scratch();
  LineEnds ends;
  mooring.line_ends(rest.data(), &top, &ends, scratch);
  const double weight = 50.0 * 9.81 * 100.0;
  EXPECT_NEAR(ends.pull_a, weight, 1e-5 * weight);
  EXPECT_NEAR(ends.tension_a, 0.95 * weight, 1e-5 * weight);
  EXPECT_NEAR(ends.tension_b, 0.05 * weight, 1e-5 * weight);
  EXPECT_NEAR(ends.pull_b, 0.0, 1e-5 * weight);
}

TEST(LumpedMass, AStraightBeamBetweenPinsSwingsAtTheFrequenciesOfEulerAndBernoulli) {
  // omega_n = (n pi / L)^2 sqrt(EI / m); n segments: second order in 1/n.
  double error[2][3];
  int which = 0;
  for (const int segments : {16, 32}) {
    LineModel model = hanging(segments);
    model.gravity = 0.0;
    model.types[0].bending_stiffness = 1e7;
    model.points[1].kind = PointKind::fixed;
    const LumpedMass mooring(model);
    const PointMotion top;
    std::vector<double> x(mooring.state_size(), 0.0);
    for (int k = 1; k < segments; ++k) x[3 * static_cast<std::size_t>(k) - 1] = -100.0 * k / segments;
    const Eigen::EigenSolver<MatrixX> eigen(jacobian(mooring, x, &top), false);
    std::vector<double> omega;
    for (Eigen::Index i = 0; i < eigen.eigenvalues().size(); ++i) {
      if (eigen.eigenvalues()[i].imag() > 1e-6) omega.push_back(eigen.eigenvalues()[i].imag());
    }
    std::sort(omega.begin(), omega.end());
    for (int n = 0; n < 3; ++n) {
      const double exact = std::pow((n + 1) * kPi / 100.0, 2) * std::sqrt(1e7 / 50.0);
      error[which][n] = omega[2 * static_cast<std::size_t>(n)] / exact - 1.0;
    }
    ++which;
  }
  for (int n = 0; n < 3; ++n) {
    EXPECT_NEAR(error[0][n] / error[1][n], 4.0, 0.3) << "second order, mode " << n + 1;
    EXPECT_LT(std::abs(4.0 * error[1][n] - error[0][n]) / 3.0, 1e-3) << "extrapolated, mode " << n + 1;
  }
}

TEST(LumpedMass, ALineOfTabulatedStiffnessHangsAsItsLawSays) {
  // From the pull at the fairlead, the catenary of the law is integrated along the line and must end at the anchor: dx
  // = (1 + e(T)) T_x / T ds with T_z' = w. Second order in the segments.
  double before = 0.0;
  for (const int segments : {20, 40}) {
    LineModel model = chain50(segments);
    model.seabed.reset();
    model.types[0].tension = {{0.0, 0.002, 0.01}, {0.0, 4e5, 4e6}};
    const LumpedMass mooring(model);
    PointMotion fairlead;
    fairlead.position = Vector3(-20.0, 0.0, -5.0);
    const std::vector<double> rest = mooring.static_state(&fairlead);
    LineScratch scratch = mooring.make_scratch();
    Vector3 force;
    mooring.evaluate(0.0, rest.data(), &fairlead, nullptr, nullptr, &force, nullptr, scratch);
    const double w = submerged_weight(390.0, 0.252, 1025.0, 9.80665);
    const int steps = 40000;
    const double ds = 410.0 / steps;
    Vector3 p = fairlead.position;
    for (int k = 0; k < steps; ++k) {
      const Vector3 T(force.x(), 0.0, force.z() + w * (k + 0.5) * ds);
      const double size = T.norm(), strain = size < 4e5 ? size / 2e8 : 0.002 + (size - 4e5) / 4.5e8;
      p += (1.0 + strain) * ds / size * T;
    }
    const double miss = (p - Vector3(400.0, 0.0, -50.0)).norm();
    EXPECT_GT(force.norm(), 8e5);  // the second piece of the law is in use
    if (before > 0.0) {
      EXPECT_NEAR(before / miss, 4.0, 0.5);
    }
    before = miss;
  }
  EXPECT_LT(before, 0.1);
}

TEST(LumpedMass, StiffLinesOfEveryLawKeepTheirEnergy) {
  // Random shapes and velocities: the energy's derivative along the motion is what the ledger says, here nothing.
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int trial = 0; trial < 20; ++trial) {
    LineModel model = hanging(6);
    model.points[0].kind = PointKind::fixed;
    LineType& type = model.types[0];
    if (trial % 2 == 0) type.tension = {{0.0, 0.02, 0.5}, {0.0, 2e5, 9e6}};
    type.bending_stiffness = 1e5;
    if (trial % 4 < 2) type.bending = {{0.0, 0.01, 0.5}, {0.0, 2e3, 1e4}};
    const LumpedMass mooring(model);
    std::vector<double> x(mooring.state_size());
    const std::size_t half = x.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
      x[i] = 5.0 * number(random);
      x[half + i] = number(random);
    }
    x[2] -= 100.0;  // the free end, then the inner nodes
    for (std::size_t k = 1; k < 6; ++k) x[3 * k + 2] -= 100.0 / 6.0 * static_cast<double>(k);
    LineScratch scratch = mooring.make_scratch();
    std::vector<double> rate(x.size()), p = x, m = x;
    mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
    const double h = 1e-6;
    for (std::size_t i = 0; i < x.size(); ++i) {
      p[i] += h * rate[i];
      m[i] -= h * rate[i];
    }
    const double change =
        (mooring.energy(p.data(), nullptr, scratch).total() - mooring.energy(m.data(), nullptr, scratch).total()) /
        (2.0 * h);
    const double scale = std::abs(mooring.energy(x.data(), nullptr, scratch).total());
    EXPECT_NEAR(change, 0.0, 1e-6 * scale) << trial;
  }
}

TEST(LumpedMass, EveryMistakeOfTheModelIsReportedWithItsName) {
  LineModel model = chain50(0);
  model.types[0].diameter = 0.0;
  model.points[0].position.z() = -60.0;
  LinePoint lost;
  lost.name = "lost";
  lost.kind = PointKind::free;
  model.points.push_back(lost);
  model.lines[0].point_b = 0;
  try {
    const LumpedMass mooring(model, {"case.yaml", 4, 2, ""});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "case.yaml:4:2: line type chain: diameter = 0 m must be above 0\n"
                 "case.yaml:4:2: line line: number of segments = 0 must be at least 1\n"
                 "case.yaml:4:2: line line: both ends are at point anchor\n"
                 "case.yaml:4:2: point anchor: z = -60 m is below the seabed at -50 m; check the water depth\n"
                 "case.yaml:4:2: point lost: is free and no line holds it");
  }
}

}  // namespace
}  // namespace swell::mooring::lumped_mass_test
