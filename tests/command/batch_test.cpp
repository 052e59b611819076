// swell batch as a process: exit status, what it says of cases without a result, and crashes.
#include <nlohmann/json.hpp>

#include "command_folder.h"
#include "swell_test/test.h"

namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class BatchCommand : public swell_test::CommandFolder {
 protected:
  BatchCommand() {
    write(
        "case.yaml",
        "simulation: {duration: 20, time_step: 0.1, ramp: 5}\nwaves: {type: irregular, significant_height: 2, "
        "peak_period: 8, bins: {count: 20}}\nbodies: [{name: sphere, hydro_data: {file: " +
            (swell_test::source_folder() / "inputs/sphere/hemisphere.h5").string() +
            ", body: 1}, mass: equilibrium, inertia: [1e6, 1e6, 1e6]}]\nptos: [{name: PTO, type: translational, base: "
            "world, follower: sphere, damping: 3e5}]\n");
  }
};

const char* const kYear =
    "base: case.yaml\naxes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1, 2], "
    "periods: [-7, 8], probability: [[1, 1], [1, 1]]}}]\nseeds: 1\nresults: {file: out.h5}\n";

TEST_F(BatchCommand, a_year_with_failed_cells_is_a_bound_and_status_one) {
  write("study.yaml", kYear);
  const auto outcome = run("batch study.yaml");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("4 cases: 2 done, 2 wrong"), Not(HasSubstr("MWh a year")),
                                 HasSubstr("no year: 2 conditions, 50 % of the probability, have no result")));
  EXPECT_EQ(run("batch study.yaml --allow-failures").status, 0);
  const auto quiet = run("batch study.yaml -q");
  EXPECT_EQ(quiet.status, 1);
  EXPECT_THAT(quiet.err, HasSubstr("2 of 4 cases have no result"));
  const auto json = nlohmann::json::parse(run("batch study.yaml --json").out);
  EXPECT_EQ(json["status"], "incomplete");
  EXPECT_TRUE(json["power"][0]["annual_energy"].is_null());
  EXPECT_TRUE(json["power"][0]["power"][0][0].is_null());
  EXPECT_GT(json["power"][0]["annual_energy_found"], 0.0);
  EXPECT_EQ(json["power"][0]["probability_missing"], 0.5);
  // Shards and their merge say the same.
  EXPECT_EQ(run("batch study.yaml -o s.h5 -q --shard 1/2").status, 1);
  EXPECT_EQ(run("batch study.yaml -o s.h5 -q --shard 2/2").status, 0);
  EXPECT_EQ(run("batch study.yaml -o s.h5 --merge").status, 1);
}

TEST_F(BatchCommand, run_and_batch_average_over_the_same_window) {
  write("study.yaml", "base: case.yaml\nseeds: base\nresults: {file: out.h5}\n");
  for (const char* sea : {"", "--set 'waves={type: regular, height: 1, period: 1.7}'",
                          "--set 'waves={type: regular, height: 1, period: 30}'", "--set simulation.ramp=15"}) {
    const auto batch = nlohmann::json::parse(run(std::string("batch study.yaml --fresh --json ") + sea).out);
    const auto alone = nlohmann::json::parse(run(std::string("run case.yaml -o one.h5 --json ") + sea).out);
    EXPECT_EQ(batch["window_from"][0], alone["window"]["from"]) << sea;
    const std::string table = swell_test::contents(folder_ / "out.conditions.csv");
    // condition,probability,replicates,power
    std::istringstream row(table.substr(table.find('\n') + 1));
    std::string cell;
    for (int i = 0; i < 4; ++i) std::getline(row, cell, ',');
    const double power = alone["ptos"]["PTO"]["mean_power"];
    EXPECT_NEAR(std::stod(cell), power, 1e-9 * std::abs(power)) << sea;
  }
  EXPECT_THAT(run("batch study.yaml").out, HasSubstr("Averages from 5 s to the end of each run"));
  EXPECT_THAT(run("run case.yaml -o one.h5").out, HasSubstr("Power absorbed from 5 to 20 s"));
}

