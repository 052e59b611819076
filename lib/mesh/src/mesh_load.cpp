#include "swell/mesh/mesh_load.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "points.h"
#include "swell/base/error.h"

namespace swell::mesh {
namespace {

using Pair = Eigen::Matrix<double, 6, 2>;  // hydrostatic, dynamic

/// Integrates the pressures in the scratch over the first points; the others are dry. Columns: force and moment in body
/// axes of both, sign of the wrench.
Pair integrate(const PressureMesh& mesh, Eigen::Index points, double weight, MeshLoadScratch& scratch) {
  Pair sum;
  sum_loads(points, mesh.points(), mesh.loads().data(), scratch.hydrostatic.data(), scratch.dynamic.data(), sum.data());
  std::fill(scratch.wet.begin() + points, scratch.wet.end(), std::uint8_t{0});
  const std::uint8_t* wet = scratch.wet.data();
  const int* corner = mesh.triangles().data();
  int* list = scratch.cut.data();
  std::size_t cuts = 0;
  const void* dry = std::memchr(wet, 0, static_cast<std::size_t>(points));
  const auto first_dry = static_cast<int>(dry != nullptr ? static_cast<const std::uint8_t*>(dry) - wet : points);
  const std::vector<int>& highest = mesh.highest_corners();
  auto t = static_cast<int>(std::lower_bound(highest.begin(), highest.end(), first_dry) - highest.begin());
  for (; t < static_cast<int>(mesh.panels()) && corner[3 * t] < points; ++t) {
    const unsigned count = static_cast<unsigned>(wet[corner[3 * t]]) + wet[corner[3 * t + 1]] + wet[corner[3 * t + 2]];
    list[cuts] = t;
    cuts += count == 1U || count == 2U ? 1U : 0U;
  }
  correct_cut_panels(mesh, scratch, static_cast<std::int64_t>(cuts), weight, sum.data());
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
    : vertices_(mesh.vertices.cols(), 3),
      areas_(3, mesh.size()),
      triangles_(3, mesh.size()),
      radius_(swell::mesh::radius(mesh)) {
  // Bottom up: in most poses what is dry then comes last and is left out.
  const auto sorted = [](Eigen::Index count, const auto& key) {
    std::vector<int> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return key(i) < key(j); });
    return order;
  };
  const std::vector<int> order = sorted(mesh.vertices.cols(), [&](int v) { return mesh.vertices(2, v); });
  std::vector<int> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    vertices_.row(static_cast<Eigen::Index>(i)) = mesh.vertices.col(order[i]).transpose();
  }
  const auto corner = [&](int t, int i) { return place[static_cast<std::size_t>(mesh.triangles(i % 3, t))]; };
  const auto lowest = [&](int t) { return std::min({corner(t, 0), corner(t, 1), corner(t, 2)}); };
  const std::vector<int> panels = sorted(mesh.size(), lowest);
  loads_.setZero(vertices_.rows(), 6);
  for (Eigen::Index k = 0; k < mesh.size(); ++k) {
    const int t = panels[static_cast<std::size_t>(k)];
    int first = 0;
    while (corner(t, first) != lowest(t)) ++first;
    for (int i = 0; i < 3; ++i) triangles_(i, k) = corner(t, first + i);
    const int below = k == 0 ? 0 : highest_corners_.back();
    highest_corners_.push_back(std::max(below, triangles_.col(k).maxCoeff()));
    const Vector3 area = area_vector(mesh, t);
    areas_.col(k) = area;
    const Vector3 s = mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2);
    for (int i = 0; i < 3; ++i) {
      const Vector3 moment = ((s + mesh.corner(t, i)) / 12.0).cross(area);
      loads_.row(corner(t, i)).head<3>() += area.transpose() / 3.0;
      loads_.row(corner(t, i)).tail<3>() += moment.transpose();
      edge_ = std::max(edge_, (mesh.corner(t, (i + 1) % 3) - mesh.corner(t, i)).norm());
    }
  }
}

MeshLoadScratch::MeshLoadScratch(const PressureMesh& mesh) {
  const auto n = static_cast<std::size_t>(mesh.points());
  for (auto* v : {&x, &y, &z, &elevation, &level, &hydrostatic, &dynamic}) v->assign(n, 0.0);
  wet.assign(n, 0);
  cut.assign(static_cast<std::size_t>(mesh.panels()), 0);
}

MeshWrench nonlinear_loads(const PressureMesh& mesh, const WaveField& field, double time, const Matrix3& R_WB,
                           const Vector3& p_WO, Surface surface, MeshLoadScratch& scratch) {
  place(mesh, R_WB, p_WO, scratch);
  // Corners of wet panels lie no more than an edge above the surface.
  const Eigen::Index points = field.evaluate(time, p_WO, surface, mesh.points(), scratch.x.data(), scratch.y.data(),
                                             scratch.z.data(), scratch.elevation.data(), scratch.dynamic.data(),
                                             scratch.field, mesh.longest_edge() * (1.0 + 1e-9), mesh.radius());
  const double weight = field.density() * field.gravity();
  weigh_points(points, surface == Surface::instantaneous ? 1.0 : 0.0, weight, scratch);
  const Pair F = integrate(mesh, points, weight, scratch);
  return {in_world(R_WB, F.col(0)), in_world(R_WB, F.col(1))};
}

Vector6 nonlinear_hydrostatics(const PressureMesh& mesh, const Matrix3& R_WB, const Vector3& p_WO, double density,
                               double gravity, MeshLoadScratch& scratch) {
  place(mesh, R_WB, p_WO, scratch);
  const double weight = density * gravity;
  std::fill(scratch.elevation.begin(), scratch.elevation.end(), 0.0);
  std::fill(scratch.dynamic.begin(), scratch.dynamic.end(), 0.0);
  weigh_points(mesh.points(), 0.0, weight, scratch);
  return in_world(R_WB, integrate(mesh, mesh.points(), weight, scratch).col(0));
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
      decay[i] = e + bottom / std::max(e, kLeastDecay);
    }
    Vector6 parts[2];
    for (int part = 0; part < 2; ++part) {  // exp(-i k x): cosine, then minus sine
      for (std::size_t i = 0; i < n; ++i) {
        const double wave = part == 0 ? std::cos(phase[i]) : -std::sin(phase[i]);
        scratch.elevation[i] = wave;
        scratch.dynamic[i] = scratch.wet[i] != 0 ? weight * wave * decay[i] / (1.0 + bottom) : 0.0;
      }
      parts[part] = in_world(R_WB, integrate(mesh, mesh.points(), weight, scratch).col(1));
    }
    for (int i = 0; i < 6; ++i) X(i, j) = {parts[0][i], parts[1][i]};
  }
  return X;
}

}  // namespace swell::mesh
