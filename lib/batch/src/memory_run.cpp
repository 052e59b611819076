#include "swell/batch/memory_run.h"

#include <algorithm>

namespace swell::batch {

const MemorySeries* MemoryRun::find(const std::string& path) const {
  const std::string wanted = path.compare(0, 1, "/") == 0 ? path : "/" + path;
  for (const MemorySeries& one : series) {
    if (one.series.path == wanted) return &one;
  }
  return nullptr;
}

MemoryRun run_in_memory(const model::Model& model, const std::vector<std::string>& select, model::SharedData* shared,
                        const std::function<bool(double)>& progress) {
  model::CaseRun run(model, shared, select);
  MemoryRun result;
  for (const model::Series& series : run.series())
    result.series.push_back({series, static_cast<std::size_t>(std::max(series.width, 1)), {}});
  const double start = model.simulation.start, duration = model.simulation.duration;
  run.run([&](double time) {
    result.time.push_back(time);
    for (std::size_t i = 0; i < result.series.size(); ++i) {
      const double* values = run.values(i);
      result.series[i].values.insert(result.series[i].values.end(), values, values + result.series[i].columns);
    }
    if (progress && !progress((time - start) / duration)) result.stopped = true;
    return !result.stopped;
  });
  result.warnings = run.warnings();
  result.notes = run.notes();
  result.wave_power = run.wave_power();
  result.steps = run.steps();
  return result;
}

}  // namespace swell::batch
