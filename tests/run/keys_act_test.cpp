// Every key of a case acts, or the case says that it does not: by machine, for each key of some cases.
#include "swell/model/describe.h"
#include "swell/model/read_case.h"
#include "swell/run/simulation.h"
#include "swell_test/other_values.h"
#include "swell_test/test.h"

namespace swell::run::keys_act_test {
namespace {

using swell_test::OtherValues;

/// Everything that a run shows, and what it says.
struct Outcome {
  std::string texts;
  std::vector<double> numbers;
  std::vector<std::string> names;
};

Outcome outcome_of(const model::CaseTemplate& base, const std::vector<std::string>& overrides,
                   assembly::SharedData& shared) {
  Outcome outcome;
  Diagnostics found;
  const model::Model model = base.read(overrides, found);
  const auto say = [&](const std::vector<Diagnostic>& all) {
    for (const Diagnostic& d : all) outcome.texts += d.text() + "\n";
  };
  say(found.list());
  if (found.has_errors()) return outcome;
  try {
    Simulation simulation(model, {&shared, {}, {}, {}});
    const double end = simulation.end(), start = simulation.start();
    for (int i = 0; i <= 4; ++i) {
      simulation.step_to(start + 0.25 * i * (end - start));
      for (std::size_t k = 0; k < simulation.outputs().size(); ++k) {
        const auto& port = simulation.outputs()[k];
        const double* values = simulation.read(k);
        outcome.numbers.insert(outcome.numbers.end(), values, values + std::max(1, port.spec.width));
        if (i == 0) outcome.names.push_back(port.path);
      }
    }
    outcome.numbers.push_back(static_cast<double>(simulation.steps()));
    say(simulation.warnings());
    for (const std::string& note : simulation.notes()) outcome.texts += note + "\n";
  } catch (const Error& error) {
    outcome.texts += std::string(error.what()) + "\n";
    outcome.numbers.clear();
  }
  return outcome;
}

/// Keys of which no other value changes what a run shows, or is spoken of.
/// @param may_be_silent  with the reason beside it
std::vector<std::string> silent_keys(const std::string& text, const std::vector<std::string>& variant,
                                     const std::set<std::string>& may_be_silent) {
  const model::CaseTemplate base(text, std::filesystem::path(SWELL_SOURCE_DIR) / "inputs/sphere/case.yaml");
  assembly::SharedData shared;
  Diagnostics found;
  model::Model model = base.read(variant, found);
  for (const Diagnostic& d : found.list()) ADD_FAILURE() << d.text();
  const Outcome as_it_is = outcome_of(base, variant, shared);
  EXPECT_FALSE(as_it_is.numbers.empty()) << as_it_is.texts;
  OtherValues others;
  describe(others, model);
  std::vector<std::string> silent;
  for (const auto& [path, values] : others.all) {
    const auto is_silent = [&, &key = path](const std::string& value) {
      std::vector<std::string> overrides = variant;
      overrides.push_back(key + "=" + value);
      const Outcome other = outcome_of(base, overrides, shared);
      return other.names == as_it_is.names && other.numbers == as_it_is.numbers && other.texts == as_it_is.texts;
    };
    bool reported = may_be_silent.count(path) > 0;  // or of the whole structure that holds it, in any case
    for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
      reported = reported || as_it_is.texts.find(path.substr(0, dot) + " has no effect") != std::string::npos;
    if (!reported && std::all_of(values.begin(), values.end(), is_silent)) silent.push_back(path);
  }
  return silent;
}

const char* const kSphere = R"(
simulation: {duration: 3, time_step: 0.1, ramp: 1}
environment: {water_density: 1025, depth: 60, current: {speed: 1}, gauges: [{x: 3}]}
waves: {type: regular, height: 2, period: 6}
hydrodynamics: {convolution: {}, state_space: {}}
bodies:
  - name: sphere
    hydro_data: {file: hemisphere.h5, body: 1}
    mass: equilibrium
    inertia: [2.0e+6, 2.1e+6, 2.2e+6]
    quadratic_drag: {drag: [1.0e+4, 1.0e+4, 1.0e+4, 1.0e+5, 1.0e+5, 1.0e+5]}
    initial: {angle: 5, axis: [0, 1, 0]}
    morison: [{option: 1, cd: [1, 1, 1], ca: [1, 1, 1], area: [2, 2, 2], volume: 3, position: [0, 0, -2]}]
    morison_members: [{start: [1, 0, -4], end: [1, 0, -8], start_diameter: 1, end_diameter: 1, cd_normal: 1, ca_normal: 1, elements: 2}]
ptos:
  - {name: pto, type: floating-6dof, base: world, follower: sphere, stiffness: 1.0e+4, damping: 1.0e+4}
moorings:
  - {name: matrix, type: matrix, body: sphere, stiffness: [1.0e+4, 1.0e+4, 0, 0, 0, 0]}
  - {name: cable, type: cable, body: sphere, attachment: [5, 0, 0], base_attachment: [40, 0, 0], stiffness: 1.0e+4, pre_tension: 1.0e+4}
  - {name: chain, type: catenary, body: sphere, length: 90, axial_stiffness: 1.0e+8, mass_per_length: 100, diameter: 0.1, lines: [{fairlead: [-5, 0, 0], anchor: [-60, 0, -60]}]}
output: {morison: true}
)";

const char* const kBare = R"(
simulation: {duration: 1, time_step: 0.1, ramp: 1}
environment: {current: {speed: 1}, depth: 50}
waves: {type: regular, height: 2, period: 6}
hydrodynamics: {convolution: {}, state_space: {}}
bodies:
  - {name: mass, mass: 1.0e+3, inertia: [1.0e+3, 1.0e+3, 1.0e+3], center_of_gravity: [0, 0, 0]}
joints:
  - {name: slide, type: translational, base: world, follower: mass, stiffness: 1.0e+4}
)";

// These are about the results file, which is not what a program reads.
const std::set<std::string> kOfFile = {"output.time_step", "output.times", "output.states", "output.compression",
                                       "output.hydro_coefficients"};

std::set<std::string> with(std::set<std::string> more) {
  more.insert(kOfFile.begin(), kOfFile.end());
  return more;
}

TEST(Keys, OfABodyInWavesActOrAreReported) {
  // No gauge sees y in waves along x.
  EXPECT_THAT(silent_keys(kSphere, {}, with({"environment.gauges.1.y"})), testing::IsEmpty());
}

TEST(Keys, UnderWecSimsChoicesActOrAreReported) {
  EXPECT_THAT(silent_keys(kSphere, {"simulation.reproduce=wec-sim", "hydrodynamics.convolution.duration=20"},
                          with({"environment.gauges.1.y"})),
              testing::IsEmpty());
}

TEST(Keys,
     OfABodyWithoutWaterActOrAreReported) {  // It never turns, and what WEC-Sim does otherwise is about the water.
  EXPECT_THAT(silent_keys(kBare, {}, with({"bodies.mass.inertia", "simulation.reproduce"})), testing::IsEmpty());
}

// The hemisphere's data hold no noise that could be dropped.
TEST(Keys, WithAdaptiveStepsAndStateSpaceActOrAreReported) {
  EXPECT_THAT(silent_keys(kSphere,
                          {"simulation.integrator=dopri5", "hydrodynamics.radiation=state-space",
                           "waves={type: irregular, significant_height: 2, peak_period: 7, bins: {count: 20}}"},
                          with({"environment.gauges.1.y", "hydrodynamics.state_space.drop_noise"})),
              testing::IsEmpty());
}

}  // namespace
}  // namespace swell::run::keys_act_test
