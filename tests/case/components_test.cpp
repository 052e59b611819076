// Components of a case: FhSim's tutorial, faults caught before the run, general components against closed forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "case_support.h"
#include "swell/case/run.h"

namespace swell::model {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

using Values = std::map<std::string, std::vector<double>>;

Model read_text(const std::string& text, const std::filesystem::path& file = "case.yaml") {
  Diagnostics diagnostics;
  Model model = read_case_text(text, file, {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// All datasets at the last output time, or the first at or after `until`.
Values run(const Model& model, double until = 1e300) {
  CaseRun run(model);
  Values values;
  run.run([&](double time) {
    for (std::size_t i = 0; i < run.series().size(); ++i) {
      const auto width = static_cast<std::size_t>(std::max(1, run.series()[i].width));
      values[run.series()[i].path].assign(run.values(i), run.values(i) + width);
    }
    return time < until - 1e-9;
  });
  return values;
}

std::vector<std::string> faults(const std::string& text) {
  std::vector<std::string> texts;
  Diagnostics diagnostics;
  try {
    check_case(read_text(text), diagnostics);
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
  }
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::error) texts.push_back(d.text());
  }
  return texts;
}

const char* const kTutorial = R"(simulation: {duration: 10, time_step: 0.002, integrator: rk4}
components:
  - {name: M, type: point-mass, mass: 1, gravity: -9.81, position: [0, 0, -5]}
  - {name: S, type: spring, stiffness: 100, length: 10}
connections:
  - {value: [0, 0, -10], to: S.position_a}
  - {from: M.position, to: S.position_b}
  - {from: S.force_b, to: M.force}
output: {time_step: 0.1}
)";

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
          AbsTol="1e-3" RelTol="1e-3" UseRSSNormInsteadOfInfNorm="0" FileOutput="object.B:states"/>
 </INTEGRATION>
</Contents>
)";

TEST(Tutorial, FromYamlItIsTheClosedForm) {
  const Values end = run(read_text(kTutorial));
  EXPECT_NEAR(end.at("/components/M/position")[2], 0.0981 - 5.0981 * std::cos(100.0), 1e-6);
  EXPECT_NEAR(end.at("/components/M/velocity")[2], 50.981 * std::sin(100.0), 1e-5);
  const Values begin = run(read_text(kTutorial), 0.0);
  EXPECT_EQ(begin.at("/components/S/force_a"), (std::vector<double>{0.0, 0.0, -500.0}));
}

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

TEST(Tutorial, FromItsOwnXmlItIsTheClosedForm) {
  const Values end = run(read_text(kTutorialXml, "MassLinearSpring.xml"));
  EXPECT_NEAR(end.at("/components/M/Pos")[2], -4.29808784, 1e-5);
  EXPECT_NEAR(end.at("/components/M/Vel")[2], -25.81502675, 1e-4);
}

TEST(Tutorial, TheShippedFilesAgreeWithIt) {
  const std::filesystem::path folder = std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/fhsim";
  EXPECT_NEAR(run(read_case(folder / "mass-spring.yaml")).at("/components/M/position")[2], -4.29808784, 1e-5);
  const Values end = run(read_case(folder / "MassLinearSpring.xml"), 10.0);
  EXPECT_NEAR(end.at("/components/M/Pos")[2], -4.29808784, 1e-5);
}

TEST(Tutorial, AForgottenConnectionOfTheXmlIsNamedAsFhSimNamesIt) {
  std::string text = kTutorialXml;
  text.replace(text.find("S.PosA=\"0,0,-10\" "), 17, "");
  Diagnostics diagnostics;
  check_case(read_text(text, "MassLinearSpring.xml"), diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_THAT(diagnostics.list()[0].text(), HasSubstr("S.PosA"));
}

TEST(Tutorial, ARopeIsFollowedThroughItsJerks) {
  std::string text = kTutorial;
  text.replace(text.find("length: 10"), 10, "length: 10, tension_only: true");
  text.replace(text.find("time_step: 0.002, integrator: rk4"), 33,
               "tolerance: 1e-11, integrator: dopri5, max_step: 0.05");
  const Model model = read_text(text);
  EXPECT_NEAR(run(model, 0.5).at("/components/M/position")[2], -3.77375, 1e-9);
  EXPECT_NEAR(run(model, 1.2).at("/components/M/position")[2], 1.06625137, 2e-8);
  EXPECT_NEAR(run(model, 2.0).at("/components/M/velocity")[2], -3.46468664, 1e-7);
}

TEST(States, ARunGoesOnFromTheStateFileOfAnother) {
  const CaseFolder folder;
  std::string first = kTutorial, second = kTutorial;
  first.replace(first.find("duration: 10"), 12, "duration: 4");
  first += "";
  first.replace(first.find("{time_step: 0.1}"), 16, "{time_step: 0.1, state: end.yaml}");
  second.replace(second.find("duration: 10"), 12, "duration: 6, start: 4");
  second += "initial: {file: end.yaml}\n";
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
              Contains(AllOf(HasSubstr("initial.M.positon is no state"), HasSubstr("did you mean M.position?"))));
}

TEST(States, WhatIsNoNumberIsNamedInACaseAndInAStateFile) {
  EXPECT_THAT(
      faults(std::string(kTutorial) + "initial: {M.position: [abc, 2, 3], M.velocity: [0, 1]}\n"),
      ElementsAre(AllOf(HasSubstr("initial.M.position holds abc, which is no number"), HasSubstr("give 3 numbers")),
                  HasSubstr("initial.M.velocity has 2 numbers, the state is 3 wide")));
  const CaseFolder folder;
  std::ofstream(folder.path / "end.yaml") << "states:\n  M.position: [abc, 2, 3]\n  M.velocity: [0, .nan, [2]]\n";
  const Model model =
      read_text(std::string(kTutorial) + "initial: {file: end.yaml, M.vel: 3}\n", folder.path / "case.yaml");
  RunOptions options;
  options.output = folder.path / "out.h5";
  try {
    run_case(model, options);
    ADD_FAILURE() << "texts were taken for numbers";
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(),
                AllOf(HasSubstr("end.yaml:2:16: M.position holds abc, which is no number"), HasSubstr("end.yaml:3:"),
                      HasSubstr("M.velocity holds .nan, which is no number"), HasSubstr("initial.M.vel is no state")));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path / "out.h5"));
}