TEST_F(BatchCommand, a_run_that_its_stop_rule_ends_at_once_has_no_averages) {
  const std::string stopped =
      "run case.yaml -o one.h5 --set 'simulation.stop=[{signal: sphere.position, entry: 3, above: -1.999}]'";
  const auto outcome = run(stopped);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("simulation.stop ended the run at t = "),
                                 HasSubstr("The run ended before its averages begin at t = 5 s"),
                                 Not(HasSubstr("at rest")), Not(HasSubstr("0 W"))));
  const auto json = nlohmann::json::parse(run(stopped + " --json").out);
  EXPECT_TRUE(json["window"].is_null());
  EXPECT_GT(json["stopped_at"], 0.0);
  EXPECT_TRUE(json["ptos"].empty());
}

// A damper that drives: in waves of a millimetre its power leaves what the waves have within a minute.
TEST_F(BatchCommand, what_run_warns_of_is_counted_and_a_runaway_is_no_result) {
  write(
      "study.yaml",
      "base: case.yaml\nseeds: base\naxes:\n  - {key: ptos.PTO.damping, values: [3e5, -2e5]}\n  - {scatter: {height: "
      "waves.significant_height, period: waves.peak_period, heights: [0.001], periods: [8], probability: [[1]]}}\nset: "
      "{simulation.duration: 70}\nresults: {file: out.h5}\n");
  const auto outcome = run("batch study.yaml");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("2 cases: 1 done, 1 with a power that no device has"),
                                 HasSubstr("no device does that"), HasSubstr("--allow-implausible")));
  const std::string table = swell_test::contents(folder_ / "out.cases.csv");
  EXPECT_THAT(table, AllOf(HasSubstr(",message,warnings\n"), HasSubstr("implausible")));
  const auto json = nlohmann::json::parse(run("batch study.yaml --json").out);
  EXPECT_EQ(json["implausible"], 1);
  EXPECT_TRUE(json["power"][1]["annual_energy"].is_null());
  EXPECT_GT(json["power"][0]["annual_energy"], 0.0);
  const auto allowed = nlohmann::json::parse(run("batch study.yaml --json --allow-implausible").out);
  EXPECT_EQ(allowed["reused"], 2) << "a verdict of the reader, not of the simulation";
  EXPECT_FALSE(allowed["power"][1]["annual_energy"].is_null());
  // A motion beyond the theory, of both cases: one kind, whatever its numbers.
  write(
      "study.yaml",
      "base: case.yaml\nseeds: base\naxes: [{key: waves.significant_height, values: [2, 4]}]\nset: {'ptos.PTO.limits': "
      "{upper: 0.01}}\nresults: {file: two.h5}\n");
  const auto both = nlohmann::json::parse(run("batch study.yaml --json").out);
  ASSERT_EQ(both["case_warnings"].size(), 1U) << both["case_warnings"];
  EXPECT_EQ(both["case_warnings"][0]["cases"], 2);
  const auto alone =
      nlohmann::json::parse(run("run case.yaml --json -o one.h5 --set 'ptos.PTO.limits={upper: 0.01}'").out);
  EXPECT_EQ(both["case_warnings"][0]["text"], alone["warnings"][0]);
}

#ifndef SWELL_SANITIZED
std::string crashing(const std::string& how) {
  return "simulation: {duration: 2, time_step: 0.1, integrator: rk4}\ncomponents:\n  - {name: bad, type: crash, time: "
         "1.5, how: " +
         how + ", library: " + SWELL_CRASHING_LIBRARY +
         "}\n  - {name: lag, type: transfer-function, numerator: [1], denominator: [1, 1]}\nconnections: [{from: "
         "bad.output, to: lag.input}]\n";
}

