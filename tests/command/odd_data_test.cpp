// Hydro data that lack a number, or have it for the other sense of time: never a wrong motion in silence.
#include <H5Cpp.h>
#include <nlohmann/json.hpp>

#include "command_folder.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class OddData : public swell_test::CommandFolder {
 protected:
  std::string water_ = "gravity: 9.81";
  using Edit = void (*)(H5::H5File&);

  static void scale(H5::H5File& file, const std::string& dataset, double factor) {
    H5::DataSet set = file.openDataSet(dataset);
    std::vector<double> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
    set.read(values.data(), H5::PredType::NATIVE_DOUBLE);
    for (double& value : values) value *= factor;
    set.write(values.data(), H5::PredType::NATIVE_DOUBLE);
  }

  /// sphere.h5 as the shipped one but for the edit, and a case of it whose body has these keys.
  void sphere(Edit edit, const std::string& keys, const std::string& waves = "{type: none}") const {
    fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "sphere.h5",
                  fs::copy_options::overwrite_existing);
    fs::permissions(folder_ / "sphere.h5", fs::perms::owner_all);
    H5::H5File file((folder_ / "sphere.h5").string(), H5F_ACC_RDWR);
    edit(file);
    const std::string ramp = waves == "{type: none}" ? "" : ", ramp: 10";
    write("case.yaml", "simulation: {duration: 30, time_step: 0.05" + ramp + "}\nenvironment: {" + water_ +
                           "}\nwaves: " + waves +
                           "\nbodies:\n  - {name: sphere, hydro_data: {file: sphere.h5, body: 1}, inertia: [1690000, "
                           "1690000, 2606000], " +
                           keys + "}\n");
  }
};

// Released from far away it diverges: the message says what drives it, not the step alone.
TEST_F(OddData, a_body_that_starts_far_from_the_surface_is_named_as_the_cause) {
  sphere([](H5::H5File&) {}, "mass: equilibrium, initial: {displacement: [0, 0, -500]}");
  const auto check = run("check case.yaml");
  EXPECT_EQ(check.status, 0);
  EXPECT_THAT(check.err, AllOf(HasSubstr("bodies.sphere: its centre of gravity starts at z = -502 m, 500 m below its "
                                         "design position; it displaces 262 m^3"),
                               HasSubstr("case.yaml:5:")));
  const auto outcome = run("run case.yaml -o out.h5");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("diverged"), HasSubstr("noticed before the run: "), HasSubstr("z = -502 m")));
  sphere([](H5::H5File&) {}, "mass: equilibrium, initial: {displacement: [0, 0, -5]}");
  EXPECT_THAT(run("check case.yaml").err, Not(HasSubstr("starts at z")));
}

TEST_F(OddData, a_heading_of_another_unit_is_refused) {
  const auto reported = [this](const std::string& heading) {
    std::string rows = heading + "\n";
    for (int i = 0; i < 400; ++i) rows += std::to_string(0.1 * i) + "," + std::to_string(std::sin(0.1 * i)) + "\n";
    write("eta.csv", rows);
    sphere([](H5::H5File&) {}, "mass: equilibrium", "{type: imported-elevation, file: eta.csv}");
    const auto outcome = run("check case.yaml");
    return outcome.status == 0 ? std::string("taken") : outcome.err;
  };
  EXPECT_EQ(reported("time [s],elevation [m]"), "taken");
  EXPECT_EQ(reported("time,elevation"), "taken");
  EXPECT_THAT(reported("time [s],elevation [mm]"),
              AllOf(HasSubstr("eta.csv:1: the heading has the unit mm"), HasSubstr("in m, s")));
  EXPECT_THAT(reported("time (ms), elevation (m)"), HasSubstr("the heading has the unit ms"));
  EXPECT_THAT(reported("# time [ms], elevation [m]"), HasSubstr("eta.csv:1: the heading has the unit ms"));
  for (const char* comment :
       {"# smoothed over 500 [ms], by the field office", "# target wave: H = 50 [mm], T = 1.2 [s]",
        "# tank test 12 (run 3), gauge spacing 20 (cm)", "# started 14 (h) 20 (min)",
        "# time [ms], elevation [m]\n# 100 Hz"})
    EXPECT_EQ(reported(comment), "taken") << comment << ": no heading right above the numbers";
}