TEST(States, ValuesBesideAStateFileAreToldToHaveNoEffect) {
  const CaseFolder folder;
  std::ofstream(folder.path / "end.yaml") << "states:\n  M.position: [0, 0, 1]\n  M.velocity: [0, 0, 0]\n";
  const Model model = read_text(std::string(kTutorial) + "initial: {file: end.yaml, M.position: [0, 0, 2]}\n",
                                folder.path / "case.yaml");
  Diagnostics diagnostics;
  check_case(model, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts, Contains(HasSubstr("initial.M.position has no effect: initial.file holds that state")));
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

TEST(Faults, ANameThatTheDeviceTakesIsRefusedAtTheUsersLine) {
  EXPECT_THAT(
      faults("simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: sea, type: constant, value: 1}\n"),
      ElementsAre("case.yaml:3:5: two components are named sea; the other one (waves) is always there; rename this "
                  "one"));
}

TEST(Faults, ParametersAreJudgedWhereConnectionsCannotBeRead) {
  Diagnostics diagnostics;
  const Model model = read_case_text(
      "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: M, type: point-mass, mass: "
      "-1}\nconnections:\n"
      "  - {from: M.position}\n",
      "case.yaml", {}, diagnostics);
  check_data(model, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts, ::testing::UnorderedElementsAre(HasSubstr("connections.1.to is missing"),
                                                     HasSubstr("components.M.mass = -1 kg must be above 0")));
}

TEST(Faults, AWrongEntryOfAPickIsToldOnceWithItsValue) {
  EXPECT_THAT(
      faults("simulation: {duration: 1, time_step: 0.1}\ncomponents:\n"
             "  - {name: p, type: pick, width: 3, entries: [0, 0]}\nconnections: [{value: [1, 2, 3], to: p.input}]\n"),
      ElementsAre(AllOf(HasSubstr("entries"), HasSubstr("whole numbers from 1 to width = 3, not 0"))));
}

TEST(States, AMassFindsItsPlaceOfRestByNewtonsMethod) {
  // I3: at rest the spring of the tutorial is compressed by m g / k. Each sweep moves on by 99 times too much.
  std::string text = kTutorial;
  text.replace(text.find("position: [0, 0, -5]"), 20, "position: [0, 0, -5], rest: true");
  EXPECT_THAT(faults(text), Contains(AllOf(HasSubstr("the initial conditions of M.position"),
                                           HasSubstr("M.position went"), HasSubstr("initialization.method: newton"))));
  const Values end = run(read_text(text + "initialization: {method: newton, tolerance: 1e-12}\n"));
  EXPECT_NEAR(end.at("/components/M/position")[2], 0.0981, 1e-12);
  EXPECT_NEAR(end.at("/components/M/velocity")[2], 0.0, 1e-11);
  EXPECT_THAT(faults(text + "initialization: {method: anderson, tolerance: 0, max_iterations: 0}\n"),
              ElementsAre(HasSubstr("initialization.method = anderson"), HasSubstr("initialization.tolerance = 0"),
                          HasSubstr("initialization.max_iterations = 0")));
}

// One fault each, as a user makes it; `swell check` prints these.
std::string two_gains(const std::string& components, const std::string& connections) {
  return "simulation: {duration: 1, time_step: 0.1, integrator: rk4}\ncomponents:\n" + components + "connections:\n" +
         connections;
}

TEST(Surroundings, EveryComponentSeesTheSameSea) {
  // C9: a probe of the user's and a gauge of the case ask one object, at one place, and get the same bits.
  const Values end = run(read_text(R"(simulation: {duration: 3, time_step: 0.1, integrator: rk4}
environment: {gauges: [{x: 12, y: -3}]}
waves: {type: irregular, significant_height: 2, peak_period: 7, seed: 3, bins: {count: 20}}
bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
components:
  - {name: probe, type: wave-probe, position: [12, -3]}
  - {name: twin, type: wave-probe, position: [12, -3]}
  - {name: origin, type: wave-probe, position: [0, 0]}
)"));
  EXPECT_NE(end.at("/components/probe/output")[0], 0.0);
  EXPECT_EQ(end.at("/components/probe/output"), end.at("/components/twin/output"));
  EXPECT_NEAR(end.at("/components/origin/output")[0], end.at("/wave/elevation")[0], 1e-12);
  EXPECT_NEAR(end.at("/components/probe/output")[0], end.at("/wave/gauges")[0], 1e-12);
}

TEST(Faults, AForgottenInput) {
  EXPECT_THAT(faults(two_gains("  - {name: g, type: gain, factor: 2}\n  - {name: s, type: sine, period: 1}\n",
                               "  - {from: s.output, to: g.input}\n")),
              ::testing::IsEmpty());
  std::string text = kTutorial;
  const std::string line = "  - {from: M.position, to: S.position_b}\n";
  text.replace(text.find(line), line.size(), "");
  EXPECT_THAT(faults(text), Contains(AllOf(HasSubstr("S.position_b"), HasSubstr("connect"))));
}

TEST(Faults, ALoop) {
  EXPECT_THAT(faults(two_gains("  - {name: a, type: gain, factor: 2}\n  - {name: b, type: gain, factor: 3}\n",
                               "  - {from: a.output, to: b.input}\n  - {from: b.output, to: a.input}\n")),
              Contains(AllOf(HasSubstr("a.output"), HasSubstr("b.output"))));
}

const char* const kMeant =
    "  - {name: a, type: constant, value: %V, ports: {output: {%A}}}\n"
    "  - {name: b, type: gain, factor: 1, width: 3, ports: {input: {%B}}}\n";
std::vector<std::string> joined(const std::string& a, const std::string& b, const std::string& value = "[1, 2, 3]") {
  std::string components = kMeant;
  components.replace(components.find("%V"), 2, value);
  components.replace(components.find("%A"), 2, a);
  components.replace(components.find("%B"), 2, b);
  return faults(two_gains(components, "  - {from: a.output, to: b.input}\n"));
}

TEST(Faults, AWrongUnit) {
  EXPECT_THAT(joined("unit: m", "unit: N"),
              Contains(AllOf(HasSubstr("a.output is in m, b.input in N"), HasSubstr("VE_VariableConnection_3"))));
  EXPECT_THAT(joined("unit: kN", "unit: N"), ::testing::IsEmpty());
}

TEST(Faults, AWrongFrame) {
  EXPECT_THAT(joined("unit: N, frame: joint", "unit: N, frame: world"),
              Contains(AllOf(HasSubstr("X_Frame"), HasSubstr("'joint'"), HasSubstr("'world'"))));
}

TEST(Faults, AWrongType) {
  EXPECT_THAT(joined("type: Force", "type: LinearVelocity"),
              Contains(AllOf(HasSubstr("a.output is a Force"), HasSubstr("b.input a LinearVelocity"))));
}

TEST(Faults, AWrongSize) {
  EXPECT_THAT(joined("unit: N", "unit: N", "[1, 2]"), Contains(AllOf(HasSubstr("a.output"), HasSubstr("width"))));
}

TEST(Faults, AnUnknownTypeAndAWrongParameter) {
  EXPECT_THAT(
      faults("simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: a, type: gian, factor: 1}\n"
             "  - {name: m, type: point-mass, mass: -1}\n  - {name: n, type: point-mass, mas: 1}\n"),
      AllOf(Contains(AllOf(HasSubstr("case.yaml:3:"), HasSubstr("type = gian"), HasSubstr("did you mean gain?"))),
            Contains(AllOf(HasSubstr("mass = -1 kg must be above 0"))),
            Contains(AllOf(HasSubstr("unknown key"), HasSubstr("did you mean mass?")))));
}

// Independent mistakes of every kind, each told once and in the order of the file.
const char* const kManyFaults = R"(simulation: {duration: 1, time_step: 0.1}
bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
components:
  - {name: a, type: constant, value: [1, 2, 3], ports: {output: {unit: N, frame: joint}}}
  - {name: b, type: gain, factor: 1, width: 3, ports: {input: {unit: N, frame: world}}}
  - {name: forgotten, type: gain, factor: 2}
  - {name: l1, type: gain, factor: 2}
  - {name: l2, type: gain, factor: 2}
  - {name: bad, type: sampler, sample_time: 1, ports: {output: {unit: Newtonn}}}
  - {name: M, type: point-mass, mass: 1, ports: {force: {unit: kN}, forc: {unit: N}}}
  - {name: u, type: gain, factor: 1, ports: {output: {unit: m}}}
  - {name: w, type: gain, factor: 1, ports: {input: {unit: N}}}
  - {name: nomass, type: point-mass, mass: -1}
  - {name: widths, type: gain, factor: 1, width: 2}
  - name: oil
    type: circuit
    elements:
      - {name: hi, type: gas-accumulator, volume: -1, precharge: 1e6, initial_pressure: 1e6}
      - {name: ch, type: chamber, volume: -2}
      - {name: m, type: motor, displacement: 0}
      - {name: r, type: resistance, resistance: 1}
    nodes: [[hi.port, ch.port, r.a], [r.bb, m.high]]
    inputs: {x: r.flow}
connections:
  - {from: a.output, to: b.input}
  - {from: l1.output, to: l2.input}
  - {from: l2.output, to: l1.input}
  - {from: u.output, to: w.input}
  - {value: 1, to: u.input}
  - {value: 1, to: bad.input}
  - {from: bad.output, to: w2.input}
  - {from: a.outptu, to: cart.force}
  - {value: [1, 2, 3], to: cart.force}
  - {from: a.output, to: cart.force}
  - {from: nomass.position, to: M.force}
  - {from: a.output, to: widths.input}
initial: {M.positon: [0, 0, 0], nomass.velocity: [1, 2, 3]}
)";

TEST(Faults, AllMistakesOfAFileComeInOneListEachOnce) {
  const std::vector<::testing::Matcher<std::string>> of_components = {
      HasSubstr("yaml:7:5: input forgotten.input (width 1) is not connected; outputs that fit: l1.output"),
      HasSubstr("yaml:9:5: algebraic loop: l2.output -> l1.output -> l2.output"),
      HasSubstr("yaml:10:5: bad.output: unit Newtonn cannot be read"),
      HasSubstr("yaml:11:57: M.force: unit = kN, but this port is in N"),
      HasSubstr("yaml:11:75: M has no port forc; did you mean force?"),
      HasSubstr("yaml:14:44: components.nomass.mass = -1 kg must be above 0"),
      HasSubstr("yaml:19:51: components.oil.elements.hi.volume = -1 m^3 must be above 0"),
      HasSubstr("yaml:20:43: components.oil.elements.ch.volume = -2 m^3 must be above 0"),
      HasSubstr("yaml:21:46: components.oil.elements.m.displacement = 0 m^3/rad must be above 0"),
      HasSubstr("yaml:23:39: nodes has r.bb: no such terminal; did you mean r.b?"),
      HasSubstr("yaml:24:17: inputs.x = r.flow: no element has this input"),
      HasSubstr("yaml:26:5: X_Frame: a.output is in frame 'joint', b.input in 'world'"),
      HasSubstr("yaml:29:5: VE_VariableConnection_3: u.output is in m, w.input in N")};
  const std::vector<::testing::Matcher<std::string>> with_the_device = {
      HasSubstr("yaml:32:5: w2.input: no such input"),
      HasSubstr("yaml:33:5: a.outptu: no such output; did you mean a.output?"),
      HasSubstr("yaml:34:5: cart.force is given 3 numbers but is 6 wide"),
      HasSubstr("yaml:35:5: a.output (width 3, N) cannot feed cart.force (width 6, N, N m): the widths differ"),
      HasSubstr("yaml:37:5: a.output (width 3, N) cannot feed widths.input (width 2): the widths differ"),
      HasSubstr("yaml:38:22: initial.M.positon is no state; did you mean M.position?")};
  auto all = of_components;
  all.insert(all.end(), with_the_device.begin(), with_the_device.end());
  EXPECT_THAT(faults(kManyFaults), ::testing::ElementsAreArray(all));

  // A device that cannot be built hides nothing of what is wrong among the components.
  const std::vector<std::string> told =
      faults(std::string(kManyFaults) + "moorings: [{name: line, type: chian, body: cart}]\n");
  EXPECT_THAT(told, Contains(HasSubstr("chian")).Times(1));
  for (const auto& matcher : of_components) EXPECT_THAT(told, Contains(matcher).Times(1));

  // Nor does a key that cannot be read.
  Diagnostics diagnostics;
  std::string unread = kManyFaults;
  unread.replace(unread.find("mass: 100"), 9, "mass: -100");
  check_data(read_case_text(unread, "case.yaml", {}, diagnostics), diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts, Contains(HasSubstr("bodies.cart.mass = -100 kg must be above 0")));
  for (const auto& matcher : of_components) EXPECT_THAT(texts, Contains(matcher).Times(1));
}

TEST(Faults, ANameWithoutItsPortIsOneMistakeThatNamesThePorts) {
  EXPECT_THAT(faults(two_gains("  - {name: g, type: gain, factor: 2}\n  - {name: s, type: sine, period: 1}\n",
                               "  - {from: s, to: g.input}\n")),
              ElementsAre("case.yaml:6:5: s: no such output; name a port of it: s.output"));
  EXPECT_THAT(faults(two_gains("  - {name: g, type: gain, factor: 2}\n  - {name: s, type: sine, period: 1}\n",
                               "  - {from: s.output, to: g}\n")),
              ElementsAre("case.yaml:6:5: g: no such input; name a port of it: g.input"));
}

TEST(Faults, TwoComponentsOfOneNameAreToldOnce) {
  Diagnostics diagnostics;
  const Model model =
      read_case_text(two_gains("  - {name: g, type: gain, factor: 2}\n  - {name: g, type: sine, period: 1}\n",
                               "  - {from: g.output, to: g.input}\n"),
                     "case.yaml", {}, diagnostics);
  check_data(model, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 1U);
  EXPECT_THAT(diagnostics.list()[0].text(), HasSubstr("components has two items named g"));
}

TEST(General, DelayTransferFunctionAndExpressionFollowTheirFormulas) {
  const Values end = run(read_text(R"(simulation: {duration: 3, time_step: 0.01, integrator: rk4}
components:
  - {name: s, type: sine, period: 2}
  - {name: late, type: delay, time: 0.5}
  - {name: one, type: constant, value: 1}
  - {name: lag, type: transfer-function, numerator: [3], denominator: [0.5, 1]}
  - {name: f, type: expression, inputs: [x], constants: {k: 2}, expression: "k*x^2 + t"}
connections:
  - {from: s.output, to: late.input}
  - {from: one.output, to: lag.input}
  - {from: s.output, to: f.x}
)"));
  EXPECT_NEAR(end.at("/components/late/output")[0], std::sin(kPi * 2.5), 2e-4);
  EXPECT_NEAR(end.at("/components/lag/output")[0], 3.0 * (1.0 - std::exp(-6.0)), 1e-7);
  EXPECT_NEAR(end.at("/components/f/output")[0], 2.0 * std::pow(std::sin(3.0 * kPi), 2.0) + 3.0, 1e-12);
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

TEST(General, ASensorReadsLateAndInSteps) {
  const Values end = run(read_text(R"(simulation: {duration: 2, time_step: 0.05, integrator: rk4}
components:
  - {name: line, type: ramp, end: 2, to: 2}
  - {name: eye, type: sensor, sample_time: 0.1, delay: 0.3, quantum: 0.25}
  - {name: law, type: sampled-controller, sample_time: 0.1, numerator: [0.1, 0], denominator: [1, -1]}
  - {name: off, type: declutching, damping: 10, free_time: 1}
connections:
  - {from: line.output, to: eye.input}
  - {from: line.output, to: law.input}
  - {from: line.output, to: off.input}
)"));
  EXPECT_NEAR(end.at("/components/eye/output")[0], 1.75, 1e-12);              // 2 - 0.3 = 1.7, to the nearest quarter
  EXPECT_NEAR(end.at("/components/law/output")[0], 0.1 * 0.1 * 210.0, 1e-9);  // sum of 0, 0.1 ... 2.0, times 0.1
  EXPECT_NEAR(end.at("/components/off/output")[0], -20.0, 1e-9);
}

TEST(Faults, ALatchThatFreesInsteadOfHolding) {
  EXPECT_THAT(
      faults("simulation: {duration: 1, time_step: 0.1}\ncomponents:\n"
             "  - {name: a, type: latching, damping: 2, held_damping: 1, hold: 1}\n"),
      Contains(HasSubstr("held_damping = 1 N s/m is less than damping = 2: it would free the device, not hold it")));
}

TEST(Faults, ASampleTimeOfAMillionthOfAMillionth) {
  EXPECT_THAT(
      faults("simulation: {duration: 100, time_step: 0.1}\ncomponents:\n"
             "  - {name: c, type: sampled-controller, sample_time: 1.0e-12, numerator: [1], denominator: [1]}\n"
             "connections: [{value: 1, to: c.input}]\n"),
      ElementsAre("case.yaml:3:5: c samples every 1e-12 s: 1e+14 samples in the 100 s of the run, and a run takes at "
                  "most 1e+09; lengthen its sample_time"));
}

TEST(Faults, AWrongParameterIsSaidOnce) {
  const auto texts = faults(
      "simulation: {duration: 1, time_step: 0.05}\ncomponents:\n  - {name: eye, type: latching, damping: 1, "
      "held_damping: -1.0e9, hold: 1}\n"
      "  - {name: line, type: ramp, end: 2, to: 2}\nconnections: [{from: line.output, to: eye.input}]\n");
  EXPECT_THAT(texts, ElementsAre(HasSubstr("held_damping = -1.0e9 N s/m")));
}

TEST(Faults, ADelayOfMoreSamplesThanAnyoneCanMean) {
  for (const std::string law : {"sample_time: 0.1, delay: 1.0e+9", "sample_time: 1.0e-12, delay: 0.3"}) {
    std::string text = "simulation: {duration: 1, time_step: 0.05}\ncomponents:\n";
    text += "  - {name: line, type: ramp, end: 2, to: 2}\n  - {name: eye, type: sensor, ";
    text += law;
    text += "}\nconnections: [{from: line.output, to: eye.input}]\n";
    EXPECT_THAT(faults(text),
                Contains(AllOf(HasSubstr("case.yaml:4:"), HasSubstr("delay = "),
                               HasSubstr("s is more than a million samples of"), HasSubstr("shorten the delay"))));
  }
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

const std::string kCart = R"(simulation: {duration: 2, time_step: 0.01, integrator: rk4}
bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
)";

TEST(Device, ACircuitOfTheUsersBrakesTheCart) {
  // Oil pushed through a throttle between two equal chambers: F = -R A^2 v once the oil's own compliance has settled.
  const Values end = run(read_text(kCart + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}
components:
  - name: oil
    type: circuit
    elements:
      - {name: cylinder, type: cylinder, area_a: 0.01, area_b: 0.01, volume_a: 0.01, volume_b: 0.01, initial_pressure_a: 1.0e7, initial_pressure_b: 1.0e7}
      - {name: throttle, type: resistance, resistance: 1.0e7}
    nodes: [[cylinder.a, throttle.a], [throttle.b, cylinder.b]]
    inputs: {velocity: cylinder.velocity, position: cylinder.position}
    outputs: {output: cylinder.force}
connections:
  - {from: PTO.velocity, to: oil.velocity}
  - {from: PTO.position, to: oil.position}
  - {from: oil.output, to: PTO.force}
  - {value: 100, to: PTO.force}
)"));
  EXPECT_NEAR(end.at("/bodies/cart/velocity")[0], 0.1, 1e-4);  // 100 N against 1e7 x 0.01^2 N s/m, time constant 0.1 s
}

const std::string kNet = R"(simulation: {duration: 20, time_step: 0.01, integrator: rk4}
bodies: []
components:
  - name: net
    type: circuit
)";

TEST(Device, GasAndLiquidVesselsEqualiseThroughTubesAndRestrictors) {
  // A pneumatic tube of default gas is air: 5 bar and 1 bar meet in the middle; as oil, the tube would leave them
  // apart.
  const Values gas = run(read_text(kNet + R"(    elements:
      - {name: full, type: gas-vessel, volume: 0.1, initial_pressure: 5.0e5}
      - {name: bend, type: restrictor, domain: pneumatic, loss: 2, diameter: 0.03}
      - {name: line, type: tube, domain: pneumatic, length: 5, diameter: 0.03}
      - {name: empty, type: gas-vessel, volume: 0.1, initial_pressure: 1.0e5}
    nodes: [[full.port, bend.a], [bend.b, line.a], [line.b, empty.port]]
)"));
  const auto stored = gas.at("/components/net/part_stored_energy");
  const double exergy = 0.1 * (3e5 * std::log(3e5 / 101325.0) - 3e5 + 101325.0);
  EXPECT_NEAR(stored[0], exergy, 1e-3 * exergy);
  EXPECT_NEAR(stored[3], exergy, 1e-3 * exergy);
  // Equal stiffnesses meet at the mean pressure: 1/2 dp^2 / k of work from rest each, on top of p_0 dV.
  const Values oil = run(read_text(kNet + R"(    elements:
      - {name: full, type: linear-accumulator, stiffness: 1.0e8, rest_volume: 0.01, rest_pressure: 1.0e6, initial_volume: 0.02}
      - {name: line, type: pipe, length: 5, diameter: 0.03, initial_pressure: 1.5e6}
      - {name: empty, type: linear-accumulator, stiffness: 1.0e8, rest_volume: 0.01, rest_pressure: 1.0e6}
    nodes: [[full.port, line.a], [line.b, empty.port]]
)"));
  const auto held = oil.at("/components/net/part_stored_energy");
  EXPECT_NEAR(held[0], 1e6 * 0.005 + 0.5 * 1e8 * 0.005 * 0.005, 10.0);
  EXPECT_NEAR(held[2], held[0], 10.0);
}

TEST(Device, TheBooksOfACircuitBeginWithWhatItHoldsAtTheStart) {
  const std::string wheel = kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
)";
  const Values first = run(read_text(wheel), 0.0);
  EXPECT_NEAR(first.at("/components/net/stored_energy")[0], 0.5 * 5 * 10 * 10, 1e-9);
  EXPECT_NEAR(first.at("/components/net/part_absorbed_energy")[0], 0.0, 1e-12);
}

// No state of the integrator feels such a circuit: its rows are where it shows.
TEST(Device, ANumberThatOverflowsInACircuitStopsTheRun) {
  const std::string wheel = kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 1.0e+200}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
)";
  try {
    run(read_text(wheel));
    FAIL() << "not stopped";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("diverged at t = 0 s: net."), HasSubstr("is inf")));
    EXPECT_EQ(error.component(), "net");
  }
}

