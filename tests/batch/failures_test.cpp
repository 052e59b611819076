// What a batch makes of cases without a result, of damaged studies and of full disks: never a number.
#include <sys/resource.h>
#include <csignal>

#include "study_folder.h"
#include "swell/batch/journal.h"
#include "swell/batch/memory_run.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell/batch/slurm.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "swell/run/window.h"
#include "swell/waves/ramp.h"
#include "swell_test/test.h"

namespace swell::batch::failures_test {
namespace {

// One sea of random phases, drawn from the study's seed or the case's own: its run tells how far another may lie.
TEST_F(BatchTest, OneSeedHasAnIntervalAndARegularWaveNone) {
  const auto half_width = [&](const std::string& height, const std::string& period, const std::string& more) {
    const Study s = study("axes: [{scatter: {height: waves." + height + ", period: waves." + period +
                          ", heights: [1], periods: [6, 8], probability: [[1, 1]]}}]\n" + more);
    return power_of(s, run_batch(s).conditions).at(0).mean_power_half_width;
  };
  for (const char* seeds : {"seeds: 1\n", "seeds: base\n"})
    EXPECT_GT(half_width("significant_height", "peak_period", seeds), 0.0) << seeds;
  std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::string sea = "{type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}";
  text.replace(text.find(sea), sea.size(), "{type: regular, height: 1, period: 8}");
  std::ofstream(folder_ / "case.yaml") << text;
  for (const char* seeds : {"seeds: base\n", "seeds: 2\n"})
    EXPECT_TRUE(std::isnan(half_width("height", "period", seeds))) << seeds;
}

// A year is of seas: regular waves of their heights carry twice the power, however the table is written.
TEST_F(BatchTest, AYearOfRegularWavesIsReported) {
  std::ofstream(folder_ / "bare.csv") << ";6;8\n1;10;20\n2;5;1\n";
  std::ofstream(folder_ / "waves.csv") << "H/T;6;8\n1;10;20\n2;5;1\n";
  std::ofstream(folder_ / "seas.csv") << "Hs/Tp;6;8\n1;10;20\n2;5;1\n";
  const auto warnings = [&](const std::string& more) {
    std::string text;
    for (const Diagnostic& warning : study(more).warnings) text += warning.text() + "\n";
    return text;
  };
  const std::string in_line = "axes: [{scatter: {heights: [1, 2], periods: [6, 8], probability: [[1, 1], [1, 1]]}}]\n";
  EXPECT_EQ(warnings(in_line), "") << "a sea with a spectrum";
  const std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::string sea = "{type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}";
  std::string regular = text;
  regular.replace(regular.find(sea), sea.size(), "{type: regular, height: 1, period: 8}");
  std::ofstream(folder_ / "case.yaml") << regular;
  for (const std::string& year : {in_line, std::string("axes: [{scatter: {file: bare.csv}}]\n")}) {
    EXPECT_THAT(warnings(year), HasSubstr("the probabilities make a year of seas")) << year;
    EXPECT_THAT(warnings(year), HasSubstr("H = Hs/sqrt(2)")) << year;
  }
  const std::string corner = warnings("axes: [{scatter: {file: seas.csv}}]\n");
  EXPECT_THAT(corner, HasSubstr("the corner of the table says Hs/Tp, and the waves of the base case are regular"));
  EXPECT_THAT(corner, ::testing::Not(HasSubstr("the probabilities make a year"))) << "twice";
  EXPECT_EQ(warnings("axes: [{scatter: {file: waves.csv}}]\n"), "") << "waves are named";
  EXPECT_EQ(warnings("axes: [{key: waves.height, values: [1, 2]}]\n"), "") << "no year";
  std::ofstream(folder_ / "case.yaml") << text;
  EXPECT_EQ(warnings("axes: [{scatter: {height: waves.height, period: waves.period, heights: [1], periods: [6, 8], "
                     "probability: [[1, 1]]}}]\n"),
            "");
}

// Equal runs are one sample: four of them have no interval of half width 0, and none meets seeds.until.
TEST_F(BatchTest, SeedsOfASeaWithoutRandomPhasesAreOneRun) {
  const std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::string sea = "{type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}";
  std::ofstream record(folder_ / "record.txt");
  for (int i = 0; i <= 60; ++i) record << i << ' ' << 0.5 * std::sin(0.25 * kPi * i) << "\n";
  record.close();
  std::ofstream(folder_ / "phases.txt") << "0.08 2 0.3\n0.1 3 0.1\n0.12 2 0\n0.2 1 0.2\n";
  std::ofstream(folder_ / "spectrum.txt") << "0.08 2\n0.1 3\n0.12 2\n0.2 1\n";
  struct Row {
    const char* waves;
    const char* more;
    std::size_t runs;
  };
  for (const Row& row :
       {Row{"{type: regular, height: 1, period: 8}", "seeds: 4\n", 1},
        Row{"{type: regular, height: 1, period: 8}", "seeds: {until: {relative: 0.1, least: 2, most: 5}}\n", 1},
        Row{"{type: imported-elevation, file: record.txt}", "seeds: 4\n", 1},
        Row{"{type: imported-spectrum, file: phases.txt}", "seeds: 4\n", 1},
        Row{"{type: irregular, significant_height: 1, peak_period: 8, phases: [0, 1, 2, 3]}", "seeds: 4\n", 1},
        Row{"{type: irregular, significant_height: 1, peak_period: 8}", "seeds: 4\nset: {waves.seed: 3}\n", 1},
        Row{"{type: imported-spectrum, file: spectrum.txt}", "seeds: 2\n", 2},
        Row{"[{type: regular, height: 1, period: 8}, {type: irregular, significant_height: 1, peak_period: 8}]",
            "seeds: 2\n", 2}}) {
    std::string changed = text;
    changed.replace(changed.find(sea), sea.size(), row.waves);
    std::ofstream(folder_ / "case.yaml") << changed;
    const Study s = study(row.more);
    std::string warnings;
    for (const Diagnostic& warning : s.warnings) warnings += warning.text() + "\n";
    if (row.runs == 1) {
      EXPECT_THAT(warnings, HasSubstr("has no effect on 1 of the 1 conditions: their phases are not random"))
          << row.waves;
      EXPECT_EQ(s.warnings.size(), 1U) << row.waves;
    } else {
      EXPECT_EQ(warnings, "") << row.waves;
    }
    BatchOptions fresh;
    fresh.fresh = true;
    const BatchSummary summary = run_batch(s, fresh);
    EXPECT_EQ(summary.cases, row.runs) << row.waves;
    ASSERT_EQ(summary.done, row.runs) << row.waves << (summary.messages.empty() ? "" : summary.messages.front());
    const bool random = row.runs > 1 || std::string(row.more).find("waves.seed") != std::string::npos;
    EXPECT_EQ(std::isnan(summary.conditions.at(0).power_half_width), !random) << row.waves;
    EXPECT_TRUE(summary.conditions.at(0).complete()) << row.waves;
    EXPECT_EQ(summary.wide, 0U) << row.waves;
  }
  // Where an axis chooses the kind of sea, each condition has the runs that tell something.
  std::ofstream(folder_ / "case.yaml") << text;
  const Study mixed = study(
      "seeds: 3\naxes: [{key: waves, values: [{type: regular, height: 1, period: 8}, {type: irregular, "
      "significant_height: 1, peak_period: 8}]}]\n");
  ASSERT_EQ(mixed.warnings.size(), 1U);
  EXPECT_THAT(mixed.warnings[0].text(), HasSubstr("seeds: 3 has no effect on 1 of the 2 conditions"));
  BatchOptions fresh;
  fresh.fresh = true;
  const BatchSummary summary = run_batch(mixed, fresh);
  EXPECT_EQ(summary.conditions.at(0).replicates.size(), 1U);
  EXPECT_EQ(summary.conditions.at(1).replicates.size(), 3U);
}

// Half a wave of 8 s has no mean: no year is made of it, and elsewhere it is a warning.
TEST_F(BatchTest, AveragesOfLessThanAWaveAreNoYear) {
  const std::string set = "seeds: 1\nset: {simulation.duration: 24, simulation.ramp: 20}\n";
  const BatchSummary year =
      run_batch(study("axes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1], "
                      "periods: [3, 8], probability: [[1, 1]]}}]\n" +
                      set));
  EXPECT_EQ(year.done, 1U) << "of 3 s there is a wave";
  EXPECT_EQ(year.wrong, 1U);
  ASSERT_EQ(year.messages.size(), 1U);
  EXPECT_THAT(year.messages[0], HasSubstr("the averages are of 4 s, 0.5 of a wave of 8 s: less than one wave has no "
                                          "mean; give a longer simulation.duration"));
  const BatchSummary other = run_batch(study(kTwoHeights + set, "other.h5"));
  EXPECT_EQ(other.done, 2U);
  ASSERT_EQ(other.warnings.size(), 1U);
  EXPECT_EQ(other.warnings[0].cases, 2U);
  EXPECT_EQ(other.warnings[0].code, "short-window");
}

// Power is that of the accepted points: rows far apart make no window short. A swell of nothing is no wave.
TEST_F(BatchTest, WhatCountsAsAWaveForAYear) {
  const std::string scatter =
      "axes: [{scatter: {height: waves.significant_height, period: waves.peak_period, heights: [1], periods: [6, 7], "
      "probability: [[1, 1]]}}]\n";
  EXPECT_EQ(run_batch(study(scatter + "seeds: 1\nset: {output.times: [0, 20, 22]}\n")).done, 2U);
  std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::string sea = "waves: {type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}";
  text.replace(text.find(sea), sea.size(),
               "waves: [{type: irregular, significant_height: 2, peak_period: 8, bins: {count: 40}}, {type: regular, "
               "height: 0.001, period: 50}]");
  std::ofstream(folder_ / "case.yaml") << text;
  const BatchSummary two =
      run_batch(study("axes: [{scatter: {height: waves.1.significant_height, period: "
                      "waves.1.peak_period, heights: [1], periods: [6, 7], probability: [[1, 1]]}}]\nseeds: 1\n",
                      "two.h5"));
  EXPECT_EQ(two.done, 2U) << (two.messages.empty() ? "" : two.messages[0]);
}

// A sea remembers about one wave; of a regular one a single period is enough.
TEST_F(BatchTest, BlocksOfFewWavesAreReported) {
  const auto warned = [&](const char* block, const char* more = "") {
    const BatchSummary summary =
        run_batch(study(std::string("lengthen: {least: 2, relative: 10, block: ") + block + "}\n" + more));
    return !summary.warnings.empty() && summary.warnings[0].code == "short-blocks";
  };
  EXPECT_TRUE(warned("19"));
  EXPECT_FALSE(warned("20", "set: {waves.peak_period: 4}\n"));
  const std::string regular = "set: {waves: {type: regular, height: 1, period: 8}}\n";
  EXPECT_TRUE(warned("7", regular.c_str()));
  EXPECT_FALSE(warned("8", regular.c_str()));
}

// For any set of replicates without a result: the year exists where all have one, and a cell where all of its have.
TEST(Power, NoNumberRestsOnACaseWithoutResult) {
  std::mt19937 random(15);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int trial = 0; trial < 300; ++trial) {
    Study study;
    Axis axis{{"waves.height", "waves.period", "waves.direction"}, {}, {}};
    for (int h = 1; h < 4; ++h) {
      for (int p = 5; p < 8; ++p) {
        for (int d = 0; d < 2; ++d) {
          axis.rows.push_back({std::to_string(h), std::to_string(p), std::to_string(d)});
          axis.probability.push_back(uniform(random));
        }
      }
    }
    study.axes = {axis};
    const double share = trial % 3 == 0 ? 0.0 : 0.2 * uniform(random);
    std::vector<ConditionResult> conditions;
    bool all = true;
    bool whole[3][3];
    for (auto& row : whole) std::fill(std::begin(row), std::end(row), true);
    double sum = 0.0;
    for (const Condition& condition : conditions_of(study)) {
      ConditionResult result;
      result.condition = condition;
      bool good = true;
      double mean = 0.0;
      for (int r = 0; r < 2; ++r) {
        CaseRecord record;
        record.power = 1.0 + uniform(random);
        record.wave_power = 1.0;
        mean += 0.5 * record.power;
        if (uniform(random) < share) {
          record.status = uniform(random) < 0.5 ? Status::failed : Status::wrong;
          record.power = 0.0;
          good = false;
        } else {
          ++result.count;
        }
        result.replicates.push_back(record);
      }
      if (good) {
        result.power = mean;
        result.wave_power = 1.0;
        sum += condition.probability * mean;
      }
      if (!good && result.count == 1) result.power = 1.0;  // of the one that is left
      all = all && good;
      whole[condition.index / 6][condition.index / 2 % 3] &= good;
      conditions.push_back(result);
    }
    const DevicePower device = power_of(study, conditions).at(0);
    ASSERT_EQ(device.power.rows(), 3) << trial;
    ASSERT_EQ(device.power.cols(), 3) << trial;
    EXPECT_EQ(std::isfinite(device.energy), all) << trial;
    if (all) {
      EXPECT_NEAR(device.mean_power, sum, 1e-12 * sum);
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) EXPECT_EQ(std::isfinite(device.power(i, j)), whole[i][j]) << trial;
    }
  }
}

