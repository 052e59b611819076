// Viscoelastic lines, winches, failures, an uneven sea bed and the lift of vortices.
#include "lines.h"
#include "swell/mooring/lumped_mass.h"
#include "swell/mooring/moordyn_file.h"
#include "swell_test/test.h"

namespace swell::mooring::lines_complete_test {
namespace {

// One segment of 10 m from a fairlead to an anchor, almost without weight.
LineModel rope() {
  LineModel model = hanging(1);
  model.gravity = 1e-3;
  model.points[1].kind = PointKind::fixed;
  model.points[1].position = Vector3(10.0, 0.0, 0.0);
  model.lines[0].length = 10.0;
  LineType& type = model.types[0];
  type.axial_stiffness = 2e6;
  type.internal_damping = 3e6;
  type.dynamic_stiffness = 5e6;
  type.dynamic_damping = 1e6;
  return model;
}

PointMotion stretched(double strain) {
  PointMotion end;
  end.position = Vector3(-10.0 * strain, 0.0, 0.0);
  return end;
}

double pull_of(const LumpedMass& mooring, const std::vector<double>& state, const PointMotion& end,
               LineScratch& scratch) {
  Vector3 force;
  mooring.evaluate(0.0, state.data(), &end, nullptr, nullptr, &force, nullptr, scratch);
  return force.x();
}

TEST(Viscoelastic, RelaxesFromDynamicToStaticStiffness) {
  // T = EA_s e + c exp(-(E1 + E2) t / (B1 + B2)) at a constant strain e, with 1/E1 = 1/EA_s - 1/E2.
  const LumpedMass mooring(rope());
  LineScratch scratch = mooring.make_scratch();
  const PointMotion slack = stretched(0.0), end = stretched(0.02);
  std::vector<double> state = mooring.static_state(&slack);
  ASSERT_EQ(state.size(), 1U);
  const double E2 = 5e6, E1 = 2e6 * E2 / (E2 - 2e6), B1 = 3e6, B2 = 1e6, rate = (E1 + E2) / (B1 + B2);
  const double now = pull_of(mooring, state, end, scratch), settled = 2e6 * 0.02;
  EXPECT_NEAR(now, B1 / (B1 + B2) * E2 * 0.02, 1e-6);  // a step of strain at rest loads E2 alone, shared by the dampers
  double t = 0.0;
  for (int k = 0; k < 4; ++k, t += 0.2) {
    mooring.advance(t, 0.2, &end, &end, nullptr, state.data(), scratch);
    const double exact = settled + (now - settled) * std::exp(-rate * (t + 0.2));
    // The midpoint rule's relative error in n steps of h: n (rate h)^3 / 12.
    const double h = std::min(mooring.own_step(), 0.2), error = (t + 0.2) / h * std::pow(rate * h, 3) / 12.0;
    EXPECT_NEAR(pull_of(mooring, state, end, scratch), exact, std::abs(now - settled) * error);
  }
  EXPECT_NEAR(pull_of(mooring, mooring.static_state(&end), end, scratch), settled, 1e-6);
}

TEST(Viscoelastic, DynamicStiffnessGrowsWithMeanLoad) {
  // Without damping of the fast spring a sudden strain finds its stiffness alone: A + b times the load at rest.
  LineModel model = rope();
  model.types[0].dynamic_slope = 40.0;
  model.types[0].dynamic_damping = 0.0;
  const LumpedMass mooring(model);
  LineScratch scratch = mooring.make_scratch();
  for (const double strain : {0.005, 0.02, 0.04}) {
    const PointMotion end = stretched(strain);
    const std::vector<double> state = mooring.static_state(&end);
    const double load = pull_of(mooring, state, end, scratch);
    EXPECT_NEAR(load, 2e6 * strain, 1e-6);
    const double fast = (pull_of(mooring, state, stretched(strain + 1e-3), scratch) - load) / 1e-3;
    EXPECT_NEAR(fast, 5e6 + 40.0 * load, 1.0);
  }
}

// d(energy)/dt along the rates equals the power balance, for random states of a wet viscoelastic line on a slope.
TEST(Viscoelastic, EnergyBalanceIsExact) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const double slope : {0.0, 30.0}) {
    LineModel model = chain50(6);
    model.types[0].damping_ratio.reset();
    model.types[0].internal_damping = 1e8;
    model.types[0].dynamic_stiffness = 3e9;
    model.types[0].dynamic_slope = slope;
    model.types[0].dynamic_damping = 5e7;
    model.seabed->x = {-1e3, 1e3};
    model.seabed->y = {-1e3, 1e3};
    model.seabed->depths = {20.0, 60.0, 40.0, 80.0};
    model.seabed->depth = 80.0;
    model.points[0].position.z() = -50.0 - 4.0;
    const LumpedMass mooring(model);
    LineScratch scratch = mooring.make_scratch();
    PointMotion end;
    end.velocity = Vector3(0.3, -0.2, 0.4);
    std::vector<double> x = mooring.static_state(&end), rate(x.size());
    for (std::size_t i = 0; i < 30; ++i) x[i] += 0.3 * any(random);
    for (std::size_t i = 15; i < 30; ++i) x[i] = any(random);
    for (std::size_t i = 30; i < x.size(); ++i) x[i] += 1e-3 * (1.0 + any(random));
    LinePower power;
    mooring.evaluate(0.0, x.data(), &end, nullptr, rate.data(), nullptr, &power, scratch);
    const double h = 1e-6;
    double energy[2];
    for (const int side : {0, 1}) {
      const double by = side == 0 ? -h : h;
      std::vector<double> moved = x;
      for (std::size_t i = 0; i < x.size(); ++i) moved[i] += by * rate[i];
      PointMotion there = end;
      there.position += by * end.velocity;
      energy[side] = mooring.energy(moved.data(), &there, scratch).total();
    }
    const double change = (energy[1] - energy[0]) / (2.0 * h);
    const double balance = power.fairleads + power.water_inertia - power.internal_damping - power.drag - power.seabed;
    const double scale = std::abs(power.internal_damping) + std::abs(power.fairleads) + std::abs(change);
    EXPECT_NEAR(change, balance, 1e-5 * scale);
    EXPECT_GT(power.internal_damping, 0.0);
  }
}

