// The watch of whole runs: silent where the physics is right, whatever the integrator; and power that does not rest on
// the rows of results.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::watch_test {
namespace {

using swell_test::hemisphere;
using swell_test::run_audited;

run::RunSummary run_with(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  run::RunOptions options;
  options.output = std::filesystem::path(::testing::TempDir()) / "watch-of-runs.h5";
  return run::run_case(model::read_case(file, overrides), options);
}

/// Whether the watch of energy warns of a shipped case with these overrides.
bool accused(const std::string& input, const std::vector<std::string>& overrides) {
  const auto warnings = run_with(swell_test::source_folder() / "inputs" / input, overrides).warnings;
  return std::any_of(warnings.begin(), warnings.end(), [](const Diagnostic& d) {
    return d.text().find("tolerance of the energy check") != std::string::npos;
  });
}

std::vector<std::string> warnings_of(const std::string& yaml) { return texts(run_audited(yaml, "watched").warnings); }

std::string sphere(const std::string& simulation, const std::string& waves, const std::string& body,
                   const std::string& more = "") {
  return "simulation: {" + simulation + "}\nwaves: " + waves +
         "\nhydrodynamics: {convolution: {duration: 15}}\nbodies:\n  - {name: sphere, hydro_data: {file: " +
         hemisphere() + ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + body + "}\n" + more;
}

// --- no false alarm ---

// Steps of error control are long and unequal: what the sum of powers errs grows, and the allowance must with it.
TEST(WatchOfRuns, NoShippedInputIsAccusedUnderAnyIntegrator) {
  struct Input {
    const char* file;
    double duration;  // [s] that adaptive steps take some seconds for
  };
  for (const Input& input :
       {Input{"sphere/regular.yaml", 200}, Input{"sphere/decay.yaml", 40}, Input{"sphere/irregular.yaml", 60},
        Input{"sphere/irregular-damper.yaml", 60}, Input{"sphere/moored.yaml", 60}, Input{"sphere/variable.yaml", 40},
        Input{"absorber/regular.yaml", 200}, Input{"array/four.yaml", 100}, Input{"fhsim/mass-spring.yaml", 10},
        Input{"flap/crank.yaml", 40}, Input{"control/expression.yaml", 60}, Input{"control/point.yaml", 40},
        Input{"loads/cable.yaml", 40}, Input{"loads/drag-body.yaml", 40}, Input{"loads/large-motion.yaml", 40},
        Input{"loads/lookup-table.yaml", 40}, Input{"loads/mooring-matrix.yaml", 60},
        Input{"loads/passive-yaw.yaml", 40}}) {
    const auto file = swell_test::source_folder() / "inputs" / input.file;
    const model::Simulation given = model::read_case(file).simulation;
    const std::string duration =
        "simulation.duration=" + std::to_string(std::min(given.duration, std::max(input.duration, 1.2 * given.ramp)));
    for (const char* integrator : {"rk4", "dopri5", "implicit"})
      EXPECT_FALSE(accused(input.file, {duration, std::string("simulation.integrator=") + integrator}))
          << input.file << " under " << integrator;
  }
  EXPECT_FALSE(accused("sphere/regular.yaml", {"simulation.time_step=0.5", "output.time_step=0.5"}));
}

// A run that ends with the first step of its waves has exchanged a billionth of a joule, by one step of no rule.
TEST(WatchOfRuns, TheFirstStepOfAllAccusesNobody) {
  for (const char* start : {"-5", "-4.98", "-4.9"})
    EXPECT_FALSE(accused("sphere/regular.yaml",
                         {std::string("simulation.start=") + start, "simulation.ramp=2", "simulation.duration=5.03"}))
        << start;
}

// What a relay's chatter does to the sum of powers is the step's, not the restoring's.
TEST(WatchOfRuns, AChatteringRelayIsTheOnlyOneAccused) {
  const auto warnings = texts(
      run_with(swell_test::source_folder() / "inputs/control/expression.yaml",
               {"simulation.duration=20", "simulation.ramp=5", "components.controller.expression=-1e9*sign(velocity)"})
          .warnings);
  EXPECT_THAT(warnings, Contains(HasSubstr("as those of a relay do")));
  EXPECT_THAT(warnings, Each(Not(HasSubstr("tolerance of the energy check"))));
}

// Few points a period: the sum by the cubic errs more than a twentieth of what is in play, and its own estimate says
// so.
TEST(WatchOfRuns, StepsOfALooseToleranceAccuseNobody) {
  for (const char* sea : {"sphere/regular.yaml", "sphere/irregular.yaml"}) {
    for (const char* tolerance : {"1e-3", "1e-5"})
      EXPECT_FALSE(accused(sea, {"simulation.integrator=dopri5", "simulation.max_step=2", "simulation.duration=400",
                                 std::string("simulation.tolerance=") + tolerance}))
          << sea << " at " << tolerance;
  }
}

// Two floating bodies close to each other, turning: what one of them takes out of the water the other may have put in.
TEST(WatchOfRuns, BodiesThatTheWaterCouplesAreJudgedTogetherWhileTheyTurn) {
  const std::string file = (swell_test::source_folder() / "inputs/array/four.h5").string();
  std::string bodies = "bodies:\n", moorings = "moorings:\n";
  for (int i = 1; i <= 4; ++i) {
    const std::string name = "buoy" + std::to_string(i);
    bodies += "  - {name: " + name + ", hydro_data: {file: " + file + ", body: " + std::to_string(i) +
              "}, mass: equilibrium, inertia: [1690000, 1690000, 2606000], passive_yaw: 0";
    bodies += i == 1 ? ", initial: {displacement: [0.3, 0, 1], angular_velocity: [0, 0, 0.3]}}\n" : "}\n";
    moorings += "  - {name: m" + std::to_string(i) + ", type: matrix, body: " + name +
                ", stiffness: [2e5, 2e5, 0, 0, 0, 1e6]}\n";
  }
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 60, time_step: 0.1}\nwaves: {type: none}\nhydrodynamics: {convolution: "
      "{duration: 15}}\n" +
          bodies + moorings,
      "turning-array");
  EXPECT_TRUE(summary.audit && summary.audit->lawful());
  EXPECT_THAT(texts(summary.warnings), Each(Not(HasSubstr("tolerance of the energy check"))));
}

