#include "recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "swell/assembly/series.h"
#include "swell/base/column_units.h"
#include "swell/base/error.h"
#include "swell/run/results_reader.h"

namespace swell::command {

analysis::Recording read_recording(const std::string& file, const std::vector<std::string>& select) {
  const run::ResultsReader reader(file, Containment::child_process);
  analysis::Recording recording;
  recording.name = file;
  recording.time = reader.read("/time").values;
  for (const std::string& path : reader.datasets()) {
    if (path == "/time" || !assembly::selected(path, select)) continue;
    const run::Table table = reader.read(path);
    if (table.rows != recording.time.size() || table.columns == 0) continue;
    const std::vector<std::string> units = units_of_columns(table.units, table.columns);
    for (std::size_t k = 0; k < table.columns; ++k) {
      const std::string label = k < table.labels.size() ? table.labels[k]
                                : table.columns > 1     ? std::to_string(k + 1)
                                                        : "";
      recording.signals.push_back({path, label, units[k], table.column(k)});
    }
  }
  for (const std::string& pattern : select) {
    const bool any = std::any_of(recording.signals.begin(), recording.signals.end(),
                                 [&](const analysis::Signal& s) { return assembly::selected(s.path, {pattern}); });
    if (!any)
      throw InputError(Origin{file, 0, 0, ""}, fmt::format("no dataset matches {}", pattern),
                       "patterns look like bodies.*.position; h5dump -n lists what there is");
  }
  return recording;
}

std::optional<double> averages_from(const std::string& file) {
  return run::ResultsReader(file, Containment::child_process).number("averages_from");
}

}  // namespace swell::command
