// Rods and bodies among the lines.
#include "swell/mooring/lumped_mass.h"
#include "swell/mooring/moordyn_file.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::mooring::lumped_mass_rigid_test {
namespace {

const std::string kTypes =
    "--- LINE TYPES ---\nTypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx\n- - - - - - - - - -\n"
    "rope 0.05 8 1e6 -0.5 0 1.2 1 0.1 0.1\nbeam 0.05 1e-3 1e7 0 1e4 0 0 0 0\nstiff 0.05 8 1e6 0 300 1.2 1 0.1 0.1\n"
    "--- ROD TYPES ---\nTypeName Diam Mass/m Cd Ca CdEnd CaEnd\n- - - - - - -\n"
    "pole 0.4 250 0 0 0 0\nspar 2.0 2000 0 0 0 0\nwet 0.6 200 1.0 1.0 1.1 0.6\n";
const std::string kBodies =
    "--- BODIES ---\nID Attachment X0 Y0 Z0 r0 p0 y0 Mass CG* I* Volume CdA* Ca*\n- - - - - - - - - - - - - -\n";
const std::string kRods =
    "--- RODS ---\nID RodType Attachment Xa Ya Za Xb Yb Zb NumSegs RodOutputs\n- - - - - - - - - - -\n";
const std::string kPoints = "--- POINTS ---\nID Attachment X Y Z Mass Volume CdA Ca\n- - - - - - - - -\n";
const std::string kLines = "--- LINES ---\nID LineType AttachA AttachB UnstrLen NumSegs Outputs\n- - - - - - -\n";

LineModel model_of(const std::string& sections, const std::string& options) {
  return parse_moordyn(kTypes + sections + "--- OPTIONS ---\n9.81 g\n" + options, "rods.txt").model;
}

// The change of energy along the motion, by central differences of the exact derivative, less the ledger's.
double ledger_gap(const LumpedMass& mooring, const std::vector<double>& x, std::vector<PointMotion> coupled,
                  const WaterMotion* water, double& largest) {
  LineScratch scratch = mooring.make_scratch();
  LinePower power;
  std::vector<double> rate(x.size()), p = x, m = x;
  mooring.evaluate(1.0, x.data(), coupled.data(), water, rate.data(), nullptr, &power, scratch);
  const double h = 1e-6;
  std::vector<PointMotion> cp = coupled, cm = coupled;
  for (std::size_t i = 0; i < coupled.size(); ++i) {
    cp[i].position += h * coupled[i].velocity;
    cm[i].position -= h * coupled[i].velocity;
    cp[i].velocity += h * coupled[i].acceleration;
    cm[i].velocity -= h * coupled[i].acceleration;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    p[i] += h * rate[i];
    m[i] -= h * rate[i];
  }
  const double change =
      (mooring.energy(p.data(), cp.data(), scratch).total() - mooring.energy(m.data(), cm.data(), scratch).total()) /
      (2.0 * h);
  largest = 0.0;
  for (const double part : {power.fairleads, power.water_inertia, power.internal_damping, power.drag, power.seabed})
    largest = std::max(largest, std::abs(part));
  return change - (power.fairleads + power.water_inertia - power.internal_damping - power.drag - power.seabed);
}

TEST(Rigid, APinnedRodIsThePhysicalPendulum) {
  // I_A = m (L^2/3 + d^2/16), restoring m g L/2 sin(angle), at any angle; no water.
  const double angle = 1.1, length = 6.0, mass = 250.0 * length;
  const LumpedMass mooring(model_of(kRods + "1 pole Pinned 0 0 -5 " + std::to_string(length * std::sin(angle)) + " 0 " +
                                        std::to_string(-5.0 - length * std::cos(angle)) + " 8 -\n" + kPoints +
                                        "1 Fixed 90 0 -9 0 0 0 0\n2 Fixed 90 0 -4 0 0 0 0\n" + kLines +
                                        "1 rope 1 2 5 2 -\n",
                                    "0 rho\n"));
  std::vector<double> x(mooring.state_size(), 0.0);
  ASSERT_EQ(x.size(), 6U + 13U);
  x[2] = -6.5;  // the inner node of a line that is only there because a file must have one
  x[0] = 90.0;
  x[6 + 3] = 1.0;
  LineScratch scratch = mooring.make_scratch();
  std::vector<double> rate(x.size());
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  const double inertia = mass * (length * length / 3.0 + 0.4 * 0.4 / 16.0);
  const double exact = mass * 9.81 * 0.5 * length * std::sin(angle) / inertia;
  EXPECT_NEAR(rate[6 + 11], exact, 1e-6 * exact);  // coordinates are written to 1e-6 m
  EXPECT_NEAR(rate[6 + 10], 0.0, 1e-12);
  // Swung for 20 s it keeps its energy: RK4, fourth order in the step.
  double loss[2];
  for (const int k : {0, 1}) {
    LineModel model = mooring.model();
    model.max_step = 0.02 / (1 + k);
    model.lines.clear();
    model.points.resize(model.points.size() - 2);
    const LumpedMass alone(model);
    std::vector<double> y(x.begin() + 6, x.end());
    LineScratch memory = alone.make_scratch();
    const double before = alone.energy(y.data(), nullptr, memory).total();
    alone.advance(0.0, 20.0, nullptr, nullptr, nullptr, y.data(), memory);
    loss[k] = std::abs(alone.energy(y.data(), nullptr, memory).total() - before) / (mass * 9.81 * length);
  }
  EXPECT_LT(loss[1], 1e-7);
  EXPECT_GT(loss[0] / loss[1], 12.0);
}

TEST(Rigid, ASubmergedPendulumHasBuoyancyAndAddedMass) {
  // I_A + Ca rho A L^3/3, restoring (m - rho V) g L/2; 40 pieces: 1/(2 N^2) of the added part.
  const double length = 8.0, area = kPi * 0.36 / 4.0, rho = 1025.0, mass = 200.0 * length;
  LineModel model = model_of(kRods + "1 wet Pinned 0 0 -20 8 0 -20 40 -\n" + kPoints + kLines, "1025 rho\n");
  model.rod_types[2].added_mass_end = 0.0;
  const LumpedMass mooring(model);
  std::vector<double> x(13, 0.0), rate(13);
  x[3] = 1.0;
  LineScratch scratch = mooring.make_scratch();
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  const double inertia = mass * (length * length / 3.0 + 0.36 / 16.0) + rho * area * std::pow(length, 3) / 3.0;
  const double exact = (mass - rho * area * length) * 9.81 * 0.5 * length / inertia;
  EXPECT_NEAR(rate[11], exact, std::abs(exact) / (2.0 * 40.0 * 40.0));
}

TEST(Rigid, ASparFloatsUprightAtItsDraftWithItsWaterplaneStiffness) {
  // Draft m / (rho A); heave stiffness rho g A; pitch about the centre of gravity rho g (I_wp + V (z_B - z_G)) for
  // small angles, I_wp = pi d^4 / 64, with loads that the pieces spread: second moments over a piece agree, see
  // `wetted`.
  const double rho = 1025.0, d = 2.0, area = kPi * d * d / 4.0, mass = 20.0 * 2000.0;
  const double draft = mass / (rho * area);
  LineModel model = model_of(kRods + "1 spar Free 0 0 -15 0 0 5 200 -\n" + kPoints + kLines, "1025 rho\n");
  const LumpedMass mooring(model);
  const std::vector<double> rest = mooring.static_state(nullptr);
  EXPECT_NEAR(rest[2], -draft, 1e-5 * draft);
  LineScratch scratch = mooring.make_scratch();
  std::vector<double> x = rest, rate(13);
  x[2] += 0.3;
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  EXPECT_NEAR(rate[9], -rho * 9.81 * area * 0.3 / mass, 1e-6);
  // A tilt of 0.02 rad about the centre of gravity, 10 m from end A; mean of starts within one piece of 0.1 m.
  double moment = 0.0;
  const double angle = 0.02;
  for (int k = 0; k < 10; ++k) {
    x = rest;
    x[3] = std::cos(0.5 * angle);
    x[4] = std::sin(0.5 * angle);
    x[1] += 10.0 * std::sin(angle);
    x[2] += 10.0 * (1.0 - std::cos(angle)) + 0.01 * k - 0.045;
    mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
    moment += rate[10] * (mass * (400.0 / 12.0 + 4.0 / 16.0)) / 10.0;
  }
  const double stiffness = rho * 9.81 * (kPi * std::pow(d, 4) / 64.0 + area * draft * (0.5 * draft - 10.0));
  EXPECT_NEAR(moment / -angle, stiffness, 0.01 * std::abs(stiffness));
}

TEST(Rigid, ABodyHangsOnItsLineAndBounces) {
  // 5 t of 1 m^3 on a rope of 20 m: pull = weight less buoyancy; frequency sqrt(EA / (L m)) with a rope of little mass.
  LineModel model = model_of(kBodies + "1 Free 0 0 -40 0 0 0 5000 0 4e3 1 0 0.5\n" + kPoints +
                                 "1 Fixed 0 0 -18 0 0 0 0\n2 Body1 0 0 2 0 0 0 0\n" + kLines + "1 beam 1 2 20 1 -\n",
                             "1000 rho\n");
  model.types[1].diameter = 1e-4;  // no buoyancy of its own
  const LumpedMass mooring(model);
  const std::vector<double> rest = mooring.static_state(nullptr);
  LineScratch scratch = mooring.make_scratch();
  LineEnds ends;
  mooring.line_ends(rest.data(), nullptr, &ends, scratch);
  EXPECT_NEAR(ends.tension_a, 4000.0 * 9.81, 0.5);  // the rope itself weighs 0.1 N
  EXPECT_NEAR(rest[2], -18.0 - 20.0 * (1.0 + 4000.0 * 9.81 / 1e7) - 2.0, 1e-5);
  std::vector<double> x = rest, rate(x.size());
  x[2] -= 0.001;
  mooring.evaluate(0.0, x.data(), nullptr, nullptr, rate.data(), nullptr, nullptr, scratch);
  EXPECT_NEAR(rate[9] / 0.001, 1e7 / 20.0 / (5000.0 + 500.0), 0.01 * 1e7 / 20.0 / 5500.0);
}

// Water at rest and no water are one: a winch pays out within a step with both.
TEST(Rigid, WinchTurnsInStillWater) {
  class Still : public WaterMotion {
    void at(double, const Vector3&, Vector3& velocity, Vector3& acceleration) const override {
      velocity.setZero();
      acceleration.setZero();
    }
  };
  LineModel model = model_of(kBodies + "1 Free 0 0 -40 0 0 0 5000 0 4e3 1 0 0.5\n" + kPoints +
                                 "1 Fixed 0 0 -18 0 0 0 0\n2 Body1 0 0 2 0 0 0 0\n" + kLines + "1 rope 1 2 20 4 -\n",
                             "1000 rho\n");
  model.winches = {"drum"};
  model.lines[0].winch = 0;
  const LumpedMass mooring(model);
  const Still still;
  std::vector<double> none = mooring.static_state(nullptr), water = none;
  for (std::vector<double>* state : {&none, &water}) {
    LineScratch scratch = mooring.make_scratch();
    scratch.winding[0] = 0.5;
    mooring.advance(0.0, 0.2, nullptr, nullptr, state == &water ? &still : nullptr, state->data(), scratch);
  }
  for (std::size_t i = 0; i < none.size(); ++i) EXPECT_DOUBLE_EQ(none[i], water[i]) << i;
}

TEST(Rigid, AClampedLineIsACantilever) {
  // Tip load P on a beam of length L clamped by a rod of no length: deflection P L^3 / (3 EI), second order in 1/n. The
  // load of 10 N bends it by 3e-3 L, which shortens it by 3e-6 L.
  const double length = 5.0, load = 1.0 * 9.81, exact = load * std::pow(length, 3) / (3.0 * 1e4);
  double error[2];
  int which = 0;
  for (const int n : {10, 20}) {
    const LumpedMass mooring(model_of(kRods + "1 pole Fixed 0 0 -5 1 0 0 0 -\n" + kPoints + "1 Free 5 0 -5 1 0 0 0\n" +
                                          kLines + "1 beam R1B 1 5 " + std::to_string(n) + " -\n",
                                      "0 rho\n"));
    const std::vector<double> rest = mooring.static_state(nullptr);
    const double own = 1e-3 * 9.81 * std::pow(length, 4) / (8.0 * 1e4);  // of its own weight
    error[which++] = (-5.0 - rest[2] - own) / exact - 1.0;
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.4);
  EXPECT_LT(std::abs(error[1]), 5e-3);
}

class Wave : public WaterMotion {
 public:
  void at(double t, const Vector3& p, Vector3& v, Vector3& a) const override {
    const double k = 0.06, amplitude = std::exp(k * p.z()), omega = std::sqrt(9.81 * k), psi = omega * t - k * p.x();
    v = amplitude * omega * Vector3(std::cos(psi), 0.3, -std::sin(psi));
    a = amplitude * omega * omega * Vector3(-std::sin(psi), 0.0, -std::cos(psi));
  }
};

// A free body with a rod on it and one hinged to it, a rod that hinges on a coupled point, a fixed rod, and lines of
// every kind between them.
LumpedMass menagerie() {
  return LumpedMass(model_of(
      kBodies + "1 Free 0 0 -10 5 10 15 4e4 0.5|0.1|-1 3e5|4e5|5e5 40 30|60 0.5|0.6|0.7\n" + kRods +
          "1 wet Body1 1 0 0 4 0 3 3 -\n2 wet Body1Pinned -2 0 0 -6 0 -3 4 -\n3 wet CoupledPinned 20 0 -1 26 0 -2 5 -\n"
          "4 wet Fixed 40 0 -20 40 0 -16 2 -\n5 pole Coupled 30 2 -5 1 0 0 0 -\n6 spar Free -20 0 -12 -20 0 1.5 6 -\n" +
          kPoints + "1 Fixed 0 30 -49 0 0 0 0\n2 Body1 0 2 0 10 0.01 0.2 0.5\n3 Free -12 4 -20 300 0.5 0.4 1\n" +
          kLines +
          "1 rope 1 2 60 6 -\n2 stiff R1B R3B 24 6 -\n3 rope R2B 3 20 4 -\n4 rope 3 R6A 20 4 -\n5 stiff R5B R4B 17 5 "
          "-\n",
      "1025 rho\n50 WtrDpth\n0.4 FrictionCoefficient\n1e5 kBot\n1e4 cBot\n"));
}

TEST(Rigid, TheEnergyBalanceOfEverythingTogetherCloses) {
  const LumpedMass mooring = menagerie();
  ASSERT_EQ(mooring.n_coupled(), 3U);
  ASSERT_TRUE(mooring.needs_acceleration());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  std::vector<PointMotion> coupled(3);
  for (std::size_t i = 0; i < 3; ++i) coupled[i].position = mooring.coupled_point(i).position;
  const std::vector<double> rest = mooring.static_state(coupled.data());
  const Wave water;
  const std::size_t nodes = mooring.state_size() - 13 * mooring.model().rigids.size();
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> x = rest;
    for (std::size_t i = 0; i < nodes; ++i) x[i] += i < nodes / 2 ? 0.1 * number(random) : number(random);
    for (std::size_t i = nodes; i < x.size(); ++i)
      x[i] += (i - nodes) % 13 < 7 ? 0.05 * number(random) : number(random);
    for (PointMotion& point : coupled) {
      point.velocity = Vector3(number(random), number(random), number(random));
      point.acceleration = Vector3(number(random), number(random), number(random));
    }
    double largest = 0.0;
    const double gap = ledger_gap(mooring, x, coupled, &water, largest);
    EXPECT_LT(std::abs(gap), 1e-5 * largest) << trial;
  }
}

