#include "swell/batch/run_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "check_study.h"
#include "power_summary.h"
#include "swell/batch/collect.h"
#include "swell/batch/journal.h"
#include "swell/case/files.h"
#include "swell/case/read_case.h"
#include "write_results.h"

namespace swell::batch {

namespace fs = std::filesystem;

fs::path journal_file(const Study& study, const Shard& shard) {
  fs::path file = results_file(study);
  if (file.extension() == ".h5") file.replace_extension();
  if (shard.count > 1) return fmt::format("{}.shard-{}-of-{}.journal", file.string(), shard.index + 1, shard.count);
  return file.string() + ".journal";
}

model::CaseTemplate base_case(const Study& study) {
  return study.base_tree ? model::CaseTemplate(*study.base_tree, study.base) : model::CaseTemplate(study.base);
}

namespace {

/// One condition while the batch runs.
struct Task {
  const Condition* condition = nullptr;
  int target = 0;  ///< replicates wanted so far
  int finished = 0;
  std::vector<std::optional<CaseRecord>> replicates;
};

bool narrow_enough(const Task& task, const ConfidenceTarget& target) {
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
class Board {
 public:
  Board(const Study& study, const std::vector<Condition>& conditions, const Shard& shard, const CaseKeys& keys,
        std::unordered_map<std::uint64_t, CaseRecord>& found)
      : study_(study), keys_(keys), found_(found), begin_(std::chrono::steady_clock::now()) {
    for (const Condition& condition : conditions) {
      if (condition.index % shard.count != shard.index) continue;
      tasks_.push_back({&condition, 0, 0, {}});
    }
    for (Task& task : tasks_) want(task, study.seeds.until ? study.seeds.until->least : study.seeds.count);
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
    // Cases mostly have the same columns: one list of them is enough.
    if (record.quantities) {
      if (names_ && same(*names_, *record.quantities)) record.quantities = names_;
      names_ = record.quantities;
    }
    if (record.status != Status::done) ++bad_;
    if (study_.seeds.until && record.status == Status::done && !has_statistic(record, study_.seeds.until->quantity)) {
      throw InputError(
          Origin{study_.file.string(), 0, 0, ""},
          fmt::format("seeds.until.quantity = {} is no statistic of the results", study_.seeds.until->quantity),
          "give power, wave_power or a column of the cases' table with mean, std, min or max, such as "
          "wave.elevation.std");
    }
    task.replicates[static_cast<std::size_t>(replicate - 1)] = std::move(record);
    ++task.finished;
    ++done_;
    if (task.finished < task.target || !study_.seeds.until) return;
    // Judged only when all that were asked for are there, so that the outcome does not depend on who was faster.
    const ConfidenceTarget& target = *study_.seeds.until;
    const bool hopeless = std::none_of(task.replicates.begin(), task.replicates.end(),
                                       [](const auto& r) { return r && r->status == Status::done; });
    if (task.target >= target.most || hopeless || narrow_enough(task, target)) return;
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
  std::chrono::steady_clock::time_point begin_;
  std::mutex mutex_;
  std::condition_variable change_;
  std::deque<Job> queue_;
  std::vector<Task> tasks_;
  std::size_t known_ = 0, done_ = 0, reused_ = 0, bad_ = 0;
  int running_ = 0;
  std::atomic<bool> stopped_ = false;
};

/// Journals of the study's results file, shards' included.
std::vector<fs::path> journals_beside(const Study& study) {
  const fs::path own = journal_file(study, {});
  const std::string stem = own.stem().string();
  std::vector<fs::path> files;
  std::error_code error;
  const fs::path folder = own.has_parent_path() ? own.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".journal" && name.compare(0, stem.size() + 7, stem + ".shard-") == 0)
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Every file that the study or one of its cases reads.
std::vector<model::InputFile> input_files(const Study& study, const model::CaseTemplate& base) {
  std::vector<model::InputFile> list;
  const auto add_tree = [&list](const Parameter& tree, const std::string& own_output, const fs::path& folder,
                                const std::string& prefix) {
    for (std::size_t i = 0; i < tree.keys.size(); ++i) {
      if (tree.keys[i] != own_output) model::add_named_files(tree.items[i], folder, prefix + tree.keys[i], list);
    }
  };
  if (study.file.has_filename()) list.push_back({"the study", study.file});
  if (!study.text.empty())
    add_tree(model::read_yaml_text(study.text, study.file, model::kStudyFile), "results",
             fs::absolute(study.file).parent_path(), "");
  if (!study.base_tree) list.push_back({"base", study.base});
  const fs::path folder = base.file().parent_path();
  add_tree(base.tree(), "output", folder, "base: ");
  const auto add_value = [&](const std::string& key, const std::string& value) {
    if (key.compare(0, 7, "output.") != 0) model::add_named_files(Parameter::of(value), folder, key, list);
  };
  for (const std::string& assignment : study.set) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    if (equals < assignment.size()) add_value(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  for (const Axis& axis : study.axes) {
    for (const auto& row : axis.rows) {
      for (std::size_t i = 0; i < row.size() && i < axis.keys.size(); ++i) {
        if (row[i].find_first_not_of("0123456789+-.eE") != std::string::npos) add_value(axis.keys[i], row[i]);
      }
    }
  }
  return list;
}

void judge_outputs(const Study& study, const model::CaseTemplate& base, const Shard& shard) {
  const fs::path results = results_file(study);
  const std::string remedy = "choose another with -o or results.file";
  std::vector<model::OutputFile> outputs = {{"results", results, remedy, {}, {}},
                                            {"records of finished cases", journal_file(study, shard), remedy, {}, {}}};
  for (const fs::path& table : tables_beside(results)) outputs.push_back({"tables", table, remedy, {}, {}});
  Diagnostics diagnostics;
  const std::vector<model::InputFile> inputs = input_files(study, base);
  // Everything else stands beside the results.
  model::judge_outputs({outputs.front()}, inputs, diagnostics);
  if (!diagnostics.has_errors()) model::judge_outputs(outputs, inputs, diagnostics);
  diagnostics.throw_if_errors();
}

void work(Board& board, const Study& study, const model::CaseTemplate& base, const CaseKeys& keys,
          model::SharedData& shared, Journal& journal, std::mutex& writing, BatchSummary& summary,
          const std::atomic<bool>* cancel, const std::function<void()>& report) {
  const auto stopped = [&] {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) board.stop();
    return board.stopped();
  };
  Board::Job job;
  while (board.next(job)) {
    CaseRecord record = run_one(study, base, *job.task->condition, job.replicate, shared, stopped);
    if (record.status == Status::failed && board.stopped()) return;  // abandoned, to be run again
    record.key = keys.key(*job.task->condition, job.replicate);
    const std::vector<std::uint8_t> bytes = to_bytes(record);
    {
      const std::lock_guard<std::mutex> lock(writing);
      journal.append(bytes);
      summary.simulated += record.simulated;
      summary.case_time += record.wall;
    }
    // Rows stay in the journal: memory does not grow with them.
    record.time = {};
    record.series = {};
    board.finish(job, std::move(record));
    const std::lock_guard<std::mutex> lock(writing);
    report();
  }
}

}  // namespace

BatchSummary run_batch(const Study& study, const BatchOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  if (options.threads < 0)
    throw InputError({}, fmt::format("threads = {} must be 0, for one per core, or more", options.threads));
  const model::CaseTemplate base = base_case(study);
  judge_outputs(study, base, options.shard);
  const std::vector<Condition> conditions = conditions_of(study);
  model::SharedData shared;
  if (!options.merge_only) check_against_cases(study, base, conditions, shared);
  const CaseKeys keys(study, base);
  BatchSummary summary;
  summary.journal = journal_file(study, options.shard);

  std::unordered_map<std::uint64_t, CaseRecord> found;
  const auto take = [&found](const std::uint8_t* bytes, std::size_t size) {
    CaseRecord record = from_bytes(bytes, size);
    record.time = {};
    record.series = {};
    const std::uint64_t key = record.key;
    found.emplace(key, std::move(record));
  };
  std::vector<fs::path> journals = {summary.journal};
  std::error_code ignored;
  if (options.fresh) fs::remove(summary.journal, ignored);
  std::optional<Journal> journal;
  if (options.merge_only) {
    journals.clear();
    if (fs::exists(summary.journal, ignored)) journals.push_back(summary.journal);
  } else {
    journal.emplace(summary.journal, take);
  }
  if (options.shard.count == 1 && !options.fresh) {
    if (options.merge_only) {
      for (const fs::path& file : journals) read_journal(file, take);
    }
    for (const fs::path& file : journals_beside(study)) {
      read_journal(file, take);
      journals.push_back(file);
    }
  }

  Board board(study, conditions, options.shard, keys, found);
  if (options.merge_only && board.missing() > 0) {
    throw InputError(
        Origin{results_file(study).string(), 0, 0, ""},
        fmt::format("{} cases are not in the journals of the shards", board.missing()),
        "wait for the shards, submit those again that have ended early, or run swell batch here to do what "
        "is missing");
  }
  if (!options.merge_only) {
    std::mutex writing;
    const auto report = [&] {
      if (options.progress && !options.progress(board.progress())) board.stop();
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<std::size_t>(options.threads > 0 ? options.threads : static_cast<int>(cores));
    const std::size_t workers = std::max<std::size_t>(1, std::min(threads, board.missing()));
    std::vector<std::thread> pool;
    std::exception_ptr trouble;
    for (std::size_t i = 0; i < workers; ++i) {
      pool.emplace_back([&] {
        try {
          if (options.thread_begins) options.thread_begins();
          work(board, study, base, keys, shared, *journal, writing, summary, options.cancel, report);
        } catch (...) {  // the disk is full: all stop
          const std::lock_guard<std::mutex> lock(writing);
          if (!trouble) trouble = std::current_exception();
          board.stop();
        }
      });
    }
    for (std::thread& thread : pool) thread.join();
    journal->synchronise();
    if (trouble) std::rethrow_exception(trouble);
    if (options.progress) options.progress(board.progress());
  }

  summary.reused = board.reused();
  summary.stopped = board.stopped();
  for (Task& task : board.tasks()) {
    ConditionResult result;
    result.condition = *task.condition;
    for (std::size_t i = 0; i < task.replicates.size(); ++i) {
      auto& record = task.replicates[i];
      if (!record) continue;
      ++summary.cases;
      summary.done += record->status == Status::done ? 1U : 0U;
      summary.failed += record->status == Status::failed ? 1U : 0U;
      summary.wrong += record->status == Status::wrong ? 1U : 0U;
      if (record->status != Status::done && summary.messages.size() < 10)
        summary.messages.push_back(
            fmt::format("{}: {}", title_of(*task.condition, static_cast<int>(i) + 1), record->message));
      result.replicates.push_back(std::move(*record));
    }
    summarise(result, study.power.confidence);
    summary.conditions.push_back(std::move(result));
  }
  if (options.shard.count == 1 && !summary.stopped) {
    summary.results = results_file(study);
    write_results(study, summary.conditions, journals, summary.results);
  }
  summary.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return summary;
}

}  // namespace swell::batch
