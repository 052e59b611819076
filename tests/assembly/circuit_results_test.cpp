// What a circuit shows: every variable by name and unit, in results, selection, connections and inspection; elements
// and domains of the user's own; the choice of the solver.
#include "swell/assembly/built_case.h"
#include "swell/run/inspect.h"
#include "swell/run/simulation.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::circuit_results_test {
namespace {

using ::testing::AnyOf;
using ::testing::IsSupersetOf;

const std::string kHead = "bodies: []\nsimulation: {duration: 5, time_step: 0.01, integrator: rk4}\n";
// A laminar tube passes mdot = pi d^4 rho_s (p^2 - p_a^2) / (256 mu L p_a), so p' = -kappa (p^2 - p_a^2) with
// kappa = pi d^4 / (256 mu L V). This length makes it 5e-7 1/(Pa s); Re = 4 mdot / (pi d mu) begins at 2050.
constexpr double kVolume = 4e-6, kKappa = 5e-7;
constexpr double kLength = 3.141592653589793 * 1.6e-15 / (256.0 * 1.8e-5 * kKappa * kVolume);
std::string tube(const std::string& solver = "", const std::string& more = "") {
  return fmt::format(R"(components:
  - name: air
    type: circuit
    elements:
      - {{name: tank, type: gas-vessel, volume: 4.0e-6, initial_pressure: 5.0e5}}
      - {{name: tube, type: tube, domain: pneumatic, length: {:.17g}, diameter: 2.0e-4}}
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
  const Values end = run(read_text(kHead + tube("    solver: {tolerance: 1.0e-6}\n")));
  const double exact = 101325.0 / std::tanh(kKappa * 101325.0 * 5.0 + std::atanh(101325.0 / 5e5));
  // A step's error is 1e-6 of its size; what is left of it decays with the pressure, and there are less than 1000
  // steps.
  EXPECT_NEAR(end.at("/components/air/tank.pressure")[0], exact, 1e-3 * exact);
  EXPECT_NEAR(end.at("/components/air/tank.mass")[0],
              1.225 * kVolume * end.at("/components/air/tank.pressure")[0] / 101325.0, 1e-12);
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

TEST(StatesInResults, OfAMechanismWithoutFreedomAreLeftOut) {
  const std::string fixed =
      "simulation: {duration: 0.2, time_step: 0.1}\nwaves: {type: none}\nbodies:\n  - {name: base, mass: 1000, "
      "inertia: "
      "[1, 1, 1], center_of_gravity: [0, 0, 5]}\njoints:\n  - {name: weld, type: fixed, base: world, follower: base}\n"
      "output: {states: true}\n";
  EXPECT_TRUE(assembly::build_case(read_text(fixed)).states.empty());
}

TEST(CircuitResults, FeedConnectionsAndStopRules) {
  const std::string gain =
      "  - {name: half, type: gain, factor: 0.5}\nconnections:\n  - {from: air.tube.a.mass_flow, to: half.input}\n";
  const Values end = run(read_text(kHead + tube("", gain)));
  EXPECT_NEAR(end.at("/components/half/output")[0], 0.5 * end.at("/components/air/tube.a.mass_flow")[0], 1e-15);
  const Values stopped =
      run(read_text("bodies: []\nsimulation: {duration: 5, time_step: 0.01, integrator: rk4, stop: [{signal: "
                    "air.tank.pressure, below: 4.0e5}]}\n" +
                    tube()));
  // Two steps of 0.01 s at -kappa (p^2 - p_a^2) Pa/s.
  EXPECT_NEAR(stopped.at("/components/air/tank.pressure")[0], 4e5, 0.02 * kKappa * 16e10);
  const std::string wrong =
      "  - {name: half, type: gain, factor: 0.5}\nconnections:\n  - {from: air.tube.a.massflow, to: half.input}\n";
  EXPECT_THAT(faults(kHead + tube("", wrong)), Contains(HasSubstr("did you mean air.tube.a.mass_flow?")));
}

TEST(CircuitSolver, ToleranceBelowRoundOffAndAVariableScaledTwiceAreRefused) {
  EXPECT_THAT(faults(kHead + tube("    solver: {tolerance: 1.0e-30}\n")),
              ::testing::ElementsAre(HasSubstr("solver.tolerance = 1.0e-30 must lie in")));
  EXPECT_THAT(
      faults(kHead + tube("    variables: [{name: tank.pressure, lower: 0}, {name: tank.pressure, nominal: 1}]\n")),
      ::testing::ElementsAre(HasSubstr("has tank.pressure twice")));
}

TEST(CircuitSolver, EulerOfFixedStepsIsThatOfTheRcCircuit) {
  const std::string rc = R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: tank, type: capacity, capacity: 1.0e-11, initial: 1.0e6}
      - {name: line, type: resistance, resistance: 1.0e11}
      - {name: drain, type: over-source, value: 0}
    nodes: [[tank.port, line.a], [line.b, drain.port]]
    solver: {method: METHOD, steps: 1}
)";
  const auto with = [&](const std::string& method) {
    std::string text = rc;
    return text.replace(text.find("METHOD"), 6, method);
  };
  const auto by = [&](const std::string& method) {
    return run(read_text("bodies: []\nsimulation: {duration: 1, time_step: 0.1, integrator: rk4}\n" + with(method)))
        .at("/components/oil/tank.pressure")[0];
  };
  EXPECT_NEAR(by("backward-euler"), 1e6 / std::pow(1.1, 10), 1e-8 * 2e6);
  EXPECT_NEAR(by("forward-euler"), 1e6 * std::pow(0.9, 10), 1e-8 * 2e6);
  EXPECT_THAT(faults("bodies: []\nsimulation: {duration: 1, time_step: 0.1}\n" + with("sdirk2") +
                     "    variables: [{name: tank.presure, nominal: 1.0e6}, {name: line.a.flow, lower: 1}]\n"),
              ElementsAre(HasSubstr("did you mean tank.pressure?"), HasSubstr("line.a.flow starts at 0")));
}

TEST(EquationsElement, IsTheBuiltInVesselWhenItHasItsEquations) {
  const std::string own =
      R"(components:
  - name: air
    type: circuit
    elements:
      - name: tank
        type: equations
        terminals: [{name: port, domain: pneumatic}]
        states: [{name: mass, unit: kg, initial: 0.006045, nominal: 4.9e-6, rate: mass_flow}]
        parameters: {volume: 4.0e-6, density: 1.225}
        equations: [mass * 101325 - volume * density * pressure]
        outputs: [{name: standard_volume, unit: m^3, formula: mass / density}]
        stored_energy: volume * (pressure * ln(pressure / 101325) - pressure + 101325)
)" +
      fmt::format("      - {{name: tube, type: tube, domain: pneumatic, length: {:.17g}, diameter: 2.0e-4}}\n",
                  kLength) +
      R"(      - {name: outside, type: over-source, domain: pneumatic, value: 101325}
    nodes: [[tank.port, tube.a], [tube.b, outside.port]]
)";
  const std::string fixed = "    solver: {steps: 2}\n";
  std::string text = own + fixed;
  text.replace(text.find("0.006045"), 8, fmt::format("{:.17g}", 1.225 * kVolume * 5e5 / 101325.0));
  const Values mine = run(read_text(kHead + text)), built_in = run(read_text(kHead + tube(fixed)));
  for (const char* name : {"tank.pressure", "tank.mass", "tank.mass_flow", "tube.b.pressure"}) {
    const std::string path = std::string("/components/air/") + name;
    // Both solve the same equations to 1e-8.
    EXPECT_NEAR(mine.at(path)[0], built_in.at(path)[0], 1e-6 * std::abs(built_in.at(path)[0])) << name;
  }
  EXPECT_NEAR(mine.at("/components/air/tank.standard_volume")[0], mine.at("/components/air/tank.mass")[0] / 1.225,
              1e-12);
  const double stored = built_in.at("/components/air/part_stored_energy")[0];
  EXPECT_NEAR(mine.at("/components/air/part_stored_energy")[0], stored, 1e-6 * stored);
}

