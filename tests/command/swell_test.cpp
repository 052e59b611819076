// swell run, check, inspect, plot, schema as processes.
#include <H5Cpp.h>
#include <chrono>
#include <nlohmann/json.hpp>

#include "command_folder.h"
#include "swell/hydro/bemio_h5.h"
#include "swell/run/results_reader.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
namespace hydro = swell::hydro;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using swell_test::contents;
using swell_test::Outcome;

class Swell : public swell_test::CommandFolder {
 protected:
  Swell() { write("mass.yaml", kFreeBody); }

  Outcome swell(const std::string& arguments) const { return run(arguments); }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }

  // A body on a spring: no BEM data, so it runs anywhere. omega = sqrt(k/m) = 2 rad/s.
  static constexpr const char* kFreeBody =
      "simulation: {duration: 20, time_step: 0.01}\n"
      "bodies:\n"
      "  - {name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, "
      "0], volume: 1}\n"
      "ptos:\n"
      "  - {name: spring, type: translational, base: world, follower: block, stiffness: 4000, damping: 200, extension: "
      "0.5}\n";
};

TEST_F(Swell, run_writes_the_results_and_prints_mean_power_without_a_bar_in_a_pipe) {
  const Outcome o = swell("run mass.yaml -o out.h5");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_THAT(o.out,
              AllOf(HasSubstr("20 s simulated"), HasSubstr("spring"), HasSubstr("mean"), HasSubstr("Results: out.h5")));
  EXPECT_THAT(o.err, Not(HasSubstr("\r")));
  EXPECT_THAT(files(), ElementsAre("mass.yaml", "out.h5"));
  const swell::run::ResultsReader results(folder_ / "out.h5");
  EXPECT_EQ(results.attribute("case"), kFreeBody);
  EXPECT_EQ(results.read("/time").rows, 2001U);
  EXPECT_EQ(results.read("/bodies/block/position").columns, 6U);
  // The damped oscillator: x = exp(-t/10) (cos wd t + ...) from 0.5 m at rest.
  const double wd = std::sqrt(4.0 - 0.01), t = 20.0;
  const double expected = 0.5 * std::exp(-0.1 * t) * (std::cos(wd * t) + 0.1 / wd * std::sin(wd * t));
  EXPECT_NEAR(results.read("/bodies/block/position").at(2000, 2), expected, 1.0e-7);
}

TEST_F(Swell, run_takes_a_system_of_fmus_and_refuses_its_mistakes_with_their_place) {
  fs::create_directory(folder_ / "plant");
  write("plant/OspSystemStructure.xml",
        "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>\n"
        "<Simulators>\n<Simulator name='pump' source='pump.fmu'/>\n</Simulators>\n</OspSystemStructure>\n");
  for (const char* command : {"run plant", "run plant/OspSystemStructure.xml", "check plant", "inspect plant"}) {
    const Outcome o = swell(command);
    EXPECT_EQ(o.status, 2) << command;
    EXPECT_THAT(o.err, AllOf(HasSubstr("plant/OspSystemStructure.xml:3:"), HasSubstr("there is no file plant/pump.fmu"),
                             HasSubstr("relative to the system structure")))
        << command;
  }
  EXPECT_EQ(swell("run mass.yaml --scenario mass.yaml").status, 2);
}

TEST_F(Swell, audit_prints_the_energy_balance_and_fails_a_run_whose_energy_does_not_close) {
  const Outcome good = swell("run mass.yaml --audit");
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_THAT(good.out,
              AllOf(HasSubstr("spring: damper"), HasSubstr("spring: spring"),
                    HasSubstr("change of kinetic energy of the bodies"), HasSubstr("The energy balance closes")));
  const Outcome coarse = swell("run mass.yaml --audit --set simulation.time_step=0.8");
  EXPECT_EQ(coarse.status, 1);
  EXPECT_THAT(coarse.out, HasSubstr("The energy balance does not close"));
  EXPECT_THAT(coarse.err, HasSubstr("try a smaller time step"));
}

