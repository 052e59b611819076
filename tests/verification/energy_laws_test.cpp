// What loads promise of energy, what a run says when a motion leaves the theory, and power by parts.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::energy_laws_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_audited;

run::RunSummary run_case_text(const std::string& yaml, const std::string& name) {
  Diagnostics diagnostics;
  const auto folder = std::filesystem::path(::testing::TempDir()) / ("laws-" + name);
  std::filesystem::create_directories(folder);
  const model::Model model = model::read_case_text(yaml, folder / "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::RunOptions options;
  options.output = folder / "out.h5";
  return run::run_case(model, options);
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// A mass on a rail: what acts along it is the take-off alone (the weight of gravity 1e-12 is nothing).
std::string rail(const std::string& simulation, const std::string& pto, const std::string& more = "") {
  return "simulation: {" + simulation +
         "}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n  - {name: block, mass: 1000, inertia: [1, "
         "1, 1], "
         "center_of_gravity: [0, 0, -10]}\nptos:\n  - {name: PTO, type: translational, base: world, follower: block, " +
         pto + "}\n" + more;
}

// --- Morison members ---

// A heaving cylinder whose wetted length changes, with a surge spring at half the heave frequency: without the terms of
// its added mass' kinetic energy heave pumps surge to 43 m. All that surge can have is the energy of the start.
TEST(MorisonEnergy, AMemberThatPiercesStillWaterKeepsIt) {
  constexpr double kSurge = 15394.0, kHeave = 30819.0, kSurgeStart = 0.05, kHeaveStart = 1.5;
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 400, time_step: 0.05}\nwaves: {type: none}\nbodies:\n  - name: spar\n    mass: "
      "15707.96\n    "
      "inertia: [2e5, 2e5, 1e4]\n    center_of_gravity: [0, 0, -3]\n    center_of_buoyancy: [0, 0, -2.5]\n    volume: "
      "15.70796\n    stiffness: [0, 0, " +
          number(kHeave) +
          ", 0, 0, 0]\n    morison_members: [{start: [0, 0, -2], end: [0, 0, "
          "8], start_diameter: 2, end_diameter: 2, cd_normal: 0, ca_normal: 1, elements: 20}]\n    initial: "
          "{displacement: [" +
          number(kSurgeStart) + ", 0, " + number(kHeaveStart) +
          "]}\njoints:\n  - {name: plane, type: floating-3dof, base: world, follower: spar, location: [0, 0, -3]}\n"
          "moorings:\n  - {name: k, type: matrix, body: spar, stiffness: [" +
          number(kSurge) + ", 0, 0, 0, 2e7, 0]}\n",
      "wetted");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->closes && summary.audit->lawful());
  const double start = 0.5 * (kSurge * kSurgeStart * kSurgeStart + kHeave * kHeaveStart * kHeaveStart);
  const double surge = std::max(summary.bodies.front().maximum[0], -summary.bodies.front().minimum[0]);
  EXPECT_GT(surge, 10.0 * kSurgeStart) << "heave does not reach surge, and nothing is tested";
  EXPECT_LE(0.5 * kSurge * surge * surge, start * (1.0 + 1e-4));  // what the balance grants RK4 (docs/conventions.md)
}

// --- power by parts ---

