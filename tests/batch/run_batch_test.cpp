// Whole studies of the shipped sphere.
#include "swell/batch/run_batch.h"

#include <atomic>

#include "study_folder.h"
#include "swell/batch/collect.h"
#include "swell/batch/journal.h"
#include "swell/batch/power.h"
#include "swell/batch/slurm.h"
#include "swell/run/run.h"
#include "swell_test/test.h"

namespace swell::batch::run_batch_test {
namespace {

const char* const kGrid =
    "axes:\n"
    "  - {key: waves.significant_height, values: [1, 2]}\n"
    "  - {key: waves.peak_period, values: [7, 9]}\n"
    "seeds: 2\n"
    "results: {spectra: [wave.elevation], series: [bodies.*.position]}\n";

TEST_F(BatchTest, BytesDoNotDependOnThreadsOrOnWhichShardRanWhat) {
  BatchOptions options;
  options.threads = 1;
  run_batch(study(kGrid, "one.h5"), options);
  options.threads = 4;
  run_batch(study(kGrid, "four.h5"), options);
  EXPECT_EQ(swell_test::contents(folder_ / "one.h5"), swell_test::contents(folder_ / "four.h5"));
  EXPECT_EQ(swell_test::contents(folder_ / "one.cases.csv"), swell_test::contents(folder_ / "four.cases.csv"));
  const Study shared = study(kGrid, "shards.h5");
  for (const std::size_t index : {2U, 0U, 1U}) {
    options.shard = {index, 3};
    EXPECT_TRUE(run_batch(shared, options).results.empty());
  }
  options = {};
  options.merge_only = true;
  EXPECT_EQ(run_batch(shared, options).reused, 8U);
  EXPECT_EQ(swell_test::contents(folder_ / "one.h5"), swell_test::contents(folder_ / "shards.h5"));
}

TEST_F(BatchTest, ACaseIsTheSameBitForBitAsRunAlone) {
  const Study s = study(kGrid);
  const BatchSummary summary = run_batch(s);
  const ConditionResult& condition = summary.conditions[3];
  const CaseRecord& record = condition.replicates[1];
  std::vector<std::string> overrides = condition.condition.overrides();
  overrides.insert(overrides.end(), record.seeds.begin(), record.seeds.end());
  run::CaseRun alone(model::read_case(folder_ / "case.yaml", overrides));
  std::vector<double> rows;
  alone.run([&](double) {
    for (std::size_t i = 0; i < alone.series().size(); ++i) {
      if (alone.series()[i].path == "/bodies/sphere/position")
        rows.insert(rows.end(), alone.values(i), alone.values(i) + 6);
    }
    return true;
  });
  std::size_t compared = 0;
  read_journal(summary.journal, [&](const std::string& bytes) {
    const CaseRecord kept = from_bytes(bytes);
    if (kept.key != record.key) return;
    ASSERT_EQ(kept.series.front().path, "/bodies/sphere/position");
    EXPECT_EQ(kept.series.front().values, rows);
    compared = rows.size();
  });
  EXPECT_EQ(compared, 6U * 601U);
}

TEST_F(BatchTest, StatisticsAreThoseOfTheRowsAfterTheRamp) {
  const BatchSummary summary = run_batch(study("results: {series: [ptos.*.power, wave.elevation]}\n"));
  const CaseRecord& record = summary.conditions.front().replicates.front();
  ASSERT_EQ(record.status, Status::done) << record.message;
  EXPECT_NEAR(record.window, 40.0, 1e-9);
  EXPECT_NEAR(record.power_deviation, statistic_of(record, "ptos.PTO.power.std"), 1e-9 * record.power_deviation);
  EXPECT_EQ(record.power_maximum, statistic_of(record, "ptos.PTO.power.max"));
  read_journal(summary.journal, [&](const std::string& bytes) {
    const CaseRecord kept = from_bytes(bytes);
    // The mean power is the integral over accepted points, here those of the rows: that of the trapezoids but for what
    // Gregory's formula has at both ends, less than a quarter of the last differences each.
    double mean = 0.0, squares = 0.0, differences = 0.0;
    std::size_t count = 0, power = kept.series[0].path == "/ptos/PTO/power" ? 0U : 1U;
    for (std::size_t i = 0; i < kept.time.size(); ++i) {
      if (kept.time[i] < 20.05) continue;
      const std::vector<double>& p = kept.series[power].values;
      mean += 0.5 * (p[i - 1] + p[i]);
      differences = std::max(differences, std::abs(p[i] - p[i - 1]));
      squares += kept.series[1 - power].values[i] * kept.series[1 - power].values[i];
      ++count;
    }
    mean /= static_cast<double>(count);
    EXPECT_NEAR(record.power, mean, 0.5 * differences / static_cast<double>(count));
    EXPECT_NEAR(record.energy, record.power * 40.0, 1e-10 * mean);
    const double m = statistic_of(record, "wave.elevation.mean");
    EXPECT_NEAR(statistic_of(record, "wave.elevation.std"), std::sqrt(squares / static_cast<double>(count) - m * m),
                1e-12);
  });
}

TEST_F(BatchTest, ABadCaseIsRecordedAndTheOthersRun) {
  const BatchSummary summary = run_batch(
      study("axes: [{key: waves.peak_period, values: [7, -1, 9]}, {key: ptos.PTO.damping, values: [1e5, 1e14]}]\n"
            "seeds: 1\n"));
  EXPECT_EQ(summary.cases, 6U);
  EXPECT_EQ(summary.done, 2U);
  EXPECT_EQ(summary.wrong, 2U);
  EXPECT_EQ(summary.failed, 2U);
  ASSERT_EQ(summary.messages.size(), 4U);
  EXPECT_THAT(summary.messages[1], HasSubstr("case 3 (waves.peak_period=-1, ptos.PTO.damping=1e5, replicate 1): "));
  EXPECT_THAT(summary.messages[1], HasSubstr("waves.peak_period = -1 s must be above 0"));
  EXPECT_THAT(swell_test::contents(folder_ / "out.cases.csv"), HasSubstr("\n3,3,1,wrong,-1,1e5,"));
}

TEST_F(BatchTest, AStoppedBatchGoesOnAndRunsNothingTwice) {
  run_batch(study(kGrid, "whole.h5"));
  const Study s = study(kGrid);
  BatchOptions options;
  options.threads = 1;
  options.progress = [](const Progress& p) { return p.done < 3; };
  const BatchSummary first = run_batch(s, options);
  EXPECT_TRUE(first.stopped);
  EXPECT_FALSE(fs::exists(folder_ / "out.h5"));
  options.progress = {};
  const BatchSummary second = run_batch(s, options);
  EXPECT_EQ(second.reused, first.cases);
  EXPECT_GE(second.reused, 3U);
  EXPECT_EQ(swell_test::contents(folder_ / "out.h5"), swell_test::contents(folder_ / "whole.h5"));
  std::size_t records = 0;
  read_journal(second.journal, [&](const std::string&) { ++records; });
  EXPECT_EQ(records, 8U);
}

TEST_F(BatchTest, CancelStopsWithinACase) {
  std::atomic<bool> cancel = false;
  BatchOptions options;
  options.threads = 1;
  options.cancel = &cancel;
  options.progress = [&cancel](const Progress& p) {
    if (p.done == 1) cancel = true;
    return true;
  };
  const BatchSummary summary = run_batch(study(kGrid), options);
  EXPECT_TRUE(summary.stopped);
  EXPECT_EQ(summary.cases, 1U);  // the second was abandoned and is not in the journal
  EXPECT_EQ(run_batch(study(kGrid)).reused, 1U);
}

std::string refusal(const Study& study, const BatchOptions& options = {}) {
  return swell_test::refusal_of([&] { run_batch(study, options); }, "ran");
}

TEST_F(BatchTest, AStatisticGoesByEveryNameOfItsColumn) {
  for (const char* name : {"sphere.position.heave.std", "bodies/sphere/position/heave.std", "sphere.position.3.std",
                           "bodies.sphere.position.3.std"}) {
    const BatchSummary summary =
        run_batch(study(std::string("seeds: {until: {quantity: ") + name + ", relative: 0.001, least: 2, most: 2}}\n"));
    const CaseRecord& record = summary.conditions.front().replicates.front();
    EXPECT_GT(statistic_of(record, name), 0.0) << name;
    EXPECT_EQ(statistic_of(record, name), statistic_of(record, "bodies.sphere.position.heave.std")) << name;
  }
}

TEST_F(BatchTest, APowerMatrixOfOtherAxesDoesNotStayBesideNewResults) {
  run_batch(study(kGrid));
  EXPECT_TRUE(fs::exists(folder_ / "out.power_matrix.csv"));
  run_batch(study("seeds: 2\n"));
  EXPECT_FALSE(fs::exists(folder_ / "out.power_matrix.csv"));
}

TEST_F(BatchTest, AMergeSaysWhatIsMissing) {
  BatchOptions half, merge;
  half.shard = {0, 2};
  merge.merge_only = true;
  const std::string missing = "missing in the journals of the shards";
  const Study s = study(kGrid);
  run_batch(s, half);
  EXPECT_THAT(refusal(s, merge), HasSubstr("4 of 8 cases are " + missing + "; wait for the shards"));
  // With other settings nothing that the shards do will ever be enough.
  const Study longer = study(std::string(kGrid) + "set: {simulation.duration: 50}\n");
  EXPECT_THAT(refusal(longer, merge),
              HasSubstr("8 of 8 cases are " + missing +
                        ", which hold 4 cases of other settings; give the --set of the shards"));
  // A journal that has both: these shards go on.
  run_batch(longer, half);
  EXPECT_THAT(refusal(longer, merge),
              HasSubstr("4 of 8 cases are " + missing + ", which hold 4 cases of other settings; wait for the shards"));
}

TEST_F(BatchTest, SeedsAreAddedUntilTheIntervalIsNarrowWhateverTheThreads) {
  const std::string text =
      "axes: [{key: waves.significant_height, values: [1, 2]}]\n"
      "seeds: {until: {quantity: wave.elevation.std, relative: 0.15, least: 3, most: 30, add: 1}}\n";
  BatchOptions options;
  options.threads = 1;
  const BatchSummary one = run_batch(study(text, "one.h5"), options);
  options.threads = 3;
  run_batch(study(text, "three.h5"), options);
  EXPECT_EQ(swell_test::contents(folder_ / "one.h5"), swell_test::contents(folder_ / "three.h5"));
  for (const ConditionResult& condition : one.conditions) {
    const std::size_t n = condition.replicates.size();
    EXPECT_GT(n, 3U);
    EXPECT_LT(n, 30U);
    for (const std::size_t count : {n, n - 1}) {  // narrow at n, and not before
      double mean = 0.0, squares = 0.0;
      for (std::size_t i = 0; i < count; ++i)
        mean += statistic_of(condition.replicates[i], "wave.elevation.std") / static_cast<double>(count);
      for (std::size_t i = 0; i < count; ++i)
        squares += std::pow(statistic_of(condition.replicates[i], "wave.elevation.std") - mean, 2.0);
      const auto m = static_cast<double>(count);
      const double half = student_t(0.95, m - 1.0) * std::sqrt(squares / (m - 1.0) / m);
      EXPECT_EQ(half <= 0.15 * mean, count == n);
    }
  }
}

TEST_F(BatchTest, ARunEndsWhenItsBlocksAgree) {
  const BatchSummary summary =
      run_batch(study("set: {simulation.duration: 2000, simulation.ramp: 0}\n"
                      "lengthen: {quantity: power, relative: 0.2, block: 50, least: 4}\n"));
  const CaseRecord& record = summary.conditions.front().replicates.front();
  ASSERT_EQ(record.status, Status::done) << record.message;
  EXPECT_GE(record.simulated, 200.0 - 1e-6);
  EXPECT_LT(record.simulated, 2000.0);
  EXPECT_NEAR(std::remainder(record.simulated, 50.0), 0.0, 1e-6);
}

TEST_F(BatchTest, BlocksThatNoRunHasTimeForAreRefusedWithARemedy) {
  const std::string text = refusal(study("lengthen: {block: 30, least: 3}\n"));
  EXPECT_THAT(text,
              HasSubstr("lengthen.block = 30 s: 3 blocks take 90 s, and from the end of the ramp to the end of the "
                        "run there are 40 s, so that no run could end early; give a shorter block, fewer blocks"));
  EXPECT_EQ(refusal(study("lengthen: {block: 20, least: 2}\n")), "ran");
  // Some of the runs are long enough.
  EXPECT_EQ(refusal(study("axes: [{key: simulation.duration, values: [60, 120]}]\nlengthen: {block: 40, least: 2}\n")),
            "ran");
}

TEST_F(BatchTest, NamesThatNoCaseHasAreRefusedAllAtOnceWithTheNearest) {
  const std::string text =
      refusal(study("lengthen: {block: 5, quantity: bodies.sphere.position.heav}\n"
                    "seeds: {until: {quantity: powr, relative: 0.05, most: 3}}\n"
                    "results: {statistics: [wave.elevatoin, bodies.*.position], spectra: [nothing.at.all], series: "
                    "[ptos.PTO.powr], spectrum_segment: 0.5}\npower: {ptos: [PTO1]}\n"));
  EXPECT_THAT(text, HasSubstr("results.statistics = wave.elevatoin picks no dataset of the cases; did you mean "
                              "wave.elevation?"));
  EXPECT_THAT(text, HasSubstr("results.spectra = nothing.at.all picks no dataset"));
  EXPECT_THAT(text, HasSubstr("seeds.until.quantity = powr is not a statistic of the cases; did you mean power?"));
  EXPECT_THAT(text, HasSubstr("results.series = ptos.PTO.powr picks no dataset of the cases; did you mean "
                              "ptos.PTO.power?"));
  EXPECT_THAT(text, HasSubstr("results.spectrum_segment = 0.5 s holds fewer than 8 rows of 0.1 s"));
  EXPECT_THAT(text, HasSubstr("study.yaml:5:15: power.ptos = PTO1 is not a PTO of the cases; did you mean PTO?"));
  EXPECT_THAT(
      text,
      HasSubstr(
          "study.yaml:2:32: lengthen.quantity = bodies.sphere.position.heav is not a column of the cases; did you mean "
          "bodies.sphere.position.heave?"));
}

// The mean of the acceleration is all but 0, so that its interval never is 5 % of it: the run takes its whole time.
TEST_F(BatchTest, BlocksAreThoseOfTheColumnByAnyOfItsNamesAlsoBesideTheStatistics) {
  const auto simulated = [&](const std::string& quantity) {
    const BatchSummary summary =
        run_batch(study("lengthen: {quantity: " + quantity + ", relative: 0.05, block: 10, least: 2}\n"));
    return summary.conditions.front().replicates.front().simulated;
  };
  EXPECT_NEAR(simulated("sphere.acceleration.heave"), 60.0, 1e-6);
  for (const char* name : {"sphere.velocity.heave", "sphere.velocity.3", "bodies/sphere/velocity/heave"})
    EXPECT_NEAR(simulated(name), 60.0, 1e-6) << name;
  const std::string whole = refusal(study("lengthen: {quantity: sphere.position, block: 10, least: 2}\n"));
  EXPECT_THAT(whole, HasSubstr("lengthen.quantity = sphere.position is not a column of the cases; there are "
                               "sphere.position.surge, sphere.position.sway, "));
}

TEST_F(BatchTest, StatisticsThatWouldBeginAfterTheEndAreRefused) {
  EXPECT_THAT(refusal(study("results: {from: 60}\n")),
              HasSubstr("results.from = 60 s is not before the end of the runs at 60 s"));
  EXPECT_THAT(refusal(study("results: {from: -300}\n")),
              HasSubstr("results.from = -300 s is before the start of the runs at 0 s"));
}

TEST_F(BatchTest, StudiesThatContradictThemselvesAreReportedSo) {
  const auto read = [&](const std::string& text) -> std::string {
    return swell_test::refusal_of([&] { study(text); }, "read");
  };
  const Study twice = study("set: {waves.peak_period: 9}\naxes: [{key: waves.peak_period, values: [6, 8]}]\n");
  ASSERT_EQ(twice.warnings.size(), 1U);
  EXPECT_THAT(twice.warnings.front().text(), HasSubstr("waves.peak_period is on an axis and in set: the axis wins"));
  EXPECT_THAT(read("power: {height: waves.height}\n"), HasSubstr("power.height = waves.height is on no axis"));
  EXPECT_THAT(read("results: {statistics: 3}\n"), HasSubstr("results.statistics must be a list of names or patterns"));
  EXPECT_THAT(read("seed: 1.5\n"), HasSubstr("seed = 1.5 must be a whole number"));
  EXPECT_THAT(read("seeds: 2147483648\n"), HasSubstr("seeds = 2147483648 must be a whole number from 1 to 1e7"));
  EXPECT_THAT(read("seeds: 1.5\n"), HasSubstr("seeds = 1.5 must be a whole number"));
  EXPECT_THAT(read("seeds: 100000000\n"),
              HasSubstr("1e+08 seeds of 1 conditions make 1e+08 cases, more than 1e+07; a few dozen seeds"));
  EXPECT_THAT(read("axes: [{zip: []}]\n"), HasSubstr("axes.1.zip must be a list of axes"));
  EXPECT_THAT(read("axes: [{key: waves.peak_period, range: {from: 6, to: 6, count: 3}}]\n"),
              HasSubstr("from and to are both 6, which makes 3 equal values"));
  EXPECT_THAT(read("axes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1, 1], "
                   "periods: [6, 8], probability: [[1, 1], [1, 1]]}}]\n"),
              HasSubstr("the height 1 m occurs twice"));
}

TEST_F(BatchTest, InARegularWaveTheWindowIsWholePeriods) {
  // Linear device, steady: the mean power over whole periods is 1/2 c |v|^2, whatever the window's begin.
  const BatchSummary summary =
      run_batch(study("set: {waves: {type: regular, height: 1, period: 7.3}, simulation.duration: 150}\n"
                      "axes: [{key: simulation.duration, values: [150, 153.3]}]\n"));
  const CaseRecord &a = summary.conditions[0].replicates[0], &b = summary.conditions[1].replicates[0];
  ASSERT_EQ(a.status, Status::done) << a.message;
  EXPECT_NEAR(std::remainder(a.window, 7.3), 0.0, 1e-9);
  EXPECT_NEAR(a.power, b.power, 2e-3 * a.power);  // the transient of 130 s ago and one step of 73
  const double rho_g = 1000.0 * 9.81, deep = rho_g * 9.81 * 0.25 * 7.3 / (8.0 * kPi);
  EXPECT_NEAR(a.wave_power, deep, 1e-6 * deep);  // rho g^2 a^2 T / (8 pi)
}

TEST(Power, YearAndMatrixByHand) {
  Study study;
  study.axes = {{{"ptos.PTO.damping"}, {{"1"}}, {}},
                {{"waves.height", "waves.period"}, {{"1", "6"}, {"2", "6"}, {"2", "8"}}, {0.5, 0.25, 0.25}}};
  study.power.hours = 100.0;
  std::vector<ConditionResult> conditions;
  const double powers[3][2] = {{1.0, 3.0}, {10.0, 10.0}, {20.0, 24.0}};
  for (const Condition& condition : conditions_of(study)) {
    ConditionResult result;
    result.condition = condition;
    double mean = 0.0;
    for (const double power : powers[condition.index]) {
      CaseRecord record;
      record.power = power;
      record.wave_power = 2.0;
      record.seeds = {"waves.seed=1"};
      result.replicates.push_back(record);
      mean += 0.5 * power;
    }
    result.count = 2;
    result.power = mean;
    result.power_variance = std::pow(powers[condition.index][0] - powers[condition.index][1], 2.0) / 4.0;
    result.wave_power = 2.0;
    conditions.push_back(result);
  }
  const auto devices = power_of(study, conditions);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].power(0, 0), 2.0);
  EXPECT_TRUE(std::isnan(devices[0].power(0, 1)));
  EXPECT_EQ(devices[0].power(1, 1), 22.0);
  EXPECT_EQ(devices[0].capture_width(1, 0), 5.0);
  EXPECT_DOUBLE_EQ(devices[0].mean_power, 0.5 * 2.0 + 0.25 * 10.0 + 0.25 * 22.0);
  EXPECT_DOUBLE_EQ(devices[0].energy, 9.0 * 100.0 * 3600.0);
  // Variances of the means 1, 0, 4; of the sum 0.25 * 1 + 0.0625 * 4 = 0.5; degrees 0.5^2 / (0.25^2 + 0.25^2) = 2.
  EXPECT_NEAR(devices[0].mean_power_half_width, student_t(0.95, 2.0) * std::sqrt(0.5), 1e-12);
}

