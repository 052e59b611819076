// Large graphs: what compiling and evaluating costs by the number of components.
#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

#include "swell/system/system.h"

namespace {

using namespace swell::system;

PortSpec port(std::string name) {
  PortSpec spec;
  spec.name = std::move(name);
  return spec;
}

/// dx/dt = input - x; x is the output.
class Lag : public Component {
 public:
  explicit Lag(std::string name) : Component(std::move(name), "lag") {}
  void declare(Declaration& d) override {
    const Input in = d.input(port("input"), Fan::sum_or_nothing);
    const Computed twice =
        d.compute("twice", 1, {in}, [in](const Evaluation& e, double* out) { out[0] = 2.0 * e.input(in)[0]; });
    const State x = d.state(port("x"), {1.0}, {twice, State{0}}, [twice](const Evaluation& e, double* rate) {
      rate[0] = 0.5 * e.computed(twice)[0] - e.state(State{0})[0];
    });
    d.output(port("output"), x);
    d.output(port("twice"), twice);
  }
};

/// Each component reads the one before it; every hundredth chain starts anew from a state.
Graph graph_of(long n) {
  Graph graph;
  for (long i = 0; i < n; ++i) graph.emplace<Lag>("c" + std::to_string(i));
  for (long i = 1; i < n; ++i) {
    const std::string from = "c" + std::to_string(i - 1), to = "c" + std::to_string(i) + ".input";
    graph.connect(from + (i % 100 == 0 ? ".output" : ".twice"), to);
  }
  return graph;
}

void compile(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    Graph graph = graph_of(state.range(0));
    state.ResumeTiming();
    System system = std::move(graph).compile();
    benchmark::DoNotOptimize(system.state_size());
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(compile)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMillisecond)->Complexity();

void evaluate(benchmark::State& state) {
  System system = graph_of(state.range(0)).compile();
  const std::vector<double> x = system.initialize(0.0);
  std::vector<double> rate(x.size());
  for (auto _ : state) system.evaluate(0.0, x.data(), rate.data());
  state.SetComplexityN(state.range(0));
}
BENCHMARK(evaluate)->RangeMultiplier(10)->Range(100, 100000)->Unit(benchmark::kMicrosecond)->Complexity();

}  // namespace
