// One test per kind of mistake, on its whole message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "swell_test/case_support.h"

namespace swell::model {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

const char* const kRegular = "waves: {type: regular, height: 2.5, period: 8}";

class BadInput : public ::testing::Test {
 protected:
  std::vector<std::string> waves(const std::string& line) const { return folder_.errors(folder_.small(line)); }
  std::vector<std::string> more(const std::string& lines) const {
    return folder_.errors(folder_.small(kRegular, lines));
  }
  /// Errors with a body of these keys.
  std::vector<std::string> body(const std::string& keys) const {
    return folder_.errors("simulation: {duration: 10, time_step: 0.1}\nbodies:\n  - {name: buoy, " + keys + "}\n");
  }
  CaseFolder folder_;
};

TEST_F(BadInput, the_valid_case_of_these_tests_has_no_errors) { EXPECT_THAT(waves(kRegular), IsEmpty()); }

TEST_F(BadInput, a_misspelt_key_is_named_with_the_nearest_and_not_reported_missing_too) {
  EXPECT_THAT(waves("waves: {type: regular, hieght: 2.5, period: 8}"),
              ElementsAre("case.yaml:2:24: unknown key waves.hieght; did you mean height?"));
  EXPECT_THAT(folder_.errors("simulaton: {duration: 1, time_step: 0.1}\nbodies: [{name: a, mass: 1, inertia: [1, 1, "
                             "1], center_of_gravity: [0, 0, 0]}]"),
              ElementsAre("case.yaml:1:1: unknown key simulaton; did you mean simulation?"));
  EXPECT_THAT(more("nonsense: 3"),
              ElementsAre(HasSubstr("case.yaml:5:1: unknown key nonsense; known here: simulation, environment")));
}

TEST_F(BadInput, a_key_of_another_type_says_where_it_belongs) {
  EXPECT_THAT(
      waves("waves: {type: regular, height: 2, period: 8, significant_height: 2}"),
      ElementsAre("case.yaml:2:46: unknown key waves.significant_height for type regular; it belongs to irregular"));
}

TEST_F(BadInput, missing_keys_say_what_they_should_hold) {
  EXPECT_THAT(waves("waves: {type: irregular, peak_period: 8}"),
              ElementsAre("case.yaml:2:8: waves.significant_height is missing; give a number in m"));
  EXPECT_THAT(waves("waves: {type: regular, height: 2}"),
              ElementsAre("case.yaml:2:8: waves.period is missing; give period or frequency"));
  EXPECT_THAT(waves("waves: {height: 2}"),
              ElementsAre(HasSubstr("waves.type is missing; give one of none, regular, irregular")));
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, inertia: [1, 1, 1]"),
              ElementsAre("case.yaml:3:5: bodies.buoy.mass is missing; give a number in kg or equilibrium"));
  EXPECT_THAT(
      folder_.errors("simulation: {time_step: 0.1}\n"),
      ElementsAre(
          "case.yaml:1:13: simulation.duration is missing; give a number in s",
          "case.yaml:1:1: bodies is missing or empty: a case needs at least one body or component; for example bodies: "
          "[{name: float, hydro_data: {file: float.h5, body: 1}, mass: equilibrium, inertia: [1.7e6, 1.7e6, 2.6e6]}]"));
  EXPECT_THAT(
      body("mass: 1, inertia: [1, 1, 1]"),
      ElementsAre("case.yaml:3:5: bodies.buoy.center_of_gravity is missing; a body without hydro_data needs it"));
  EXPECT_THAT(
      folder_.errors(
          "simulation: {duration: 10}\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}]"),
      ElementsAre(
          "case.yaml:1:13: simulation.time_step is missing; give the step in s, or an adaptive integrator: dopri5"));
}

TEST_F(BadInput, a_decimal_comma_in_a_map_is_called_one) {
  EXPECT_THAT(
      waves("waves: {type: regular, height: 2,5e0, period: 8}"),
      ElementsAre("case.yaml:2:34: unknown key waves.5e0; a comma begins the next key: decimals are written with "
                  "a point"));
}

TEST_F(BadInput, a_key_without_a_value_is_an_error) {
  EXPECT_THAT(waves("waves:"), ElementsAre(StartsWith("case.yaml:2:1: waves has no value; give a list")));
}

TEST_F(BadInput, duplicate_keys_name_the_first_line) {
  EXPECT_THAT(waves("waves: {type: regular, height: 2.5, period: 8,\n  height: 3}"),
              ElementsAre("case.yaml:3:3: duplicate key waves.height, first given at line 2; keep one of them"));
}

