#include "swell/mesh/triangle_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace swell::mesh {

Vector3 area_vector(const TriangleMesh& mesh, Eigen::Index t) {
  const Vector3 a = mesh.corner(t, 0);
  return 0.5 * (mesh.corner(t, 1) - a).cross(mesh.corner(t, 2) - a);
}

TriangleMesh moved(TriangleMesh mesh, const Vector3& shift) {
  mesh.vertices.colwise() += shift;
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  mesh.vertices *= factor;
  return mesh;
}

TriangleMesh reversed(TriangleMesh mesh) {
  mesh.triangles.row(1).swap(mesh.triangles.row(2));
  return mesh;
}

TriangleMesh joined(const TriangleMesh& a, const TriangleMesh& b) {
  TriangleMesh mesh;
  mesh.vertices.resize(3, a.vertices.cols() + b.vertices.cols());
  mesh.vertices << a.vertices, b.vertices;
  mesh.triangles.resize(3, a.size() + b.size());
  mesh.triangles.leftCols(a.size()) = a.triangles;
  mesh.triangles.rightCols(b.size()) = b.triangles.array() + static_cast<int>(a.vertices.cols());
  return mesh;
}

MeshProperties properties(const TriangleMesh& mesh) {
  MeshProperties result;
  if (mesh.vertices.cols() == 0) {
    return result;
  }
  result.low = mesh.vertices.rowwise().minCoeff();
  result.high = mesh.vertices.rowwise().maxCoeff();
  // Tetrahedra from the middle of the box: nearer than the origin, so less is lost by cancellation.
  const Vector3 o = 0.5 * (result.low + result.high);
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    const Vector3 a = mesh.corner(t, 0) - o;
    const Vector3 b = mesh.corner(t, 1) - o;
    const Vector3 c = mesh.corner(t, 2) - o;
    result.area += area_vector(mesh, t).norm();
    const double v = a.dot(b.cross(c)) / 6.0;
    const Vector3 sum = a + b + c;
    result.volume += v;
    first += 0.25 * v * sum;
    second += 0.05 * v * (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  if (result.volume != 0.0) {
    const Vector3 mean = first / result.volume;
    result.centroid = o + mean;
    result.second_moment = second - result.volume * mean * mean.transpose();
  }
  return result;
}

double radius(const TriangleMesh& mesh) {
  return mesh.vertices.cols() == 0 ? 0.0 : mesh.vertices.colwise().norm().maxCoeff();
}

TriangleMesh merged(const TriangleMesh& mesh, double tolerance) {
  using Cell = std::array<std::int64_t, 3>;
  struct Hash {
    std::size_t operator()(const Cell& c) const noexcept {
      std::uint64_t h = 1469598103934665603ULL;
      for (const std::int64_t i : c) {
        h = (h ^ static_cast<std::uint64_t>(i)) * 1099511628211ULL;
        h ^= h >> 29U;
      }
      return static_cast<std::size_t>(h);
    }
  };
  const double size = tolerance > 0.0 ? 2.0 * tolerance : 1.0;
  const auto cell_of = [&](const Vector3& p) {
    Cell c{};
    for (int i = 0; i < 3; ++i) {
      constexpr double kLargest = 4e18;  // the cells at the ends hold what lies beyond: the distance decides
      c[static_cast<std::size_t>(i)] =
          static_cast<std::int64_t>(std::clamp(std::floor(p[i] / size), -kLargest, kLargest));
    }
    return c;
  };
  std::unordered_multimap<Cell, int, Hash> cells;
  std::vector<int> number(static_cast<std::size_t>(mesh.vertices.cols()));
  std::vector<Vector3> points;
  for (Eigen::Index v = 0; v < mesh.vertices.cols(); ++v) {
    const Vector3 p = mesh.vertices.col(v);
    int found = -1;
    const Cell centre = cell_of(p);
    for (int n = 0; n < 27 && found < 0; ++n) {
      const Cell cell{centre[0] + n % 3 - 1, centre[1] + n / 3 % 3 - 1, centre[2] + n / 9 - 1};
      const auto range = cells.equal_range(cell);
      for (auto i = range.first; i != range.second && found < 0; ++i) {
        if ((points[static_cast<std::size_t>(i->second)] - p).norm() <= tolerance) found = i->second;
      }
    }
    if (found < 0) {
      found = static_cast<int>(points.size());
      points.push_back(p);
      cells.emplace(centre, found);
    }
    number[static_cast<std::size_t>(v)] = found;
  }
  TriangleMesh result = mesh;
  result.vertices.resize(3, static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) {
    result.vertices.col(static_cast<Eigen::Index>(i)) = points[i];
  }
  for (Eigen::Index t = 0; t < result.size(); ++t) {
    for (int i = 0; i < 3; ++i) {
      result.triangles(i, t) = number[static_cast<std::size_t>(mesh.triangles(i, t))];
    }
  }
  return result;
}

}  // namespace swell::mesh