TEST(Winches, LinePaidOutEqualsALongerLine) {
  LineModel longer = chain50(12);
  longer.types[0].damping_ratio.reset();
  longer.types[0].internal_damping = 1e7;
  LineModel wound = longer;
  longer.lines[0].length = 414.0;
  wound.winches = {"channel1"};
  wound.lines[0].winch = 0;
  const LumpedMass plain(longer), winch(wound);
  const PointMotion end;
  LineScratch a = plain.make_scratch(), b = winch.make_scratch();
  const double paid = 4.0;
  const std::vector<double> x = plain.static_state(&end), y = winch.static_state(&end, nullptr, 0.0, &paid);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], y[i], 1e-6);
  b.wound[0] = paid;
  std::vector<double> rate_a(x.size()), rate_b(x.size());
  std::vector<double> moving = x;
  for (std::size_t i = x.size() / 2; i < x.size(); ++i) moving[i] = 0.1 * std::sin(static_cast<double>(i));
  LinePower of_a, of_b;
  plain.evaluate(0.0, moving.data(), &end, nullptr, rate_a.data(), nullptr, &of_a, a);
  winch.evaluate(0.0, moving.data(), &end, nullptr, rate_b.data(), nullptr, &of_b, b);
  EXPECT_NEAR(of_a.drag, of_b.drag, 1e-9 * of_a.drag);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(rate_a[i], rate_b[i], 1e-6 * (1.0 + std::abs(rate_a[i])));
}

TEST(Winches, LineOffTheDrumHasTheStrainOfTheRest) {
  // The fairlead draws v away and the drum pays v / (1 + strain): nothing stretches, damping has nothing to do.
  LineModel model = rope();
  model.types[0].dynamic_stiffness = 0.0;
  model.winches = {"drum"};
  model.lines[0].winch = 0;
  const LumpedMass mooring(model);
  LineScratch scratch = mooring.make_scratch();
  const double strain = 0.01, v = 0.5;
  PointMotion begin = stretched(strain);
  begin.velocity = Vector3(-v, 0.0, 0.0);
  std::vector<double> state = mooring.static_state(&begin);
  for (int k = 0; k < 50; ++k) {
    PointMotion end = begin;
    end.position += 0.1 * begin.velocity;
    scratch.winding[0] = v / (1.0 + strain);
    mooring.advance(0.1 * k, 0.1, &begin, &end, nullptr, state.data(), scratch);
    begin = end;
    EXPECT_NEAR(pull_of(mooring, state, begin, scratch), 2e6 * strain, 1e-5);
  }
}