// Whole periods, inside what is after the ramp and in the second half, none that would fit left out.
TEST(Window, OfARegularWaveIsTheMostWholePeriodsOfTheSteadyPart) {
  std::mt19937 random(14);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int trial = 0; trial < 1000; ++trial) {
    const double start = 10.0 * uniform(random) - 5.0, duration = 1.0 + 200.0 * uniform(random),
                 ramp = trial % 4 == 0 ? 0.0 : 1.2 * duration * uniform(random), period = 0.5 + 20.0 * uniform(random);
    const run::Window waves = run::averaging_window(start, duration, ramp, period),
                      sea = run::averaging_window(start, duration, ramp, std::nullopt);
    // The ramp is a law of the time (waves/ramp.h), not of the time since the start: the window begins where it is
    // over.
    const waves::Ramp law{ramp};
    const double begin = ramp > 0.0 ? std::max(start, ramp) : start, end = start + duration;
    EXPECT_EQ(law(begin), 1.0);
    EXPECT_TRUE(begin == start || law(begin - 1e-6 * ramp) < 1.0);
    EXPECT_EQ(sea.ramped, begin >= end);
    EXPECT_EQ(waves.ramped, sea.ramped);
    if (sea.ramped) {  // a sea that grows has no averages: not in a run, not in a plot, not in a batch
      EXPECT_TRUE(sea.empty() && waves.empty());
      continue;
    }
    EXPECT_EQ(sea.from, begin);
    const double steady = std::max(begin, start + 0.5 * duration);
    EXPECT_GE(waves.from, steady - 1e-9);
    EXPECT_EQ(waves.to, end);
    if (end - steady >= period * (1.0 + 1e-8)) {
      EXPECT_GT(waves.periods, 0);
      EXPECT_NEAR((end - waves.from) / period, static_cast<double>(waves.periods), 1e-9);
      EXPECT_LT(waves.from - steady, period);
    }
  }
}

