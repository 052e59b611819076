// Scenario files of OSP: what happens to variables at given times.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/error.h"

namespace swell::cosim {

/// From `time` on the variable has the value (override), is moved by it (bias), or is itself again (reset).
struct ScenarioEvent {
  enum class Action { override_value, bias, reset };
  double time = 0.0;  ///< [s]
  std::string unit, variable;
  Action action = Action::override_value;
  double value = 0.0;  ///< in the FMU's unit
  Origin origin;
};

struct Scenario {
  std::optional<double> end;  ///< [s]
  Origin end_origin;
  std::vector<ScenarioEvent> events;  ///< by time
};

/// @throws InputError when the file is not there or is no JSON; other mistakes go to the diagnostics
Scenario read_scenario(const std::filesystem::path& file, Diagnostics& diagnostics);

}  // namespace swell::cosim