TEST(Failures, ALineThatComesOffFallsFreely) {
  LineModel model = hanging(5);
  LinePoint loose;
  loose.name = "loose";
  loose.kind = PointKind::free;
  loose.mass = 1.0;
  model.points.push_back(loose);
  LineFailure failure;
  failure.point = 0;
  failure.lines = {0};
  failure.loose = 2;
  failure.tension = 0.91 * 5000.0 * 9.81;
  model.failures = {failure};
  const LumpedMass whole(model), broken(after(model, 1));
  const PointMotion top;
  LineScratch scratch = whole.make_scratch(), later = broken.make_scratch();
  std::vector<double> x = whole.static_state(&top);
  EXPECT_EQ(whole.failing(0, 0.0, x.data(), &top, scratch),
            LumpedMass::npos);  // it bears 0.9 of the weight
  model.failures[0].tension = 0.89 * 5000.0 * 9.81;
  const LumpedMass weaker(model);
  EXPECT_EQ(weaker.failing(0, 0.0, x.data(), &top, scratch), 0U);
  EXPECT_EQ(weaker.failing(1, 0.0, x.data(), &top, scratch), LumpedMass::npos);
  const std::size_t n = 6;  // moving: end, loose, four inner nodes
  ASSERT_EQ(x.size(), 6 * n);
  whole.come_off(0, &top, x.data(), scratch);
  const double share[n] = {500.0, 501.0, 1000.0, 1000.0, 1000.0, 1000.0};
  const auto centre = [&] {
    double z = 0.0;
    for (std::size_t i = 0; i < n; ++i) z += share[i] * x[3 * i + 2] / 5001.0;
    return z;
  };
  const double from = centre(), g = 9.81 * 5000.0 / 5001.0;  // the loose point weighs nothing
  broken.advance(0.0, 1.5, &top, &top, nullptr, x.data(), later);
  EXPECT_NEAR(centre() - from, -0.5 * g * 1.5 * 1.5, 1e-9 * from * from);
}

LineModel on_slope() {
  LineModel model = chain50(1);
  for (LinePoint& point : model.points) point.kind = PointKind::free;
  model.water_density = 0.0;
  model.lines[0].length = 420.0;  // slack
  model.seabed->x = {-1e3, 0.0, 1e3};
  model.seabed->y = {-1e3, 1e3};
  model.seabed->depth = 150.0;
  for (const double x : model.seabed->x) {
    for (const double y : model.seabed->y) model.seabed->depths.push_back(100.0 + 0.03 * x + 0.02 * y);
  }
  for (std::size_t p = 0; p < 2; ++p) {
    Vector3& at = model.points[p].position;
    at = Vector3(0.0, 410.0 * static_cast<double>(p), 0.0);
    at.z() = model.seabed->at(at).z;
  }
  return model;
}

TEST(UnevenSeabed, ALineSlidesDownASlope) {
  // m z'' along the steepest way: g sin(angle), less mu g cos(angle) once it slides.
  LineModel model = on_slope();
  const Vector3 normal = Vector3(0.03, 0.02, 1.0).normalized();
  const Vector3 down = (normal * normal.z() - Vector3::UnitZ()).normalized();
  for (const double mu : {0.0, 0.01}) {
    model.seabed->friction = mu;
    model.seabed->friction_damping = 1e9;
    const LumpedMass mooring(model);
    LineScratch scratch = mooring.make_scratch();
    const double weight = 390.0 * 9.80665, sink = weight * normal.z() / (1e5 * 0.252);
    std::vector<double> x(12), rate(12);
    for (std::size_t p = 0; p < 2; ++p) {
      Eigen::Map<Vector3>(x.data() + 3 * p) = model.points[p].position - sink * normal;
      Eigen::Map<Vector3>(x.data() + 6 + 3 * p) = 0.1 * down;
    }
    mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
    const double sine = std::sqrt(1.0 - normal.z() * normal.z());
    for (const std::size_t p : {std::size_t{6}, std::size_t{9}}) {
      const Eigen::Map<const Vector3> a(&rate[p]);
      EXPECT_NEAR(a.dot(normal), 0.0, 1e-6);
      EXPECT_NEAR(a.dot(down), 9.80665 * (sine - mu * normal.z()), 1e-6);
    }
  }
}

