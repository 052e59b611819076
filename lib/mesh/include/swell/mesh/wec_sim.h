/// Nonlinear buoyancy and Froude-Krylov correction exactly as WEC-Sim 7.1 computes them, for `reproduce: wec-sim`.
///
/// One point per triangle (its centroid), in or out of the water as a whole. The Froude-Krylov term is the sum at the
/// displaced pose less the sum at the mean pose, to be added to the linear excitation of the BEM data. Slips that are
/// kept: in a regular wave both sums use the elevation at the displaced centroids, and this elevation carries the ramp
/// that the force gets again; with `mean` the elevation is 0, so that the correction in a regular wave vanishes; in an
/// irregular sea, components with h > pi/(2k) take the exponential profile and the first direction's phases; with
/// several directions earlier ones are counted again with each later one. Not kept: NaN at t = 0 without a ramp.
/// Source: WEC-Sim `nonLinearBuoyancy.m`, `nonFKForce.m`; only the first sea of the list acts.
#pragma once

#include <vector>

#include "swell/mesh/triangle_mesh.h"
#include "swell/mesh/wave_field.h"

namespace swell::mesh {

/// Centroids, unit normals and areas, vertices relative to the cg in axes parallel to the world at the mean pose.
struct WecSimMesh {
  explicit WecSimMesh(const TriangleMesh& mesh);
  Eigen::Matrix3Xd centroids, normals;
  Eigen::ArrayXd areas;
};

struct WecSimMeshScratch {
  explicit WecSimMeshScratch(const WecSimMesh& mesh);
  Eigen::Matrix3Xd points, normals;           // displaced
  Eigen::ArrayXd elevation, displaced, mean;  // at displaced centroids; pressures
};

/// Wrench of -rho g z over the panels with z <= eta, about the displaced cg [N, N m]; weight is not in it.
/// @param surface mean: WEC-Sim's nonlinearHydro 1, instantaneous: 2
Vector6 wec_sim_buoyancy(const WecSimMesh& mesh, const waves::SeaState& sea, double time, const Matrix3& R_WB,
                         const Vector3& p_WC, Surface surface, WecSimMeshScratch& scratch);

/// Froude-Krylov correction about the cg [N, N m], the outer ramp included. Zero in still water.
/// @param p_mean  the cg at the mean pose [m]
Vector6 wec_sim_froude_krylov(const WecSimMesh& mesh, const waves::SeaState& sea, double time, const Matrix3& R_WB,
                              const Vector3& p_WC, const Vector3& p_mean, Surface surface, WecSimMeshScratch& scratch);

}  // namespace swell::mesh
