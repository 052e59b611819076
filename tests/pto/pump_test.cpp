// The pump of variable displacement against its own law, and its compensator at rest and in a circuit.
#include "swell/pto/pump.h"
#include "swell/network/basic.h"
#include "swell/network/solver.h"
#include "swell_test/test.h"

namespace swell::pto::pump_test {
namespace {

using network::Domain;

MotorParameters losses() {
  MotorParameters m;
  m.displacement = 2e-5;
  m.losses = EfficiencyMotor{Table2(0.9), Table2(0.85), 100.0};
  return m;
}

TEST(VariablePump, TakesPowerAndGivesItAsPressureAndFlow) {
  const VariablePump pump(losses(), {});
  // Half displacement, 150 rad/s, 100 bar: Q = eta_v u D w, T = u D dp / eta_m.
  const double over[] = {1e5, 1.01e7, 150.0}, u = 0.5;
  double through[] = {0.0, 0.0, 0.0}, residual[3];
  pump.evaluate({0.0, over, through, nullptr, nullptr, &u}, residual, nullptr);
  const double flow = 0.9 * 0.5 * 2e-5 * 150.0, torque = 0.5 * 2e-5 * 1e7 / 0.85;
  EXPECT_NEAR(residual[1], flow, 1e-9 * flow);       // through[high] = -flow
  EXPECT_NEAR(residual[2], -torque, 1e-9 * torque);  // through[shaft] = torque
  through[0] = flow;
  through[1] = -flow;
  through[2] = torque;
  double value[4];
  pump.outputs({0.0, over, through, nullptr, nullptr, &u}, value);
  EXPECT_NEAR(value[0], flow, 1e-15);
  EXPECT_EQ(value[1], 0.5);
  EXPECT_NEAR(value[2], torque * 150.0, 1e-9);
  EXPECT_NEAR(value[3], torque * 150.0 - flow * 1e7, 1e-6);
}

TEST(VariablePump, ItsCompensatorHoldsThePressureAgainstAnyLoad) {
  for (const double lag : {0.0, 0.05}) {
    for (const double resistance : {1e9, 5e9, 2e10, 1e12}) {
      MotorParameters m;
      m.displacement = 2e-5;
      network::Circuit c;
      c.add("pump", VariablePump(m, PressureCompensator{1e7, 1e6, 0.0, lag}))
          .add("drive", network::over_source(Domain::rotational, 150.0))
          .add("tank", network::over_source(Domain::hydraulic, 1e5))
          .add("line", network::capacity(Domain::hydraulic, 1e-11, 1e5))
          .add("load", network::resistance(Domain::hydraulic, resistance))
          .connect({"pump.low", "tank.port", "load.b"})
          .connect({"pump.high", "line.port", "load.a"})
          .connect({"pump.shaft", "drive.port"});
      network::NetworkSolver solver(c.build());
      network::Workspace work(solver.network());
      std::vector<double> state(solver.state_size()), inputs;
      for (const auto& port : solver.network().inputs()) inputs.push_back(port.initial);
      solver.initialise(0.0, inputs.data(), state.data(), work);
      for (int i = 0; i < 200; ++i)
        solver.advance(0.05 * i, 0.05, inputs.data(), inputs.data(), state.data(), state.data(), nullptr, nullptr,
                       work);
      // Where the line of the compensator, Q = D w (1 - (dp - p_set) / range), meets that of the load, Q = dp / R.
      const double full = 2e-5 * 150.0;
      const double dp = std::min(full * resistance, (full + full * 1e7 / 1e6) / (full / 1e6 + 1.0 / resistance));
      const double found = solver.value(state.data(), solver.network().unknown("pump.high.pressure")) - 1e5;
      EXPECT_NEAR(found, dp, 1e-4 * dp) << resistance;
    }
  }
}

}  // namespace
}  // namespace swell::pto::pump_test
