#include "swell/hydro/hemisphere.h"

#include <gtest/gtest.h>

#include <cmath>

#include "swell/hydro/impulse_response.h"

namespace swell::hydro {
namespace {

/// Hulme 1982, J. Fluid Mech. 121, tables 1 and 2, recomputed independently to one more digit.
struct Row {
  double Ka, heave_mu, heave_lambda, X3, surge_mu, surge_lambda;
};
constexpr Row kHulme[] = {
    {0.05, 0.87636, 0.10365, 0.93798, 0.51024, 0.00014}, {0.1, 0.86273, 0.18161, 0.87795, 0.52232, 0.00109},
    {0.2, 0.79383, 0.27930, 0.76987, 0.55153, 0.00815},  {0.4, 0.64519, 0.34101, 0.60152, 0.61752, 0.05572},
    {0.5, 0.58608, 0.33905, 0.53647, 0.64390, 0.09867},  {0.6, 0.53810, 0.32712, 0.48103, 0.65862, 0.15156},
    {0.8, 0.46979, 0.28989, 0.39216, 0.64212, 0.26531},  {0.9, 0.44640, 0.26908, 0.35622, 0.61266, 0.31454},
    {1.0, 0.42843, 0.24840, 0.32469, 0.57395, 0.35349},  {1.4, 0.39235, 0.17562, 0.23074, 0.40375, 0.40609},
    {1.6, 0.38714, 0.14687, 0.19738, 0.33711, 0.39289},  {2.0, 0.38838, 0.10306, 0.14788, 0.24928, 0.34241},
    {2.5, 0.39878, 0.06736, 0.10694, 0.1951, 0.2769},    {4.0, 0.43221, 0.02189, 0.04819, 0.1620, 0.1511},
    {5.0, 0.44710, 0.01161, 0.03139, 0.1679, 0.1073},    {6.0, 0.45739, 0.00662, 0.02164, 0.1772, 0.0794},
    {8.0, 0.46998, 0.00255, 0.01164, 0.1949, 0.0479},    {10.0, 0.47710, 0.00116, 0.00703, 0.2085, 0.0317}};

TEST(Hemisphere, GivesHulmesTablesToAllPrintedDigits) {
  for (const Row& row : kHulme) {
    const HemisphereCoefficients h = hemisphere(row.Ka);
    EXPECT_NEAR(h.heave_added_mass, row.heave_mu, 1.5e-5) << row.Ka;
    EXPECT_NEAR(h.heave_damping, row.heave_lambda, 1.5e-5) << row.Ka;
    EXPECT_NEAR(std::abs(h.heave_excitation), row.X3, 1.5e-5) << row.Ka;
    const double tolerance = row.Ka < 2.5 ? 1.5e-5 : 6e-5;
    EXPECT_NEAR(h.surge_added_mass, row.surge_mu, tolerance) << row.Ka;
    EXPECT_NEAR(h.surge_damping, row.surge_lambda, tolerance) << row.Ka;
  }
}

TEST(Hemisphere, MeetsHaskindsRelationsAndTheLimits) {
  for (const double Ka : {0.02, 0.3, 1.0, 3.0, 10.0, 30.0, 70.0}) {
    const HemisphereCoefficients h = hemisphere(Ka, 40);
    // B33 = omega^3 |X3|^2/(2 rho g^3), B11 = omega^3 |X1|^2/(4 rho g^3).
    EXPECT_NEAR(h.heave_damping / (0.75 * kPi * Ka * std::norm(h.heave_excitation)), 1.0, 3e-4) << Ka;
    EXPECT_NEAR(h.surge_damping / (0.375 * kPi * Ka * std::norm(h.surge_excitation)), 1.0, 3e-4) << Ka;
  }
  const HemisphereCoefficients slow = hemisphere(1e-4);
  EXPECT_NEAR(std::arg(slow.surge_excitation), kPi / 2.0, 1e-3) << "surge leads by 90 degrees in long waves";
  EXPECT_NEAR(slow.heave_excitation.real(), 1.0, 1e-3);
  EXPECT_NEAR(slow.heave_added_mass, 0.831, 1e-3);
  EXPECT_NEAR(hemisphere_surge_added_mass_infinite(), 0.2732, 5e-5);
}

TEST(Hemisphere, ItsHeaveKernelIsTheTabulatedOne) {
  HemisphereOptions options;
  options.radius = 9.81;  // sqrt(g/a) = 1: times are tau
  options.cg_z = 0.0;
  options.omega_max = 12.0 / std::sqrt(9.81 / 5.0);
  options.frequencies = 60;
  options.irf_times = 401;
  const HydroData data = hemisphere_data(options);
  const HydroBody& body = data.bodies[0];
  const double tau[] = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0};
  const double K[] = {0.1875, 0.1531, 0.0751, -0.0025, -0.0536, -0.0722, -0.0417, -0.0146, -0.0014, 0.0032};
  for (int i = 0; i < 10; ++i) {
    const auto n = static_cast<std::size_t>(std::lround(tau[i] / 0.05));
    EXPECT_NEAR(body.radiation_irf[n](2, 2) / body.displaced_volume, K[i], 2e-4) << tau[i];
  }
  // Ogilvie, with the truncated tail bounded: A_inf from the kernel and A at every tenth frequency.
  for (std::size_t k = 10; k < data.omega.size(); k += 10) {
    for (const Eigen::Index dof : {Eigen::Index{0}, Eigen::Index{2}}) {
      const double w = data.omega[k];
      double integral = 0.0;  // Simpson
      for (std::size_t n = 0; n < 401; ++n) {
        const double weight = (n == 0 || n == 400) ? 1.0 : (n % 2 == 1 ? 4.0 : 2.0);
        integral += weight * 0.05 / 3.0 * body.radiation_irf[n](dof, dof) * std::sin(w * 0.05 * static_cast<double>(n));
      }
      EXPECT_NEAR((body.added_mass[k](dof, dof) + integral / w) / body.displaced_volume,
                  (*body.added_mass_infinite)(dof, dof) / body.displaced_volume, 2e-3)
          << dof << " " << w;
    }
  }
}

}  // namespace
}  // namespace swell::hydro
