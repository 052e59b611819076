/// From a case file to a Model, and back.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/case/model.h"

namespace swell::model {

/// Reads a case file and checks all that can be told from it alone: keys, types, ranges, contradictions, names, files.
/// @param overrides  key=value as --set takes them; list items by their name: "ptos.PTO1.damping=2e6"
/// @throws InputError with every mistake
Model read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

/// The same with the mistakes in `diagnostics`; what could be read is returned.
Model read_case(const std::filesystem::path& file, const std::vector<std::string>& overrides, Diagnostics& diagnostics);

/// Reads a text as if it stood in `file` (relative paths are relative to its folder).
Model read_case_text(const std::string& text, const std::filesystem::path& file,
                     const std::vector<std::string>& overrides, Diagnostics& diagnostics);

/// The checks across structures: unique names, joints that name bodies, contradictions. Ranges as well, so that a Model
/// filled by hand is checked like a file. read_case has done it already.
void validate(const Model& model, Diagnostics& diagnostics);

/// The case as YAML: what was given and the defaults, overrides included, without comments.
std::string write_case(const Model& model);

}  // namespace swell::model
