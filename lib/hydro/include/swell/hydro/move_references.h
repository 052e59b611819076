/// Hydrodynamic data about other points than those they were computed about.
#pragma once

#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// The same coefficients about points `arms` [m] away (new less old reference of each body, design pose). Motions of
/// the old points are T times those of the new ones; forces go back by T transposed.
/// Stored state spaces are dropped: they belong to the old points.
void move_references(HydroData& data, const std::vector<Vector3>& arms);

}  // namespace swell::hydro
