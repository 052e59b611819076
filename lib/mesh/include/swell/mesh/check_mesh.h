/// Says whether a mesh can carry pressure: closed, turned outwards, in metres, where the coefficients have it.
#pragma once

#include "swell/base/error.h"
#include "swell/mesh/triangle_mesh.h"

namespace swell::mesh {

/// Errors when the surface has holes (edges of one facet), sheets (edges of three or more), neighbours turned against
/// each other, or encloses a negative volume (inside out); each with the number of places and the first of them (line
/// of the file, or facet, and position).
void check_surface(const TriangleMesh& mesh, Diagnostics& diagnostics);

/// Compares the wet part at the design pose (axes parallel to the world, origin at p_WO) with the displaced volume and
/// centre of buoyancy (world) of the BEM data. Beyond `tolerance` (share of the volume; of its cube root for the
/// centre) a warning, beyond half of the volume an error. When another unit, or an origin at the world's instead of the
/// cg, would explain the difference, the remedy says so.
void check_displacement(const TriangleMesh& mesh, const Vector3& p_WO, double volume, const Vector3& centre,
                        Diagnostics& diagnostics, double tolerance = 0.05);

}  // namespace swell::mesh
