// The realisation of a kernel that is cut before it has died away, of data that no shipped set resembles.
#include <gtest/gtest.h>

#include <memory>

#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/state_space.h"
#include "swell_test/data.h"

namespace swell {
namespace {

// Before, no order was good: transfer(0) was held at zero, where a cut kernel leaves 0.9 to 1.7 % of its peak.
TEST(StateSpace, AKernelThatIsCutIsMetAsItIs) {
  SWELL_TEST_DATA(path, "bem/wamit/Sphere/sphere.out", "WEC-Sim/WEC-Sim");
  auto data = std::make_shared<hydro::HydroData>(bemio::read_bem(path));
  bemio::ProcessingOptions processing;
  processing.radiation.end_time = 60.0;
  bemio::process(*data, processing);
  const hydro::RadiationCoefficients coefficients({{data, 0}}, 1000.0, true, hydro::RadiationData::passive);
  hydro::MimoOptions options;
  options.error = 0.005;
  options.damping_error = 0.004;
  options.passive = true;
  options.moving = {2};
  for (const double duration : {12.0, 15.0, 20.0, 30.0}) {
    options.duration = duration;
    const hydro::StateSpaceModel model = state_space_mimo(coefficients, options);
    EXPECT_LE(model.response_error, options.error) << duration;
    EXPECT_LE(model.states(), 24) << duration;
    EXPECT_GE(measure_passivity(model, 20.0).lowest, -1e-9) << duration;
  }
}

}  // namespace
}  // namespace swell
