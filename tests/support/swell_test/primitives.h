/// Meshes of simple bodies, closed and with outward normals, centred on the origin. Vertices lie on the true surface,
/// so curved bodies are slightly too small (second order in panel size).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "swell/mesh/triangle_mesh.h"

namespace swell::mesh {

struct MeshBuilder {
  std::vector<Vector3> points;
  std::vector<Eigen::Vector3i> triangles;

  int point(const Vector3& p) {
    points.push_back(p);
    return static_cast<int>(points.size()) - 1;
  }
  void triangle(int a, int b, int c) { triangles.emplace_back(a, b, c); }
  void quad(int a, int b, int c, int d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  TriangleMesh mesh() const {
    TriangleMesh m;
    m.vertices.resize(3, static_cast<Eigen::Index>(points.size()));
    m.triangles.resize(3, static_cast<Eigen::Index>(triangles.size()));
    for (std::size_t i = 0; i < points.size(); ++i) m.vertices.col(static_cast<Eigen::Index>(i)) = points[i];
    for (std::size_t i = 0; i < triangles.size(); ++i) m.triangles.col(static_cast<Eigen::Index>(i)) = triangles[i];
    return m;
  }
};

/// Sphere from an icosahedron, every triangle split into four `levels` times: 20 * 4^levels triangles.
inline TriangleMesh icosphere(double radius, int levels) {
  MeshBuilder b;
  const double g = 0.5 * (1.0 + std::sqrt(5.0));  // golden ratio: corners of three rectangles
  for (const double s : {-1.0, 1.0}) {
    for (const double u : {-g, g}) {
      b.point({0, s, u});
      b.point({s, u, 0});
      b.point({u, 0, s});
    }
  }
  for (Vector3& p : b.points) p *= radius / p.norm();
  // Faces: triples of corners one edge apart, turned outwards.
  const double edge = 2.0 * radius / std::sqrt(1.0 + g * g) * (1.0 + 1e-9);
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) {
        const Vector3 p = b.points[static_cast<std::size_t>(i)];
        const Vector3 q = b.points[static_cast<std::size_t>(j)];
        const Vector3 r = b.points[static_cast<std::size_t>(k)];
        if ((p - q).norm() > edge || (q - r).norm() > edge || (r - p).norm() > edge) continue;
        if (p.dot(q.cross(r)) > 0.0) {
          b.triangle(i, j, k);
        } else {
          b.triangle(i, k, j);
        }
      }
    }
  }
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int i, int j) {
      const auto key = std::minmax(i, j);
      const auto found = middles.find(key);
      if (found != middles.end()) return found->second;
      const Vector3 p = b.points[static_cast<std::size_t>(i)] + b.points[static_cast<std::size_t>(j)];
      return middles[key] = b.point(radius / p.norm() * p);
    };
    const std::vector<Eigen::Vector3i> coarse = std::move(b.triangles);
    b.triangles.clear();
    for (const Eigen::Vector3i& t : coarse) {
      const int u = middle(t[0], t[1]);
      const int v = middle(t[1], t[2]);
      const int w = middle(t[2], t[0]);
      b.triangle(t[0], u, w);
      b.triangle(u, t[1], v);
      b.triangle(w, v, t[2]);
      b.triangle(u, v, w);
    }
  }
  return b.mesh();
}

/// Box of lengths [m], each face of n[i] x n[j] rectangles of two triangles.
inline TriangleMesh box(const Vector3& lengths, const Eigen::Vector3i& n = {1, 1, 1}) {
  MeshBuilder b;
  std::map<std::array<int, 3>, int> numbers;
  const auto point = [&](int i, int j, int k) {
    const auto found = numbers.find({i, j, k});
    if (found != numbers.end()) return found->second;
    const Vector3 s(static_cast<double>(i) / n[0], static_cast<double>(j) / n[1], static_cast<double>(k) / n[2]);
    return numbers[{i, j, k}] = b.point(lengths.cwiseProduct(s - Vector3::Constant(0.5)));
  };
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (int i = 0; i < n[u]; ++i) {
      for (int j = 0; j < n[v]; ++j) {
        for (const int side : {0, 1}) {
          const auto corner = [&](int di, int dj) {
            std::array<int, 3> index{};
            index[static_cast<std::size_t>(axis)] = side * n[axis];
            index[static_cast<std::size_t>(u)] = i + di;
            index[static_cast<std::size_t>(v)] = j + dj;
            return point(index[0], index[1], index[2]);
          };
          if (side == 1) {
            b.quad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1));
          } else {
            b.quad(corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0));
          }
        }
      }
    }
  }
  return b.mesh();
}

/// Upright cylinder: `around` sides, `along` rings in height, `rings` in the end caps.
inline TriangleMesh cylinder(double radius, double height, int around, int along, int rings) {
  MeshBuilder b;
  const auto circle = [&](double r, double z) {
    const int first = static_cast<int>(b.points.size());
    for (int i = 0; i < around; ++i) {
      const double angle = 2.0 * kPi * i / around;
      b.point({r * std::cos(angle), r * std::sin(angle), z});
    }
    return first;
  };
  // Circles from the middle of the bottom over the side to the middle of the top.
  std::vector<int> circles;
  for (int i = 1; i <= rings; ++i) circles.push_back(circle(radius * i / rings, -0.5 * height));
  for (int i = 1; i <= along; ++i) circles.push_back(circle(radius, height * (static_cast<double>(i) / along - 0.5)));
  for (int i = rings - 1; i >= 1; --i) circles.push_back(circle(radius * i / rings, 0.5 * height));
  const int bottom = b.point({0, 0, -0.5 * height});
  const int top = b.point({0, 0, 0.5 * height});
  for (int i = 0; i < around; ++i) {
    const int j = (i + 1) % around;
    b.triangle(bottom, circles.front() + j, circles.front() + i);
    for (std::size_t c = 0; c + 1 < circles.size(); ++c) {
      b.quad(circles[c] + i, circles[c] + j, circles[c + 1] + j, circles[c + 1] + i);
    }
    b.triangle(top, circles.back() + i, circles.back() + j);
  }
  return b.mesh();
}

/// Binary STL, single precision.
inline void write_stl(const TriangleMesh& mesh, std::ostream& out) {
  out.write(std::string(80, ' ').data(), 80);
  const auto count = static_cast<std::uint32_t>(mesh.size());
  out.write(reinterpret_cast<const char*>(&count), 4);
  for (Eigen::Index t = 0; t < mesh.size(); ++t) {
    Eigen::Matrix<float, 3, 4> values;
    values.col(0) = area_vector(mesh, t).normalized().cast<float>();
    for (int i = 0; i < 3; ++i) values.col(i + 1) = mesh.corner(t, i).cast<float>();
    out.write(reinterpret_cast<const char*>(values.data()), 48);
    out.write("\0\0", 2);
  }
}

}  // namespace swell::mesh
