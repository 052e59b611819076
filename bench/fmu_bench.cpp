// What a communication step of 10 ms costs through an exported FMU: one input set, a step, four outputs read, over the
// same steps of the case in its own loop. Microseconds of the thread's own clock, so that other programs count little.
//
//     fmu_bench                  the cases inputs/sphere/regular.yaml, inputs/rm3/regular.yaml at 10 ms
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "swell/fmi/imported.h"
#include "swell/fmu/export_fmu.h"
#include "swell/run/simulation.h"
#include "whole_case.h"

namespace {

using namespace swell;
using namespace swell::bench;
namespace fs = std::filesystem;

constexpr double kStep = 0.01;  // [s]
constexpr int kSteps = 10000;   // after those of the first kernel, which the memory fills

model::Model read(const std::string& device) {
  return model::read_case(fs::path(SWELL_SOURCE_DIR) / "inputs" / device / "regular.yaml",
                          {fmt::format("simulation.time_step={}", kStep), "simulation.duration=1000"});
}

double in_its_loop(const model::Model& model) {
  run::Simulation sim(model, {nullptr, {}, {"*.velocity"}});
  sim.step_to(30.0);
  const double begin = thread_seconds();
  sim.step_to(30.0 + kSteps * kStep);
  return (thread_seconds() - begin) / kSteps;
}

double as_fmu(const model::Model& model, int version) {
  const fs::path folder = fs::temp_directory_path() / fmt::format("swell-fmu-bench-{}", version);
  fs::create_directories(folder);
  fmu::ExportOptions how;
  how.version = version;
  how.module = SWELL_FMU_MODULE;
  fmu::export_fmu(model, folder / "device.fmu", how);
  const fmi::Unit unit(folder / "device.fmu");
  fmi::ImportOptions options;
  options.groups.resize(1);
  options.name = "device";
  const auto& all = unit.description().variables;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].causality == fmi::Causality::input) options.inputs.push_back(i);
    const bool wanted =
        all[i].causality == fmi::Causality::output && all[i].name.find(".velocity.") != std::string::npos;
    if (wanted && options.groups[0].size() < 4) options.groups[0].push_back(i);
  }
  std::vector<double> u(options.inputs.size(), 0.0), y(options.groups[0].size());
  const auto slave = fmi::make_imported(unit, options);
  slave->begin(0.0, {}, u, y);
  slave->start(u, y);
  slave->step(0.0, 30.0, u, y);
  const double begin = thread_seconds();
  for (int k = 0; k < kSteps; ++k) {
    u[0] = 1e-3 * k;
    slave->step(30.0 + kStep * k, kStep, u, y);
  }
  const double taken = (thread_seconds() - begin) / kSteps;
  fs::remove_all(folder);
  return taken;
}

void price(benchmark::State& state, const std::string& device, int version) {
  const model::Model model = read(device);
  double loop = 1e300, fmu = 1e300;
  for (auto _ : state) {
    loop = std::min(loop, in_its_loop(model));
    const double seconds = as_fmu(model, version);
    fmu = std::min(fmu, seconds);
    state.SetIterationTime(seconds);
  }
  state.counters["loop_us"] = 1e6 * loop;
  state.counters["fmu_us"] = 1e6 * fmu;
  state.counters["price_us"] = 1e6 * (fmu - loop);
}

#define SWELL_PRICE(DEVICE, VERSION) \
  BENCHMARK_CAPTURE(price, DEVICE##_fmi##VERSION, #DEVICE, VERSION)->UseManualTime()->Iterations(3)
SWELL_PRICE(sphere, 2);
SWELL_PRICE(sphere, 3);
SWELL_PRICE(rm3, 2);
SWELL_PRICE(rm3, 3);

}  // namespace
