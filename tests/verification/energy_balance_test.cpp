// The energy balance of whole runs, and the signs that docs/conventions.md states.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::energy_balance_test {
namespace {

using swell_test::hemisphere;
using swell_test::read_dataset;
using swell_test::run_audited;
using swell_test::run_text;

/// A sphere with every kind of load on it.
std::string everything(const std::string& step, const std::string& more = "") {
  return "simulation: {duration: 20, ramp: 5, time_step: " + step + more +
         "}\n"
         "environment: {current: {speed: 0.3, direction: 20}}\n"
         "waves: {type: regular, height: 1.5, period: 6, direction: 0}\n"
         "bodies:\n"
         "  - name: sphere\n"
         "    hydro_data: {file: " +
         hemisphere() +
         ", body: 1}\n"
         "    mass: 200e3\n"
         "    inertia: [1690000, 1690000, 2606000]\n"
         "    linear_damping: [1e3, 1e3, 1e4, 1e5, 1e5, 1e5]\n"
         "    quadratic_drag: {drag: [1e3, 1e3, 1e4, 1e5, 1e5, 1e5]}\n"
         "    morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [2, 2, 2], volume: 3, position: [0, 0, -3]}]\n"
         "  - {name: ballast, mass: 80e3, inertia: [1e5, 1e5, 1e5], center_of_gravity: [0, 0, -20], "
         "center_of_buoyancy: [0, "
         "0, -20], volume: 20, quadratic_drag: {drag: [5e3, 5e3, 5e3, 1e4, 1e4, 1e4]}}\n"
         "ptos:\n"
         "  - {name: PTO, type: translational, base: ballast, follower: sphere, location: [0, 0, -15], damping: 5e4, "
         "stiffness: 1e4, limits: {upper: 0.1, lower: -3, stiffness: 1e6, damping: 1e4, transition: 0.05}}\n"
         "moorings:\n"
         "  - {name: net, type: matrix, body: sphere, location: [0, 0, -1], stiffness: [5e4, 5e4, 0, 0, 0, 1e5], "
         "damping: "
         "[1e3, 1e3, 0, 0, 0, 1e4]}\n"
         "  - {name: tether, type: cable, body: ballast, attachment: [0, 0, -21], base_attachment: [0, 0, -45], "
         "stiffness: "
         "2e4, damping: 1e3, pre_tension: 1e4}\n";
}

TEST(EnergyBalance, EveryLoadOfACaseIsInItAndItCloses) {
  const run::RunSummary coarse = run_audited(everything("0.02"), "coarse"),
                        fine = run_audited(everything("0.01"), "fine");
  ASSERT_TRUE(coarse.audit && fine.audit);
  swell_test::measured("residual %.3g of the exchanged energy at 0.02 s, %.3g at 0.01 s; forces to %.2g",
                       coarse.audit->residual / coarse.audit->exchanged, fine.audit->residual / fine.audit->exchanged,
                       fine.audit->worst_force_defect);
  EXPECT_TRUE(coarse.audit->closes);
  EXPECT_TRUE(fine.audit->closes);
  EXPECT_LT(std::abs(fine.audit->residual), 0.3 * std::abs(coarse.audit->residual));
  EXPECT_LT(fine.audit->worst_force_defect, 1e-12);
  for (const char* line :
       {"PTO: spring", "PTO: damper", "PTO: end stop", "ballast: mooring", "ballast: morison_and_viscous",
        "ballast: restoring", "sphere: excitation", "sphere: inertia of sphere/morison", "sphere: linear_damping",
        "sphere: mooring", "sphere: morison_and_viscous", "sphere: radiation_damping", "sphere: restoring"}) {
    bool found = false;
    for (const auto& entry : fine.audit->lines) found = found || (entry.name == line && entry.energy != 0.0);
    EXPECT_TRUE(found) << line;
  }
}

TEST(EnergyBalance, DoesNotTouchTheMotion) {
  const run::RunSummary with = run_audited(everything("0.05"), "with");
  const auto without = run_text(everything("0.05"), "without-balance");
  for (const char* path : {"/bodies/sphere/position", "/bodies/ballast/velocity", "/bodies/sphere/force/total"})
    EXPECT_EQ(read_dataset(with.results, path), read_dataset(without, path)) << path;
}

TEST(EnergyBalance, ClosesWithEachIntegratorAndWithTheSplitAddedMass) {
  for (const char* more : {", integrator: dopri5, tolerance: 1e-8", ", integrator: implicit, tolerance: 1e-6",
                           ", added_mass: split, added_mass_delay: 1e-8"}) {
    const run::RunSummary summary = run_audited(everything("0.02", more), "variants");
    swell_test::measured("%s: residual %.3g of the exchanged energy", more,
                         summary.audit->residual / summary.audit->exchanged);
    EXPECT_TRUE(summary.audit->closes) << more;
  }
}

// What `everything` has not: each with the sphere alone.
TEST(EnergyBalance, ClosesWithEveryOtherLoad) {
  const std::string inputs = (swell_test::source_folder() / "inputs").string();
  struct Load {
    const char* name;
    std::string body, hydrodynamics, top, file;
  };
  const std::string sphere = inputs + "/sphere/hemisphere.h5", column = inputs + "/column/column.h5";
  const std::string guide =
      "joints: [{name: guide, type: translational, base: world, follower: sphere, axis: [1, 0, 0]}]\n";
  for (const Load& load :
       {Load{"catenaries", "", "",
             "moorings: [{name: m, type: catenary, body: sphere, count: 3, length: 185, mass_per_length: 60, diameter: "
             "0.1, axial_stiffness: 3e8, fairlead_radius: 4, fairlead_z: -3, anchor_radius: 180, depth: 50}]\n",
             sphere},
        Load{"lumped-mass lines", "", "",
             "moorings: [{name: m, type: lines, body: sphere, file: " + inputs + "/loads/chains.txt}]\n", sphere},
        Load{"table", "", "",
             "moorings: [{name: m, type: lookup-table, body: sphere, file: " + inputs +
                 "/loads/lookup-table.csv, outside: clamp}]\n",
             sphere},
        Load{"nonlinear hydro, mean surface", ", nonlinear_hydro: mean, geometry: " + inputs + "/sphere/sphere.stl", "",
             "", sphere},
        Load{"nonlinear hydro, instantaneous surface",
             ", nonlinear_hydro: instantaneous, geometry: " + inputs + "/sphere/sphere.stl", "", "", sphere},
        Load{"large horizontal motion", ", large_horizontal_motion: true", "", "", sphere},
        Load{"second order, Newman", "", ", second_order: newman", guide, column},
        Load{"second order, full QTF", "", ", second_order: full", guide, column}}) {
    const run::RunSummary summary = run_audited(
        "simulation: {duration: 10, ramp: 3, time_step: 0.01}\nwaves: {type: irregular, significant_height: 0.5, "
        "peak_period: 4, bins: {count: 40, range: [1.3, 3]}}\nhydrodynamics: "
        "{radiation: convolution" +
            load.hydrodynamics + "}\nbodies:\n  - {name: sphere, hydro_data: {file: " + load.file +
            ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + load.body + "}\n" + load.top,
        "balance-of-one");
    swell_test::measured("%s: residual %.3g of the exchanged energy", load.name,
                         summary.audit->residual / summary.audit->exchanged);
    EXPECT_TRUE(summary.audit->closes) << load.name;
    EXPECT_LT(summary.audit->worst_force_defect, 1e-9) << load.name;
  }
}

TEST(EnergyBalance, DoesNotCloseWhereTheStepIsTooLongForAHardStop) {
  const std::string yaml =
      "simulation: {duration: 4, time_step: 0.05}\nwaves: {type: none}\nbodies:\n"
      "  - {name: a, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], initial: {velocity: [0, 0, 1]}}\n"
      "joints:\n  - {name: rail, type: translational, base: world, follower: a, limits: {upper: 0.5, lower: -0.5, "
      "stiffness: "
      "1e6, damping: 0, transition: 1e-4}}\nenvironment: {gravity: 1e-9}\n";
  const run::RunSummary summary = run_audited(yaml, "stop");
  EXPECT_FALSE(summary.audit->closes);
}

// --- signs (docs/conventions.md) ---

std::string signs_case(const std::string& initial, const std::string& more = "",
                       const std::string& waves = "{type: none}") {
  return "simulation: {duration: 0.1, time_step: 0.05}\nwaves: " + waves +
         "\nbodies:\n  - {name: sphere, hydro_data: {file: " + hemisphere() +
         ", body: 1}, mass: equilibrium, inertia: [1.69e6, 1.69e6, 2.6e6], initial: {" + initial +
         "}, linear_damping: [1e3, 1e3, 1e3, 1e3, 1e3, 1e3], quadratic_drag: {drag: [1e3, 1e3, 1e3, 1e3, 1e3, "
         "1e3]}}\n" +
         more;
}

TEST(Signs, EveryForceIsThatOnTheBody) {
  const auto up = run_text(signs_case("displacement: [0, 0, 1]"), "signs-up");
  EXPECT_LT(read_dataset(up, "/bodies/sphere/force/restoring")(0, 2), 0.0);  // out of the water: down
  EXPECT_LT(read_dataset(up, "/bodies/sphere/acceleration")(0, 2), 0.0);
  EXPECT_GT(read_dataset(up, "/bodies/sphere/force/added_mass")(0, 2), 0.0);  // against the acceleration
  const auto moving = run_text(signs_case("velocity: [0, 0, 1]"), "signs-moving");
  for (const char* part : {"linear_damping", "morison_and_viscous"})  // against the velocity
    EXPECT_DOUBLE_EQ(read_dataset(moving, std::string("/bodies/sphere/force/") + part)(0, 2), -1e3) << part;
  EXPECT_LT(read_dataset(moving, "/bodies/sphere/force/radiation_damping")(2, 2), 0.0);
}

TEST(Signs, PositionIsAbsoluteAndRotationsAreRightHanded) {
  const auto file = run_text(
      signs_case("displacement: [1, 2, 3], axis: [0, 1, 0], angle: 5, angular_velocity: [0, 0, 0.1]"), "signs-pose");
  const MatrixX position = read_dataset(file, "/bodies/sphere/position");
  EXPECT_NEAR(position(0, 0), 1.0, 1e-12);
  EXPECT_NEAR(position(0, 1), 2.0, 1e-12);
  EXPECT_NEAR(position(0, 2), -2.0 + 3.0, 1e-12);
  EXPECT_NEAR(position(0, 4), 5.0 * kDegree, 1e-12);
  EXPECT_GT(position(1, 5), 0.0);  // turning about +z: yaw grows
}

TEST(Signs, APtoTakesPowerWhenItsForceOpposesTheFollowersVelocity) {
  const std::string pto =
      "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: 1e5}\n";
  const auto file = run_text(signs_case("velocity: [0, 0, 1]", pto), "signs-pto");
  EXPECT_DOUBLE_EQ(read_dataset(file, "/ptos/PTO/velocity")(0, 0), 1.0);  // follower minus base
  EXPECT_DOUBLE_EQ(read_dataset(file, "/ptos/PTO/force")(0, 0), -1e5);    // on the follower
  EXPECT_DOUBLE_EQ(read_dataset(file, "/ptos/PTO/power")(0, 0), 1e5);     // out of the device
  EXPECT_DOUBLE_EQ(read_dataset(file, "/bodies/sphere/force/pto")(0, 2), -1e5);
}

TEST(Signs, AMooringsForceIsThatOnTheBodyAboutItsCentreOfGravity) {
  const std::string net =
      "moorings:\n  - {name: net, type: matrix, body: sphere, location: [0, 0, 1], stiffness: [1e4, 0, 0, 0, 0, 0]}\n";
  const auto file = run_text(signs_case("displacement: [1, 0, 0]", net), "signs-mooring");
  const MatrixX force = read_dataset(file, "/moorings/net/force");
  EXPECT_DOUBLE_EQ(force(0, 0), -1e4);
  EXPECT_DOUBLE_EQ(force(0, 4), 3.0 * -1e4);  // 3 m above the centre of gravity: z times F_x
}

TEST(Signs, TheElevationIsACosineAtTheOriginAndABodyDownstreamFeelsItLater) {
  const auto file = run_text(
      "simulation: {duration: 4, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 8}\n"
      "environment: {gauges: [{x: 20, y: 0}]}\nbodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1], "
      "center_of_gravity: [0, 0, -1]}\n",
      "signs-wave");
  const MatrixX time = read_dataset(file, "/time"), eta = read_dataset(file, "/wave/elevation"),
                gauge = read_dataset(file, "/wave/gauges");
  const double omega = 2.0 * kPi / 8.0, k = omega * omega / 9.81;
  for (Eigen::Index i = 0; i < time.rows(); ++i) {
    EXPECT_NEAR(eta(i, 0), std::cos(omega * time(i, 0)), 1e-9);
    EXPECT_NEAR(gauge(i, 0), std::cos(omega * time(i, 0) - 20.0 * k), 1e-9);
  }
}

}  // namespace
}  // namespace swell::energy_balance_test
