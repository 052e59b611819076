/// The hydrodynamic data of a case before it runs, by the tests of `bemio check`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "swell/assembly/shared_data.h"
#include "swell/base/error.h"
#include "swell/hydro/hydro_data.h"
#include "swell/model/model.h"

namespace swell::run {

/// What `bemio check` calls bad in the sets of the case, as warnings, where the case takes what the test looks at. A
/// sense of phase that the case turns round is no longer there. Of sets with more than 60 motions a note is left.
/// @param data  as BuiltCase::hydro_data   @param shared  keeps the findings
void examine_hydro_data(const std::vector<std::shared_ptr<const hydro::HydroData>>& data, const model::Model& model,
                        assembly::SharedData& shared, Diagnostics& diagnostics, std::vector<std::string>& notes);

}  // namespace swell::run
