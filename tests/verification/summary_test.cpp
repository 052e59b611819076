// What the summary of a run says of its window: steady or not, and whether its rows can tell.
#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::summary_test {
namespace {

run::RunSummary in_waves(const std::string& simulation, const std::string& waves, const std::string& more = {}) {
  return swell_test::run_audited(
      "simulation: {" + simulation + "}\nwaves: {" + waves + "}\nhydrodynamics: {convolution: {duration: 15}}\n" +
          "bodies:\n  - {name: sphere, hydro_data: {file: " + swell_test::hemisphere() +
          ", body: 1}, mass: equilibrium, inertia: [1690000, 1690000, 2606000]}\n"
          "ptos: [{name: PTO, type: translational, base: world, follower: sphere, damping: 1.0e5}]\n" +
          more,
      "summary");
}

// Once the command printed the mean of the second half, in a sea that grew, where a batch refused the case.
TEST(Summary, ARampThatIsAsLongAsTheRunLeavesNoAverages) {
  for (const char* waves : {"type: regular, height: 1, period: 6",
                            "type: irregular, significant_height: 1, peak_period: 6, bins: {count: 30}"}) {
    const run::RunSummary summary = in_waves("duration: 96, time_step: 0.05, ramp: 96", waves);
    EXPECT_TRUE(summary.window.ramped && summary.window.empty());
    EXPECT_THAT(summary.ptos, IsEmpty());
    EXPECT_THAT(summary.bodies, IsEmpty());
    EXPECT_FALSE(summary.capture_width);
  }
}

// WEC-Sim's ramp of 100 s is for waves: a decay begins at once.
TEST(Summary, ARampTakesNothingFromADecay) {
  const run::RunSummary decay = in_waves("duration: 15, time_step: 0.05, ramp: 100", "type: none");
  EXPECT_EQ(decay.window.from, 0.0);
  EXPECT_EQ(decay.window.to, 15.0);
  EXPECT_FALSE(decay.bodies.empty());
  EXPECT_THAT(texts(decay.warnings), Contains(HasSubstr("simulation.ramp = 100 s has no effect")));
}

TEST(Summary, AWindowThatGrowsIsUnsteady) {
  // Damping of 1000 t in all, from 6e4 to 8.4e4 in the middle of the two parts: far below its optimum of 3.2e5.
  EXPECT_THAT(in_waves("duration: 96, time_step: 0.05, ramp: 24", "type: regular, height: 1, period: 6",
                       "components: [{name: f, type: expression, inputs: [v], expression: '(1e5 - 1000*t)*v'}]\n"
                       "connections: [{from: PTO.velocity, to: f.v}, {from: f.output, to: PTO.force}]\n")
                  .notes,
              Contains(AllOf(HasSubstr("not steady in the window of the averages: the mean power of PTO goes from"),
                             HasSubstr("run longer"))));
  EXPECT_THAT(in_waves("duration: 144, time_step: 0.05, ramp: 24", "type: regular, height: 1, period: 6").notes,
              Not(Contains(HasSubstr("not steady"))));
  // An irregular sea changes by itself.
  const run::RunSummary irregular =
      in_waves("duration: 96, time_step: 0.05, ramp: 24",
               "type: irregular, significant_height: 1, peak_period: 6, bins: {count: 30}");
  const auto& sea = irregular.notes;
  EXPECT_THAT(sea, Not(Contains(HasSubstr("not steady"))));
  EXPECT_THAT(sea, Contains(HasSubstr("the averages are of 12 peak periods")));
  // A report and Python read them from the results.
  EXPECT_THAT(run::ResultsReader(irregular.results).texts("notes"),
              Contains(HasSubstr("the averages are of 12 peak periods")));
}

TEST(Summary, AveragesOfLessThanAWaveAreReported) {
  const auto warnings = [](const char* run, const char* sea) { return texts(in_waves(run, sea).warnings); };
  const char *const regular = "type: regular, height: 1, period: 6",
                    *const sea = "type: irregular, significant_height: 1, peak_period: 6, bins: {count: 30}";
  const std::string note = "the averages are of 3 s, 0.5 of a wave of 6 s: less than one wave has no mean";
  for (const char* waves : {regular, sea}) {
    EXPECT_THAT(warnings("duration: 15, time_step: 0.05, ramp: 12", waves), Contains(HasSubstr(note)));
    EXPECT_THAT(warnings("duration: 24, time_step: 0.05, ramp: 12", waves),
                Not(Contains(HasSubstr("less than one wave"))));
  }
  EXPECT_THAT(warnings("duration: 15, time_step: 0.05", "type: none"), IsEmpty());
}

TEST(Summary, RowsTooFewForTheWaveAreReported) {
  const std::string run = "duration: 60, time_step: 0.05, ramp: 12", wave = "type: regular, height: 1, period: 6";
  EXPECT_THAT(texts(in_waves(run, wave, "output: {time_step: 3}\n").warnings),
              Contains(AllOf(HasSubstr("output.time_step = 3 s makes 2 rows per wave of 6 s"),
                             HasSubstr("give 0.3 s or less"))));
  EXPECT_THAT(in_waves(run, wave, "output: {time_step: 0.5}\n").warnings, IsEmpty());
}

// Work that the audit has integrated within the steps, against the mean of what acts at their ends: the force of a
// sampled controller, and one that an event switches, jump there.
TEST(Summary, MeanPowerTakesTheForceThatActedInEachStep) {
  const std::string waves = "type: regular, height: 1, period: 6",
                    joined = "connections: [{from: PTO.velocity, to: f.v}, {from: f.output, to: PTO.force}]\n";
  const auto mean_by_work = [&](const std::string& parts, double* mean) {
    double work[2] = {0.0, 0.0};
    for (int run = 0; run < 2; ++run) {  // the averages of the longer one begin where the shorter one ends
      const run::RunSummary summary =
          in_waves(fmt::format("duration: {}, time_step: 0.05, ramp: 12", run == 0 ? 30 : 60), waves, parts);
      for (const run::AuditReport::Line& line : summary.audit->lines) {
        if (line.name.rfind("PTO: ", 0) == 0) work[run] -= line.energy;
      }
      if (run == 1) {
        EXPECT_EQ(summary.window.from, 30.0);
      }
      if (run == 1) *mean = summary.ptos.front().mean_power;
    }
    return (work[1] - work[0]) / 30.0;
  };
  const auto expect_alike = [&](const std::string& parts) {
    double mean = 0.0;
    const double by_work = mean_by_work(parts, &mean);
    EXPECT_GT(by_work, 1e4);
    EXPECT_NEAR(mean, by_work, 1e-3 * by_work) << parts;  // trapezoids between jumps: (omega h)^2 / 12, 2e-4
  };
  for (const char* sample : {"0.05", "0.2"})
    expect_alike(
        fmt::format("components: [{{name: f, type: expression, inputs: [v], expression: '-2e5*v', sample_time: "
                    "{}}}]\n{}",
                    sample, joined));
  expect_alike(
      "components: [{name: f, type: declutching, damping: 2e5, free_time: 0.71}]\n"
      "connections: [{from: PTO.velocity, to: f.input}, {from: f.output, to: PTO.force}]\n");
}

}  // namespace
}  // namespace swell::summary_test