// At rest the loss has no slope in its flow, where Newton's method begins: |a| a = dp / 1e11.
TEST(EquationsElement, StartsWhereItsSlopeIsZero) {
  for (const double pressure : {1e5, 1e7, -1e7}) {
    Simulation simulation(read_text(kHead + fmt::format(R"(components:
  - name: oil
    type: circuit
    elements:
      - name: loss
        type: equations
        terminals: [{{name: a, domain: hydraulic}}, {{name: b, domain: hydraulic}}]
        equations: [a_pressure - b_pressure - 1e11*a_flow*abs(a_flow), a_flow + b_flow]
      - {{name: high, type: over-source, domain: hydraulic, value: {}}}
      - {{name: low, type: over-source, domain: hydraulic, value: 0}}
    nodes: [[loss.a, high.port], [loss.b, low.port]]
)",
                                                        pressure)));
    const double flow = std::copysign(std::sqrt(std::abs(pressure) / 1e11), pressure);
    EXPECT_NEAR(simulation.read("/components/oil/loss.a.flow")[0], flow, 1e-6 * std::abs(flow)) << pressure;
  }
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
)" + rest +
                  "      - {name: source, type: over-source, domain: pneumatic, value: 101325}\n    nodes: "
                  "[[tank.port, source.port]]\n");
  };
  EXPECT_THAT(with("        equations: [presure - 1]\n"), ElementsAre(HasSubstr("did you mean pressure?")));
  EXPECT_THAT(with("        equations: [pressure, mass_flow]\n"),
              ElementsAre(HasSubstr("has 2 formulas for 1 terminals")));
  EXPECT_THAT(with("        equations: [pressure - k]\n        parameters: {k: 1, pressure: 2}\n"),
              ElementsAre(HasSubstr("pressure names a variable of a terminal and a parameter")));
  EXPECT_THAT(with("        equations: [mass_flow = 1]\n"), ElementsAre(HasSubstr("assigns")));
  EXPECT_THAT(with("        equations: [pressure - 1 / k]\n        parameters: {k: 0}\n"),
              ElementsAre(HasSubstr("= pressure - 1 / k: -inf at the start")));
  EXPECT_THAT(
      with(
          "        equations: [mass_flow]\n        outputs: [{name: pressure, formula: t}, {name: a/b, formula: t}]\n"),
      ElementsAre(HasSubstr("names a variable of a terminal and an output"), HasSubstr("'a/b', which is not a name")));
}

