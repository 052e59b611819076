#include "swell/mesh/mesh_load.h"

#include <array>
#include <cmath>

#include "points.h"
#include "swell/base/error.h"

namespace swell::mesh {
namespace {

using Pair = Eigen::Matrix<double, 6, 2>;  // hydrostatic, dynamic

/// Corner of a wet polygon: place in body axes and both pressures.
struct Corner {
  Vector3 x;
  double hydrostatic = 0.0, dynamic = 0.0;
};

/// 12 times int p dS and int p x dS, of both pressures, over parts of one triangle of unit area.
struct CutIntegral {
  double p[2] = {0.0, 0.0};
  Vector3 px[2] = {Vector3::Zero(), Vector3::Zero()};

  /// Adds `share` of the area, the triangle abc.
  void add(const Corner& a, const Corner& b, const Corner& c, double share) {
    const Vector3 s = a.x + b.x + c.x;
    for (int i = 0; i < 2; ++i) {
      const double pa = share * (i == 0 ? a.hydrostatic : a.dynamic);
      const double pb = share * (i == 0 ? b.hydrostatic : b.dynamic);
      const double pc = share * (i == 0 ? c.hydrostatic : c.dynamic);
      p[i] += 4.0 * (pa + pb + pc);
      px[i] += (pa + pb + pc) * s + (pa * a.x + pb * b.x + pc * c.x);
    }
  }
};

/// A triangle with one or two wet corners: takes out what the corners' loads counted and adds the cut polygon.
void correct_cut_panel(const PressureMesh& mesh, Eigen::Index t, double weight, const MeshLoadScratch& scratch,
                       Pair& sum) {
  std::array<Corner, 3> p;
  std::array<double, 3> level{};
  std::array<double, 3> eta{};
  std::array<double, 3> z{};
  std::array<bool, 3> wet{};
  int count = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const int v = mesh.triangles()(static_cast<int>(i), t);
    const auto n = static_cast<std::size_t>(v);
    p[i] = {mesh.vertices().row(v), scratch.hydrostatic[n], scratch.dynamic[n]};  // 0 at dry corners
    level[i] = scratch.level[n];
    eta[i] = scratch.elevation[n];
    z[i] = scratch.z[n];
    wet[i] = scratch.wet[n] != 0;
    count += wet[i] ? 1 : 0;
  }
  CutIntegral correct;
  correct.add(p[0], p[1], p[2], -1.0);
  // Corner 0 of the turned triangle is the one whose state differs from that of the two others.
  std::size_t o = 0;
  while (wet[o] == (count == 2)) ++o;
  const std::size_t a = (o + 1) % 3;
  const std::size_t b = (o + 2) % 3;
  const auto cut = [&](std::size_t i, double& share) {
    share = level[o] / (level[o] - level[i]);
    const double e = eta[o] + share * (eta[i] - eta[o]);
    return Corner{p[o].x + share * (p[i].x - p[o].x), -weight * (z[o] + share * (z[i] - z[o])), weight * e};
  };
  double sa = 0.0;
  double sb = 0.0;
  const Corner ca = cut(a, sa);
  const Corner cb = cut(b, sb);
  if (count == 1) {
    correct.add(p[o], ca, cb, sa * sb);
  } else {
    correct.add(p[a], p[b], cb, 1.0 - sb);
    correct.add(p[a], cb, ca, sb * (1.0 - sa));
  }
  const Vector3 area = (p[1].x - p[0].x).cross(p[2].x - p[0].x) / 24.0;
  for (int i = 0; i < 2; ++i) {
    sum.col(i).head<3>() += correct.p[i] * area;
    sum.col(i).tail<3>() += correct.px[i].cross(area);
  }
}

/// Integrates the pressures in the scratch; columns: force and moment in body axes of both, sign of the wrench.
Pair integrate(const PressureMesh& mesh, double weight, const MeshLoadScratch& scratch) {
  Pair sum;
  sum_loads(mesh.points(), mesh.loads().data(), scratch.hydrostatic.data(), scratch.dynamic.data(), sum.data());
  const std::uint8_t* wet = scratch.wet.data();
  const int* corner = mesh.triangles().data();
  for (Eigen::Index t = 0; t < mesh.panels(); ++t) {
    const unsigned count = static_cast<unsigned>(wet[corner[3 * t]]) + wet[corner[3 * t + 1]] + wet[corner[3 * t + 2]];
    if (count == 1U || count == 2U) correct_cut_panel(mesh, t, weight, scratch, sum);
  }
  return -sum;
}

/// World places of the vertices.
void place(const PressureMesh& mesh, const Matrix3& R, const Vector3& p, MeshLoadScratch& scratch) {
  place_points(R, p, mesh.points(), mesh.vertices().data(), scratch.x.data(), scratch.y.data(), scratch.z.data());
}

Vector6 in_world(const Matrix3& R, const Vector6& F) {
  Vector6 W;
  W << R * F.head<3>(), R * F.tail<3>();
  return W;
}

}  // namespace

