#include "swell/run/judge_case.h"

#include "swell/assembly/built_case.h"

namespace swell::run {

CaseVerdict judge_case(const model::Model& model, Diagnostics found, const RunOptions* run) {
  CaseVerdict verdict;
  if (found.has_errors()) {
    assembly::check_data(model, found);
    if (run != nullptr && !model.file.empty()) check_outputs(model, *run, found);
  } else {
    assembly::collect(found, [&] { verdict.notes = check_case(model, found, run != nullptr ? *run : RunOptions{}); });
  }
  verdict.good = !found.has_errors();
  verdict.diagnostics = found.list();
  verdict.warnings = model.warnings;
  for (Diagnostic& warning : warnings_in(found.list())) add_once(verdict.warnings, std::move(warning));
  return verdict;
}

}  // namespace swell::run
