// A case filled by hand, run, and its summary read: no YAML.
#include <cstdio>
#include <filesystem>

#include <swell/model/model.h>
#include <swell/run/run.h>

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  swell::model::Model model;
  model.simulation.duration = 60.0;
  model.simulation.time_step = 0.05;
  model.simulation.ramp = 20.0;
  swell::model::RegularWave wave;
  wave.height = 1.0;
  wave.period = 6.0;
  model.waves.emplace_back(wave);

  swell::model::Body sphere;
  sphere.name = "sphere";
  sphere.hydro_data.emplace();
  sphere.hydro_data->sets.emplace_back();
  sphere.hydro_data->sets.back().file = argv[1];
  sphere.mass = swell::model::Equilibrium{};
  sphere.inertia = swell::Vector3(1.69e6, 1.69e6, 2.606e6);
  model.bodies.push_back(sphere);

  swell::model::Pto pto;
  pto.name = "PTO";
  pto.type = swell::model::JointType::translational;
  pto.follower = "sphere";
  pto.damping = 322292.0;
  model.ptos.push_back(pto);

  swell::run::RunOptions options;
  options.output = std::filesystem::temp_directory_path() / "swell-downstream.h5";
  const swell::run::RunSummary summary = swell::run::run_case(model, options);
  std::filesystem::remove(summary.results);
  std::printf("mean power %.0f W\n", summary.ptos.at(0).mean_power);
  // Oracle of the OES Task 10 sphere at 6 s with this damper: P/A^2 = 90726 W/m^2 (theory/exact-solutions.md), A = 0.5
  // m.
  return summary.ptos.at(0).mean_power > 0.9 * 90726.0 / 4.0 && summary.ptos.at(0).mean_power < 1.1 * 90726.0 / 4.0 ? 0
                                                                                                                    : 1;
}