std::vector<ConditionResult> results_of(const Study& study, const std::vector<std::vector<double>>& powers) {
  std::vector<ConditionResult> results;
  for (const Condition& condition : conditions_of(study)) {
    ConditionResult result;
    result.condition = condition;
    result.wave_power = 1.0;
    for (const double power : powers[condition.index]) {
      CaseRecord record;
      record.power = power;
      record.power_deviation = 0.5 * power;
      record.power_maximum = 3.0 * power;
      record.seeds = {"waves.seed=1"};
      result.replicates.push_back(record);
      result.power += power / static_cast<double>(powers[condition.index].size());
      ++result.count;
    }
    result.power_variance = 0.0;
    results.push_back(result);
  }
  return results;
}

TEST(Power, CaptureWidthLeavesOutRotors) {
  Study study;
  study.axes = {{{"waves.height", "waves.period"}, {{"1", "6"}, {"2", "8"}}, {0.75, 0.25}}};
  auto results = results_of(study, {{100.0}, {300.0}});
  for (ConditionResult& result : results) result.wind_power = 60.0;
  EXPECT_DOUBLE_EQ(results[0].capture_width(), 40.0);
  const DevicePower device = power_of(study, results)[0];
  EXPECT_DOUBLE_EQ(device.capture_width(0, 0), 40.0);
  EXPECT_DOUBLE_EQ(device.capture_width(1, 1), 240.0);
  EXPECT_DOUBLE_EQ(device.year_capture_width, 0.75 * 40.0 + 0.25 * 240.0);
  EXPECT_DOUBLE_EQ(device.mean_power, 0.75 * 100.0 + 0.25 * 300.0);
}

