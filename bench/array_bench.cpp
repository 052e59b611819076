// What a step of an array costs: n hemispheres on vertical guides, every one coupled to every other, in an irregular
// sea.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "swell/hydro/bemio_h5.h"
#include "swell_test/absorber_array.h"
#include "whole_case.h"

namespace {

using namespace swell;
using namespace swell::bench;

constexpr double kSpacing = 50.0;

Vector3 place(int body, int n) {
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(n)) - 1e-9));
  return {kSpacing * (body % side), kSpacing * (body / side), 0.0};
}

/// Heave of n hemispheres.
hydro::HydroData array_data(int n) {
  std::vector<Eigen::Vector2d> at;
  for (int i = 0; i < n; ++i) at.emplace_back(place(i, n).head<2>());
  return swell_test::absorber_array(hydro::read_bemio_h5(SWELL_SOURCE_DIR "/inputs/sphere/hemisphere.h5"), at, 20.0);
}

Case array_case(int n, const std::filesystem::path& file, const std::string& radiation, const std::string& duration) {
  std::string bodies = "bodies:\n", ptos = "ptos:\n";
  for (int i = 0; i < n; ++i) {
    const std::string name = "b" + std::to_string(i);
    const Vector3 at = place(i, n);
    bodies += "  - {name: " + name + ", hydro_data: {file: " + file.string() + ", body: " + std::to_string(i + 1) +
              "}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n";
    ptos += "  - {name: p" + std::to_string(i) + ", type: translational, base: world, follower: " + name +
            ", location: [" + std::to_string(at.x()) + ", " + std::to_string(at.y()) + ", 0], damping: 322292}\n";
  }
  return {
      "waves: {type: irregular, spectrum: jonswap, significant_height: 2, peak_period: 7, gamma: 3.3, seed: 1}\n"
      "hydrodynamics: {radiation: " +
          radiation + "}\n" + bodies + ptos,
      duration, ", ramp: 10"};
}

void step(benchmark::State& state, int n, double h, const std::string& radiation) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("swell_array_" + std::to_string(n) + ".h5");
  hydro::write_bemio_h5(array_data(n), file.string());
  const Case c = array_case(n, file, radiation, n >= 16 ? "30" : "100");
  assembly::SharedData shared;
  const double percent = error(run_with(c, h, shared, "", true), run_with(c, 0.5 * h, shared, "", true));
  double best = 1e300;
  long steps = 1;
  for (auto _ : state) {
    const Outcome outcome = run_with(c, h, shared, "", false);
    state.SetIterationTime(outcome.seconds);
    steps = outcome.steps;
    best = std::min(best, outcome.seconds);
  }
  std::filesystem::remove(file);
  state.counters["us_per_step"] = 1e6 * best / static_cast<double>(steps);
  state.counters["simulated_per_s"] = std::stod(c.duration) / best;
  state.counters["error_%"] = percent;
}

const bool kRegistered = [] {
  for (const int n : {1, 4, 16, 64}) {
    for (const double h : {0.01, 0.1}) {
      for (const char* radiation :
           {"convolution", "state-space", "state-space, state_space: {realisation: whole-matrix}"}) {
        // The Hankel matrix of 64 rows and as many columns per time is still being decomposed after four minutes.
        if (n == 64 && std::string(radiation).find("whole-matrix") != std::string::npos) continue;
        const std::string name =
            "array of " + std::to_string(n) + ", " + radiation + (h == 0.01 ? ", 0.01 s" : ", 0.1 s");
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { step(state, n, h, radiation); })
            ->UseManualTime()
            ->Iterations(3)
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  return true;
}();

}  // namespace