TEST_F(BatchTest, ACaseThatItsStopRuleEndsHasNoPower) {
  const BatchSummary summary =
      run_batch(study("set: {simulation.stop: [{signal: sphere.position, entry: 3, above: -1.95}]}\nseeds: 1\n"));
  ASSERT_EQ(summary.cases, 1U);
  EXPECT_EQ(summary.done, 0U);
  EXPECT_TRUE(std::isnan(summary.conditions[0].power));
  ASSERT_EQ(summary.messages.size(), 1U);
  EXPECT_THAT(summary.messages[0], HasSubstr("simulation.stop ended the run at t = "));
}

TEST_F(BatchTest, ARampThatLeavesNothingToAverageIsWrongAndNotZero) {
  const BatchSummary summary = run_batch(study("set: {simulation.ramp: 60}\n"));
  ASSERT_EQ(summary.wrong, 1U);
  EXPECT_THAT(summary.messages[0], HasSubstr("simulation.ramp = 60 s lasts to the end of the run"));
  EXPECT_TRUE(std::isnan(summary.conditions[0].power));
}

TEST_F(BatchTest, AxesThatWriteOverEachOtherAreRefused) {
  for (const std::string axes :
       {"{key: waves.peak_period, values: [6, 8]}, {key: waves, values: [{type: regular, height: 1, period: 7}]}",
        "{key: waves, values: [{type: regular, height: 1, period: 7}]}, {key: waves.period, values: [6, 8]}",
        "{key: ptos.PTO.damping, values: [1e5]}, {key: ptos.1.damping, values: [2e5]}",
        "{zip: [{key: ptos.PTO.damping, values: [1e5]}, {key: ptos, values: [[]]}]}"}) {
    EXPECT_THAT(swell_test::refusal_of([&] { study("axes: [" + axes + "]\n"); }),
                HasSubstr("one would write over the other"))
        << axes;
  }
  EXPECT_NO_THROW(
      study("axes: [{key: waves.peak_period, values: [6]}, {key: waves.significant_height, values: [1]}]\n"));
}

