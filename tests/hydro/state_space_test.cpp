#include "swell/hydro/state_space.h"

#include <gtest/gtest.h>

#include <cmath>

#include "swell/hydro/bemio_h5.h"
#include "swell_test/data.h"

namespace swell::hydro {
namespace {

std::vector<HydroBodyRef> bodies_of(const std::string& path) {
  const auto data = std::make_shared<const HydroData>(read_bemio_h5(path));
  std::vector<HydroBodyRef> bodies;
  for (std::size_t b = 0; b < data->bodies.size(); ++b) bodies.push_back({data, b});
  return bodies;
}

TEST(StateSpace, FittingAnEntryGivesBemiosOrdersAndFitsForAllOfRm3) {
  SWELL_TEST_DATA(path, "rm3/rm3.h5", "WEC-Sim/WEC-Sim");
  const auto bodies = bodies_of(path.string());
  const RadiationCoefficients coefficients(bodies, 1000.0, true);
  const StateSpaceModel stored = state_space_from_file(coefficients);
  EXPECT_EQ(stored.states(), 783);
  const StateSpaceModel fitted = state_space_entry_wise(coefficients);
  ASSERT_EQ(fitted.entries.size(), stored.entries.size());
  for (std::size_t e = 0; e < stored.entries.size(); ++e) {
    EXPECT_EQ(fitted.entries[e].order, stored.entries[e].order) << e;
    EXPECT_NEAR(fitted.entries[e].r2, stored.entries[e].r2, 1e-6) << e;
  }
  EXPECT_EQ(fitted.states(), 783);
}

}  // namespace
}  // namespace swell::hydro