#ifdef SWELL_TEST_LIBRARY
TEST(ElementOfALibrary, RunsAsTheShippedExampleSays) {
  const Values end = run(model::read_case(std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/circuits/own-element.yaml",
                                          {"components.oil.library=" SWELL_TEST_LIBRARY}));
  // dp = dp_0 / (1 + k dp_0 t / C); steps of 1e-3 of their size.
  EXPECT_NEAR(end.at("/components/oil/bill.a.pressure")[0] - 1e5, 4e5, 1e-3 * 8e5);
}
#endif

// A rod moved by hand on WEC-Sim's numbers: its accumulators have no empty state, and the low one is drained.
std::string wec_sim_train(const std::string& more) {
  return R"(bodies: []
simulation: {duration: 100, time_step: 0.02, integrator: rk4}
components:
  - {name: v, type: expression, expression: 0.5 * sin(0.8 * t)}
  - {name: x, type: expression, expression: 0.625 * (1 - cos(0.8 * t))}
  - {name: oil, type: hydraulic-pto, example: rm3)" +
         more + R"(}
connections:
  - {from: v.output, to: oil.velocity}
  - {from: x.output, to: oil.position}
)";
}
TEST(WecSimAccumulators, RunOnWithItsNumbersAndFollowItsGasLaw) {
  EXPECT_THAT(run_warnings(wec_sim_train(", headroom: 1")), ::testing::Not(Contains(HasSubstr("ran empty"))));
  EXPECT_THAT(run_warnings(wec_sim_train(", headroom: 1, low: {empty_state: true}")),
              Contains(HasSubstr("low: the accumulator ran empty")));
  const Values end = run(read_text(wec_sim_train(", headroom: 1")));
  const double volume = end.at("/components/oil/low.gas_volume")[0], p = end.at("/components/oil/low.pressure")[0];
  EXPECT_GT(volume, 8.5);
  EXPECT_NEAR(p, 1392.4 * 6894.75 * std::pow(8.5 / volume, 1.4), 1e-6 * p);  // p_0 (V_0 / (V_0 - int Q dt))^1.4
}