TEST(Rigid, AHingeHandsOverTheForceOfWhatHangsOnIt) {
  // A rod hinged to a coupled point that is accelerated: force on the point is that of Newton's law on the rod,
  // m a_cg - m g, the condensed inertia included.
  const LumpedMass mooring(model_of(kRods + "1 pole CoupledPinned 0 0 -5 4 0 -8 3 -\n" + kPoints + kLines, "0 rho\n"));
  std::vector<double> x(13, 0.0), rate(13);
  x[3] = 1.0;
  x[11] = 0.7;
  PointMotion pin;
  pin.position = Vector3(0.0, 0.0, -5.0);
  pin.acceleration = Vector3(0.4, -0.3, 0.6);
  LineScratch scratch = mooring.make_scratch();
  Vector3 force;
  mooring.evaluate(0.0, x.data(), &pin, nullptr, rate.data(), &force, nullptr, scratch);
  const Vector3 reaction = force - mooring.evaluated_inertia(0, scratch) * pin.acceleration;
  const Vector3 arm(2.0, 0.0, -1.5), omega(0.0, 0.7, 0.0), alpha(rate[10], rate[11], rate[12]);
  const Vector3 a = pin.acceleration + alpha.cross(arm) + omega.cross(omega.cross(arm));
  const double mass = 250.0 * 5.0;
  EXPECT_LT((reaction - mass * (Vector3(0.0, 0.0, -9.81) - a)).norm(), 1e-9 * mass * 9.81);
}

