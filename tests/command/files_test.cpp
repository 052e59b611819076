// What the commands may write, and where: no input, device or other output is lost, and what run refuses check refuses.
#include <H5Cpp.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "command_folder.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Files : public swell_test::SaidFolder {
 protected:
  Files() { write("mass.yaml", kSpring); }

  /// Names, kinds and contents.
  std::map<std::string, std::string> snapshot() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      std::stringstream text;
      text << static_cast<int>(entry.symlink_status().type()) << ":";
      if (entry.is_regular_file()) text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
      files[fs::relative(entry.path(), folder_).string()] = text.str();
    }
    return files;
  }

  /// Status 2, the message, and the folder as it was.
  void refused(const std::string& arguments, const std::string& message) {
    const auto before = snapshot();
    EXPECT_EQ(swell(arguments), 2) << arguments << "\n" << said_;
    EXPECT_THAT(said_, HasSubstr(message)) << arguments;
    EXPECT_TRUE(snapshot() == before) << arguments << " changed a file";
  }
  /// By check and by run alike.
  void both_refuse(const std::string& arguments, const std::string& message) {
    refused("check " + arguments, message);
    refused("run " + arguments, message);
  }

  static constexpr const char* kSpring =
      "simulation: {duration: 2, time_step: 0.01}\n"
      "bodies:\n"
      "  - {name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, "
      "0], volume: 1}\n"
      "ptos:\n"
      "  - {name: spring, type: translational, base: world, follower: block, stiffness: 4000, damping: 200, extension: "
      "0.5}\n";
};

TEST_F(Files, no_file_that_a_case_reads_is_replaced_by_its_results_whatever_key_names_it) {
  const fs::path inputs = swell_test::source_folder() / "inputs";
  fs::create_directories(folder_ / "loads");
  fs::create_directories(folder_ / "sphere");
  for (const char* name : {"loads/lookup-table.yaml", "loads/lookup-table.csv", "loads/lines.yaml", "loads/chains.txt",
                           "sphere/hemisphere.h5"}) {
    fs::copy_file(inputs / name, folder_ / name);
  }
  both_refuse("loads/lookup-table.yaml -o loads/lookup-table.csv",
              "loads/lookup-table.csv: the results would replace an input: moorings.table.file; choose another name "
              "with -o or output.file");
  both_refuse("loads/lines.yaml -o loads/../loads/chains.txt", "the results would replace an input: moorings.");
  both_refuse("loads/lines.yaml -o sphere/hemisphere.h5", ".hydro_data.file");
  fs::create_symlink("hemisphere.h5", folder_ / "sphere/link.h5");
  both_refuse("loads/lines.yaml -o sphere/link.h5", ".hydro_data.file");
  both_refuse("mass.yaml -o mass.yaml", "mass.yaml: the results would replace an input: the case");

  write("m.csv", "0 0\n1 0.1\n2 0\n3 0\n4 0\n");
  write("moved.yaml",
        "simulation: {duration: 2, time_step: 0.01}\nbodies:\n  - {name: block, mass: 1000, inertia: [10, 10, 10], "
        "center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, 0], volume: 1}\njoints:\n  - {name: rail, type: "
        "translational, base: world, follower: block, motion: {file: m.csv}}\noutput: {file: m.csv}\n");
  both_refuse("moved.yaml",
              "moved.yaml:6:16: output.file = m.csv: the results would replace an input: joints.rail.motion.file");

  EXPECT_EQ(swell("run mass.yaml -q --set output.state=s0.yaml -o first.h5"), 0) << said_;
  write("next.yaml", std::string(kSpring) + "initial: {file: s0.yaml}\noutput: {file: s0.yaml}\n");
  both_refuse("next.yaml", "next.yaml:7:16: output.file = s0.yaml: the results would replace an input: initial.file");

  write("f.txt", "0 1\n10 2\n");
  write("parts.yaml",
        "simulation: {duration: 2, time_step: 0.01}\ncomponents:\n  - {name: source, type: table, file: f.txt}\n");
  both_refuse("parts.yaml -o f.txt", "the results would replace an input: components.source.file");

  EXPECT_EQ(swell("run mass.yaml -q -o a.h5 --checkpoint-at 1 --checkpoint c.h5"), 0) << said_;
  refused("run mass.yaml --restart c.h5 -o c.h5", "c.h5: the results would replace an input: --restart");
  refused("run mass.yaml --restart c.h5 -o b.h5 --checkpoint-at 1.5 --checkpoint c.h5",
          "c.h5: the checkpoint would replace an input: --restart");
}

