#include "swell/bem/symmetry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace swell::bem {
namespace {

using Key = std::array<long, 3>;

double length_of(const Surface& s) {
  return (s.points.rowwise().maxCoeff() - s.points.rowwise().minCoeff()).maxCoeff();
}

// Nodes by position, in cells of a millionth of the bodies' size; the search includes neighbouring cells.
class Places {
 public:
  Places(const Surface& s, double cell) : s_(s), cell_(cell) {
    for (Eigen::Index i = 0; i < s.size(); ++i) nodes_[key(s.points.col(i))] = static_cast<int>(i);
  }
  int find(const Vector3& x) const {
    const Key k = key(x);
    for (long a = -1; a <= 1; ++a)
      for (long b = -1; b <= 1; ++b)
        for (long c = -1; c <= 1; ++c) {
          const auto found = nodes_.find({k[0] + a, k[1] + b, k[2] + c});
          if (found != nodes_.end() && (s_.points.col(found->second) - x).norm() < cell_) return found->second;
        }
    return -1;
  }

 private:
  Key key(const Vector3& x) const {
    return {std::lround(x.x() / cell_), std::lround(x.y() / cell_), std::lround(x.z() / cell_)};
  }
  const Surface& s_;
  double cell_;
  std::map<Key, int> nodes_;
};

// Mirror image of every node; empty if one is missing or on the plane.
std::vector<int> mirror(const Surface& s, const Places& places, int axis, double plane, double cell) {
  std::vector<int> image(static_cast<std::size_t>(s.size()));
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    Vector3 x = s.points.col(i), n = s.normals.col(i);
    if (std::abs(x[axis] - plane) < 10.0 * cell) return {};
    x[axis] = 2.0 * plane - x[axis];
    n[axis] = -n[axis];
    const int j = places.find(x);
    if (j < 0 || std::abs(s.weights[j] - s.weights[i]) > 1e-5 * s.weights[i] || (s.normals.col(j) - n).norm() > 1e-4)
      return {};
    image[static_cast<std::size_t>(i)] = j;
  }
  return image;
}

bool find_rings(const Surface& s, Symmetry& symmetry) {
  for (const Element& e : s.elements)
    if (!e.is_revolved || std::abs(e.axis_x - s.elements[0].axis_x) > 1e-9 * e.radius ||
        std::abs(e.axis_y - s.elements[0].axis_y) > 1e-9 * e.radius)
      return false;
  symmetry = {};
  symmetry.kind = Symmetry::Kind::revolution;
  symmetry.x0 = s.elements[0].axis_x;
  symmetry.y0 = s.elements[0].axis_y;
  const double cell = 1e-8 * length_of(s);
  std::map<std::array<long, 5>, int> rings;
  const Eigen::Index n = s.size();
  SymmetryPart heave, surge;
  heave.p = VectorX::Ones(n);
  surge.order = 1;
  surge.p.resize(n);
  surge.q.resize(n);
  symmetry.orbit.resize(static_cast<std::size_t>(n));
  for (const Element& e : s.elements) {
    for (int k = 0; k < e.nodes(); ++k) {
      const Eigen::Index i = e.first + k;
      const double x = s.points(0, i) - symmetry.x0, y = s.points(1, i) - symmetry.y0, r = std::hypot(x, y);
      // Distinguishes the two sides of a plate without thickness, and nodes that crowd at an edge.
      const std::array<long, 5> key{std::lround(r / cell / 10.0), std::lround(s.points(2, i) / cell / 10.0),
                                    std::lround(10.0 * s.normals(2, i)), e.body, k / e.nu};
      const auto [at, is_new] = rings.emplace(key, static_cast<int>(symmetry.target.size()));
      if (is_new) symmetry.target.push_back(static_cast<int>(i));
      symmetry.orbit[static_cast<std::size_t>(i)] = at->second;
      surge.p[i] = x / r;
      surge.q[i] = y / r;
    }
  }
  // Round-off may split a ring; it would then have fewer than its sixteen nodes.
  std::vector<int> count(symmetry.target.size(), 0);
  for (const int r : symmetry.orbit) ++count[static_cast<std::size_t>(r)];
  if (*std::min_element(count.begin(), count.end()) < 8) return false;
  symmetry.parts = {heave, surge};
  return true;
}

}  // namespace

