// Confidence intervals of mean power: from one run by blocks, from several by seeds, and by default until they are
// narrow.
#include "study_folder.h"
#include "swell/batch/collect.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell/linear/linear.h"
#include "swell_test/test.h"

namespace swell::batch::intervals_test {
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
  EXPECT_NE(swell_test::contents(folder_ / "out.power_matrix.csv").find("half width of its confidence interval [W]"),
            std::string::npos);
  for (const char* given : {"seeds: 1\n", "seeds: base\n", "lengthen: {block: 40}\n"})
    EXPECT_FALSE(study(matrix + given).seeds.until) << given;
  EXPECT_FALSE(study(kTwoHeights).seeds.until) << "no matrix";
}

// The sphere is linear: its power in regular waves after the start is that of the frequency domain, which no part of
// the simulation has computed. The radiation memory of 10 s and the step of 0.1 s leave some 0.1 %.
TEST_F(BatchTest, LinearPowerStandsBesideTheMatrix) {
  std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::size_t at = text.find("{type: irregular"), end = text.find("}}", at) + 2;
  std::ofstream(folder_ / "case.yaml") << text.replace(at, end - at, "{type: regular, height: 1, period: 6}");
  const std::string matrix =
      "axes: [{key: waves.height, values: [1, 2]}, {key: waves.period, values: [6, 8]}]\n"
      "set: {simulation.duration: 200, simulation.ramp: 60}\n";
  const Study regular = study(matrix);
  const DevicePower device = power_of(regular, run_batch(regular).conditions).at(0);
  ASSERT_EQ(device.linear_power.size(), 4);
  for (Eigen::Index i = 0; i < 4; ++i)
    EXPECT_NEAR(device.power(i), device.linear_power(i), 5e-3 * device.linear_power(i)) << i;
  for (const char* file : {"out.conditions.csv", "out.power_matrix.csv"})
    EXPECT_NE(
        swell_test::contents(folder_ / file).find(file[4] == 'c' ? "linear power [W]" : "by the frequency domain"),
        std::string::npos)
        << file;
}

// Spectra are taken on a grid that all seas share: the height only scales the power, and each sea's power is that of
// its own components to 2 exp(-2 pi z 24 / ln 2), 1e-3 at a damping ratio of 0.035; the sphere's is above 0.1.
TEST_F(BatchTest, LinearPowerOfSpectraIsThatOfTheirComponents) {
  const Study random = study(
      "axes: [{key: waves.significant_height, values: [1, 2]}, {key: waves.peak_period, values: [6, 8]}]\nseeds: 1\n");
  const BatchSummary summary = run_batch(random);
  const DevicePower device = power_of(random, summary.conditions).at(0);
  ASSERT_EQ(device.linear_power.size(), 4);
  for (Eigen::Index j = 0; j < 2; ++j)
    EXPECT_NEAR(device.linear_power(1, j), 4.0 * device.linear_power(0, j), 1e-6 * device.linear_power(1, j));
  for (const ConditionResult& c : summary.conditions) {
    Diagnostics diagnostics;
    linear::LinearCase alone(base_case(random).read(c.condition.overrides(), diagnostics));
    EXPECT_NEAR(c.linear_power, alone.in_sea().power.at(0).second, 1e-3 * c.linear_power);
  }
}

// A damper of twice the power of the velocity has no linear part; a study of heights alone has no matrix.
TEST_F(BatchTest, NonlinearCasesHaveNoLinearPower) {
  const std::string sea =
      "axes: [{key: waves.significant_height, values: [2]}, {key: waves.peak_period, values: [6]}]\nseeds: 1\n";
  const auto linear_power = [&](const std::string& text) {
    return run_batch(study(text)).conditions.at(0).linear_power;
  };
  EXPECT_TRUE(std::isfinite(linear_power(sea)));
  EXPECT_TRUE(std::isnan(linear_power(sea + "set: {bodies.sphere.quadratic_drag.drag: [0, 0, 3e6, 0, 0, 0]}\n")));
  EXPECT_TRUE(std::isnan(linear_power(kTwoHeights)));
}

}  // namespace
}  // namespace swell::batch::intervals_test