// `swell check` looks at the data of the case as `bemio check` does; `swell run` at what is cheap to see.
TEST_F(OddData, data_that_contradict_themselves_are_named_by_check_and_run) {
  sphere([](H5::H5File& file) { scale(file, "/body1/hydro_coeffs/added_mass/inf_freq", 0.0); }, "mass: equilibrium");
  EXPECT_THAT(run("check case.yaml").err, AllOf(HasSubstr("Ogilvie's relation (sphere heave): "),
                                                HasSubstr("the added mass at infinite frequency is not that")));
  EXPECT_THAT(run("run case.yaml -q -o a.h5").err, HasSubstr("the added mass at infinite frequency is not that"));
  sphere([](H5::H5File& file) { scale(file, "/body1/properties/disp_vol", 10.0); }, "mass: equilibrium");
  EXPECT_THAT(run("check case.yaml").err, HasSubstr("surge is pushed as if it displaced 0.09"));
  EXPECT_THAT(run("run case.yaml -q -o b.h5").err, HasSubstr("surge is pushed as if it displaced"));
  sphere([](H5::H5File&) {}, "mass: equilibrium");
  EXPECT_EQ(run("check case.yaml").err, "");
}

// What a state file has no place for starts anew, and the run names it.
TEST_F(OddData, memory_that_a_state_file_does_not_hold_is_named) {
  sphere([](H5::H5File&) {}, "mass: equilibrium");
  ASSERT_EQ(run("run case.yaml -q -o a.h5 --set output.state=end.yaml").status, 0);
  const auto outcome = run("run case.yaml -q -o b.h5 --set initial.file=end.yaml");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("a state file holds no memory: radiation starts anew"),
                                 HasSubstr("--checkpoint-at and --restart")));
}

// Angles are rad and frequencies Hz, whatever the field's habits.
TEST_F(OddData, headings_in_degrees_and_radians_per_second_are_refused) {
  write("spectrum.csv", "omega [rad/s], S [m^2 s/rad]\n0.3,0.1\n0.6,2\n0.9,1\n1.5,0.2\n");
  sphere([](H5::H5File&) {}, "mass: equilibrium", "{type: imported-spectrum, file: spectrum.csv}");
  EXPECT_THAT(run("check case.yaml").err, HasSubstr("the heading has the unit rad/s, the numbers are read in Hz"));
  for (const char* heading :
       {"# omega [rad/s], S [m^2/(rad/s)]", "# w [rad/s], S(w) [m^2 s]", "# freq. [rad/s], S [m^2 s]",
        "# wave-frequency [rad/s] | S [m^2 s]", "# omega [rad/s], S [m^2 s]\n# ------------"}) {
    write("spectrum.csv", std::string(heading) + "\n0.3,0.1\n0.6,2\n0.9,1\n1.5,0.2\n");
    EXPECT_THAT(run("check case.yaml").err, HasSubstr("the heading has the unit rad/s")) << heading;
  }
  write("spectrum.csv", "# spectrum of omega [rad/s] converted to f [Hz]\n0.05,0.1\n0.1,2\n0.15,1\n0.25,0.2\n");
  EXPECT_THAT(run("check case.yaml").err, Not(HasSubstr("heading")));
  write("pitch.csv", "# t [s]  pitch [deg]\n0 0\n1 5\n2 0\n3 -5\n4 0\n5 5\n");
  write(
      "case.yaml",
      "simulation: {duration: 5, time_step: 0.1}\nwaves: {type: none}\nbodies:\n  - {name: b, mass: 1, inertia: [1, 1, "
      "1], center_of_gravity: [0, 0, 0]}\n"
      "joints:\n  - {name: j, type: rotational, base: world, follower: b, location: [0, 0, 0], motion: {file: "
      "pitch.csv}}\n");
  const auto outcome = run("check case.yaml");
  EXPECT_THAT(outcome.err, HasSubstr("pitch.csv:1: the heading has the unit deg, the numbers are read in rad"));
}