TEST(UnevenSeabed, AGridOfOneDepthIsLevel) {
  LineModel grid = chain50(10), level = grid;
  grid.seabed->x = {-100.0, 50.0, 500.0};
  grid.seabed->y = {0.0};
  grid.seabed->depths = {50.0, 50.0, 50.0};
  level.seabed->friction = grid.seabed->friction = 0.4;
  const LumpedMass a(grid), b(level);
  LineScratch of_a = a.make_scratch(), of_b = b.make_scratch();
  const PointMotion end;
  std::vector<double> x = a.static_state(&end), y = b.static_state(&end);
  EXPECT_EQ(x, y);
  PointMotion there = end;
  there.position.x() = -1.0;
  a.advance(0.0, 2.0, &end, &there, nullptr, x.data(), of_a);
  b.advance(0.0, 2.0, &end, &there, nullptr, y.data(), of_b);
  EXPECT_EQ(x, y);
}

class Stream : public WaterMotion {
 public:
  explicit Stream(double speed) : speed_(speed) {}
  void at(double, const Vector3&, Vector3& velocity, Vector3& acceleration) const override {
    velocity = Vector3(speed_, 0.0, 0.0);
    acceleration.setZero();
  }

 private:
  double speed_;
};

// A node of a taut vertical rope in a stream; the rope is its spring.
LineModel shaken(double frequency) {
  LineModel model = hanging(2);
  model.gravity = 1e-3;
  model.water_density = 1000.0;
  model.points[0].kind = PointKind::fixed;
  model.points[1].kind = PointKind::fixed;
  LineType& type = model.types[0];
  type.diameter = 0.1;
  type.drag_transverse = 1.0;
  type.added_mass_transverse = 1.0;
  type.lift = 1.0;
  // 4 T / L = m omega^2 for the node in the middle; all transverse stiffness comes from the tension.
  const double mass = 50.0 * (50.0 + 1000.0 * kPi * 0.01 / 4.0), omega = 2.0 * kPi * frequency;
  const double tension = mass * omega * omega * 100.0 / 4.0, strain = 0.01;
  type.axial_stiffness = tension / strain;
  model.lines[0].length = 100.0 / (1.0 + strain);
  return model;
}

TEST(Vortices, AFixedCylinderShedsAtTheReducedFrequency) {
  const LumpedMass mooring(shaken(1.8));
  LineScratch scratch = mooring.make_scratch();
  std::vector<double> x = mooring.static_state(nullptr), rate(x.size());
  ASSERT_EQ(x.size(), 10U);
  EXPECT_NEAR(x[6], kPi, 1e-12);  // phases are spread along the line
  const Stream water(1.0);
  for (const double phase : {0.0, 1.0, 4.0}) {
    x[6] = phase;
    mooring.evaluate(0.0, x.data(), nullptr, &water, rate.data(), nullptr, nullptr, scratch);
    EXPECT_NEAR(rate[6], 2.0 * kPi * (0.18 - 0.08 * std::sin(phase)) / 0.1, 1e-9);
    const double mass = 0.5 * mooring.model().lines[0].length * (50.0 + 1000.0 * kPi * 0.01 / 4.0);
    const double lift = 0.5 * 1000.0 * 0.1 * 0.5 * mooring.model().lines[0].length * std::cos(phase);
    EXPECT_NEAR(std::abs(rate[4]), std::abs(lift / mass), 1e-6);
  }
}

