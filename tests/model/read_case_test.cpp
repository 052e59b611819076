#include "swell/model/read_case.h"

#include "swell_test/case_support.h"
#include "swell_test/test.h"

namespace swell::model::read_case_test {
namespace {

TEST(ReadCase, the_example_of_the_contract_is_read_into_plain_structs) {
  const CaseFolder folder;
  const Model m = folder.read(kContract);
  EXPECT_EQ(m.simulation.duration, 200.0);
  EXPECT_EQ(m.simulation.time_step, 0.1);
  EXPECT_EQ(m.simulation.ramp, 100.0);
  EXPECT_EQ(m.simulation.integrator, Integrator::rk4);
  EXPECT_EQ(m.simulation.added_mass, AddedMass::exact);
  EXPECT_EQ(m.environment.gravity, 9.81);
  EXPECT_FALSE(m.environment.depth.has_value());
  ASSERT_EQ(m.waves.size(), 1U);
  EXPECT_EQ(std::get<RegularWave>(m.waves[0]).height, 2.5);
  EXPECT_EQ(std::get<RegularWave>(m.waves[0]).period, 8.0);
  ASSERT_EQ(m.bodies.size(), 2U);
  EXPECT_EQ(m.bodies[0].name, "float");
  EXPECT_EQ(m.bodies[0].hydro_data->sets.at(0).file, folder.path / "rm3.h5");
  EXPECT_EQ(m.bodies[1].hydro_data->sets.at(0).body, 2);
  EXPECT_TRUE(std::holds_alternative<Equilibrium>(m.bodies[0].mass));
  EXPECT_EQ(m.bodies[0].inertia->y(), 21306090.66);
  EXPECT_EQ(m.bodies[0].radiation, Radiation::convolution);
  EXPECT_EQ(m.joints.at(0).type, JointType::floating_3dof);
  EXPECT_EQ(m.joints.at(0).follower, "spar");
  EXPECT_EQ(m.ptos.at(0).damping, 1.2e6);
  EXPECT_EQ(m.output.file, folder.path / "regular.h5");
  EXPECT_EQ(m.text, kContract);
}

TEST(ReadCase, values_keep_where_they_were_written) {
  const CaseFolder folder;
  const Model m = folder.read(kContract);
  const Origin& height = source_of(m.waves[0]).of("height");
  EXPECT_EQ(height.line, 4);
  EXPECT_EQ(height.column, 32);
  EXPECT_EQ(height.path, "waves.height");
  EXPECT_EQ(m.ptos[0].source.of("damping").path, "ptos.PTO1.damping");
  EXPECT_EQ(m.bodies[1].source.of("nothing such").line, m.bodies[1].source.origin.line);
}

TEST(ReadCase, every_key_of_the_second_example_is_known) {
  const CaseFolder folder;
  folder.touch("a.h5");
  folder.touch("b.h5");
  const Model m = folder.read(R"(
simulation: {duration: 10, reproduce: wec-sim, added_mass: split, added_mass_delay: 1.0e-8, tolerance: 1.0e-6, max_step: 0.1, start: 0, time_step: 0.1}
environment: {current: {profile: uniform, speed: 1, direction: 90}, depth: infinite}
waves:
  - {type: irregular, spectrum: pierson-moskowitz, significant_height: 2.5, peak_period: 8, seed: 1, bins: {count: 500}}
  - {type: irregular, spectrum: jonswap, significant_height: 1, peak_period: 12, gamma: auto, direction: [0, 30], spread: [0.5, 0.5], random_stream: mersenne-twister, bins: {method: traditional, range: [0.1, 3]}}
  - {type: irregular, significant_height: 1, peak_period: 12, direction: 45, spread: {type: cos-2s, s: 15, count: 12}}
  - {type: irregular, significant_height: 1, peak_period: 12, direction: 45, spread: 1}
hydrodynamics: {radiation: convolution, convolution: {duration: 20, time_step: 0.05}, body_to_body: false}
bodies:
  - name: buoy
    hydro_data: {sets: [{file: a.h5, body: 1}, {file: b.h5, body: 1}], initial: 1, signal: flap.angle, thresholds: [5], hysteresis: 0.5, interpolate: false}
    mass: 1000
    inertia: [1, 2, 2.5]
    added_mass_factor: 2
    inertia_products: [0, 0, 0]
    initial: {displacement: [0, 0, 1], axis: [0, 1, 0], angle: 10, velocity: [0, 0, 0], angular_velocity: [0, 0, 0]}
    linear_damping: [1, 2, 3, 4, 5, 6]
    quadratic_drag: {cd: [1, 1, 1, 0, 0, 0], area: [10, 10, 20, 0, 0, 0]}
    morison:
      - {option: 1, cd: [1, 1, 0], ca: [1, 1, 0], area: [1, 1, 0], volume: 0.1, position: [0, 0, -2]}
      - {option: 2, cd: [1, 0.1], ca: [1, 0], area: [1, 0.2], volume: 0.1, position: [0, 0, -2], axis: [0, 0, 1]}
  - {name: tower, mass: 1000, inertia: [1, 1, 1], center_of_gravity: [0, 0, 5], center_of_buoyancy: [0, 0, 0], volume: 0}
joints:
  - {name: hinge, type: rotational, base: buoy, follower: tower, location: [0, 0, -8.9], axis: [0, 1, 0], limits: {lower: -0.5, upper: 0.5}}
moorings: [{name: line, type: matrix, body: buoy, stiffness: [1, 1, 1, 0, 0, 0]}]
components: [{name: controller, type: pid, gain: 3, table: [[1, 2], [3, 4]], nested: {a: true}}]
connections: [{from: PTO1.velocity, to: controller.input}, {value: 0, to: controller.reference}, {from: controller.output, to: PTO1.force}]
output: {file: out.h5, time_step: 0.1, select: [bodies.*.position, bodies.buoy.velocity]}
)");
  EXPECT_TRUE(std::isinf(*m.environment.depth));
  EXPECT_NEAR(m.environment.current->direction, kPi / 2.0, 1.0e-15);
  EXPECT_TRUE(std::holds_alternative<Automatic>(std::get<IrregularWave>(m.waves[1]).gamma));
  EXPECT_NEAR(std::get<IrregularWave>(m.waves[1]).direction[1], kPi / 6.0, 1.0e-15);
  EXPECT_EQ(std::get<SpreadingFunction>(std::get<IrregularWave>(m.waves[2]).spread).count, 12);
  EXPECT_EQ(std::get<std::vector<double>>(std::get<IrregularWave>(m.waves[3]).spread), std::vector<double>{1.0});
  EXPECT_EQ(m.bodies[0].hydro_data->sets.size(), 2U);
  EXPECT_NEAR(m.bodies[0].initial.angle, 10.0 * kPi / 180.0, 1.0e-15);
  EXPECT_EQ(m.bodies[0].linear_damping(4, 4), 5.0);
  EXPECT_EQ(m.bodies[0].morison[1].cd, (std::vector<double>{1, 0.1}));
  EXPECT_EQ(m.components[0].parameters.keys, (std::vector<std::string>{"gain", "table", "nested"}));
  EXPECT_EQ(m.components[0].parameters.find("gain")->number, 3.0);
  EXPECT_EQ(m.components[0].parameters.find("gain")->origin.path, "components.controller.gain");
  EXPECT_EQ(m.moorings[0].body, "buoy");
  EXPECT_EQ(std::get<std::vector<double>>(m.connections[1].from), std::vector<double>{0.0});
}

TEST(ReadCase, a_case_written_and_read_again_is_the_same) {
  const CaseFolder folder;
  const Model m = folder.read(kContract);
  const std::string written = write_case(m);
  const Model again = folder.read(written);
  EXPECT_EQ(write_case(again), written);
  EXPECT_EQ(again.ptos[0].damping, m.ptos[0].damping);
}

TEST(ReadCase, amplitude_and_frequency_stand_for_height_and_period) {
  const CaseFolder folder;
  const Model m = folder.read(folder.small("waves: {type: regular, amplitude: 1.25, frequency: 0.7853981633974483}"));
  EXPECT_EQ(std::get<RegularWave>(m.waves[0]).height, 2.5);
  EXPECT_NEAR(std::get<RegularWave>(m.waves[0]).period, 8.0, 1.0e-14);
}

TEST(Overrides, name_list_items_by_their_name_and_keep_the_text_of_the_file) {
  const CaseFolder folder;
  const Model m =
      folder.read(kContract, {"ptos.PTO1.damping=2e6", "waves.height=3", "bodies.float.inertia=[1e7, 1.1e7, 1.2e7]",
                              "hydrodynamics.convolution.duration=20", "bodies.spar.mass=5.5e5"});
  EXPECT_EQ(m.ptos[0].damping, 2.0e6);
  EXPECT_EQ(std::get<RegularWave>(m.waves[0]).height, 3.0);
  EXPECT_EQ(m.bodies[0].inertia->z(), 1.2e7);
  EXPECT_EQ(m.hydrodynamics.convolution.duration, 20.0);
  EXPECT_EQ(std::get<double>(m.bodies[1].mass), 5.5e5);
  EXPECT_EQ(m.text, kContract);
}

TEST(Overrides, that_fit_nothing_are_errors_with_the_nearest) {
  const CaseFolder folder;
  EXPECT_THAT(folder.errors(kContract, {"ptos.PT01.damping=2e6"}),
              ElementsAre("--set ptos.PT01.damping=2e6: ptos has no item PT01; did you mean ptos.PTO1?"));
  EXPECT_THAT(folder.errors(kContract, {"ptos.PTO1.dampling=2e6"}),
              ElementsAre("--set ptos.PTO1.dampling=2e6: unknown key ptos.PTO1.dampling; did you mean damping?"));
  EXPECT_THAT(folder.errors(kContract, {"waves.height=-2"}),
              ElementsAre("--set waves.height=-2: waves.height = -2 m must be at least 0"));
  EXPECT_THAT(
      folder.errors(kContract, {"waves.height=2,5"}),
      ElementsAre("--set waves.height=2,5: waves.height = 2,5 must be a number in m; write 2.5 with a decimal point"));
  EXPECT_THAT(folder.errors(kContract, {"waves.height"}), ElementsAre(HasSubstr("is not of the form key=value")));
  EXPECT_THAT(folder.errors(kContract, {"waves.height.x=1"}),
              ElementsAre(HasSubstr("waves.height = 2.5 has no parts to set x in")));
  EXPECT_THAT(folder.errors(kContract, {"bodies.float.inertia=[1,"}),
              ElementsAre(HasSubstr("is not readable as YAML")));
}

TEST(Validate, holds_a_model_filled_by_hand_to_the_same_rules) {
  Model m;
  m.simulation.duration = 10.0;
  m.simulation.time_step = 0.1;
  m.waves.emplace_back(RegularWave{-1.0, 8.0, 0.0, 0.0, {}});
  Body body;
  body.name = "buoy";
  body.mass = -5.0;
  body.inertia = Vector3(1, 1, 1);
  body.center_of_gravity = Vector3::Zero();
  m.bodies.push_back(body);
  Diagnostics diagnostics;
  validate(m, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& d : diagnostics.list()) texts.push_back(d.text());
  EXPECT_THAT(texts,
              ElementsAre("waves.1.height = -1 m must be at least 0", "bodies.buoy.mass = -5 kg must be above 0"));
}

// A zero that is given holds the body at the start, one that is not does not: both stay what they are.
TEST(Writer, KeepsWhichStartsAreGiven) {
  const std::vector<std::string> keys = {"displacement", "angle", "velocity", "angular_velocity"};
  for (unsigned given = 0; given < 16; ++given) {
    std::string initial;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if ((given >> k & 1U) != 0)
        initial += (initial.empty() ? "" : ", ") + keys[k] + (keys[k] == "angle" ? ": 0" : ": [0, 0, 0]");
    }
    Diagnostics diagnostics;
    const Model first = read_case_text(
        "simulation: {duration: 1, time_step: 0.1}\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], "
        "center_of_gravity: [0, 0, 0], initial: {" +
            initial + "}}]\n",
        "case.yaml", {}, diagnostics);
    const Model second = read_case_text(write_yaml(case_tree(first)), "case.yaml", {}, diagnostics);
    diagnostics.throw_if_errors();
    for (std::size_t k = 0; k < keys.size(); ++k)
      EXPECT_EQ(second.bodies.at(0).initial.source.has(keys[k]), (given >> k & 1U) != 0)
          << keys[k] << " of " << initial;
  }
}

}  // namespace
}  // namespace swell::model::read_case_test
