#include "swell/mesh/wec_sim.h"

#include <cmath>

#include "swell/waves/wec_sim_kinematics.h"

namespace swell::mesh {
namespace {

void displace(const WecSimMesh& mesh, const Matrix3& R, const Vector3& p, WecSimMeshScratch& scratch) {
  for (Eigen::Index i = 0; i < mesh.areas.size(); ++i) {
    scratch.points.col(i) = R * mesh.centroids.col(i) + p;
    scratch.normals.col(i) = R * mesh.normals.col(i);
  }
}

/// Elevation of the first sea, ramp included, at the displaced centroids; 0 for the mean surface.
void elevations(const waves::SeaState& sea, double time, Surface surface, WecSimMeshScratch& scratch) {
  scratch.elevation.setZero();
  if (surface == Surface::mean || sea.systems().empty()) return;
  const waves::WaveSystem& system = sea.systems().front();
  const waves::WaveComponents& c = sea.components();
  const double ramp = sea.ramp(time);
  for (Eigen::Index i = 0; i < scratch.elevation.size(); ++i) {
    double eta = 0.0;
    for (Eigen::Index j = system.first; j < system.first + system.count; ++j) {
      const double X =
          scratch.points(0, i) * std::cos(c.direction[j]) + scratch.points(1, i) * std::sin(c.direction[j]);
      eta += c.amplitude[j] * std::cos(c.omega[j] * time - c.wavenumber[j] * X + c.phase[j]);
    }
    scratch.elevation[i] = ramp * eta;
  }
}

/// Adds -p n A and its moment about `about`.
template <class Points, class Normals>
void add_wrench(const Points& points, const Normals& normals, const Eigen::ArrayXd& areas, const Eigen::ArrayXd& p,
                const Vector3& about, double sign, Vector6& F) {
  for (Eigen::Index i = 0; i < areas.size(); ++i) {
    const Vector3 f = -sign * p[i] * areas[i] * normals.col(i);
    F.head<3>() += f;
    F.tail<3>() += (Vector3(points.col(i)) - about).cross(f);
  }
}

}  // namespace

WecSimMesh::WecSimMesh(const TriangleMesh& mesh)
    : centroids(3, mesh.size()), normals(3, mesh.size()), areas(mesh.size()) {
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    const Vector3 area = area_vector(mesh, t);
    areas[t] = area.norm();
    normals.col(t) = areas[t] > 0.0 ? Vector3(area / areas[t]) : area;
    centroids.col(t) = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) / 3.0;
  }
}

WecSimMeshScratch::WecSimMeshScratch(const WecSimMesh& mesh)
    : points(mesh.centroids),
      normals(mesh.normals),
      elevation(Eigen::ArrayXd::Zero(mesh.areas.size())),
      displaced(elevation),
      mean(elevation) {}

Vector6 wec_sim_buoyancy(const WecSimMesh& mesh, const waves::SeaState& sea, double time, const Matrix3& R_WB,
                         const Vector3& p_WC, Surface surface, WecSimMeshScratch& scratch) {
  displace(mesh, R_WB, p_WC, scratch);
  elevations(sea, time, surface, scratch);
  for (Eigen::Index i = 0; i < mesh.areas.size(); ++i) {
    const double z = scratch.points(2, i);
    scratch.displaced[i] = z <= scratch.elevation[i] ? -sea.density() * sea.gravity() * z : 0.0;
  }
  Vector6 F = Vector6::Zero();
  add_wrench(scratch.points, scratch.normals, mesh.areas, scratch.displaced, p_WC, 1.0, F);
  return F;
}

Vector6 wec_sim_froude_krylov(const WecSimMesh& mesh, const waves::SeaState& sea, double time, const Matrix3& R_WB,
                              const Vector3& p_WC, const Vector3& p_mean, Surface surface, WecSimMeshScratch& scratch) {
  Vector6 F = Vector6::Zero();
  if (sea.systems().empty() || sea.systems().front().count == 0) return F;
  displace(mesh, R_WB, p_WC, scratch);
  elevations(sea, time, surface, scratch);
  for (Eigen::Index i = 0; i < mesh.areas.size(); ++i) {
    const double eta = scratch.elevation[i];
    const Vector3 at = scratch.points.col(i);
    const Vector3 before = mesh.centroids.col(i) + p_mean;
    scratch.displaced[i] = waves::wec_sim_froude_krylov_pressure(sea, time, at, eta, eta);
    scratch.mean[i] = waves::wec_sim_froude_krylov_pressure(sea, time, before, eta, 0.0);
  }
  add_wrench(scratch.points, scratch.normals, mesh.areas, scratch.displaced, p_WC, 1.0, F);
  add_wrench(mesh.centroids, mesh.normals, mesh.areas, scratch.mean, Vector3::Zero(), -1.0, F);
  return sea.ramp(time) * F;
}

}  // namespace swell::mesh
