// Numbers of the case that an importer may set before it starts. Private to the library.
#pragma once

#include <string>
#include <vector>

#include "swell/model/model.h"

namespace swell::fmu {

struct CaseNumber {
  std::string key, unit, help;
  double value = 0.0;
  Bounds bounds;
};

/// What may be another from run to run: physics and laws, not how the run is made.
std::vector<CaseNumber> parameters_of(const model::Model& model);

}  // namespace swell::fmu
