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
  std::vector<assembly::Series> all = reader.signals();
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& series) { return series.path == "/time"; }),
            all.end());
  for (const assembly::Series& series : all) {
    if (!assembly::selected(series, select)) continue;
    const run::Table table = reader.read(series.path);
    if (table.rows != recording.time.size() || table.columns == 0) continue;
    const std::vector<std::string> units = units_of_columns(table.units, table.columns);
    for (std::size_t k = 0; k < table.columns; ++k) {
      if (!assembly::selected(series, static_cast<int>(k) + 1, select)) continue;
      const std::string label = k < table.labels.size() ? table.labels[k]
                                : table.columns > 1     ? std::to_string(k + 1)
                                                        : "";
      recording.signals.push_back({series.path, label, units[k], table.column(k), series.port});
    }
  }
  for (const std::string& pattern : select) {
    if (std::any_of(all.begin(), all.end(),
                    [&](const assembly::Series& s) { return assembly::selected(s, {pattern}); }))
      continue;
    throw InputError(Origin{file, 0, 0, ""}, fmt::format("no dataset matches {}", pattern),
                     assembly::signal_hint(pattern, all, assembly::Takes::patterns));
  }
  return recording;
}

std::optional<double> averages_from(const std::string& file) {
  return run::ResultsReader(file, Containment::child_process).number("averages_from");
}

std::vector<std::string> run_warnings(const std::string& file) {
  return run::ResultsReader(file, Containment::child_process).texts("warnings");
}

}  // namespace swell::command