// A mistake of one axis hid the unknown key of another.
TEST_F(BatchTest, AxesTellAllTheirMistakesAtOnce) {
  EXPECT_THAT(
      swell_test::refusal_of([&] {
        study(
            "axes: [{key: waves.peak_period, range: {from: 12, to: 5, step: 0.5}}, {key: waves.heigth, values: [1]}, "
            "{key: ptos.PTO.damping, values: [-x]}, {key: simulation.duration, values: []}]\n");
      }),
      ::testing::AllOf(HasSubstr("does not lead from 12 to 5; step: -0.5 does"), HasSubstr("unknown key waves.heigth"),
                       HasSubstr("damping = -x"), HasSubstr("values must be a list of values")));
}

// sbatch reads lines: a line feed in a name would begin one of its own.
TEST_F(BatchTest, NothingOfAPathBecomesALineOfTheSlurmScript) {
  SlurmOptions options;
  const auto script = [&](const fs::path& file, const fs::path& results) {
    Study s = study(kTwoHeights);
    s.file = file;
    s.keep.file = results;
    return slurm_array_script(s, options) + slurm_merge_script(s, options);
  };
  EXPECT_THROW(script(folder_ / "a\ntouch intruder\n.yaml", folder_ / "out.h5"), InputError);
  EXPECT_THROW(script(folder_ / "a.yaml", folder_ / "out\ntouch intruder\n.h5"), InputError);
  EXPECT_THROW(script(folder_ / "a.yaml", folder_ / "out\".h5"), InputError);
  EXPECT_THAT(script(folder_ / "a b;c.yaml", folder_ / "100%.h5"), HasSubstr("--job-name=swell-a-b-c\n"));
  EXPECT_THAT(script(folder_ / "a.yaml", folder_ / "100%.h5"), HasSubstr("100%%.slurm-%a.log"));
  options.extra = "--time=1\ntouch intruder";
  EXPECT_THROW(script(folder_ / "a.yaml", folder_ / "out.h5"), InputError);
}

