/// Nonlinear hydrostatic and Froude-Krylov load: pressure integrated over the wet surface at the instantaneous pose.
///
///   F = - int p n dS,   M = - int p (x - x_O) x n dS,   p = -rho g z (hydrostatic) + p_d (Froude-Krylov)
///
/// over the part below z = 0 (Surface::mean) or below the elevation (Surface::instantaneous). Pressure and elevation
/// are linear over each triangle between their values at the corners, and the integrals are exact for that:
/// hydrostatics at still water is exact for the polyhedron, waves converge with the square of the panel size. A
/// triangle that pierces the surface is cut where the linear level is zero.
///
/// At the cut p_d = rho g eta (D = 1 at the surface in both cases), so that on the instantaneous surface the whole
/// pressure is zero there. Wrenches: about the mesh's origin (the cg for WEC-Sim's files), world axes [N, N m].
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "swell/mesh/triangle_mesh.h"
#include "swell/mesh/wave_field.h"

namespace swell::mesh {

/// A mesh prepared for pressure: the integral of a corner's linear shape function times (n, x x n), gathered per
/// vertex, so that a wholly wet part costs six products per vertex. Vertices and panels are sorted from the bottom up.
class PressureMesh {
 public:
  explicit PressureMesh(const TriangleMesh& mesh);

  Eigen::Index panels() const noexcept { return triangles_.cols(); }
  Eigen::Index points() const noexcept { return vertices_.rows(); }
  const Eigen::Matrix<double, Eigen::Dynamic, 3>& vertices() const noexcept { return vertices_; }  ///< rows, body axes
  const Eigen::Matrix3Xi& triangles() const noexcept { return triangles_; }  ///< lowest corner first
  const Eigen::Matrix3Xd& areas() const noexcept { return areas_; }          ///< normal vectors of panels [m2]
  /// Highest corner of the first triangles, up to this one.
  const std::vector<int>& highest_corners() const noexcept { return highest_corners_; }
  double longest_edge() const noexcept { return edge_; }                                     ///< [m]
  const Eigen::Matrix<double, Eigen::Dynamic, 6>& loads() const noexcept { return loads_; }  ///< per vertex [m2, m3]
  double radius() const noexcept { return radius_; }  ///< greatest distance of a vertex from the origin [m]

  /// The region for a WaveField when the origin stands at most `height` [m] below and above its design height z.
  FieldRegion region(double z, double height) const { return {radius_, radius_ + height - std::min(z, 0.0)}; }

 private:
  Eigen::Matrix<double, Eigen::Dynamic, 3> vertices_;
  Eigen::Matrix<double, Eigen::Dynamic, 6> loads_;
  Eigen::Matrix3Xd areas_;
  Eigen::Matrix3Xi triangles_;
  std::vector<int> highest_corners_;
  double radius_ = 0.0, edge_ = 0.0;
};

/// Caller-owned memory of one mesh load; sized once.
struct MeshLoadScratch {
  MeshLoadScratch() = default;
  explicit MeshLoadScratch(const PressureMesh& mesh);
  std::vector<double> x, y, z, elevation, level, hydrostatic, dynamic;
  std::vector<std::uint8_t> wet;
  std::vector<int> cut;  ///< panels
  WaveFieldScratch field;
};

struct MeshWrench {
  Vector6 hydrostatic = Vector6::Zero();    ///< of -rho g z; weight is not in it
  Vector6 froude_krylov = Vector6::Zero();  ///< of the dynamic pressure
};

/// Both loads in the wave field. Allocates nothing once the scratch has been used.
MeshWrench nonlinear_loads(const PressureMesh& mesh, const WaveField& field, double time, const Matrix3& R_WB,
                           const Vector3& p_WO, Surface surface, MeshLoadScratch& scratch);

/// Buoyancy in still water.
Vector6 nonlinear_hydrostatics(const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO, double density,
                               double gravity, MeshLoadScratch& scratch);

/// The Froude-Krylov part of nonlinear_loads.
inline Vector6 nonlinear_froude_krylov(const PressureMesh& mesh, const WaveField& field, double time,
                                       const Matrix3& R_WB, const Vector3& p_WO, Surface surface,
                                       MeshLoadScratch& scratch) {
  return nonlinear_loads(mesh, field, time, R_WB, p_WO, surface, scratch).froude_krylov;
}

/// Linear Froude-Krylov coefficients per component, 6 x n [N/m, N]: the force at the mean pose is
/// R(t) Re sum a X exp(i(omega t + phase)). What to take from BEM excitation when the nonlinear force is added.
/// @param water_depth [m]; absent: infinite
Eigen::Matrix<std::complex<double>, 6, Eigen::Dynamic> froude_krylov_coefficients(
    const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO,
    const Eigen::Ref<const Eigen::ArrayXd>& wavenumber, const Eigen::Ref<const Eigen::ArrayXd>& direction,
    const std::optional<double>& water_depth, double density, double gravity);

}  // namespace swell::mesh
