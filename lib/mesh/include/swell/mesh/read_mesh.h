/// Reads surface meshes: STL (ASCII and binary, distinguished by content) and Wavefront OBJ (polygons are split into
/// fans).
#pragma once

#include <filesystem>

#include "swell/base/error.h"
#include "swell/mesh/triangle_mesh.h"

namespace swell::mesh {

/// Largest angle between an STL facet's stored normal and that of its vertices before the file is called inconsistent.
constexpr double kNormalTolerance = 0.5;  ///< [rad]; files store few digits and slivers scatter

/// The mesh with equal points joined (closer than 1e-6 of the box's diagonal, the digits of a single-precision file).
/// @throws InputError with every mistake found: no such file, unknown kind, truncation, numbers that are none, facets
///   without three vertices, indices out of range, stored normals against the order of the vertices. Texts name the
///   line (text files) or the facet (binary, from 1). Facets without area are left out, with a warning.
/// @param diagnostics takes warnings
TriangleMesh read_mesh(const std::filesystem::path& file, Diagnostics& diagnostics);

/// The same from memory; `name` stands for the file in messages and its ending is not used.
TriangleMesh parse_stl(const std::string& content, const std::string& name, Diagnostics& diagnostics);
TriangleMesh parse_obj(const std::string& content, const std::string& name, Diagnostics& diagnostics);

}  // namespace swell::mesh
