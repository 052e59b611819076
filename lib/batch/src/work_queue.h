// What is left to run and what has come of the rest, shared by the threads of a batch. Private to the library.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "inputs.h"
#include "power_summary.h"
#include "swell/batch/collect.h"
#include "swell/batch/run_batch.h"
#include "swell/batch/seeds.h"

namespace swell::batch {

/// One condition while the batch runs.
struct Task {
  const Condition* condition = nullptr;
  int target = 0;  ///< replicates wanted so far
  int finished = 0;
  bool narrow = true;  ///< see ConditionResult
  bool draws = true;   ///< its replicates differ
  std::vector<std::optional<CaseRecord>> replicates;
};

inline bool narrow_enough(const Task& task, const ConfidenceTarget& target) {
  std::vector<double> values;
  for (const auto& record : task.replicates) {
    const double value = record ? statistic_of(*record, target.quantity) : std::nan("");
    if (std::isfinite(value)) values.push_back(value);
  }
  if (values.size() < 2) return false;
  const Interval interval = interval_of(values, target.confidence);
  return interval.half_width <= target.relative * std::abs(interval.mean);
}

/// The cases that are to be run and the records of those that are finished. All methods but the constructor lock.
class WorkQueue {
 public:
  WorkQueue(const Study& study, const std::vector<Condition>& conditions, const Shard& shard, const CaseKeys& keys,
            std::unordered_map<std::uint64_t, CaseRecord>& found, bool allow_implausible, SeedUse& seeds)
      : study_(study),
        keys_(keys),
        found_(found),
        allow_implausible_(allow_implausible),
        begin_(std::chrono::steady_clock::now()) {
    for (const Condition& condition : conditions) {
      if (condition.index % shard.count != shard.index) continue;
      tasks_.push_back({&condition, 0, 0, true, seeds.draws(condition), {}});
    }
    for (Task& task : tasks_) want(task, first_replicates(study, task.draws));
  }

  struct Job {
    Task* task = nullptr;
    int replicate = 0;  ///< from 1
  };

  /// The next case, waiting while running ones may ask for more. @returns false when there is nothing left
  bool next(Job& job) {
    std::unique_lock<std::mutex> lock(mutex_);
    change_.wait(lock, [this] { return stopped_ || !queue_.empty() || running_ == 0; });
    if (stopped_ || queue_.empty()) return false;
    job = queue_.front();
    queue_.pop_front();
    ++running_;
    return true;
  }

  /// Takes a finished case; the journal has it already.
  void finish(const Job& job, CaseRecord record) {
    const std::lock_guard<std::mutex> lock(mutex_);
    --running_;
    place(*job.task, job.replicate, std::move(record));
    change_.notify_all();
  }

  void stop() {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopped_ = true;
    change_.notify_all();
  }
  bool stopped() const { return stopped_; }

  Progress progress() {
    const std::lock_guard<std::mutex> lock(mutex_);
    Progress p;
    p.known = known_;
    p.done = done_;
    p.bad = bad_;
    p.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const std::size_t now = done_ - reused_;
    if (now > 0) p.remaining = p.elapsed / static_cast<double>(now) * static_cast<double>(known_ - done_);
    return p;
  }

  std::vector<Task>& tasks() { return tasks_; }
  std::size_t reused() const { return reused_; }
  std::size_t missing() const { return known_ - done_; }

 private:
  /// More replicates of a condition: those that an earlier start finished are placed, the others queued.
  void want(Task& task, int target) {
    const int before = task.target;
    task.target = target;
    task.replicates.resize(static_cast<std::size_t>(target));
    known_ += static_cast<std::size_t>(target - before);
    std::vector<int> here;
    for (int replicate = before + 1; replicate <= target; ++replicate) {
      if (found_.count(keys_.key(*task.condition, replicate)) != 0) {
        here.push_back(replicate);
      } else {
        queue_.push_back({&task, replicate});
      }
    }
    for (const int replicate : here) {
      ++reused_;
      place(task, replicate, std::move(found_.at(keys_.key(*task.condition, replicate))));
    }
  }

  void place(Task& task, int replicate, CaseRecord record) {
    if (record.status == Status::implausible && allow_implausible_) record.status = Status::done;
    // Cases mostly have the same columns: one list of them is enough.
    if (record.quantities) {
      if (names_ && same(*names_, *record.quantities)) record.quantities = names_;
      names_ = record.quantities;
    }
    if (record.status != Status::done) ++bad_;
    task.replicates[static_cast<std::size_t>(replicate - 1)] = std::move(record);
    ++task.finished;
    ++done_;
    if (task.finished < task.target || !study_.seeds.until || !task.draws) return;
    // Judged only when all that were asked for are there, so that the outcome does not depend on who was faster.
    const ConfidenceTarget& target = *study_.seeds.until;
    // Also where this condition's cases have no such statistic: check_study has seen those of the ends alone.
    const bool hopeless = std::none_of(task.replicates.begin(), task.replicates.end(), [&](const auto& r) {
      return r && std::isfinite(statistic_of(*r, target.quantity));
    });
    task.narrow = narrow_enough(task, target);
    if (task.target >= target.most || hopeless || task.narrow) return;
    want(task, std::min(target.most, task.target + target.add));
  }

  static bool same(const std::vector<Quantity>& a, const std::vector<Quantity>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Quantity& x, const Quantity& y) {
      return x.path == y.path && x.label == y.label && x.unit == y.unit;
    });
  }

  const Study& study_;
  const CaseKeys& keys_;
  Quantities names_;
  std::unordered_map<std::uint64_t, CaseRecord>& found_;
  const bool allow_implausible_;
  std::chrono::steady_clock::time_point begin_;
  std::mutex mutex_;
  std::condition_variable change_;
  std::deque<Job> queue_;
  std::vector<Task> tasks_;
  std::size_t known_ = 0, done_ = 0, reused_ = 0, bad_ = 0;
  int running_ = 0;
  std::atomic<bool> stopped_ = false;
};

}  // namespace swell::batch
