/// The hydrodynamic data of a case before it runs, by the tests of `bemio check`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/model/model.h"

namespace swell::run {

/// What `bemio check` calls bad in the sets of the case, as warnings, where the case takes what the test looks at. A
/// sense of phase that the case turns round is no longer there. Of sets with more than 60 motions a note is left.
/// @param files  BEMIO files, read or computed
void examine_hydro_data(const std::vector<std::filesystem::path>& files, const model::Model& model,
                        Diagnostics& diagnostics, std::vector<std::string>& notes);

}  // namespace swell::run
