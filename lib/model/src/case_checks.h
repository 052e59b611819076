// The checks across keys, by part of the case.
#pragma once

#include "swell/model/model.h"

namespace swell::model {

void validate_simulation(const Model& model, Diagnostics& diagnostics);
void validate_waves(const Model& model, Diagnostics& diagnostics);
void validate_bodies(const Model& model, Diagnostics& diagnostics);
void validate_joints(const Model& model, Diagnostics& diagnostics);
void validate_names(const Model& model, Diagnostics& diagnostics);
void validate_output(const Model& model, Diagnostics& diagnostics);

}  // namespace swell::model
