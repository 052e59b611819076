/// One case with its results in memory: what the C interface and Python hand out.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "swell/run/run.h"

namespace swell::batch {

struct MemorySeries {
  assembly::Series series;
  std::size_t columns = 1;
  std::vector<double> values;  ///< row by row
};

struct MemoryRun {
  std::string text;          ///< of the case file
  std::vector<double> time;  ///< [s]
  std::vector<MemorySeries> series;
  std::vector<Diagnostic> warnings;
  std::vector<std::string> notes;
  double wave_power = 0.0;  ///< [W/m]
  long steps = 0;
  bool stopped = false;                                    ///< by `progress`
  std::vector<run::PtoSummary> ptos;                       ///< absorbed power, as swell run prints it
  std::vector<std::pair<std::string, double>> electrical;  ///< [W] mean of each component's electrical_power

  /// By path, with or without the leading slash; null when there is none.
  const MemorySeries* find(const std::string& path) const;
};

/// @param select    patterns as output.select; empty: everything
/// @param progress  called at each output time with the fraction done; returns false to stop; may be empty
/// @throws InputError, SimulationError
MemoryRun run_in_memory(const model::Model& model, const std::vector<std::string>& select = {},
                        assembly::SharedData* shared = nullptr, const std::function<bool(double)>& progress = {});

}  // namespace swell::batch
