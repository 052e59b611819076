// One case, and what makes it the same case as one that an earlier start finished.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <set>
#include <string>

#include "inputs.h"
#include "power_summary.h"
#include "swell/batch/collect.h"
#include "swell/batch/run_batch.h"
#include "swell/batch/seeds.h"
#include "swell/linear/linear.h"
#include "swell/run/version.h"

namespace swell::batch {

namespace {

constexpr const char* kLongerWindow =
    "give a longer simulation.duration, or let the averages begin earlier (simulation.ramp, results.from)";

std::string all_texts(const InputError& error) {
  constexpr std::size_t kMost = 20;
  std::string text;
  std::size_t count = 0;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    if (diagnostic.severity == Severity::error && ++count <= kMost)
      text += (text.empty() ? "" : "\n") + diagnostic.text();
  }
  if (count > kMost) text += fmt::format("\nand {} mistakes more", count - kMost);
  return text;
}

/// Blocks so short that their means depend on each other.
void warn_of_short_blocks(const LengthTarget& target, const run::CaseRun& run, CaseRecord& record) {
  // The variance of n waves scatters by some 1 / sqrt(n) [TuckerPitt2001, 4.1], as if each were independent: neighbours
  // of five share a tenth of theirs. A periodic answer is known after one.
  const auto period = run.longest_period();
  const double fewest = run.regular_period() ? 1.0 : 5.0;
  if (!period || !(target.block < fewest * *period * (1.0 - 1e-6))) return;
  record.warnings.push_back(warning_of(
      "short-blocks", "lengthen.block",
      fmt::format("lengthen.block = {:g} s covers {:.3g} waves of {:.4g} s: the means of such blocks depend on each "
                  "other, and the run may end long before its interval holds; give {:g} s or more",
                  target.block, target.block / *period, *period, std::ceil(fewest * *period))));
}

/// [W] by the frequency domain, of the take-offs that count; NaN where the case is not linear.
double linear_power(const Study& study, const model::Model& model, assembly::SharedData& shared) {
  double sum = kNone;
  try {
    const auto& ptos = study.power.ptos;
    for (const auto& [name, power] : linear::LinearCase(model, &shared).power_if_linear()) {
      if (ptos.empty() || std::find(ptos.begin(), ptos.end(), name) != ptos.end())
        sum = (std::isnan(sum) ? 0.0 : sum) + power;
    }
  } catch (const std::exception&) {  // it cannot be linearised; its simulation stands
    return kNone;
  }
  return sum;
}

}  // namespace

std::string title_of(const Condition& condition, int replicate) {
  std::string text;
  for (const auto& [key, value] : condition.values) text += fmt::format("{}={}, ", key, value);
  return fmt::format("case {} ({}replicate {})", condition.index + 1, text, replicate);
}