TEST_F(Files, what_is_no_regular_file_is_never_replaced) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe.h5").c_str(), 0600), 0);
  fs::create_symlink("pipe.h5", folder_ / "link.h5");
  both_refuse("mass.yaml -o pipe.h5", "pipe.h5: the results would replace a pipe");
  both_refuse("mass.yaml -o link.h5", "link.h5: the results would replace a pipe");
  both_refuse("mass.yaml --set output.file=pipe.h5", "output.file = pipe.h5: the results would replace a pipe");
  both_refuse("mass.yaml --set output.state=pipe.h5", "output.state = pipe.h5: the states would replace a pipe");
  refused("run mass.yaml --checkpoint-at 1 --checkpoint pipe.h5", "pipe.h5: the checkpoint would replace a pipe");
  fs::rename(folder_ / "pipe.h5", folder_ / "out.partial.h5");
  both_refuse("mass.yaml -o out.h5", "out.partial.h5: the results of a run that fails would replace a pipe");
}

TEST_F(Files, states_and_checkpoint_are_judged_before_the_run_like_the_results) {
  both_refuse("mass.yaml --set output.state=none/a", "output.state = none/a: there is no folder none for the states");
  both_refuse("mass.yaml --set output.state=.", "the states cannot replace a folder");
  both_refuse("mass.yaml --set output.state=mass.yaml", "the states would replace an input: the case");
  both_refuse("mass.yaml --set output.state=mass.results.h5", "the states would replace the results");
  both_refuse("mass.yaml --set output.state=mass.results.partial.h5",
              "the results of a run that fails would replace the states");
  const std::string point = "run mass.yaml --checkpoint-at 1 --checkpoint ";
  refused(point + "none/c.h5", "there is no folder none for the checkpoint");
  refused(point + "mass.yaml",
          "mass.yaml: the checkpoint would replace an input: the case; choose another name with "
          "--checkpoint");
  refused(point + "mass.results.h5", "mass.results.h5: the checkpoint would replace the results");
  refused(point + "s.yaml --set output.state=s.yaml", "s.yaml: the checkpoint would replace the states");
}

TEST_F(Files, the_state_file_is_whole_or_what_it_was) {
  EXPECT_EQ(swell("run mass.yaml -q --set output.state=s.yaml"), 0) << said_;
  const auto first = snapshot();
  EXPECT_EQ(first.size(), 3U) << "nothing beside mass.yaml, mass.results.h5 and s.yaml";
  // A second name of the same file shows that it is replaced in one piece, and not written over.
  fs::create_hard_link(folder_ / "s.yaml", folder_ / "second.name");
  EXPECT_EQ(swell("run mass.yaml -q --set output.state=s.yaml --set simulation.duration=1"), 0) << said_;
  EXPECT_NE(snapshot().at("s.yaml"), first.at("s.yaml"));
  EXPECT_EQ(snapshot().at("second.name"), first.at("s.yaml"));
  const std::string last = snapshot().at("s.yaml");
  EXPECT_EQ(swell("run mass.yaml -q --set output.state=s.yaml --set ptos.spring.damping=1e7"), 1);
  EXPECT_EQ(snapshot().at("s.yaml"), last);
}

TEST_F(Files, check_refuses_the_results_that_run_refuses) {
  write("far.yaml", std::string(kSpring) + "output: {file: /nonexist/a.h5}\n");
  both_refuse("far.yaml",
              "far.yaml:6:16: output.file = /nonexist/a.h5: there is no folder /nonexist for the results; make it, or "
              "choose another name with -o or output.file");
  both_refuse("mass.yaml -o none/a.h5", "none/a.h5: there is no folder none for the results");
  EXPECT_EQ(swell("check far.yaml -o a.h5"), 0) << said_;
  // With mistakes of the case in one list.
  write("worse.yaml", std::string(kSpring) + "output: {file: /nonexist/a.h5}\nnonsense: 1\n");
  both_refuse("worse.yaml", "there is no folder /nonexist for the results");
  EXPECT_THAT(said_, AllOf(HasSubstr("unknown key nonsense"), HasSubstr("2 errors in the input")));
}

