// Power that no body can take from its waves is called invalid; power at the bound, or from elsewhere, is not.
#include "shipped_sphere.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/hydro/coefficients.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::invalid_power_test {
namespace {

using swell_test::hemisphere;

constexpr const char* kWaves = "{type: regular, height: 2, period: 6}";

run::RunSummary run(const std::string& simulation, const std::string& waves, const std::string& body,
                    const std::string& more) {
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(
      "simulation: {time_step: 0.05, " + simulation + "}\nwaves: " + waves +
          "\nhydrodynamics: {convolution: {duration: 15}}\nbodies:\n  - {name: sphere, hydro_data: {file: " +
          hemisphere() + ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]" + body + "}\n" + more,
      "case.yaml", {}, diagnostics);
  diagnostics.throw_if_errors();
  run::RunOptions options;
  options.output = std::filesystem::path(::testing::TempDir()) / "invalid-power.h5";
  return run::run_case(model, options);
}

std::string pto(const std::string& keys) {
  return "ptos: [{name: PTO, type: translational, base: world, follower: sphere" + keys + "}]\n";
}

// A Coulomb brake of 10 MN, above all that waves of 2 m do: with rk4 the step's chatter drives the body.
TEST(InvalidPower, OfABrakeThatChattersUnderRk4) {
  const run::RunSummary summary =
      run("duration: 120, ramp: 30", kWaves, "",
          pto("") +
              "components: [{name: brake, type: expression, inputs: [v], expression: '-1e7*sign(v)'}]\nconnections: "
              "[{from: PTO.velocity, to: brake.v}, {from: brake.output, to: PTO.force}]\n");
  ASSERT_TRUE(summary.invalid_power);
  EXPECT_THAT(*summary.invalid_power, HasSubstr("invalid: the PTOs absorb"));
  EXPECT_THAT(texts(summary.warnings), Contains(HasSubstr("invalid: the PTOs absorb")));
}

// The optimum of control: damping B and stiffness omega^2 (m + A) - C take what waves carry over 1/k. The memory of 15
// s and the rest of the start leave 1 %.
TEST(InvalidPower, NotOfTheBestControl) {
  const auto data = std::make_shared<const hydro::HydroData>(hydro::read_bemio_h5(hemisphere()));
  const hydro::RadiationCoefficients radiation({{data, 0, 0}}, 1000.0, true);
  const double omega = 2.0 * kPi / 4.0, B = radiation.damping(omega)(2, 2), k = omega * omega / 9.81,
               C = 9810.0 * data->bodies[0].restoring_stiffness(2, 2),
               M = 1000.0 * data->bodies[0].displaced_volume + radiation.added_mass(omega)(2, 2);
  const run::RunSummary summary = run("duration: 120, ramp: 30", "{type: regular, height: 0.2, period: 4}", "",
                                      pto(fmt::format(", damping: {}, stiffness: {}", B, omega * omega * M - C)));
  EXPECT_FALSE(summary.invalid_power) << *summary.invalid_power;
  EXPECT_NEAR(*summary.capture_width * k, 1.0, 0.02);
}

// These waves of 2 cm give 24 W at most; a motion that is given and the energy of the start give kilowatts.
TEST(InvalidPower, NotWhereEnergyComesFromElsewhere) {
  const std::string waves = "{type: regular, height: 0.02, period: 6}";
  const run::RunSummary driven =
      run("duration: 120, ramp: 30", waves,
          "}\n  - {name: lift, mass: 1e3, inertia: [1e3, 1e3, 1e3], center_of_gravity: [0, 0, 10]",
          "joints: [{name: rail, type: translational, base: world, follower: lift, motion: {amplitude: 0.5, period: "
          "6}}]\nptos: [{name: PTO, type: translational, base: lift, follower: sphere, damping: 3e4}]\n");
  EXPECT_GT(driven.ptos.at(0).mean_power, 1e3);
  EXPECT_FALSE(driven.invalid_power) << *driven.invalid_power;
  const run::RunSummary released =
      run("duration: 12, ramp: 0", waves, ", initial: {displacement: [0, 0, 2]}", pto(", damping: 1e5"));
  EXPECT_GT(released.ptos.at(0).mean_power, 1e3);
  EXPECT_FALSE(released.invalid_power) << *released.invalid_power;
}

TEST(InvalidPower, NotOfShippedControl) {
  for (const char* file : {"control/expression.yaml", "absorber/regular.yaml", "sphere/irregular-damper.yaml"}) {
    run::RunOptions options;
    options.output = std::filesystem::path(::testing::TempDir()) / "valid-power.h5";
    const run::RunSummary summary = run::run_case(
        model::read_case(swell_test::source_folder() / "inputs" / file, {"simulation.duration=100"}), options);
    EXPECT_FALSE(summary.invalid_power) << file;
  }
}

}  // namespace
}  // namespace swell::invalid_power_test
