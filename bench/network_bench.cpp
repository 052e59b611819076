// Newton iterations on a network of 1,000 nodes: a grid of gas accumulators and orifices.
#include <benchmark/benchmark.h>

#include <string>

#include "swell/network/basic.h"
#include "swell/network/hydraulic.h"
#include "swell/network/solver.h"
#include "swell/network/valves.h"

namespace {

using namespace swell::network;

// A tree of lines with an accumulator at every node, or a square grid with many loops.
Network make_network(int nodes, bool grid) {
  Circuit c;
  const int width = 32;
  const auto tank = [](int i) { return "tank" + std::to_string(i); };
  int lines = 0;
  const auto join = [&](int a, int b) {
    const std::string line = "line" + std::to_string(lines++);
    c.add(line, controlled_orifice({Domain::hydraulic, 1e-5, 0.6}));
    c.connect({tank(a) + ".port", line + ".a"}).connect({line + ".b", tank(b) + ".port"});
  };
  for (int i = 0; i < nodes; ++i) {
    GasAccumulatorParameters p;
    p.volume = 1e-3;
    p.precharge = 1e6;
    p.initial_pressure = 1e7 * (1.0 + 0.3 * (i % 7));
    c.add(tank(i), gas_accumulator(p));
  }
  for (int i = 1; i < nodes; ++i) {
    if (!grid) {
      join((i - 1) / 2, i);
    } else {
      if (i % width != 0) join(i - 1, i);
      if (i >= width) join(i - width, i);
    }
  }
  return c.build();
}

void iteration(benchmark::State& state, bool grid) {
  SolverOptions options;
  options.method = Method::backward_euler;
  options.adaptive = false;
  const NetworkSolver solver(make_network(static_cast<int>(state.range(0)), grid), options);
  Workspace work(solver.network());
  std::vector<double> x(solver.state_size());
  solver.initialise(0.0, nullptr, x.data(), work);
  double t = 0.0;
  const long before = work.statistics.iterations;
  for (auto _ : state) {
    solver.advance(t, 0.01, nullptr, nullptr, x.data(), x.data(), nullptr, nullptr, work);
    t += 0.01;
  }
  const auto iterations = static_cast<double>(work.statistics.iterations - before);
  state.counters["unknowns"] = static_cast<double>(solver.network().unknowns());
  state.counters["s/iteration"] =
      benchmark::Counter(iterations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations/step"] = iterations / static_cast<double>(state.iterations());
}

void tree(benchmark::State& state) { iteration(state, false); }
void grid(benchmark::State& state) { iteration(state, true); }
BENCHMARK(tree)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(grid)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
