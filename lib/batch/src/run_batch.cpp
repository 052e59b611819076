#include "swell/batch/run_batch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "check_study.h"
#include "inputs.h"
#include "power_summary.h"
#include "swell/base/contained.h"
#include "swell/batch/collect.h"
#include "swell/batch/journal.h"
#include "swell/batch/seeds.h"
#include "swell/cosim/system_case.h"
#include "swell/model/files.h"
#include "swell/model/read_case.h"
#include "swell/run/run.h"
#include "work_queue.h"
#include "worker.h"
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
  if (study.read_base) return *study.read_base;
  return study.base_tree ? model::CaseTemplate(*study.base_tree, study.base)
                         : cosim::case_template(study.base, study.set);
}

namespace {

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
  const auto add_tree = [&list](const Parameter& tree, const std::set<std::string>& without, const fs::path& folder,
                                const std::string& prefix) {
    for (std::size_t i = 0; i < tree.keys.size(); ++i) {
      if (without.count(tree.keys[i]) == 0) model::add_named_files(tree.items[i], folder, prefix + tree.keys[i], list);
    }
  };
  if (study.file.has_filename()) list.push_back({"the study", study.file});
  if (!study.text.empty())
    add_tree(model::read_yaml_text(study.text, study.file, model::kStudyFile), {"results", "base"},
             fs::absolute(study.file).parent_path(), "");
  if (!study.base_tree) list.push_back({"base", study.base});
  const fs::path folder = base.file().parent_path();
  add_tree(base.tree(), {"output"}, folder, "base: ");
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

void check_outputs(const Study& study, const model::CaseTemplate& base, const Shard& shard, bool force) {
  const fs::path results = results_file(study);
  const std::string remedy = "choose another with -o or results.file";
  std::vector<model::OutputFile> outputs = {{"results", results, remedy, {}, {}},
                                            {"records of finished cases", journal_file(study, shard), remedy, {}, {}}};
  for (const fs::path& table : tables_beside(results)) outputs.push_back({"tables", table, remedy, {}, {}});
  Diagnostics diagnostics;
  const std::vector<model::InputFile> inputs = input_files(study, base);
  // Everything else stands beside the results.
  model::check_outputs({outputs.front()}, inputs, diagnostics);
  if (!diagnostics.has_errors()) run::check_results_name(results, {}, diagnostics);
  if (!diagnostics.has_errors()) model::check_outputs(outputs, inputs, diagnostics);
  for (const auto& [file, kind] : replaceable(results)) {
    if (!diagnostics.has_errors() && shard.count == 1) check_replacement(file, kind, force, diagnostics);
  }
  diagnostics.throw_if_errors();
  model::require_writable(outputs);
}

/// What all threads share while cases run.
struct Session {
  const Study& study;
  const model::CaseTemplate& base;
  const CaseKeys& keys;
  WorkQueue& queue;
  assembly::SharedData& shared;
  Journal& journal;
  BatchSummary& summary;
  const BatchOptions& options;
  std::mutex writing{};