// A limit to the size of files stands for a full disk: the write fails with EFBIG where a full disk gives ENOSPC.
TEST_F(BatchTest, AFullDiskIsAnErrorAtEverySize) {
  const Study s = study(kTwoHeights + std::string("set: {simulation.duration: 25}\n"));
  run_batch(s);
  const std::string whole = swell_test::contents(folder_ / "out.cases.csv");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  for (const rlim_t size : {0UL, 1UL, 100UL, 600UL, 900UL, 1000UL, 2000UL, 4096UL, 9000UL, 20000UL}) {
    for (const char* table : {"out.h5", "out.cases.csv", "out.conditions.csv"}) fs::remove(folder_ / table);
    const rlimit limit{size, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    std::string outcome = "written";
    try {
      run_batch(s);
    } catch (const std::exception& error) {
      outcome = error.what();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    if (outcome == "written") {
      EXPECT_EQ(swell_test::contents(folder_ / "out.cases.csv"), whole) << size;
    } else {
      EXPECT_THAT(outcome, HasSubstr("cannot be written")) << size;
      EXPECT_FALSE(fs::exists(folder_ / "out.h5")) << size;
    }
  }
  std::signal(SIGXFSZ, SIG_DFL);
}

// The command's own kill test damages by stopping; this damages a byte behind the mark of the file.
TEST_F(BatchTest, ADamagedJournalCostsCasesAndNoBytes) {
  const Study s = study(kTwoHeights + std::string("set: {simulation.duration: 25}\nseeds: 3\n"));
  const fs::path journal = run_batch(s).journal;
  const std::string results = swell_test::contents(folder_ / "out.h5"), whole = swell_test::contents(journal);
  std::mt19937 random(7);
  for (int trial = 0; trial < 8; ++trial) {
    std::string damaged = whole;
    damaged[8 + random() % (damaged.size() - 8)] ^= static_cast<char>(1U << random() % 8);
    std::ofstream(journal, std::ios::binary) << damaged;
    const BatchSummary again = run_batch(s);
    EXPECT_LE(again.reused, 5U) << trial;
    EXPECT_EQ(swell_test::contents(folder_ / "out.h5"), results) << trial;
  }
}

// A Coulomb brake far above the excitation chatters under rk4: in memory the power has the verdict of `swell run`,
// whether it is selected or not.
TEST_F(BatchTest, RunInMemoryJudgesPower) {
  std::string text = swell_test::contents(folder_ / "case.yaml");
  const std::size_t at = text.find("{type: irregular"), end = text.find("}}", at) + 2;
  text.replace(at, end - at, "{type: regular, height: 2, period: 6}");
  text.replace(text.find(", damping: 3e5"), 14, "");
  text +=
      "components: [{name: brake, type: expression, inputs: [v], expression: '-1e7*sign(v)'}]\n"
      "connections: [{from: PTO.velocity, to: brake.v}, {from: brake.output, to: PTO.force}]\n";
  Diagnostics diagnostics;
  const model::Model model = model::read_case_text(text, folder_ / "case.yaml", {}, diagnostics);
  run::RunOptions options;
  options.output = folder_ / "run.h5";
  const run::RunSummary summary = run::run_case(model, options);
  ASSERT_TRUE(summary.invalid_power);
  for (const std::vector<std::string>& select : {std::vector<std::string>{}, {"bodies.*.position"}}) {
    const MemoryRun memory = run_in_memory(model, select);
    EXPECT_EQ(std::count_if(memory.warnings.begin(), memory.warnings.end(),
                            [&](const Diagnostic& d) { return d.message == *summary.invalid_power; }),
              1);
    EXPECT_EQ(memory.find("ptos/PTO/power") != nullptr, select.empty());
  }
}

}  // namespace
}  // namespace swell::batch::failures_test
