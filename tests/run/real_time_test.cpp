// A run at the pace of the wall clock: the same numbers, in no less time, and nothing lost between its two threads.
#include "swell/run/real_time.h"

#include <chrono>
#include <csignal>
#include <thread>

#include "swell/model/read_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/run.h"
#include "swell_test/allocations.h"
#include "swell_test/test.h"

namespace swell::run::real_time_test {
namespace {

namespace fs = std::filesystem;

TEST(RowQueue, HandsOnEveryRowOnceAndInOrder) {
  RowQueue queue(3, 7);
  constexpr int kRows = 100000;
  std::thread producer([&] {
    for (int i = 0; i < kRows;) {
      double* row = queue.free_row();
      if (row == nullptr) {
        std::this_thread::yield();
        continue;
      }
      for (int k = 0; k < 3; ++k) row[k] = 3.0 * i + k;
      queue.push();
      ++i;
    }
  });
  long wrong = 0;
  for (int i = 0; i < kRows;) {
    const double* row = queue.front();
    if (row == nullptr) {
      std::this_thread::yield();
      continue;
    }
    for (int k = 0; k < 3; ++k) wrong += row[k] == 3.0 * i + k ? 0 : 1;
    queue.pop();
    ++i;
  }
  producer.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(queue.front(), nullptr);
}

TEST(RealTime, PassesOnWhatTheThreadThrows) {
  RealTime clock(1.0, 1, 0.1, [](const double*) { throw std::runtime_error("disk full"); });
  *clock.row() = 1.0;
  clock.push();
  EXPECT_THROW(clock.close(), std::runtime_error);
}

TEST(RealTime, ASlowDiskDelaysNoStepUntilTheQueueIsFull) {
  RealTime clock(1.0, 1, 0.1, [](const double*) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  const auto begin = std::chrono::steady_clock::now();
  const long before = test::allocation_count();
  for (int i = 0; i < 200; ++i) {
    *clock.row() = i;
    clock.push();
  }
  const auto pushed = std::chrono::steady_clock::now() - begin;
  if (test::allocations_are_counted()) {
    EXPECT_EQ(test::allocation_count(), before);
  }
  clock.close();
  EXPECT_LT(pushed, std::chrono::steady_clock::now() - begin);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(200));
}

model::Model sphere(const std::string& duration) {
  Diagnostics diagnostics;
  model::Model model = model::read_case(swell_test::source_folder() / "inputs/sphere/regular.yaml",
                                        {"simulation.duration=" + duration, "simulation.ramp=5"}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

TEST(RealTime, ARunHasTheNumbersOfAFastOneAndTakesItsTime) {
  const fs::path folder = fs::temp_directory_path() / "swell_real_time";
  fs::create_directories(folder);
  const model::Model model = sphere("10");
  RunOptions fast, paced;
  fast.output = folder / "fast.h5";
  paced.output = folder / "paced.h5";
  paced.real_time = 25.0;
  run_case(model, fast);
  const auto begin = std::chrono::steady_clock::now();
  const RunSummary summary = run_case(model, paced);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(400));
  ASSERT_TRUE(summary.real_time);
  EXPECT_EQ(summary.real_time->points, summary.steps);
  EXPECT_GT(summary.real_time->worst_lateness, 0.0);
  EXPECT_GE(summary.real_time->worst_work, summary.real_time->mean_work);
  const ResultsReader a(fast.output), b(paced.output);
  EXPECT_EQ(a.datasets(), b.datasets());
  for (const std::string& dataset : a.datasets()) {
    const Table of_a = a.read(dataset), of_b = b.read(dataset);
    EXPECT_EQ(of_a.values, of_b.values) << dataset;
  }
}

TEST(RealTime, AnInterruptEndsTheRunWithTheRowsSoFar) {
  const fs::path folder = fs::temp_directory_path() / "swell_real_time_interrupted";
  fs::create_directories(folder);
  static volatile std::sig_atomic_t flag;
  flag = 0;
  RunOptions options;
  options.output = folder / "run.h5";
  options.real_time = 100.0;
  options.interrupt = &flag;
  options.progress = [](double time, double) { flag = time > 2.0 ? 1 : 0; };
  EXPECT_THROW(run_case(sphere("1e4"), options), SimulationError);
  EXPECT_TRUE(fs::exists(folder / "run.partial.h5"));
  EXPECT_GT(ResultsReader(folder / "run.partial.h5").read("/time").values.size(), 20U);
}

}  // namespace
}  // namespace swell::run::real_time_test
