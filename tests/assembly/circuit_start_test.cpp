// Where a circuit begins: its part of a state file, the first guess of a variable, outputs that nobody reads.
#include "swell_test/case_support.h"
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::circuit_start_test {
namespace {

/// Oil in tanks, joined in a row and at random, moved by a signal of time.
std::string random_circuit(unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine);
  };
  const auto pick = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); };
  const int tanks = 3 + pick(3);
  std::vector<std::string> nodes(static_cast<std::size_t>(tanks));
  std::string text =
      "components:\n  - {name: wave, type: sine, amplitude: 1.0e-4, period: 1.5}\n  - name: oil\n"
      "    type: circuit\n    inputs: {flow: pump.value}\n    elements:\n"
      "      - {name: pump, type: through-source, driven: true}\n";
  nodes[0] = "pump.port";
  for (int i = 0; i < tanks; ++i) {
    const double pressure = uniform(5e5, 3e6);
    switch (pick(3)) {
      case 0:
        text += fmt::format("      - {{name: t{}, type: capacity, capacity: {}, initial: {}}}\n", i,
                            uniform(1e-11, 1e-10), pressure);
        break;
      case 1:
        text += fmt::format(
            "      - {{name: t{}, type: gas-accumulator, volume: {}, precharge: 1.0e5, initial_pressure: {}}}\n", i,
            uniform(1e-3, 1e-2), pressure);
        break;
      default:
        text += fmt::format(
            "      - {{name: t{}, type: equations, terminals: [{{name: port}}], equations: [pressure - level], states: "
            "[{{name: level, nominal: 1.0e6, initial: {}, rate: {} * flow}}]}}\n",
            i, pressure, uniform(1e10, 1e11));
    }
    std::string& node = nodes[static_cast<std::size_t>(i)];
    node += (node.empty() ? "" : ", ") + fmt::format("t{}.port", i);
  }
  const int edges = tanks - 1 + pick(3);
  for (int e = 0; e < edges; ++e) {
    const int from = e < tanks - 1 ? e : pick(tanks - 1);
    const int to = e < tanks - 1 ? e + 1 : from + 1 + pick(tanks - 1 - from);
    const int kind = pick(4);
    if (kind == 0)
      text += fmt::format("      - {{name: e{}, type: resistance, resistance: {}}}\n", e, uniform(1e9, 1e10));
    else if (kind == 1)
      text += fmt::format("      - {{name: e{}, type: inertance, inertance: {}}}\n", e, uniform(1e8, 1e9));
    else if (kind == 2)
      text += fmt::format("      - {{name: e{}, type: orifice, area: {}}}\n", e, uniform(1e-6, 1e-5));
    else
      text += fmt::format("      - {{name: e{}, type: check-valve, on_resistance: {}}}\n", e, uniform(1e9, 1e10));
    nodes[static_cast<std::size_t>(from)] += fmt::format(", e{}.a", e);
    nodes[static_cast<std::size_t>(to)] += fmt::format(", e{}.b", e);
  }
  text += "    nodes:\n";
  for (const std::string& node : nodes) text += "      - [" + node + "]\n";
  const char* const solvers[] = {"{}", "{method: trapezoidal}", "{method: backward-euler}", "{steps: 2}",
                                 "{method: trapezoidal, steps: 1}"};
  text += std::string("    solver: ") + solvers[pick(5)] + "\n";
  return text + "connections:\n  - {from: wave.output, to: oil.flow}\n";
}

std::string span(double start, double duration) {
  // A dyadic step: t + n dt is exact from either start.
  return fmt::format("bodies: []\nsimulation: {{start: {}, duration: {}, time_step: 0.015625, integrator: rk4}}\n",
                     start, duration);
}

RunSummary run_in(const std::filesystem::path& folder, const std::string& text) {
  RunOptions options;
  options.output = folder / "out.h5";
  return run_case(read_text(text, folder / "case.yaml"), options);
}

TEST(CircuitStart, StateFileContinuesRunBitForBit) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const std::string circuit = random_circuit(seed);
    SCOPED_TRACE(circuit);
    const model::CaseFolder folder;
    const Values whole = run(read_text(span(0.0, 2.0) + circuit));
    run_in(folder.path, span(0.0, 1.0) + circuit + "output: {state: end.yaml}\n");
    const std::string second = span(1.0, 1.0) + circuit + "initial: {file: end.yaml}\n";
    const Values rest = run(read_text(second, folder.path / "case.yaml"));
    ASSERT_GT(whole.size(), 10U);
    EXPECT_EQ(rest, whole);
    EXPECT_THAT(texts(run_in(folder.path, second).warnings), Not(Contains(HasSubstr("anew"))));
  }
}

TEST(CircuitStart, RefusesStateFileOfOtherCircuit) {
  const std::string tank =
      "components:\n  - name: oil\n    type: circuit\n    elements:\n"
      "      - {name: NAME, type: capacity, capacity: 1.0e-11, initial: 1.0e6}\n"
      "      - {name: end, type: closed}\n    nodes: [[NAME.port, end.port]]\n";
  const auto named = [&](const std::string& name) {
    std::string text = tank;
    for (std::size_t at = text.find("NAME"); at != std::string::npos; at = text.find("NAME")) text.replace(at, 4, name);
    return text;
  };
  const model::CaseFolder folder;
  run_in(folder.path, span(0.0, 1.0) + named("tank") + "output: {state: end.yaml}\n");
  Diagnostics diagnostics;
  try {
    check_case(read_text(span(1.0, 1.0) + named("sump") + "initial: {file: end.yaml}\n", folder.path / "case.yaml"),
               diagnostics);
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
  }
  ASSERT_TRUE(diagnostics.has_errors());
  EXPECT_THAT(diagnostics.list().front().text(), HasSubstr("tank"));
}