CaseRecord run_one(const Study& study, const model::CaseTemplate& base, const Condition& condition, int replicate,
                   assembly::SharedData& shared, const std::function<bool()>& stop) {
  const auto begin = std::chrono::steady_clock::now();
  CaseRecord record;
  shared.begin_case();
  const std::vector<std::string> overrides = overrides_of(study, condition);
  try {
    Diagnostics diagnostics;
    model::Model model = base.read(overrides, diagnostics);
    diagnostics.throw_if_errors();
    record.random = is_random(model);
    record.seeds = derive_seeds(study, base.tree(), condition, replicate, model);
    std::vector<std::string> select = study.keep.statistics;
    select.insert(select.end(), study.keep.spectra.begin(), study.keep.spectra.end());
    select.insert(select.end(), study.keep.series.begin(), study.keep.series.end());
    select.emplace_back("ptos.*.power");
    if (study.lengthen && study.lengthen->quantity != "power") select.push_back(study.lengthen->quantity);
    run::CaseRun run(model, &shared, select);
    const double start = model.simulation.start;
    std::set<std::string> rotors;
    for (const model::Rotor& rotor : model.rotors) rotors.insert(rotor.name);
    Collector collector(study, run, start, start + model.simulation.duration, model.simulation.ramp, rotors);
    bool abandoned = false;
    run.run(
        [&](double time) {
          if (stop && stop()) {
            abandoned = true;
            return false;
          }
          return collector.row(time);
        },
        [&](double time) { collector.point(time); });
    collector.finish(record);
    record.warnings = run.warnings();
    if (study.lengthen) warn_of_short_blocks(*study.lengthen, run, record);
    const auto short_window = run::less_than_one_wave(collector.span(), run.longest_period());
    if (abandoned) {
      record.status = Status::failed;
      record.message = "stopped";
    } else if (run.stopped_at()) {
      record.status = Status::ended;
      const auto fmu = std::find_if(record.warnings.begin(), record.warnings.end(),
                                    [](const Diagnostic& warning) { return warning.code == "fmu-ended"; });
      record.message = fmt::format("{} ended the run at t = {:.9g} s, before its end at {:.9g} s",
                                   fmu == record.warnings.end() ? "simulation.stop" : fmu->subject, *run.stopped_at(),
                                   start + model.simulation.duration);
    } else if (collector.window().ramped) {
      throw InputError(model.simulation.source.of("ramp"),
                       fmt::format("simulation.ramp = {:.9g} s lasts to the end of the run: nothing is left to average",
                                   model.simulation.ramp),
                       kLongerWindow);
    } else if (!(record.window > 0.0)) {
      throw InputError({},
                       fmt::format("no row lies in the window of the averages, from {:.9g} s to the end at {:.9g} s",
                                   record.from, start + model.simulation.duration),
                       kLongerWindow);
    } else if (short_window && has_year(study) && collector.has_power()) {
      throw InputError({}, *short_window, study.lengthen ? "give a longer lengthen.block" : kLongerWindow);
    } else if (auto sentence = run.invalid_power(collector.absorbed(), collector.span())) {
      record.status = Status::implausible;
      record.message = std::move(*sentence);
    } else if (short_window) {  // other studies may ask for something else than averages
      record.warnings.push_back(
          warning_of("short-window", "averages", fmt::format("{}; {}", *short_window, kLongerWindow)));
    }
    const SeaKeys keys = sea_keys(study);
    if (replicate == 1 && record.status == Status::done && collector.has_power() && !keys.height.empty() &&
        !keys.period.empty())
      record.linear_power = linear_power(study, model, shared);
  } catch (const InputError& error) {
    record.status = Status::wrong;
    record.message = all_texts(error);
  } catch (const SimulationError& error) {
    record.status = Status::failed;
    record.message = error.what();
  } catch (const std::bad_alloc&) {
    record.status = Status::failed;
    record.transient = true;
    record.message = "the machine has no memory left for this case; fewer --threads need less";
  } catch (const std::exception& error) {
    record.status = Status::failed;
    record.transient = true;
    record.message = error.what();
  }
  record.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return record;
}

CaseKeys::CaseKeys(const Study& study, const model::CaseTemplate& base)
    : inputs_(std::make_shared<Inputs>(study, base)) {
  std::uint64_t hash = hash_text(run::revision());
  hash = hash_text(model::write_yaml(base.tree()), hash);  // comments do not count
  for (const std::string& assignment : study.set) hash = hash_text(assignment + "\n", hash);
  const Keep& keep = study.keep;
  hash = hash_text(
      fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}", study.seeds.derived, study.seed, fmt::join(keep.statistics, ","),
                  keep.from.value_or(-1.0), keep.whole_periods, fmt::join(keep.spectra, ","), keep.spectrum_segment,
                  fmt::join(keep.series, ","), fmt::join(study.power.ptos, ",")),
      hash);
  if (study.lengthen) {
    const LengthTarget& t = *study.lengthen;
    hash = hash_text(fmt::format("{}|{}|{}|{}|{}", t.quantity, t.relative, t.confidence, t.block, t.least), hash);
  }
  common_ = hash;
}

std::uint64_t CaseKeys::key(const Condition& condition, int replicate) const {
  const std::uint64_t files = inputs_->digest(condition);
  return hash_text(fmt::format("{}|{}", condition.identity, replicate), hash_bytes(&files, sizeof files, common_));
}

}  // namespace swell::batch