  bool stopped() {
    if (options.cancel != nullptr && options.cancel->load(std::memory_order_relaxed)) queue.stop();
    return queue.stopped();
  }
};

void work(Session& session, Worker* worker) {
  WorkQueue::Job job;
  while (session.queue.next(job)) {
    const Condition& condition = *job.task->condition;
    if (session.options.case_begins) session.options.case_begins(title_of(condition, job.replicate));
    const std::function<bool()> stopped = [&session] { return session.stopped(); };
    CaseRecord record = worker != nullptr
                            ? worker->run(condition.index, job.replicate, stopped)
                            : run_one(session.study, session.base, condition, job.replicate, session.shared, stopped);
    if (record.status != Status::done && session.queue.stopped()) return;  // abandoned, to be run again
    // A verdict counts where its files are those that its key was made from, until after the case has ended.
    if (const auto file = session.keys.inputs().written(condition)) {
      throw SimulationError(fmt::format("{} was changed while the batch ran; what was finished before is kept: start "
                                        "the batch again to go on with the new contents",
                                        file->string()),
                            0.0, "batch", file->string());
    }
    record.key = session.keys.key(condition, job.replicate);
    const std::string bytes = to_bytes(record);
    {
      const std::lock_guard<std::mutex> lock(session.writing);
      session.journal.append(bytes);
      session.summary.simulated += record.simulated;
      session.summary.case_time += record.wall;
    }
    // Rows stay in the journal: memory does not grow with them.
    record.time = {};
    record.series = {};
    session.queue.finish(job, std::move(record));
    const std::lock_guard<std::mutex> lock(session.writing);
    if (session.options.progress && !session.options.progress(session.queue.progress())) session.queue.stop();
  }
}

/// Whether cases load component libraries or FMUs, which may end the process.
bool runs_foreign_code(const Study& study, const model::CaseTemplate& base) {
  const std::function<bool(const Parameter&)> in_tree = [&](const Parameter& tree) {
    const Parameter* type = tree.is_map() ? tree.find("type") : nullptr;
    return (type != nullptr && type->text == "fmu") ||
           std::find(tree.keys.begin(), tree.keys.end(), "library") != tree.keys.end() ||
           std::any_of(tree.items.begin(), tree.items.end(), in_tree);
  };
  const auto in_text = [](const std::string& text) {
    return text.find("library") != std::string::npos || text.find("fmu") != std::string::npos;
  };
  return in_tree(base.tree()) || std::any_of(study.set.begin(), study.set.end(), in_text) ||
         std::any_of(study.axes.begin(), study.axes.end(), [&](const Axis& axis) {
           return std::any_of(axis.keys.begin(), axis.keys.end(), in_text) ||
                  std::any_of(axis.rows.begin(), axis.rows.end(),
                              [&](const auto& row) { return std::any_of(row.begin(), row.end(), in_text); });
         });
}

/// A crash while a case is built is reported when the case is run.
void check_in_child(const std::function<void()>& check) {
  const ContainedWork about{{"(check)", 0, 0, ""}, "component", 600.0};
  try {
    run_contained(about, [&check] {
      check();
      return std::string();
    });
  } catch (const InputError& error) {
    if (error.diagnostics().front().origin.file != about.origin.file) throw;
  }
}

/// What earlier starts have finished, by key.
using Found = std::unordered_map<std::uint64_t, CaseRecord>;

/// Adds the records of a journal. @param all  those of wrong cases too: what a merge reports
void take(const std::string& bytes, bool all, Found& found) {
  CaseRecord record;
  try {
    record = from_bytes(bytes);
  } catch (const std::exception&) {  // of a version with other records
    return;
  }
  record.time = {};
  record.series = {};
  // A wrong case costs no simulation: its verdict is given anew at each start, whatever was away the last time.
  const auto kept = [](const CaseRecord& r) { return r.status != Status::wrong && !r.transient; };
  if (!kept(record) && !all) return;
  const auto known = found.find(record.key);
  if (known != found.end() && kept(known->second)) return;
  const std::uint64_t key = record.key;
  found.insert_or_assign(key, std::move(record));
}

std::string some(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

class WarningKinds {
 public:
  template <class Title>
  void add(const CaseRecord& record, Title title) {
    std::set<std::size_t> counted;  // a case counts once, whatever it has of a kind (both stops of one PTO)
    for (const Diagnostic& warning : record.warnings) {
      const std::string about = warning.subject.empty() ? warning.sentence() : warning.subject;
      const auto [place, fresh] = kinds_.emplace(std::pair(warning.code, about), list_.size());
      if (fresh) list_.push_back({0, warning.code, warning.subject, warning.sentence(), title()});
      if (counted.insert(place->second).second) ++list_[place->second].cases;
    }
  }
  /// The most frequent first.
  std::vector<CaseWarning> list() {
    std::stable_sort(list_.begin(), list_.end(), [](const auto& a, const auto& b) { return a.cases > b.cases; });
    return std::move(list_);
  }

 private:
  std::map<std::pair<std::string, std::string>, std::size_t> kinds_;
  std::vector<CaseWarning> list_;
};

void add_notes(const Study& study, BatchSummary& summary) {
  if (summary.wide > 0)
    summary.notes.push_back(
        fmt::format("seeds.until: in {} of {} the interval of {} stayed wider than {:g} % after {} seeds; a greater "
                    "seeds.until.most or longer runs narrow it",
                    summary.wide, some(summary.conditions.size(), "condition", "conditions"),
                    study.seeds.until->quantity, 100.0 * study.seeds.until->relative, study.seeds.until->most));
  if (summary.not_lengthened > 0)
    summary.notes.push_back(fmt::format(
        "lengthen: {} ended with an interval of {} wider than {:g} %; a longer simulation.duration narrows it",
        some(summary.not_lengthened, "case", "cases"), study.lengthen->quantity, 100.0 * study.lengthen->relative));
}

}  // namespace

BatchSummary run_batch(const Study& study, const BatchOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  if (options.threads < 0)
    throw InputError({}, fmt::format("threads = {} must be 0, for one per core, or more", options.threads));
  const model::CaseTemplate base = base_case(study);
  check_outputs(study, base, options.shard, options.force);
  const std::vector<Condition> conditions = conditions_of(study);
  const CaseKeys keys(study, base);
  assembly::SharedData shared;
  const bool isolate = options.isolate || runs_foreign_code(study, base);
  if (!options.merge_only) {
    const auto check = [&] { check_against_cases(study, base, conditions, shared); };
    if (isolate) {
      check_in_child(check);
    } else {
      check();
    }
  }
  BatchSummary summary;
  summary.journal = journal_file(study, options.shard);

  Found found;
  const auto taker = [&](const std::string& bytes) { take(bytes, options.merge_only, found); };
  std::error_code ignored;
  if (options.fresh) fs::remove(summary.journal, ignored);
  std::optional<Journal> journal;
  std::vector<fs::path> journals;
  if (!options.merge_only) journal.emplace(summary.journal, taker);
  if (options.merge_only && fs::exists(summary.journal, ignored)) read_journal(summary.journal, taker);
  if (fs::exists(summary.journal, ignored)) journals.push_back(summary.journal);
  if (options.shard.count == 1 && !options.fresh) {
    for (const fs::path& file : journals_beside(study)) {
      read_journal(file, taker);
      journals.push_back(file);
    }
  }

  SeedUse seeds(study, base);
  WorkQueue queue(study, conditions, options.shard, keys, found, options.allow_implausible, seeds);
  if (options.merge_only && queue.missing() > 0) {
    const std::size_t others = found.size() - std::min(found.size(), queue.reused());
    const std::string wait =
        "wait for the shards, submit those again that have ended early, or run swell batch here to do what is missing";
    throw InputError(
        Origin{results_file(study).string(), 0, 0, ""},
        fmt::format("{} of {} are missing in the journals of the shards{}", queue.missing(),
                    some(queue.missing() + queue.reused(), "case", "cases"),
                    others == 0 ? "" : fmt::format(", which hold {} of other settings", some(others, "case", "cases"))),
        others > 0 && queue.reused() == 0
            ? "give the --set of the shards, with the study, case and data that they read; or " + wait
            : wait);
  }
  if (!options.merge_only) {
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<std::size_t>(options.threads > 0 ? options.threads : static_cast<int>(cores));
    const std::size_t workers = std::max<std::size_t>(1, std::min(threads, queue.missing()));
    Session session{study, base, keys, queue, shared, *journal, summary, options};
    std::vector<std::unique_ptr<Worker>> processes(workers);
    if (isolate && queue.missing() > 0) {
      for (auto& process : processes) {
        process = std::make_unique<Worker>([&](std::size_t condition, int replicate) {
          return run_one(study, base, conditions[condition], replicate, shared);
        });
      }
    }
    std::vector<std::thread> pool;
    pool.reserve(processes.size());
    std::exception_ptr trouble;
    for (const auto& process : processes) {
      pool.emplace_back([&] {
        try {
          if (options.thread_begins) options.thread_begins();
          work(session, process.get());
        } catch (...) {  // the disk is full, a file was changed: all stop
          const std::lock_guard<std::mutex> lock(session.writing);
          if (!trouble) trouble = std::current_exception();
          queue.stop();
        }
      });
    }
    for (std::thread& thread : pool) thread.join();
    journal->synchronise();
    if (trouble) std::rethrow_exception(trouble);
    if (options.progress) options.progress(queue.progress());
  }

  summary.reused = queue.reused();
  summary.stopped = queue.stopped();
  WarningKinds warnings;
  for (Task& task : queue.tasks()) {
    ConditionResult result;
    result.condition = *task.condition;
    result.wanted = static_cast<std::size_t>(task.target);
    result.narrow = task.narrow;
    for (std::size_t i = 0; i < task.replicates.size(); ++i) {
      auto& record = task.replicates[i];
      if (!record) continue;
      ++summary.cases;
      summary.done += record->status == Status::done ? 1U : 0U;
      summary.failed += record->status == Status::failed ? 1U : 0U;
      summary.wrong += record->status == Status::wrong ? 1U : 0U;
      summary.ended += record->status == Status::ended ? 1U : 0U;
      summary.implausible += record->status == Status::implausible ? 1U : 0U;
      warnings.add(*record, [&] { return title_of(*task.condition, static_cast<int>(i) + 1); });
      summary.not_lengthened += record->status == Status::done && !record->lengthened ? 1U : 0U;
      if (record->status != Status::done && summary.messages.size() < 10)
        summary.messages.push_back(
            fmt::format("{}: {}", title_of(*task.condition, static_cast<int>(i) + 1), record->message));
      result.replicates.push_back(std::move(*record));
    }
    summarise(result, study.power.confidence);
    summary.wide += task.narrow || !result.complete() ? 0U : 1U;  // a case that failed has been named
    summary.conditions.push_back(std::move(result));
  }
  summary.warnings = warnings.list();
  if (!summary.stopped) add_notes(study, summary);
  if (options.shard.count == 1 && !summary.stopped) {
    summary.results = results_file(study);
    write_results(study, base.text(), summary.conditions, journals, summary.results);
  }
  summary.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return summary;
}

}  // namespace swell::batch
