// Oracles H5, H6, H8 to H11 of circuits made from this library's elements.
#include "support.h"
#include "swell/network/tube.h"
#include "swell/network/vessel.h"
#include "swell_test/test.h"

namespace swell::network::testing::oracles_test {
namespace {

constexpr double kPi = 3.14159265358979323846;

// kappa of dp/dt = -kappa (p^2 - p_a^2): the tube that gives it for a vessel of 1 litre.
Network leaking_gas_vessel(double kappa) {
  constexpr double v = 1e-3;
  TubeParameters line;
  line.length = 1.0;
  line.density = kStandardAirDensity;
  line.diameter = 5e-3;
  // mdot = rho_mean dp / R with R = 128 mu L / (pi d^4); rho_mean = rho_s (p + p_a) / (2 p_a); m = V rho_s p / p_a, so
  // kappa = 1 / (2 R V).
  const double r = 1.0 / (2.0 * kappa * v);
  line.viscosity = r * kPi * std::pow(line.diameter, 4) / (128.0 * line.length);
  Circuit c;
  c.add("vessel", gas_vessel({v, kStandardAirDensity, 5e5}))
      .add("tube", tube(Domain::pneumatic, line))
      .add("air", over_source(Domain::pneumatic, kStandardPressure))
      .connect({"vessel.port", "tube.a"})
      .connect({"tube.b", "air.port"});
  return c.build();
}

TEST(GasVessel, EmptiesThroughALaminarTubeAsTheHyperbolicCotangent) {
  for (const auto& [t, p] :
       {std::pair{1.0, 340541.39333}, std::pair{5.0, 165562.59000}, std::pair{20.0, 103685.97462}}) {
    double previous = 0.0;
    for (const int steps : {200, 400}) {
      Runner run(leaking_gas_vessel(1e-6), fixed(Method::sdirk2));
      run.to(t, t / steps);
      const double error = std::abs(run.at("vessel.port.over") - p);
      EXPECT_LT(error, 40.0 * std::pow(200.0 / steps, 2));
      if (previous > 0.01) {
        EXPECT_NEAR(std::log2(previous / error), 2.0, 0.15) << t;
      }
      previous = error;
    }
  }
}

// A capacity that empties through a resistance: each step multiplies the pressure by (1 - h/2RC)/(1 + h/2RC), the
// first, before rates are known, by 1/(1 + h/RC).
TEST(Trapezoidal, MultipliesAsTheRuleDoesAndKeepsItsOrder) {
  constexpr double r = 1e8, c_tank = 1e-8, start = 1e6, rc = r * c_tank;
  Circuit c;
  c.add("tank", capacity(Domain::hydraulic, c_tank, start))
      .add("load", resistance(Domain::hydraulic, r))
      .add("drain", over_source(Domain::hydraulic, 0.0))
      .connect({"tank.port", "load.a"})
      .connect({"load.b", "drain.port"});
  double previous = 0.0;
  for (const double h : {0.1, 0.05}) {
    Runner run(c.build(), fixed(Method::trapezoidal));
    run.to(h, h);
    const double first = run.at("tank.level");
    EXPECT_NEAR(first, start / (1.0 + h / rc), 1e-6 * start);
    run.to(1.0, h);
    const double factor = (1.0 - 0.5 * h / rc) / (1.0 + 0.5 * h / rc);
    EXPECT_NEAR(run.at("tank.level"), first * std::pow(factor, std::lround(1.0 / h) - 1), 1e-6 * start);
    const double error = std::abs(run.at("tank.level") - start * std::exp(-1.0 / rc));
    if (previous > 0.0) {
      EXPECT_NEAR(std::log2(previous / error), 2.0, 0.15);
    }
    previous = error;
    // What the load takes is what the tank gave, by the same rule of quadrature: to the order of the first step.
    EXPECT_NEAR(run.account("load").absorbed + run.account("tank").absorbed + run.account("drain").absorbed, 0.0,
                1e-8 * c_tank * start * start);
  }
}

// |sin| flow into a capacity with a linear load.
TEST(RectifiedFlow, ReachesThePeriodicSolution) {
  constexpr double a = 0.1, v = 0.5, w = 0.8, r = 1e8, cap = 1e-7;
  SourceValue flow;
  flow.function = [](double t) { return a * v * std::abs(std::sin(w * t)); };
  Circuit c;
  c.add("pump", through_source(Domain::hydraulic, flow))
      .add("tank", capacity(Domain::hydraulic, cap, 3174301.7978))
      .add("load", resistance(Domain::hydraulic, r))
      .add("drain", over_source(Domain::hydraulic, 0.0))
      .connect({"pump.port", "tank.port", "load.a"})
      .connect({"load.b", "drain.port"});
  Runner run(c.build(), fixed(Method::sdirk2));
  const double period = kPi / w;
  const int n = 2000;
  double lowest = 1e9, highest = 0.0, mean = 0.0, t_low = 0.0, t_high = 0.0, cosine = 0.0, sine = 0.0;
  for (int i = 0; i < n; ++i) {
    const double before = run.at("tank.level");
    run.to(run.t + period / n, period / n);
    const double p = run.at("tank.level");
    if (p < lowest) {
      lowest = p;
      t_low = run.t;
    }
    if (p > highest) {
      highest = p;
      t_high = run.t;
    }
    mean += 0.5 * (before + p) / n;
    cosine += 2.0 / n * p * std::cos(2.0 * w * run.t);
    sine += 2.0 / n * p * std::sin(2.0 * w * run.t);
  }
  EXPECT_NEAR(run.at("tank.level"), 3174301.7978, 5.0);  // periodic
  EXPECT_NEAR(mean, 2.0 * r * a * v / kPi, 5.0);
  EXPECT_NEAR(lowest, 3050596.8142, 5.0);
  EXPECT_NEAR(highest, 3313277.4041, 5.0);
  EXPECT_NEAR(t_low, 0.82027, 2.0 * period / n);
  EXPECT_NEAR(t_high, 3.02154, 2.0 * period / n);
  EXPECT_NEAR(std::hypot(cosine, sine), 132370.834, 5.0);
}

TubeParameters oil_tube(double viscosity) {
  TubeParameters t;
  t.length = 5.0;
  t.diameter = 0.02;
  t.viscosity = viscosity;
  t.density = 850.0;
  return t;
}

TEST(Tube, HasTheLaminarAndTheTurbulentLossOfTheReference) {
  const TubeParameters laminar = oil_tube(0.05);
  EXPECT_NEAR(reynolds_number(laminar, 1e-4, 850.0), 108.225, 1e-3);
  EXPECT_NEAR(tube_pressure_drop(laminar, 1e-4, 850.0), 6366.1977, 1e-4);
  EXPECT_NEAR(tube_pressure_drop(laminar, 1e-4, 850.0) / 1e-4, 63661977.237, 1e-2);
  const TubeParameters turbulent = oil_tube(0.02);
  EXPECT_NEAR(reynolds_number(turbulent, 5e-3, 850.0), 13528.17, 0.01);
  EXPECT_NEAR(haaland_friction_factor(13528.17, 1.5e-6 / 0.02), 0.0285635554, 1e-9);
  EXPECT_NEAR(tube_pressure_drop(turbulent, 5e-3, 850.0), 768743.5185, 0.1);
  EXPECT_NEAR(tube_pressure_drop(turbulent, -5e-3, 850.0), -768743.5185, 0.1);
}

TEST(Pipe, SuddenStopRaisesTheJoukowskyPressure) {
  PipeParameters parameters;
  parameters.tube = oil_tube(1e-9);  // next to no friction
  parameters.tube.length = 100.0;
  parameters.bulk_modulus = 1.86e9;
  parameters.segments = 40;
  const double area = 0.25 * kPi * 0.02 * 0.02;
  parameters.initial_flow = area * 1.0;  // 1 m/s
  Circuit c;
  c.add("pipe", pipe(parameters))
      .add("tank", over_source(Domain::hydraulic, 0.0))
      .add("plug", closed(Domain::hydraulic))
      .connect({"tank.port", "pipe.a"})
      .connect({"pipe.b", "plug.port"});
  SolverOptions o = fixed(Method::sdirk2);
  // Plugging a moving column is a jump of a state; the plug is felt through the last half cell.
  Runner run(c.build(), o);
  const double dt = 2.5e-4;
  double sum = 0.0;
  int count = 0;
  // Half way through the first wave: mean over a while, so that the ringing of the cells averages out.
  while (run.t < 0.09) {
    run.to(run.t + dt, dt);
    if (run.t > 0.03) {
      sum += run.at("pipe.pressure_40");
      ++count;
    }
  }
  EXPECT_NEAR(sum / count, 1.257378e6, 0.02 * 1.257378e6);
}

TEST(Pipe, WallElasticityLowersTheBulkModulus) {
  PipeParameters parameters;
  parameters.tube = oil_tube(0.05);
  parameters.wall_thickness = 1e-3;
  EXPECT_NEAR(pipe_bulk_modulus(parameters), 1.0 / (1.0 / 1.86e9 + 0.02 / (2.1e11 * 1e-3)), 1.0);
}

TEST(BulkModulus, FallsWithEntrainedGasAndRecoversUnderPressure) {
  EXPECT_DOUBLE_EQ(effective_bulk_modulus(1.4e9, 0.0, 1.4, 1e5), 1.4e9);
  // At p_a: r = 1/99, 1/beta = (1/beta_0 + r / (n p_a)) / (1 + r).
  const double r = 1.0 / 99.0;
  const double expected = (1.0 + r) / (1.0 / 1.4e9 + r / (1.4 * kStandardPressure));
  EXPECT_NEAR(effective_bulk_modulus(1.4e9, 0.01, 1.4, kStandardPressure), expected, 1e-6 * expected);
  EXPECT_GT(effective_bulk_modulus(1.4e9, 0.01, 1.4, 3e7), 1.35e9);
}

// H11: a capacity behind a check valve holds the running maximum of the source.
class HeldMaximum : public ::testing::TestWithParam<Method> {};
TEST_P(HeldMaximum, FlowIsNeverNegativeAndThereIsNoChatter) {
  constexpr double opening = 1e5, amplitude = 1e6, w = 2.0;
  SourceValue wave;
  wave.function = [](double t) { return amplitude * std::sin(w * t) * (1.0 + 0.05 * t); };
  Circuit c;
  c.add("source", over_source(Domain::hydraulic, wave))
      .add("valve", check_valve({opening, 0.0, 0.0}))
      .add("tank", capacity(Domain::hydraulic, 1e-9, 0.0))
      .connect({"source.port", "valve.a"})
      .connect({"valve.b", "tank.port"});
  Runner run(c.build(), fixed(GetParam()));
  const double dt = 0.01;
  double held = 0.0;
  for (int i = 0; i < 1500; ++i) {
    run.to(run.t + dt, dt);
    held = std::max(held, wave.function(run.t) - opening);
    ASSERT_GE(run.at("valve.a.through"), -1e-12) << run.t;
    // SDIRK's inner stage may catch the crest between the points: half a step before or after it.
    ASSERT_NEAR(run.at("tank.level"), held, 2.0 * amplitude * std::pow(w * dt, 2)) << run.t;
  }
  EXPECT_LE(run.work.statistics.largest_iterations, 8);
}
INSTANTIATE_TEST_SUITE_P(Methods, HeldMaximum, ::testing::Values(Method::backward_euler, Method::sdirk2));

TEST(CheckValve, RestsWhenSourceAndCapacityAreEqual) {
  Circuit c;
  c.add("source", over_source(Domain::hydraulic, 1e6))
      .add("valve", check_valve({0.0, 0.0, 0.0}))
      .add("tank", capacity(Domain::hydraulic, 1e-9, 1e6))
      .connect({"source.port", "valve.a"})
      .connect({"valve.b", "tank.port"});
  Runner run(c.build(), fixed(Method::backward_euler));
  run.to(1.0, 0.01);
  EXPECT_EQ(run.at("valve.a.through"), 0.0);
  EXPECT_LE(run.work.statistics.largest_iterations, 1);
}

TEST(ThermalAccumulator, IsAdiabaticWhenFastAndIsothermalWhenSlow) {
  for (const auto& [tau, n] : {std::pair{1e6, 1.4}, std::pair{1e-4, 1.0}}) {
    GasAccumulatorParameters p;
    p.volume = 0.01;
    p.precharge = 1e7;
    p.thermal_time = tau;
    Circuit c;
    c.add("accumulator", gas_accumulator(p))
        .add("pump", through_source(Domain::hydraulic, 1e-4))
        .connect({"accumulator.port", "pump.port"});
    Runner run(c.build(), fixed(Method::sdirk2));
    run.to(50.0, 0.1);
    EXPECT_NEAR(run.at("accumulator.port.over"), 1e7 * std::pow(2.0, n), 1e-3 * 1e7);
  }
}

TEST(ReliefValve, GivesFullFlowAtFullPressure) {
  for (const double lag : {0.0, 0.1}) {
    Circuit c;
    c.add("pump", through_source(Domain::hydraulic, 1e-3))
        .add("line", capacity(Domain::hydraulic, 1e-11, 0.0))
        .add("relief", relief_valve({1e7, 1.2e7, 2e-3, lag}))
        .add("tank", over_source(Domain::hydraulic, 0.0))
        .connect({"pump.port", "line.port", "relief.a"})
        .connect({"relief.b", "tank.port"});
    Runner run(c.build(), adaptive(1e-3, Method::sdirk2));
    run.to(5.0, 0.1);
    EXPECT_NEAR(run.at("line.level"), 1.1e7, 1e3);  // half of the full flow
  }
}

TEST(FreeActuator, FollowsItsMeasuredCurve) {
  Circuit c;
  c.add("actuator", free_actuator(Domain::hydraulic, {{0.0, 1e-5, 3e-5}, {0.0, 1e4, 2e4}, 1e-5}))
      .add("pump", through_source(Domain::hydraulic, 1e-6))
      .add("end", closed(Domain::hydraulic))
      .connect({"pump.port", "actuator.a"})
      .connect({"actuator.b", "end.port"});
  Runner run(c.build(), fixed(Method::sdirk2));
  run.to(10.0, 0.1);
  EXPECT_NEAR(run.at("actuator.b.over"), 1.5e4, 1e-3);
}

TEST(LinearAccumulator, GasPressureSolvesItsQuadraticEquation) {
  Circuit c;
  c.add("bag", linear_accumulator(Domain::pneumatic, {1e9, 1e-4, 1.2e5, 1.2e-4}))
      .add("source", gas_volume_flow_source(1e-5))
      .connect({"bag.port", "source.port"});
  Runner run(c.build(), fixed(Method::backward_euler));
  const double p0 = 1e9 * 2e-5 + 1.2e5;
  EXPECT_NEAR(run.at("bag.port.over"), p0, 1e-3);
  run.to(1.0, 0.01);
  const double p = run.at("bag.port.over");
  const double volume = run.at("bag.mass") * kStandardPressure / (kStandardAirDensity * p);
  EXPECT_NEAR(p, 1e9 * (volume - 1e-4) + 1.2e5, 1e-2);
  EXPECT_GT(p, p0);
}

TEST(Vessels, HoldWhatFlowedInThroughTheirTerminals) {
  const GasVesselParameters gas{0.02, 1.4, 2e5};
  const LinearAccumulatorParameters bag{1e9, 1e-4, 1.2e5, 1.2e-4};
  const auto check = [](auto part, const auto& source) {
    Circuit c;
    c.add("part", part).add("source", source).connect({"part.port", "source.port"});
    Runner run(c.build(), fixed(Method::sdirk2));
    const double before = run.account("part").stored;
    run.to(1.0, 0.001);
    const EnergyAccount after = run.account("part");
    EXPECT_GT(after.absorbed, 1.0);
    EXPECT_NEAR(after.stored - before, after.absorbed, 1e-5 * after.absorbed);
  };
  check(gas_vessel(gas), gas_volume_flow_source(1e-3, gas.standard_density));
  check(linear_accumulator(Domain::pneumatic, bag), gas_volume_flow_source(1e-4));
  check(linear_accumulator(Domain::hydraulic, bag), through_source(Domain::hydraulic, 1e-4));
}

TEST(Vessels, HoldTheSameExergyWhateverTheGas) {
  // Isothermal filling: E = V (p ln(p/p_a) - p) between the two pressures, of helium as of air.
  for (const double density : {kStandardAirDensity, 0.169}) {
    Circuit c;
    c.add("part", gas_vessel({0.02, density, 2e5}))
        .add("source", gas_volume_flow_source(1e-3, density))
        .connect({"part.port", "source.port"});
    Runner run(c.build(), fixed(Method::sdirk2));
    run.to(10.0, 0.01);
    const double p = 2e5 * std::exp(1e-3 * 10.0 / 0.02);
    EXPECT_NEAR(run.at("part.port.over"), p, 1e-4 * p);
    const auto energy = [](double pressure) {
      return 0.02 * (pressure * std::log(pressure / kStandardPressure) - pressure);
    };
    EXPECT_NEAR(run.account("part").absorbed, energy(p) - energy(2e5), 2e-4 * (energy(p) - energy(2e5)));
    EXPECT_NEAR(run.account("part").stored, energy(p) + 0.02 * kStandardPressure, 2e-4 * energy(p));
  }
}

TEST(Pipe, OfHundredsOfSegmentsIsSparse) {
  PipeParameters parameters;
  parameters.tube = oil_tube(0.05);
  parameters.segments = 400;
  Circuit c;
  c.add("pipe", pipe(parameters))
      .add("tank", over_source(Domain::hydraulic, 1e6))
      .add("plug", closed(Domain::hydraulic))
      .connect({"tank.port", "pipe.a"})
      .connect({"pipe.b", "plug.port"});
  const Network network = c.build();
  EXPECT_GT(network.unknowns(), 800U);
  EXPECT_LT(network.row_index().size(), 5 * network.unknowns());
}

TEST(Pipe, DerivativesAreThoseOfDifferences) {
  PipeParameters parameters;
  parameters.tube = oil_tube(0.05);
  parameters.segments = 3;
  const Element line = pipe(parameters);
  const Spec spec = line->spec();
  const std::size_t states = spec.states.size(), rows = 2 + states, width = 4 + states;
  // over 2, through 2, flows 4 (one turbulent, one backwards), pressures 3
  std::vector<double> x = {2e6, 1e6, 1e-4, -2e-4, 1e-4, 6e-3, -3e-4, 2e-4, 1.8e6, 1.5e6, 1.2e6};
  ASSERT_EQ(x.size(), width);
  const Point at{0.0, x.data(), x.data() + 2, nullptr, x.data() + 4, nullptr};
  std::vector<double> block(rows * width), low(rows), high(rows);
  Jacobian jacobian(block.data(), 2, 0, states, 2);
  line->jacobian(at, jacobian);
  for (std::size_t j = 0; j < width; ++j) {
    const double value = x[j], h = 1e-5 * std::abs(value);
    x[j] = value + h;
    line->evaluate(at, high.data(), high.data() + 2);
    x[j] = value - h;
    line->evaluate(at, low.data(), low.data() + 2);
    x[j] = value;
    for (std::size_t r = 0; r < rows; ++r) {
      const double slope = (high[r] - low[r]) / (2.0 * h);
      EXPECT_NEAR(block[r * width + j], slope, 1e-5 * std::abs(slope) + 1e-9) << r << " " << j;
      const bool reported =
          std::find(spec.pattern.begin(), spec.pattern.end(), std::make_pair(r, j)) != spec.pattern.end();
      EXPECT_TRUE(reported || slope == 0.0) << r << " " << j;
    }
  }
}

}  // namespace
}  // namespace swell::network::testing::oracles_test
