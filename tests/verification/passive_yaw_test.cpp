// Excitation at the instantaneous heading.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <sstream>

#include "results_file.h"
#include "swell/base/error.h"
#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell {
namespace {

using swell_test::read_dataset;
using swell_test::run_text;

std::string hemisphere() { return (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string(); }

std::string changed(const std::string& name, const std::function<void(hydro::HydroData&)>& change) {
  hydro::HydroData data = hydro::read_bemio_h5(hemisphere());
  change(data);
  const auto path = std::filesystem::temp_directory_path() / ("swell-yaw-" + name + ".h5");
  hydro::write_bemio_h5(data, path.string());
  return path.string();
}

/// Excitation that depends on the heading: that of an axisymmetric body times 1 + cos(2 beta)/2, all round.
std::string all_round() {
  return changed("headings", [](hydro::HydroData& data) {
    const auto first = data.bodies[0].excitation.front();
    data.direction.clear();
    data.bodies[0].excitation.clear();
    for (double heading = -180.0; heading <= 180.0; heading += 10.0) {
      const double beta = heading * kDegree, factor = 1.0 + 0.5 * std::cos(2.0 * beta);
      auto row = first;
      for (auto& force : row) {
        const Eigen::VectorXcd X = force;
        force << X[0] * std::cos(beta), X[0] * std::sin(beta), X[2], -X[4] * std::sin(beta), X[4] * std::cos(beta), 0.0;
        force *= factor;
      }
      data.direction.push_back(heading);
      data.bodies[0].excitation.push_back(row);
    }
    data.bodies[0].froude_krylov.clear();
    data.bodies[0].scattering.clear();
    data.bodies[0].mean_drift_control_surface.clear();
    data.bodies[0].mean_drift_momentum.clear();
    data.bodies[0].mean_drift_pressure.clear();
    data.bodies[0].excitation_irf.clear();
    data.bodies[0].excitation_irf_time.clear();
  });
}

Vector6 first_excitation(const std::string& file, double yaw, double direction, const std::string& keys) {
  std::ostringstream text;
  text << "simulation: {duration: 0.1, time_step: 0.05}\nwaves: {type: regular, height: 2, period: 6, phase: 40, "
          "direction: "
       << direction << "}\nbodies:\n  - {name: sphere, hydro_data: {file: " << file
       << ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6], initial: {axis: [0, 0, 1], angle: " << yaw << "}"
       << keys << "}\n";
  const auto result = run_text(text.str(), "yaw");
  return read_dataset(result, "/bodies/sphere/force/excitation").row(0).transpose();
}

TEST(PassiveYaw, ABodyTurnedWithTheWaveFeelsTheSameForceInItsOwnAxes) {
  const std::string file = all_round();
  const Vector6 ahead = first_excitation(file, 0.0, 0.0, "");
  for (const double turn : {30.0, -100.0}) {
    const Vector6 turned = first_excitation(file, turn, turn, ", passive_yaw: 0");
    const double c = std::cos(turn * kDegree), s = std::sin(turn * kDegree);
    EXPECT_NEAR(turned[0], c * ahead[0], 1e-6 * ahead.norm());
    EXPECT_NEAR(turned[1], s * ahead[0], 1e-6 * ahead.norm());
    EXPECT_NEAR(turned[2], ahead[2], 1e-6 * ahead.norm());
  }
  // A body that keeps its heading in a wave from the side is another matter.
  EXPECT_GT(std::abs(first_excitation(file, 0.0, 90.0, ", passive_yaw: 0")[2] - ahead[2]), 0.1 * std::abs(ahead[2]));
}

TEST(PassiveYaw, BelowTheThresholdTheCoefficientsAreHeld) {
  const std::string file = all_round();
  const Vector6 design = first_excitation(file, 0.0, 45.0, ", passive_yaw: 0");
  const Vector6 held = first_excitation(file, 4.0, 45.0, ", passive_yaw: 5"),
                free = first_excitation(file, 4.0, 45.0, ", passive_yaw: 0");
  EXPECT_DOUBLE_EQ(held[2], design[2]);
  EXPECT_NE(free[2], design[2]);
  EXPECT_DOUBLE_EQ(first_excitation(file, 6.0, 45.0, ", passive_yaw: 5")[2],
                   first_excitation(file, 6.0, 45.0, ", passive_yaw: 0")[2]);
}

TEST(PassiveYaw, DataThatDoNotGoAllRoundAreRefused) {
  EXPECT_THROW(first_excitation(changed("half",
                                        [](hydro::HydroData& data) {
                                          data.direction.resize(1);
                                          data.bodies[0].excitation.resize(1);
                                          data.bodies[0].froude_krylov.clear();
                                          data.bodies[0].scattering.clear();
                                          data.bodies[0].excitation_irf.clear();
                                          data.bodies[0].excitation_irf_time.clear();
                                        }),
                                0.0, 0.0, ", passive_yaw: 1"),
               InputError);
}

}  // namespace
}  // namespace swell