TEST_F(Files, a_partial_file_that_is_an_input_or_of_another_origin_is_left_alone) {
  fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "out.partial.h5");
  write("sphere.yaml",
        "simulation: {duration: 1, time_step: 0.1}\nbodies:\n  - {name: sphere, hydro_data: {file: out.partial.h5, "
        "body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n");
  both_refuse("sphere.yaml -o out.h5",
              "out.partial.h5: the results of a run that fails would replace an input: bodies.sphere.hydro_data.file");
  // Not an input, but nothing that Swell wrote: a good run leaves it, and so does one that fails.
  const std::string other = snapshot().at("out.partial.h5");
  EXPECT_EQ(swell("run mass.yaml -q -o out.h5"), 0) << said_;
  EXPECT_EQ(snapshot().at("out.partial.h5"), other);
  EXPECT_EQ(swell("run mass.yaml -q -o out.h5 --set ptos.spring.damping=1e7"), 1);
  EXPECT_EQ(snapshot().at("out.partial.h5"), other);
  EXPECT_THAT(said_, HasSubstr("what was computed until then is in out.partial-2.h5"));
  // Rows that the next run does not have are not lost: it is another case.
  fs::remove(folder_ / "out.partial.h5");
  EXPECT_EQ(swell("run mass.yaml -q -o out.h5 --set ptos.spring.damping=1e7"), 1);
  EXPECT_TRUE(fs::exists(folder_ / "out.partial.h5"));
  EXPECT_EQ(swell("run mass.yaml -o out.h5"), 0) << said_;
  EXPECT_TRUE(fs::exists(folder_ / "out.partial.h5"));
  EXPECT_THAT(said_, HasSubstr("out.partial.h5 of an earlier run stays: it has 0 to "));
}

TEST_F(Files, results_that_no_disk_is_meant_for_are_refused_with_their_size) {
  const std::string rows = "check mass.yaml --set simulation.duration=2 --set output.time_step=";
  refused(rows + "1e-9", "output.time_step = 1e-09 s makes 2e+09 rows in 2 s; the most is 1e9");
  refused(rows + "1e-8", "the results would have 2e+08 rows of ");
  EXPECT_THAT(said_, AllOf(HasSubstr(" GB; the limit is 50 GB; set a longer output.time_step or a shorter "
                                     "simulation.duration, or choose what is stored with output.select"),
                           HasSubstr("1 error in the input")));
  EXPECT_EQ(swell(rows + "1e-8 --set output.select=[ptos.spring.power] --set output.compression=1"), 0) << said_;
  EXPECT_THAT(said_, HasSubstr("Note: the results have 2e+08 rows of 2 numbers, 3.2 GB before compression"));
  // A day at 0.01 s.
  EXPECT_EQ(swell("check mass.yaml --set simulation.duration=86400 --set output.compression=1"), 0) << said_;
  EXPECT_EQ(swell("check mass.yaml"), 0);
  EXPECT_THAT(said_, Not(HasSubstr("rows")));
}

TEST_F(Files, a_batch_replaces_nothing_that_its_cases_read) {
  fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "sphere.h5");
  write("base.yaml",
        "simulation: {duration: 1, time_step: 0.1}\nwaves: {type: regular, height: 1, period: 8}\nbodies:\n  - {name: "
        "sphere, hydro_data: {file: sphere.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
        "2606000]}\noutput: {file: base.h5}\n");
  const std::string study = "base: base.yaml\naxes:\n  - {key: waves.height, values: [1, 2]}\n";
  write("sphere.yaml", study);  // its results are sphere.h5 unless set otherwise
  refused("batch sphere.yaml", "sphere.h5: the results would replace an input: base: bodies.1.hydro_data.file");
  refused("batch sphere.yaml -o base.yaml", "base.yaml: the results would replace an input: base");
  refused("batch sphere.yaml -o sphere.yaml", "sphere.yaml: the results would replace an input: the study");
  write("rows.cases.csv", "waves.height\n1\n2\n");
  write("table.yaml", "base: base.yaml\naxes:\n  - {table: {file: rows.cases.csv}}\n");
  refused("batch table.yaml -o rows.h5", "rows.cases.csv: the tables would replace an input: axes.1.table.file");
  ASSERT_EQ(::mkfifo((folder_ / "b.journal").c_str(), 0600), 0);
  refused("batch sphere.yaml -o b.h5", "b.journal: the records of finished cases would replace a pipe");
  refused("batch sphere.yaml -o none/b.h5", "none for the results; make it, or choose another");
  // The results of the base case are no input of the study.
  run("run base.yaml -q -o base.h5");
  EXPECT_EQ(swell("batch sphere.yaml -q -o base.h5"), 2) << "results of a run are none of a study";
  write("base.h5", "");
  EXPECT_EQ(swell("batch sphere.yaml -q -o base.h5"), 0) << said_;
}

