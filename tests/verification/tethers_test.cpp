// Tether take-offs in a case, each against the closed form of what it does to a body of 1000 kg that is lifted by 9810
// N.
#include <Eigen/Eigenvalues>

#include "results_file.h"
#include "swell_test/test.h"

namespace swell::tethers_test {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

constexpr double kMass = 1000.0, kLift = 9810.0;

std::string buoy(const std::string& tethers, const std::string& initial, double step = 0.005, double duration = 10.0,
                 const std::string& more = "") {
  std::ostringstream text;
  text << "simulation: {duration: " << duration << ", time_step: " << step << more
       << "}\nwaves: {type: none}\nenvironment: {depth: 50, water_density: 1000, gravity: 9.81}\n"
          "bodies:\n  - {name: buoy, mass: 1000, inertia: [500, 500, 500], center_of_gravity: [0, 0, -10], "
          "center_of_buoyancy: [0, 0, -10], volume: 2, initial: {"
       << initial << "}}\nmoorings:\n"
       << tethers;
  return text.str();
}

std::string vertical(const std::string& keys) {
  return "  - {name: tether, type: tether, body: buoy, attachment: [0, 0, -10], base_attachment: [0, 0, -35], " + keys +
         "}\n";
}

struct Heave {
  VectorX time, place;  // z from the design position
};
Heave heave_of(const std::filesystem::path& file) {
  return {read_dataset(file, "/time").col(0),
          (read_dataset(file, "/bodies/buoy/position").col(2).array() + 10.0).matrix()};
}

TEST(Tethers, ADrumWithSpringAndDamperMakesADampedOscillatorAboutTheDesignPosition) {
  const double k = 4000.0, c = 400.0, delta = 0.5 * c / kMass, omega = std::sqrt(k / kMass - delta * delta);
  const auto file =
      run_text(buoy(vertical("pre_tension: equilibrium, stiffness: 4000, damping: 400"), "displacement: [0, 0, 0.5]"),
               "tether-decay");
  const Heave heave = heave_of(file);
  const MatrixX power = read_dataset(file, "/ptos/tether/power"),
                tension = read_dataset(file, "/moorings/tether/tension"),
                rate = read_dataset(file, "/ptos/tether/velocity"), force = read_dataset(file, "/ptos/tether/force"),
                damper = read_dataset(file, "/ptos/tether/power_damper");
  for (Eigen::Index i = 0; i < heave.time.size(); ++i) {
    const double t = heave.time[i], decay = 0.5 * std::exp(-delta * t);
    EXPECT_NEAR(heave.place[i], decay * (std::cos(omega * t) + delta / omega * std::sin(omega * t)), 1e-8);
    EXPECT_NEAR(tension(i, 0), kLift + k * heave.place[i] + c * rate(i, 0), 1e-6);
    EXPECT_NEAR(power(i, 0), tension(i, 0) * rate(i, 0), 1e-6);
    EXPECT_NEAR(force(i, 0), -tension(i, 0), 1e-9);
    EXPECT_NEAR(damper(i, 0), c * rate(i, 0) * rate(i, 0), 1e-9);
  }
}

TEST(Tethers, ASlackTetherLeavesTheBodyFreeAndTakesNoPower) {
  const auto file =
      run_text(buoy(vertical("pre_tension: equilibrium, stiffness: 4000"), "displacement: [0, 0, -4]", 0.005, 0.5),
               "tether-slack");  // slack below -9810 / 4000 = -2.45 m
  const Heave heave = heave_of(file);
  for (Eigen::Index i = 0; i < heave.time.size(); ++i)
    EXPECT_NEAR(heave.place[i], -4.0 + 0.5 * 9.81 * heave.time[i] * heave.time[i], 1e-12);
  EXPECT_EQ(read_dataset(file, "/moorings/tether/tension").maxCoeff(), 0.0);
  EXPECT_EQ(read_dataset(file, "/ptos/tether/power").cwiseAbs().maxCoeff(), 0.0);
}

TEST(Tethers, RopeAndDrumOscillateInTheTwoModesOfTheirMassesAndSprings) {
  const double drum = 200.0, rope = 1e5, spring = 4000.0, z0 = 0.05;  // small: the rope stays taut
  const auto file =
      run_text(buoy(vertical("pre_tension: equilibrium, stiffness: 4000, rope_stiffness: 1e5, drum_mass: 200"),
                    "displacement: [0, 0, 0.05]", 0.001, 5.0),
               "tether-drum");
  Eigen::Matrix2d mass, stiffness;
  mass << kMass, 0.0, 0.0, drum;
  stiffness << rope, -rope, -rope, rope + spring;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d> modes(stiffness, mass);
  const Eigen::Vector2d start(z0, z0 * rope / (rope + spring));
  const Eigen::Vector2d share = modes.eigenvectors().transpose() * mass * start;
  const Heave heave = heave_of(file);
  const MatrixX stroke = read_dataset(file, "/ptos/tether/position");
  for (Eigen::Index i = 0; i < heave.time.size(); ++i) {
    const Eigen::Vector2d phase = (modes.eigenvalues().cwiseSqrt() * heave.time[i]).array().cos().matrix();
    const Eigen::Vector2d exact = modes.eigenvectors() * share.cwiseProduct(phase);
    EXPECT_NEAR(heave.place[i], exact[0], 1e-8);
    EXPECT_NEAR(stroke(i, 0), exact[1], 1e-8);
  }
}

// Kinetic energy + what the tether stores - work of the lift + what the tether takes, through snatches and end stops.
TEST(Tethers, EnergyIsKeptThroughSlackRopeAndEndStops) {
  for (const char* drum : {"rope_stiffness: 1e5, rope_damping: 500, drum_mass: 200, ", ""}) {
    const auto file =
        run_text(buoy(vertical(std::string(drum) +
                               "pre_tension: equilibrium, stiffness: 4000, damping: 100, "
                               "limits: {lower: -1.5, upper: 1.5, stiffness: 5e4, damping: 1e3, transition: 0.2}"),
                      "displacement: [0, 0, -3.5]", 0.001, 8.0),
                 "tether-energy");
    const Heave heave = heave_of(file);
    const MatrixX velocity = read_dataset(file, "/bodies/buoy/velocity"),
                  stored = read_dataset(file, "/moorings/tether/stored_energy"),
                  lost = read_dataset(file, "/moorings/tether/dissipated_power"),
                  tension = read_dataset(file, "/moorings/tether/tension");
    EXPECT_EQ(tension.minCoeff(), 0.0);      // it does go slack, and
    EXPECT_GT(heave.place.maxCoeff(), 1.5);  // it does reach the stop
    // A rope that snaps taut or falls slack begins or ends with the damper's c v^2, of which a trapezoid misses half a
    // step.
    const double h = 0.001, rope_damping = *drum != '\0' ? 500.0 : 0.0, fastest = velocity.col(2).cwiseAbs().maxCoeff();
    double taken = 0.0, first = 0.0, worst = 0.0;
    int jumps = 0;
    for (Eigen::Index i = 0; i < heave.time.size(); ++i) {
      if (i > 0) {
        taken += 0.5 * (lost(i, 0) + lost(i - 1, 0)) * h;
        jumps += (tension(i, 0) > 0.0) != (tension(i - 1, 0) > 0.0) ? 1 : 0;
      }
      const double energy =
          0.5 * kMass * velocity(i, 2) * velocity(i, 2) + stored(i, 0) - kLift * heave.place[i] + taken;
      if (i == 0) first = energy;
      worst = std::max(worst, std::abs(energy - first));
      EXPECT_GE(lost(i, 0), -1e-9 * kLift);
    }
    swell_test::measured("tether, %d jumps: energy within %.3g J of %.3g J", jumps, worst, first);
    EXPECT_LT(worst, jumps * 0.5 * h * rope_damping * fastest * fastest + 1e-5 * first) << drum;
  }
}

TEST(Tethers, ThreeInclinedTethersShareTheLift) {
  std::string three;
  for (const char* end : {"20, 0", "-10, 17.320508075688775", "-10, -17.320508075688775"})
    three += std::string("  - {name: t") + std::to_string(three.size()) +
             ", type: tether, body: buoy, attachment: [0, 0, -10], pre_tension: equilibrium, stiffness: 1e4, "
             "base_attachment: [" +
             end + ", -30]}\n";
  const auto file = run_text(buoy(three, "", 0.01, 0.1), "tether-three");
  const MatrixX force = read_dataset(file, "/bodies/buoy/force/mooring");
  EXPECT_NEAR(force(0, 2), -kLift, 1e-8);
  EXPECT_NEAR(read_dataset(file, "/moorings/t0/tension")(0, 0), kLift / 3.0 * std::sqrt(2.0), 1e-8);
  EXPECT_NEAR(force.leftCols(2).cwiseAbs().maxCoeff(), 0.0, 1e-8);
}

TEST(Tethers, AStaticStartStretchesRopeAndDrumSpringInARow) {
  const auto file =
      run_text(buoy(vertical("pre_tension: 9000, stiffness: 4000, damping: 10, rope_stiffness: 1e5, drum_mass: 200"),
                    "", 0.001, 2.0, ", static_equilibrium: true"),
               "tether-static");
  const double drum = 810.0 / 4000.0, rope = 810.0 / 1e5;
  const Heave heave = heave_of(file);
  EXPECT_LT((heave.place.array() - drum - rope).abs().maxCoeff(), 1e-8);
  EXPECT_LT((read_dataset(file, "/ptos/tether/position").array() - drum).abs().maxCoeff(), 1e-8);
}

TEST(Tethers, AControllerOnTheTetherActsAsItsDamper) {
  const std::string start = "displacement: [0, 0, 0.5]";
  const auto by_key =
      run_text(buoy(vertical("pre_tension: equilibrium, stiffness: 4000, damping: 400"), start), "tether-key");
  const auto by_law =
      run_text(buoy(vertical("pre_tension: equilibrium, stiffness: 4000"), start) +
                   "components:\n  - {name: brake, type: reactive, proportional: 400}\n"
                   "connections:\n  - {from: tether.velocity, to: brake.input}\n"
                   "  - {from: tether.position, to: brake.position}\n  - {from: brake.output, to: tether.force}\n",
               "tether-law");
  EXPECT_LT((heave_of(by_key).place - heave_of(by_law).place).cwiseAbs().maxCoeff(), 1e-12);
  const MatrixX one = read_dataset(by_key, "/ptos/tether/power"), other = read_dataset(by_law, "/ptos/tether/power");
  EXPECT_LT((one - other).cwiseAbs().maxCoeff(), 1e-8 * one.cwiseAbs().maxCoeff());
}

TEST(Tethers, WhatNoTetherCanBeIsRefusedAtItsKey) {
  const auto mistakes = [](const std::string& keys, const char* key) {
    try {
      run_text(buoy(vertical(keys), ""), "tether-refused");
    } catch (const InputError& error) {
      return error.diagnostics().front().origin.path.find(key) != std::string::npos ||
             error.diagnostics().front().text().find(key) != std::string::npos;
    }
    return false;
  };
  EXPECT_TRUE(mistakes("pre_tension: 1000, drum_mass: 100", "drum_mass"));
  EXPECT_TRUE(mistakes("pre_tension: 1000, rope_stiffness: 1e5", "drum_mass"));
  EXPECT_TRUE(mistakes("pre_tension: 1000, limits: {lower: 0.5, upper: 1}", "limits"));
  EXPECT_TRUE(mistakes("pre_tension: 1000, limits: {stiffness: 1e7}", "limits"));
  EXPECT_TRUE(mistakes("pre_tension: -1", "pre_tension"));
  EXPECT_TRUE(mistakes("pre_tension: 1000, base: buoy", "base"));
}

// The tension of its own accord is that of tethers alone: what joints or other moorings carry it would not know.
TEST(Tethers, PreTensionInEquilibriumIsRefusedWhereOthersHoldTheBody) {
  const std::string tether = vertical("pre_tension: equilibrium, stiffness: 4000");
  EXPECT_THROW(run_text(buoy(tether, "") + "joints: [{name: rail, type: translational, base: world, follower: buoy}]\n",
                        "tether-joint"),
               InputError);
  EXPECT_THROW(run_text(buoy(tether + "  - {name: m, type: matrix, body: buoy, stiffness: [1, 1, 1, 1, 1, 1], preload: "
                                      "[0, 0, 100, 0, 0, 0]}\n",
                             ""),
                        "tether-preload"),
               InputError);
  // A base that stands on the ground takes any pull.
  std::string anchored = buoy(
      "  - {name: tether, type: tether, body: buoy, attachment: [0, 0, -10], base: anchor, "
      "base_attachment: [0, 0, -35], pre_tension: equilibrium, stiffness: 4000}\n",
      "", 0.01, 0.1);
  anchored.insert(anchored.find("moorings:"),
                  "  - {name: anchor, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -35]}\n");
  const auto file =
      run_text(anchored + "joints: [{name: foot, type: fixed, base: world, follower: anchor}]\n", "tether-anchor");
  EXPECT_NEAR(read_dataset(file, "/moorings/tether/tension")(0, 0), kLift, 1e-8);
}

TEST(Tethers, ABodyThatIsHeavierThanItsBuoyancyHasNoPreTensionThatCarriesIt) {
  std::string text = buoy(vertical("pre_tension: equilibrium, stiffness: 4000"), "");
  text.replace(text.find("mass: 1000"), 10, "mass: 3000");
  EXPECT_THROW(run_text(text, "tether-heavy"), InputError);
}

// Two ropes share the lift by their levers; one beside the line of the lift turns the body, whatever it pulls.
TEST(Tethers, PreTensionsInEquilibriumBalanceTheMomentToo) {
  const auto at = [](const char* name, double x) {
    return "  - {name: " + std::string(name) + ", type: tether, body: buoy, attachment: [" + std::to_string(x) +
           ", 0, -10], base_attachment: [" + std::to_string(x) +
           ", 0, -35], pre_tension: equilibrium, stiffness: 4000}\n";
  };
  const auto file = run_text(buoy(at("a", -0.5) + at("b", 1.0), "", 0.01, 3.0), "tether-levers");
  EXPECT_NEAR(read_dataset(file, "/moorings/a/tension")(0, 0), kLift * 2.0 / 3.0, 1e-8);
  EXPECT_NEAR(read_dataset(file, "/moorings/b/tension")(0, 0), kLift / 3.0, 1e-8);
  EXPECT_LT(read_dataset(file, "/bodies/buoy/velocity").cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_THROW(run_text(buoy(at("a", 0.5), ""), "tether-aside"), InputError);
  // Buoyancy of 19620 N at 0.2 m is held by 9810 N at 0.4 m.
  std::string text = buoy(at("a", 0.4), "", 0.01, 3.0);
  text.replace(text.find("center_of_buoyancy: [0"), 22, "center_of_buoyancy: [0.2");
  const auto lever = run_text(text, "tether-lever");
  EXPECT_LT(read_dataset(lever, "/bodies/buoy/velocity").cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Tethers, EndStopsAreReportedAsThoseOfPtos) {
  const auto summary =
      swell_test::run_audited(buoy(vertical("pre_tension: equilibrium, stiffness: 4000, damping: 100, "
                                            "limits: {lower: -0.5, upper: 0.5, stiffness: 5e4, damping: 1e3}"),
                                   "displacement: [0, 0, -0.9]"),
                              "tether-stops");
  const auto is_stop = [](const Diagnostic& warning) { return warning.code == "end-stop"; };
  EXPECT_EQ(std::count_if(summary.warnings.begin(), summary.warnings.end(), is_stop), 2);
  ASSERT_EQ(summary.ptos.size(), 1u);
  EXPECT_EQ(summary.ptos[0].parts.back().first, "end_stop");
  const auto of = [&](const std::string& name) { return read_dataset(summary.results, name).col(0).array().eval(); };
  const VectorX taken = of("/moorings/tether/tension") * of("/ptos/tether/velocity");
  const VectorX parts = of("/ptos/tether/power") + of("/ptos/tether/power_end_stop");
  EXPECT_LT((taken - parts).cwiseAbs().maxCoeff(), 1e-9 * taken.cwiseAbs().maxCoeff());
  EXPECT_GT(of("/ptos/tether/power_end_stop").abs().maxCoeff(), 1e3);
}

TEST(Tethers, StopsWithoutStiffnessAreWarnedOf) {
  const auto codes = [](const std::string& text) {
    int found = 0;
    for (const Diagnostic& warning : swell_test::run_audited(text, "soft-stop").warnings)
      found += warning.code == "soft-stop" ? 1 : 0;
    return found;
  };
  const std::string limits = "limits: {upper: 1, stiffness: 0}";
  EXPECT_EQ(codes(buoy(vertical("pre_tension: equilibrium, stiffness: 4000, " + limits), "", 0.01, 0.1)), 1);
  EXPECT_EQ(codes(buoy("  []\nptos: [{name: p, type: translational, base: world, follower: buoy, " + limits + "}]\n",
                       "", 0.01, 0.1)),
            1);
}

TEST(Tethers, APatternOfItsNameSelectsTheForceOnTheBody) {
  const auto file = run_text(
      buoy(vertical("pre_tension: equilibrium"), "", 0.01, 0.1) + "output: {select: [tether.*]}\n", "tether-select");
  EXPECT_EQ(read_dataset(file, "/moorings/tether/force").cols(), 6);
}

// `mass: equilibrium` of a moored body: buoyancy less what its moorings pull down, so that it stays where it is drawn.
TEST(Tethers, AMassInEquilibriumCarriesThePullOfTheMoorings) {
  const std::string ends = "body: buoy, attachment: [0, 0, -10], base_attachment: [0, 0, -35], ";
  std::string catenary =
      "  - {name: lines, type: catenary, body: buoy, length: 60, axial_stiffness: 1e8, weight: 60, "
      "lines: [";
  for (const char* end : {"40, 0", "-20, 34.64101615137755", "-20, -34.64101615137755"})
    catenary += std::string(catenary.back() == '[' ? "" : ", ") + "{fairlead: [0, 0, -10], anchor: [" + end + ", -50]}";
  for (const std::string& mooring :
       {"  - {name: a, type: tether, " + ends + "pre_tension: 8000, stiffness: 4000}\n",
        "  - {name: a, type: cable, " + ends + "pre_tension: 8000, stiffness: 4000}\n",
        std::string("  - {name: a, type: matrix, body: buoy, preload: [0, 0, -8000, 0, 0, 0]}\n"), catenary + "]}\n"}) {
    std::string text = buoy(mooring, "displacement: [0, 0, 0]", 0.01, 2.0);
    text.replace(text.find("mass: 1000"), 10, "mass: equilibrium");
    const auto file = run_text(text, "moored-mass");
    EXPECT_LT(read_dataset(file, "/bodies/buoy/velocity").cwiseAbs().maxCoeff(), 1e-6) << mooring;
    const double down = -read_dataset(file, "/bodies/buoy/force/mooring")(0, 2);
    EXPECT_GT(down, 5000.0);
    EXPECT_NEAR(read_dataset(file, "/bodies/buoy/force/restoring")(0, 2), down, 1e-6);  // buoyancy less weight
  }
}

}  // namespace
}  // namespace swell::tethers_test
