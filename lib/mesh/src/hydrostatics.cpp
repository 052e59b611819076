#include "swell/mesh/hydrostatics.h"

#include <array>

namespace swell::mesh {
namespace {

/// Surface integrals over the wet part, in axes whose origin is the waterplane point of the mesh.
struct Sums {
  double area = 0.0, nz = 0.0;
  Vector3 xyz_nz = Vector3::Zero();  // x n_z, y n_z, z n_z
  Vector3 second = Vector3::Zero();  // x2, xy, y2 times n_z
  Vector3 with_z = Vector3::Zero();  // x z, y z, z2 / 2 times n_z

  void add(const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 n = 0.5 * (b - a).cross(c - a);
    const Vector3 s = a + b + c;
    area += n.norm();
    nz += n.z();
    xyz_nz += n.z() / 3.0 * s;
    // int u v dS = A/12 (sum over corners u v + (sum u)(sum v)), exact.
    const Matrix3 q = n.z() / 12.0 * (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
    second += Vector3(q(0, 0), q(0, 1), q(1, 1));
    with_z += Vector3(q(0, 2), q(1, 2), 0.5 * q(2, 2));
  }
};

/// Cuts the triangle at z = 0 and adds what is below.
void add_wet(Sums& sums, const std::array<Vector3, 3>& p) {
  std::array<Vector3, 4> wet;
  std::size_t n = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3& a = p[i];
    const Vector3& b = p[(i + 1) % 3];
    if (a.z() <= 0.0) wet[n++] = a;
    if ((a.z() < 0.0 && b.z() > 0.0) || (a.z() > 0.0 && b.z() < 0.0)) {
      wet[n] = a + a.z() / (a.z() - b.z()) * (b - a);
      wet[n++].z() = 0.0;
    }
  }
  for (std::size_t i = 2; i < n; ++i) sums.add(wet[0], wet[i - 1], wet[i]);
}

}  // namespace

WetPart wet_part(const TriangleMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO) {
  const Vector3 above(0.0, 0.0, p_WO.z());
  const Eigen::Matrix3Xd points = (R_WB * mesh.vertices).colwise() + above;
  Sums sums;
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    add_wet(sums,
            {points.col(mesh.triangles(0, t)), points.col(mesh.triangles(1, t)), points.col(mesh.triangles(2, t))});
  }
  const Vector3 foot(p_WO.x(), p_WO.y(), 0.0);
  WetPart wet;
  wet.area = sums.area;
  wet.volume = sums.xyz_nz.z();
  wet.centroid = wet.volume != 0.0 ? Vector3(foot + sums.with_z / wet.volume) : p_WO;
  wet.waterplane = -sums.nz;
  // A body wholly under water has a waterplane of round-off only; its centroid would be noise.
  wet.floatation = foot.head<2>();
  if (wet.waterplane > 1e-12 * wet.area) {
    wet.floatation -= sums.xyz_nz.head<2>() / wet.waterplane;
    wet.waterplane_moments = -sums.second;
  } else {
    wet.waterplane = 0.0;
  }
  return wet;
}

double buoyancy_energy(const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO, double density,
                       double gravity) {
  const Vector3 above(0.0, 0.0, p_WO.z());
  Sums sums;
  for (Eigen::Index t = 0; t < mesh.panels(); ++t) {
    std::array<Vector3, 3> corners;
    for (int i = 0; i < 3; ++i)
      corners[static_cast<std::size_t>(i)] = R_WB * mesh.vertices().row(mesh.triangles()(i, t)).transpose() + above;
    add_wet(sums, corners);
  }
  return -density * gravity * sums.with_z.z();
}

Matrix6 hydrostatic_stiffness(const WetPart& wet, const Vector3& p_WO, const Vector3& p_WP, double density,
                              double gravity) {
  // Waterplane moments about the foot of P instead of that of O.
  const Eigen::Vector2d d = (p_WO - p_WP).head<2>();
  const Eigen::Vector2d from_O = wet.waterplane * (wet.floatation - p_WO.head<2>());
  const double A = wet.waterplane;
  const Eigen::Vector2d m = from_O + A * d;
  const double xx = wet.waterplane_moments[0] + 2.0 * d.x() * from_O.x() + A * d.x() * d.x();
  const double xy = wet.waterplane_moments[1] + d.x() * from_O.y() + d.y() * from_O.x() + A * d.x() * d.y();
  const double yy = wet.waterplane_moments[2] + 2.0 * d.y() * from_O.y() + A * d.y() * d.y();
  const Vector3 B = wet.volume * (wet.centroid - p_WP);
  Matrix6 C = Matrix6::Zero();
  C(2, 2) = A;
  C(2, 3) = C(3, 2) = m.y();
  C(2, 4) = C(4, 2) = -m.x();
  C(3, 3) = yy + B.z();
  C(3, 4) = C(4, 3) = -xy;
  C(4, 4) = xx + B.z();
  C(3, 5) = -B.x();
  C(4, 5) = -B.y();
  return density * gravity * C;
}

}  // namespace swell::mesh
