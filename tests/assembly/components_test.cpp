// Components of a case: FhSim's tutorial, states, general components against closed forms, libraries of the user's.
#include "swell_test/case_support.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::components_test {
namespace {

const char* const kTutorialXml = R"(<Contents>
 <OBJECTS>
  <Lib LibName="FhSimTutorialLibrary" SimObject="Cable/LinearSpring" Name="S" Stiffness="100" RelaxedLength="10" NumPoints="2"/>
  <Lib LibName="FhSimTutorialLibrary" SimObject="Body/Mass" Name="M" Mass="1" g="-9.81" Scale="1" Material="Simple/Red"/>
 </OBJECTS>
 <INTERCONNECTIONS>
  <Connection S.PosA="0,0,-10" S.PosB="M.Pos" M.Force="S.ForceB"/>
 </INTERCONNECTIONS>
 <INITIALIZATION><InitialCondition M.Pos="0,0,-5" M.Vel="0,0,0"/></INITIALIZATION>
 <INTEGRATION>
  <Engine IntegratorMethod="2" NumCores="1" TOutput="0, 0:0.1:10" LogStates="1" stepsize="0" HMax="0.002" HMin="0.0000001"
          AbsTol="1e-3" RelTol="1e-3" UseRSSNormInsteadOfInfNorm="0" FileOutput="object.M:outputs, object.S:outputs"/>
 </INTEGRATION>
</Contents>
)";

TEST(Tutorial, AtEveryTimeOfTheReferenceItIsTheOracle) {
  // F1; the end at 100 s by the fine step, where RK4's phase error has grown tenfold.
  const double at[][3] = {
      {0.1, -2.65641519, 42.89903228}, {1.0, 4.37577056, -27.73474025}, {10.0, -4.29808784, -25.81502675}};
  for (const auto& row : at) {
    const Values values = run(read_text(kTutorial), row[0]);
    EXPECT_NEAR(values.at("/components/M/position")[2], row[1], 1e-6);
    EXPECT_NEAR(values.at("/components/M/velocity")[2], row[2], 1e-5);
  }
  std::string late = kTutorial;
  late.replace(late.find("duration: 10, time_step: 0.002"), 30, "duration: 100, time_step: 0.001");
  const Values end = run(read_text(late));
  EXPECT_NEAR(end.at("/components/M/position")[2], -2.76896477, 1e-6);
  EXPECT_NEAR(end.at("/components/M/velocity")[2], 42.15514586, 1e-5);
}

TEST(Tutorial, WithTheSignOfGravityCorrectedItIsTheOtherOracle) {
  // F3: whoever gets this while expecting F1 has flipped g.
  std::string text = kTutorial;
  text.replace(text.find("gravity: -9.81"), 14, "gravity: 9.81");
  text.replace(text.find("output: {time_step: 0.1}"), 24, "output: {time_step: 0.05}");
  const Values quarter = run(read_text(text), 0.25);
  EXPECT_NEAR(quarter.at("/components/M/position")[2], 3.82902589, 1e-7);
  const Values end = run(read_text(text));
  EXPECT_NEAR(end.at("/components/M/position")[2], -0.0981 - 4.9019 * std::cos(100.0), 1e-6);
  EXPECT_NEAR(end.at("/components/M/velocity")[2], 49.019 * std::sin(100.0), 1e-5);
}

TEST(Tutorial, TheShippedFilesAgreeWithIt) {
  const std::filesystem::path folder = std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/fhsim";
  EXPECT_NEAR(run(model::read_case(folder / "mass-spring.yaml")).at("/components/M/position")[2], -4.29808784, 1e-5);
  const Values end = run(model::read_case(folder / "MassLinearSpring.xml"), 10.0);
  EXPECT_NEAR(end.at("/components/M/Pos")[2], -4.29808784, 1e-5);
}