TEST_F(BadInput, a_size_that_no_quantity_has_is_a_slip_of_the_exponent) {
  EXPECT_THAT(
      waves("waves: {type: regular, height: 1e308, frequency: 1e-320}"),
      ElementsAre("case.yaml:2:32: waves.height = 1e308 m is implausible for any device; is the exponent a slip?",
                  StartsWith("case.yaml:2:50: waves.frequency = 1e-320 rad/s is implausible for any device")));
}

TEST_F(BadInput, negative_height_is_reported_of_the_key_that_was_written) {
  EXPECT_THAT(waves("waves: {type: regular, period: 8, amplitude: -1}"),
              ElementsAre("case.yaml:2:46: waves.amplitude = -1 m must be at least 0"));
}

TEST_F(BadInput, values_out_of_range_show_value_unit_and_rule) {
  EXPECT_THAT(waves("waves: {type: regular, height: -2, period: 0}"),
              ElementsAre("case.yaml:2:32: waves.height = -2 m must be at least 0",
                          "case.yaml:2:44: waves.period = 0 s must be above 0"));
  EXPECT_THAT(waves("waves: {type: regular, height: 2, period: 8, direction: 400}"),
              ElementsAre("case.yaml:2:57: waves.direction = 400 deg must lie in [-360, 360] deg"));
  EXPECT_THAT(more("environment: {water_density: -1, gravity: 0}"),
              ElementsAre("case.yaml:5:30: environment.water_density = -1 kg/m^3 must be above 0",
                          "case.yaml:5:43: environment.gravity = 0 m/s^2 must be above 0"));
  EXPECT_THAT(
      folder_.errors(folder_.small(kRegular), {"simulation.time_step=20"}),
      ElementsAre("--set simulation.time_step=20: simulation.time_step = 20 s is longer than the duration of 10 s"));
}

TEST_F(BadInput, zero_and_negative_mass_are_errors) {
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, mass: 0, inertia: [1, 1, 1]"),
              ElementsAre("case.yaml:3:61: bodies.buoy.mass = 0 kg must be above 0"));
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, mass: -5, inertia: [1, 0, 1]"),
              ElementsAre("case.yaml:3:61: bodies.buoy.mass = -5 kg must be above 0",
                          StartsWith("case.yaml:3:74: bodies.buoy.inertia.2 = 0 kg m^2 must be above 0")));
}

TEST_F(BadInput, a_mesh_that_is_not_there_is_not_missing_too) {
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], geometry: nothing.stl, "
                   "nonlinear_hydro: mean"),
              ElementsAre(HasSubstr("bodies.buoy.geometry = nothing.stl does not exist")));
}

TEST_F(BadInput, a_message_that_begins_with_its_key_has_it_once) {
  Diagnostics diagnostics;
  diagnostics.error({"", 0, 0, "ptos.PTO1.orientation"}, "ptos.PTO1.orientation: y and z must be perpendicular");
  diagnostics.error({"", 0, 0, "waves"}, "the height is missing");
  EXPECT_EQ(diagnostics.list()[0].text(), "ptos.PTO1.orientation: y and z must be perpendicular");
  EXPECT_EQ(diagnostics.list()[1].text(), "waves: the height is missing");
}

TEST_F(BadInput, a_decimal_comma_is_understood_everywhere) {
  EXPECT_THAT(waves("waves: {type: regular, height: 1,5, period: 8}"),
              ElementsAre("case.yaml:2:32: waves.height = 1,5 must be a number; write 1.5 with a decimal point"));
  EXPECT_EQ(number_hint("322,292"), "write 322292 without separators, or a point where the comma is one of decimals");
  EXPECT_EQ(number_hint("-1,250,000"),
            "write -1250000 without separators, or a point where the comma is one of decimals");
  EXPECT_EQ(number_hint("0,125"), "write 0.125 with a decimal point");
  EXPECT_THAT(waves("waves:\n  type: regular\n  height: 1,5\n  period: 8"),
              ElementsAre("case.yaml:4:11: waves.height = 1,5 must be a number in m; write 1.5 with a decimal point"));
  EXPECT_THAT(
      body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1,5, 1, 1]"),
      ElementsAre(
          "case.yaml:3:73: bodies.buoy.inertia = [1, 5, 1, 1] must be a list of 3 numbers in kg m^2; a decimal comma "
          "makes two numbers of one"));
}