TEST_F(BatchCommand, a_crash_of_a_component_library_ends_its_case_only_and_is_named) {
  for (const char* how : {"signal", "recursion", "exit"}) {
    write("case.yaml", crashing(how));
    write("study.yaml",
          "base: case.yaml\naxes: [{key: simulation.duration, values: [1, 2, 1.2, 3]}]\nresults: {file: out.h5}\n");
    for (const char* more : {"--fresh --threads 1", "--fresh --threads 2", ""}) {
      const auto outcome = run(std::string("batch study.yaml ") + more);
      EXPECT_EQ(outcome.status, 1) << how;
      EXPECT_THAT(outcome.out,
                  AllOf(HasSubstr("4 cases: 2 done, 2 failed"), HasSubstr("case 2 (simulation.duration=2"),
                        HasSubstr(std::string(how) == "exit" ? "ended the process" : "crashed with signal 11")))
          << how;
      EXPECT_TRUE(fs::exists(folder_ / "out.h5"));
    }
  }
}

TEST_F(BatchCommand, a_crash_prints_json_where_it_is_asked_for) {
  for (const char* how : {"signal", "exit"}) {
    write("case.yaml", crashing(how));
    const auto outcome = run("run case.yaml -o out.h5 --json");
    EXPECT_EQ(outcome.status, 1);
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["status"], "crashed");
    EXPECT_THAT(std::string(json["libraries"]), HasSubstr("crash"));
  }
}
#endif

// The codes of docs/troubleshooting.md, in studies as in the keys of a case.
TEST_F(BatchCommand, mistakes_of_a_study_have_codes) {
  const auto codes = [this](const std::string& command) {
    std::multiset<std::string> all;
    const auto outcome = run(command + " --json");
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    const auto answer = nlohmann::json::parse(outcome.out);
    for (const auto& d : answer["diagnostics"]) all.insert(d["code"].get<std::string>());
    return all;
  };
  using Codes = std::multiset<std::string>;
  write("study.yaml",
        "base: case.yaml\nseeds: {count: 3, until: {relative: 0.1}}\nset: 3\naxes:\n"
        "  - {key: waves.peak_period, range: {from: 6, to: 9}}\n  - {key: waves.significant_height, values: 4}\n"
        "results: {file: out.h5}\n");
  EXPECT_EQ(codes("batch study.yaml"), (Codes{"contradiction", "missing", "wrong-value", "wrong-value"}));
  write("study.yaml",
        "base: case.yaml\naxes: [{key: waves.peak_period, values: [7, 8]}]\npower: {ptos: [pot]}\n"
        "results: {file: out.h5, statistics: [bodies.buoy.*]}\n");
  EXPECT_EQ(codes("batch study.yaml"), (Codes{"unknown-name", "unknown-name"}));
}

TEST_F(BatchCommand, a_rated_power_gives_the_electrical_year_and_runs_nothing_again) {
  const std::string axes =
      "base: case.yaml\naxes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1, "
      "2], "
      "periods: [7, 8], probability: [[1, 1], [1, 1]]}}]\nseeds: 1\nresults: {file: out.h5}\n";
  write("study.yaml", axes);
  const auto absorbed = nlohmann::json::parse(run("batch study.yaml --json").out)["power"][0];
  EXPECT_TRUE(absorbed["annual_electrical_energy"].is_null());
  const double rated = 0.5 * absorbed["mean_power"].get<double>();
  write("study.yaml", axes + fmt::format("power: {{efficiency: 0.8, rated_power: {}}}\n", rated));
  const auto answer = nlohmann::json::parse(run("batch study.yaml --json").out);
  EXPECT_EQ(answer["reused"], 4);
  const auto& year = answer["power"][0];
  EXPECT_EQ(year["annual_energy"], absorbed["annual_energy"]);
  double mean = 0.0;
  for (const auto& row : absorbed["power"]) {
    for (const auto& cell : row) mean += 0.25 * std::min(0.8 * cell.get<double>(), rated);
  }
  // Powers of some kilowatts, to round-off of their sums.
  EXPECT_NEAR(year["mean_electrical_power"].get<double>(), mean, 1e-9);
  EXPECT_NEAR(year["annual_electrical_energy_MWh"].get<double>(), mean * 8766.0 * 1e-6, 1e-12);
  EXPECT_NEAR(year["capacity_factor"].get<double>(), mean / rated, 1e-9);
  EXPECT_THAT(run("batch study.yaml").out, AllOf(HasSubstr("electrical: "), HasSubstr("capacity factor 0.")));
  EXPECT_THAT(swell_test::contents(folder_ / "out.power_matrix.csv"),
              AllOf(HasSubstr("annual energy [MWh],"), HasSubstr("annual electrical energy [MWh],"),
                    HasSubstr("standard deviation of power [W]"), HasSubstr("greatest power [W]")));
  // The page shows the same numbers.
  std::ofstream(folder_ / "page.html") << "@DATA@";
  for (const char* part : {"page.css", "plain.js", "scene.js"}) std::ofstream(folder_ / part) << " ";
  setenv("SWELL_REPORT_ASSETS", folder_.c_str(), 1);
  const auto report = run("report out.h5");
  unsetenv("SWELL_REPORT_ASSETS");
  ASSERT_EQ(report.status, 0) << report.err;
  const auto page = nlohmann::json::parse(swell_test::contents(folder_ / "out.html"));
  bool matrix = false;
  for (const auto& map : page["maps"]) {
    if (map["title"] != "variant 1: electrical power") continue;
    matrix = true;
    const double cell = absorbed["power"][1][0].get<double>();
    EXPECT_NEAR(map["value"][2].get<double>(), 1e-3 * std::min(0.8 * cell, rated), 1e-8);
  }
  EXPECT_TRUE(matrix);
  const auto& table = page["tables"].back();
  EXPECT_EQ(table["columns"][2], "electrical energy [MWh]");
  for (const auto& each : page["tables"]) EXPECT_EQ(each["rows"][0].size(), each["columns"].size()) << each["title"];
  EXPECT_NEAR(std::stod(table["rows"][0][2].get<std::string>()), mean * 8766.0 * 1e-6, 1e-3 * mean * 8766.0 * 1e-6);
}

