// Nonlinear hydrostatic and Froude-Krylov load per panel, in still water, a regular wave and irregular seas. Time
// advances as RK4 does with a step of 0.1 s, so that the making of field tables is part of what is measured.

#include <benchmark/benchmark.h>

#include <cmath>

#include "swell/mesh/mesh_load.h"
#include "swell/waves/sea_state.h"
#include "swell_test/primitives.h"

namespace {

using swell::mesh::Surface;

swell::waves::SeaState irregular(std::size_t count, bool short_crested) {
  swell::waves::IrregularWave wave;
  wave.significant_height = 2.5;
  wave.peak_period = 8.0;
  wave.seed = 1;
  wave.count = count;
  if (short_crested) {
    wave.directions = swell::waves::DirectionList{{-0.6, -0.3, 0.0, 0.3, 0.6}, {0.1, 0.2, 0.4, 0.2, 0.1}};
  }
  return swell::waves::make_sea_state({wave}, swell::waves::SeaSettings{});
}

swell::waves::SeaState regular(bool finite) {
  swell::waves::RegularWave wave;
  wave.height = 2.5;
  wave.period = 8.0;
  swell::waves::SeaSettings settings;
  if (finite) settings.water.depth = 30.0;
  return swell::waves::make_sea_state({wave}, settings);
}

void run(benchmark::State& state, const swell::waves::SeaState& sea) {
  const swell::mesh::PressureMesh mesh(swell::mesh::icosphere(5.0, static_cast<int>(state.range(0))));
  const swell::mesh::WaveField field(sea, mesh.region(-2.0, 3.0));
  swell::mesh::MeshLoadScratch scratch(mesh);
  constexpr double kStages[] = {0.0, 0.05, 0.05, 0.1};
  std::int64_t n = 0;
  for (auto _ : state) {
    const double t = 0.1 * static_cast<double>(n / 4) + kStages[n % 4];
    const swell::Vector3 p(0.5 * std::sin(t), 0.1, -2.0 + std::cos(t));
    const swell::Matrix3 R = Eigen::AngleAxisd(0.1 * std::sin(t), swell::Vector3::UnitY()).toRotationMatrix();
    auto F = swell::mesh::nonlinear_loads(mesh, field, t, R, p, Surface::instantaneous, scratch);
    benchmark::DoNotOptimize(F);
    ++n;
  }
  state.counters["panels"] = static_cast<double>(mesh.panels());
  state.counters["per_panel"] = benchmark::Counter(static_cast<double>(mesh.panels() * n),
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["table"] = static_cast<double>(field.table_size());
  state.counters["error"] = field.error();
}

void mesh_regular_deep(benchmark::State& state) { run(state, regular(false)); }
void mesh_regular_finite(benchmark::State& state) { run(state, regular(true)); }
void mesh_irregular(benchmark::State& state) { run(state, irregular(static_cast<std::size_t>(state.range(1)), false)); }
void mesh_short_crested(benchmark::State& state) {
  run(state, irregular(static_cast<std::size_t>(state.range(1)), true));
}

}  // namespace

BENCHMARK(mesh_regular_deep)->Arg(3)->Arg(4);
BENCHMARK(mesh_regular_finite)->Arg(4);
BENCHMARK(mesh_irregular)
    ->Args({3, 100})
    ->Args({3, 500})
    ->Args({3, 2000})
    ->Args({4, 100})
    ->Args({4, 500})
    ->Args({4, 2000});
BENCHMARK(mesh_short_crested)->Args({3, 100})->Args({4, 100})->Args({4, 500})->Args({4, 2000});