TEST(Rigid, AFileWithoutCoupledPointsIsASystemOfItsOwn) {
  const LumpedMass mooring(
      model_of(kPoints + "1 Fixed 0 0 -50 0 0 0 0\n2 Free 0 0 -20 10 1 0 0\n" + kLines + "1 rope 1 2 29 10 -\n",
               "1025 rho\n50 WtrDpth\n"));
  EXPECT_EQ(mooring.n_coupled(), 0U);
  const std::vector<double> rest = mooring.static_state(nullptr);
  EXPECT_NEAR(rest[2], -21.0, 0.5);
}

TEST(Rigid, ABodyThatSinksWithoutEndIsReportedWithItsWeightAndBuoyancy) {
  const LumpedMass mooring(
      model_of(kBodies + "1 Free 0 0 -10 0 0 0 5000 0 4e3 1 0 0.5\n" + kPoints + kLines, "1000 rho\n"));
  try {
    mooring.static_state(nullptr);
    FAIL();
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("body1 is left with a force of 3.92e+04 N; it weighs 4.905e+04 N and all of "
                        "it displaces 9810 N: it must float, hang or lie"),
              std::string::npos)
        << error.what();
  }
}

TEST(Rigid, WhatCannotMoveOrIsNotKnownIsReportedAtItsLine) {
  try {
    model_of(kBodies + "1 Hinged 0 0 -10 0 0 0 0 0 0 0 0 0\n2 Free 0 0 -10 0 0 0 0 0 0|1 0 0 0\n" + kRods +
                 "1 pol Fixed 0 0 0 1 0 0 3 -\n2 pole Body9 0 0 0 1 0 0 3 -\n3 pole Free 0 0 0 0 0 0 3 -\n"
                 "4 pole Free 0 0 -1 0 0 1 0 -\n" +
                 kPoints + kLines + "1 rope R7A R1C 5 2 -\n--- EXTERNAL LOADS ---\na b\n- -\n1 2\n",
             "");
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* wanted :
         {"Body1: attachment hinged is not known; use Fixed, Coupled (or Vessel), CoupledPinned or Free",
          "BODIES: I = 0|1: expected 1 or 3 numbers separated by |", "rod 1: rod type pol is not among ROD TYPES",
          "rod 2: attachment Body9 names no body of the file", "rod 3: its ends are at one place",
          "rod 4: a rod of 0 segments cannot move by itself", "line 1: end A = R7A is not an end of the RODS",
          "line 1: end B = R1C is not an end of the RODS", "external loads and SYROPE lines are not supported"}) {
      EXPECT_NE(text.find(wanted), std::string::npos) << wanted << "\n" << text;
    }
  }
}

}  // namespace
}  // namespace swell::mooring::lumped_mass_rigid_test