TEST_F(Swell, xdmf_shows_meshes_lines_and_the_sea) {
  EXPECT_EQ(swell("run mass.yaml -o out.h5 -q").status, 0);
  const Outcome o = swell("xdmf out.h5 --every 100");
  EXPECT_EQ(o.status, 0) << o.err;
  const std::string text = contents(folder_ / "out.xdmf");
  // Row 2000 of 2001 is frame 20 of 21; references are relative.
  EXPECT_THAT(text, AllOf(HasSubstr("<Time Value=\"20\"/>"), HasSubstr("<Grid Name=\"block\"><Topology"),
                          HasSubstr("Triangle"), HasSubstr(">20 0 0 1 1 1 1 "), HasSubstr("out.xdmf.h5:/body0/points"),
                          HasSubstr("<Grid Name=\"pto\">"), HasSubstr("Polyline"), HasSubstr("sea surface"),
                          HasSubstr(">2000 0 1 1 1 3</DataItem>"), HasSubstr("Dimensions=\"2001 6\""),
                          HasSubstr(">out.h5:/bodies/block/velocity<"), HasSubstr("Attribute Name=\"total force\"")));
  EXPECT_EQ(swell("xdmf mass.yaml").status, 2);
  EXPECT_EQ(swell("xdmf out.h5 --every 0").status, 2);
  // unless set otherwise, as many frames as are shown in 20 s: small whatever the rows.
  EXPECT_THAT(swell("xdmf out.h5").out, HasSubstr("401 frames"));
  EXPECT_LT(fs::file_size(folder_ / "out.xdmf"), 1'600'000U);
}

TEST_F(Swell, xdmf_shows_masses_springs_and_results_without_bodies) {
  const std::string inputs = std::string(SWELL_SOURCE_DIR) + "/inputs/fhsim/";
  EXPECT_EQ(swell("run " + inputs + "mass-spring.yaml -o m.h5 -q").status, 0);
  EXPECT_EQ(swell("xdmf m.h5").status, 0);
  EXPECT_THAT(contents(folder_ / "m.xdmf"), AllOf(HasSubstr("<Grid Name=\"M\">"), HasSubstr("<Grid Name=\"spring\">")));
  // 101 rows; the sphere's 17 rings of 24 points are about the mass, the spring reaches from z = -10 to it.
  H5::H5File file((folder_ / "m.xdmf.h5").string(), H5F_ACC_RDONLY);
  const auto numbers = [&](const char* path, std::size_t count) {
    std::vector<float> values(count);
    file.openDataSet(path).read(values.data(), H5::PredType::NATIVE_FLOAT);
    return values;
  };
  const swell::run::ResultsReader results(folder_ / "m.h5");
  const auto z = results.read("/components/M/position").column(2);
  ASSERT_EQ(z.size(), 101U);
  const auto sphere = numbers("/body0/points", 101U * 17U * 24U * 3U),
             spring = numbers("/spring/points", 101U * 2U * 3U);
  for (const std::size_t row : {0U, 37U, 100U}) {
    float high = -1e9F, low = 1e9F;
    for (std::size_t i = 0; i < 17U * 24U; ++i) {
      high = std::max(high, sphere[(row * 17U * 24U + i) * 3U + 2U]);
      low = std::min(low, sphere[(row * 17U * 24U + i) * 3U + 2U]);
    }
    EXPECT_NEAR(0.5F * (high + low), static_cast<float>(z[row]), 1e-5F);
    EXPECT_EQ(spring[row * 6U + 2U], -10.0F);
    EXPECT_NEAR(spring[row * 6U + 5U], static_cast<float>(z[row]), 1e-5F);
  }
  write("signal.yaml",
        "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\nwaves: {type: regular, height: 1, period: 6}\n"
        "components: [{name: s, type: sine, period: 2}]\n");
  EXPECT_EQ(swell("run signal.yaml -o s.h5 -q").status, 0);
  const Outcome sea = swell("xdmf s.h5");
  EXPECT_EQ(sea.status, 0) << sea.err;
  EXPECT_THAT(contents(folder_ / "s.xdmf"), HasSubstr("sea surface"));
}

