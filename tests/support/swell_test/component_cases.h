// Cases of components in a few lines: read, run, and what `swell check` says of them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "swell/model/read_case.h"
#include "swell/run/run.h"

namespace swell::run {

using Values = std::map<std::string, std::vector<double>>;

inline model::Model read_text(const std::string& text, const std::filesystem::path& file = "case.yaml") {
  Diagnostics diagnostics;
  model::Model model = model::read_case_text(text, file, {}, diagnostics);
  diagnostics.throw_if_errors();
  return model;
}

/// All datasets at the last output time, or the first at or after `until`.
inline Values run(const model::Model& model, double until = 1e300) {
  CaseRun run(model);
  Values values;
  run.run([&](double time) {
    for (std::size_t i = 0; i < run.series().size(); ++i) {
      const auto width = static_cast<std::size_t>(std::max(1, run.series()[i].width));
      values[run.series()[i].path].assign(run.values(i), run.values(i) + width);
    }
    return time < until - 1e-9;
  });
  return values;
}

inline std::vector<std::string> faults(const std::string& text) {
  std::vector<std::string> texts;
  Diagnostics diagnostics;
  try {
    check_case(read_text(text), diagnostics);
  } catch (const InputError& error) {
    diagnostics.add(error.diagnostics());
  }
  for (const Diagnostic& d : diagnostics.list()) {
    if (d.severity == Severity::error) texts.push_back(d.text());
  }
  return texts;
}

/// The warnings of a whole run.
inline std::vector<std::string> run_warnings(const std::string& text) {
  const model::Model model = read_text(text);
  CaseRun run(model);
  run.run([](double) { return true; });
  std::vector<std::string> texts;
  for (const Diagnostic& d : run.warnings()) texts.push_back(d.text());
  return texts;
}

inline const char* const kTutorial = R"(simulation: {duration: 10, time_step: 0.002, integrator: rk4}
components:
  - {name: M, type: point-mass, mass: 1, gravity: -9.81, position: [0, 0, -5]}
  - {name: S, type: spring, stiffness: 100, length: 10}
connections:
  - {value: [0, 0, -10], to: S.position_a}
  - {from: M.position, to: S.position_b}
  - {from: S.force_b, to: M.force}
output: {time_step: 0.1}
)";

inline const std::string kCart = R"(simulation: {duration: 2, time_step: 0.01, integrator: rk4}
bodies:
  - {name: cart, mass: 100, inertia: [1, 1, 1], center_of_gravity: [0, 0, 0]}
)";

}  // namespace swell::run