std::vector<std::string> warnings_of_run(const std::string& text) {
  CaseRun run(read_text(text));
  run.run([](double) { return true; });
  return run.warnings();
}

// 5 litres of gas at 1e5 Pa and 2e5 Pa (n = 1.4) hold 1.95 l of oil: a draw of 0.5 l/s has it empty at 3.9 s. 4.75 of 5
// l of gas are filled up at 9.5 s.
TEST(Device, AnEmptiedOrOverfilledAccumulatorAndAVacuumAreToldOnceWithTimeAndCure) {
  const std::string text = kNet + R"(    elements:
      - {name: draw, type: through-source, value: -0.0005}
      - {name: tank, type: gas-accumulator, volume: 0.005, precharge: 1.0e5, initial_pressure: 2.0e5}
      - {name: suction, type: resistance, resistance: 1.0e7}
      - {name: feed, type: through-source, value: 0.0005}
      - {name: line, type: resistance, resistance: 1.0e7}
      - {name: full, type: gas-accumulator, volume: 0.005, precharge: 1.0e5, initial_pressure: 1.0e5}
    nodes: [[draw.port, suction.a], [suction.b, tank.port], [feed.port, line.a], [line.b, full.port]]
)";
  EXPECT_THAT(
      warnings_of_run(text),
      ::testing::UnorderedElementsAre(
          AllOf(HasSubstr("net: at t = 3.91 s tank: the accumulator ran empty"), HasSubstr("lower its precharge")),
          AllOf(HasSubstr("net: at t = 3.91 s the pressure at draw.port, suction.a fell below a vacuum"),
                HasSubstr("oil cannot be pulled"), HasSubstr("charge_pressure")),
          HasSubstr("net: at t = 3.91 s the pressure at tank.port, suction.b fell below a vacuum"),
          AllOf(HasSubstr("net: at t = 9.5 s full: the accumulator was filled until its gas had less than a twentieth"),
                HasSubstr("relief valve"))));
  // Within their range nobody says anything.
  std::string shorter = text;
  shorter.replace(shorter.find("duration: 20"), 12, "duration: 3.8");
  EXPECT_THAT(warnings_of_run(shorter), ::testing::IsEmpty());
}

