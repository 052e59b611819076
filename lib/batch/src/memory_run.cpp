#include "swell/batch/memory_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "swell/base/coded_error.h"
#include "swell/base/error.h"
#include "swell/base/error_codes.h"

namespace swell::batch {

const MemorySeries* MemoryRun::find(const std::string& path) const {
  const std::string wanted = path.compare(0, 1, "/") == 0 ? path : "/" + path;
  for (const MemorySeries& one : series) {
    if (one.series.path == wanted) return &one;
  }
  return nullptr;
}

namespace {
/// A pattern that picks nothing is a mistake: results without what was asked for look like a program that forgot it.
void check_patterns(const model::Model& model, const std::vector<std::string>& select, const run::CaseRun& run,
                    assembly::SharedData* shared) {
  Diagnostics diagnostics;
  for (const std::string& pattern : select) {
    const bool any = std::any_of(run.series().begin(), run.series().end(),
                                 [&](const assembly::Series& s) { return assembly::selected(s, {pattern}); });
    if (any) continue;
    code::error(code::kUnknownName, diagnostics, {}, fmt::format("select = {} picks no dataset of the case", pattern),
                assembly::signal_hint(pattern, run::CaseRun(model, shared).series(), assembly::Takes::patterns));
  }
  diagnostics.throw_if_errors();
}
}  // namespace

MemoryRun run_in_memory(const model::Model& model, const std::vector<std::string>& select, assembly::SharedData* shared,
                        const std::function<bool(double)>& progress) {
  std::vector<std::string> computed = select;
  if (!select.empty()) computed.emplace_back("ptos.*.power");  // for their means
  run::CaseRun run(model, shared, computed);
  check_patterns(model, select, run, shared);
  MemoryRun result;
  result.text = model.text;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < run.series().size(); ++i) {
    const assembly::Series& series = run.series()[i];
    if (!assembly::selected(series, select)) continue;
    kept.push_back(i);
    result.series.push_back({series, static_cast<std::size_t>(std::max(series.width, 1)), {}});
  }
  const double start = model.simulation.start, duration = model.simulation.duration;
  run::RunSummary summary = run.run_summary(model, [&](double time) {
    result.time.push_back(time);
    for (std::size_t i = 0; i < result.series.size(); ++i) {
      const double* values = run.values(kept[i]);
      result.series[i].values.insert(result.series[i].values.end(), values, values + result.series[i].columns);
    }
    if (progress && !progress((time - start) / duration)) result.stopped = true;
    return !result.stopped;
  });
  result.ptos = std::move(summary.ptos);
  result.electrical = std::move(summary.electrical);
  result.warnings = run.warnings();
  result.notes = run.notes();
  result.notes.insert(result.notes.end(), summary.notes.begin(), summary.notes.end());
  result.wave_power = run.wave_power();
  result.steps = run.steps();
  return result;
}

}  // namespace swell::batch