TEST_F(OddData, names_and_times_that_are_none_are_refused) {
  sphere([](H5::H5File&) {}, "mass: equilibrium");
  auto outcome = run("run case.yaml -q -o out.h5 --checkpoint-at nan");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--checkpoint-at: nan must be a finite decimal number"));
  outcome = run("run case.yaml -q -o " + std::string(250, 'x') + ".h5");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("its name has 253 bytes, and a file's name 231 at most"));
  EXPECT_EQ(run("run case.yaml -q -o " + std::string(200, 'x') + ".h5").status, 0);
  write("case.yaml", "simulation: {duration: 1, time_step: 0.1}\nbodies:\n  - {name: \"\", mass: -1}\n");
  outcome = run("check case.yaml");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("case.yaml:3:12: an item of bodies has no name"), HasSubstr("mass = -1")));
}

TEST_F(OddData, a_body_that_sinks_or_rises_beyond_its_size_is_warned_of) {
  const Edit none = [](H5::H5File&) {};
  const Edit no_volume = [](H5::H5File& file) { scale(file, "/body1/properties/disp_vol", 0.0); };
  const Edit lost_volume = [](H5::H5File& file) { file.unlink("/body1/properties/disp_vol"); };
  const Edit no_stiffness = [](H5::H5File& file) {
    scale(file, "/body1/hydro_coeffs/linear_restoring_stiffness", 0.0);
  };
  const Edit negative_stiffness = [](H5::H5File& file) {
    scale(file, "/body1/hydro_coeffs/linear_restoring_stiffness", -1.0);
  };
  const Edit nothing = [](H5::H5File& file) {
    scale(file, "/body1/properties/disp_vol", 0.0);
    scale(file, "/body1/hydro_coeffs/linear_restoring_stiffness", 0.0);
  };
  struct Row {
    Edit edit;
    const char *keys, *reported;
    int status = 0;
    const char* mooring = "";
  };
  // A mooring is no reason not to say so: most hold no heave, and lines are no buoyancy.
  const char* const surge = "{name: m, type: matrix, body: sphere, stiffness: [1e4, 1e4, 0, 0, 0, 1e4]}";
  const char* const heave = "{name: m, type: matrix, body: sphere, stiffness: [1e4, 1e4, 1e6, 0, 0, 1e4]}";
  const char* const cable =
      "{name: m, type: cable, body: sphere, attachment: [0, 0, -5], base_attachment: [0, 0, -40], stiffness: 1e5}";
  const char *const no_water = "do not say how much water it displaces", *const sinks = "nothing stops it from sinking";
  // A hemisphere of 5 m: V = 261.8 m^3, C33 = 1000 * 9.81 * 78.54 = 770.5 kN/m. 5000 t lack 4738 t of water:
  // 4738.2e3 * 9.81 / 770.5e3 = 60.33 m.
  for (const Row& row :
       {Row{none, "mass: equilibrium", ""}, Row{none, "mass: 300000", ""},
        Row{none, "mass: 5.0e6", "sinks it by 60.33 m in still water"}, Row{no_volume, "mass: 261799", no_water},
        Row{no_volume, "mass: equilibrium", "give bodies.sphere.volume in m^3", 2},
        Row{no_volume, "mass: equilibrium, volume: 261.799, center_of_buoyancy: [0, 0, -1.875]", ""},
        Row{lost_volume, "mass: equilibrium, volume: 261.799, center_of_buoyancy: [0, 0, -1.875]",
            "the displaced volume is unknown"},
        Row{lost_volume, "mass: 261799", no_water},
        Row{negative_stiffness, "mass: equilibrium", "hydrostatic stiffness in heave is -7.705e+05 N/m: below 0"},
        Row{no_stiffness, "mass: equilibrium", "no hydrostatic stiffness"}, Row{no_stiffness, "mass: 300000", sinks},
        Row{no_volume, "mass: 261799", no_water, 0, surge}, Row{nothing, "mass: 261799", no_water, 0, cable},
        Row{no_stiffness, "mass: equilibrium", "no hydrostatic stiffness", 0, surge},
        Row{no_stiffness, "mass: 300000", sinks, 0, surge}, Row{nothing, "mass: 261799", "", 0, heave},
        Row{no_stiffness, "mass: 261799", "", 0, cable}, Row{none, "mass: equilibrium", "", 0, surge}}) {
    sphere(row.edit, row.keys);
    if (*row.mooring != 0) std::ofstream(folder_ / "case.yaml", std::ios::app) << "moorings: [" << row.mooring << "]\n";
    const auto outcome = run("check case.yaml");
    EXPECT_EQ(outcome.status, row.status) << row.keys << row.mooring << outcome.err;
    if (*row.reported == 0) {
      EXPECT_EQ(outcome.err, "") << row.keys << row.mooring;
    } else {
      EXPECT_THAT(outcome.err, HasSubstr(row.reported)) << row.keys << row.mooring;
    }
  }
}

