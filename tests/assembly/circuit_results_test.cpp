// What a circuit shows: every variable by name and unit, in results, selection, connections and inspection; elements and
// domains of the user's own; the choice of the solver.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "swell/run/inspect.h"
#include "swell_test/component_cases.h"

namespace swell::run {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

const std::string kHead = "bodies: []\nsimulation: {duration: 5, time_step: 0.01, integrator: rk4}\n";
// The length that gives the coth law its kappa of 1e-6 1/(Pa s): a laminar tube passes
// mdot = pi d^4 rho_s (p^2 - p_a^2) / (256 mu L p_a), so kappa = pi d^4 / (256 mu L V).
constexpr double kLength = 3.141592653589793 * 1e-12 / (256.0 * 1.8e-5 * 1e-6 * 1e-3);
std::string tube(const std::string& solver = "", const std::string& more = "") {
  return fmt::format(R"(components:
  - name: air
    type: circuit
    elements:
      - {{name: tank, type: gas-vessel, volume: 1.0e-3, initial_pressure: 5.0e5}}
      - {{name: tube, type: tube, domain: pneumatic, length: {:.17g}, diameter: 1.0e-3}}
      - {{name: outside, type: over-source, domain: pneumatic, value: 101325}}
    nodes: [[tank.port, tube.a], [tube.b, outside.port]]
{}{})",
                     kLength, solver, more);
}

std::set<std::string> paths(const std::string& text) {
  const model::Model model = read_text(text);
  CaseRun run(model, nullptr, model.output.select);
  std::set<std::string> all;
  for (const assembly::Series& series : run.series())
    if (assembly::selected(series, model.output.select)) all.insert(series.path + " " + series.units);
  return all;
}

TEST(CircuitResults, EveryTerminalVariableAndStateIsThereByNameAndUnit) {
  EXPECT_THAT(paths(kHead + tube()),
              IsSupersetOf({"/components/air/tank.pressure Pa", "/components/air/tank.mass_flow kg/s",
                            "/components/air/tank.mass kg", "/components/air/tube.a.pressure Pa",
                            "/components/air/tube.a.mass_flow kg/s", "/components/air/tube.b.mass_flow kg/s",
                            "/components/air/outside.pressure Pa", "/components/air/part_stored_energy J"}));
  const Values end = run(read_text(kHead + tube()));
  const double exact = 101325.0 / std::tanh(1e-6 * 101325.0 * 5.0 + std::atanh(101325.0 / 5e5));
  // Tolerance 1e-3 of a step of the circuit's own, second order.
  EXPECT_NEAR(end.at("/components/air/tank.pressure")[0], exact, 1e-3 * exact);
  EXPECT_NEAR(end.at("/components/air/tank.mass")[0],
              1.225e-3 * end.at("/components/air/tank.pressure")[0] / 101325.0, 1e-12);
  EXPECT_NEAR(end.at("/components/air/tube.a.mass_flow")[0], -end.at("/components/air/tank.mass_flow")[0], 1e-12);
}

TEST(CircuitResults, AreSelectedByPatternsAndParametersOnRequest) {
  EXPECT_THAT(paths(kHead + tube() + "output: {select: [air.tank]}\n"),
              ElementsAre("/components/air/tank.mass kg", "/components/air/tank.mass_flow kg/s",
                          "/components/air/tank.pressure Pa"));
  EXPECT_THAT(paths(kHead + tube() + "output: {select: ['air.*.pressure']}\n"),
              ElementsAre("/components/air/outside.pressure Pa", "/components/air/tank.pressure Pa"));
  EXPECT_GE(paths(kHead + tube() + "output: {select: ['air.*']}\n").size(), 12U);
  EXPECT_THAT(paths(kHead + tube() + "output: {select: [air.tube.length, air.tank.mass]}\n"),
              ElementsAre("/components/air/tank.mass kg", "/signals/air/tube.length m"));
  EXPECT_THAT(faults(kHead + tube() + "output: {select: [air.tank.presure]}\n"),
              ElementsAre(HasSubstr("did you mean air.tank.pressure?")));
}

