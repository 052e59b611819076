// Oracles H1, H2 and H4 of the linear and orifice circuits, and the requirements on the solver.
#include "swell/network/solver.h"

#include "support.h"
#include "swell_test/test.h"

namespace swell::network::testing::solver_test {
namespace {

constexpr double kR = 1e11, kC = 1e-11, kP0 = 1e6;

Network rc() {
  Circuit c;
  c.add("tank", capacity(Domain::hydraulic, kC, kP0))
      .add("line", resistance(Domain::hydraulic, kR))
      .add("drain", over_source(Domain::hydraulic, 0.0))
      .connect({"tank.port", "line.a"})
      .connect({"line.b", "drain.port"});
  return c.build();
}

TEST(RcAnalogue, BackwardEulerGivesItsOwnClosedFormToRounding) {
  for (const auto& [dt, expected] : {std::pair{0.1, 385543.289430}, std::pair{0.01, 369711.212329}}) {
    Runner run(rc(), fixed(Method::backward_euler));
    run.to(1.0, dt);
    const double closed = kP0 / std::pow(1.0 + dt / (kR * kC), std::round(1.0 / dt));
    EXPECT_NEAR(run.at("tank.level"), closed, 1e-9 * kP0);
    EXPECT_NEAR(run.at("tank.level"), expected, 1e-6);  // as printed in the reference
  }
}

TEST(RcAnalogue, OrderOfConvergenceIsOneAndTwo) {
  const double exact = kP0 * std::exp(-1.0);
  for (const auto& [method, order] : {std::pair{Method::backward_euler, 1.0}, std::pair{Method::sdirk2, 2.0}}) {
    double previous = 0.0;
    for (const double dt : {0.04, 0.02, 0.01}) {
      Runner run(rc(), fixed(method));
      run.to(1.0, dt);
      const double error = std::abs(run.at("tank.level") - exact);
      if (previous > 0.0) {
        EXPECT_NEAR(std::log2(previous / error), order, 0.05);
      }
      previous = error;
    }
  }
}

TEST(RcAnalogue, MeetsTheErrorBoundOfTheMiddlePointCriterion) {
  Runner run(rc(), adaptive(1e-3));
  run.to(5.0, 5.0);
  // Every step's local error is at most the tolerance times max(nominal, |p|) = 1e6 Pa, and the decay forgets.
  const double bound = 1e-3 * kP0 * static_cast<double>(run.work.statistics.steps);
  EXPECT_LT(std::abs(run.at("tank.level") - kP0 * std::exp(-5.0)), bound);
  Runner middle(rc(), adaptive(1e-3));
  middle.to(1.0, 1.0);
  // h = sqrt(2 tol) = 0.045 s at the largest, so the global error of backward Euler is below h t exp(-t) / 2 p_0.
  EXPECT_LT(std::abs(middle.at("tank.level") - kP0 * std::exp(-1.0)), 0.5 * 0.0548 * std::exp(-1.0) * kP0);
  EXPECT_LT(middle.work.statistics.steps, 120);
}

Network blow_down(double laminar) {
  Circuit c;
  c.add("tank", capacity(Domain::hydraulic, 1e-9, 1e7))
      .add("hole", orifice(0.6, 1e-5, 850.0, laminar))
      .add("drain", over_source(Domain::hydraulic, 0.0))
      .connect({"tank.port", "hole.a"})
      .connect({"hole.b", "drain.port"});
  return c.build();
}

constexpr double kEmpty = 21.7306746840;  // t_e [s]

TEST(OrificeBlowDown, BackwardEulerSolvesItsQuadraticEquation) {
  Runner run(blow_down(1.0), fixed(Method::backward_euler));
  const double dt = kEmpty / 100;
  EXPECT_NEAR(run.at("hole.a.through"), 9.2035798662e-4, 1e-13);
  run.to(dt, dt);
  EXPECT_NEAR(run.at("tank.level"), 9801990.00025, 1e-3);
  run.to(50 * dt, dt);
  // The laminar transition of 1 Pa changes the flow by 1e-13 of itself.
  EXPECT_NEAR(run.at("tank.level"), 2534432.52954, 1e-2);
}

TEST(OrificeBlowDown, PassesTheEndWithoutNanOrNegativePressure) {
  for (const Method method : {Method::backward_euler, Method::sdirk2}) {
    for (const bool controlled : {false, true}) {
      Runner run(blow_down(10.0), controlled ? adaptive(1e-3, method) : fixed(method));
      const double dt = kEmpty / 100;
      for (int i = 1; i <= 150; ++i) {
        run.to(i * dt, dt);
        ASSERT_TRUE(std::isfinite(run.at("tank.level")));
        ASSERT_GT(run.at("tank.level"), method == Method::backward_euler ? -1e-3 : -30.0) << i;
      }
      EXPECT_LT(std::abs(run.at("tank.level")), 1e-3);
    }
  }
}

TEST(OrificeBlowDown, HalfOfTheTimeLeavesAQuarterOfThePressure) {
  double previous = 0.0;
  for (const int steps : {25, 50, 100}) {
    Runner run(blow_down(1.0), fixed(Method::sdirk2));
    run.to(kEmpty / 2, kEmpty / 2 / steps);
    const double error = std::abs(run.at("tank.level") - 2.5e6);
    EXPECT_LT(error, 1e7 / (steps * steps));
    if (previous > 0.0 && error > 1.0) {
      EXPECT_GT(std::log2(previous / error), 1.8);
    }
    previous = error;
  }
}

Network two_tanks(double ohms) {
  Circuit c;
  c.add("first", capacity(Domain::hydraulic, 1e-11, 2e7)).add("second", capacity(Domain::hydraulic, 3e-11, 4e6));
  if (ohms > 0.0) {
    c.add("line", resistance(Domain::hydraulic, ohms)).connect({"first.port", "line.a"});
    c.connect({"line.b", "second.port"});
  } else {
    c.connect({"first.port", "second.port"});
  }
  return c.build();
}

TEST(Equalisation, IdealJoinReachesEqualPressureInOneStepOfAnyLength) {
  for (const double dt : {1e-9, 1e-6, 1e-3, 1.0}) {
    for (const Method method : {Method::backward_euler, Method::sdirk2}) {
      Runner run(two_tanks(0.0), fixed(method));
      run.to(dt, dt);
      EXPECT_NEAR(run.at("first.level"), 8e6, 1e-4) << dt;
      EXPECT_NEAR(run.at("second.level"), 8e6, 1e-4) << dt;
    }
  }
}

TEST(Equalisation, LosesTheSameEnergyWhateverTheResistance) {
  for (const double r : {1e10, 1e11, 1e12}) {
    Runner run(two_tanks(r), fixed(Method::sdirk2));
    const double tau = r * 0.75e-11;
    run.to(20.0 * tau, tau / 200.0);
    EXPECT_NEAR(run.at("first.level"), 8e6, 1.0);
    EXPECT_NEAR(run.account("line").absorbed, 960.0, 960.0 * 1e-4);
  }
}

TEST(Equalisation, PressureDifferenceDecaysWithTheTimeConstant) {
  Runner run(two_tanks(1e11), fixed(Method::sdirk2));
  run.to(0.75, 0.75 / 100);
  EXPECT_NEAR(run.at("first.level") - run.at("second.level"), 1.6e7 * std::exp(-1.0), 1.6e7 * 1e-4);
}

// The vessel can hold no more than its source gives, whenever the valve without resistance opens.
TEST(Equalisation, AnIdealCheckValveFillsTheVesselToItsSourceAndNoFurther) {
  Circuit c;
  c.add("source", over_source(Domain::hydraulic, SourceValue{0.0, [](double t) { return t < 0.5 ? 5e6 : 9e6; }}))
      .add("valve", check_valve({0.0, 0.0, 0.0}))
      .add("tank", capacity(Domain::hydraulic, kC, 1e6))
      .connect({"source.port", "valve.a"})
      .connect({"valve.b", "tank.port"});
  for (const Method method : {Method::backward_euler, Method::sdirk2}) {
    Runner run(c.build(), adaptive(1e-3, method));
    for (const auto& [time, pressure] : {std::pair{0.25, 5e6}, std::pair{1.0, 9e6}}) {
      run.to(time, 0.01);
      EXPECT_NEAR(run.at("tank.level"), pressure, 1e-8 * pressure) << time;
    }
  }
}

Network gas_pair(double exponent) {
  Circuit c;
  c.add("first", gas_accumulator({5e-3, 2e7, exponent}))
      .add("second", gas_accumulator({1e-2, 1e7, exponent}))
      .add("line", resistance(Domain::hydraulic, 1e9))
      .connect({"first.port", "line.a"})
      .connect({"line.b", "second.port"});
  return c.build();
}

// The oracle lets both gases share one volume, that is each gas keeps p V^n while the sum of volumes stays.
TEST(Equalisation, GasAccumulatorsMeetTheOracle) {
  for (const auto& [n, expected] : {std::pair{1.0, 13333333.3333}, std::pair{1.4, 13112460.818}}) {
    // The first gas must expand beyond its pre-charge volume: a smaller pre-charge with the same p V^n.
    Circuit c;
    const double v0 = 8e-3;
    c.add("first", gas_accumulator({v0, 2e7 * std::pow(5e-3 / v0, n), n, 0.0, 2e7}))
        .add("second", gas_accumulator({1e-2, 1e7, n}))
        .add("line", resistance(Domain::hydraulic, 1e9))
        .connect({"first.port", "line.a"})
        .connect({"line.b", "second.port"});
    Runner run(c.build(), adaptive(1e-3, Method::sdirk2));
    run.to(100.0, 1.0);
    EXPECT_NEAR(run.at("first.port.over"), expected, 1.0);
    EXPECT_NEAR(run.at("second.port.over"), expected, 1.0);
  }
}

TEST(Equalisation, AGasAccumulatorAtItsPrechargeGivesNothing) {
  Runner run(gas_pair(1.4), adaptive(1e-3));
  run.to(10.0, 1.0);
  EXPECT_NEAR(run.at("first.gas_volume"), 5e-3, 5e-3 * 1e-6);  // empty: the line is below its pre-charge
  EXPECT_NEAR(run.at("first.port.over"), 1e7, 1e3);
}

TEST(GasAccumulator, ChargedWithConstantFlowFollowsTheGasLawAndStoresItsEnergy) {
  struct Case {
    double n, t, p, energy;
  };
  for (const Case& k : {Case{1.0, 10, 11111111.1111, 10536.0515658}, Case{1.0, 50, 20000000, 69314.7180560},
                        Case{1.4, 10, 11589387.5723, 10761.2203777}, Case{1.4, 50, 26390158.2155, 79876.9776932}}) {
    Circuit c;
    c.add("accumulator", gas_accumulator({0.01, 1e7, k.n}))
        .add("pump", through_source(Domain::hydraulic, 1e-4))
        .connect({"accumulator.port", "pump.port"});
    Runner run(c.build(), fixed(Method::sdirk2));
    run.to(k.t, 0.1);
    EXPECT_NEAR(run.at("accumulator.port.over"), k.p, 1e-9 * k.p);  // the volume is linear in time: exact
    const EnergyAccount account = run.account("accumulator");
    EXPECT_NEAR(account.stored, k.energy, 1e-9 * k.energy);
    EXPECT_NEAR(account.absorbed, k.energy, 1e-5 * k.energy);  // second-order quadrature of p Q
    EXPECT_NEAR(account.absorbed + run.account("pump").absorbed, 0.0, 1e-9 * k.energy);
  }
}

}  // namespace
}  // namespace swell::network::testing::solver_test
