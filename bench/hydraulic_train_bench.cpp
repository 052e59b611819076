// An hour of irregular sea through the stiff RM3 hydraulic train: wall time, steps and the energy balance.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "swell/network/solver.h"
#include "swell/pto/hydraulic_train.h"

namespace {

using namespace swell;

// Relative motion of float and spar as a sum of twelve waves around 8 s.
struct Sea {
  double position = 0.0, velocity = 0.0;
};
Sea sea(double t) {
  Sea s;
  for (int k = 0; k < 12; ++k) {
    const double w = 0.45 + 0.08 * k + 0.003 * k * k;
    const double a = 0.55 * std::exp(-std::pow((w - 0.8) / 0.3, 2));
    const double phase = w * t + 2.4 * k * k;
    s.position += a * std::sin(phase);
    s.velocity += a * w * std::cos(phase);
  }
  return s;
}

void hour_of_sea(benchmark::State& state, pto::HydraulicTrainParameters parameters) {
  const pto::HydraulicTrain train = pto::build_hydraulic_train(parameters);
  network::SolverOptions options;
  options.tolerance = 1e-2;
  const network::NetworkSolver solver(train.network, options);
  const double dt = static_cast<double>(state.range(0)) * 1e-3;
  for (auto _ : state) {
    network::Workspace work(train.network);
    std::vector<double> a, x(solver.state_size()), mean(train.network.outputs().size());
    for (const auto& port : train.network.inputs()) a.push_back(port.initial);
    std::vector<double> b = a;
    solver.initialise(0.0, a.data(), x.data(), work);
    double absorbed = 0.0, electrical = 0.0;
    const long n = std::lround(3600.0 / dt);
    for (long i = 0; i < n; ++i) {
      const double t = static_cast<double>(i) * dt;
      const Sea s = sea(t + dt);
      b[train.velocity] = s.velocity;
      b[train.position] = s.position;
      solver.advance(t, dt, a.data(), b.data(), x.data(), x.data(), nullptr, mean.data(), work);
      a = b;
      absorbed += dt * mean[train.absorbed_power];
      electrical += dt * mean[train.electrical_power];
    }
    double sum = 0.0, through = 0.0;
    for (const auto& account : solver.audit(3600.0, a.data(), x.data())) {
      sum += account.absorbed;
      through += std::abs(account.absorbed);
    }
    state.counters["kW_in"] = absorbed / 3600.0 / 1e3;
    state.counters["kW_wire"] = electrical / 3600.0 / 1e3;
    state.counters["audit"] = std::abs(sum) / through;
    state.counters["steps"] = static_cast<double>(work.statistics.steps);
    state.counters["rejected"] = static_cast<double>(work.statistics.rejected);
    state.counters["at_minimum"] = static_cast<double>(work.statistics.accepted_at_minimum);
    state.counters["iterations"] = static_cast<double>(work.statistics.iterations);
  }
}

// The RM3 example with motor and generator large enough for an hour: its own motor passes a tenth of the oil, and
// after some 400 s its low-pressure accumulator is empty.
pto::HydraulicTrainParameters sized_for_an_hour() {
  pto::HydraulicTrainParameters p = pto::rm3_hydraulic_train();
  p.motor.displacement = pto::displacement_from_cc_per_rev(1200.0);
  p.flywheel.inertia = 20.0;
  p.generator.armature_resistance = p.generator.armature_inductance = 0.02;
  p.generator.voltage_constant = 5.0;
  p.generator.load_resistance = 1.0;
  p.relief = network::ReliefValveParameters{1.6e7, 1.8e7, 0.1};
  return p;
}

void rm3(benchmark::State& state) { hour_of_sea(state, sized_for_an_hour()); }

// Small chambers, nearly ideal valves: time constants of microseconds.
void stiff(benchmark::State& state) {
  pto::HydraulicTrainParameters p = sized_for_an_hour();
  p.cylinder.volume_a = p.cylinder.volume_b = 0.0378 * 2.5;
  p.valve = network::CheckValveParameters{0.0, 1e6, 1e-15};
  hour_of_sea(state, p);
}

void incompressible(benchmark::State& state) {
  pto::HydraulicTrainParameters p = sized_for_an_hour();
  p.compressible = false;
  p.valve = network::CheckValveParameters{0.0, 1e6, 1e-13};
  hour_of_sea(state, p);
}

BENCHMARK(rm3)->Arg(10)->Arg(50)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(stiff)->Arg(10)->Arg(50)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(incompressible)->Arg(10)->Arg(50)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