// The stop took more than the damper here, and all of it counted as power of the take-off.
TEST(PowerParts, TheEndStopIsNoPartOfTheAbsorbedPower) {
  const std::string yaml = rail("duration: 20, time_step: 0.002",
                                "stiffness: 4000, damping: 50, extension: 0.8, limits: {upper: 0.3, lower: -0.3, "
                                "stiffness: 1e5, damping: 3e3, transition: 0.01}");
  const run::RunSummary summary = run_case_text(yaml, "stop");
  const MatrixX power = read_dataset(summary.results, "/ptos/PTO/power"),
                damper = read_dataset(summary.results, "/ptos/PTO/power_damper"),
                spring = read_dataset(summary.results, "/ptos/PTO/power_spring"),
                stop = read_dataset(summary.results, "/ptos/PTO/power_end_stop"),
                force = read_dataset(summary.results, "/ptos/PTO/force"),
                v = read_dataset(summary.results, "/ptos/PTO/velocity"),
                q = read_dataset(summary.results, "/ptos/PTO/position");
  for (Eigen::Index i = 0; i < power.rows(); ++i) {
    const double all = std::abs(force(i, 0) * v(i, 0)) + 1.0;
    ASSERT_NEAR(damper(i, 0), 50.0 * v(i, 0) * v(i, 0), 1e-12 * all);
    ASSERT_NEAR(spring(i, 0), 4000.0 * q(i, 0) * v(i, 0), 1e-12 * all);
    ASSERT_NEAR(power(i, 0), damper(i, 0) + spring(i, 0), 1e-12 * all);
    ASSERT_NEAR(power(i, 0) + stop(i, 0), -force(i, 0) * v(i, 0), 1e-12 * all);
  }
  EXPECT_GT(stop.cwiseAbs().maxCoeff(), 10.0 * damper.maxCoeff());  // else there is nothing to tell apart
  ASSERT_EQ(summary.ptos.size(), 1U);
  ASSERT_EQ(summary.ptos[0].parts.size(), 3U);
  double sum = 0.0;
  for (const auto& [part, mean] : summary.ptos[0].parts) sum += part == "end_stop" ? 0.0 : mean;
  EXPECT_NEAR(summary.ptos[0].mean_power, sum, 1e-9 * (1.0 + std::abs(sum)));
}

TEST(PowerParts, AStopAndAFlywheelOfTheUsersOwnAreWhatTheyAre) {
  const std::string more =
      "components:\n  - {name: stop, type: hard-stop, upper: 0.2, lower: -0.2, stiffness: 1e5, damping: 1e3}\n"
      "  - {name: wheel, type: flywheel, gear: 2, inertia: 10, friction: 5}\n"
      "  - {name: brake, type: gain, factor: -300}\n"
      "connections:\n  - {from: PTO.position, to: stop.position}\n  - {from: PTO.velocity, to: stop.velocity}\n"
      "  - {from: stop.output, to: PTO.force}\n  - {from: PTO.velocity, to: wheel.velocity}\n"
      "  - {from: wheel.inertia, to: PTO.inertia}\n  - {from: wheel.effort, to: PTO.force}\n"
      "  - {from: PTO.velocity, to: brake.input}\n  - {from: brake.output, to: PTO.force}\n";
  const run::RunSummary summary =
      run_case_text(rail("duration: 5, time_step: 0.002", "stiffness: 4000, extension: 0.5", more), "own-parts");
  const MatrixX v = read_dataset(summary.results, "/ptos/PTO/velocity"),
                friction = read_dataset(summary.results, "/ptos/PTO/power_friction"),
                actuator = read_dataset(summary.results, "/ptos/PTO/power_actuator"),
                stop = read_dataset(summary.results, "/ptos/PTO/power_end_stop");
  for (Eigen::Index i = 0; i < v.rows(); ++i) {
    const double square = v(i, 0) * v(i, 0);
    ASSERT_NEAR(friction(i, 0), 4.0 * 5.0 * square, 1e-12 * (1.0 + square));
    ASSERT_NEAR(actuator(i, 0), 300.0 * square, 1e-9 * (1.0 + square));
  }
  EXPECT_GT(stop.cwiseAbs().maxCoeff(), 100.0);
}

TEST(PowerParts, OfOneDamperThePowerIsAllThereIs) {
  const run::RunSummary summary = run_case_text(rail("duration: 1, time_step: 0.01", "damping: 50"), "one-part");
  EXPECT_ANY_THROW(read_dataset(summary.results, "/ptos/PTO/power_damper"));
  EXPECT_THAT(summary.ptos[0].parts, IsEmpty());
}

// --- the laws of the audit ---

