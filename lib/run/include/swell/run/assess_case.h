/// The one judgement of a case before it runs, whoever asks: the command, C or Python.
#pragma once

#include <string>
#include <vector>

#include "swell/run/run.h"

namespace swell::run {

/// Everything that `swell check` says of a case.
struct CaseAssessment {
  std::vector<Diagnostic> diagnostics;  ///< errors and warnings, as they were found
  std::vector<Diagnostic> warnings;     ///< of a case without errors, each once
  std::vector<std::string> notes;       ///< what the reader should know
  bool good = false;                    ///< no errors
};

/// @param model  as it was read  @param found  what reading it found
/// @param run    whose files are judged with it; null: those of no run, when the case is wrong already
CaseAssessment assess_case(const model::Model& model, Diagnostics found, const RunOptions* run);

/// An error for each component library that the case names: who looks at a case before it runs has agreed to nothing
/// yet, and a library is a program of the case's author. A run is that program by intent.
/// @param fmus  for each FMU as well: it is a program too, loaded once the equations are called; before that only its
///              description is read
void refuse_libraries(const model::Model& model, Diagnostics& diagnostics, bool fmus = false);

/// Before a case is computed: components of type `python` need a program that has Python.
/// @throws InputError with each of them, in a program without
void require_functions(const model::Model& model);

}  // namespace swell::run
