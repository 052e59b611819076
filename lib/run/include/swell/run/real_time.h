/// A run at the pace of the wall clock: each point of the integration waits for its time, and what it stores goes to
/// the file in a thread of its own, so that no step waits for a disk.
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "swell/run/run.h"

namespace swell::run {

/// Rows of numbers from one thread to another, in order; no locks, and no allocation once it is made.
class RowQueue {
 public:
  RowQueue(std::size_t numbers, std::size_t rows) : numbers_(numbers), rows_(rows), values_(numbers * rows) {}
  /// The row to fill before push(); null while the queue is full.
  double* free_row() noexcept;
  void push() noexcept { pushed_.store(pushed_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
  /// The oldest row; null while there is none.
  const double* front() const noexcept;
  void pop() noexcept { popped_.store(popped_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }

 private:
  std::size_t numbers_, rows_;
  std::vector<double> values_;
  std::atomic<std::size_t> pushed_{0}, popped_{0};
};

class RealTime {
 public:
  /// @param speed  simulated seconds per second   @param interval  [s] of simulated time between rows
  /// @param take   called in the thread with each row of `numbers`; what it throws is thrown again by row() or close()
  RealTime(double speed, std::size_t numbers, double interval, std::function<void(const double* row)> take);
  ~RealTime();
  RealTime(const RealTime&) = delete;
  RealTime& operator=(const RealTime&) = delete;

  /// The clock starts: `time` [s] is now.
  void start(double time);
  /// Waits at an accepted point until `time` [s] is due. Returns early when a signal sets `interrupt`.
  void wait(double time, const volatile std::sig_atomic_t* interrupt);

  /// The row to fill before push(). Waits while the disk is a whole queue of rows behind.
  double* row();
  void push() noexcept { queue_.push(); }
  /// All rows have been taken. @throws what `take` threw
  void close();

  const RealTimeSummary& summary();

 private:
  using Clock = std::chrono::steady_clock;
  void take_rows();
  void stop() noexcept;

  double speed_;
  RowQueue queue_;
  std::function<void(const double*)> take_;
  std::atomic<bool> done_{false}, failed_{false};
  std::exception_ptr failure_;
  Clock::time_point start_, resumed_;  // of the run; of the work on the next point
  double start_time_ = 0.0, work_ = 0.0;
  RealTimeSummary summary_;
  std::thread thread_;  // last: it uses all above
};

}  // namespace swell::run