// Each case's mean is converted and cut by itself: 300 and 500 of one sea give 0.8 * 300 and the rated 320.
TEST(Power, RatedPowerAndEfficiencyByHand) {
  Study study;
  study.axes = {{{"waves.height", "waves.period"}, {{"1", "6"}, {"2", "8"}}, {0.75, 0.25}}};
  study.power.hours = 100.0;
  const auto results = results_of(study, {{100.0, 200.0}, {300.0, 500.0}});
  EXPECT_TRUE(std::isnan(power_of(study, results)[0].electrical_energy));
  EXPECT_EQ(power_of(study, results)[0].electrical_power.size(), 0);

  study.power.rated_power = 320.0;
  study.power.efficiency = Efficiency{0.8, {}, {}, {}, {}, {}};
  const DevicePower device = power_of(study, results)[0];
  EXPECT_DOUBLE_EQ(device.electrical_power(0, 0), 120.0);
  EXPECT_DOUBLE_EQ(device.electrical_power(1, 1), 0.5 * (240.0 + 320.0));
  const double mean = 0.75 * 120.0 + 0.25 * 280.0;
  EXPECT_DOUBLE_EQ(device.mean_electrical_power, mean);
  EXPECT_DOUBLE_EQ(device.electrical_energy, mean * 100.0 * 3600.0);
  EXPECT_DOUBLE_EQ(device.capacity_factor, mean / 320.0);
  EXPECT_DOUBLE_EQ(device.mean_power, 0.75 * 150.0 + 0.25 * 400.0) << "the absorbed power stays";
  // Variances of the means: (80^2 / 2) / 2 = 1600 at both seas, whose values are 80, 160 and 240, 320.
  const double v1 = 0.75 * 0.75 * 1600.0, v2 = 0.25 * 0.25 * 1600.0;
  EXPECT_NEAR(device.electrical_energy_half_width,
              student_t(0.95, (v1 + v2) * (v1 + v2) / (v1 * v1 + v2 * v2)) * std::sqrt(v1 + v2) * 3.6e5, 1e-3);
  // Of two seeds together: the mean square about their means, and the greatest.
  EXPECT_DOUBLE_EQ(device.power_deviation(0, 0), 0.5 * std::sqrt(0.5 * (100.0 * 100.0 + 200.0 * 200.0)));
  EXPECT_DOUBLE_EQ(device.power_maximum(1, 1), 1500.0);

  // Over the share of the rated power, straight between the points and held at their ends.
  study.power.rated_power = 400.0;
  study.power.efficiency = Efficiency{1.0, {0.25, 0.75}, {0.5, 0.9}, {}, {}, {}};
  const DevicePower by_share = power_of(study, results)[0];
  EXPECT_DOUBLE_EQ(by_share.electrical_power(0, 0), 0.5 * (0.5 * 100.0 + 0.7 * 200.0));
  EXPECT_DOUBLE_EQ(by_share.electrical_power(1, 1), 0.5 * (0.9 * 300.0 + 400.0));

  // Over heights and periods: bilinear, held at the edges. What draws power draws it undiminished.
  study.power.rated_power.reset();
  study.power.efficiency = Efficiency{1.0, {}, {}, {1.5, 2.5}, {7.0, 9.0}, {{0.4, 0.6}, {0.8, 1.0}}};
  const DevicePower by_sea = power_of(study, results_of(study, {{100.0, -10.0}, {300.0}}))[0];
  EXPECT_DOUBLE_EQ(by_sea.electrical_power(0, 0), 0.5 * (0.4 * 100.0 - 10.0));
  EXPECT_DOUBLE_EQ(by_sea.electrical_power(1, 1), 0.7 * 300.0);
  EXPECT_TRUE(std::isnan(by_sea.capacity_factor));
}

