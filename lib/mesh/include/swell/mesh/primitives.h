/// Meshes of simple bodies, closed and with outward normals, centred on the origin: for tests, examples and devices
/// that have no file. Vertices lie on the true surface, so curved bodies are slightly too small (second order in panel
/// size).
#pragma once

#include "swell/mesh/triangle_mesh.h"

namespace swell::mesh {

/// Sphere from an icosahedron, every triangle split into four `levels` times: 20 * 4^levels triangles.
TriangleMesh icosphere(double radius, int levels);

/// Box of lengths [m], each face of n[i] x n[j] rectangles of two triangles.
TriangleMesh box(const Vector3& lengths, const Eigen::Vector3i& n = {1, 1, 1});

/// Upright cylinder: `around` sides, `along` rings in height, `rings` in the end caps.
TriangleMesh cylinder(double radius, double height, int around, int along, int rings);

}  // namespace swell::mesh