// --- motions beyond the theory ---

// A hemisphere of 5 m: volume over waterplane is two thirds of its radius.
TEST(WatchOfRuns, SaysThatABodyLeavesTheWater) {
  for (const char* heave : {"6", "-6"}) {
    const auto warnings = warnings_of(sphere("duration: 2, time_step: 0.05", "{type: none}",
                                             std::string(", initial: {displacement: [0, 0, ") + heave + "]}"));
    EXPECT_THAT(warnings, Contains(AllOf(HasSubstr("m off its place in the water at t = 0 s"),
                                         HasSubstr("its volume over waterplane is 3.33"))));
  }
}

// In a swell of 16 s and 10 m the sphere heaves by 5 m with the water about it: its force over rho g S is the elevation
// but for (ka) = 0.08. Held in its place it is flooded and dry in turn.
TEST(WatchOfRuns, ABodyThatFollowsASwellStaysInTheWater) {
  const std::string swell = "{type: regular, height: 10, period: 16}",
                    simulation = "duration: 80, time_step: 0.1, ramp: 32";
  EXPECT_THAT(warnings_of(sphere(simulation, swell, "")), Each(Not(HasSubstr("off its place in the water"))));
  EXPECT_THAT(
      warnings_of(sphere(simulation, swell, "", "joints: [{name: J, type: fixed, base: world, follower: sphere}]\n")),
      Contains(HasSubstr("off its place in the water")));
}

// 523.6 t of water against 100 t: 4.156 MN over a tether of 490 kN/m are 8.48 m, and its centre is 8 m under water.
TEST(WatchOfRuns, SaysThatASubmergedBodyRisesIntoTheAir) {
  const auto file = swell_test::source_folder() / "inputs/submerged/regular.yaml";
  const std::vector<std::string> light = {"bodies.sphere.mass=100e3", "simulation.duration=60"};
  EXPECT_THAT(texts(run_with(file, light).warnings),
              Contains(AllOf(HasSubstr("sphere rises by"), HasSubstr("its centre of buoyancy is 8 m under"))));
  EXPECT_THAT(texts(run_with(file, {"simulation.duration=60"}).warnings), Each(Not(HasSubstr("rises by"))));
  Diagnostics found;
  run::check_case(model::read_case(file, light), found);
  EXPECT_THAT(texts(found.warnings()), Contains(HasSubstr("at rest in still water sphere rises by 8.4")));
}

