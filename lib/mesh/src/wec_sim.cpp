#include "swell/mesh/wec_sim.h"

#include <cmath>

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

/// D of one component at z' = (z - eta) h/(h + eta) or, in deep water, z - eta; 0 above the surface.
double profile(double k, double z, double eta, double h, bool finite) {
  const double stretched = finite ? (z - eta) * h / (h + eta) : z - eta;
  if (stretched > 0.0) return 0.0;
  return finite ? std::cosh(k * (stretched + h)) / std::cosh(k * h) : std::exp(k * stretched);
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
  const waves::WaveSystem& system = sea.systems().front();
  const waves::WaveComponents& c = sea.components();
  const double weight = sea.density() * sea.gravity();
  const double h = sea.depth().value_or(0.0);
  const Eigen::Index n = mesh.areas.size();
  const auto subtract_and_add = [&] {
    add_wrench(scratch.points, scratch.normals, mesh.areas, scratch.displaced, p_WC, 1.0, F);
    add_wrench(mesh.centroids, mesh.normals, mesh.areas, scratch.mean, Vector3::Zero(), -1.0, F);
  };
  if (system.kind == waves::SeaKind::regular) {
    const double k = c.wavenumber[system.first];
    const bool finite = sea.depth().has_value();
    for (Eigen::Index i = 0; i < n; ++i) {
      const double eta = scratch.elevation[i];
      scratch.displaced[i] = weight * eta * profile(k, scratch.points(2, i), eta, h, finite);
      scratch.mean[i] = weight * eta * profile(k, mesh.centroids(2, i) + p_mean.z(), 0.0, h, finite);
    }
    subtract_and_add();
    return sea.ramp(time) * F;
  }
  const auto directions = static_cast<Eigen::Index>(system.direction_fastest ? system.directions.size() : 1);
  scratch.displaced.setZero();
  scratch.mean.setZero();
  for (Eigen::Index d = 0; d < directions; ++d) {
    for (Eigen::Index f = system.first; f < system.first + system.count; f += directions) {
      const Eigen::Index j = f + d;
      const double k = c.wavenumber[j];
      const bool finite = sea.depth().has_value() && h <= kPi / (2.0 * k);
      const double phase = finite ? c.phase[j] : c.phase[f];
      const double cos = std::cos(c.direction[j]);
      const double sin = std::sin(c.direction[j]);
      for (Eigen::Index i = 0; i < n; ++i) {
        const auto wave = [&](double x, double y) {
          return weight * c.amplitude[j] * std::cos(k * (x * cos + y * sin) - c.omega[j] * time - phase);
        };
        scratch.displaced[i] += wave(scratch.points(0, i), scratch.points(1, i)) *
                                profile(k, scratch.points(2, i), scratch.elevation[i], h, finite);
        scratch.mean[i] += wave(mesh.centroids(0, i) + p_mean.x(), mesh.centroids(1, i) + p_mean.y()) *
                           profile(k, mesh.centroids(2, i) + p_mean.z(), 0.0, h, finite);
      }
    }
    subtract_and_add();  // the pressures are not cleared: WEC-Sim counts earlier directions again
  }
  return sea.ramp(time) * F;
}

}  // namespace swell::mesh
