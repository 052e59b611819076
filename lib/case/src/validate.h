// The checks across keys, by part of the case.
#pragma once

#include <optional>

#include "swell/case/model.h"

namespace swell::model {

void validate_simulation(const Model& model, Diagnostics& diagnostics);
void validate_waves(const Model& model, Diagnostics& diagnostics);
void validate_bodies(const Model& model, Diagnostics& diagnostics);
void validate_joints(const Model& model, Diagnostics& diagnostics);
void validate_names(const Model& model, Diagnostics& diagnostics);
void validate_output(const Model& model, Diagnostics& diagnostics);

/// The case came from a program's own tree or text: its file is a folder ("inputs/sphere/") for relative paths.
inline bool in_memory(const Model& model) { return !model.file.empty() && !model.file.has_filename(); }

/// The shortest of the seas' periods [s], the peak's of a spectrum; nothing in still water and imported seas.
std::optional<double> shortest_period(const Model& model);

/// "bodies.float" of a structure, from its origin or from its list and name.
std::string label_of(const Source& source, const std::string& list, const std::string& name);

}  // namespace swell::model