TEST_F(BadInput, what_is_no_number_gets_a_remedy) {
  const auto height = [this](const std::string& text) {
    return waves("waves: {type: regular, height: " + text + ", period: 8}");
  };
  EXPECT_THAT(height("two"), ElementsAre("case.yaml:2:32: waves.height = two must be a number in m"));
  EXPECT_THAT(height("\"2\""),
              ElementsAre("case.yaml:2:32: waves.height = \"2\" must be a number in m; remove the quotes"));
  EXPECT_THAT(height("012"),
              ElementsAre("case.yaml:2:32: waves.height = 012 must be a number in m; write 12 without leading zeros"));
  EXPECT_THAT(
      height("2 m"),
      ElementsAre("case.yaml:2:32: waves.height = 2 m must be a number in m; write the bare number, it is in m"));
  EXPECT_THAT(height("1_000"),
              ElementsAre("case.yaml:2:32: waves.height = 1_000 must be a number in m; write 1000 without separators"));
  EXPECT_THAT(height(".nan"),
              ElementsAre("case.yaml:2:32: waves.height = .nan must be a number in m; it must be finite"));
  EXPECT_THAT(height(".inf"),
              ElementsAre("case.yaml:2:32: waves.height = .inf must be a number in m; it must be finite"));
  EXPECT_THAT(height("1e999"), ElementsAre(HasSubstr("waves.height = 1e999 must be a number in m; it is too large")));
  EXPECT_THAT(height("0x10"), ElementsAre(HasSubstr("waves.height = 0x10 must be a number in m")));
  EXPECT_THAT(height("[2]"), ElementsAre("case.yaml:2:32: waves.height = [2] must be a number in m"));
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1.5}, mass: equilibrum, inertia: [1, 1, 1]"),
              ElementsAre("case.yaml:3:51: bodies.buoy.hydro_data.body = 1.5 must be a whole number",
                          "case.yaml:3:63: bodies.buoy.mass = equilibrum must be a number in kg or equilibrium; did "
                          "you mean equilibrium?"));
}

TEST_F(BadInput, words_and_flags_show_the_choices) {
  EXPECT_THAT(waves("waves: {type: reglar, height: 2, period: 8}"),
              ElementsAre(AllOf(HasSubstr("waves.type = reglar must be one of none, regular"),
                                HasSubstr("; did you mean regular?"))));
  EXPECT_THAT(folder_.errors(folder_.small(kRegular), {"simulation.integrator=rk5"}),
              ElementsAre(HasSubstr("simulation.integrator = rk5 must be one of rk4, dopri5")));
  EXPECT_THAT(more("hydrodynamics: {body_to_body: no}"),
              ElementsAre("case.yaml:5:31: hydrodynamics.body_to_body = no must be true or false; write false"));
}

TEST_F(BadInput, contradictory_keys_are_named_together) {
  EXPECT_THAT(waves("waves: {type: regular, height: 2, period: 8, frequency: 0.7}"),
              ElementsAre("case.yaml:2:46: waves.period and frequency contradict each other; give one of them"));
  EXPECT_THAT(
      waves("waves: {type: irregular, significant_height: 2, peak_period: 8, gamma: 2}"),
      ElementsAre(
          "case.yaml:2:72: waves.gamma belongs to the spectrum jonswap; write spectrum: jonswap or remove gamma"));
  EXPECT_THAT(waves("waves: {type: irregular, significant_height: 2, peak_period: 8, direction: [0, 10], spread: [1]}"),
              ElementsAre("case.yaml:2:93: waves.spread has 1 entries and waves.direction 2"));
  EXPECT_THAT(waves("waves: [{type: none}, {type: regular, height: 2, period: 8}]"),
              ElementsAre("case.yaml:2:9: waves.1 is still water beside other seas; remove one of them"));
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1, sets: [{file: rm3.h5, body: 1}]}, mass: 1, inertia: [1, 1, 1]"),
              ::testing::Contains(HasSubstr("bodies.buoy.hydro_data.file and sets contradict each other")));
  EXPECT_THAT(more("ptos: [{name: p, type: translational, base: world, follower: buoy, stiffness: 1, pretension: 5, "
                   "equilibrium_position: 1}]"),
              ElementsAre(HasSubstr("ptos.p.pretension and equilibrium_position contradict each other")));
}