TEST_F(Swell, without_a_name_the_results_stand_beside_the_case) {
  EXPECT_EQ(swell("run mass.yaml -q").status, 0);
  EXPECT_THAT(files(), ElementsAre("mass.results.h5", "mass.yaml"));
}

TEST_F(Swell, set_reaches_the_run_and_json_is_one_object) {
  const Outcome o = swell(
      "run mass.yaml --json --set simulation.duration=5 --set ptos.spring.damping=0 --set ptos.spring.stiffness=0");
  EXPECT_EQ(o.status, 0) << o.err;
  const auto json = nlohmann::json::parse(o.out);
  EXPECT_EQ(json["status"], "done");
  EXPECT_EQ(json["simulated"], 5.0);
  EXPECT_EQ(json["ptos"]["spring"]["mean_power"], 0.0);
  EXPECT_TRUE(json["choices"].is_array());
}

TEST_F(Swell, what_the_command_line_lacks_is_json_too_where_it_is_asked_for) {
  const Outcome o = swell("check --json");
  EXPECT_EQ(o.status, 2);
  const auto json = nlohmann::json::parse(o.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << o.out;
  EXPECT_EQ(json["status"], "input");
  EXPECT_EQ(json["diagnostics"][0]["message"], "case is required");
  EXPECT_EQ(swell("check").out, "");
}

TEST_F(Swell, bad_input_is_status_2_with_every_mistake_a_count_and_no_file) {
  write("bad.yaml",
        "simulation: {duration: -1, time_stp: 0.1}\nbodies:\n  - {name: a, mass: 0, inertia: [1, 1, 1], "
        "center_of_gravity: [0, 0, 0]}\n");
  for (const char* command : {"run", "check", "inspect"}) {
    const Outcome o = swell(std::string(command) + " bad.yaml");
    EXPECT_EQ(o.status, 2);
    EXPECT_THAT(o.out, IsEmpty());
    EXPECT_THAT(o.err, AllOf(HasSubstr("bad.yaml:1:24: simulation.duration = -1 s must be above 0\n"),
                             HasSubstr("bad.yaml:1:28: unknown key simulation.time_stp; did you mean time_step?\n"),
                             HasSubstr("bad.yaml:3:21: bodies.a.mass = 0 kg must be above 0\n"),
                             HasSubstr("3 errors in the input\n")));
  }
  EXPECT_THAT(files(), ElementsAre("bad.yaml", "mass.yaml"));
  const auto json = nlohmann::json::parse(swell("check bad.yaml --json").out);
  EXPECT_EQ(json["status"], "input");
  EXPECT_EQ(json["errors"], 3);
  EXPECT_EQ(json["diagnostics"][0]["line"], 1);
  EXPECT_EQ(json["diagnostics"][0]["path"], "simulation.duration");
}

TEST_F(Swell, mistakes_of_names_keys_data_and_sea_come_in_one_list_by_line) {
  fs::copy_file(fs::path(SWELL_SOURCE_DIR) / "inputs/sphere/hemisphere.h5", folder_ / "hemisphere.h5");
  std::ofstream(folder_ / "wrong.yaml") << "simulation: {duration: 2, time_step: 0.05}\n"
                                           "waves: {type: regular, height: 1, frequency: 0.001}\n"
                                           "bodies:\n"
                                           "  - name: sphere\n"
                                           "    hydro_data: {file: hemisphere.h5, body: 3}\n"
                                           "    mass: 0\n"
                                           "    inertia: [1, 1, 1]\n"
                                           "ptos:\n"
                                           "  - {name: sphere, type: trans, base: world, follower: sphre}\n"
                                           "joints: [{}]\n";
  const Outcome o = swell("check wrong.yaml");
  EXPECT_EQ(o.status, 2);
  std::vector<std::string> places;
  std::istringstream lines(o.err);
  for (std::string line; std::getline(lines, line);) places.push_back(line.substr(0, line.find(": ")));
  EXPECT_THAT(places,
              ::testing::ElementsAre("wrong.yaml:2:46", "wrong.yaml:5:45", "wrong.yaml:6:11", "wrong.yaml:9:12",
                                     "wrong.yaml:9:26", "wrong.yaml:9:56", "wrong.yaml:10:10", "wrong.yaml:10:10",
                                     "wrong.yaml:10:10", "wrong.yaml:10:10", "10 errors in the input"));
  EXPECT_THAT(o.err, HasSubstr("waves.period = 6283.18"));
  EXPECT_THAT(o.err, HasSubstr("ptos.sphere: bodies has an item of that name too (line 4)"));
}

TEST_F(Swell, a_study_is_not_taken_for_a_case) {
  write("study.yaml", "base: mass.yaml\naxes: {bodies.block.mass: [1, 2]}\n");
  EXPECT_EQ(swell("run study.yaml").status, 2);
  EXPECT_EQ(
      swell("check study.yaml").err,
      "study.yaml:1:1: base is a key of studies: this file describes many cases, not one; run it with swell batch, or "
      "give the file that base names\n1 error in the input\n");
}

TEST_F(Swell, the_geometry_of_bem_is_not_taken_for_a_case) {
  for (const std::string key : {"water: {density: 1025}", "frequencies: auto", "headings: [0]"}) {
    write("buoy.yaml", key + "\nbodies: [{name: a, geometry: {shape: sphere, radius: 5}}]\n");
    const Outcome o = swell("run buoy.yaml");
    EXPECT_EQ(o.status, 2) << key;
    EXPECT_NE(o.err.find("swell bem buoy.yaml"), std::string::npos) << o.err;
  }
}

// The same device by the case's words, by the older ones of device files, and as bodies of a case.
TEST_F(Swell, bem_reads_a_device_a_case_and_the_older_words) {
  const std::string asked = "frequencies: [0.5, 1]\nresolution: {order: 3}\n";
  const std::string body = "bodies:\n  - {name: a, geometry: {shape: sphere, radius: 2}, ";
  write("device.yaml",
        "environment: {depth: 20, water_density: 1000}\n" + asked + body + "center_of_gravity: [0, 0, -1]}\n");
  write("older.yaml", "water: {depth: 20, density: 1000}\n" + asked + body + "cg: [0, 0, -1]}\n");
  write("case.yaml",
        "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: none}\n"
        "environment: {depth: 20, water_density: 1000}\n" +
            body +
            "center_of_gravity: [0, 0, -1], mass: equilibrium, inertia: [1e4, 1e4, 1e4], "
            "hydro_data: {compute: {frequencies: [0.5, 1], resolution: {order: 3}}}}\n");
  EXPECT_EQ(swell("bem device.yaml -q").err, "");
  EXPECT_EQ(swell("bem case.yaml -q").err, "");
  const Outcome older = swell("bem older.yaml -q");
  EXPECT_EQ(older.status, 0);
  EXPECT_NE(older.err.find("center_of_gravity"), std::string::npos) << older.err;
  const hydro::HydroData device = hydro::read_bemio_h5((folder_ / "device.h5").string());
  for (const char* file : {"case.h5", "older.h5"}) {
    const hydro::HydroData same = hydro::read_bemio_h5((folder_ / file).string());
    EXPECT_EQ(same.omega, device.omega) << file;
    EXPECT_EQ(same.bodies.at(0).cg, device.bodies.at(0).cg) << file;
    EXPECT_EQ(same.bodies.at(0).added_mass.at(1), device.bodies.at(0).added_mass.at(1)) << file;
  }
  write("both.yaml",
        "water: {depth: 20}\nenvironment: {depth: 20}\n" + asked + body + "center_of_gravity: [0, 0, -1]}\n");
  EXPECT_EQ(swell("bem both.yaml").status, 2);
}

TEST_F(Swell, bem_draws_a_figure_for_each_body) {
  write("pair.yaml",
        "frequencies: [0.8, 1.2]\nbodies:\n"
        "  - {name: left, geometry: {shape: sphere, radius: 2}, position: [0, -6, 0], center_of_gravity: [0, 0, 0]}\n"
        "  - {name: right, geometry: {shape: sphere, radius: 2}, position: [0, 6, 0], center_of_gravity: [0, 0, 0]}\n");
  const Outcome o = swell("bem pair.yaml -o pair.h5 --plot pair.svg --json");
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_THAT(nlohmann::json::parse(o.out)["figures"], ElementsAre("pair-left.svg", "pair-right.svg"));
  EXPECT_THAT(contents(folder_ / "pair-left.svg"), HasSubstr("added mass"));
  const Outcome refused = swell("bem pair.yaml -o other.h5 --plot pair.gif");
  EXPECT_EQ(refused.status, 2);
  EXPECT_FALSE(fs::exists(folder_ / "other.h5"));
}

TEST_F(Swell, real_time_keeps_to_the_clock_and_says_how_well) {
  const auto begin = std::chrono::steady_clock::now();
  const Outcome o = swell("run mass.yaml --real-time --speed 40 --json");
  ASSERT_EQ(o.status, 0) << o.err;
  const auto json = nlohmann::json::parse(o.out);
  EXPECT_GE(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            json["simulated"].get<double>() / 40.0);
  EXPECT_EQ(json["real_time"]["points"], json["steps"]);
  EXPECT_EQ(swell("run mass.yaml --speed 5").status, 2);
  EXPECT_EQ(swell("run mass.yaml --real-time --speed 0").status, 2);
  EXPECT_EQ(swell("run mass.yaml --real-time --checkpoint-at 1").status, 2);
}

TEST_F(Swell, check_says_that_all_is_well_and_writes_nothing) {
  const Outcome o = swell("check mass.yaml");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_THAT(o.out, HasSubstr("mass.yaml: no mistakes found (1 body, 0 joints, 1 PTO, 0 seas)"));
  EXPECT_THAT(files(), ElementsAre("mass.yaml"));
}

TEST_F(Swell, inspect_tells_how_many_numbers_a_parameter_holds) {
  write("point.yaml",
        "simulation: {duration: 1, time_step: 0.1}\ncomponents: [{name: M, type: point-mass, mass: 1, position: [0, 0, "
        "-5]}]\n"
        "connections: [{value: [0, 0, 0], to: M.force}]\n");
  EXPECT_THAT(swell("check point.yaml").out, HasSubstr("(0 bodies, 0 joints, 0 PTOs, 0 seas, 1 component)"));
  const auto json = nlohmann::json::parse(swell("inspect point.yaml --component M --json").out);
  std::map<std::string, int> width;
  for (const auto& item : json["components"][0]["items"]) {
    if (item["kind"] == "parameter") width[item["name"]] = item["width"];
  }
  EXPECT_EQ(width.at("mass"), 1);
  EXPECT_EQ(width.at("position"), 3);
}

TEST_F(Swell, inspect_shows_the_ports_of_a_case_whose_connections_are_not_done_yet) {
  write("half.yaml",
        "simulation: {duration: 1, time_step: 0.1}\ncomponents:\n  - {name: M, type: point-mass, mass: 1}\n"
        "  - {name: S, type: spring, stiffness: 10, length: 1}\nconnections: [{from: S.force_b, to: M.force}]\n");
  const Outcome o = swell("inspect half.yaml");
  EXPECT_EQ(o.status, 2);
  EXPECT_THAT(o.out, AllOf(HasSubstr("half.yaml: 3 components as they are declared"), HasSubstr("S.position_a"),
                           HasSubstr("from S.force_b")));
  EXPECT_THAT(o.err, AllOf(HasSubstr("input S.position_a (width 3, m) is not connected"), HasSubstr("2 errors")));
  const auto json = nlohmann::json::parse(swell("inspect half.yaml --json").out);
  EXPECT_EQ(json["status"], "invalid");
  EXPECT_EQ(json["faults"].size(), 2U);
}

TEST_F(Swell, inspect_lists_ports_with_units_and_the_choices) {
  const Outcome o = swell("inspect mass.yaml");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_THAT(o.out, AllOf(HasSubstr("block.position"), HasSubstr("N s/m"), HasSubstr("simulation.added_mass"),
                           HasSubstr("default")));
  const auto json = nlohmann::json::parse(swell("inspect mass.yaml --json").out);
  EXPECT_FALSE(json["components"].empty());
  const Outcome wrong = swell("inspect mass.yaml --component devise");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("the case has no component devise; did you mean device?"));
}

