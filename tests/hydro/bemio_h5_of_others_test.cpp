// Files in BEMIO's format that others wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell::hydro::bemio_h5_of_others_test {
namespace {

TEST(BemioH5, ReadsTheConvertedRm3) {
  SWELL_TEST_DATA(path, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  const HydroData data = read_bemio_h5(path.string());
  ASSERT_EQ(data.bodies.size(), 2u);
  EXPECT_EQ(data.omega.size(), 260u);
  EXPECT_FALSE(data.water_depth);
  EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2) * 9810.0, 2800951.2, 0.5);
  EXPECT_NEAR(data.bodies[1].restoring_stiffness(2, 2) * 9810.0, 277014.78, 0.05);
  EXPECT_NEAR((*data.bodies[0].added_mass_infinite)(2, 2) * 1000.0, 1232838.0, 1.0);
  EXPECT_NEAR((*data.bodies[1].added_mass_infinite)(2, 8) * 1000.0, 8918842.0, 1.0);
  EXPECT_NEAR(data.bodies[0].displaced_volume, 725.833, 1e-3);
  std::size_t states = 0;
  for (const HydroBody& body : data.bodies) {
    for (const auto& row : body.radiation_state_space) {
      for (const auto& entry : row) states += static_cast<std::size_t>(entry.A.rows());
    }
  }
  EXPECT_EQ(states, 783u);
}

TEST(BemioH5, ReadsTheHandMadeMinimalVariant) {
  SWELL_TEST_DATA(path, "bem/h5_variants/rm3_custom_minimal.h5", "WEC-Sim/WEC-Sim");
  const HydroData data = read_bemio_h5(path.string());
  EXPECT_EQ(data.bodies.size(), 2u);
  EXPECT_EQ(data.direction.size(), 36u);
  EXPECT_FALSE(data.water_depth);
  EXPECT_FALSE(data.density);
  EXPECT_TRUE(std::is_sorted(data.omega.begin(), data.omega.end()));
  // Heave agrees with the WAMIT run within 1 % below 1.4 rad/s.
  SWELL_TEST_DATA(reference_path, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  const HydroData reference = read_bemio_h5(reference_path.string());
  EXPECT_NEAR((*data.bodies[0].added_mass_infinite)(2, 2) / (*reference.bodies[0].added_mass_infinite)(2, 2), 1.0,
              0.02);
}

TEST(BemioH5, ReadsTheEarlyMatlabSphere) {
  SWELL_TEST_DATA(path, "sphere/sphere.h5", "NREL/HydroChrono");
  const HydroData data = read_bemio_h5(path.string());
  ASSERT_EQ(data.bodies.size(), 1u);
  EXPECT_EQ(data.omega.size(), 240u);
  ASSERT_TRUE(data.water_depth);
  EXPECT_EQ(*data.water_depth, 200.0);
  EXPECT_TRUE(data.bodies[0].scattering.empty());
  EXPECT_NEAR(data.bodies[0].restoring_stiffness(2, 2) * 9810.0, 770389.0, 1.0);
  EXPECT_NEAR(data.bodies[0].cb.z(), -1.875, 5e-3);
}

}  // namespace
}  // namespace swell::hydro::bemio_h5_of_others_test