TEST_F(BadInput, names_are_unique_within_their_list) {
  EXPECT_THAT(
      folder_.errors("simulation: {duration: 10, time_step: 0.1}\nbodies:\n"
                     "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"
                     "  - {name: a, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"
                     "  - {name: world, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"
                     "  - {name: a.b, mass: 1, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}\n"),
      ElementsAre("case.yaml:4:12: bodies has two items named a, the first at line 3; names within a list must differ",
                  "case.yaml:5:12: bodies.world: world is the name of the fixed frame; choose another name",
                  HasSubstr("case.yaml:6:12: bodies.a.b: a name has no blank and none of . / * , =")));
}

TEST_F(BadInput, a_joint_that_names_no_body_gets_the_nearest) {
  EXPECT_THAT(more("joints: [{name: j, type: fixed, base: world, follower: boy}]"),
              ElementsAre("case.yaml:5:56: joints.j.follower = boy names no body; did you mean buoy?"));
  EXPECT_THAT(more("ptos: [{name: p, type: translational, base: seabed, follower: buoy}]"),
              ElementsAre("case.yaml:5:45: ptos.p.base = seabed names no body; there are world, buoy"));
}

TEST_F(BadInput, a_pair_joined_twice_and_a_body_joined_to_itself_are_errors) {
  EXPECT_THAT(
      more("joints: [{name: j, type: floating-3dof, base: world, follower: buoy}]\n"
           "ptos: [{name: p, type: translational, base: buoy, follower: world}]"),
      ElementsAre(HasSubstr("case.yaml:6:8: ptos.p joins buoy and world, which joints.j (line 5) joins already")));
  EXPECT_THAT(more("joints: [{name: j, type: fixed, base: buoy, follower: buoy}]"),
              ElementsAre("case.yaml:5:55: joints.j joins buoy to itself"));
}

TEST_F(BadInput, joint_geometry_is_checked) {
  EXPECT_THAT(more("joints: [{name: j, type: rotational, base: world, follower: buoy, axis: [0, 0, 0]}]"),
              ElementsAre("case.yaml:5:73: joints.j.axis = [0, 0, 0] has no direction"));
  EXPECT_THAT(more("joints: [{name: j, type: spherical, base: world, follower: buoy, axis: [0, 0, 1], limits: {lower: "
                   "1, upper: 0}}]"),
              ElementsAre(HasSubstr("joints.j.axis belongs to translational and rotational joints, not to spherical"),
                          HasSubstr("joints.j.limits.upper = 0 must be above lower = 1"),
                          HasSubstr("joints.j.limits belongs to joints of one coordinate, and spherical has 3")));
  EXPECT_THAT(
      more("joints: [{name: j, type: rotational, base: world, follower: buoy, orientation: {z: [0, 0, 1], y: [0, 1, "
           "1]}}]"),
      ElementsAre(HasSubstr("joints.j.orientation: y and z must be perpendicular, and their angle is 45.000 deg")));
  EXPECT_THAT(more("joints: [{name: j, type: rotational, base: world, follower: buoy, extension: [1, 2]}]"),
              ElementsAre(HasSubstr("joints.j.extension has 2 entries, and rotational has 1 coordinate")));
}

TEST_F(BadInput, files_that_are_not_there_show_where_they_were_looked_for) {
  EXPECT_THAT(body("hydro_data: {file: rm4.h5, body: 1}, mass: 1, inertia: [1, 1, 1]"),
              ElementsAre("case.yaml:3:37: bodies.buoy.hydro_data.file = rm4.h5 does not exist (looked for rm4.h5); "
                          "did you mean rm3.h5?"));
  EXPECT_THAT(
      body("hydro_data: {file: no/rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], geometry: ."),
      ElementsAre(
          HasSubstr(
              "bodies.buoy.hydro_data.file = no/rm3.h5 does not exist (looked for no/rm3.h5); there is no folder"),
          HasSubstr("bodies.buoy.geometry = . is a folder, not a file")));
}

TEST_F(BadInput, a_body_must_be_physical) {
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], inertia_products: [2, 0, 0]"),
              ElementsAre(HasSubstr(
                  "bodies.buoy.inertia_products make the inertia tensor indefinite (least moment -1 kg m^2)")));
  EXPECT_THAT(body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 5]"),
              ElementsAre(HasSubstr("warning: bodies.buoy.inertia = [1, 1, 5] kg m^2: no solid body")));
  EXPECT_THAT(body("mass: equilibrium, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]"),
              ElementsAre("case.yaml:3:24: bodies.buoy.mass = equilibrium needs a displaced volume; give the volume in "
                          "m^3, or the mass in kg"));
  EXPECT_THAT(
      body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], linear_damping: [1, 2]"),
      ElementsAre(HasSubstr("bodies.buoy.linear_damping = [1, 2] must be 6 numbers or 6 rows of 6 numbers in N s/m")));
  EXPECT_THAT(
      body("hydro_data: {file: rm3.h5, body: 1}, mass: 1, inertia: [1, 1, 1], morison: [{option: 2, cd: [1, 1, 1], ca: "
           "[1, 0], area: [1, 0], volume: 1, position: [0, 0, 0]}]"),
      ElementsAre(HasSubstr("bodies.buoy.morison.1.cd has 3 entries, and option 2 takes 2; give normal, tangential"),
                  HasSubstr("bodies.buoy.morison.1.axis is missing; give the element's axis")));
}

