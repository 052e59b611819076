// The standard hydraulic train with the numbers of the RM3 example.
#include "swell/pto/hydraulic_train.h"

#include "swell/network/solver.h"
#include "swell_test/test.h"

namespace swell::pto::hydraulic_train_test {
namespace {

using network::NetworkSolver;
using network::SolverOptions;
using network::Workspace;

constexpr double kTwoPi = 6.283185307179586;

struct Drive {
  double amplitude, period;
  double position(double t) const { return amplitude * std::sin(kTwoPi * t / period); }
  double velocity(double t) const { return amplitude * kTwoPi / period * std::cos(kTwoPi * t / period); }
};

struct Balance {
  double absorbed = 0.0, electrical = 0.0;
  double throughput = 0.0;
};

Balance drive(const HydraulicTrain& train, const NetworkSolver& solver, Workspace& work, std::vector<double>& state,
              const Drive& motion, double t_end, double dt, std::vector<double>& end) {
  std::vector<double> a, mean(train.network.outputs().size());
  end.resize(mean.size());
  for (const auto& port : train.network.inputs()) a.push_back(port.initial);
  std::vector<double> b = a;
  a[train.velocity] = motion.velocity(0.0);
  state.resize(solver.state_size());
  solver.initialise(0.0, a.data(), state.data(), work);
  Balance balance;
  const int n = static_cast<int>(std::lround(t_end / dt));
  for (int i = 0; i < n; ++i) {
    const double t = i * dt;
    b[train.velocity] = motion.velocity(t + dt);
    b[train.position] = motion.position(t + dt);
    solver.advance(t, dt, a.data(), b.data(), state.data(), state.data(), end.data(), mean.data(), work);
    a = b;
    balance.absorbed += dt * mean[train.absorbed_power];
    balance.electrical += dt * mean[train.electrical_power];
    balance.throughput += dt * std::abs(mean[train.absorbed_power]);
  }
  return balance;
}

TEST(HydraulicTrain, ClosesItsEnergyBalanceFromRodToWire) {
  const HydraulicTrain train = build_hydraulic_train(rm3_hydraulic_train());
  SolverOptions options;
  options.tolerance = 1e-2;
  const NetworkSolver solver(train.network, options);
  Workspace work(train.network);
  std::vector<double> state, end, begin_inputs;
  for (const auto& port : train.network.inputs()) begin_inputs.push_back(port.initial);
  const Drive motion{1.0, 8.0};
  std::vector<double> start(solver.state_size());
  solver.initialise(0.0, begin_inputs.data(), start.data(), work);
  const auto before = solver.audit(0.0, begin_inputs.data(), start.data());
  const double t_end = 40.0;
  const Balance balance = drive(train, solver, work, state, motion, t_end, 0.01, end);
  begin_inputs[train.velocity] = motion.velocity(t_end);
  begin_inputs[train.position] = motion.position(t_end);
  const auto after = solver.audit(t_end, begin_inputs.data(), state.data());

  double sum = 0.0, through = 0.0;
  for (const auto& account : after) {
    sum += account.absorbed;
    through += std::abs(account.absorbed);
  }
  EXPECT_LT(std::abs(sum), 1e-6 * through);  // N11
  // The rod's work enters through the cylinder: absorbed = stored in the oil + given to the circuit.
  std::size_t cylinder = 0;
  while (after.at(cylinder).component != "cylinder") ++cylinder;
  const double oil = after[cylinder].stored - before[cylinder].stored;
  EXPECT_NEAR(balance.absorbed, oil - after[cylinder].absorbed, 0.01 * balance.throughput);
  EXPECT_GT(balance.absorbed, 0.0);
  EXPECT_GT(balance.electrical, 0.0);
  EXPECT_LT(balance.electrical, balance.absorbed);
}

TEST(HydraulicTrain, AChargedLowSideDoesNotFallBelowTheReservoir) {
  HydraulicTrainParameters p = rm3_hydraulic_train();
  p.low.volume = 0.05;  // empties within the first strokes
  p.low.precharge = p.low.initial_pressure = 2e6;
  p.motor.displacement = 1e-7;
  double lowest[2];
  for (int charged = 0; charged < 2; ++charged) {
    if (charged == 1) p.charge_pressure = 1e6;
    const HydraulicTrain train = build_hydraulic_train(p);
    SolverOptions options;
    options.tolerance = 1e-2;
    const NetworkSolver solver(train.network, options);
    Workspace work(train.network);
    std::vector<double> state, end;
    drive(train, solver, work, state, Drive{1.0, 8.0}, 16.0, 0.02, end);
    lowest[charged] = end[train.low_pressure];
  }
  EXPECT_LT(lowest[0], 0.0);
  EXPECT_GT(lowest[1], 0.9e6);  // less the loss of the charge valve
}

}  // namespace
}  // namespace swell::pto::hydraulic_train_test
