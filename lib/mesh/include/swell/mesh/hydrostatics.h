/// What of a mesh is below the plane z = 0, exactly: every triangle is cut at the plane and polynomials are integrated
/// over the wet polygons (Gauss's theorem turns volume and waterplane integrals into surface integrals).
///
///   V = int z n_z dS,   A_w = -int n_z dS,   waterplane int f dA = -int f n_z dS,   f = x, y, x2, xy, y2
///
/// Source: [Newman1977, 6.16]; stiffness as WAMIT's manual, ch. 3 (buoyancy part).
#pragma once

#include "swell/mesh/mesh_load.h"
#include "swell/mesh/triangle_mesh.h"

namespace swell::mesh {

/// The wet part, in the world frame (z = 0 is the still water).
struct WetPart {
  double volume = 0.0;                 ///< [m3]
  double area = 0.0;                   ///< wetted surface [m2]
  Vector3 centroid = Vector3::Zero();  ///< centre of buoyancy [m]; the mesh's origin when nothing is wet
  double waterplane = 0.0;             ///< area of the waterplane [m2]
  Eigen::Vector2d floatation = Eigen::Vector2d::Zero();  ///< centroid of the waterplane [m]
  /// Integrals of x2, xy, y2 over the waterplane about the point below or above the mesh's origin [m4].
  Vector3 waterplane_moments = Vector3::Zero();
};

/// @param R_WB orientation, p_WO place of the mesh's origin in the world [m]
WetPart wet_part(const TriangleMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO);

/// Potential of buoyancy in still water [J]: -rho g int z dV over what is below z = 0, the energy of the water that the
/// body keeps away. Allocates nothing.
double buoyancy_energy(const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO, double density,
                       double gravity);

/// Restoring matrix of buoyancy about the point p_WP [N/m, N, N m]: force = -C displacement for the change of the
/// buoyancy wrench. Weight has none about the cg.
Matrix6 hydrostatic_stiffness(const WetPart& wet, const Vector3& p_WO, const Vector3& p_WP, double density,
                              double gravity);

}  // namespace swell::mesh
