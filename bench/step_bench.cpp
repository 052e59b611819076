// What a step of whole cases costs, and how wrong it is: microseconds per step and simulated seconds per second on one
// core, rows every 0.1 s, with the rms difference from a run at half the step (per cent of the response's own rms).
// Time is that of the thread, so that other programs on the machine count as little as possible.
//
//     step_bench                  the sphere, from the shipped inputs
//     SWELL_DATA=... step_bench   RM3 too
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "whole_case.h"

namespace {

using namespace swell;
using namespace swell::bench;

const char* const kSphere =
    "bodies:\n  - {name: sphere, hydro_data: {file: hemisphere.h5, body: 1}, mass: equilibrium, inertia: "
    "[1690000, 1690000, 2606000], initial: {displacement: [0, 0, 1]}}\n"
    "ptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: ";

Case sphere_decay() { return {std::string("waves: {type: none}\n") + kSphere + "0}\n", "40"}; }

Case sphere_irregular() {
  return {std::string("waves: {type: irregular, spectrum: jonswap, significant_height: 2, peak_period: 7, gamma: 3.3, "
                      "seed: 1}\nhydrodynamics: {radiation: state-space}\n") +
              kSphere + "322292}\n",
          "200", ", ramp: 40"};
}

Case rm3(const std::string& waves, const std::string& hydrodynamics) {
  const char* data = std::getenv("SWELL_DATA");
  const std::string file = std::string(data == nullptr ? "" : data) + "/rm3/rm3.h5";
  return {"environment: {water_density: 1000, gravity: 9.81}\nwaves: " + waves + "\nhydrodynamics: " + hydrodynamics +
              "\nbodies:\n  - {name: float, hydro_data: {file: " + file +
              ", body: 1}, mass: equilibrium, inertia: [20907301, 21306090.66, 37085481.11]}\n"
              "  - {name: spar, hydro_data: {file: " +
              file +
              ", body: 2}, mass: equilibrium, inertia: [94419614.57, 94407091.24, 28542224.82]}\n"
              "joints:\n  - {name: mooring, type: floating-6dof, base: world, follower: spar, location: [0, 0, 0]}\n"
              "ptos:\n  - {name: PTO1, type: translational, base: spar, follower: float, location: [0, 0, 0], damping: "
              "1.2e6}\n",
          "200", ", ramp: 40"};
}

const char* const kRegular = "{type: regular, height: 2.5, period: 8}";
const char* const kIrregular =
    "{type: irregular, spectrum: pierson-moskowitz, significant_height: 2.5, peak_period: 8, seed: 1}";
const char* const kConvolution = "{radiation: convolution, convolution: {duration: 20}}";
const char* const kStateSpace = "{radiation: state-space}";

void step(benchmark::State& state, const Case& c, double h, bool needs_data, const std::string& more) {
  const char* data = std::getenv("SWELL_DATA");
  if (needs_data && (data == nullptr || !std::filesystem::exists(std::string(data) + "/rm3/rm3.h5"))) {
    state.SkipWithError("needs rm3/rm3.h5 below the folder SWELL_DATA");
    return;
  }
  assembly::SharedData shared;
  const double percent = error(run_with(c, h, shared, more, true), run_with(c, 0.5 * h, shared, more, true));
  double best = 1e300;
  long steps = 1;
  for (auto _ : state) {
    const Outcome outcome = run_with(c, h, shared, more, false);
    state.SetIterationTime(outcome.seconds);
    steps = outcome.steps;
    best = std::min(best, outcome.seconds);
  }
  state.counters["us_per_step"] = 1e6 * best / static_cast<double>(steps);
  state.counters["simulated_per_s"] = std::stod(c.duration) / best;
  state.counters["error_%"] = percent;
}

// Work against precision: seconds of one run and its error against RK4 at a fine step.
void precision(benchmark::State& state, const Case& c, double h, const std::string& more) {
  assembly::SharedData shared;
  const double percent = error(run_with(c, h, shared, more, true), run_with(c, 0.0025, shared, "", true));
  double best = 1e300;
  long steps = 0;
  for (auto _ : state) {
    const Outcome outcome = run_with(c, h, shared, more, false);
    state.SetIterationTime(outcome.seconds);
    best = std::min(best, outcome.seconds);
    steps = outcome.steps;
  }
  state.counters["simulated_per_s"] = std::stod(c.duration) / best;
  state.counters["steps"] = static_cast<double>(steps);
  state.counters["error_%"] = percent;
}

void add_precision(const std::string& name, const Case& c, double h, const std::string& more) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { precision(state, c, h, more); })
      ->UseManualTime()
      ->Iterations(3)
      ->Unit(benchmark::kMillisecond);
}

void add(const std::string& name, const Case& c, double h, bool needs_data = true, const std::string& more = "") {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { step(state, c, h, needs_data, more); })
      ->UseManualTime()
      ->Iterations(5)
      ->Unit(benchmark::kMillisecond);
}

const bool kRegistered = [] {
  add("sphere decay, convolution, 0.01 s", sphere_decay(), 0.01, false);
  add("sphere decay, convolution, 0.05 s", sphere_decay(), 0.05, false);
  add("sphere irregular, state space, 0.015 s", sphere_irregular(), 0.015, false);
  for (const double h : {0.01, 0.1}) {
    const std::string at = h == 0.01 ? ", 0.01 s" : ", 0.1 s";
    add("RM3 regular, convolution" + at, rm3(kRegular, kConvolution), h);
    add("RM3 irregular, convolution" + at, rm3(kIrregular, kConvolution), h);
    add("RM3 regular, state space" + at, rm3(kRegular, kStateSpace), h);
    add("RM3 irregular, state space" + at, rm3(kIrregular, kStateSpace), h);
    const std::string grid =
        "{radiation: convolution, convolution: {duration: 20, time_step: " + std::string(h == 0.01 ? "0.01" : "0.1") +
        "}}";
    add("RM3 regular, kernel step = step" + at, rm3(kRegular, grid), h);
    add("RM3 irregular, kernel step = step" + at, rm3(kIrregular, grid), h);
  }
  Case sphere = sphere_irregular();
  sphere.text.replace(sphere.text.find("state-space"), 11, "convolution");
  for (const char* h : {"0.2", "0.1", "0.05", "0.025", "0.0125"})
    add_precision(std::string("work-precision, sphere irregular, rk4, ") + h + " s", sphere, std::atof(h), "");
  for (const char* method : {"dopri5", "dopri5 free", "implicit"}) {
    // max_step is the output step unless given; free: the tolerance alone rules.
    const bool free = std::string(method) == "dopri5 free";
    for (const char* tolerance : {"1e-3", "1e-4", "1e-5", "1e-6"})
      add_precision(
          std::string("work-precision, sphere irregular, ") + method + ", " + tolerance, sphere, 0.05,
          std::string(", integrator: ") + (free ? "dopri5, max_step: 2" : method) + ", tolerance: " + tolerance);
  }
  return true;
}();

}  // namespace
