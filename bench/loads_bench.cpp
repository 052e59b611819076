// What each load costs: the sphere, free in six motions in an irregular sea, alone and with one load more. Microseconds
// per step (RK4, four stages) of the whole case, the difference from the base case, and what setting it up takes. Time
// is that of the thread.
//
//     loads_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "swell/hydro/bemio_h5.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"

namespace {

using namespace swell;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::filesystem::path inputs() { return std::filesystem::path(SWELL_SOURCE_DIR) / "inputs"; }

/// The hemisphere with a made-up QTF on 30 frequencies.
std::string with_qtf() {
  const std::string path = (std::filesystem::temp_directory_path() / "loads-bench-qtf.h5").string();
  hydro::HydroData data = hydro::read_bemio_h5((inputs() / "sphere/hemisphere.h5").string());
  data.bodies[0].qtf_difference.assign(6, {});
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 30; ++j) {
      const double wi = 0.3 + 0.1 * i, wj = 0.3 + 0.1 * j;
      for (const std::size_t dof : {std::size_t{0}, std::size_t{2}, std::size_t{4}})
        data.bodies[0].qtf_difference[dof].push_back(
            {2.0 * kPi / wi, 2.0 * kPi / wj, 0.0, 0.0, std::polar(wi * wj, wi - wj)});
    }
  }
  hydro::write_bemio_h5(data, path);
  return path;
}

struct Keys {
  std::string body, hydrodynamics, top, data = "sphere/hemisphere.h5", environment;
};

struct Cost {
  double step = 1e300, setup = 1e300;  // [s], best of several
};

void measure(const Keys& keys, Cost& cost) {
  const std::string hydro_data =
      keys.data.find('{') == std::string::npos ? "{file: " + keys.data + ", body: 1}" : keys.data;
  const std::string text =
      "simulation: {duration: 40, time_step: 0.02, ramp: 5}\nenvironment: {depth: infinite" + keys.environment +
      "}\nwaves: {type: irregular, spectrum: jonswap, significant_height: 2, peak_period: 7, seed: 1, bins: {count: "
      "200, range: [0.3, 3]}}\nhydrodynamics: {radiation: convolution" +
      keys.hydrodynamics + "}\nbodies:\n  - {name: sphere, hydro_data: " + hydro_data +
      ", mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + keys.body + "}\n" + keys.top +
      "output: {time_step: 0.1}\n";
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, inputs() / "loads_bench.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  double begin = thread_seconds();
  swell::run::CaseRun built(model, nullptr);
  cost.setup = std::min(cost.setup, thread_seconds() - begin);
  begin = thread_seconds();
  built.run([](double) { return true; });
  cost.step = std::min(cost.step, (thread_seconds() - begin) / static_cast<double>(built.steps()));
}

double base_step() {
  static const double best = [] {
    Cost cost;
    for (int k = 0; k < 5; ++k) measure({}, cost);
    return cost.step;
  }();
  return best;
}

void load(benchmark::State& state, const Keys& keys) {
  Cost cost;
  for (auto _ : state) {
    measure(keys, cost);
    state.SetIterationTime(cost.step);
  }
  state.counters["us_per_step"] = 1e6 * cost.step;
  state.counters["more_us"] = 1e6 * (cost.step - base_step());
  state.counters["setup_ms"] = 1e3 * cost.setup;
}

void add(const char* name, const Keys& keys) {
  benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { load(state, keys); })
      ->UseManualTime()
      ->Iterations(5)
      ->Unit(benchmark::kMicrosecond);
}

const bool kRegistered = [] {
  const std::string stl = "sphere/sphere.stl", hemisphere = "sphere/hemisphere.h5", qtf = with_qtf();
  const std::string two = "{sets: [{file: " + hemisphere + ", body: 1}, {file: " + hemisphere +
                          ", body: 1}], signal: sphere.position.heave, thresholds: [-2], hysteresis: 0.1}";
  const std::string mixed = "{sets: [{file: " + hemisphere + ", body: 1}, {file: " + hemisphere +
                            ", body: 1}], signal: sphere.position.heave, thresholds: [-4, 0], interpolate: true}";
  add("base: excitation, radiation, hydrostatics", {});
  add("linear damping", {", linear_damping: [1e3, 1e3, 1e3, 1e4, 1e4, 1e4]", "", "", hemisphere, ""});
  add("quadratic drag", {", quadratic_drag: {drag: [1e3, 1e3, 1e3, 1e4, 1e4, 1e4]}", "", "", hemisphere, ""});
  add("Morison element",
      {", morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [5, 5, 5], volume: 5, position: [0, 0, -2]}]", "",
       "", hemisphere, ""});
  add("nonlinear hydro, mean surface", {", nonlinear_hydro: mean, geometry: " + stl, "", "", hemisphere, ""});
  add("nonlinear hydro, instantaneous surface",
      {", nonlinear_hydro: instantaneous, geometry: " + stl, "", "", hemisphere, ""});
  add("large horizontal motion", {", large_horizontal_motion: true", "", "", hemisphere, ""});
  add("passive yaw", {", passive_yaw: 1", "", "", "loads/headings.h5", ""});
  add("two sets, switching", {"", "", "", two, ""});
  add("two sets, mixed", {"", "", "", mixed, ""});
  add("second order, Newman", {"", ", second_order: newman", "", qtf, ""});
  add("second order, full QTF of 30 x 30", {"", ", second_order: full", "", qtf, ""});
  add("mooring matrix",
      {"", "", "moorings: [{name: m, type: matrix, body: sphere, stiffness: [1e4, 1e4, 0, 0, 0, 1e5]}]\n", hemisphere,
       ""});
  add("mooring table",
      {"", "",
       "moorings: [{name: m, type: lookup-table, body: sphere, file: loads/lookup-table.csv, outside: clamp}]\n",
       hemisphere, ""});
  add("cable", {"", "",
                "moorings: [{name: m, type: cable, body: sphere, attachment: [0, 0, -5], base_attachment: [0, 0, -50], "
                "stiffness: 1e4, pre_tension: 1e4}]\n",
                hemisphere, ""});
  add("three catenaries",
      {"", "",
       "moorings: [{name: m, type: catenary, body: sphere, count: 3, length: 185, mass_per_length: 60, diameter: 0.1, "
       "axial_stiffness: 3e8, fairlead_radius: 4, fairlead_z: -3, anchor_radius: 180, depth: 50}]\n",
       hemisphere, ""});
  add("three lumped-mass lines of 12 segments",
      {"", "", "moorings: [{name: m, type: lines, body: sphere, file: loads/chains.txt}]\n", hemisphere, ""});
  // A light wind: the sphere is small for a rotor of 40 m.
  add("wind rotor with control in turbulent wind",
      {"", "",
       "rotors: [{name: r, body: sphere, hub: [0, 0, 41], radius: 40, inertia: 6e6, blade: {file: rotor/blade.txt, "
       "hub_radius: 1.5, polars: [{file: rotor/root.txt}, {file: rotor/airfoil.txt}]}, control: {rated_speed: 2.1, "
       "rated_torque: 1e6, pitch_gains: {pitch: [0, 10], proportional: [1.2, 0.4], integral: [0.15, 0.05]}}}]\n",
       hemisphere, ", wind: {type: turbulent, speed: 3, intensity: 0.12, seed: 1}"});
  return true;
}();

}  // namespace