// At the edge between gas and empty the residual along Newton's corrections has a valley: they were cut to a 32nd each
// and ended at the limit, whatever the step.
TEST(Device, ALowAccumulatorAtTheEdgeOfEmptyIsFollowed) {
  std::string text = kCart;
  text.replace(text.find("mass: 100"), 9, "mass: 1000");
  const Values end = run(read_text(text + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0], stiffness: 4000, extension: 1}
components:
  - name: oil
    type: hydraulic-pto
    cylinder: {area_a: 0.004, area_b: 0.004, volume_a: 0.02, volume_b: 0.02, initial_pressure_a: 1.0e5, initial_pressure_b: 1.0e5}
    valve: {maximum_area: 0.002, maximum_pressure: 1.5e6}
    high: {volume: 0.005, precharge: 2.9e5, initial_pressure: 3.0e5}
    low: {volume: 0.001, precharge: 1.0e5, initial_pressure: 1.2e5}
    motor: {displacement_cc: 1, volumetric_efficiency: 0.95, mechanical_efficiency: 0.92}
    flywheel: {inertia: 1.0, damping: 0.1, initial_speed: 10}
    generator: {armature_resistance: 0.5, armature_inductance: 0.5, voltage_constant: 0.8, control: {speed: 800}}
connections:
  - {from: PTO.velocity, to: oil.velocity}
  - {from: PTO.position, to: oil.position}
  - {from: oil.output, to: PTO.force}
)"));
  EXPECT_LT(end.at("/components/oil/low_pressure")[0], 1.2e5);
  EXPECT_LT(std::abs(end.at("/bodies/cart/position")[0]), 1.0);
}

