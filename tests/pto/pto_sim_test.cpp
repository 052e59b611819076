// The PTO-Sim formulas, and the network against them where they mean the same.
#include "swell/pto/pto_sim.h"

#include <gtest/gtest.h>

#include <cmath>

#include "swell/network/solver.h"
#include "swell/pto/hydraulic_train.h"

namespace swell::pto {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(PtoSim, ValveConstantIsThatOfTheRm3Example) {
  const ptosim::Train t = ptosim::rm3_train();
  EXPECT_NEAR(t.valve.k2, 8.1374e-6, 1e-10);
  // Then the opening at p_min is twice A_min, and a closed valve leaks uphill.
  const double q = ptosim::flow(t.valve, -1e6);
  EXPECT_GT(q, 0.0);
  EXPECT_NEAR(q, 3e-7, 0.05e-7);
}

TEST(PtoSim, RectifierConservesVolume) {
  const ptosim::Train t = ptosim::rm3_train();
  const ptosim::Rectified r = ptosim::rectify(t.valve, 2.2e7, 8e6, 2e7, 9e6);
  EXPECT_NEAR(r.a + r.b + r.c + r.d, 0.0, 1e-15);
  EXPECT_LT(r.a, 0.0);
  EXPECT_GT(r.b, 0.0);
}

TEST(PtoSim, ForwardEulerConvergesToTheNetworkOfTheSameLaws) {
  HydraulicTrainParameters p = rm3_hydraulic_train();
  auto& valve = std::get<network::AreaCheckValveParameters>(p.valve);
  valve.tanh_gain = ptosim::rm3_train().valve.k2;
  valve.laminar_pressure = 100.0;
  p.generator.control->lower = -1e6;  // PTO-Sim does not limit the load
  const HydraulicTrain train = build_hydraulic_train(p);
  network::SolverOptions options;
  options.tolerance = 1e-3;
  const network::NetworkSolver solver(train.network, options);
  network::Workspace work(train.network);
  const double amplitude = 1.0, w = 2.0 * kPi / 8.0, t_end = 20.0;
  const auto v = [&](double t) { return amplitude * w * std::sin(w * t); };
  const auto x = [&](double t) { return amplitude * (1.0 - std::cos(w * t)); };

  std::vector<double> a, state(solver.state_size()), end(train.network.outputs().size());
  for (const auto& port : train.network.inputs()) a.push_back(port.initial);
  std::vector<double> b = a;
  solver.initialise(0.0, a.data(), state.data(), work);
  const double dt = 0.02;
  for (int i = 0; i < std::lround(t_end / dt); ++i) {
    b[train.velocity] = v((i + 1) * dt);
    b[train.position] = x((i + 1) * dt);
    solver.advance(i * dt, dt, a.data(), b.data(), state.data(), state.data(), end.data(), nullptr, work);
    a = b;
  }
  double previous = 0.0;
  for (const double h : {2e-3, 1e-3}) {
    const ptosim::Train t = ptosim::rm3_train();
    double memory[ptosim::kTrainMemory];
    ptosim::initial_memory(t, memory);
    ptosim::TrainOutput out{};
    for (int i = 0; i <= std::lround(t_end / h); ++i) out = ptosim::step(t, h, x(i * h), v(i * h), memory);
    EXPECT_NEAR(end[train.high_pressure], out.high_pressure, 1e-3 * out.high_pressure);
    EXPECT_NEAR(end[train.low_pressure], out.low_pressure, 1e-3 * out.low_pressure);
    EXPECT_NEAR(end[train.force], out.force, 0.02 * std::abs(out.force));
    EXPECT_NEAR(end[train.shaft_speed], out.speed, 0.01 * out.speed);
    const double gap = std::abs(end[train.shaft_speed] - out.speed);
    if (previous > 0.0) {
      EXPECT_LT(gap, previous);
    }
    previous = gap;
  }
}

}  // namespace
}  // namespace swell::pto