TEST(CircuitResults, StatesAreStoredAsStates) {
  EXPECT_THAT(paths(kHead + tube() + "output: {states: true, select: [states]}\n"),
              ElementsAre("/states/air/tank.mass kg"));
  const Values end = run(read_text(kHead + tube() + "output: {states: true}\n"));
  EXPECT_EQ(end.at("/states/air/tank.mass")[0], end.at("/components/air/tank.mass")[0]);
}

TEST(CircuitResults, FeedConnectionsAndStopRules) {
  const std::string gain = "  - {name: half, type: gain, factor: 0.5}\nconnections:\n  - {from: air.tube.a.mass_flow, to: half.input}\n";
  const Values end = run(read_text(kHead + tube("", gain)));
  EXPECT_NEAR(end.at("/components/half/output")[0], 0.5 * end.at("/components/air/tube.a.mass_flow")[0], 1e-15);
  const Values stopped = run(read_text(
      "bodies: []\nsimulation: {duration: 5, time_step: 0.01, integrator: rk4, stop: [{signal: air.tank.pressure, below: 4.0e5}]}\n" +
      tube()));
  // One step of 0.01 s at -kappa (p^2 - p_a^2) Pa/s.
  EXPECT_NEAR(stopped.at("/components/air/tank.pressure")[0], 4e5, 0.02 * 1e-6 * 16e10);
  const std::string wrong = "  - {name: half, type: gain, factor: 0.5}\nconnections:\n  - {from: air.tube.a.massflow, to: half.input}\n";
  EXPECT_THAT(faults(kHead + tube("", wrong)), Contains(HasSubstr("did you mean air.tube.a.mass_flow?")));
}

TEST(CircuitSolver, BackwardEulerOfFixedStepsIsThatOfTheRcCircuit) {
  const std::string rc = R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: tank, type: capacity, capacity: 1.0e-11, initial: 1.0e6}
      - {name: line, type: resistance, resistance: 1.0e11}
      - {name: drain, type: over-source, value: 0}
    nodes: [[tank.port, line.a], [line.b, drain.port]]
    solver: {method: backward-euler, steps: 1}
)";
  const Values end = run(read_text("bodies: []\nsimulation: {duration: 1, time_step: 0.1, integrator: rk4}\n" + rc));
  EXPECT_NEAR(end.at("/components/oil/tank.pressure")[0], 1e6 / std::pow(1.1, 10), 1e-8 * 2e6);
  EXPECT_THAT(faults("bodies: []\nsimulation: {duration: 1, time_step: 0.1}\n" + rc +
                     "    variables: [{name: tank.presure, nominal: 1.0e6}, {name: line.a.flow, lower: 1}]\n"),
              ElementsAre(HasSubstr("did you mean tank.pressure?"), HasSubstr("line.a.flow starts at 0")));
}

TEST(EquationsElement, IsTheBuiltInVesselWhenItHasItsEquations) {
  const std::string own = R"(components:
  - name: air
    type: circuit
    elements:
      - name: tank
        type: equations
        terminals: [{name: port, domain: pneumatic}]
        states: [{name: mass, unit: kg, initial: 0.006045, nominal: 1.225e-3, rate: mass_flow}]
        parameters: {volume: 1.0e-3, density: 1.225}
        equations: [mass * 101325 - volume * density * pressure]
        outputs: [{name: standard_volume, unit: m^3, formula: mass / density}]
        stored_energy: volume * (pressure * ln(pressure / 101325) - pressure + 101325)
)" + fmt::format("      - {{name: tube, type: tube, domain: pneumatic, length: {:.17g}, diameter: 1.0e-3}}\n", kLength) +
                          R"(      - {name: outside, type: over-source, domain: pneumatic, value: 101325}
    nodes: [[tank.port, tube.a], [tube.b, outside.port]]
)";
  const std::string fixed = "    solver: {steps: 2}\n";
  std::string text = own + fixed;
  text.replace(text.find("0.006045"), 8, fmt::format("{:.17g}", 1.225e-3 * 5e5 / 101325.0));
  const Values mine = run(read_text(kHead + text)), built_in = run(read_text(kHead + tube(fixed)));
  for (const char* name : {"tank.pressure", "tank.mass", "tank.mass_flow", "tube.b.pressure"}) {
    const std::string path = std::string("/components/air/") + name;
    // Both solve the same equations to 1e-8.
    EXPECT_NEAR(mine.at(path)[0], built_in.at(path)[0], 1e-6 * std::abs(built_in.at(path)[0])) << name;
  }
  EXPECT_NEAR(mine.at("/components/air/tank.standard_volume")[0], mine.at("/components/air/tank.mass")[0] / 1.225, 1e-12);
  const double stored = built_in.at("/components/air/part_stored_energy")[0];
  EXPECT_NEAR(mine.at("/components/air/part_stored_energy")[0], stored, 1e-6 * stored);
}