TEST(Device, AFlywheelRunsDownOnAGeneratorAndOnATransformer) {
  // J dw/dt = -k^2 w / (R_a + R_l), the current's time constant being 0.25 ms.
  const Values generator = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: generator, armature_resistance: 1, armature_inductance: 0.001, voltage_constant: 1, load_resistance: 3}
    nodes: [[wheel.port, generator.shaft]]
    outputs: {speed: wheel.speed}
)"));
  EXPECT_NEAR(generator.at("/components/net/speed")[0], 10.0 * std::exp(-20.0 / (5.0 * 4.0)), 1e-2);
  // A given torque of 2 N m brakes by 2/5 rad/s^2.
  const Values map = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 5, initial_speed: 10}
      - {name: generator, type: map-generator, efficiency: 0.9}
    nodes: [[wheel.port, generator.shaft]]
    inputs: {torque: generator.torque}
    outputs: {speed: wheel.speed}
connections:
  - {value: 2, to: net.torque}
)"));
  EXPECT_NEAR(map.at("/components/net/speed")[0], 10.0 - 0.4 * 20.0, 1e-6);
  // Twice the speed on the other side: its damper of 1 N m s is felt as 4.
  const Values gear = run(read_text(kNet + R"(    elements:
      - {name: wheel, type: flywheel, inertia: 80, initial_speed: 10}
      - {name: gear, type: transformer, domain_a: rotational, domain_b: rotational, ratio: 2}
      - {name: damper, type: resistance, domain: rotational, resistance: 1}
      - {name: ground, type: over-source, domain: rotational, value: 0}
    nodes: [[wheel.port, gear.a], [gear.b, damper.a], [damper.b, ground.port]]
    outputs: {speed: wheel.speed}
)"));
  EXPECT_NEAR(gear.at("/components/net/speed")[0], 10.0 * std::exp(-1.0), 1e-2);
}

