// Openings of oil and gas, valves that a signal moves, sensors, actuators: each against its own law; names of
// variables.
#include "swell/network/valves.h"
#include "support.h"
#include "swell/network/gas_accumulator.h"
#include "swell/network/vessel.h"
#include "swell_test/test.h"

namespace swell::network::testing::valves_test {
namespace {

OpeningParameters gas_hole(double area) {
  OpeningParameters p;
  p.domain = Domain::pneumatic;
  p.area = area;
  p.density = kStandardAirDensity;
  p.discharge_coefficient = 0.8;
  return p;
}
SpoolParameters spool(Domain domain) {
  SpoolParameters p;
  p.full = gas_hole(2e-6);
  if (domain == Domain::hydraulic) p.full.density = 850.0;
  p.full.domain = domain;
  p.leakage = 1e-3;
  p.overlap = 0.1;
  return p;
}

TEST(GasOpening, IsChokedBelowTheCriticalRatioAndIsentropicAboveIt) {
  const OpeningParameters p = gas_hole(1e-6);
  // Choked: mdot = C A p_1 sqrt(k / (R T)) (2 / (k + 1))^((k + 1) / (2 (k - 1))), R T = p_a / rho_s.
  const double rt = kStandardPressure / kStandardAirDensity;
  const double choked = 0.8e-6 * 6e5 * std::sqrt(1.4 / rt) * std::pow(2.0 / 2.4, 2.4 / 0.8);
  const double critical = std::pow(2.0 / 2.4, 1.4 / 0.4);
  for (const double ratio : {0.0, 0.2, 0.5, critical})
    EXPECT_NEAR(opening_flow(p, p.area, 6e5, ratio * 6e5), choked, 1e-12 * choked) << ratio;
  // From the energy equation of a nozzle: v^2 / 2 = k / (k - 1) R T (1 - r^((k - 1) / k)), rho = rho_1 r^(1 / k).
  for (const double r : {0.6, 0.8, 0.95, 0.99}) {
    const double v = std::sqrt(2.0 * 1.4 / 0.4 * rt * (1.0 - std::pow(r, 0.4 / 1.4)));
    const double flow = 0.8e-6 * 6e5 / rt * std::pow(r, 1.0 / 1.4) * v;
    EXPECT_NEAR(opening_flow(p, p.area, 6e5, r * 6e5), flow, 1e-12 * flow) << r;
    EXPECT_NEAR(opening_flow(p, p.area, r * 6e5, 6e5), -flow, 1e-12 * flow) << r;
  }
  EXPECT_EQ(opening_flow(p, p.area, 3e5, 3e5), 0.0);
}

// A choked vessel empties as p = p_0 exp(-t / tau), tau = V / (C A sqrt(k R T) (2/(k+1))^((k+1)/(2(k-1)))) of
// isothermal gas.
TEST(GasOpening, AVesselBlowsDownExponentiallyWhileItIsChoked) {
  Circuit c;
  GasVesselParameters tank;
  tank.volume = 1e-3;
  tank.initial_pressure = 1e6;
  c.add("tank", gas_vessel(tank))
      .add("hole", controlled_orifice(gas_hole(1e-6)))
      .add("outside", over_source(Domain::pneumatic, kStandardPressure))
      .connect({"tank.port", "hole.a"})
      .connect({"hole.b", "outside.port"});
  Runner run(c.build(), fixed(Method::sdirk2));
  const double rt = kStandardPressure / kStandardAirDensity;
  const double tau = 1e-3 / (0.8e-6 * std::sqrt(1.4 * rt) * std::pow(2.0 / 2.4, 2.4 / 0.8));
  run.to(tau, tau / 200);
  // SDIRK2: (h / tau)^2 / 12 or less of the change.
  EXPECT_NEAR(run.at("tank.pressure"), 1e6 * std::exp(-1.0), 1e6 / (12.0 * 200 * 200));
}

TEST(DirectionalValve, JoinsTheWaysThatItsSpoolOpens) {
  for (const Domain domain : {Domain::hydraulic, Domain::pneumatic}) {
    for (const int ways : {3, 4}) {
      const SpoolParameters p = spool(domain);
      const Element valve = directional_valve(p, ways);
      const auto n = static_cast<std::size_t>(ways);
      const double over[] = {8e5, 1e5, 3e5, 5e5};
      for (const double u : {-2.0, -1.0, -0.55, -0.05, 0.0, 0.05, 0.55, 1.0, 2.0}) {
        double through[4] = {}, residual[4] = {}, sum = 0.0;
        valve->evaluate({0.0, over, through, nullptr, nullptr, &u}, residual, nullptr);
        for (std::size_t i = 0; i < n; ++i) sum += residual[i];  // minus what flows in at each terminal
        EXPECT_NEAR(sum, 0.0, 1e-15) << u;
        const auto area = [&](double x) {
          return 2e-6 * (1e-3 + (1.0 - 1e-3) * std::min(1.0, std::max(0.0, (x - 0.1) / 0.9)));
        };
        const double pa = opening_flow(p.full, area(u), 8e5, 3e5), at = opening_flow(p.full, area(-u), 3e5, 1e5);
        const double pb = ways == 4 ? opening_flow(p.full, area(-u), 8e5, 5e5) : 0.0;
        EXPECT_NEAR(-residual[0], pa + pb, 1e-15);
        EXPECT_NEAR(-residual[2], at - pa, 1e-15);
      }
    }
  }
}

TEST(ControlledValve, ItsOpeningIsAShareOfTheArea) {
  const SpoolParameters p = spool(Domain::hydraulic);
  EXPECT_EQ(spool_area(p, -1.0), 2e-6 * 1e-3);
  EXPECT_EQ(spool_area(p, 0.1), 2e-6 * 1e-3);
  EXPECT_NEAR(spool_area(p, 0.55), 2e-6 * (1e-3 + 0.999 * 0.5), 1e-20);
  EXPECT_EQ(spool_area(p, 7.0), 2e-6);
}

TEST(FlowSensor, SumsUpWhatACapacityTakes) {
  Circuit c;
  c.add("pump", through_source(Domain::hydraulic, 2e-4))
      .add("meter", flow_sensor(Domain::hydraulic))
      .add("tank", capacity(Domain::hydraulic, 1e-10, 1e5))
      .connect({"pump.port", "meter.a"})
      .connect({"meter.b", "tank.port"});
  Runner run(c.build(), fixed(Method::backward_euler));
  run.to(2.0, 0.1);
  EXPECT_NEAR(run.at("meter.total"), 4e-4, 1e-12);
  EXPECT_NEAR(run.out("meter.flow"), 2e-4, 1e-14);
  EXPECT_NEAR(run.at("tank.level") - 1e5, 4e-4 / 1e-10, 1e-1);
}

// A volume flow Q at the line's own pressure takes m' = -Q rho_s p / p_a: p = p_0 exp(-Q t / V), as of a vacuum pump.
TEST(GasVolumeFlowSource, EmptiesAVesselExponentially) {
  Circuit c;
  GasVesselParameters tank;
  tank.volume = 1e-3;
  c.add("pump", gas_volume_flow_source(-1e-4)).add("tank", gas_vessel(tank)).connect({"pump.port", "tank.port"});
  Runner run(c.build(), fixed(Method::backward_euler));
  run.to(5.0, 0.05);
  const double expected = kStandardPressure / std::pow(1.0 + 0.1 * 0.05, 100);  // backward Euler, exactly
  EXPECT_NEAR(run.at("tank.pressure"), expected, 1e-6 * expected);
}

TEST(ReliefValve, OfGasPassesItsFullFlowAtItsFullPressure) {
  ReliefValveParameters p;
  p.domain = Domain::pneumatic;
  p.crack_pressure = 1e5;
  p.full_pressure = 2e5;
  p.full_flow = 1e-3;
  for (const auto& [dp, flow] : {std::pair{5e4, 0.0}, std::pair{1.5e5, 5e-4}, std::pair{2e5, 1e-3}}) {
    Circuit c;
    c.add("a", over_source(Domain::pneumatic, 3e5))
        .add("b", over_source(Domain::pneumatic, 3e5 - dp))
        .add("valve", relief_valve(p))
        .connect({"a.port", "valve.a"})
        .connect({"valve.b", "b.port"});
    Runner run(c.build(), fixed(Method::backward_euler));
    run.to(0.1, 0.1);
    EXPECT_NEAR(run.at("valve.a.mass_flow"), flow, 1e-10);
  }
}

// After the pressure has fallen to half of what opens it, or below what is behind it, its lag must drive nothing back.
TEST(ReliefValve, ItsLagTakesEnergyAtAnyPressure) {
  ReliefValveParameters p;
  p.crack_pressure = 1e6;
  p.full_pressure = 5e6;
  p.full_flow = 1e-3;
  p.time_constant = 1.0;
  const Element valve = relief_valve(p);
  const double opening = 1e-3;
  for (const double dp : {-49e5, 0.0, 5e5, 2e6}) {
    const double over[2] = {5e6 + dp, 5e6}, through[2] = {0.0, 0.0};
    double residual[2] = {}, rate = 0.0;
    valve->evaluate({0.0, over, through, nullptr, &opening, nullptr}, residual, &rate);
    const double flow = -residual[1];  // through - flow
    EXPECT_DOUBLE_EQ(flow, opening * std::min(1.0, std::max(0.0, dp / 1e6)));
  }
}

TEST(GasAccumulator, WithoutEmptyStateFollowsTheGasLawBelowThePrecharge) {
  GasAccumulatorParameters p;
  p.volume = 8.5;
  p.precharge = 9.6e6;
  p.has_empty_state = false;
  Circuit c;
  c.add("low", gas_accumulator(p))
      .add("pump", through_source(Domain::hydraulic, -0.01))
      .connect({"low.port", "pump.port"});
  Runner run(c.build(), fixed(Method::sdirk2));
  run.to(50.0, 0.5);
  // PTO-Sim: p = p_0 (V_0 / (V_0 - int Q dt))^1.4 with Q = -0.01 m^3/s for 50 s.
  EXPECT_NEAR(run.at("low.port.over"), 9.6e6 * std::pow(8.5 / 9.0, 1.4), 1e-6 * 9.6e6);
  for (const ValidRange& range : run.solver.network().valid_ranges())
    EXPECT_LE(run.solver.value(run.state.data(), range.unknown), range.upper);
}

// A curve that rises, falls and rises again: what flows in through the terminals is what it stores, along any path.
TEST(FreeActuator, StoresWhatItsCurveTakes) {
  for (const Domain domain : {Domain::hydraulic, Domain::pneumatic}) {
    FreeActuatorParameters p;
    p.volume = {2e-6, 4e-6, 9e-6, 24e-6};
    p.pressure = {101325, 137000, 131000, 170000};
    p.initial_volume = 2e-6;
    Circuit c;
    c.add("balloon", free_actuator(domain, p))
        .add("pump", through_source(domain, domain == Domain::hydraulic ? 2e-6 : 2e-6 * 1.5))
        .add("plug", closed(domain))
        .connect({"balloon.a", "pump.port"})
        .connect({"balloon.b", "plug.port"});
    // Flows of this size, so that the tolerances are relative to them.
    c.scale({"balloon.a." + std::string(info(domain).through_name), 1e-6, {}, {}, {}});
    Runner run(c.build(), fixed(Method::sdirk2));
    const double before = run.account("balloon").stored;
    run.to(8.0, 0.002);
    const EnergyAccount account = run.account("balloon");
    EXPECT_GT(account.absorbed, domain == Domain::hydraulic ? 1.0 : 0.3);
    // Second order in 4000 steps, and first order at the corners of the curve: (dV/16e-6) / 4000 of the energy.
    EXPECT_NEAR(account.stored - before, account.absorbed, 1e-3 * account.absorbed);
  }
}

TEST(FreeActuator, RefusesACurveOnWhichOneMassHasTwoVolumes) {
  FreeActuatorParameters p;
  p.volume = {1e-6, 2e-6};
  p.pressure = {3e5, 1.2e5};
  EXPECT_THROW(free_actuator(Domain::pneumatic, p), InputError);
  EXPECT_NO_THROW(free_actuator(Domain::hydraulic, p));
}

TEST(OwnDomain, AHeatPairIsAnRcCircuit) {
  OwnDomain pair;
  pair.name = "thermal";
  pair.over = "temperature";
  pair.over_unit = "K";
  pair.through = "heat_flow";
  pair.through_unit = "W";
  pair.over_nominal = 300.0;
  pair.power = TerminalPower::through;
  const Domain thermal = Domain::own(pair);
  EXPECT_EQ(thermal, Domain::own(pair));
  EXPECT_NE(thermal, Domain::hydraulic);
  Circuit c;
  c.add("oil", capacity(thermal, 4e4, 350.0))
      .add("wall", resistance(thermal, 0.05))
      .add("sea", over_source(thermal, 283.0))
      .connect({"oil.port", "wall.a"})
      .connect({"wall.b", "sea.port"});
  Runner run(c.build(), fixed(Method::backward_euler));
  run.to(2000.0, 20.0);
  const double expected = 67.0 / std::pow(1.0 + 20.0 / 2000.0, 100);  // backward Euler of the RC circuit, exactly
  EXPECT_NEAR(run.at("oil.temperature") - 283.0, expected, 1e-6 * expected);
  EXPECT_NEAR(run.account("oil").absorbed, -4e4 * (67.0 - expected), 1e-6 * 4e4 * 67.0);  // heat, not heat x kelvin
}

TEST(Variables, EveryTerminalStateAndOutputHasOneName) {
  Circuit c;
  GasAccumulatorParameters gas;
  gas.volume = 0.01;
  gas.precharge = 1e6;
  c.add("tank", gas_accumulator(gas))
      .add("hole", controlled_orifice(OpeningParameters{Domain::hydraulic, 1e-6}))
      .add("drain", over_source(Domain::hydraulic, 1e5))
      .connect({"tank.port", "hole.a"})
      .connect({"hole.b", "drain.port"});
  std::set<std::string> names;
  for (const NamedVariable& v : c.build().variables()) EXPECT_TRUE(names.insert(v.name).second) << v.name;
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("tank.pressure", "tank.gas_volume", "tank.port.pressure",
                                                     "tank.flow", "hole.a.pressure", "hole.a.flow", "hole.b.pressure",
                                                     "hole.b.flow", "drain.pressure", "drain.flow"));
}

TEST(Scale, NominalAndRangeReplaceThoseOfTheElement) {
  const auto build = [](VariableScale scale) {
    Circuit c;
    c.add("tank", capacity(Domain::hydraulic, 1e-10, 1e6))
        .add("line", resistance(Domain::hydraulic, 1e9))
        .add("drain", over_source(Domain::hydraulic, 1e5))
        .connect({"tank.port", "line.a"})
        .connect({"line.b", "drain.port"})
        .scale(std::move(scale));
    return c.build();
  };
  const Network n = build({"line.a.flow", 1e-6, -1.0, 2.0, {}});
  const std::size_t i = n.unknown("line.a.flow");
  EXPECT_EQ(n.nominal()[i], 1e-6);
  EXPECT_EQ(n.lower()[i], -1.0);
  EXPECT_EQ(n.upper()[i], 2.0);
  for (const auto& [scale, text] :
       {std::pair{VariableScale{"line.a.flwo", 1.0, {}, {}, {}}, "did you mean line.a.flow?"},
        std::pair{VariableScale{"tank.pressure", {}, 2e6, {}, {}}, "starts at 1e+06 Pa, outside its range"}}) {
    try {
      build(scale);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_THAT(error.diagnostics().front().text(), ::testing::HasSubstr(text));
    }
  }
}

}  // namespace
}  // namespace swell::network::testing::valves_test