// current^2 = voltage = 4 has the solutions 2 and -2.
std::string two_solutions(const std::string& variables) {
  return "bodies: []\nsimulation: {duration: 0.5, time_step: 0.1, integrator: rk4}\ncomponents:\n  - name: c\n"
         "    type: circuit\n    elements:\n      - {name: u, type: over-source, domain: electrical, value: 4}\n"
         "      - {name: own, type: equations, terminals: [{name: port, domain: electrical}], equations: [voltage - "
         "current * current]}\n    nodes: [[u.port, own.port]]\n" +
         variables;
}

TEST(CircuitStart, InitialOfTerminalChoosesSolution) {
  for (const double start : {-3.0, -0.1, 0.1, 3.0}) {
    const Values end =
        run(read_text(two_solutions(fmt::format("    variables: [{{name: own.current, initial: {}}}]\n", start))));
    // Newton's method ends below 1e-8 of nominal (10 A) + |x|.
    EXPECT_NEAR(end.at("/components/c/own.current")[0], std::copysign(2.0, start), 1.2e-7) << start;
  }
  EXPECT_THAT(faults(two_solutions("    variables: [{name: own.current, initial: -1, lower: 0}]\n")),
              ElementsAre(HasSubstr("own.current starts at -1 A, outside its range")));
}

// The current 1 = ln(voltage) of the element: a formula without a value at 0 V.
TEST(CircuitStart, InitialOfTerminalGivesFormulaValue) {
  const auto log_element = [](const std::string& initial) {
    return "bodies: []\nsimulation: {duration: 0.5, time_step: 0.1, integrator: rk4}\ncomponents:\n  - name: c\n"
           "    type: circuit\n    elements:\n      - {name: i, type: through-source, domain: electrical, value: 1}\n"
           "      - {name: own, type: equations, terminals: [{name: port, domain: electrical" +
           initial + "}], equations: [current - ln(voltage)]}\n    nodes: [[i.port, own.port]]\n";
  };
  // Newton's method ends below 1e-8 of nominal (100 V) + |x|.
  EXPECT_NEAR(run(read_text(log_element(", initial: 1"))).at("/components/c/own.voltage")[0], std::exp(1.0), 1.1e-6);
  EXPECT_THAT(faults(log_element("")), Contains(HasSubstr("inf at the start")));
}

TEST(CircuitStart, InitialOfStateReplacesItsElements) {
  const std::string tank =
      "bodies: []\nsimulation: {duration: 1, time_step: 0.1, integrator: rk4}\ncomponents:\n"
      "  - name: oil\n    type: circuit\n    elements:\n"
      "      - {name: tank, type: capacity, capacity: 1.0e-11, initial: 1.0e6}\n"
      "      - {name: end, type: closed}\n    nodes: [[tank.port, end.port]]\n"
      "    variables: [{name: tank.level, initial: 3.0e6}]\n";
  EXPECT_NEAR(run(read_text(tank)).at("/components/oil/tank.pressure")[0], 3e6, 1e-8 * 4e6);
}

// The voltage decays as exp(-t): the logarithm has no value after t = ln 2.
std::string decay(const std::string& more) {
  return more +
         "bodies: []\nsimulation: {duration: 2, time_step: 0.01, integrator: rk4}\ncomponents:\n  - name: c\n"
         "    type: circuit\n    elements:\n"
         "      - {name: tank, type: capacity, domain: electrical, capacity: 1, initial: 10}\n"
         "      - {name: r, type: resistance, domain: electrical, resistance: 1}\n"
         "      - {name: gnd, type: over-source, domain: electrical, value: 0}\n"
         "      - name: own\n        type: equations\n        terminals: [{name: port, domain: electrical}]\n"
         "        equations: [current]\n        outputs: [{name: bad, formula: ln(voltage - 5)}, {name: good, formula: "
         "2 "
         "* voltage}]\n    nodes: [[tank.port, r.a, own.port], [r.b, gnd.port]]\n    outputs: {bad: own.bad}\n";
}

TEST(UnreadOutput, DoesNotEndTheRun) {
  const model::CaseFolder folder;
  EXPECT_NO_THROW(run_in(folder.path, decay("output: {select: [c.own.good]}\n")));
  EXPECT_NO_THROW(run_in(folder.path, decay("output: {select: [c.tank]}\n")));
  for (const char* select : {"", "output: {select: [c.own.bad]}\n", "output: {select: [c.bad]}\n"}) {
    try {
      run_in(folder.path, decay(select));
      ADD_FAILURE() << select;
    } catch (const SimulationError& error) {
      EXPECT_THAT(error.what(), AllOf(HasSubstr("bad is nan"), HasSubstr("output.select")));
      EXPECT_NEAR(error.time(), std::log(2.0), 0.02);  // two rows
    }
  }
}

}  // namespace
}  // namespace swell::run::circuit_start_test
