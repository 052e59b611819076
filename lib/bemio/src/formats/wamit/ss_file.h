/// Radiation state space of OpenFAST's SS_Fitting (.ss) beside a set.
#pragma once

#include <filesystem>

#include "swell/bemio/read.h"

namespace swell::bemio {

/// Adds the realisation of the .ss beside `main`, if there is one, to the bodies of `data` (assembled already), entry
/// by entry. A damaged file, or one for other dofs or an unknown water, costs the realisation and a note.
void add_ss_beside(const std::filesystem::path& main, const ReadOptions& options, hydro::HydroData& data);

}  // namespace swell::bemio