TEST_F(OddData, a_body_that_falls_through_the_bed_is_warned_of) {
  water_ = "depth: 100";
  sphere([](H5::H5File& file) { scale(file, "/body1/hydro_coeffs/linear_restoring_stiffness", 0.0); }, "mass: 1.0e6");
  EXPECT_THAT(run("run case.yaml -o out.h5 --set simulation.duration=12").err,
              HasSubstr("sphere: its centre of gravity goes through the sea bed"));
  sphere([](H5::H5File&) {}, "mass: equilibrium");
  EXPECT_THAT(run("run case.yaml -o out.h5").err, Not(HasSubstr("sea bed")));
}

TEST_F(OddData, forces_for_the_other_sense_of_time_are_turned_and_reported) {
  const char* const waves = "{type: irregular, significant_height: 2, peak_period: 8, seed: 1, bins: {count: 50}}";
  const auto heave = [&](const std::string& more = "") {
    const auto outcome = run("run case.yaml -o out.h5 --json " + more);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  };
  sphere([](H5::H5File&) {}, "mass: equilibrium", waves);
  const auto lead = heave(),
             given = heave("--set simulation.reproduce=wec-sim --set hydrodynamics.convolution.duration=20");
  sphere(
      [](H5::H5File& file) {
        for (const char* part : {"", "scattering/", "froude-krylov/"}) {
          scale(file, std::string("/body1/hydro_coeffs/excitation/") + part + "im", -1.0);
          scale(file, std::string("/body1/hydro_coeffs/excitation/") + part + "phase", -1.0);
        }
      },
      "mass: equilibrium", waves);
  EXPECT_THAT(run("check case.yaml").err, AllOf(HasSubstr("exp(-i omega t)"), HasSubstr("conjugated")));
  EXPECT_EQ(heave()["bodies"], lead["bodies"]);
  // WEC-Sim takes them as they are, and so does what reproduces it.
  const auto kept = heave("--set simulation.reproduce=wec-sim --set hydrodynamics.convolution.duration=20");
  EXPECT_NE(kept["bodies"], given["bodies"]);
  EXPECT_THAT(kept["warnings"].dump(), HasSubstr("kept, as reproduce"));
}

// The dashed line is what the summary prints.
TEST_F(OddData, the_mean_power_of_a_plot_is_that_of_the_summary) {
  sphere([](H5::H5File&) {}, "mass: equilibrium", "{type: regular, height: 1, period: 6}");
  std::ofstream(folder_ / "case.yaml", std::ios::app)
      << "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 3e5}]\n";
  for (const char* more : {"", "--set 'waves={type: irregular, significant_height: 2, peak_period: 8}'"}) {
    const auto summary = nlohmann::json::parse(run(std::string("run case.yaml -o out.h5 --json ") + more).out);
    ASSERT_EQ(run("plot out.h5 -o f.svg").status, 0);
    const auto outside = run("plot out.h5 -o f.svg --from 1000");
    EXPECT_EQ(outside.status, 2);
    EXPECT_THAT(outside.err, HasSubstr("no row lies in the time asked for: the results are of 0 to 30 s"));
    const double mean = summary["ptos"]["PTO"]["mean_power"], from = summary["window"]["from"];
    char text[80];
    std::snprintf(text, sizeof text, "mean %.4g kW from %.6g s", 1e-3 * mean, from);
    EXPECT_THAT(swell_test::contents(folder_ / "f.svg"), HasSubstr(text));
  }
}

}  // namespace
