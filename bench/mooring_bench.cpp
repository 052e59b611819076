// Cost of moorings per evaluation.
#include <benchmark/benchmark.h>

#include <vector>

#include "swell/mooring/catenary.h"
#include "swell/mooring/lumped_mass.h"

namespace {

using namespace swell;
using namespace swell::mooring;

LineModel chain(int segments) {
  LineModel model;
  LineType type;
  type.name = "chain";
  type.diameter = 0.252;
  type.mass_per_length = 390.0;
  type.axial_stiffness = 1.674e9;
  type.damping_ratio = 1.0;
  type.drag_transverse = 1.37;
  type.drag_tangential = 0.64;
  type.added_mass_transverse = 1.0;
  model.types = {type};
  model.points.resize(2);
  model.points[0].name = "anchor";
  model.points[0].position = Vector3(400.0, 0.0, -50.0);
  model.points[1].name = "fairlead";
  model.points[1].kind = PointKind::coupled;
  model.lines = {{"line", 0, 0, 1, 410.0, segments}};
  model.seabed = Seabed{};
  model.seabed->depth = 50.0;
  model.seabed->stiffness = 1e5;
  model.seabed->damping = 1e4;
  model.seabed->friction = 0.5;
  return model;
}

void three_static_catenaries(benchmark::State& state) {
  const std::vector<StaticLine> lines =
      equal_angle_lines({410.0, 3300.0, 1.674e9, true, 0.0}, 3, 5.0, -10.0, 404.0, 60.0);
  BodyMotion body;
  double x = 0.0;
  for (auto _ : state) {
    body.pose[0] = x = x > 1.0 ? -1.0 : x + 0.01;
    benchmark::DoNotOptimize(wrench(lines, body));
  }
}
BENCHMARK(three_static_catenaries);

void lumped_mass_right_hand_side(benchmark::State& state) {
  const LumpedMass mooring(chain(static_cast<int>(state.range(0))));
  const PointMotion fairlead;
  const std::vector<double> x = mooring.static_state(&fairlead);
  std::vector<double> dx(x.size());
  LineScratch scratch = mooring.make_scratch();
  for (auto _ : state) {
    mooring.evaluate(0.0, x.data(), &fairlead, nullptr, dx.data(), nullptr, nullptr, scratch);
    benchmark::DoNotOptimize(dx.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(lumped_mass_right_hand_side)->Arg(20)->Arg(40)->Arg(80);

}  // namespace
