#include "swell/run/assess_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "swell/assembly/built_case.h"
#include "swell/components/called.h"

namespace swell::run {

CaseAssessment assess_case(const model::Model& model, Diagnostics found, const RunOptions* run) {
  CaseAssessment assessment;
  if (found.has_errors()) {
    assembly::check_data(model, found);
    if (run != nullptr && !model.file.empty()) check_outputs(model, *run, found);
  } else {
    assembly::collect(found,
                      [&] { assessment.notes = check_case(model, found, run != nullptr ? *run : RunOptions{}); });
  }
  assessment.good = !found.has_errors();
  assessment.diagnostics = found.list();
  assessment.warnings = model.warnings;
  for (Diagnostic& warning : found.warnings()) add_once(assessment.warnings, std::move(warning));
  return assessment;
}

void refuse_libraries(const model::Model& model, Diagnostics& diagnostics, bool fmus) {
  std::set<std::string> named;
  for (const model::Component& component : model.components) {
    const auto refuse = [&](const char* key, const std::string& program) {
      if (program.empty() || !named.insert(program).second) return;
      diagnostics.error(
          component.source.of(key),
          fmt::format("components.{}.{} = {} was not loaded: it is a program of the case's author, which runs as soon "
                      "as it is loaded",
                      component.name, key, program),
          "give --allow-libraries where you trust it (Python: allow_libraries=True; C: swell_case_allow_libraries)");
    };
    refuse("library", component.library);
    const Parameter* file = fmus && component.type == "fmu" ? component.parameters.find("file") : nullptr;
    if (file != nullptr) refuse("file", file->text);
  }
}

void require_functions(const model::Model& model) {
  if (components::finds_functions()) return;
  Diagnostics diagnostics;
  for (const model::Component& component : model.components) {
    if (component.type != "python") continue;
    diagnostics.error(
        component.source.of("type"),
        fmt::format("components.{}: a function of Python, and this program has no Python", component.name),
        fmt::format("run the case from Python: swell.load(\"{}\").run()", model.file.string()));
  }
  diagnostics.throw_if_errors();
}

}  // namespace swell::run
