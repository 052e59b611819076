#include "swell/bem/passive_memory.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "swell/bem/compute.h"
#include "swell/bem/shapes.h"
#include "swell/hydro/state_space.h"

namespace swell::bem {
namespace {

// As `swell run` and WEC-Sim read the file: entries side by side. Passive, and the damping of the data.
TEST(PassiveMemory, OfTwoBodiesIsPassiveAsTheFilesEntries) {
  ComputeRequest request;
  for (const double x : {-1.6, 1.6}) {
    ComputeBody body;
    body.name = x < 0.0 ? "left" : "right";
    body.elements = revolution(below_water(ellipse_profile(1.0, 0.8, 0.0)), x, 0.0, 1.0, {});
    body.cg = Vector3(x, 0.0, -0.2);
    request.bodies.push_back(std::move(body));
  }
  for (int k = 1; k <= 60; ++k) request.omega.push_back(0.15 * k);
  hydro::HydroData data = compute(request);
  EXPECT_LT(add_passive_state_space(data), 0.01);
  const std::shared_ptr<const hydro::HydroData> borrowed(std::shared_ptr<void>(), &data);
  const hydro::RadiationCoefficients coefficients({{borrowed, 0}, {borrowed, 1}}, 1025.0, true);
  const hydro::StateSpaceModel model = hydro::state_space_from_file(coefficients);
  const hydro::Passivity passivity = hydro::measure_passivity(model, request.omega.back());
  EXPECT_TRUE(passivity.stable);
  EXPECT_GT(passivity.lowest, -1e-4);  // a tenth of what the check of data takes as passive
  const MatrixX& B = data.bodies[0].radiation_damping[19];
  const double omega = request.omega[19];
  for (const int j : {2, 8})
    EXPECT_NEAR(model.transfer(omega)(2, j).real(), 1025.0 * omega * B(2, j), 0.02 * 1025.0 * omega * B(2, 2)) << j;
}

}  // namespace
}  // namespace swell::bem