// The warning was a part of the message, and the quantity a sentence.
TEST_F(Swell, a_failed_run_says_what_failed_and_what_was_warned_of_as_data) {
  const Outcome o = swell("run mass.yaml --json -o out.h5 --set ptos.spring.damping=-1e4");
  EXPECT_EQ(o.status, 1);
  EXPECT_THAT(o.err,
              AllOf(HasSubstr("out.partial.h5"), HasSubstr("noticed before the run: --set ptos.spring.damping")));
  const auto json = nlohmann::json::parse(o.out);
  EXPECT_EQ(json["status"], "failed");
  EXPECT_THAT(json["message"].get<std::string>(), AllOf(HasSubstr("diverged"), Not(HasSubstr("noticed"))));
  EXPECT_EQ(json["component"], "block");
  EXPECT_EQ(json["quantity"], "velocity");
  EXPECT_GT(json.value("value", 0.0), 300.0);  // m/s, WatchSpec::largest_speed of a case
  const auto warnings = json.value("warnings", nlohmann::json::array());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0]["severity"], "warning");
  EXPECT_EQ(warnings[0]["code"], "negative-damping");
  EXPECT_EQ(warnings[0]["subject"], "ptos.spring.damping");
}

// A body without buoyancy is no matter of steps and dampings.
TEST_F(Swell, a_body_that_sinks_is_reported_as_that) {
  write("sink.yaml",
        "simulation: {duration: 60, time_step: 0.05}\nenvironment: {depth: 50}\nbodies:\n"
        "  - {name: lump, center_of_gravity: [0, 0, -15], mass: 1000, inertia: [1, 1, 1]}\n");
  const Outcome sinks = swell("run sink.yaml -q -o sink.h5");
  EXPECT_EQ(sinks.status, 1);
  EXPECT_THAT(sinks.err, AllOf(HasSubstr("lump sinks: it is 100"), HasSubstr("m below its place; look at"),
                               Not(HasSubstr("time step")), Not(HasSubstr("diverged"))));
  const Outcome starts = swell("run sink.yaml -q -o sink.h5 --set bodies.lump.initial.displacement=[0,0,1e5]");
  EXPECT_THAT(starts.err, AllOf(HasSubstr("m above its place; look at where it begins"), Not(HasSubstr("diverged"))));
}