TEST_F(BadInput, hydro_sets_and_their_rule_must_fit) {
  EXPECT_THAT(body("hydro_data: {sets: [{file: rm3.h5, body: 1}, {file: rm3.h5, body: 2}], initial: 3, signal: a.b, "
                   "thresholds: [1, 2]}, mass: 1, inertia: [1, 1, 1]"),
              ElementsAre(HasSubstr("hydro_data.initial = 3 must be at most 2, the number of sets"),
                          HasSubstr("hydro_data.thresholds has 2 entries, and 2 sets need 1")));
  EXPECT_THAT(
      body("hydro_data: {sets: [{file: rm3.h5, body: 1}, {file: rm3.h5, body: 2}, {file: rm3.h5, body: 1}], signal: "
           "a.b, thresholds: [1, 2], hysteresis: 1.5}, mass: 1, inertia: [1, 1, 1]"),
      ElementsAre(HasSubstr("hydro_data.hysteresis = 1.5 is wider than the gap of 1 between the thresholds 1 and 2: "
                            "the set between them would never be left at its own threshold; at most 1")));
  EXPECT_THAT(body("hydro_data: {sets: []}, mass: 1, inertia: [1, 1, 1]"),
              ElementsAre(HasSubstr("hydro_data.sets is empty; give at least one file and body")));
}

TEST_F(BadInput, output_patterns_must_fit_something) {
  EXPECT_THAT(
      more("output: {select: [bodys.*.position, bodies.boy.position, wave.elevation]}"),
      ElementsAre(
          HasSubstr("output.select = bodys.*.position starts with no group of the results; did you mean bodies?"),
          HasSubstr("output.select = bodies.boy.position: there is no boy in bodies; did you mean buoy?")));
  EXPECT_THAT(more("output: {time_step: 1e-9}"),
              ElementsAre("case.yaml:5:21: output.time_step = 1e-09 s makes 1e+10 rows in 10 s; the most is 1e9"));
}

TEST_F(BadInput, what_is_no_case_says_so) {
  EXPECT_THAT(folder_.errors(""), ElementsAre(StartsWith("case.yaml:1:1: the case is empty; see docs/case-file.md")));
  EXPECT_THAT(folder_.errors("# only a comment\n"), ElementsAre(StartsWith("case.yaml:1:1: the case is empty")));
  EXPECT_THAT(folder_.errors("- 1\n- 2\n"), ElementsAre(StartsWith("case.yaml:1:1: a case is a map of keys")));
  EXPECT_THAT(folder_.errors("waves: {type: regular\nbodies: [\n"),
              ElementsAre(AllOf(StartsWith("case.yaml:"), HasSubstr("not readable as YAML"))));
  EXPECT_THAT(folder_.errors("simulation:\n\tduration: 3\n"),
              ElementsAre(AllOf(StartsWith("case.yaml:2:"), HasSubstr("indent with spaces, not tabs"))));
  EXPECT_THAT(folder_.errors(std::string("\x89HDF\r\n\0\0", 8)), ElementsAre(HasSubstr("this is not a text file")));
  EXPECT_THAT(folder_.errors(std::string("\xFF\xFE"
                                         "a\0:\0",
                                         6)),
              ElementsAre(AllOf(HasSubstr("UTF-16"), HasSubstr("save it as UTF-8"))));
  EXPECT_EQ(read_yaml_text("name: Gr\xF6\xDF"
                           "e # Latin-1\n",
                           "case.yaml", kStudyFile)
                .find("name")
                ->text,
            "Größe");
  EXPECT_THAT(folder_.errors("a: 'it''s' # don't\nwaves: {type: \"none}\nbodies: []\n"),
              ElementsAre(AllOf(StartsWith("case.yaml:2:15:"), HasSubstr("the quote that opens here is not closed"))));
  EXPECT_THAT(folder_.errors("waves: {type: 'none}\nbodies: []\n"), ElementsAre(StartsWith("case.yaml:1:15:")));
  EXPECT_THAT(folder_.errors("a: 1\n---\nb: 2\n"), ::testing::Contains(HasSubstr("a second document starts here")));
  EXPECT_THAT(folder_.errors("a: &x [*x]\n"), ::testing::Contains(HasSubstr("case.yaml:")));
  EXPECT_THAT(folder_.errors("# x\n,simulation: {duration: 200}\nenvironment: {}\n"),
              ElementsAre(HasSubstr("not readable as YAML: what stands here belongs to no key")));
  Diagnostics diagnostics;
  read_case(folder_.path / "none.yaml", {}, diagnostics);
  read_case(folder_.path, {}, diagnostics);
  ASSERT_EQ(diagnostics.list().size(), 2U);
  EXPECT_THAT(diagnostics.list()[0].text(), HasSubstr("there is no such case file"));
  EXPECT_THAT(diagnostics.list()[1].text(), HasSubstr("this is a folder, not a case file"));
  try {
    read_yaml_file(folder_.path / "none.yaml", kDeviceFile);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no such device file"));
  }
}