bool Symmetry::keeps(const Vector3& x) const noexcept { return (!plane_x || x.x() > x0) && (!plane_y || x.y() > y0); }

Symmetry no_symmetry(const Surface& s) {
  Symmetry symmetry;
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    symmetry.orbit.push_back(static_cast<int>(i));
    symmetry.target.push_back(static_cast<int>(i));
  }
  SymmetryPart all;
  all.p = VectorX::Ones(s.size());
  symmetry.parts = {all};
  return symmetry;
}

Symmetry find_symmetry(const Surface& s, bool rigid_only) {
  Symmetry symmetry;
  if (rigid_only && find_rings(s, symmetry)) return symmetry;
  symmetry = {};
  // Meshes have few digits; nodes of shapes are dense at edges.
  const bool has_mesh =
      std::any_of(s.elements.begin(), s.elements.end(), [](const Element& e) { return e.is_flat_panel; });
  const double cell = (has_mesh ? 1e-6 : 1e-9) * length_of(s);
  const Places places(s, cell);
  symmetry.x0 = 0.5 * (s.points.row(0).maxCoeff() + s.points.row(0).minCoeff());
  symmetry.y0 = 0.5 * (s.points.row(1).maxCoeff() + s.points.row(1).minCoeff());
  const std::vector<int> across = mirror(s, places, 0, symmetry.x0, cell),
                         along = mirror(s, places, 1, symmetry.y0, cell);
  symmetry.plane_x = !across.empty();
  symmetry.plane_y = !along.empty();
  if (!symmetry.plane_x && !symmetry.plane_y) return no_symmetry(s);
  symmetry.kind = Symmetry::Kind::planes;
  const auto n = static_cast<std::size_t>(s.size());
  symmetry.orbit.assign(n, -1);
  std::vector<int> side_x(n, 1), side_y(n, 1);
  for (std::size_t i = 0; i < n; ++i) {
    if (!symmetry.keeps(s.points.col(static_cast<Eigen::Index>(i)))) continue;
    const int r = static_cast<int>(symmetry.target.size());
    symmetry.target.push_back(static_cast<int>(i));
    symmetry.orbit[i] = r;
    if (symmetry.plane_x) {
      const auto j = static_cast<std::size_t>(across[i]);
      symmetry.orbit[j] = r;
      side_x[j] = -1;
    }
    if (symmetry.plane_y) {
      const auto j = static_cast<std::size_t>(along[i]);
      symmetry.orbit[j] = r;
      side_y[j] = -1;
      if (symmetry.plane_x) {
        const auto k = static_cast<std::size_t>(across[j]);
        symmetry.orbit[k] = r;
        side_x[k] = side_y[k] = -1;
      }
    }
  }
  if (std::find(symmetry.orbit.begin(), symmetry.orbit.end(), -1) != symmetry.orbit.end()) return no_symmetry(s);
  for (const double sx : {1.0, -1.0}) {
    for (const double sy : {1.0, -1.0}) {
      if ((sx < 0.0 && !symmetry.plane_x) || (sy < 0.0 && !symmetry.plane_y)) continue;
      SymmetryPart part;
      part.sign_x = sx;
      part.sign_y = sy;
      part.p.resize(s.size());
      for (std::size_t i = 0; i < n; ++i)
        part.p[static_cast<Eigen::Index>(i)] = (side_x[i] < 0 ? sx : 1.0) * (side_y[i] < 0 ? sy : 1.0);
      symmetry.parts.push_back(std::move(part));
    }
  }
  return symmetry;
}

}  // namespace swell::bem
