// swell stats, compare, linear, rao, report as processes.
#include <pty.h>
#include <sys/wait.h>
#include <nlohmann/json.hpp>

#include "command_folder.h"
#include "swell_test/test.h"

namespace {

using nlohmann::json;
using swell_test::Outcome;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Answers : public swell_test::CommandFolder {
 protected:
  Answers() {
    write(
        "mass.yaml",
        "simulation: {duration: 40, time_step: 0.01}\n"
        "bodies:\n"
        "  - {name: block, mass: 1000, inertia: [10, 10, 10], center_of_gravity: [0, 0, 0], center_of_buoyancy: [0, 0, "
        "0], volume: 1}\n"
        "ptos:\n"
        "  - {name: spring, type: translational, base: world, follower: block, stiffness: 4000, damping: 0, extension: "
        "0.5}\n");
  }
  void make(const std::string& name, const std::string& more = "") const {
    const Outcome o = run("run mass.yaml -q -o " + name + " " + more);
    ASSERT_EQ(o.status, 0) << o.err;
  }
};

TEST_F(Answers, run_and_stats_find_the_same_peak_period) {
  const std::string sea = (swell_test::source_folder() / "inputs/sphere/irregular.yaml").string();
  const Outcome ran = run("run " + sea + " -o sea.h5 --json --set simulation.duration=240");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const Outcome stats = run("stats sea.h5 --json --select wave.elevation");
  ASSERT_EQ(stats.status, 0) << stats.err;
  const double of_stats = json::parse(stats.out)["signals"][0]["spectrum"]["peak_period"];
  EXPECT_NEAR(json::parse(ran.out)["sea"]["peak_period"].get<double>(), of_stats, 1e-9 * of_stats);
}

// x = 0.5 cos 2t: amplitude, period and force in closed form.
TEST_F(Answers, stats_of_an_oscillation_are_those_of_its_sine) {
  make("out.h5");
  const Outcome o = run("stats out.h5 --json --from 0");
  ASSERT_EQ(o.status, 0) << o.err;
  bool found = false;
  const json answer = json::parse(o.out);
  for (const json& s : answer["signals"]) {
    if (s["path"] != "/bodies/block/position" || s["label"] != "heave") continue;
    found = true;
    EXPECT_NEAR(s["maximum"].get<double>(), 0.5, 1e-6);
    EXPECT_NEAR(s["zero_crossings"]["mean_period"].get<double>(), std::acos(-1.0), 1e-4);
    EXPECT_NEAR(s["zero_crossings"]["third_height"].get<double>(), 1.0, 1e-4);
  }
  EXPECT_TRUE(found);
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const Outcome drawn = run("stats out.h5 --from 0 --figure spectra.svg");
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("Figure: spectra.svg"));
  EXPECT_THAT(swell_test::contents(folder_ / "spectra.svg"),
              AllOf(HasSubstr("bodies/block/position heave"), HasSubstr("frequency [rad/s]"), HasSubstr("s/rad]")));
  write("notes.svg", "mine");
  EXPECT_EQ(run("stats out.h5 --figure notes.svg").status, 2);
  EXPECT_EQ(run("stats out.h5 --figure out.h5").status, 2);
  const Outcome force = run("stats out.h5 --select 'ptos.*.force' --slope 4 --json --from 0");
  ASSERT_EQ(force.status, 0) << force.err;
  const json fatigue = json::parse(force.out)["signals"][0]["fatigue"];
  // 40 s hold 40/pi cycles of 4000 N; those of 1 Hz that do the same damage: 4000 (1/pi)^(1/4). The ends: half a cycle.
  EXPECT_NEAR(fatigue["damage_equivalent"][0]["range"].get<double>(), 4000.0 * std::pow(1.0 / std::acos(-1.0), 0.25),
              4000.0 * 0.02);
  EXPECT_NEAR(fatigue["largest_range"].get<double>(), 4000.0, 1.0);
  // A port, and behind it a column, name the same numbers as the dataset.
  const auto heave = [this](const std::string& name) {
    const Outcome outcome = run("stats out.h5 --json --select " + name);
    const json signals = json::parse(outcome.out)["signals"];
    return std::pair(signals.size(),
                     signals.back()["path"].get<std::string>() + signals.front()["label"].get<std::string>());
  };
  EXPECT_EQ(heave("block.position.heave"), std::pair(std::size_t{1}, std::string("/bodies/block/positionheave")));
  EXPECT_EQ(heave("bodies.block.position.3"), heave("block.position.heave"));
  EXPECT_EQ(heave("block.position").first, 6U);
  EXPECT_THAT(run("stats out.h5").out,
              AllOf(HasSubstr("bodies/block/position heave"), HasSubstr("rainflow"), HasSubstr("Weibull")));
}

