// The only door to yaml-cpp: text to a tree of Parameters and back.
#pragma once

#include <string>

#include "swell/base/parameter.h"
#include "swell/model/read_case.h"

namespace swell::model {

/// Parses one YAML document. Syntax errors, duplicate keys and 1,5 within braces go to the diagnostics. Kind none when
/// nothing could be read.
Parameter parse_yaml(const std::string& text, const std::string& file, Diagnostics& diagnostics,
                     const FileKind& kind = kCaseFile);

/// A scalar as the case file understands it: strict decimal numbers, true, false, null, else text. No octal, no hex,
/// no infinity.
Parameter scalar_from(const std::string& text, bool quoted);

std::string to_yaml(const Parameter& tree);

/// Sets one value in the tree: "ptos.PTO1.damping=2e6".
void apply_override(Parameter& root, const std::string& assignment, Diagnostics& diagnostics);

}  // namespace swell::model