// A rope: from the rest of the spring at 5 m under 10 m of length nothing pulls, and the mass falls (upwards here)
// freely.
TEST(Tutorial, AFlagOfTheXmlIsAFlag) {
  std::string text = kTutorialXml;
  text.replace(text.find("RelaxedLength"), 0, "TensionOnly=\"true\" ");
  EXPECT_NEAR(run(read_text(text, "rope.xml"), 0.5).at("/components/M/Pos")[2], -3.77375, 1e-6);
  std::string now = "true";
  const auto given = [&](const std::string& flag) {
    text.replace(text.find("\"" + now + "\""), now.size() + 2, "\"" + flag + "\"");
    now = flag;
    return read_text(text, flag + ".xml");
  };
  for (const char* yes : {"1", "True"})
    EXPECT_NEAR(run(given(yes), 0.5).at("/components/M/Pos")[2], -3.77375, 1e-6) << yes;
  for (const char* no : {"false", "0", "False"})
    EXPECT_NEAR(run(given(no)).at("/components/M/Pos")[2], -4.29808784, 1e-5) << no;
  Diagnostics diagnostics;
  check_case(given("yes"), diagnostics);
  EXPECT_TRUE(diagnostics.has_errors());
}

TEST(Tutorial, ARopeIsFollowedThroughItsJerks) {
  std::string text = kTutorial;
  text.replace(text.find("length: 10"), 10, "length: 10, tension_only: true");
  text.replace(text.find("time_step: 0.002, integrator: rk4"), 33,
               "tolerance: 1e-11, integrator: dopri5, max_step: 0.05");
  const model::Model model = read_text(text);
  EXPECT_NEAR(run(model, 0.5).at("/components/M/position")[2], -3.77375, 1e-9);
  EXPECT_NEAR(run(model, 1.2).at("/components/M/position")[2], 1.06625137, 2e-8);
  EXPECT_NEAR(run(model, 2.0).at("/components/M/velocity")[2], -3.46468664, 1e-7);
}

TEST(States, ARunGoesOnFromTheStateFileOfAnother) {
  const model::CaseFolder folder;
  std::string first = kTutorial, second = kTutorial;
  first.replace(first.find("duration: 10"), 12, "duration: 4");
  first.replace(first.find("{time_step: 0.1}"), 16, "{time_step: 0.1, state: end.yaml}");
  second.replace(second.find("duration: 10"), 12, "duration: 6, start: 4");
  second += "initial: {file: end.yaml, M.position: [0, 0, 2]}\n";  // the file comes before single values
  RunOptions options;
  options.output = folder.path / "first.h5";
  run_case(read_text(first, folder.path / "first.yaml"), options);
  const Values end = run(read_text(second, folder.path / "second.yaml"));
  EXPECT_NEAR(end.at("/components/M/position")[2], 0.0981 - 5.0981 * std::cos(100.0), 1e-6);
}

TEST(States, TheCaseGivesValuesByName) {
  const Values end = run(read_text(std::string(kTutorial) + "initial: {M.position: [0, 0, 0.0981]}\n"));
  EXPECT_NEAR(end.at("/components/M/position")[2], 0.0981, 1e-12);
  EXPECT_THAT(faults(std::string(kTutorial) + "initial: {M.positon: [0, 0, 0]}\n"),
              Contains(AllOf(HasSubstr("initial.M.positon is not a state"), HasSubstr("did you mean M.position?"))));
}

TEST(States, WhatIsNoNumberIsNamedInACaseAndInAStateFile) {
  EXPECT_THAT(
      faults(std::string(kTutorial) + "initial: {M.position: [abc, 2, 3], M.velocity: [0, 1]}\n"),
      ElementsAre(AllOf(HasSubstr("initial.M.position holds abc, which is not a number"), HasSubstr("give 3 numbers")),
                  HasSubstr("initial.M.velocity has 2 numbers, the state is 3 wide")));
  const model::CaseFolder folder;
  std::ofstream(folder.path / "end.yaml") << "states:\n  M.position: [abc, 2, 3]\n  M.velocity: [0, .nan, [2]]\n";
  const model::Model model =
      read_text(std::string(kTutorial) + "initial: {file: end.yaml, M.vel: 3}\n", folder.path / "case.yaml");
  RunOptions options;
  options.output = folder.path / "out.h5";
  EXPECT_THAT(
      swell_test::refusal_of([&] { run_case(model, options); }),
      AllOf(HasSubstr("end.yaml:2:16: M.position holds abc, which is not a number"), HasSubstr("end.yaml:3:"),
            HasSubstr("M.velocity holds .nan, which is not a number"), HasSubstr("initial.M.vel is not a state")));
  EXPECT_FALSE(std::filesystem::exists(folder.path / "out.h5"));
}