// Two rows per wave: the power of the rows is an alias, and only the run knows it.
TEST_F(Answers, stats_repeats_what_the_run_warned_of) {
  const std::string sphere = (swell_test::source_folder() / "inputs/sphere/regular.yaml").string();
  const Outcome ran = run("run " + sphere +
                          " -q -o coarse.h5 --set simulation.duration=60 --set simulation.ramp=10 --set waves.period=6 "
                          "--set output.time_step=3");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(run("stats coarse.h5").err, HasSubstr("of the run: "));
  const json warnings = json::parse(run("stats coarse.h5 --json").out)["warnings"];
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_THAT(warnings[0].get<std::string>(), HasSubstr("output.time_step = 3 s makes 2 rows per wave of 6 s"));
}

// A circuit or a system of FMUs has no body: its components are what is looked at, without those that stand still.
TEST_F(Answers, what_has_components_alone_shows_them) {
  for (const char* sea : {"", "waves: {type: regular, height: 1, period: 2}\nenvironment: {depth: 50}\n"}) {
    write("tank.yaml", std::string(sea) +
                           "simulation: {duration: 5, time_step: 0.1}\n"
                           "components: [{name: load, type: sine, amplitude: 2, period: 1}, {name: rest, type: "
                           "constant, value: 3}]\n");
    const Outcome made = run("run tank.yaml -o tank.h5");
    ASSERT_EQ(made.status, 0) << made.err;
    const Outcome o = run("stats tank.h5");
    ASSERT_EQ(o.status, 0) << o.err;
    EXPECT_THAT(o.out, AllOf(HasSubstr("components/load/output"), ::testing::Not(HasSubstr("components/rest"))));
    SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
    const Outcome drawn = run("plot tank.h5");
    ASSERT_EQ(drawn.status, 0) << drawn.err;
    EXPECT_THAT(swell_test::contents(folder_ / "tank.svg"),
                AllOf(HasSubstr("load: output"), ::testing::Not(HasSubstr("rest: output"))));
  }
}

TEST_F(Answers, stats_says_what_is_wrong_with_its_input) {
  make("out.h5");
  EXPECT_EQ(run("stats none.h5").status, 2);
  const Outcome pattern = run("stats out.h5 --select bodies.*.postion");
  EXPECT_EQ(pattern.status, 2);
  EXPECT_THAT(pattern.err, HasSubstr("no dataset matches bodies.*.postion; did you mean bodies.*.position?"));
  EXPECT_THAT(run("stats out.h5 --select block").err, HasSubstr("no dataset matches block; did you mean block.*?"));
  EXPECT_EQ(run("stats out.h5 --from 50").status, 2);
  EXPECT_EQ(run("stats out.h5 --from 5 --to 2").status, 2);
  for (const char* value : {"''", "nan", "inf", "0x10", "1e999"}) {
    const Outcome wrong = run(std::string("stats out.h5 --from ") + value);
    EXPECT_EQ(wrong.status, 2) << value;
    EXPECT_THAT(wrong.err, HasSubstr("--from")) << value;
  }
  EXPECT_EQ(run("stats mass.yaml").status, 2);
}

TEST_F(Answers, compare_is_the_users_own_regression_test) {
  make("a.h5");
  make("b.h5");
  make("c.h5", "--set ptos.spring.stiffness=4001");
  EXPECT_EQ(run("compare a.h5 b.h5 --relative 0").status, 0);
  const Outcome apart = run("compare a.h5 c.h5");
  EXPECT_EQ(apart.status, 1) << apart.out;
  EXPECT_THAT(apart.out, AllOf(HasSubstr("worst first"), HasSubstr("beyond"), HasSubstr("different")));
  EXPECT_EQ(run("compare a.h5 c.h5 --relative 0.05").status, 0);
  EXPECT_EQ(run("compare a.h5 c.h5 --relative 0.05 --tolerance 'bodies.*.position=1e-6'").status, 1);
  const json answer = json::parse(run("compare a.h5 c.h5 --json").out);
  EXPECT_EQ(answer["status"], "different");
  double before = HUGE_VAL;
  for (const json& d : answer["differences"]) {
    const double allowed = d["allowed"].get<double>(),
                 ratio = allowed > 0.0 ? d["largest"].get<double>() / allowed : 0.0;
    EXPECT_LE(ratio, before) << "worst first";
    before = ratio;
  }
  make("short.h5", "--set simulation.duration=20");
  EXPECT_EQ(run("compare a.h5 short.h5").status, 1);
  EXPECT_EQ(run("compare a.h5 short.h5 --common").status, 0);
  EXPECT_THAT(run("compare a.h5 short.h5").out, HasSubstr("0 beyond the tolerance: different, for their times differ"));
  EXPECT_EQ(run("compare a.h5 none.h5").status, 2);
  EXPECT_EQ(run("compare a.h5 b.h5 --tolerance bodies=x").status, 2);
}