TEST(Vortices, LiftLocksToTheMotionOfTheNode) {
  // Within 0.18 +- 0.08 the lift takes the frequency of the motion and drives it; far outside it does not.
  const double speed = 1.0, d = 0.1;
  for (const double reduced : {0.15, 0.18, 0.24}) {
    const LumpedMass mooring(shaken(reduced * speed / d));
    LineScratch scratch = mooring.make_scratch();
    std::vector<double> x = mooring.static_state(nullptr);
    const Stream water(speed);
    double t = 0.0, from = 0.0, phase = 0.0, highest = 0.0;
    int turns = -1;
    for (double before = x[1]; t < 60.0; t += 0.01, before = x[1]) {
      mooring.advance(t, 0.01, nullptr, nullptr, &water, x.data(), scratch);
      if (t < 40.0) continue;
      highest = std::max(highest, std::abs(x[1]));
      if (!(before < 0.0 && x[1] >= 0.0)) continue;
      if (++turns == 0) {
        from = t;
        phase = x[6];
      } else if (turns == 20) {
        const double motion = 2.0 * kPi * 20.0 / (t - from), lift = (x[6] - phase) / (t - from);
        EXPECT_NEAR(lift / motion, 1.0, 0.02) << reduced;  // a step of 0.01 s in 20 periods of some 0.6 s: 0.1 %
        EXPECT_NEAR(motion * d / (2.0 * kPi * speed), reduced, 0.1 * reduced);
      }
    }
    EXPECT_GE(turns, 20);
    EXPECT_GT(highest, 0.1 * d);
  }
}

std::string file_of(const std::string& type, const std::string& sections, const std::string& options) {
  return "--- MoorDyn Input File ---\n--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx Cl dF "
         "cF\n- - - - - - - - - - - - -\n" +
         type +
         "\n--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n"
         "1 Fixed 0 0 -50 0 0 0 0\n2 Coupled 100 0 0 0 0 0 0\n3 Coupled 100 20 0 0 0 0 0\n"
         "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n"
         "1 rope 1 2 120 6 -\n2 rope 1 3 125 6 -\n" +
         sections + "--- OPTIONS ---\n0.5 dtM\n" + options;
}
const char* const kRope = "rope 0.1 20 1e7 -1 0 1 1 0.1 0 0 0.08 0.18";
const char* const kSections =
    "--- FAILURE ---\nFailureID Point Line(s) FailTime FailTen\n() () (,) (s) (N)\n1 1 1,2 0 9e5\n2 2 1 12 0\n"
    "--- CONTROL ---\nChannelID Line(s)\n() (,)\n1 1,2\n";