// Springs on every kind of joint, thrown far from their rest: energy in, energy out.
TEST(Laws, ASpringOnAnyJointKeepsItsEnergyAtAnyAngle) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (const char* type : {"translational", "rotational", "floating-3dof", "universal", "spherical", "floating-6dof"}) {
    for (int trial = 0; trial < 3; ++trial) {
      std::string angular, linear;
      for (int i = 0; i < 3; ++i) {
        angular += (i == 0 ? "" : ", ") + number(1.5 * any(random));
        linear += (i == 0 ? "" : ", ") + number(any(random));
      }
      const std::string name = type;
      std::string velocity;
      if (name == "translational") velocity = "velocity: [0, 0, 1]";
      if (name == "rotational") velocity = "angular_velocity: [0, 1.5, 0]";
      if (name == "floating-3dof") velocity = "velocity: [0.5, 0, 1], angular_velocity: [0, 1.2, 0]";
      if (name == "universal") velocity = "angular_velocity: [1.1, 0.9, 0]";
      if (name == "spherical") velocity = "angular_velocity: [" + angular + "]";
      if (name == "floating-6dof") velocity = "velocity: [" + linear + "], angular_velocity: [" + angular + "]";
      const run::RunSummary summary = run_audited(
          "simulation: {duration: 60, time_step: 0.01}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n"
          "  - {name: a, mass: 100, inertia: [80, 120, 150], center_of_gravity: [0, 0, -10], initial: {" +
              velocity + "}}\njoints:\n  - {name: j, type: " + name +
              ", base: world, follower: a, location: [0, 0, -10], stiffness: 300}\n",
          "spring-" + name);
      ASSERT_TRUE(summary.audit);
      EXPECT_TRUE(summary.audit->closes) << type;
      ASSERT_FALSE(summary.audit->laws.empty()) << type;
      for (const auto& law : summary.audit->laws)
        EXPECT_TRUE(law.holds) << type << ", " << velocity << ": " << law.name << " " << law.energy << " J of "
                               << summary.audit->tolerance << " J";
      EXPECT_THAT(texts(summary.warnings), Each(Not(HasSubstr("conservative")))) << type;
    }
  }
}

TEST(Laws, AMooringMatrixKeepsItsEnergyAtAnyAngle) {
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 60, time_step: 0.01}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n"
      "  - {name: a, mass: 100, inertia: [80, 120, 150], center_of_gravity: [0, 0, -10], initial: {velocity: [0.3, "
      "0.2, "
      "-0.1], angular_velocity: [0.6, 0.5, 0.4]}}\nmoorings:\n"
      "  - {name: net, type: matrix, body: a, location: [1, 0, -11], stiffness: [100, 150, 200, 90, 70, 80], preload: "
      "[5, "
      "0, 0, 0, 20, 0]}\n",
      "net");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->closes);
  ASSERT_EQ(summary.audit->laws.size(), 2U);  // the hydrostatics of a body without stiffness, and the mooring
  for (const auto& law : summary.audit->laws)
    EXPECT_TRUE(law.holds) << law.name << " " << law.energy << " J of " << summary.audit->tolerance;
}

// In still water, tilted by as much as round-off leaves (1e-5 deg) and less: what is exchanged is of the size of the
// tilt squared, and so must be what the potential of weight and buoyancy (1e6 N m) errs by.
TEST(Laws, ADeviceAtRestKeepsItsEnergy) {
  for (const char* angle : {"0", "1e-8", "1e-6", "1e-5"}) {
    const run::RunSummary summary = run_audited(
        "simulation: {duration: 20, time_step: 0.05}\nwaves: {type: none}\nbodies:\n  - {name: sphere, hydro_data: "
        "{file: " +
            hemisphere() +
            ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], initial: {axis: [1, 0, 0], angle: " +
            angle + "}}\n",
        "at-rest");
    ASSERT_TRUE(summary.audit);
    EXPECT_TRUE(summary.audit->closes) << angle;
    for (const auto& law : summary.audit->laws)
      EXPECT_TRUE(law.holds) << angle << " deg: " << law.name << " " << law.energy << " J of "
                             << summary.audit->tolerance;
  }
}

// At rest away from the design pose, a third of a metre higher for a tenth less mass: the potential of -40 kJ has steps
// of 7e-12 J, and nothing is exchanged.
TEST(Laws, ADeviceAtRestAwayFromItsDesignPoseKeepsItsEnergy) {
  const hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  const double volume = data.bodies[0].displaced_volume, mass = 900.0 * volume,
               heave = (1000.0 * volume - mass) / (1000.0 * data.bodies[0].restoring_stiffness(2, 2));
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 20, time_step: 0.05}\nenvironment: {water_density: 1000}\nwaves: {type: none}\nbodies:\n"
      "  - {name: sphere, hydro_data: {file: " +
          hemisphere() + ", body: 1}, mass: " + number(mass) +
          ", inertia: [1690000, 1690000, 2606000], initial: {displacement: [0, 0, " + number(heave) + "]}}\n",
      "at-rest-away");
  ASSERT_TRUE(summary.audit);
  EXPECT_LT(summary.audit->exchanged, 1e-12);
  for (const auto& law : summary.audit->laws) EXPECT_TRUE(law.holds) << law.name << " " << law.energy << " J";
}

