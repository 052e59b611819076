// Realisations of data that no shipped set resembles.
#include "swell/bemio/processing.h"
#include "swell/bemio/read.h"
#include "swell/hydro/state_space.h"
#include "swell_test/test.h"

namespace swell::cut_kernel_test {
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
    EXPECT_LE(model.response_error, *options.error) << duration;
    EXPECT_LE(model.states(), 24) << duration;
    EXPECT_GE(measure_passivity(model, 20.0).lowest, -1e-9) << duration;
  }
}

// What is taken from a fit to make it passive is taken where it costs least of the damping: by the least energy of the
// kernel it cost the flap of a spar buoy, whose surge and pitch nearly cancel, 6 % of its power at resonance
// (validation/radiation-models).
TEST(StateSpace, PassivityTakesLittlePowerFromAFlap) {
  SWELL_TEST_DATA(path, "bem/nemoh_v3.0.2/OC3-Hywind_FOWT", "WEC-Sim/WEC-Sim");
  auto data = std::make_shared<hydro::HydroData>(bemio::read_bem(path));
  bemio::process(*data, {});
  const hydro::RadiationCoefficients coefficients({{data, 0}}, 1025.0, true, hydro::RadiationData::passive);
  const double omega = 0.195;  // natural frequency about a hinge one length below, with the stiffness of pitch
  const Vector6 motion = std::cbrt(data->bodies.front().displaced_volume) * Vector6::Unit(0) + Vector6::Unit(4);
  double peak = 0.0;
  for (const double w : data->omega) peak = std::max(peak, motion.dot(coefficients.damping(w) * motion));
  const double damping = motion.dot(coefficients.damping(omega) * motion);
  const double takeoff = 0.04 * omega * motion.dot(coefficients.added_mass(omega) * motion);  // of Q = 25
  hydro::MimoOptions options;
  options.error = 0.005;
  options.damping_error = 0.004;
  options.passive = true;
  options.moving = {0, 4};
  options.paths = {{{0, 1, 2, 3, 4, 5}, motion}};
  for (const double fastest : {0.0, 9.9}) {
    if (fastest > 0.0) options.fastest = fastest;
    const hydro::StateSpaceModel model = state_space_mimo(coefficients, options);
    // P = c |X|^2 / (2 (B + c)^2) has dP / P = 2 dB / (B + c), and dB is at most the error times B and a hundredth of
    // its peak, wherever in the spectrum that is: an upper bound.
    const double most = 2.0 * model.damping_error * (damping + 0.01 * peak) / (damping + takeoff);
    swell_test::measured("poles up to %g rad/s: %d states, power within %.3g", fastest, model.states(), most);
    EXPECT_LT(most, 0.03) << fastest;
  }
}

}  // namespace
}  // namespace swell::cut_kernel_test
