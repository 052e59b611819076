// Morison elements of one body, load and inertia at one instant, per element: in a regular wave and an irregular sea.

#include <benchmark/benchmark.h>

#include "swell/morison/sea.h"
#include "swell/morison/strips.h"

namespace {

std::vector<swell::morison::Element> pile() {
  swell::morison::Member member;
  member.end_a = {0, 0, -20};
  member.end_b = {0, 0, 2};
  member.diameter_a = member.diameter_b = 1.0;
  member.drag_normal = member.added_mass_normal = 1.0;
  member.count = 22;
  member.cut_at_surface = true;
  swell::Diagnostics diagnostics;
  return swell::morison::strips(member, {}, diagnostics);
}

void run(benchmark::State& state, const swell::waves::SeaState& sea) {
  const auto elements = pile();
  double t = 0.0;
  for (auto _ : state) {
    auto load = swell::morison::body_load(elements, {}, sea, t);
    benchmark::DoNotOptimize(load);
    t += 0.05;
  }
  state.counters["per_element"] =
      benchmark::Counter(static_cast<double>(elements.size()) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void morison_regular(benchmark::State& state) {
  swell::waves::RegularWave wave;
  wave.height = 2.5;
  wave.period = 8.0;
  run(state, swell::waves::make_sea_state({wave}, swell::waves::SeaSettings{}));
}

void morison_irregular(benchmark::State& state) {
  swell::waves::IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.seed = 1;
  wave.count = static_cast<std::size_t>(state.range(0));
  run(state, swell::waves::make_sea_state({wave}, swell::waves::SeaSettings{}));
}

}  // namespace

BENCHMARK(morison_regular);
BENCHMARK(morison_irregular)->Arg(100)->Arg(500);