TEST(Headroom, KeepsTheGasAndGivesItMoreRoom) {
  const auto first = [](const std::string& headroom) {
    return run(read_text(kHead + R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: tank, type: gas-accumulator, volume: 0.01, precharge: 1.0e6, initial_pressure: 4.0e6, )" +
                         headroom + R"(}
      - {name: plug, type: closed}
    nodes: [[tank.port, plug.port]]
)"),
               0.0);
  };
  const Values plain = first("exponent: 1.2"), roomy = first("exponent: 1.2, headroom: 3");
  for (const char* name : {"/components/oil/tank.pressure", "/components/oil/tank.gas_volume"})
    EXPECT_NEAR(roomy.at(name)[0], plain.at(name)[0], 1e-9 * plain.at(name)[0]) << name;
}

TEST(OwnDomain, IsChosenByNameAndRefusedWithTheNearest) {
  const auto text = [](const std::string& domain) {
    return kHead + R"(components:
  - name: heat
    type: circuit
    domains: [{name: thermal, across: temperature, across_unit: K, through: heat_flow, through_unit: W, across_nominal: 300, power: through}]
    elements:
      - {name: oil, type: capacity, domain: )" +
           domain + R"(, capacity: 100, initial: 350}
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

// The shipped example: a laminar tube passes mdot = pi d^4 rho_s (p_1^2 - p_2^2) / (256 mu L p_a) (Poiseuille with the
// density at the mean pressure) at every row, the actuator is on its curve, and its mass is that of the one equation
// m' = mdot(p(m)), integrated here.
TEST(SoftActuator, FillsAndEmptiesAsItsEquationSays) {
  const model::Model model =
      model::read_case(std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/circuits/soft-actuator.yaml");
  const std::vector<double> volumes = {2e-6, 3e-6, 4e-6, 6e-6, 9e-6, 13e-6, 18e-6, 24e-6},
                            pressures = {101325, 128000, 137000, 133000, 131000, 136000, 148000, 170000};
  const auto on_curve = [&](double volume) {
    std::size_t i = 0;
    while (i + 2 < volumes.size() && volume > volumes[i + 1]) ++i;
    return pressures[i] + (pressures[i + 1] - pressures[i]) / (volumes[i + 1] - volumes[i]) * (volume - volumes[i]);
  };
  const auto pressure_of = [&](double mass) {  // p V rho_s = m p_a, p V rising along the curve
    double low = 1e-6, high = 1e-4;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (on_curve(middle) * middle * 1.225 < mass * 101325.0 ? low : high) = middle;
    }
    return on_curve(low);
  };
  const double k = 3.141592653589793 * std::pow(6e-4, 4) * 1.225 / (256.0 * 1.8e-5 * 1.0 * 101325.0);
  const auto source = [](double t) {
    const auto ramp = [&](double from, double to, double at) {
      return from + (to - from) * std::min(1.0, std::max(0.0, (t - at) / 0.1));
    };
    return t < 5.0 ? ramp(101325.0, 160000.0, 1.0) : ramp(160000.0, 101325.0, 9.0);
  };
  CaseRun run(model);
  Values row;
  double time = 0.0, mass = 1.225 * 2e-6, worst = 0.0;
  run.run([&](double t) {
    for (std::size_t i = 0; i < run.series().size(); ++i) row[run.series()[i].path] = {*run.values(i)};
    const auto at = [&](const char* name) { return row.at(std::string("/components/air/") + name)[0]; };
    constexpr double kStep = 0.002;
    for (; time < t - 0.5 * kStep; time += kStep) {
      const auto rate = [&](double when, double m) {
        const double p = pressure_of(m), s = source(when);
        return k * (s * s - p * p);
      };
      const double half = mass + 0.5 * kStep * rate(time, mass);
      mass += kStep * rate(time + 0.5 * kStep, half);
    }
    const double p_1 = at("source.pressure"), p_2 = at("actuator.a.pressure");
    EXPECT_NEAR(at("tube.a.mass_flow"), k * (p_1 * p_1 - p_2 * p_2), 1e-8 * 1e-3 + 1e-6 * k * 2.56e10) << t;
    EXPECT_NEAR(p_2, on_curve(at("actuator.volume")), 1e-6 * 1.6e5) << t;
    worst = std::max(worst, std::abs(at("actuator.mass") - mass));
    return true;
  });
  // The step control of the circuit: 1e-3 of a state and its nominal value, which is that of a full actuator.
  EXPECT_LT(worst, 2e-3 * 24e-6 * 1.225 * 170000.0 / 101325.0);
  EXPECT_GT(row.at("/components/air/part_absorbed_energy").size(), 0U);
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
}  // namespace swell::run::circuit_results_test