TEST(Device, ACircuitWithOneMistakeHasOneMessage) {
  const auto message = [](const std::string& rest) -> std::string {
    try {
      run(read_text(kNet + rest));
    } catch (const std::exception& error) {
      return error.what();
    }
    return {};
  };
  const std::string wheel = "    elements:\n      - {name: wheel, type: flywheel, inertia: 5}\n";
  const std::string brake = "      - {name: brake, type: map-generator, efficiency: 0.9}\n";
  const std::string joined = "    nodes: [[wheel.port, brake.shaft]]\n";
  const std::string bad = message(wheel + "      - {name: brake, type: map-generator, efficiency: 2}\n" + joined +
                                  "    inputs: {torque: brake.torque}\n");
  EXPECT_NE(bad.find("efficiency = 2 must lie in (0, 1]"), std::string::npos) << bad;
  EXPECT_EQ(bad.find("unknown key"), std::string::npos) << bad;
  const std::string flat = message(wheel + brake + "    nodes: [wheel.port, brake.shaft]\n");
  EXPECT_NE(flat.find("nodes has wheel.port where a list of terminals should be"), std::string::npos) << flat;
  const std::string twice = message(wheel + brake + joined + "    inputs: {a: brake.torque, b: brake.torque}\n");
  EXPECT_NE(twice.find("inputs has a and b for brake.torque"), std::string::npos) << twice;
  const std::string untyped = message(wheel + "      - {name: brake}\n" + joined);
  EXPECT_NE(untyped.find("type is missing"), std::string::npos) << untyped;
  EXPECT_EQ(untyped.find("is no element"), std::string::npos) << untyped;
  const std::string wire =
      message(wheel + "      - {name: brake, type: tube, domain: electrical, length: 1, diameter: 1}\n" + joined);
  EXPECT_NE(wire.find("domain = electrical must be one of hydraulic, pneumatic"), std::string::npos) << wire;
  EXPECT_THAT(message(wheel + brake + joined + "    inputs: {a: }\n"),
              HasSubstr("inputs.a must name an input of an element, as element.signal; inputs of its elements: "
                        "brake.torque"));
  EXPECT_THAT(message(wheel + brake + joined + "    outputs: {a: wheel.sped}\n"),
              HasSubstr("outputs.a = wheel.sped: no element has this output; did you mean wheel.speed?"));
  EXPECT_THAT(message(wheel + brake + "    nodes: [[wheel.port, brake.shaft], [wheel.port, brake.shaft]]\n"),
              AllOf(HasSubstr("nodes has wheel.port in two nodes, which makes them one"),
                    HasSubstr("write all terminals of a node into one list")));
  EXPECT_THAT(message(wheel + brake + "    nodes: [[wheel.port, brake.shaft, wheel.port]]\n"),
              HasSubstr("nodes has wheel.port twice in one node; name it once"));
  EXPECT_THAT(message(wheel + brake + joined + "    inputs: {torque: brake.torque}\n    solver: {steps: 1.0e9}\n"),
              HasSubstr("solver.steps"));
}