TEST(States, ValuesBesideAStateFileAreReportedToHaveNoEffect) {
  const model::CaseFolder folder;
  std::ofstream(folder.path / "end.yaml") << "states:\n  M.position: [0, 0, 1]\n  M.velocity: [0, 0, 0]\n";
  const model::Model model = read_text(std::string(kTutorial) + "initial: {file: end.yaml, M.position: [0, 0, 2]}\n",
                                       folder.path / "case.yaml");
  Diagnostics diagnostics;
  check_case(model, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts, Contains(HasSubstr("initial.M.position has no effect: initial.file holds that state")));
}

// As many numbers, but the body that floats freely is another.
TEST(States, RefusesStatesOfOtherCoordinates) {
  const model::CaseFolder folder;
  const auto pair = [&](const std::string& base, const std::string& follower, const std::string& more) {
    return read_text(
        "simulation: {duration: 1, time_step: 0.1}\nbodies:\n"
        "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"
        "  - {name: b, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, -2]}\n"
        "joints: [{name: s, type: translational, base: " +
            base + ", follower: " + follower + "}]\n" + more,
        folder.path / "case.yaml");
  };
  RunOptions options;
  options.output = folder.path / "out.h5";
  run_case(pair("a", "b", "output: {state: end.yaml}\n"), options);
  run_case(pair("a", "b", "initial: {file: end.yaml}\n"), options);
  EXPECT_THAT(swell_test::refusal_of([&] { run_case(pair("b", "a", "initial: {file: end.yaml}\n"), options); }),
              HasSubstr("device.motion: number 1 is a.x, in this case b.x"));
}

TEST(General, AContinuousPidDoesNotKickOnAnErrorThatIsThereAtTheStart) {
  // P 2, I 1, D 0.5 with a lag of 0.01 s on a constant error of -2.5: -5 at the start, -5 - 2.5 t after it.
  const std::string text = R"(simulation: {duration: 1, time_step: 0.001, integrator: rk4}
components:
  - {name: c, type: pid, proportional: 2, integral: 1, derivative: 0.5, derivative_filter: 0.01, setpoint: 0}
connections: [{value: 2.5, to: c.input}]
)";
  const Values end = run(read_text(text));
  EXPECT_NEAR(end.at("/components/c/output")[0], -7.5, 1e-9);
  const Values soon = run(read_text(text), 0.002);
  EXPECT_NEAR(soon.at("/components/c/output")[0], -5.005, 1e-9);
}

TEST(States, AMassFindsItsPlaceOfRestByNewtonsMethod) {
  // I3: at rest the spring of the tutorial is compressed by m g / k. Each sweep moves on by 99 times too much.
  std::string text = kTutorial;
  text.replace(text.find("position: [0, 0, -5]"), 20, "position: [0, 0, -5], rest: true");
  // A mass at rest is an equation for Newton's method, asked for or not.
  EXPECT_NEAR(run(read_text(text)).at("/components/M/position")[2], 0.0981, 1e-9);
  const Values end = run(read_text(text + "initialization: {method: newton, tolerance: 1e-12}\n"));
  EXPECT_NEAR(end.at("/components/M/position")[2], 0.0981, 1e-12);
  EXPECT_NEAR(end.at("/components/M/velocity")[2], 0.0, 1e-11);
  EXPECT_THAT(faults(text + "initialization: {method: anderson, tolerance: 0, max_iterations: 0}\n"),
              ElementsAre(HasSubstr("initialization.method = anderson"), HasSubstr("initialization.tolerance = 0"),
                          HasSubstr("initialization.max_iterations = 0")));
}

