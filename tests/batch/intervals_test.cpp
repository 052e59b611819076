// Confidence intervals of mean power: from one run by blocks, from several by seeds, and by default until they are
// narrow.
#include <gtest/gtest.h>

#include <cmath>

#include "study_folder.h"
#include "swell/batch/collect.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"

namespace swell::batch {
namespace {

// Forty runs of one sea: their own intervals hold the mean of all, and are as wide as the runs scatter. Amplitudes are
// not random: bins must be many, or the runs scatter less than their blocks.
TEST_F(BatchTest, BlocksOfOneRunGiveItsInterval) {
  const BatchSummary summary = run_batch(study("set: {simulation.duration: 420, waves.bins.count: 600}\nseeds: 40\n"));
  ASSERT_EQ(summary.done, 40U);
  const ConditionResult& all = summary.conditions.at(0);
  int holds = 0;
  double variance = 0.0, scatter = 0.0;
  for (const CaseRecord& one : all.replicates) {
    ASSERT_GE(one.power_blocks, 10.0);
    const double half = student_t(0.95, one.power_blocks - 1.0) * std::sqrt(one.power_variance);
    holds += std::abs(one.power - all.power) <= half ? 1 : 0;
    variance += one.power_variance / 40.0;
    scatter += std::pow(one.power - all.power, 2.0) / 39.0;
  }
  EXPECT_GE(holds, 33);  // of 40 at 95 %: fewer have a chance of 0.1 %
  // The variance over 40 seeds is within 2^1.5 with 99.99 %; blocks of five waves share a tenth of theirs.
  EXPECT_NEAR(std::log2(variance / scatter), 0.0, 1.5);
}

TEST_F(BatchTest, MatrixRunsSeedsUntilItsIntervalIsNarrow) {
  const std::string matrix =
      "axes: [{key: waves.significant_height, values: [1, 2]}, {key: waves.peak_period, values: [6, 8]}]\n"
      "set: {simulation.duration: 220}\n";
  const Study by_default = study(matrix);
  ASSERT_TRUE(by_default.seeds.until);
  const BatchSummary summary = run_batch(by_default);
  for (const ConditionResult& c : summary.conditions) {
    ASSERT_TRUE(c.complete());
    EXPECT_TRUE(c.power_half_width <= 0.05 * c.power || !c.narrow);
  }
  const DevicePower device = power_of(by_default, summary.conditions).at(0);
  // The device is linear: power over the square of the height is one number per period.
  for (Eigen::Index j = 0; j < 2; ++j) {
    EXPECT_GT(device.power_half_width.col(j).minCoeff(), 0.0);
    EXPECT_NEAR(device.power(1, j) / 4.0, device.power(0, j),
                device.power_half_width(1, j) / 4.0 + device.power_half_width(0, j));
  }
  EXPECT_NE(slurp(folder_ / "out.power_matrix.csv").find("half width of its confidence interval [W]"),
            std::string::npos);
  for (const char* given : {"seeds: 1\n", "seeds: base\n", "lengthen: {block: 40}\n"})
    EXPECT_FALSE(study(matrix + given).seeds.until) << given;
  EXPECT_FALSE(study(kTwoHeights).seeds.until) << "no matrix";
}

}  // namespace
}  // namespace swell::batch