TEST_F(Files, figures_and_descriptions_replace_no_results) {
  ASSERT_EQ(swell("run mass.yaml -q -o a.h5"), 0) << said_;
  refused("xdmf a.h5 -o a.h5", "a.h5: the descriptions would replace an input: a.h5; choose another with -o");
  fs::copy_file(folder_ / "a.h5", folder_ / "a.svg");
  refused("plot a.svg", "a.svg: the curves would replace an input: a.svg; choose another with -o");
  ASSERT_EQ(::mkfifo((folder_ / "p.svg").c_str(), 0600), 0);
  refused("plot a.h5 -o p.svg", "p.svg: the curves would replace a pipe");
}

/// One body on the shipped hemisphere, whose file the test may change.
class HydroFiles : public Files {
 protected:
  HydroFiles() {
    fs::copy_file(swell_test::source_folder() / "inputs/sphere/hemisphere.h5", folder_ / "bem.h5");
    write("case.yaml",
          "simulation: {duration: 1, time_step: 0.1}\nbodies:\n"
          "  - {name: one, hydro_data: {file: bem.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
          "2606000]}\n"
          "  - {name: two, hydro_data: {file: bem.h5, body: 1}, mass: equilibrium, inertia: [1690000, 1690000, "
          "2606000]}\n");
  }
  void unlink(const std::string& path) const { H5::H5File((folder_ / "bem.h5").string(), H5F_ACC_RDWR).unlink(path); }
  int count(const std::string& part) const {
    int n = 0;
    for (std::size_t at = said_.find(part); at != std::string::npos; at = said_.find(part, at + 1)) ++n;
    return n;
  }
};

TEST_F(HydroFiles, what_the_reader_assumed_reaches_the_user_once_per_file) {
  unlink("/body1/properties/cb");
  unlink("/simulation_parameters/water_depth");
  for (const char* command : {"check case.yaml", "run case.yaml -q -o out.h5"}) {
    EXPECT_EQ(swell(command), 0) << said_;
    EXPECT_EQ(said_.substr(0, said_.find("case.yaml: no")),
              "warning: bem.h5: /simulation_parameters/water_depth is missing; infinite depth assumed\n"
              "warning: bem.h5: /body1/properties/cb is missing; taken at the cg (no moment of buoyancy at rest)\n")
        << command;
  }
  // Warnings of the case itself are reported once as well.
  EXPECT_EQ(swell("check case.yaml --set simulation.ramp=5"), 0) << said_;
  EXPECT_EQ(count("simulation.ramp = 5 s has no effect"), 1) << said_;
}

TEST_F(HydroFiles, a_mistake_in_the_file_names_the_line_that_asked_for_it) {
  unlink("/body1/properties/cg");
  const std::string message =
      "bem.h5:/body1/properties/cg: dataset is missing, expected numbers of shape (3,1); convert the BEM output again, "
      "with this quantity; asked for at case.yaml:3:36\n";
  both_refuse("case.yaml", message);
  EXPECT_EQ(count("dataset is missing"), 1) << said_;
  // In a case that is wrong elsewhere too.
  both_refuse("case.yaml --set simulation.duration=-1", message);
  write("bem.h5", "version https://git-lfs.github.com/spec/v1\n");
  both_refuse("case.yaml", "in the repository that it came from; asked for at case.yaml:3:36");
}

}  // namespace