TEST(General, AJumpBetweenTwoStepsIsMetWhereItIs) {
  const Values end = run(read_text(R"(simulation: {duration: 2, time_step: 0.1, integrator: rk4}
components:
  - {name: jump, type: step, time: 0.537, after: 2}
  - {name: lag, type: transfer-function, numerator: [1], denominator: [1, 0]}
connections:
  - {from: jump.output, to: lag.input}
)"));
  EXPECT_NEAR(end.at("/components/lag/output")[0], 2.0 * (2.0 - 0.537), 1e-6);
}

// y_k depends on the past alone where the numerator is of lower degree: forward Euler of y' = 1 - y closes through it.
TEST(General, ASampledControllerWithoutDirectFeedthroughClosesALoop) {
  const Values end = run(read_text(R"(simulation: {duration: 2, time_step: 0.05, integrator: rk4}
components:
  - {name: euler, type: sampled-controller, sample_time: 0.1, numerator: [0.1], denominator: [1, -1]}
  - {name: late, type: sampled-controller, sample_time: 0.1, numerator: [1], denominator: [1, 0, 0]}
  - {name: rate, type: expression, inputs: [y], expression: "1 - y"}
connections:
  - {from: rate.output, to: euler.input}
  - {from: euler.output, to: rate.y}
  - {from: euler.output, to: late.input}
)"));
  EXPECT_NEAR(end.at("/components/euler/output")[0], 1.0 - std::pow(0.9, 20.0), 1e-12);
  EXPECT_NEAR(end.at("/components/late/output")[0], 1.0 - std::pow(0.9, 18.0), 1e-12);
}

TEST(General, AContinuousPidHoldsAMassWhereItShall) {
  const Values end = run(read_text(R"(simulation: {duration: 60, time_step: 0.01, integrator: rk4}
components:
  - {name: M, type: point-mass, mass: 2, gravity: 9.81}
  - {name: z, type: pick, width: 3, entries: [3]}
  - {name: c, type: pid, proportional: 20, integral: 5, derivative: 15, derivative_filter: 0.02, setpoint: 1.5}
  - {name: force, type: place, width: 3, entries: [3]}
connections:
  - {from: M.position, to: z.input}
  - {from: z.output, to: c.input}
  - {from: c.output, to: force.input}
  - {from: force.output, to: M.force}
)"));
  EXPECT_NEAR(end.at("/components/M/position")[2], 1.5, 1e-4);
  EXPECT_NEAR(end.at("/components/c/output")[0], 2.0 * 9.81, 1e-3);
}

#ifdef SWELL_TEST_LIBRARY
std::string with_library(const std::string& more) {
  return kCart + "ptos:\n  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}\n" +
         "components:\n  - {name: mine, type: limited-spring-damper, library: " + SWELL_TEST_LIBRARY +
         ", damping: 10, limit: 1000" + more + "}\n" + R"(connections:
  - {from: PTO.velocity, to: mine.input}
  - {from: PTO.position, to: mine.position}
  - {from: mine.output, to: PTO.force}
  - {value: [100, 0, 0, 0, 0, 0], to: cart.force}
)";
}

// A pitch of 10 degrees arrives as 10 where degrees are wanted, and 1 kN in a wrench is 1000 N.
TEST(General, EntriesOfAVectorKeepTheirUnits) {
  const Values end = run(read_text(
      "simulation: {duration: 0.1, time_step: 0.1, integrator: rk4}\nenvironment: {depth: infinite}\n"
      "bodies: [{name: B, mass: 1000, inertia: [100, 100, 100], center_of_gravity: [0, 0, -10], center_of_buoyancy: "
      "[0, 0, -10], volume: 1, initial: {axis: [0, 1, 0], angle: 10}}]\ncomponents:\n"
      "  - {name: p, type: pick, width: 6, entries: 5}\n"
      "  - {name: g, type: gain, factor: 1, ports: {input: {unit: deg}}}\n"
      "  - {name: thrust, type: constant, value: 1, ports: {output: {unit: kN}}}\n"
      "  - {name: w, type: place, width: 6, entries: 1}\n"
      "connections: [{from: B.position, to: p.input}, {from: p.output, to: g.input}, {from: thrust.output, to: "
      "w.input}, {from: w.output, to: B.force}]\n"));
  EXPECT_NEAR(end.at("/components/g/output")[0], 10.0, 1e-9);
  EXPECT_NEAR(end.at("/components/w/output")[0], 1000.0, 1e-9);
}

TEST(General, ANameThatNoFormulaHasIsReported) {
  Diagnostics found;
  check_case(
      read_text("simulation: {duration: 0.2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
                "  - {name: f, type: expression, expression: 2 * k * v, inputs: [v, w], constants: {k: 1, kk: 2}}\n"
                "connections: [{value: 1, to: f.v}, {value: 1, to: f.w}]\n"),
      found);
  std::vector<std::string> codes;
  for (const Diagnostic& d : found.list()) codes.push_back(d.code);
  EXPECT_THAT(codes, ElementsAre("no-effect", "no-effect"));
}

TEST(General, TheLargerOfWhatIsNoNumberIsNone) {
  for (const char* formula : {"max(1, sqrt(-1 - t))", "min(sqrt(-1 - t), 1)"}) {
    const std::string text = std::string(
                                 "simulation: {duration: 0.2, time_step: 0.1, integrator: rk4}\ncomponents:\n"
                                 "  - {name: f, type: expression, expression: \"") +
                             formula + "\"}\n";
    EXPECT_NE(swell_test::refusal_of<std::exception>([&] { run(read_text(text)); }), "") << formula;
  }
}

TEST(Library, TheShippedControllerDoesWhatTheShippedFormulaDoes) {
  const std::filesystem::path inputs = SWELL_SOURCE_DIR "/inputs/control";
  Diagnostics diagnostics;
  const model::Model formula = model::read_case(inputs / "expression.yaml", {"simulation.duration=20"}, diagnostics);
  const model::Model own =
      model::read_case(inputs / "own-library.yaml",
                       {"simulation.duration=20", "components.controller.library=" SWELL_TEST_LIBRARY}, diagnostics);
  diagnostics.throw_if_errors();
  const Values a = run(formula), b = run(own);
  EXPECT_NE(a.at("/bodies/sphere/position")[2], 0.0);
  for (const char* path : {"/bodies/sphere/position", "/bodies/sphere/velocity", "/components/controller/output"}) {
    ASSERT_EQ(a.at(path).size(), b.at(path).size());
    for (std::size_t i = 0; i < a.at(path).size(); ++i) EXPECT_NEAR(a.at(path)[i], b.at(path)[i], 1e-9 * 2e5);
  }
}

TEST(Library, ItsExceptionEndsTheRunWithItsNameAndWithoutAFinishedFile) {
  const model::CaseFolder folder;
  RunOptions options;
  options.output = folder.path / "out.h5";
  try {
    run_case(read_text(with_library(", fail_at: 1.5"), folder.path / "case.yaml"), options);
    FAIL() << "no exception";
  } catch (const SimulationError& error) {
    EXPECT_EQ(error.component(), "mine");
    EXPECT_THAT(error.what(), AllOf(HasSubstr("component mine"), HasSubstr("the controller gave up")));
  }
  EXPECT_FALSE(std::filesystem::exists(options.output));
}
#endif

TEST(Library, OneThatIsNotThereIsRefusedWithThePlacesLookedAt) {
  EXPECT_THAT(
      faults("simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: a, type: b, library: nowhere}\n"),
      Contains(AllOf(HasSubstr("library = nowhere"), HasSubstr("libnowhere.so"))));
}

}  // namespace
}  // namespace swell::run::components_test
