#include "check_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "swell/assembly/built_case.h"
#include "swell/base/coded_error.h"
#include "swell/base/error_codes.h"
#include "swell/batch/collect.h"
#include "swell/run/assess_case.h"

namespace swell::batch {

namespace {

/// What a case has to compare with.
struct Built {
  std::vector<assembly::Series> series;
  double start = 0.0, begin = 0.0, end = 0.0, row = 0.0;  ///< [s] of the run, end of the ramp, end, time between rows
};

std::vector<Built> ends_of(const Study& study, const model::CaseTemplate& base,
                           const std::vector<Condition>& conditions, assembly::SharedData& shared) {
  std::vector<Built> ends;
  std::vector<const Condition*> chosen = {&conditions.front()};
  if (conditions.size() > 1) chosen.push_back(&conditions.back());
  for (const Condition* condition : chosen) {
    const std::vector<std::string> overrides = overrides_of(study, *condition);
    Diagnostics diagnostics;
    model::Model model;
    try {
      model = base.read(overrides, diagnostics);
    } catch (const std::exception&) {  // recorded when its turn comes
      continue;
    }
    if (diagnostics.has_errors()) continue;
    run::require_functions(model);
    try {
      std::vector<std::string> signals = {"*"};  // all that results show, and what the study names beside it
      for (const auto* list : {&study.keep.statistics, &study.keep.spectra, &study.keep.series})
        signals.insert(signals.end(), list->begin(), list->end());
      if (study.lengthen) signals.push_back(study.lengthen->quantity);
      const assembly::BuiltCase built = assembly::build_case(model, &shared, assembly::Checks::rehearsal, signals);
      std::vector<assembly::Series> series;
      for (const assembly::RecordedSeries& recorded : built.recorded) {
        if (assembly::selected(recorded.series, signals)) series.push_back(recorded.series);
      }
      const model::Simulation& simulation = model.simulation;
      ends.push_back({std::move(series), simulation.start, simulation.start + simulation.ramp,
                      simulation.start + simulation.duration,
                      model.output.time_step.value_or(simulation.time_step.value_or(0.0))});
    } catch (const std::exception&) {  // recorded when its turn comes
      continue;
    }
  }
  return ends;
}

class Check {
 public:
  Check(const Study& study, std::vector<Built> ends) : study_(study), ends_(std::move(ends)) {}

  void datasets(const std::string& key, const std::vector<std::string>& patterns) {
    static const std::vector<std::string> usual = Keep{}.statistics;  // moorings.* where there are none
    for (const std::string& pattern : patterns) {
      if (std::find(usual.begin(), usual.end(), pattern) != usual.end()) continue;
      const bool any = std::any_of(ends_.begin(), ends_.end(), [&](const Built& built) {
        return std::any_of(built.series.begin(), built.series.end(),
                           [&](const assembly::Series& s) { return assembly::selected(s, {pattern}); });
      });
      if (any) continue;
      wrong(key, fmt::format("{} = {} picks no dataset of the cases", key, pattern),
            assembly::signal_hint(pattern, ends_.back().series, assembly::Takes::patterns), code::kUnknownName);
    }
  }

  void ptos() {
    for (const std::string& name : study_.power.ptos) {
      std::vector<std::string> names;
      for (const Built& built : ends_) {
        for (const assembly::Series& s : built.series) names.push_back(take_off_of(s));
      }
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      names.erase(std::remove(names.begin(), names.end(), ""), names.end());
      wrong("power.ptos", fmt::format("power.ptos = {} is not a PTO of the cases", name),
            assembly::signal_hint(name, names, assembly::Takes::one), code::kUnknownName);
    }
  }

  void until() {
    if (!study_.seeds.until) return;
    const std::string& quantity = study_.seeds.until->quantity;
    if (quantity == "power" || quantity == "wave_power") return;
    const std::string column = column_of_statistic(quantity);
    std::string remedy;
    for (const Built& built : ends_) {
      std::vector<Quantity> tabled, others;
      for (const assembly::Series& s : built.series) {
        for (Quantity& q : columns_of(s)) (has_statistics(study_, s) ? tabled : others).push_back(std::move(q));
      }
      if (find_column(column, tabled)) return;
      const auto found = find_column(column, others);
      remedy = found ? fmt::format("add {} to results.statistics", Quantity{others[*found].path, "", ""}.name())
                     : statistic_hint(quantity, tabled);
    }
    wrong("seeds.until.quantity", fmt::format("seeds.until.quantity = {} is not a statistic of the cases", quantity),
          remedy, code::kUnknownName);
  }