TEST_F(Swell, a_relay_without_width_is_named_by_every_adaptive_method) {
  write("relay.yaml",
        "simulation: {duration: 10, time_step: 0.05}\nbodies:\n  - {name: block, mass: 1000, inertia: [1, 1, 1], "
        "center_of_gravity: [0, 0, 0], "
        "stiffness: [0, 0, 1e4, 0, 0, 0], initial: {displacement: [0, 0, 1]}}\n"
        "ptos:\n  - {name: PTO, type: translational, base: world, follower: block, location: [0, 0, 0]}\n"
        "components:\n  - {name: relay, type: expression, expression: '-1e9*sign(v)', inputs: [v]}\n"
        "connections:\n  - {from: PTO.velocity, to: relay.v}\n  - {from: relay.output, to: PTO.force}\n");
  for (const char* method : {"dopri5", "implicit"}) {
    const Outcome o = swell(std::string("run relay.yaml -q -o relay.h5 --set simulation.integrator=") + method);
    EXPECT_EQ(o.status, 1) << method;
    EXPECT_THAT(o.err, AllOf(HasSubstr("a force that jumps (a relay"), HasSubstr("the last of "))) << method;
  }
}

// The class stood in the message, and the code was that of anything else.
TEST_F(Swell, a_rule_of_osp_is_the_code_and_no_part_of_the_message) {
  write("OspSystemStructure.xml",
        "<OspSystemStructure xmlns='http://opensimulationplatform.com/MSMI/OSPSystemStructure' version='0.1'>"
        "<BaseStepSize>0.1</BaseStepSize><Simulators><Simulator name='one' source='one.fmu'/></Simulators>"
        "</OspSystemStructure>");
  const Outcome o = swell("check OspSystemStructure.xml --json");
  EXPECT_EQ(o.status, 2);
  EXPECT_THAT(o.err, HasSubstr(": X_MissingSource: simulator 'one': there is no file "));
  const auto json = nlohmann::json::parse(o.out);
  const auto error = std::find_if(json["diagnostics"].begin(), json["diagnostics"].end(),
                                  [](const auto& d) { return d["severity"] == "error"; });
  ASSERT_NE(error, json["diagnostics"].end());
  EXPECT_THAT((*error)["message"].template get<std::string>(), ::testing::StartsWith("simulator 'one': "));
  EXPECT_EQ((*error)["code"], "X_MissingSource");
  EXPECT_EQ(error->value("rule", ""), "X_MissingSource");
}

