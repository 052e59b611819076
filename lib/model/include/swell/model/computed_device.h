/// The device file that a case with `hydro_data: {compute: ...}` stands for.
#pragma once

#include "swell/base/error.h"
#include "swell/base/parameter.h"
#include "swell/model/model.h"

namespace swell::model {

/// Settings of a body whose data are computed with the case; null for others.
const Parameter* asked_to_compute(const Body& body);

/// Water of the case, geometries and centres of gravity of its bodies, settings of the body that gives them.
/// Bodies are in the order of their names. Without a body to compute the tree has no `bodies`.
Parameter computed_device(const Model& model, Diagnostics& diagnostics);

}  // namespace swell::model