// One way to the figure: `swell batch --figure` and `swell plot` of the results draw the same picture.
TEST_F(BatchCommand, plot_draws_a_study_over_what_it_varies) {
  SWELL_TEST_PROGRAM("gnuplot --version", "gnuplot-nox");
  const std::string grid =
      "base: case.yaml\nseeds: base\naxes: [{key: waves.significant_height, values: [1, 2]}, {key: waves.peak_period, "
      "values: [7, 8, 9]}]\nresults: {file: out.h5}\n";
  write("grid.yaml", grid);
  ASSERT_EQ(run("batch grid.yaml --figure batch.svg").status, 0);
  const auto outcome = run("plot out.h5 -o plot.svg");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::string picture = swell_test::contents(folder_ / "plot.svg");
  EXPECT_EQ(picture, swell_test::contents(folder_ / "batch.svg"));
  EXPECT_THAT(picture, AllOf(HasSubstr("mean power [kW]"), HasSubstr("peak period Tp [s]"),
                             HasSubstr("significant height Hs [m]")));
  // Every cell bears its number.
  const std::string table = swell_test::contents(folder_ / "out.conditions.csv");
  std::istringstream rows(table.substr(table.find('\n') + 1));
  std::size_t cells = 0;
  for (std::string row; std::getline(rows, row); ++cells) {
    // condition,height,period,probability,replicates,power
    std::istringstream line(row);
    std::string cell;
    for (int i = 0; i < 6; ++i) std::getline(line, cell, ',');
    char text[32] = {};
    std::snprintf(text, sizeof text, ">%.3g<", 1e-3 * std::stod(cell));
    EXPECT_THAT(picture, HasSubstr(text)) << row;
  }
  EXPECT_EQ(cells, 6U);

  const auto wrong = run("plot out.h5 -o plot.svg --select waves.direction --from 3");
  EXPECT_EQ(wrong.status, 2);
  const auto axis = run("plot out.h5 -o line.svg --select waves.direction");
  EXPECT_EQ(axis.status, 2);
  EXPECT_THAT(axis.err, HasSubstr("it varies waves.significant_height, waves.peak_period"));
  ASSERT_EQ(run("plot out.h5 -o line.svg --select '*.peak_period'").status, 0);
  EXPECT_THAT(swell_test::contents(folder_ / "line.svg"),
              AllOf(HasSubstr("waves.peak_period [s]"), HasSubstr("waves.significant_height = 2")));
}

}  // namespace