TEST_F(Answers, linear_prints_modes_and_the_sea_beside_the_time_domain) {
  const std::string regular = (swell_test::source_folder() / "inputs/sphere/regular.yaml").string();
  ASSERT_EQ(run("run " + regular + " -q -o out.h5").status, 0);
  const Outcome o = run("linear " + regular + " --results out.h5 --json --count 10");
  ASSERT_EQ(o.status, 0) << o.err;
  const json answer = json::parse(o.out);
  ASSERT_EQ(answer["modes"].size(), 1U);
  const json pto = answer["sea"]["ptos"]["PTO"];
  // README: 90.7 kW both ways.
  EXPECT_NEAR(pto["mean_power"].get<double>(), 90.7e3, 50.0);
  EXPECT_NEAR(pto["time_domain"].get<double>(), pto["mean_power"].get<double>(), 100.0);
  EXPECT_THAT(run("linear " + regular + " --results out.h5 --count 5 -o rao.csv").out,
              AllOf(HasSubstr("damping ratio"), HasSubstr("time domain"), HasSubstr("RAO table: rao.csv")));
  EXPECT_THAT(swell_test::contents(folder_ / "rao.csv"), HasSubstr("omega_rad_s,sphere heave [m/m]"));
  EXPECT_EQ(run("linear " + regular + " --from 3 --to 1").status, 2);
  EXPECT_EQ(run("linear " + regular + " --from nan --count 1").status, 2);
  EXPECT_THAT(run("linear " + regular + " --to 900").err, HasSubstr("reach beyond the hydrodynamic data"));
  EXPECT_EQ(json::parse(run("linear " + regular + " --json --count 2").out)["modes"], answer["modes"])
      << "modes do not depend on the length of the table";
  // The data go up to 12 rad/s, where the sphere heaves by 1e-6 of the wave.
  const json ends = json::parse(run("linear " + regular + " --json").out);
  EXPECT_EQ(ends["omega"].size(), 40U);
  EXPECT_LT(ends["omega"].back().get<double>(), 8.0);
  for (const json& entry : ends["operators"]) {
    if (entry["path"] != "/bodies/sphere/position" || entry["label"] != "heave") continue;
    EXPECT_LT(entry["amplitude"].back().get<double>(), 1e-3 * entry["amplitude"].front().get<double>());
  }
  EXPECT_GT(json::parse(run("linear " + regular + " --json --to 12").out)["omega"].back().get<double>(), 11.9);
  const Outcome late = run("linear " + regular + " --count 5 -o " + regular);
  EXPECT_EQ(late.status, 2);
  EXPECT_EQ(late.out, "") << "refused before anything is computed";
  EXPECT_EQ(run("linear " + regular + " --set waves.height=-1").status, 2);
}

TEST_F(Answers, linear_tells_results_of_another_case) {
  const std::string inputs = swell_test::source_folder() / "inputs";
  const std::string regular = inputs + "/sphere/regular.yaml";
  ASSERT_EQ(run("run " + regular + " -q -o out.h5 --set simulation.duration=60").status, 0);
  EXPECT_EQ(run("linear " + regular + " --results out.h5 --count 3").err, "") << "a shorter run is the same device";
  const Outcome higher = run("linear " + regular + " --results out.h5 --count 3 --set waves.height=3");
  EXPECT_EQ(higher.status, 0);
  EXPECT_THAT(higher.err, AllOf(HasSubstr("other values than the case"), HasSubstr("waves.height = 2")));
  const json answer =
      json::parse(run("linear " + regular + " --results out.h5 --count 3 --json --set ptos.PTO.damping=1e5").out);
  EXPECT_THAT(answer["warnings"][0].get<std::string>(), HasSubstr("ptos.PTO.damping = 322292"));
  const Outcome other = run("linear " + inputs + "/rm3/regular.yaml --results out.h5 --count 3");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, AllOf(HasSubstr("another device"), HasSubstr("bodies.sphere"), HasSubstr("bodies.float")));
}