TEST_F(BadInput, a_colon_without_its_blank_is_no_unknown_key) {
  EXPECT_THAT(
      folder_.errors("simulation: {duration:20, time_step: 0.1}\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], "
                     "center_of_gravity: [0, 0, 0]}]\n"),
      ElementsAre(HasSubstr("unknown key simulation.duration:20; a blank belongs behind the colon: duration: "
                            "20")));
}

// As editors and PyYAML read them: what stands beside << wins, a list gives its first.
TEST_F(BadInput, merge_keys_are_merged) {
  const std::string text =
      "simulation: {duration: 1, time_step: 0.1}\nbodies:\n  - &a {name: a, mass: 1, inertia: [1, 1, 1], "
      "center_of_gravity: [0, 0, 0]}\n  - {<<: *a, name: b, mass: 2}\n  - {<<: [{mass: 3}, *a], name: c}\n";
  EXPECT_THAT(folder_.errors(text), ::testing::IsEmpty());
  Diagnostics diagnostics;
  const Model model = read_case_text(text, folder_.path / "case.yaml", {}, diagnostics);
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(model.bodies[1].name, "b");
  EXPECT_EQ(std::get<double>(model.bodies[1].mass), 2.0);
  EXPECT_EQ(std::get<double>(model.bodies[2].mass), 3.0);
}

TEST_F(BadInput, a_wrong_kind_does_not_hide_what_is_wrong_within) {
  const auto all = folder_.errors(
      "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: Regular, height: \"2\", period: '6 s'}\n"
      "bodies:\n  name: sphere\n  mass: -1\n  inertia: 1690000, 1690000, 2606000\n");
  EXPECT_THAT(all, AllOf(Contains(HasSubstr("waves.type = Regular")), Contains(HasSubstr("remove the quotes")),
                         Contains(HasSubstr("waves.period")), Contains(HasSubstr("begin each item with a dash")),
                         Contains(HasSubstr("mass = -1")), Contains(HasSubstr("inertia = "))));
  // A map of bodies by their names is another thing.
  EXPECT_THAT(folder_.errors("simulation: {duration: 1, time_step: 0.1}\nbodies: {sphere: {mass: 1}}\n"),
              ElementsAre(HasSubstr("begin each item with a dash")));
}

TEST_F(BadInput, all_mistakes_are_reported_at_once) {
  const auto all = folder_.errors(
      "simulation: {duration: -1, time_stp: 0.1}\nwaves: {type: regular, height: 1,5, period: -8}\n"
      "bodies:\n  - {name: a, hydro_data: {file: no.h5, body: 0}, mass: 0, inertia: [1, 1]}\n"
      "joints:\n  - {name: j, type: rotational, base: world, follower: b}\n");
  EXPECT_THAT(
      all, ElementsAre(HasSubstr("waves.height = 1,5"), HasSubstr("simulation.duration = -1 s"), HasSubstr("time_stp"),
                       HasSubstr("waves.period = -8 s"), HasSubstr("hydro_data.file = no.h5"),
                       HasSubstr("hydro_data.body = 0"), HasSubstr("mass = 0 kg"), HasSubstr("inertia = [1, 1]"),
                       HasSubstr("follower = b names no body")));
}

}  // namespace
}  // namespace swell::model
