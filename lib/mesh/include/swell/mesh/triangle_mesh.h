/// A closed surface of triangles: what it holds, and its integral properties.
///
/// Body axes, metres, origin where the file has it (for WEC-Sim's STL files the centre of gravity). The vertices of a
/// triangle run anticlockwise seen from the fluid, so that (b - a) x (c - a) points into the fluid.
#pragma once

#include <string>
#include <vector>

#include "swell/base/vector.h"

namespace swell::mesh {

struct TriangleMesh {
  Eigen::Matrix3Xd vertices;   ///< columns are points [m]; no two the same
  Eigen::Matrix3Xi triangles;  ///< columns are three indices into vertices
  std::vector<int> lines;      ///< line of each triangle in its text file; empty for binary files and primitives
  std::string file;            ///< where it came from, for messages; may be empty

  Eigen::Index size() const noexcept { return triangles.cols(); }
  Vector3 corner(Eigen::Index triangle, int i) const { return vertices.col(triangles(i, triangle)); }
};

/// Half of (b - a) x (c - a): the normal times the area [m2].
Vector3 area_vector(const TriangleMesh& mesh, Eigen::Index triangle);

/// The mesh moved by `shift` [m], scaled by `factor`, or with every triangle turned over.
TriangleMesh moved(TriangleMesh mesh, const Vector3& shift);
TriangleMesh scaled(TriangleMesh mesh, double factor);
TriangleMesh reversed(TriangleMesh mesh);

/// One mesh of both; vertices are not merged.
TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b);

/// Integrals over the closed surface and, by Gauss's theorem, over what it encloses (unit density).
struct MeshProperties {
  double area = 0.0;                                      ///< [m2]
  double volume = 0.0;                                    ///< [m3], negative for inward normals
  Vector3 centroid = Vector3::Zero();                     ///< of the volume [m]
  Matrix3 second_moment = Matrix3::Zero();                ///< integral of (x - centroid)(x - centroid)^T [m5]
  Vector3 low = Vector3::Zero(), high = Vector3::Zero();  ///< box around the vertices [m]

  /// Inertia tensor about the centroid at unit density, tr(S) 1 - S [m5].
  Matrix3 inertia() const { return second_moment.trace() * Matrix3::Identity() - second_moment; }
};

/// Exact for the polyhedron. Zero volume leaves the centroid at the origin.
MeshProperties properties(const TriangleMesh& mesh);

/// Greatest distance of a vertex from the origin [m].
double radius(const TriangleMesh& mesh);

/// Joins points closer than `tolerance` [m] and renumbers the triangles; the first of them stands for all.
TriangleMesh merged(const TriangleMesh& mesh, double tolerance);

}  // namespace swell::mesh
