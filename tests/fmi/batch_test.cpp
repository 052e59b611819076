// Batches whose cases have FMUs: a fault of one ends its case.
#include "swell/batch/run_batch.h"
#include "swell/batch/study.h"
#include "swell_test/test.h"
#include "units.h"

namespace swell::fmi::batch_test {
namespace {

// Of four cases one crashes, one calls exit() and one _exit(): each is named with its FMU, and the fourth is done.
TEST(FmuBatch, FaultOfAnFmuEndsItsCaseOnly) {
  const swell_test::UnitFolder folder;
  std::ofstream(folder.path / "case.yaml") << "simulation: {duration: 1, time_step: 0.1, integrator: rk4}\n"
                                              "components: [{name: lag, type: fmu, file: "
                                           << folder.lag(2).string()
                                           << ", step: 0.1, parameters: {fault: 0}}]\n"
                                              "connections: [{value: 1, to: lag.in_u}, {value: 1, to: lag.on}]\n";
  std::ofstream(folder.path / "study.yaml")
      << "base: case.yaml\naxes: [{key: components.lag.parameters.fault, values: [2, 6, 7, 0]}]\n";
  batch::Study study = batch::read_study(folder.path / "study.yaml");
  study.keep.file = folder.path / "out.h5";
  const batch::BatchSummary summary = batch::run_batch(study, {});
  EXPECT_EQ(summary.done, 1U);
  EXPECT_EQ(summary.failed, 3U);
  EXPECT_EQ(summary.messages.size(), 3U);
  EXPECT_THAT(summary.messages, Each(HasSubstr("lag (lag2.fmu)")));
}

}  // namespace
}  // namespace swell::fmi::batch_test