TEST(Laws, EveryLoadIsJudgedOrNamedAsOneThatPromisesNothing) {
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 20, time_step: 0.02, ramp: 5}\nwaves: {type: regular, height: 1, period: 6}\nbodies:\n"
      "  - {name: sphere, hydro_data: {file: " +
          hemisphere() +
          ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], linear_damping: [1e3, 1e3, 1e3, 1e3, "
          "1e3, "
          "1e3], quadratic_drag: {drag: [1e3, 1e3, 1e3, 1e3, 1e3, 1e3]}}\nmoorings:\n"
          "  - {name: tether, type: cable, body: sphere, attachment: [0, 0, -5], base_attachment: [0, 0, -45], "
          "stiffness: "
          "2e4, damping: 1e3, pre_tension: 1e4}\n",
      "all-laws");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->lawful());
  std::vector<std::string> names = summary.audit->not_judged;
  for (const auto& law : summary.audit->laws) names.push_back(law.name + " " + law.promise);
  EXPECT_THAT(names, Contains("sphere: excitation"));
  EXPECT_THAT(names, Contains("sphere: linear_damping dissipates"));
  EXPECT_THAT(names, Contains("sphere: morison_and_viscous dissipates"));
  EXPECT_THAT(names, Contains("sphere: mooring dissipates"));
  EXPECT_THAT(names, Contains("radiation and added mass of all bodies radiates"));
  const run::ResultsReader results(summary.results);
  EXPECT_EQ(results.read("/audit/potential").rows, results.read("/audit/work").rows);
}

// Data whose damping in heave has the wrong sign: radiation at one frequency that gives energy.
TEST(Laws, RadiationThatGivesEnergyFailsTheAuditAndIsSaidInEveryRun) {
  const std::string file = swell_test::changed_hemisphere("negative-damping", [](hydro::HydroData& data) {
    for (auto& damping : data.bodies[0].radiation_damping) damping(2, 2) = -damping(2, 2);
  });
  const std::string yaml =
      "simulation: {duration: 60, time_step: 0.05}\nwaves: {type: none, period: 6}\nhydrodynamics: {radiation: "
      "constant, radiation_data: as-given}\n"
      "bodies:\n  - {name: sphere, hydro_data: {file: " +
      file +
      ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], initial: {displacement: [0, 0, 0.5]}}\n"
      "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 1e4}]\n";
  const run::RunSummary summary = run_audited(yaml, "negative-damping");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->closes);  // every joule is accounted for: only the law is broken
  EXPECT_FALSE(summary.audit->lawful());
  EXPECT_THAT(texts(run_case_text(yaml, "negative-damping").warnings),
              Contains(AllOf(HasSubstr("sphere: radiation_damping made"), HasSubstr("not passive"))));
}

// --- motions beyond the theory ---

std::string sphere(const std::string& simulation, const std::string& waves, const std::string& body,
                   const std::string& more = "") {
  return "simulation: {" + simulation + "}\nwaves: " + waves +
         "\nbodies:\n  - {name: sphere, hydro_data: {file: " + hemisphere() +
         ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + body + "}\n" + more;
}

