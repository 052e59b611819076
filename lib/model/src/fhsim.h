// FhSim's input file as a case tree. Private to the library.
#pragma once

#include <string>

#include "swell/base/parameter.h"

namespace swell::model {

/// The tree of a case file that says what FhSim's XML says (theory/components.md, "FhSim"). SimObjects LinearSpring,
/// Mass and 3DBody become springs and point masses whose ports and states keep FhSim's names; any other SimObject is a
/// component type, of Swell or of the library LibName. Mistakes go to the diagnostics.
Parameter fhsim_tree(const std::string& text, const std::string& file, Diagnostics& diagnostics);

}  // namespace swell::model