TEST_F(Answers, report_without_its_script_is_a_still_page) {
  make("out.h5");
  setenv("SWELL_REPORT_ASSETS", (folder_ / "nowhere").c_str(), 1);
  setenv("TMPDIR", (folder_ / "nowhere").c_str(), 1);  // as on a cluster's login node
  const Outcome o = run("report out.h5");
  unsetenv("TMPDIR");
  const Outcome hydro =
      run("report " + (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() + " -o hydro.html");
  unsetenv("SWELL_REPORT_ASSETS");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(hydro.status, 0) << hydro.err;
  EXPECT_THAT(o.out, HasSubstr("make report-assets"));
  for (const char* name : {"out.html", "hydro.html"}) {
    const std::string page = swell_test::contents(folder_ / name);
    EXPECT_THAT(page, AllOf(HasSubstr("<svg"), HasSubstr("<table>"), HasSubstr("make report-assets"))) << name;
    EXPECT_EQ(page.find("<?xml"), std::string::npos) << name;
    EXPECT_EQ(page.find("<script"), std::string::npos) << name;
  }
  EXPECT_EQ(run("gltf out.h5 --case nowhere.yaml").status, 2);
}

/// What the command says to somebody who answers it on a terminal.
std::string on_terminal(const std::filesystem::path& folder, const std::string& arguments, const std::string& answers) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    const std::string command =
        "stty -echo; cd " + folder.string() + " && exec timeout 60 " + SWELL_COMMAND + " " + arguments;
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  std::string shown;
  std::size_t answered = 0;
  char bytes[4096];
  for (ssize_t n = 0; (n = read(terminal, bytes, sizeof bytes)) > 0;) {
    shown.append(bytes, static_cast<std::size_t>(n));
    // One answer for each question.
    if (shown.size() < 3 || shown.compare(shown.size() - 3, 3, "]: ") != 0) continue;
    const std::size_t end = answers.find('\n', answered);
    const std::string line = end == std::string::npos ? "\n" : answers.substr(answered, end + 1 - answered);
    answered = end == std::string::npos ? answers.size() : end + 1;
    if (write(terminal, line.data(), line.size()) != static_cast<ssize_t>(line.size())) break;
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  return shown;
}

TEST_F(Answers, new_writes_a_case_that_checks_and_an_empty_run_finds_it) {
  Outcome o = run("new buoy.yaml --waves irregular --height 1.5 --period 7");
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_THAT(swell_test::contents(folder_ / "buoy.yaml"), HasSubstr("# yaml-language-server: $schema="));
  EXPECT_EQ(run("run -q").status, 2) << "two cases: mass.yaml and buoy.yaml";
  EXPECT_THAT(run("run -q").err, AllOf(HasSubstr("buoy.yaml"), HasSubstr("mass.yaml")));
  std::filesystem::remove(folder_ / "mass.yaml");
  o = run("run -q --set simulation.duration=20 --set simulation.ramp=5");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "buoy.results.h5"));
  write("notes.yaml", "text: mine\n");
  EXPECT_EQ(run("new notes.yaml").status, 2) << "a file of another kind stays";
  const std::string edited = swell_test::contents(folder_ / "buoy.yaml") + "# mine\n";
  write("buoy.yaml", edited);
  EXPECT_EQ(run("new buoy.yaml").status, 2) << "a case is made to be edited";
  EXPECT_EQ(swell_test::contents(folder_ / "buoy.yaml"), edited);
  EXPECT_EQ(run("new buoy.yaml --force").status, 0);
  EXPECT_EQ(run("new -o other.yaml").status, 0) << "as other commands name what they write";
  EXPECT_TRUE(std::filesystem::exists(folder_ / "other.yaml"));
  EXPECT_EQ(run("new one.yaml -o two.yaml").status, 2);
  const std::string hydro = (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string();
  ASSERT_EQ(run("new sphere.yaml --hydro " + hydro).status, 0);
  EXPECT_EQ(run("check sphere.yaml").status, 0) << run("check sphere.yaml").err;
  EXPECT_EQ(run("new x.yaml --hydro none.h5").status, 2);
  EXPECT_EQ(run("new x.yaml --period nan").status, 2);
  EXPECT_EQ(run("new nowhere/x.yaml").status, 2);
  EXPECT_EQ(run("new .").status, 2);
  // Paths are those of the one who calls; in the case they start at its folder.
  std::filesystem::create_directory(folder_ / "of others");
  std::filesystem::create_directory(folder_ / "mine");
  std::filesystem::copy_file(hydro, folder_ / "of others/hemisphere.h5");
  ASSERT_EQ(run("new mine/sphere.yaml --hydro 'of others/hemisphere.h5'").status, 0);
  EXPECT_EQ(run("check mine/sphere.yaml").status, 0) << run("check mine/sphere.yaml").err;
}