TEST(Device, AFlywheelGearedToAPtoIsFeltAsMass) {
  const Values end = run(read_text(kCart + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}
components:
  - {name: wheel, type: flywheel, gear: 5, inertia: 4}
connections:
  - {from: PTO.velocity, to: wheel.velocity}
  - {from: wheel.inertia, to: PTO.inertia}
  - {value: 400, to: PTO.force}
)"));
  EXPECT_NEAR(end.at("/bodies/cart/position")[0], 0.5 * 400.0 / (100.0 + 25.0 * 4.0) * 4.0, 1e-9);
  EXPECT_NEAR(end.at("/ptos/PTO/force")[0], 100.0 * 2.0, 1e-9);  // what reaches the cart
}

TEST(Device, ALoadOfTheUsersIsPartOfTheReport) {
  const Values end = run(read_text(kCart + R"(ptos:
  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0]}
connections:
  - {value: [30, 0, 0, 0, 0, 0], to: cart.force}
)"));
  EXPECT_EQ(end.at("/bodies/cart/force/external")[0], 30.0);
  EXPECT_NEAR(end.at("/bodies/cart/force/total")[0], 30.0, 1e-12);
}

TEST(Device, APrescribedJointFollowsItsSignal) {
  const Values end = run(read_text(kCart + R"(joints:
  - {name: guide, type: translational, base: world, follower: cart, axis: [1, 0, 0], prescribed: true}
components:
  - {name: move, type: prescribed-motion, amplitude: 0.3, period: 3}
connections:
  - {from: move.output, to: guide.motion}
)"));
  const double w = 2.0 * kPi / 3.0;
  EXPECT_NEAR(end.at("/bodies/cart/position")[0], 0.3 * std::sin(2.0 * w), 1e-12);
  EXPECT_NEAR(end.at("/bodies/cart/acceleration")[0], -0.3 * w * w * std::sin(2.0 * w), 1e-12);
}

TEST(Device, ALatchHoldsTheDeviceForItsTime) {
  // A spring-mass with period 2 pi / sqrt(k/m) = 1 s is held at its turning points for 0.5 s: half a period later it
  // has only begun to move back.
  const double k = 100.0 * 4.0 * kPi * kPi;
  const std::string text = kCart +
                           "ptos:\n  - {name: PTO, type: translational, base: world, follower: cart, axis: [1, 0, 0], "
                           "stiffness: " +
                           std::to_string(k) + ", extension: 0.1}\n" + R"(components:
  - {name: latch, type: latching, damping: 0, held_damping: 1.0e9, hold: 0.5}
connections:
  - {from: PTO.velocity, to: latch.input}
  - {from: latch.output, to: PTO.force}
)";
  std::string fine = text;
  fine.replace(fine.find("time_step: 0.01, integrator: rk4"), 32, "time_step: 0.01, integrator: implicit");
  const Values held = run(read_text(fine), 0.9);
  EXPECT_NEAR(held.at("/bodies/cart/position")[0], -0.1, 2e-3);
  EXPECT_EQ(held.at("/components/latch/held")[0], 1.0);
  const Values free = run(read_text(fine), 1.25);
  EXPECT_NEAR(free.at("/bodies/cart/position")[0], 0.0, 5e-3);
}

// A bar on a hinge through its centre of gravity, pushed at a point 2 m ahead of it. The y axis turns the point
// downwards.
const std::string kBar = R"(simulation: {duration: 1.5, time_step: 0.005, integrator: rk4}
bodies:
  - {name: bar, mass: 100, inertia: [50, 50, 50], center_of_gravity: [0, 0, 0]}
joints:
  - {name: hinge, type: rotational, base: world, follower: bar, location: [0, 0, 0]}
components:
  - {name: push, type: constant, value: [0, 0, 30], ports: {output: {unit: N, frame: FRAME}}}
  - {name: place, type: gain, factor: 1, width: 3}
  - {name: speed, type: gain, factor: 1, width: 3}
connections:
  - {from: push.output, to: bar.force, point: [2, 0, 0]}
  - {from: bar.position, to: place.input, point: [2, 0, 0]}
  - {from: bar.velocity, to: speed.input, point: [2, 0, 0]}
)";

