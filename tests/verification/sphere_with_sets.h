// The shipped sphere with several sets of hydrodynamic data, and what its results tell of their switches.
#pragma once

#include <Eigen/Dense>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell_test/test.h"

namespace swell_test {

inline void scale(swell::hydro::HydroBody& body, double factor) {
  for (auto& m : body.added_mass) m *= factor;
  for (auto& m : body.radiation_damping) m *= factor;
  for (auto& m : body.radiation_irf) m *= factor;
  if (body.added_mass_infinite) *body.added_mass_infinite *= factor;
  if (body.added_mass_zero) *body.added_mass_zero *= factor;
  for (auto& direction : body.excitation) {
    for (auto& force : direction) force *= factor;
  }
  for (auto& direction : body.excitation_irf) {
    for (auto& kernel : direction) kernel *= factor;
  }
  body.restoring_stiffness *= factor;
}

inline std::string heavier() {
  return changed_hemisphere("heavier", [](swell::hydro::HydroData& data) { scale(data.bodies[0], 1.2); });
}

inline std::string sphere(const std::string& hydro_data, const std::string& more = "", const std::string& keys = "",
                          const std::string& waves = "{type: regular, height: 2, period: 6}") {
  return "simulation: {duration: 40, time_step: 0.05, ramp: 10}\nwaves: " + waves + "\n" + more +
         "bodies:\n  - {name: sphere, hydro_data: {" + hydro_data +
         "}, mass: 261.8e3, inertia: [1690000, 1690000, 2606000]" + keys +
         "}\nptos:\n  - {name: PTO, type: translational, base: world, follower: sphere, location: [0, 0, 0], damping: "
         "1e5}\n";
}

inline std::string sets(const std::string& first, const std::string& second, const std::string& rule) {
  return "sets: [{file: " + first + ", body: 1}, {file: " + second + ", body: 1}], " + rule;
}

inline double worst(const std::filesystem::path& a, const std::filesystem::path& b, const std::string& path) {
  return (read_dataset(a, path) - read_dataset(b, path)).cwiseAbs().maxCoeff();
}

inline int switches(const std::filesystem::path& file) {
  const swell::MatrixX set = read_dataset(file, "/bodies/sphere/hydro_set");
  int count = 0;
  for (Eigen::Index i = 1; i < set.rows(); ++i) count += set(i, 0) != set(i - 1, 0) ? 1 : 0;
  return count;
}

}  // namespace swell_test