TEST_F(Swell, plot_draws_one_file_several_files_and_a_selection) {
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  ASSERT_EQ(swell("run mass.yaml -q -o a.h5").status, 0);
  ASSERT_EQ(swell("run mass.yaml -q -o b.h5 --set ptos.spring.damping=400").status, 0);
  EXPECT_EQ(swell("plot a.h5").status, 0);
  EXPECT_THAT(contents(folder_ / "a.svg"),
              AllOf(HasSubstr("block: heave"), HasSubstr("heave [m]"), HasSubstr("power [")));
  EXPECT_EQ(swell("plot a.h5 b.h5 -o both.svg --from 5 --to 10").status, 0);
  EXPECT_THAT(contents(folder_ / "both.svg"), AllOf(HasSubstr(">a<"), HasSubstr(">b<")));
  EXPECT_EQ(swell("plot a.h5 --select 'bodies.*.velocity' -o v.png").status, 0);
  EXPECT_EQ(contents(folder_ / "v.png").substr(1, 3), "PNG");
  EXPECT_EQ(swell("plot a.h5 --select 'ptos.spring.power' -o p.svg").status, 0);
  EXPECT_EQ(swell("plot a.h5 --select spring.position --select block.position.heave -o c.svg").status, 0);
  EXPECT_THAT(contents(folder_ / "c.svg"), AllOf(HasSubstr("position heave"), Not(HasSubstr("position surge"))));
  EXPECT_THAT(contents(folder_ / "p.svg"), AllOf(HasSubstr("power ["), Not(HasSubstr("value ["))));
  const Outcome misspelt = swell("plot a.h5 --select 'bodies.*.positon' -o v.png");
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_THAT(misspelt.err, HasSubstr("did you mean bodies.*.position?"));
  const Outcome wrong = swell("plot a.h5 none.h5 mass.yaml");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("none.h5: there is no such results file"),
                               HasSubstr("mass.yaml: this is not an HDF5 file")));
}

TEST_F(Swell, wrong_arguments_are_status_2_and_help_and_version_are_0) {
  EXPECT_EQ(swell("").status, 2);
  const Outcome misspelt = swell("rum mass.yaml");
  EXPECT_EQ(misspelt.status, 2);
  EXPECT_EQ(misspelt.err, "swell: rum is not a command; did you mean run?\n");
  EXPECT_EQ(swell("mass.yaml").err, "swell: mass.yaml is not a command; for a file write swell run mass.yaml\n");
  EXPECT_THAT(swell("simulate").err, HasSubstr("swell: simulate is not a command; there are run, check, inspect,"));
  EXPECT_EQ(swell("check").status, 2);
  EXPECT_EQ(swell("run mass.yaml --sett a=1").status, 2);
  const Outcome help = swell("--help");
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("run"), HasSubstr("check"), HasSubstr("inspect"), HasSubstr("plot"),
                              HasSubstr("Examples")));
  EXPECT_THAT(swell("--version").out, HasSubstr("swell 0."));
  EXPECT_THAT(swell("schema").out, HasSubstr("http://json-schema.org/draft-07/schema#"));
}

}  // namespace