std::string bar(const std::string& frame) {
  std::string text = kBar;
  text.replace(text.find("FRAME"), 5, frame);
  return text;
}

TEST(Points, AForceInTheAxesOfTheBodyTurnsItEvenly) {
  // moment = r x F = (2, 0, 0) x (0, 0, 30) = (0, -60, 0) in the body's axes, whatever its angle.
  const Values end = run(read_text(bar("bar")));
  const double angle = -0.5 * 60.0 / 50.0 * 1.5 * 1.5;
  EXPECT_NEAR(end.at("/joints/hinge/position")[0], angle, 1e-9);
  EXPECT_NEAR(end.at("/components/place/output")[0], 2.0 * std::cos(angle), 1e-9);
  EXPECT_NEAR(end.at("/components/place/output")[2], -2.0 * std::sin(angle), 1e-9);
  EXPECT_NEAR(end.at("/bodies/bar/force/external")[4], -60.0, 1e-9);
}

TEST(Points, AForceInTheWorldLiftsItsPointAsItsWorkSays) {
  // 1/2 I w^2 = F z of the point, and the point's speed is 2 m times w. z down is the other way round.
  for (const auto& [frame, sign] : {std::pair("world", 1.0), std::pair("world-down", -1.0)}) {
    const Values end = run(read_text(bar(frame)));
    const double w = end.at("/joints/hinge/velocity")[0];
    EXPECT_NEAR(0.5 * 50.0 * w * w, sign * 30.0 * end.at("/components/place/output")[2], 1e-6);
    const auto& v = end.at("/components/speed/output");
    EXPECT_NEAR(std::hypot(v[0], v[2]), 2.0 * std::abs(w), 1e-9);
    EXPECT_LT(sign * w, -0.5);
  }
}

TEST(Points, AConstantForceAndAWrenchActAtAPointToo) {
  std::string text = bar("bar");
  const std::string line = "{from: push.output, to: bar.force, point: [2, 0, 0]}";
  text.replace(text.find(line), line.size(), "{value: [0, 0, 30, 0, 7, 0], to: bar.force, point: [2, 0, 0]}");
  const Values begin = run(read_text(text), 0.0);
  EXPECT_NEAR(begin.at("/bodies/bar/force/external")[4], -60.0 + 7.0, 1e-9);
}

TEST(Points, WhatHasNoPointOrNoBodyIsSaid) {
  const auto with = [](const std::string& what, const std::string& instead) {
    std::string text = bar("world");
    text.replace(text.find(what), what.size(), instead);
    return faults(text);
  };
  EXPECT_THAT(
      with("to: bar.force, point: [2, 0, 0]", "to: bar.force"),
      ElementsAre("case.yaml:11:5: push.output (width 3, N) cannot feed bar.force (width 6, N, N m): the widths "
                  "differ; name the point of bar, from its centre of gravity in body axes: point: [0, 0, 0], "
                  "where the force acts"));
  EXPECT_THAT(
      with("to: place.input, point: [2, 0, 0]", "to: place.input"),
      ElementsAre(HasSubstr("12:5: bar.position (width 6, m, rad) cannot feed place.input (width 3): the widths "
                            "differ; name the point of bar")));
  EXPECT_THAT(with("bar.velocity", "bar.acceleration"),
              ElementsAre(HasSubstr("13:54: connections: bar.acceleration to speed.input has a point, but neither is a "
                                    "body's force, position or velocity")));
  EXPECT_THAT(with("name: place, type: gain, factor: 1, width: 3", "name: place, type: gain, factor: 1"),
              ElementsAre(HasSubstr("place.input takes 1 numbers, the place of a point has 3")));
  EXPECT_THAT(with("frame: world", "frame: bra"),
              ElementsAre(AllOf(HasSubstr("there is no frame bra"), HasSubstr("did you mean frame bar?"))));
  EXPECT_THAT(with("unit: N, frame: world", "unit: m"),
              ElementsAre(HasSubstr("push.output is in m, push.output at bar (2, 0, 0).in in N")));
  EXPECT_THAT(with("frame: world", "frame: joint"),
              ElementsAre(AllOf(HasSubstr("'joint'"), HasSubstr("numbers along its axes, not a vector in space"))));
}

TEST(Points, ASumAddsWhatLiesInOtherFramesInItsOwn) {
  // Three down and five up make two up, whichever comes first.
  for (const bool down_first : {true, false}) {
    const Values end = run(read_text(std::string("simulation: {duration: 0.1, time_step: 0.1}\n") + R"(bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
components:
  - {name: up, type: constant, value: [0, 0, 5, 0, 0, 0], ports: {output: {unit: "N, N m", frame: world}}}
  - {name: down, type: constant, value: [0, 0, 3, 0, 0, 0], ports: {output: {unit: "N, N m", frame: world-down}}}
  - {name: s, type: sum, width: 6}
connections:
  - {from: up.output, to: s.input)" + std::string(down_first ? "2" : "1") +
                                     "}\n  - {from: down.output, to: s.input" + std::string(down_first ? "1" : "2") +
                                     "}\n  - {from: s.output, to: cart.force}\n"));
    EXPECT_NEAR(end.at("/bodies/cart/force/external")[2], 2.0, 1e-12);
  }
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

TEST(Library, AControllerOfTheUsersRuns) {
  const Values end = run(read_text(with_library("")));
  EXPECT_NEAR(end.at("/bodies/cart/velocity")[0], 10.0 * (1.0 - std::exp(-0.2)), 1e-9);
}

TEST(Library, TheShippedControllerDoesWhatTheShippedFormulaDoes) {
  const std::filesystem::path inputs = SWELL_SOURCE_DIR "/inputs/control";
  Diagnostics diagnostics;
  const Model formula = read_case(inputs / "expression.yaml", {"simulation.duration=20"}, diagnostics);
  const Model own =
      read_case(inputs / "own-library.yaml",
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
  const CaseFolder folder;
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
}  // namespace swell::model
