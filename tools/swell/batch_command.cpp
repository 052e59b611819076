// swell batch: many cases.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "commands.h"
#include "interrupt.h"
#include "progress.h"
#include "report.h"
#include "swell/batch/power.h"
#include "swell/batch/read_power.h"
#include "swell/batch/run_batch.h"
#include "swell/batch/seeds.h"
#include "swell/batch/slurm.h"
#include "swell/figures/figure.h"
#include "swell/model/files.h"
#include "swell/run/run.h"

namespace swell::command {
namespace {

namespace fs = std::filesystem;

struct BatchArguments {
  std::string file, output, shard, figure, slurm_options;
  std::vector<std::string> set;
  int threads = 0, slurm = 0;
  bool fresh = false, merge = false, list = false, json = false, quiet = false, no_submit = false;
  bool force = false, allow_failures = false, allow_implausible = false, isolate = false;
};

batch::Shard shard_of(const std::string& text) {
  if (text.empty()) return {};
  std::size_t index = 0, count = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%zu/%zu%c", &index, &count, &rest) != 2 || index < 1 || index > count)
    throw InputError({}, fmt::format("--shard {} must be number/count", text), "for example --shard 3/16");
  return {index - 1, count};
}

void print_list(const batch::Study& study, bool json) {
  const auto conditions = batch::conditions_of(study);
  const int replicates = batch::first_replicates(study, true);
  const model::CaseTemplate base = batch::base_case(study);
  batch::SeedUse seeds(study, base);
  std::size_t once = 0;
  Json all = Json::array();
  for (const batch::Condition& condition : conditions) {
    const bool draws = replicates == 1 || seeds.draws(condition);
    if (!draws) ++once;
    if (json) {
      Json values = Json::object();
      for (const auto& [key, value] : condition.values) values[key] = value;
      all.push_back({{"condition", condition.index + 1},
                     {"values", values},
                     {"probability", condition.probability},
                     {"replicates", draws ? replicates : 1}});
    } else {
      put("{:>6}", condition.index + 1);
      for (const auto& [key, value] : condition.values) put("  {}={}", key, value);
      put("\n");
    }
  }
  if (json) {
    print_json({{"conditions", all}, {"replicates", replicates}});
  } else {
    put("{} conditions, {}{} replicate{} each{}\n", conditions.size(), study.seeds.until ? "at least " : "", replicates,
        replicates == 1 ? "" : "s",
        once == 0 ? std::string() : fmt::format("; {} of them once, whose phases are not random", once));
  }
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json power_json(const std::vector<batch::DevicePower>& devices) {
  Json all = Json::array();
  for (const batch::DevicePower& device : devices) {
    Json values = Json::object();
    for (const auto& [key, value] : device.device) values[key] = value;
    Json item = {{"device", values}};
    if (device.has_year) {
      item["missing"] = device.missing;
      for (const batch::YearOfDevice& each : batch::kYear) {
        item[each.name] = number(device.*each.member);
        if (each.is_energy) item[std::string(each.name) + "_MWh"] = number(device.*each.member / batch::kMegawattHour);
      }
    }
    if (!device.heights.empty()) {
      item["heights"] = device.heights;
      item["periods"] = device.periods;
      for (const batch::MatrixOfDevice& each : batch::kMatrices) {
        const MatrixX& matrix = device.*each.member;
        if (matrix.size() == 0) continue;
        Json rows = Json::array();
        for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
          Json row = Json::array();
          for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(number(matrix(i, j)));
          rows.push_back(row);
        }
        item[each.name] = rows;
      }
    }
    all.push_back(item);
  }
  return all;
}

/// Where the averages begin: of all cases, or the range of it. Nothing without a case that is done.
std::optional<std::pair<double, double>> window_begins(const batch::BatchSummary& summary) {
  std::optional<std::pair<double, double>> range;
  for (const auto& condition : summary.conditions) {
    for (const batch::CaseRecord& record : condition.replicates) {
      if (record.status != batch::Status::done) continue;
      if (!range) range.emplace(record.from, record.from);
      range->first = std::min(range->first, record.from);
      range->second = std::max(range->second, record.from);
    }
  }
  return range;
}

void report(const batch::Study& study, const batch::BatchSummary& summary,
            const std::vector<batch::DevicePower>& devices, const std::string& figure, bool json) {
  const auto window = window_begins(summary);
  if (json) {
    Json case_warnings = Json::array();
    for (const batch::CaseWarning& warning : summary.warnings)
      case_warnings.push_back({{"cases", warning.cases},
                               {"first", warning.of},
                               {"text", warning.text},
                               {"subject", warning.subject},
                               {"code", warning.code}});
    print_json({{"window_from", window ? Json{window->first, window->second} : Json()},
                {"status", summary.stopped  ? "stopped"
                           : summary.good() ? "done"
                                            : "incomplete"},
                {"results", summary.results.string()},
                {"journal", summary.journal.string()},
                {"cases", summary.cases},
                {"done", summary.done},
                {"failed", summary.failed},
                {"wrong", summary.wrong},
                {"ended_early", summary.ended},
                {"implausible", summary.implausible},
                {"case_warnings", case_warnings},
                {"seeds_until_unmet", summary.wide},
                {"lengthen_unmet", summary.not_lengthened},
                {"reused", summary.reused},
                {"simulated", summary.simulated},
                {"case_time", summary.case_time},
                {"wall_time", summary.wall},
                {"figure", figure},
                {"messages", summary.messages},
                {"notes", summary.notes},
                {"warnings", sentences(study.warnings)},
                {"power", power_json(devices)}});
    return;
  }
  put("{} case{}: {} done", summary.cases, summary.cases == 1 ? "" : "s", summary.done);
  if (summary.failed > 0) put(", {} failed", summary.failed);
  if (summary.wrong > 0) put(", {} wrong", summary.wrong);
  if (summary.ended > 0) put(", {} ended early by simulation.stop", summary.ended);
  if (summary.implausible > 0) put(", {} with a power that no device has", summary.implausible);
  if (summary.reused > 0) put(" ({} of them by an earlier start)", summary.reused);
  put(" in {:.3g} s", summary.wall);
  if (summary.case_time > 0.0) put("; {:.4g} simulated hours per core-hour", summary.simulated / summary.case_time);
  put("\n");
  if (window)
    put("Averages from {:.6g}{} s to the end of each run\n", window->first,
        window->second > window->first ? fmt::format(" ... {:.6g}", window->second) : "");
  for (const std::string& message : summary.messages) put("  {}\n", message);
  const std::size_t bad = summary.cases - summary.done;
  if (bad > summary.messages.size()) put("  and {} more, in the tables\n", bad - summary.messages.size());
  constexpr std::size_t kMostWarnings = 10;
  for (std::size_t i = 0; i < summary.warnings.size() && i < kMostWarnings; ++i) {
    const batch::CaseWarning& warning = summary.warnings[i];
    put("Warning of {} case{}: {}{}\n", warning.cases, warning.cases == 1 ? "" : "s", warning.text,
        summary.cases > 1 ? fmt::format(" ({}{})", warning.cases > 1 ? "as of " : "", warning.of) : "");
  }
  if (summary.warnings.size() > kMostWarnings)
    put("  and {} kinds of warnings more, in the tables\n", summary.warnings.size() - kMostWarnings);
  if (summary.implausible > 0)
    put("  a case with a power that no device has counts as one without a result; --allow-implausible counts "
        "it\n");
  std::vector<double> widths;  // of the intervals, as a share of the power
  for (const batch::ConditionResult& c : summary.conditions) {
    if (c.power_half_width > 0.0 && c.power != 0.0) widths.push_back(c.power_half_width / std::abs(c.power));
  }
  if (!widths.empty()) {
    std::sort(widths.begin(), widths.end());
    const bool wide = !study.seeds.until && !study.lengthen && widths.back() > batch::ConfidenceTarget().relative;
    put("Mean power: {:g} % interval +- {:.3g} % in the median of the seas, +- {:.3g} % at most{}\n",
        100.0 * study.power.confidence, 100.0 * widths[widths.size() / 2], 100.0 * widths.back(),
        wide ? "; seeds: {until: {relative: 0.05}} narrows it" : "");
  }
  std::vector<double> ratios;  // simulated over linear power
  std::size_t inside = 0, intervals = 0;
  for (const batch::ConditionResult& c : summary.conditions) {
    const double ratio = c.power / c.linear_power;
    if (!std::isfinite(ratio)) continue;
    ratios.push_back(ratio);
    if (!(c.power_half_width > 0.0)) continue;
    ++intervals;
    inside += std::abs(c.power - c.linear_power) <= c.power_half_width ? 1U : 0U;
  }
  if (!ratios.empty()) {
    std::sort(ratios.begin(), ratios.end());
    put("Frequency domain: simulated over linear power {:.3g} in the median of {} sea{}, {:.3g} to {:.3g}{}\n",
        ratios[ratios.size() / 2], ratios.size(), ratios.size() == 1 ? "" : "s", ratios.front(), ratios.back(),
        intervals > 0 ? fmt::format("; inside the interval in {} of {}", inside, intervals) : "");
  }
  constexpr std::size_t kMostDevices = 20;
  std::size_t shown = 0;
  for (const batch::DevicePower& device : devices) {
    if (!device.has_year || ++shown > kMostDevices) continue;
    std::string name;
    for (const auto& [key, value] : device.device) name += fmt::format("{} = {}, ", key, value);
    if (device.missing > 0 && !(device.probability_total > 0.0)) {
      put("  {}no year: none of its conditions has a result\n", name);
      continue;
    }
    if (device.missing > 0) {
      const bool takes = device.power.size() > 0 && (device.power.array() < 0.0).any();
      put("  {}no year: {} condition{}, {:.3g} % of the probability, {} no result; the others give {} and {:.4g} "
          "MWh of it{}\n",
          name, device.missing, device.missing == 1 ? "" : "s",
          100.0 * device.probability_missing / (device.probability_missing + device.probability_total),
          device.missing == 1 ? "has" : "have", with_prefix(device.mean_power_found, "W"),
          device.energy_found / batch::kMegawattHour,
          takes ? ", and some of them take power: that is no bound of the year"
                : ", the least that the year has where no sea takes power");
      continue;
    }
    put("  {}{} on average, {:.4g} MWh a year", name, with_prefix(device.mean_power, "W"),
        device.energy / batch::kMegawattHour);
    if (std::isfinite(device.energy_half_width) && device.energy_half_width > 0.0)
      put(" +- {:.3g} ({:g} % interval)", device.energy_half_width / batch::kMegawattHour,
          100.0 * study.power.confidence);
    put(", capture width {:.3g} m\n", device.year_capture_width);
    if (!std::isfinite(device.electrical_energy)) continue;
    put("    electrical: {} on average, {:.4g} MWh a year", with_prefix(device.mean_electrical_power, "W"),
        device.electrical_energy / batch::kMegawattHour);
    if (std::isfinite(device.electrical_energy_half_width) && device.electrical_energy_half_width > 0.0)
      put(" +- {:.3g}", device.electrical_energy_half_width / batch::kMegawattHour);
    if (std::isfinite(device.capacity_factor)) put(", capacity factor {:.3g}", device.capacity_factor);
    put("\n");
  }
  if (shown > kMostDevices) put("  and {} devices more, in the tables\n", shown - kMostDevices);
  for (const std::string& note : summary.notes) put("Note: {}\n", note);
  if (!summary.results.empty()) put("Results: {} and .csv beside it\n", summary.results.string());
  if (!figure.empty()) put("Figure: {}\n", figure);
  if (summary.stopped) put("Stopped. Start the same command again to go on.\n");
}

int run_slurm(const batch::Study& study, const BatchArguments& arguments) {
  batch::SlurmOptions options;
  options.shards = arguments.slurm;
  options.threads = std::max(1, arguments.threads);
  options.set = arguments.set;
  options.extra = arguments.slurm_options;
  if (arguments.allow_failures) options.flags.emplace_back("--allow-failures");
  options.force = arguments.force;
  if (arguments.force) options.flags.emplace_back("--force");
  if (arguments.allow_implausible) options.flags.emplace_back("--allow-implausible");
  if (arguments.isolate) options.flags.emplace_back("--isolate");
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  if (!error) options.program = self.string();
  const batch::SlurmScripts scripts = batch::write_slurm_scripts(study, options);
  batch::Submission submission;
  if (!arguments.no_submit) submission = batch::submit(scripts);
  if (arguments.json) {
    print_json({{"array_script", scripts.array.string()},
                {"merge_script", scripts.merge.string()},
                {"submitted", submission.submitted},
                {"array_job", submission.array_job},
                {"merge_job", submission.merge_job},
                {"message", submission.message}});
  } else {
    put("Scripts: {} ({} tasks) and {}\n", scripts.array.string(), options.shards, scripts.merge.string());
    if (submission.submitted) {
      put("Submitted: job {}; job {} merges when it has ended\n", submission.array_job, submission.merge_job);
    } else if (!arguments.no_submit) {
      put("Not submitted: {}\n", submission.message);
    }
  }
  return submission.submitted || arguments.no_submit || !submission.installed ? 0 : 1;
}

int run_batch_command(const BatchArguments& arguments) {
  batch::Study study;
  try {
    study = batch::read_study(fs::path(arguments.file), arguments.set);
    if (!arguments.json) report_warnings(study.warnings);
    if (!arguments.output.empty()) study.keep.file = fs::absolute(arguments.output);
    if (arguments.list) {
      print_list(study, arguments.json);
      return 0;
    }
    if (arguments.slurm > 0) {
      Diagnostics mistakes;
      run::check_results_name(results_file(study), {}, mistakes);
      mistakes.throw_if_errors();
      return run_slurm(study, arguments);
    }
    if (!arguments.figure.empty()) {  // before hours of cases
      figures::check_path(arguments.figure, arguments.force);
      model::check_output_file({"curves", arguments.figure, "choose another with --figure", {}, {}},
                               {{"the study", study.file}, {"base", study.base}, {"the results", results_file(study)}});
    }

    std::optional<Interruptible> interruptible(std::in_place);
    Progress line(!arguments.quiet && !arguments.json);
    batch::BatchOptions options;
    options.threads = arguments.threads;
    options.shard = shard_of(arguments.shard);
    options.fresh = arguments.fresh;
    options.force = arguments.force;
    options.merge_only = arguments.merge;
    options.progress = [&line](const batch::Progress& progress) {
      if (progress.known == 0 || !line.is_due()) return true;
      line.update(static_cast<double>(progress.done) / static_cast<double>(progress.known),
                  fmt::format("{} of {} cases{}", progress.done, progress.known,
                              progress.bad > 0 ? fmt::format(", {} bad", progress.bad) : ""),
                  progress.remaining > 0.5 ? progress.remaining : -1.0);
      return true;
    };
    options.cancel = Interruptible::shared_flag();
    options.allow_implausible = arguments.allow_implausible;
    options.isolate = arguments.isolate;
    options.thread_begins = stack_for_crashes;
    options.case_begins = case_for_crashes;
    const batch::BatchSummary summary = batch::run_batch(study, options);
    line.clear();
    interruptible.reset();
    std::vector<batch::DevicePower> devices;
    if (!summary.results.empty()) devices = batch::power_of(study, summary.conditions);
    const bool asked = !arguments.figure.empty() && !summary.results.empty();
    const batch::DrawnPower figure =
        asked ? batch::draw_study(batch::read_stored_study(summary.results), arguments.figure) : batch::DrawnPower{};
    const bool drawn = figure.panels > 0;
    if (!arguments.quiet || arguments.json)
      report(study, summary, devices, drawn ? arguments.figure : std::string(), arguments.json);
    if (figure.left_out > 0 && !arguments.json)
      put("The figure shows the first {} panels of {}; the others are in the tables\n", figure.panels,
          figure.panels + figure.left_out);
    if (asked && !drawn && !arguments.json) put("No figure: {}\n", figure.reason);
    const bool failures = !summary.good() && !arguments.allow_failures;
    if (failures && arguments.quiet && !arguments.json && !summary.stopped)
      put(stderr, "{} of {} cases have no result; the tables say why\n", summary.cases - summary.done, summary.cases);
    return summary.stopped || failures || (summary.done == 0 && summary.cases > 0) ? 1 : 0;
  } catch (const InputError& error) {
    report_input_errors(error.diagnostics(), arguments.json);
    return 2;
  } catch (const SimulationError& error) {
    report_failure(error, arguments.json);
    return 1;
  }
}

}  // namespace

void add_batch_command(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<BatchArguments>();
  CLI::App* batch = app.add_subcommand("batch", "run the cases of a study; continues where it stopped");
  batch->add_option("study", arguments->file, "study file (YAML)")->required();
  batch->add_option("-o,--output", arguments->output,
                    "results file; default: results.file of the study, or <study>.h5");
  batch
      ->add_option("--set", arguments->set,
                   "set a value in every case: --set simulation.duration=400; again for each further one")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  batch->add_option("-j,--threads", arguments->threads, "threads; default: one per core");
  batch->add_option("--figure", arguments->figure, "draw the power matrix (.svg, .png or .pdf)");
  batch->add_flag("--list", arguments->list, "list the conditions and run nothing");
  batch->add_flag("--force", arguments->force,
                  "replace results that are read-only, or that no earlier start of a study has written");
  batch->add_flag("--fresh", arguments->fresh, "forget what an earlier start finished");
  batch->add_option("--shard", arguments->shard,
                    "run one share of the study, for example 3/16; writes its journal only");
  batch->add_flag("--merge", arguments->merge, "put together what the shards have finished")->excludes("--shard");
  batch->add_flag("--allow-failures", arguments->allow_failures,
                  "exit status 0 even if cases have no result; sums that need all cases stay empty");
  batch->add_flag("--allow-implausible", arguments->allow_implausible, "count implausible mean powers as results");
  batch->add_flag("--isolate", arguments->isolate,
                  "each case in a process of its own; always so with component libraries");
  batch->add_option("--slurm", arguments->slurm, "write a Slurm job array of this many shards, and submit it")
      ->check(CLI::Range(1, 100000));
  batch->add_option("--slurm-options", arguments->slurm_options, "for #SBATCH: \"--partition=short --time=01:00:00\"");
  batch->add_flag("--no-submit", arguments->no_submit, "with --slurm: only write the scripts");
  batch->add_flag("-q,--quiet", arguments->quiet, "no progress and no summary");
  batch->add_flag("--json", arguments->json, "print the outcome as JSON");
  batch->callback([arguments, &status] { status = run_batch_command(*arguments); });
}

}  // namespace swell::command