// 17 m of a wave of 6 s, 56.2 m long, are 109 degrees of its phase; along the crests none.
TEST(WatchOfRuns, SaysAPlaceThatIsFarInTheWavesPhase) {
  const auto away = [](const std::string& displacement, const std::string& more = "") {
    return warnings_of(sphere("duration: 1, time_step: 0.05", "{type: regular, height: 1, period: 6}",
                              ", initial: {displacement: " + displacement + "}" + more));
  };
  EXPECT_THAT(away("[17, 0, 0]"),
              Contains(AllOf(HasSubstr("sphere has drifted 17 m along the waves at t = "), HasSubstr("s, 108.9 deg"))));
  EXPECT_THAT(away("[0, 17, 0]"), Each(Not(HasSubstr("has drifted"))));
  EXPECT_THAT(away("[13, 0, 0]"), Each(Not(HasSubstr("has drifted"))));
  EXPECT_THAT(away("[17, 0, 0]", ", large_horizontal_motion: true"), Each(Not(HasSubstr("has drifted"))));
}

// Those of a body's own headings, chosen by its yaw, turn with it: passive_yaw would turn them twice.
TEST(WatchOfRuns, ALargeYawIsSaidUnlessTheSetsAreThoseOfOtherHeadings) {
  const auto turned = [](const std::string& more) {
    std::string text = sphere("duration: 1, time_step: 0.05", "{type: regular, height: 1, period: 6}",
                              ", initial: {axis: [0, 0, 1], angle: 30}");
    const std::string one = "{file: " + hemisphere() + ", body: 1}";
    text.replace(text.find(one), one.size(), "{sets: [" + one + ", " + one + "], " + more + "}");
    return warnings_of(text);
  };
  EXPECT_THAT(turned("signal: sphere.position.heave, thresholds: [0]"),
              Contains(HasSubstr("sphere turns to 30 deg in yaw")));
  EXPECT_THAT(turned("signal: sphere.position.yaw, interpolate: true, thresholds: [0, 1]"),
              Each(Not(HasSubstr("design heading"))));
}

// Yaw stands between -180 and 180 degrees in the results: a body that spins looks like one that swings.
TEST(WatchOfRuns, ABodyThatTurnsRoundInStillWaterIsSaidWithItsTurns) {
  const auto spin = [](const std::string& rate) {
    return warnings_of(
        sphere("duration: 20, time_step: 0.05", "{type: none}", ", initial: {angular_velocity: [0, 0, " + rate + "]}"));
  };
  // The hemisphere's potential flow takes nothing from yaw: 20 rad, a whole turn after 2 pi / 1 s.
  EXPECT_THAT(spin("1"),
              Contains(AllOf(HasSubstr("sphere turns round in yaw: 1146 deg from where it began at t = 20 s"),
                             HasSubstr("first at t = 6.3 s"))));
  EXPECT_THAT(spin("-1"), Contains(HasSubstr("sphere turns round in yaw: -1146 deg")));
  EXPECT_THAT(spin("0.3"), Each(Not(HasSubstr("turns round"))));  // 344 deg
}

// A mass that runs into a stop at v goes v sqrt(m/k) beyond it, less what the damper takes.
TEST(WatchOfRuns, AStopThatIsReachedIsSaidFromItsLimitOnWhateverMakesIt) {
  const auto slide = [](const std::string& pto, const std::string& more) {
    return warnings_of(
        "simulation: {duration: 2, time_step: 0.002}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n  - "
        "{name: block, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], initial: {velocity: [0, 0, "
        "1]}}\nptos:\n  - {name: PTO, type: translational, base: world, follower: block" +
        pto + "}\n" + more);
  };
  // sqrt(m/k) = 0.1 s, no transition: 0.1 m. With a transition of 0.5 m it is no less, and all of it was silence.
  EXPECT_THAT(slide(", limits: {upper: 0.3, stiffness: 1e5, damping: 0}", ""),
              Contains(AllOf(HasSubstr("PTO runs into its upper end stop: it reaches 0.4 m"),
                             HasSubstr("0.1 m too far: the limit is 0.3 m"))));
  EXPECT_THAT(slide(", limits: {upper: 0.3, stiffness: 1e5, damping: 0, transition: 0.5}", ""),
              Contains(HasSubstr("PTO runs into its upper end stop")));
  for (const std::string position : {"position", "place"}) {  // whatever the case calls it
    const std::string renamed = position == "position" ? "" : ", ports: {position: {name: " + position + "}}";
    EXPECT_THAT(slide("", "components: [{name: bumper, type: hard-stop, upper: 0.3, stiffness: 1e5, damping: 0" +
                              renamed + "}]\nconnections:\n  - {from: PTO.position, to: bumper." + position +
                              "}\n  - {from: PTO.velocity, to: bumper.velocity}\n"
                              "  - {from: bumper.output, to: PTO.force}\n"),
                Contains(AllOf(HasSubstr("PTO runs into its upper end stop (bumper): it reaches 0.4 m"),
                               HasSubstr("0.1 m too far: the limit is 0.3 m"))))
        << position;
  }
}