PressureMesh::PressureMesh(const TriangleMesh& mesh)
    : vertices_(mesh.vertices.transpose()), triangles_(mesh.triangles), radius_(swell::mesh::radius(mesh)) {
  loads_.setZero(vertices_.rows(), 6);
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    const Vector3 area = area_vector(mesh, t);
    const Vector3 s = mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2);
    for (int i = 0; i < 3; ++i) {
      const Vector3 moment = ((s + mesh.corner(t, i)) / 12.0).cross(area);
      loads_.row(mesh.triangles(i, t)).head<3>() += area.transpose() / 3.0;
      loads_.row(mesh.triangles(i, t)).tail<3>() += moment.transpose();
    }
  }
}

MeshLoadScratch::MeshLoadScratch(const PressureMesh& mesh) {
  const auto n = static_cast<std::size_t>(mesh.points());
  for (auto* v : {&x, &y, &z, &elevation, &level, &hydrostatic, &dynamic}) v->assign(n, 0.0);
  wet.assign(n, 0);
}

MeshWrench nonlinear_loads(const PressureMesh& mesh, const WaveField& field, double time, const Matrix3& R_WB,
                           const Vector3& p_WO, Surface surface, MeshLoadScratch& scratch) {
  place(mesh, R_WB, p_WO, scratch);
  const auto n = static_cast<std::size_t>(mesh.points());
  double* dynamic = scratch.dynamic.data();
  field.evaluate(time, p_WO, surface, mesh.points(), scratch.x.data(), scratch.y.data(), scratch.z.data(),
                 scratch.elevation.data(), dynamic, scratch.field);
  const double weight = field.density() * field.gravity();
  const double rise = surface == Surface::instantaneous ? 1.0 : 0.0;
  const double* z = scratch.z.data();
  const double* eta = scratch.elevation.data();
  for (std::size_t i = 0; i < n; ++i) {
    const double level = z[i] - rise * eta[i];
    const double inside = level <= 0.0 ? weight : 0.0;
    scratch.level[i] = level;
    scratch.hydrostatic[i] = -inside * z[i];
    dynamic[i] *= inside;
  }
  for (std::size_t i = 0; i < n; ++i) scratch.wet[i] = scratch.level[i] <= 0.0 ? 1 : 0;
  const Pair F = integrate(mesh, weight, scratch);
  return {in_world(R_WB, F.col(0)), in_world(R_WB, F.col(1))};
}

Vector6 nonlinear_hydrostatics(const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO, double density,
                               double gravity, MeshLoadScratch& scratch) {
  place(mesh, R_WB, p_WO, scratch);
  const double weight = density * gravity;
  for (std::size_t i = 0; i < scratch.z.size(); ++i) {
    const double z = scratch.z[i];
    scratch.elevation[i] = scratch.dynamic[i] = 0.0;
    scratch.level[i] = z;
    scratch.wet[i] = z <= 0.0 ? 1 : 0;
    scratch.hydrostatic[i] = z <= 0.0 ? -weight * z : 0.0;
  }
  return in_world(R_WB, integrate(mesh, weight, scratch).col(0));
}

Eigen::Matrix<std::complex<double>, 6, Eigen::Dynamic> froude_krylov_coefficients(
    const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO,
    const Eigen::Ref<const Eigen::ArrayXd>& wavenumber, const Eigen::Ref<const Eigen::ArrayXd>& direction,
    const std::optional<double>& water_depth, double density, double gravity) {
  SWELL_EXPECT(wavenumber.size() == direction.size());
  MeshLoadScratch scratch(mesh);
  place(mesh, R_WB, p_WO, scratch);
  const double weight = density * gravity;
  const std::size_t n = scratch.z.size();
  for (std::size_t i = 0; i < n; ++i) {
    scratch.level[i] = scratch.z[i];
    scratch.wet[i] = scratch.z[i] <= 0.0 ? 1 : 0;
  }
  std::vector<double> phase(n), decay(n);
  Eigen::Matrix<std::complex<double>, 6, Eigen::Dynamic> X(6, wavenumber.size());
  for (Eigen::Index j = 0; j < wavenumber.size(); ++j) {
    const double k = wavenumber[j];
    const double bottom = water_depth && k * *water_depth < 350.0 ? std::exp(-2.0 * k * *water_depth) : 0.0;
    const double cos = std::cos(direction[j]), sin = std::sin(direction[j]);
    for (std::size_t i = 0; i < n; ++i) {
      const double e = std::exp(k * std::min(scratch.z[i], 0.0));
      phase[i] = k * (scratch.x[i] * cos + scratch.y[i] * sin);
      decay[i] = e + bottom / e;
    }
    Vector6 parts[2];
    for (int part = 0; part < 2; ++part) {  // exp(-i k x): cosine, then minus sine
      for (std::size_t i = 0; i < n; ++i) {
        const double wave = part == 0 ? std::cos(phase[i]) : -std::sin(phase[i]);
        scratch.elevation[i] = wave;
        scratch.dynamic[i] = scratch.wet[i] != 0 ? weight * wave * decay[i] / (1.0 + bottom) : 0.0;
      }
      parts[part] = in_world(R_WB, integrate(mesh, weight, scratch).col(1));
    }
    for (int i = 0; i < 6; ++i) X(i, j) = {parts[0][i], parts[1][i]};
  }
  return X;
}

}  // namespace swell::mesh