TEST(Watch, WarnsOfMotionsBeyondTheTheory) {
  const std::string jump = (std::filesystem::path(::testing::TempDir()) / "jump.txt").string();
  std::ofstream table(jump);
  for (int i = 0; i <= 300; ++i) table << 0.1 * i << " " << (i < 100 ? 0 : 1) << "\n";
  table.close();
  const auto swinging = [](const char* velocity, const std::string& held) {
    return "simulation: {duration: 2, time_step: 0.01}\nwaves: {type: none}\nbodies:\n  - {name: a, mass: 100, "
           "inertia: "
           "[10, 10, 10], center_of_gravity: [0, 0, -2], initial: {angular_velocity: " +
           std::string(velocity) + "}}\n" + held + "}]\n";
  };
  const std::string hinge = "joints: [{name: J, type: rotational, base: world, follower: a, location: [0, 0, 0]";
  const struct {
    std::string yaml, code, absent = {};
  } rows[] = {
      {sphere("duration: 5, time_step: 0.05", "{type: none}", ", initial: {axis: [1, 1, 0], angle: 20}"), "large-tilt"},
      {swinging("[0, 8, 0]", hinge), "beyond-right-angle"},
      {swinging("[0, 8, 0]", hinge + ", limits: {upper: 1, lower: -1, stiffness: 1e5, damping: 1e4}"), "end-stop",
       "right angle"},
      {swinging("[4, 7, 0]", "joints: [{name: J, type: spherical, base: world, follower: a, location: [0, 0, 0]"),
       "beyond-right-angle"},
      {swinging("[0, 3, 0]", "moorings: [{name: m, type: matrix, body: a, stiffness: [1, 1, 1, 1, 1, 1]"),
       "large-pitch"},
      {sphere(
           "duration: 20, time_step: 0.05", "{type: regular, height: 1, period: 6}", "",
           "joints: [{name: J, type: translational, base: world, follower: sphere, motion: {file: " + jump + "}}]\n"),
       "jump-in-record", "restoring"}};
  for (const auto& row : rows) {
    const std::vector<Diagnostic> warnings = run_case_text(row.yaml, "watch").warnings;
    std::vector<std::string> codes;
    for (const Diagnostic& d : warnings) codes.push_back(d.code);
    EXPECT_THAT(codes, Contains(row.code)) << row.yaml;
    if (!row.absent.empty()) EXPECT_THAT(texts(warnings), Each(Not(HasSubstr(row.absent)))) << row.yaml;
  }
  const std::string quiet =
      sphere("duration: 60, time_step: 0.05, ramp: 20", "{type: regular, height: 1, period: 7}", "",
             "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}]\n");
  EXPECT_THAT(run_case_text(quiet, "quiet").warnings, IsEmpty());
}

// 477 km of heave and 6e6 GW, and status 0.
TEST(Watch, ARunThatLeavesWhatTheSeaCanMeanEndsWithItsCause) {
  const std::string driven = sphere(
      "duration: 600, time_step: 0.05, ramp: 5", "{type: regular, height: 2, period: 8}", "",
      "ptos: [{name: PTO, type: translational, base: world, follower: sphere}]\ncomponents: [{name: push, type: gain, "
      "factor: 1e6}]\nconnections: [{from: PTO.velocity, to: push.input}, {from: push.output, to: PTO.force}]\n");
  try {
    run_case_text(driven, "runaway");
    FAIL() << "ran to its end";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("sphere"), HasSubstr("no device in a sea does that"),
                                    HasSubstr("PTO put energy into the motion")));
    EXPECT_GT(error.time(), 0.0);
  }
}

// --- statistics of irregular seas ---

TEST(Statistics, OfAnIrregularSeaAreThoseOfItsRows) {
  const run::RunSummary summary = run_case_text(
      sphere("duration: 1200, time_step: 0.1, ramp: 60",
             "{type: irregular, spectrum: jonswap, significant_height: 2, peak_period: 8, gamma: 3.3, seed: 3}", "",
             "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}]\n"),
      "irregular");
  ASSERT_TRUE(summary.sea);
  const MatrixX eta = read_dataset(summary.results, "/wave/elevation"),
                position = read_dataset(summary.results, "/bodies/sphere/position"),
                power = read_dataset(summary.results, "/ptos/PTO/power");
  const Eigen::Index first = 600, n = eta.rows() - first;  // the window begins with the ramp's end
  const auto deviation = [&](const VectorX& x) { return std::sqrt((x.array() - x.mean()).square().mean()); };
  EXPECT_NEAR(summary.sea->significant_height, 4.0 * deviation(eta.col(0).tail(n)), 1e-9);
  EXPECT_NEAR(summary.bodies[0].standard_deviation[2], deviation(position.col(2).tail(n)), 1e-9);
  EXPECT_NEAR(summary.bodies[0].mean[2], position.col(2).tail(n).mean(), 1e-9);
  // 75 waves: Hs of a Gaussian sea scatters by some 5 % (Tucker and Pitt 2001, 4.1), Tp of a JONSWAP sea by 3 %.
  EXPECT_NEAR(summary.sea->significant_height, 2.0, 0.3);
  ASSERT_TRUE(summary.sea->peak_period);
  EXPECT_NEAR(*summary.sea->peak_period, 8.0, 0.7);
  ASSERT_TRUE(summary.capture_width);
  EXPECT_NEAR(*summary.capture_width * summary.sea->wave_power, summary.ptos[0].mean_power,
              1e-9 * summary.ptos[0].mean_power);
}

}  // namespace
}  // namespace swell::energy_laws_test