TEST(EquationsElement, SaysWhatIsWrongWithItsFormulas) {
  const auto with = [](const std::string& rest) {
    return faults(kHead + R"(components:
  - name: air
    type: circuit
    elements:
      - name: tank
        type: equations
        terminals: [{name: port, domain: pneumatic}]
)" + rest + "      - {name: source, type: over-source, domain: pneumatic, value: 101325}\n    nodes: [[tank.port, source.port]]\n");
  };
  EXPECT_THAT(with("        equations: [presure - 1]\n"), ElementsAre(HasSubstr("did you mean pressure?")));
  EXPECT_THAT(with("        equations: [pressure, mass_flow]\n"), ElementsAre(HasSubstr("has 2 formulas for 1 terminals")));
  EXPECT_THAT(with("        equations: [pressure - k]\n        parameters: {k: 1, pressure: 2}\n"),
              ElementsAre(HasSubstr("pressure names a variable of a terminal and a parameter")));
  EXPECT_THAT(with("        equations: [mass_flow = 1]\n"), ElementsAre(HasSubstr("assigns")));
}

TEST(OwnDomain, IsChosenByNameAndRefusedWithTheNearest) {
  const auto text = [](const std::string& domain) {
    return kHead + R"(components:
  - name: heat
    type: circuit
    domains: [{name: thermal, across: temperature, across_unit: K, through: heat_flow, through_unit: W, across_nominal: 300, power: through}]
    elements:
      - {name: oil, type: capacity, domain: )" + domain + R"(, capacity: 100, initial: 350}
      - {name: wall, type: resistance, domain: thermal, resistance: 0.05}
      - {name: sea, type: over-source, domain: thermal, value: 283}
    nodes: [[oil.port, wall.a], [wall.b, sea.port]]
)";
  };
  const Values end = run(read_text(text("thermal")));
  EXPECT_NEAR(end.at("/components/heat/oil.temperature")[0], 283.0 + 67.0 * std::exp(-1.0), 67.0 * 1e-3);
  EXPECT_EQ(end.count("/components/heat/wall.a.heat_flow"), 1U);
  EXPECT_THAT(faults(text("thermla")), ElementsAre(HasSubstr("did you mean thermal?")));
}

TEST(Topology, DrawsElementsNodesAndWhatDrivesThem) {
  const std::string driven = R"(components:
  - {name: command, type: constant, value: 2.0e5}
  - name: air
    type: circuit
    elements:
      - {name: source, type: over-source, domain: pneumatic, driven: true}
      - {name: tank, type: gas-vessel, volume: 1.0e-3}
      - {name: tube, type: tube, domain: pneumatic, length: 1, diameter: 1.0e-3}
    nodes: [[source.port, tube.a], [tube.b, tank.port]]
    inputs: {pressure: source.value}
connections:
  - {from: command.output, to: air.pressure}
)";
  const std::string dot = topology(inspect_case(read_text(kHead + driven)));
  EXPECT_THAT(dot, AllOf(HasSubstr("\"air.tube\" [label=\"tube\ntube\"]"), HasSubstr("\"air.tube\" -> \"air node 1\""),
                         HasSubstr("\"air.tube\" -> \"air node 2\""), HasSubstr("\"air.tank\" -> \"air node 2\""),
                         HasSubstr("\"command\" -> \"air.source\"")));
  EXPECT_EQ(std::count(dot.begin(), dot.end(), '{'), std::count(dot.begin(), dot.end(), '}'));
}

}  // namespace
}  // namespace swell::run
