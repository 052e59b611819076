/// Runs a study: cases over threads, each a system of its own; what is finished goes to the journal at once, the
/// results file is put together at the end.
///
/// A case's numbers are those of run_case() with the same overrides, bit for bit, whatever the number of threads and
/// the order. A case that is wrong or fails is recorded with its message; the others go on.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "swell/assembly/shared_data.h"
#include "swell/batch/cases.h"
#include "swell/batch/record.h"
#include "swell/batch/study.h"
#include "swell/model/read_case.h"

namespace swell::batch {

struct Progress {
  std::size_t done = 0;    ///< finished cases, those of an earlier start included
  std::size_t known = 0;   ///< cases known to be needed so far
  std::size_t bad = 0;     ///< failed, wrong or ended early
  double elapsed = 0.0;    ///< [s] of this start
  double remaining = 0.0;  ///< [s] estimated; 0 before the first case
};

/// One of several processes that share a study: those conditions whose index modulo `count` is `index`.
struct Shard {
  std::size_t index = 0, count = 1;
};

struct BatchOptions {
  int threads = 0;                 ///< 0: one per core
  Shard shard;                     ///< a shard writes its journal only
  bool force = false;              ///< replace results that are read-only, or that no study has written
  bool fresh = false;              ///< forget what an earlier start finished
  bool merge_only = false;         ///< put together what shards have finished; run nothing
  bool allow_implausible = false;  ///< a power that no device has counts as a result: Status::implausible
  /// Each case in a process of its own, so that a crash ends one case and not the batch. Always so where cases load
  /// component libraries or FMUs. The processes are forked from the calling thread before the batch makes threads.
  bool isolate = false;
  /// Set to true from anywhere (a signal handler too) to stop at once; cases that are running are run again next time.
  const std::atomic<bool>* cancel = nullptr;
  /// Called after each case, one thread at a time; returns false to stop after the cases that are running.
  std::function<bool(const Progress&)> progress;
  /// Called by each thread before its first case, for what a program keeps per thread (a stack for signal handlers).
  std::function<void()> thread_begins;
  /// Called before each case by its thread, with the case's title: what a report of a crash names.
  std::function<void(const std::string&)> case_begins;
};

/// A condition with what came of its replicates.
struct ConditionResult {
  Condition condition;
  std::vector<CaseRecord> replicates;  ///< from replicate 1; without kept series (they are in the journal)
  double wave_power = 0.0;             ///< [W/m] mean over the replicates; NaN unless complete()
  double power = 0.0;                  ///< [W] the same
  double wind_power = 0.0;             ///< [W] part of power from rotors
  /// [W] of the confidence interval: from the seeds, or with one seed from blocks of its run. NaN without random
  /// phases.
  double power_half_width = 0.0;
  double power_variance = 0.0;  ///< [W^2] of the mean; 0 without random phases
  double linear_power = 0.0;    ///< [W] by the frequency domain; NaN where the case is not linear
  std::size_t count = 0;        ///< replicates that are done
  std::size_t wanted = 0;       ///< replicates that the study asks for
  bool narrow = true;           ///< false: seeds.until ended at `most` with a wider interval than was asked for

  /// [m] power without rotors over wave_power.
  double capture_width() const { return (power - wind_power) / wave_power; }
  /// Degrees of freedom of power_variance.
  double degrees() const { return (count == 1 ? replicates.front().power_blocks : static_cast<double>(count)) - 1.0; }
  /// Another seed would give another power.
  bool scatters() const { return count > 1 || (!replicates.empty() && replicates.front().random); }
  /// Every replicate is done. A mean over what is left when some fail is no mean: large seas fail first.
  bool complete() const { return count > 0 && count == replicates.size() && count >= wanted; }
};

/// Warnings of one kind: equal in code and subject.
struct CaseWarning {
  std::size_t cases = 0;
  std::string code, subject;
  std::string text;  ///< of the first case that has it
  std::string of;    ///< that case, by title_of()
};

struct BatchSummary {
  std::filesystem::path results;  ///< empty for a shard and for a batch that was stopped
  std::filesystem::path journal;
  std::size_t cases = 0, done = 0, failed = 0, wrong = 0;
  std::size_t ended = 0;           ///< by simulation.stop, before their end
  std::size_t implausible = 0;     ///< with a power that no device has
  std::size_t wide = 0;            ///< conditions whose interval of seeds.until stayed wider than asked for
  std::size_t not_lengthened = 0;  ///< cases that ended before study.lengthen was content
  std::size_t reused = 0;          ///< finished by an earlier start
  double simulated = 0.0;          ///< [s] of this start
  double case_time = 0.0;          ///< [s] spent in cases by all threads in this start
  double wall = 0.0;               ///< [s] of this start
  bool stopped = false;
  std::vector<std::string> messages;  ///< of the first bad cases, with their values
  std::vector<CaseWarning> warnings;  ///< of all cases, by kind
  std::vector<std::string> notes;     ///< what else the reader should know, a sentence each
  std::vector<ConditionResult> conditions;

  /// Every case has its result.
  bool good() const { return done == cases; }
};

/// @throws InputError before anything runs: the results cannot be written, another process has the batch, a merge lacks
///         cases
BatchSummary run_batch(const Study& study, const BatchOptions& options = {});

/// One case of a study on its own, as run_batch runs it. What goes wrong is in the record.
/// @param replicate from 1   @param stop  asked at each row; true abandons the run (the record's message says so)
CaseRecord run_one(const Study& study, const model::CaseTemplate& base, const Condition& condition, int replicate,
                   assembly::SharedData& shared, const std::function<bool()>& stop = {});

class Inputs;

/// What makes a case: Swell's version, the case file, the values, the seed, what is kept, and the contents of the files
/// that the case refers to, component libraries among them. A record of another key is not used again.
class CaseKeys {
 public:
  CaseKeys(const Study& study, const model::CaseTemplate& base);
  std::uint64_t key(const Condition& condition, int replicate) const;
  Inputs& inputs() const { return *inputs_; }

 private:
  std::shared_ptr<Inputs> inputs_;
  std::uint64_t common_ = 0;
};

/// <results>.journal, or of a shard <results>.shard-3-of-8.journal (from 1).
std::filesystem::path journal_file(const Study& study, const Shard& shard);

/// The study's case as a template: as read_study found it, whatever has become of the file since.
model::CaseTemplate base_case(const Study& study);

/// "case 3 (waves.height=2, waves.period=8, seed 2)"
std::string title_of(const Condition& condition, int replicate);

}  // namespace swell::batch
