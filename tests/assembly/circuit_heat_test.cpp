// Terminals of several pairs of variables: oil that carries heat.
#include "swell_test/component_cases.h"
#include "swell_test/test.h"

namespace swell::run::circuit_heat_test {
namespace {

constexpr double kHeat = 1.7e6;  // density x heat capacity [J/(m^3 K)]

/// Oil of 320 K flows with 1e-3 m^3/s through a mixed tank of 0.02 m^3, which begins at 290 K, into a drain.
std::string warm_tank(const std::string& nodes) {
  const auto terminal = [](const std::string& name) {
    return fmt::format("{{name: {0}}}, {{name: {0}, domain: thermal}}", name);
  };
  return fmt::format(R"(bodies: []
simulation: {{duration: 30, time_step: 0.5, integrator: rk4}}
components:
  - name: oil
    type: circuit
    domains: [{{name: thermal, across: temperature, across_unit: K, through: heat_flow, through_unit: W, across_nominal: 300, through_nominal: 1.0e5, power: through}}]
    solver: {{tolerance: 1.0e-7}}
    elements:
      - {{name: pump, type: through-source, value: 1.0e-3}}
      - {{name: hot, type: over-source, domain: thermal, value: 320}}
      - name: tank
        type: equations
        terminals: [{1}, {2}]
        parameters: {{k: {0}, volume: 0.02}}
        states: [{{name: temperature, unit: K, initial: 290, nominal: 300, rate: (a_heat_flow + b_heat_flow) / (k * volume)}}]
        equations: [a_flow + b_flow, a_pressure - b_pressure - 1.0e6 * a_flow, a_heat_flow - k * a_flow * a_temperature, b_temperature - temperature]
      - name: drain
        type: equations
        terminals: [{3}]
        parameters: {{k: {0}}}
        equations: [pressure - 1.0e5, heat_flow - k * flow * temperature]
    nodes: {4}
)",
                     kHeat, terminal("a"), terminal("b"), terminal("port"), nodes);
}

TEST(SeveralPairs, MixedTankWarmsExponentially) {
  const Values end = run(read_text(warm_tank("[[pump.port, hot.port, tank.a], [tank.b, drain.port]]")));
  // T' = Q / V (T_in - T): a time constant of 20 s. The error of a step is below the tolerance, 3e-5 K = h^2 T'' / 2
  // with T'' <= 0.075 K/s^2: some 1100 steps.
  const double exact = 320.0 - 30.0 * std::exp(-1.5);
  EXPECT_NEAR(end.at("/components/oil/tank.temperature")[0], exact, 0.033);
  EXPECT_NEAR(end.at("/components/oil/drain.temperature")[0], end.at("/components/oil/tank.temperature")[0], 1e-5);
  EXPECT_NEAR(end.at("/components/oil/tank.a.heat_flow")[0], kHeat * 1e-3 * 320.0, 1e-6 * kHeat);
  EXPECT_NEAR(end.at("/components/oil/tank.a.pressure")[0], 1e5 + 1e3, 0.1);
  EXPECT_NEAR(end.at("/components/oil/drain.heat_flow")[0], -end.at("/components/oil/tank.b.heat_flow")[0], 0.01);
}

TEST(SeveralPairs, OrderWithinNodeIsIrrelevant) {
  EXPECT_EQ(run(read_text(warm_tank("[[pump.port, hot.port, tank.a], [tank.b, drain.port]]"))),
            run(read_text(warm_tank("[[drain.port, tank.b], [hot.port, tank.a, pump.port]]"))));
}

TEST(SeveralPairs, NamesTheDomainThatIsUnconnected) {
  EXPECT_THAT(faults(warm_tank("[[pump.port, tank.a], [tank.b, drain.port]]")),
              Contains(AllOf(HasSubstr("terminal tank.a is unconnected (thermal)"))));
}

}  // namespace
}  // namespace swell::run::circuit_heat_test
