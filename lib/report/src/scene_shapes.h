#pragma once

#include <filesystem>

#include "swell/base/parameter.h"
#include "swell/mesh/triangle_mesh.h"

namespace swell::report {

/// The shape of a device file's or a case's `geometry`, about its own origin; no triangles for what has none.
/// @param folder  where files of shapes count from   @throws InputError for a file that cannot be read
mesh::TriangleMesh mesh_of_shape(const Parameter& geometry, const std::filesystem::path& folder);

}  // namespace swell::report