TEST(MoordynFeatures, AreRead) {
  const MoordynFile file = parse_moordyn(
      file_of("rope 0.1 20 1e7|3e7|12 1e6|2e6 0 1 1 0.1 0 0.8 0.05 0.2", kSections, "50 WtrDpth\n"), "a.txt");
  const LineType& type = file.model.types[0];
  EXPECT_EQ(type.axial_stiffness, 1e7);
  EXPECT_EQ(type.dynamic_stiffness, 3e7);
  EXPECT_EQ(type.dynamic_slope, 12.0);
  EXPECT_EQ(type.internal_damping, 1e6);
  EXPECT_EQ(type.dynamic_damping, 2e6);
  EXPECT_EQ(type.lift, 0.8);
  EXPECT_EQ(type.lift_range, 0.05);
  EXPECT_EQ(type.lift_centre, 0.2);
  ASSERT_EQ(file.model.failures.size(), 2U);
  EXPECT_EQ(file.model.failures[0].lines, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(file.model.failures[0].tension, 9e5);
  EXPECT_EQ(file.model.failures[1].time, 12.0);
  EXPECT_EQ(file.model.winches, std::vector<std::string>{"channel1"});
  EXPECT_EQ(file.model.lines[1].winch, 0U);
  // Both lines hang on each other once their anchor has let go.
  const LineModel loose = after(file.model, 1);
  EXPECT_EQ(loose.lines[0].point_a, loose.lines[1].point_a);
  EXPECT_EQ(loose.points[loose.lines[0].point_a].kind, PointKind::free);
  EXPECT_TRUE(file.warnings.empty());
}

TEST(MoordynFeatures, AFileOfRodsAloneIsASystem) {
  const LumpedMass mooring(
      parse_moordyn("--- ROD TYPES ---\nTypeName Diam Mass/m Cd Ca CdEnd CaEnd\n- - - - - - -\n"
                    "pole 1 400 0.6 1 1.2 1\n--- RODS ---\n"
                    "ID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs RodOutputs\n- - - - - - - - - - -\n"
                    "1 pole Free 0 0 -6 0 0 4 10 -\n--- OPTIONS ---\n50 WtrDpth\n1000 rho\n",
                    "rod.txt")
          .model);
  std::vector<double> x = mooring.static_state(nullptr);
  // It floats with 400 of 250 pi of its length under water, upright or on its side.
  LineScratch scratch = mooring.make_scratch();
  std::vector<double> rate(x.size());
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  for (std::size_t i = 7; i < 13; ++i) EXPECT_NEAR(rate[i], 0.0, 1e-4);
}

TEST(MoordynFeatures, ThatDoNotFitAreRefused) {
  const auto code_of = [](const std::string& text) -> std::string {
    try {
      parse_moordyn(text, "a.txt");
    } catch (const InputError& e) {
      return e.diagnostics().front().code;
    }
    return "";
  };
  const std::string depth = "50 WtrDpth\n";
  EXPECT_EQ(code_of(file_of("rope 0.1 20 SYROPE:a.dat|1|2 1e6 0 1 1 0.1 0 0 0 0", "", depth)), "wrong-value");
  EXPECT_EQ(code_of(file_of("rope 0.1 20 3e7|1e7 1e6 0 1 1 0.1 0 0 0 0", "", depth)), "out-of-range");
  EXPECT_EQ(code_of(file_of("rope 0.1 20 1e7 1e6 0 1 1 0.1 0 0.8 0 0", "", depth)), "out-of-range");
  const std::string failure = "--- FAILURE ---\nFailureID Point Line(s) FailTime FailTen\n- - - - -\n";
  EXPECT_EQ(code_of(file_of(kRope, failure + "1 2 2 5 0\n", depth)), "contradiction");
  EXPECT_EQ(code_of(file_of(kRope, failure + "1 2 1 0 0\n", depth)), "missing");
  EXPECT_EQ(code_of(file_of(kRope, failure + "1 2 7 5 0\n", depth)), "unknown-name");
  EXPECT_EQ(code_of(file_of(kRope, "", "floor.txt WtrDpth\n")), "no-file");
  const MoordynFile file = parse_moordyn(
      file_of(kRope, "--- TIDES ---\na b\n- -\n1 2\n", depth + "2 WaveKin\n1 Currents\nSEASTATE WaterKin\n"), "a.txt");
  ASSERT_EQ(file.warnings.size(), 3U);  // the section and two files that are not read
  for (const Diagnostic& warning : file.warnings) EXPECT_EQ(warning.code, "unknown-option");
  EXPECT_TRUE(file.wave_kinematics);
}

TEST(MoordynFeatures, BothFormsOfTheSeaBedAreRead) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "seabeds";
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(folder / name) << text; };
  write("c.txt", "2 3\n-100 200\n-50 0 50\n-100 -50 60\n-100 0 70\n-100 50 80\n200 -50 90\n200 0 95\n200 50 110\n");
  write("f.txt",
        "--- MoorDyn Bathymetry Input File ---\nnGridX 2\nnGridY 3\n -100 200\n-50 60 90\n0 70 95\n50 80 110\n");
  const auto floor_of = [&](const char* option) {
    write("lines.txt", file_of(kRope, "", option));
    return *read_moordyn_file((folder / "lines.txt").string()).model.seabed;
  };
  const Seabed c = floor_of("\"c.txt\" SeafloorFile\n"), f = floor_of("f.txt WtrDpth\n");
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-300.0, 300.0);
  for (int k = 0; k < 50; ++k) {
    const Vector3 at(any(random), any(random), 0.0);
    EXPECT_EQ(c.at(at).z, f.at(at).z);
    EXPECT_EQ(c.at(at).normal, f.at(at).normal);
    // The normal is that of the surface.
    const double h = 1e-4;
    const double slope = (c.at(at + Vector3(h, 0, 0)).z - c.at(at - Vector3(h, 0, 0)).z) / (2.0 * h);
    EXPECT_NEAR(slope, -c.at(at).normal.x() / c.at(at).normal.z(), 1e-6);
  }
  EXPECT_EQ(c.at(Vector3(200.0, 0.0, 0.0)).z, -95.0);
  EXPECT_EQ(c.at(Vector3(900.0, 900.0, 0.0)).z, -110.0);
  EXPECT_EQ(c.depth, 0.0 + 110.0);
}

}  // namespace
}  // namespace swell::mooring::lines_complete_test