  void window() {
    const bool empty = std::all_of(ends_.begin(), ends_.end(), [&](const Built& b) { return window_of(b) <= 0.0; });
    if (empty && study_.keep.from) {
      wrong("results.from",
            fmt::format("results.from = {:g} s is not before the end of the runs at {:g} s", *study_.keep.from,
                        ends_.back().end),
            "statistics need rows: give an earlier time, or leave the key out to begin at the end of the ramp");
    }
    for (const Built& b : ends_) {
      if (!study_.keep.from || *study_.keep.from >= b.start) continue;
      wrong("results.from",
            fmt::format("results.from = {:g} s is before the start of the runs at {:g} s", *study_.keep.from, b.start),
            "give a time within the runs, or leave the key out to begin at the end of the ramp");
      break;
    }
    if (empty || !study_.lengthen) return;
    const LengthTarget& t = *study_.lengthen;
    double longest = 0.0;
    for (const Built& b : ends_) longest = std::max(longest, window_of(b));
    if (static_cast<double>(t.least) * t.block > longest * (1.0 + 1e-9)) {
      wrong(
          "lengthen.block",
          fmt::format("lengthen.block = {:g} s: {} blocks take {:g} s, and from the end of the ramp to the end of the "
                      "run there are {:g} s, so that no run could end early",
                      t.block, t.least, static_cast<double>(t.least) * t.block, longest),
          "give a shorter block, fewer blocks (least), or a longer simulation.duration, which is the longest that a "
          "run may take");
    }
    if (t.quantity == "power") return;
    std::vector<Quantity> columns;
    for (const Built& b : ends_) {
      columns.clear();
      for (const assembly::Series& s : b.series) {
        for (Quantity& q : columns_of(s)) columns.push_back(std::move(q));
      }
      if (find_column(t.quantity, columns)) return;
    }
    wrong("lengthen.quantity", fmt::format("lengthen.quantity = {} is not a column of the cases", t.quantity),
          column_hint(t.quantity, columns), code::kUnknownName);
  }

  void spectra() {
    const double row = ends_.back().row;
    constexpr double kFewest = 8.0;  // samples of a segment (collect.h)
    if (study_.keep.spectra.empty() || study_.keep.spectrum_segment >= kFewest * row) return;
    wrong("results.spectrum_segment",
          fmt::format("results.spectrum_segment = {:g} s holds fewer than 8 rows of {:g} s",
                      study_.keep.spectrum_segment, row),
          "give a longer segment or a shorter output.time_step");
  }

  void finish() const { diagnostics_.throw_if_errors(); }

 private:
  double window_of(const Built& b) const { return b.end - study_.keep.from.value_or(b.begin); }
  void wrong(const std::string& key, const std::string& text, const std::string& remedy,
             const char* code = "contradiction") {
    Origin place{study_.file.string(), 0, 0, key};
    const Parameter* at = &study_.tree;
    std::istringstream parts(key);
    for (std::string part; at != nullptr && std::getline(parts, part, '.');) at = at->find(part);
    if (at != nullptr) place = at->origin;
    code::error(code, diagnostics_, std::move(place), text, remedy);
  }

  const Study& study_;
  std::vector<Built> ends_;
  Diagnostics diagnostics_;
};

}  // namespace

void check_against_cases(const Study& study, const model::CaseTemplate& base, const std::vector<Condition>& conditions,
                         assembly::SharedData& shared) {
  if (conditions.empty()) return;
  std::vector<Built> ends = ends_of(study, base, conditions, shared);
  if (ends.empty()) return;
  Check check(study, std::move(ends));
  check.datasets("results.statistics", study.keep.statistics);
  check.datasets("results.spectra", study.keep.spectra);
  check.datasets("results.series", study.keep.series);
  check.ptos();
  check.until();
  check.window();
  check.spectra();
  check.finish();
}

}  // namespace swell::batch