// --- power does not rest on rows ---

std::string stopped_sphere(const std::string& output) {
  return sphere("duration: 72, time_step: 0.05, ramp: 12", "{type: regular, height: 3, period: 6}", "",
                "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 1e5, limits: {upper: "
                "1, lower: -1, stiffness: 1e6, damping: 2e5, transition: 0.01}}]\noutput: {time_step: " +
                    output + "}\n");
}

TEST(PowerAtPoints, MeansAndPartsAreTheSameWhateverTheRows) {
  const run::RunSummary fine = run_audited(stopped_sphere("0.05"), "rows-fine"),
                        coarse = run_audited(stopped_sphere("3"), "rows-coarse");
  ASSERT_EQ(fine.ptos.size(), 1U);
  EXPECT_EQ(fine.ptos[0].mean_power, coarse.ptos[0].mean_power);
  EXPECT_EQ(fine.ptos[0].peak_power, coarse.ptos[0].peak_power);
  EXPECT_EQ(fine.ptos[0].parts, coarse.ptos[0].parts);
}

// The audit integrates the same powers as states of the run. The force of a stop jumps in its damper within a step h:
// the sum errs by at most half a step of the jump at both ends of every contact.
TEST(PowerAtPoints, TheEndStopTakesWhatTheAuditSaysItTook) {
  const run::RunSummary summary = run_audited(
      "simulation: {duration: 30, time_step: 0.005}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n  - "
      "{name: block, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10]}\nptos:\n  - {name: PTO, type: "
      "translational, base: world, follower: block, stiffness: 4000, damping: 50, extension: 0.8, limits: {upper: 0.3, "
      "lower: -0.3, stiffness: 1e5, damping: 3e3, transition: 0.1}}\noutput: {time_step: 1}\n",
      "stop-and-audit");
  ASSERT_TRUE(summary.audit);
  for (const auto& [part, mean] : summary.ptos.at(0).parts) {
    const std::string name = part == "end_stop" ? "PTO: end stop" : "PTO: " + part;
    const auto line = std::find_if(summary.audit->lines.begin(), summary.audit->lines.end(),
                                   [&](const auto& l) { return l.name == name; });
    ASSERT_NE(line, summary.audit->lines.end()) << name;
    // The transition of 0.1 m is passed in some 0.1 s, twenty steps: a kink of the cubic's second derivative.
    EXPECT_NEAR(mean * 30.0, -line->energy, 1e-3 * summary.audit->exchanged) << name;
  }
}

// --- the laws of a spring of the user's own ---

TEST(Laws, AJointSpringIsHeldToItsPotentialAndItsDampersTake) {
  const std::string yaml =
      "simulation: {duration: 20, time_step: 0.01}\nenvironment: {gravity: 1e-12}\nwaves: {type: none}\nbodies:\n  - "
      "{name: block, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, -10], initial: {velocity: [0, 0, 2]}}\n"
      "ptos:\n  - {name: PTO, type: translational, base: world, follower: block}\n"
      "components: [{name: spring, type: joint-spring, stiffness: 4000, cubic_stiffness: 2000, equilibrium_position: "
      "0.2, damping: 100, quadratic_damping: 50}]\nconnections:\n  - {from: PTO.position, to: spring.position}\n"
      "  - {from: PTO.velocity, to: spring.velocity}\n  - {from: spring.output, to: PTO.force}\n";
  const run::RunSummary summary = run_audited(yaml, "joint-spring");
  ASSERT_TRUE(summary.audit);
  EXPECT_TRUE(summary.audit->closes && summary.audit->lawful());
  std::vector<std::string> promises;
  for (const auto& law : summary.audit->laws) promises.push_back(law.name + " " + law.promise);
  EXPECT_THAT(promises, AllOf(Contains("PTO: spring conserves"), Contains("PTO: damper dissipates")));
  EXPECT_THAT(summary.audit->not_judged, Each(Not(HasSubstr("PTO"))));
  ASSERT_EQ(summary.ptos.at(0).parts.size(), 2U);
}

}  // namespace
}  // namespace swell::watch_test
