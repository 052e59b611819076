#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <tuple>

#include "swell/base/failed_write.h"
#include "swell/cosim/system_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/run.h"

namespace swell::command {

void report_input_errors(std::vector<Diagnostic> diagnostics, bool json) {
  // In the order of the case file; what stands elsewhere follows as it was found.
  const auto first =
      std::find_if(diagnostics.begin(), diagnostics.end(), [](const auto& d) { return d.origin.line > 0; });
  const std::string file = first == diagnostics.end() ? "" : first->origin.file;
  const auto elsewhere = std::stable_partition(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) {
    return d.origin.line > 0 && d.origin.file == file;
  });
  std::stable_sort(diagnostics.begin(), elsewhere, [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.origin.line, a.origin.column) < std::tie(b.origin.line, b.origin.column);
  });
  // The reader and the builder may have found the same: each once.
  std::set<std::string> texts;
  diagnostics.erase(std::remove_if(diagnostics.begin(), diagnostics.end(),
                                   [&](const Diagnostic& d) { return !texts.insert(d.text()).second; }),
                    diagnostics.end());
  const auto errors = std::count_if(diagnostics.begin(), diagnostics.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
  for (std::size_t i = 0; i < diagnostics.size() && i < kMostMistakes; ++i) put(stderr, "{}\n", diagnostics[i].text());
  if (diagnostics.size() > kMostMistakes) put(stderr, "and {} more\n", diagnostics.size() - kMostMistakes);
  put(stderr, "{} error{} in the input\n", errors, errors == 1 ? "" : "s");
  if (json) print_input_errors(diagnostics);
}

void report_failure(const SimulationError& error, bool json) {
  const bool of_file = dynamic_cast<const FailedWrite*>(&error) != nullptr;
  put(stderr, "{}: {}\n", of_file ? "swell" : "the simulation failed", error.what());
  if (!json) return;
  print_json({{"status", "failed"},
              {"message", error.message()},
              {"time", error.time()},
              {"component", error.component()},
              {"quantity", error.quantity()},
              {"value", error.value() ? Json(*error.value()) : Json()},
              {"warnings", to_json(error.warnings())}});
}

void report_warnings(const std::vector<Diagnostic>& warnings) {
  // Reader, rehearsal and builder may have found the same: each once.
  static std::set<std::string> reported;
  for (const Diagnostic& warning : warnings) {
    if (reported.insert(warning.sentence()).second) put(stderr, "warning: {}\n", warning.sentence());
  }
}

std::string with_prefix(double value, const std::string& unit) {
  if (!std::isfinite(value)) return fmt::format("{} {}", value, unit);
  static constexpr struct {
    double factor;
    const char* prefix;
  } kPrefixes[] = {{1.0e9, "G"}, {1.0e6, "M"}, {1.0e3, "k"}, {1.0, ""}, {1.0e-3, "m"}};
  for (const auto& p : kPrefixes) {
    if (std::abs(value) >= p.factor * 0.99995) return fmt::format("{:.4g} {}{}", value / p.factor, p.prefix, unit);
  }
  return fmt::format("{:.4g} {}", value, unit);
}

bool read_and_check(const CaseOptions& options, model::Model& model, const run::RunOptions* run, bool check_build,
                    std::vector<std::string>* notes) {
  Diagnostics diagnostics;
  model = cosim::read_case(options.file, options.overrides, diagnostics, options.scenario);
  model.containment = Containment::child_process;
  if (!options.allow_libraries) run::refuse_libraries(model, diagnostics, options.evaluates);
  if (!diagnostics.has_errors() && !check_build) return true;
  run::CaseAssessment assessment = run::assess_case(model, diagnostics, run);
  if (!assessment.good) {
    report_input_errors(std::move(assessment.diagnostics), options.json);
    return false;
  }
  model.warnings = std::move(assessment.warnings);
  if (notes != nullptr) *notes = std::move(assessment.notes);
  return true;
}

}  // namespace swell::command
