// What the sea costs: elevation, kinematics and phasors per evaluation, and building it.
#include <benchmark/benchmark.h>

#include "swell/waves/phasors.h"
#include "swell/waves/sea_state.h"

namespace {

using namespace swell::waves;

SeaState sea_of(std::int64_t count, bool finite_depth, const WaveChoices& choices = {}) {
  IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.count = static_cast<std::size_t>(count);
  SeaSettings settings;
  settings.range = FrequencyRange{0.02, 5.2};
  settings.choices = choices;
  if (finite_depth) settings.water.depth = 20.0;
  return make_sea_state({wave}, settings);
}

void elevation(benchmark::State& state) {
  const SeaState sea = sea_of(state.range(0), false);
  double t = 0.0;
  for (auto _ : state) benchmark::DoNotOptimize(sea.elevation(t += 0.1, 1.0, 2.0));
}
BENCHMARK(elevation)->Arg(1)->Arg(500)->Arg(4000);

void kinematics(benchmark::State& state) {
  const SeaState sea = sea_of(state.range(0), state.range(1) != 0);
  double t = 0.0;
  for (auto _ : state) benchmark::DoNotOptimize(sea.kinematics(t += 0.1, swell::Vector3(1.0, 2.0, -3.0)));
}
BENCHMARK(kinematics)->Args({1, 0})->Args({500, 0})->Args({500, 1});

void phasors(benchmark::State& state) {
  const SeaState sea = sea_of(state.range(0), false);
  const Phasors turning(sea.components().omega, sea.components().phase, 0.0, 0.1);
  Eigen::ArrayXd memory(turning.memory_size());
  turning.initialise(memory.data());
  std::int64_t n = 0;
  for (auto _ : state) {
    turning.advance(n++, memory.data());
    benchmark::DoNotOptimize(memory.data());
  }
}
BENCHMARK(phasors)->Arg(500);

void make_default(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sea_of(500, true).components().size());
}
BENCHMARK(make_default);

void make_wec_sim(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(sea_of(500, true, wec_sim_choices()).components().size());
}
BENCHMARK(make_wec_sim);

}  // namespace