TEST_F(Answers, new_repeats_a_question_whose_answer_is_wrong) {
  const std::string shown = on_terminal(
      folder_, "new asked.yaml", "raft\ncylinder\nnone.h5\nmass.yaml\n-\nmuch\n4\n\nround\nirregular\n-1\n3\n0\n9\n\n");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "asked.yaml")) << shown;
  const std::string text = swell_test::contents(folder_ / "asked.yaml");
  EXPECT_THAT(text, AllOf(HasSubstr("significant_height: 3,"), HasSubstr("peak_period: 9,")));
  EXPECT_THAT(swell_test::contents(folder_ / "asked.device.yaml"), HasSubstr("[4, -5]"));
  for (const char* wrong : {"none.h5", "mass.yaml", "much", "round is neither regular nor irregular", "-1", "0.1 to"})
    EXPECT_THAT(shown, HasSubstr(wrong));
}

TEST_F(Answers, a_report_replaces_no_foreign_page) {
  make("out.h5");
  write("thesis.html", "<!DOCTYPE html><p>mine</p>");
  const Outcome o = run("report out.h5 -o thesis.html");
  EXPECT_EQ(o.status, 2);
  EXPECT_THAT(o.err, HasSubstr("is not a report of Swell"));
  EXPECT_EQ(swell_test::contents(folder_ / "thesis.html"), "<!DOCTYPE html><p>mine</p>");
  setenv("SWELL_REPORT_ASSETS", "nowhere", 1);
  const Outcome missing = run("report none.h5");
  unsetenv("SWELL_REPORT_ASSETS");
  EXPECT_THAT(missing.err, HasSubstr("there is no such results file"));
}

#ifndef SWELL_SANITIZED  // no library for an FMU
TEST_F(Answers, an_fmu_of_one_input_is_counted_and_outputs_that_there_are_not_are_named) {
  write("gain.yaml",
        "simulation: {duration: 5, time_step: 0.1}\n"
        "components: [{name: set, type: input, value: 0}, {name: twice, type: gain, factor: 2}]\n"
        "connections: [{from: set.output, to: twice.input}]\n");
  const Outcome made = run("fmu gain.yaml -o gain.fmu");
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr(" 1 input, "));
  const Outcome none = run("fmu gain.yaml -o gain.fmu --outputs qqqqqqqqqqqq");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("outputs: qqqqqqqqqqqq is neither an output of the case nor a pattern"),
                              HasSubstr("twice.output")));
  EXPECT_THAT(run("fmu gain.yaml -o gain.fmu --inputs sett").err, HasSubstr("did you mean set?"));
}
#endif

TEST_F(Answers, completion_and_manual_name_every_command_and_bash_takes_them) {
  const std::string completion = run("completion").out, manual = run("man").out;
  for (const char* command : {"run", "check", "batch", "stats", "compare", "linear", "rao", "report", "new"}) {
    EXPECT_THAT(completion, HasSubstr(std::string("    ") + command + ") options="));
    EXPECT_THAT(manual, HasSubstr(std::string(".SS swell ") + command));
  }
  write("completion.sh", completion + "COMP_WORDS=(swell compare --rel); COMP_CWORD=2; _swell; echo ${COMPREPLY[@]}\n");
  EXPECT_EQ(run("completion zsh").out.substr(0, 8), "autoload");
  EXPECT_THAT(run("completion fish").err, HasSubstr("fish not in {bash,zsh}"));
  EXPECT_EQ(std::system(("test \"$(bash " + (folder_ / "completion.sh").string() + ")\" = --relative").c_str()), 0);
}

}  // namespace
