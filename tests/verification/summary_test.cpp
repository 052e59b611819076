// What the summary of a run says of its window: steady or not, and whether its rows can tell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "results_file.h"
#include "shipped_sphere.h"
#include "swell/run/run.h"

namespace swell {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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
  const auto sea = in_waves("duration: 96, time_step: 0.05, ramp: 24",
                            "type: irregular, significant_height: 1, peak_period: 6, bins: {count: 30}")
                       .notes;
  EXPECT_THAT(sea, Not(Contains(HasSubstr("not steady"))));
  EXPECT_THAT(sea, Contains(HasSubstr("the averages are of 12 peak periods")));
}

TEST(Summary, RowsTooFewForTheWaveAreReported) {
  const std::string run = "duration: 60, time_step: 0.05, ramp: 12", wave = "type: regular, height: 1, period: 6";
  EXPECT_THAT(texts(in_waves(run, wave, "output: {time_step: 3}\n").warnings),
              Contains(AllOf(HasSubstr("output.time_step = 3 s makes 2 rows per wave of 6 s"),
                             HasSubstr("give 0.3 s or less"))));
  EXPECT_THAT(in_waves(run, wave, "output: {time_step: 0.5}\n").warnings, IsEmpty());
}

}  // namespace
}  // namespace swell