TEST_F(BatchTest, EfficienciesOfAFileAndTheMistakesInThem) {
  const std::string seas =
      "axes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1, 2], periods: [7, "
      "8], "
      "probability: [[1, 1], [1, 1]]}}]\n";
  std::ofstream(folder_ / "efficiency.csv") << "Hs/Tp,6,8\n1,0.5,0.7\n3,0.7,0.9\n";
  const Study good = study(seas + "power: {rated_power: 1e5, efficiency: {file: efficiency.csv}}\n");
  EXPECT_EQ(good.power.efficiency->of_sea, (std::vector<std::vector<double>>{{0.5, 0.7}, {0.7, 0.9}}));
  EXPECT_EQ(good.power.efficiency->periods, (std::vector<double>{6.0, 8.0}));
  std::ofstream(folder_ / "energy.csv") << "Hs/Te,6,8\n1,0.5,0.7\n";
  const auto reported = [&](const std::string& text) {
    try {
      study(text);
      return std::string();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_THAT(reported(seas + "power: {efficiency: {file: energy.csv}}\n"),
              HasSubstr("the corner of the table is Hs/Te, and the study varies"));
  EXPECT_THAT(reported(seas + "power: {efficiency: {share: [0, 1], value: [0.5, 0.9]}}\n"),
              HasSubstr("add power: rated_power"));
  EXPECT_THAT(reported("power: {efficiency: {heights: [1], periods: [7], value: [[0.5]]}}\n"),
              HasSubstr("the study does not vary both"));
  EXPECT_THAT(reported(seas + "power: {efficiency: {heights: [2, 1], periods: [7], value: [[0.5], [1.5]]}}\n"),
              testing::AllOf(HasSubstr("must ascend"), HasSubstr("1.5")));
}

TEST_F(BatchTest, DeviationAndMaximumOfThePowerAreKept) {
  const BatchSummary summary = run_batch(study("results: {series: [ptos.*.power]}\n"));
  const CaseRecord& record = summary.conditions.front().replicates.front();
  EXPECT_NEAR(record.power_deviation, statistic_of(record, "ptos.PTO.power.std"), 1e-9 * record.power_deviation);
  EXPECT_EQ(record.power_maximum, statistic_of(record, "ptos.PTO.power.max"));
  EXPECT_GT(record.power_deviation, 0.0);
  EXPECT_THAT(swell_test::contents(folder_ / "out.cases.csv"), HasSubstr(",energy [J],power std [W],power max [W],"));
}

TEST_F(BatchTest, TheSlurmArrayRunsOneShardPerTask) {
  const Study s = study(kGrid);
  SlurmOptions options;
  options.shards = 3;
  options.threads = 2;
  options.program = "/opt/it's/swell";
  options.set = {"simulation.duration=9"};
  const std::string script = slurm_array_script(s, options);
  EXPECT_THAT(script, HasSubstr("#SBATCH --array=1-3\n"));
  EXPECT_THAT(script, HasSubstr("#SBATCH --cpus-per-task=2\n"));
  EXPECT_THAT(script, HasSubstr("exec '/opt/it'\\''s/swell' batch '" + (folder_ / "study.yaml").string() + "'"));
  EXPECT_THAT(script, HasSubstr(" --set 'simulation.duration=9' "));
  EXPECT_THAT(script, HasSubstr("--shard \"${SLURM_ARRAY_TASK_ID}/3\" --threads 2"));
}

}  // namespace
}  // namespace swell::batch::run_batch_test
