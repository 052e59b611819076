// Signals that move elements of circuits, and values beyond what an element or a variable is made for.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::circuit_signals_test {
namespace {

const std::string kHead = "bodies: []\nsimulation: {duration: 1, time_step: 0.01, integrator: rk4}\n";

std::string refused(const std::string& text) {
  try {
    run(read_text(text));
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

// Oil from 10 to 0.1 MPa through a valve and an orifice, both moved by signals.
std::string valve(const std::string& opening, const std::string& area, const std::string& select = "") {
  return kHead + R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: source, type: over-source, value: 1.0e7}
      - {name: valve, type: valve, area: 8.0e-6, opening: 0.3}
      - {name: throttle, type: orifice, area: 2.0e-6}
      - {name: tank, type: over-source, value: 1.0e5}
    nodes: [[source.port, valve.a], [valve.b, throttle.a], [throttle.b, tank.port]]
    inputs: {opening: valve.opening, area: throttle.area}
connections:
  - {value: )" +
         opening + ", to: oil.opening}\n  - {value: " + area + ", to: oil.area}\n" + select;
}

TEST(CircuitSignals, AParameterThatAPortDrivesShowsWhatThePortGives) {
  const model::Model model =
      read_text(valve("0.7", "1.0e-6", "output: {select: [oil.valve.opening, oil.throttle.area]}\n"));
  CaseRun run(model, nullptr, model.output.select);
  Values end;
  run.run([&](double) {
    for (std::size_t i = 0; i < run.series().size(); ++i) end[run.series()[i].path] = {run.values(i)[0]};
    return true;
  });
  EXPECT_EQ(end.at("/signals/oil/valve.opening")[0], 0.7);
  EXPECT_EQ(end.at("/signals/oil/throttle.area")[0], 1.0e-6);
}

TEST(CircuitSignals, BeyondTheirRangeAreReportedOnce) {
  EXPECT_THAT(run_warnings(valve("1", "0.0")), IsEmpty());
  EXPECT_THAT(run_warnings(valve("1.5", "1.0e-6")),
              ElementsAre(AllOf(HasSubstr("valve.opening is 1.5, outside [0, 1]"), HasSubstr("saturation"))));
  EXPECT_THAT(run_warnings(valve("0.5", "-1.0e-6")),
              ElementsAre(HasSubstr("throttle.area is -1e-06, below 0: it is closed")));
}

TEST(CircuitSignals, ADrivenSourceGivesItsSignalAndItsValueOnlyWithoutAPort) {
  const std::string elements = kHead + R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: source, type: over-source, driven: true, value: 5.0e5}
      - {name: flow, type: through-source, driven: true, value: 2.0e-4}
      - {name: line, type: resistance, resistance: 1.0e9}
      - {name: store, type: capacity, capacity: 1.0e-9}
    nodes: [[source.port, line.a], [line.b, store.port, flow.port]]
)";
  const Values alone = run(read_text(elements));
  EXPECT_EQ(alone.at("/components/oil/source.pressure")[0], 5.0e5);
  EXPECT_DOUBLE_EQ(alone.at("/components/oil/flow.flow")[0], -2.0e-4);
  const Values driven = run(read_text(elements + "    inputs: {p: source.value, q: flow.value}\nconnections:\n"
                                                 "  - {value: 3.0e5, to: oil.p}\n  - {value: 1.0e-4, to: oil.q}\n"));
  EXPECT_EQ(driven.at("/components/oil/source.pressure")[0], 3.0e5);
  EXPECT_DOUBLE_EQ(driven.at("/components/oil/flow.flow")[0], -1.0e-4);
}

TEST(CircuitSignals, PortsHaveNamesThatConnectionsCanUse) {
  const std::string line = kHead + R"(components:
  - name: oil
    type: circuit
    elements: [{name: source, type: over-source, driven: true}, {name: end, type: closed}]
    nodes: [[source.port, end.port]]
    inputs: )";
  EXPECT_THAT(refused(line + "{a.b: source.value}\n"), HasSubstr("inputs has the port 'a.b': names have no dots"));
  EXPECT_THAT(refused(line + "{'a b': source.value}\n"), HasSubstr("inputs has the port 'a b': names have no dots"));
}

// A variable that reaches the end of its range stood there, its own equation not met, and nothing reported it.
TEST(CircuitRanges, SayWhereTheEquationsLeaveThem) {
  const std::string discharge = kHead + R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: tank, type: capacity, capacity: 1.0e-9, initial: 1.0e6}
      - {name: line, type: resistance, resistance: 1.0e9}
      - {name: sea, type: over-source, value: 0}
    nodes: [[tank.port, line.a], [line.b, sea.port]]
    variables: [{name: tank.pressure, lower: )";
  // 1e6 exp(-t / 1 s) is 8e5 Pa at 0.223 s, before the point at 0.23 s, and 3.68e5 Pa at the end.
  EXPECT_THAT(
      run_warnings(discharge + "8.0e5}]\n"),
      ElementsAre(AllOf(HasSubstr("at t = 0.23"), HasSubstr("pressure at node (tank.port, line.a) stands at 8e+05"),
                        HasSubstr("equations are not met"))));
  const Values within = run(read_text(discharge + "3.0e5}]\n    solver: {tolerance: 1.0e-6}\n"));
  EXPECT_NEAR(within.at("/components/oil/tank.pressure")[0], 1e6 * std::exp(-1.0), 1e-3 * 1e6 * std::exp(-1.0));
}

TEST(CircuitRanges, AVesselHoldsNoLessThanNothing) {
  // 1.225 g at 10 g/s: empty after 0.1225 s.
  EXPECT_THAT(run_warnings(kHead + R"(components:
  - name: air
    type: circuit
    elements: [{name: pump, type: through-source, domain: pneumatic, value: -1.0e-2}, {name: tank, type: gas-vessel, volume: 1.0e-3}]
    nodes: [[pump.port, tank.port]]
)"),
              ElementsAre(AllOf(HasSubstr("at t = 0.1"), HasSubstr("the end of its range"))));
}

// The first solution of an ideal valve between two given pressures is singular: no variable is held by a bound there.
TEST(CircuitRanges, AreNotBlamedForASingularStart) {
  EXPECT_THAT(run_warnings(kHead + R"(components:
  - name: air
    type: circuit
    elements:
      - {name: source, type: over-source, domain: pneumatic, value: 2.0e5}
      - {name: valve, type: check-valve, domain: pneumatic, on_resistance: 0, off_conductance: 0}
      - {name: tank, type: gas-vessel, volume: 1.0e-3}
    nodes: [[source.port, valve.a], [valve.b, tank.port]]
)"),
              IsEmpty());
}

TEST(CircuitRanges, OfOwnEquationsHoldTheirStart) {
  const std::string finger = kHead + R"(components:
  - name: oil
    type: circuit
    elements:
      - {name: pump, type: through-source, value: 1.0e-3}
      - {name: finger, type: equations, terminals: [{name: port}], equations: [pressure - x], states: [{name: x, initial: 5, rate: flow, )";
  const std::string end = "}]}\n    nodes: [[pump.port, finger.port]]\n";
  EXPECT_THAT(refused(finger + "lower: 6, upper: 1" + end), HasSubstr("x: its range from 6 to 1 is empty"));
  EXPECT_THAT(refused(finger + "lower: 6" + end), HasSubstr("x: starts at 5, outside its range from 6 to inf"));
  EXPECT_EQ(refused(finger + "lower: 5" + end), "");
  EXPECT_THAT(refused(finger + "lower: 5" + end + "    solver: {minimum_step: 1, maximum_step: 0.1}\n"),
              HasSubstr("maximum_step = 0.1 s below minimum_step = 1 s"));
}

TEST(CircuitRanges, AnActuatorSaysWhenItsCurveEnds) {
  const auto fill = [](const std::string& volume) {
    return kHead + R"(components:
  - name: air
    type: circuit
    elements:
      - {name: source, type: over-source, value: )" +
           volume + R"(}
      - {name: line, type: resistance, resistance: 1.0e8}
      - {name: actuator, type: free-actuator, table: [[1.0e-3, 1.0e5], [3.0e-3, 2.0e5]]}
      - {name: plug, type: closed}
    nodes: [[source.port, line.a], [line.b, actuator.a], [actuator.b, plug.port]]
)";
  };
  // Time constant: 1e8 / 5e7 = 2 s; after 1 s 39 % of the difference of pressure has come.
  EXPECT_THAT(run_warnings(fill("3.0e5")), IsEmpty());
  EXPECT_THAT(
      run_warnings(fill("6.0e5")),
      ElementsAre(AllOf(HasSubstr("actuator: it holds more than at the last point"), HasSubstr("more points"))));
}

}  // namespace
}  // namespace swell::run::circuit_signals_test
