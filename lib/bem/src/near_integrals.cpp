#include "near_integrals.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gauss.h"

namespace swell::bem {
namespace {

constexpr int kDeepest = 32;        // halvings
constexpr double kFarEnough = 1.7;  // distance of a target from a cell's centre, over the cell's radius
constexpr int kMostNodes = 16;      // per direction

struct Layers {
  double single, twice;
};

// n includes the area.
inline Layers kernel_values(Kernel kernel, const Vector3& x, const Vector3& y, const Vector3& n) {
  const Vector3 a = x - y;
  const double r2 = a.squaredNorm(), r = std::sqrt(r2), area = n.norm();
  if (kernel == Kernel::rankine) return {area / r, a.dot(n) / (r2 * r)};
  const double V = std::max(a.z(), 0.0);
  return {area * std::log(r + V), -(a.x() * n.x() + a.y() * n.y()) / (r * (r + V)) - n.z() / r};
}

// Potential of a plane polygon of unit density and the solid angle that it fills, by its edges [Newman1986],
// [Wilton1984]. Triangle abc, anticlockwise seen from the side of its normal.
void add_triangle(const Vector3& x, const Vector3& a, const Vector3& b, const Vector3& c, bool own, double& single,
                  double& twice) {
  const Vector3 normal = (b - a).cross(c - a);
  const double size = normal.norm();
  if (size < 1e-30) return;
  const Vector3 n = normal / size;
  const std::array<Vector3, 3> corner{a - x, b - x, c - x};
  const double height = -corner[0].dot(n);  // of the target over the plane
  double angle = 0.0;
  if (!own) {
    const double la = corner[0].norm(), lb = corner[1].norm(), lc = corner[2].norm();
    const double volume = corner[0].dot(corner[1].cross(corner[2]));
    const double under =
        la * lb * lc + corner[0].dot(corner[1]) * lc + corner[1].dot(corner[2]) * la + corner[2].dot(corner[0]) * lb;
    // [VanOosteromStrackee1983]; seen from the fluid the corners run anticlockwise, so the sign turns.
    if (std::abs(height) > 1e-12 * std::sqrt(size)) angle = -2.0 * std::atan2(volume, under);
    twice += angle;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 &p = corner[i], &q = corner[(i + 1) % 3];
    const Vector3 edge = q - p;
    const double length = edge.norm();
    if (length < 1e-15) continue;
    const Vector3 t = edge / length;
    const double distance = p.dot(t.cross(n)), s0 = p.dot(t), s1 = q.dot(t);
    if (std::abs(distance) < 1e-13 * length) continue;
    const double r0 = p.norm(), r1 = q.norm();
    // log((r1 + s1)/(r0 + s0)), from the side without cancellation.
    const double ratio = s0 + s1 > 0.0 ? (r1 + s1) / (r0 + s0) : (r0 - s0) / (r1 - s1);
    sum += distance * std::log(ratio);
  }
  single += sum - height * angle;
}

}  // namespace

struct NearIntegrals::Cell {
  double u0 = 0.0, u1 = 0.0, v0 = 0.0, v1 = 0.0;
  std::vector<Vector3> y, n;  // n times area and weight
  MatrixX along, across;      // Lagrange polynomials of the element at the cell's points
  Vector3 centre = Vector3::Zero();
  double radius = 0.0;
  bool halve_u = true;
  Cell *low = nullptr, *high = nullptr;
};

NearIntegrals::NearIntegrals(const Element& element)
    : element_(element), points_(element.is_flat_panel ? 4 : std::max(element.nu, element.nv) + 2) {
  make(-1.0, 1.0, -1.0, 1.0);
}
NearIntegrals::~NearIntegrals() = default;

NearIntegrals::Cell& NearIntegrals::make(double u0, double u1, double v0, double v1) {
  cells_.push_back(std::make_unique<Cell>());
  Cell& cell = *cells_.back();
  cell.u0 = u0;
  cell.u1 = u1;
  cell.v0 = v0;
  cell.v1 = v1;
  const double du = 0.5 * (u1 - u0), dv = 0.5 * (v1 - v0);
  const GaussRule& rule = gauss_rule(points_);
  const Eigen::Index q = points_;
  cell.along.resize(q, element_.nu);
  cell.across.resize(q, element_.nv);
  std::array<double, kMostNodes> values{};
  for (Eigen::Index i = 0; i < q; ++i) {
    const double t = rule.x[static_cast<std::size_t>(i)];
    lagrange_values(element_.nu, u0 + du * (1.0 + t), values.data());
    for (Eigen::Index k = 0; k < element_.nu; ++k) cell.along(i, k) = values[static_cast<std::size_t>(k)];
    lagrange_values(element_.nv, v0 + dv * (1.0 + t), values.data());
    for (Eigen::Index k = 0; k < element_.nv; ++k) cell.across(i, k) = values[static_cast<std::size_t>(k)];
  }
  Vector3 x, x_u, x_v;
  for (std::size_t j = 0; j < rule.x.size(); ++j) {
    for (std::size_t i = 0; i < rule.x.size(); ++i) {
      element_.at(u0 + du * (1.0 + rule.x[i]), v0 + dv * (1.0 + rule.x[j]), x, x_u, x_v);
      cell.y.push_back(x);
      cell.n.push_back(rule.w[i] * rule.w[j] * du * dv * x_u.cross(x_v));
    }
  }
  element_.at(0.5 * (u0 + u1), 0.5 * (v0 + v1), cell.centre, x_u, x_v);
  cell.halve_u = x_u.norm() * (u1 - u0) >= x_v.norm() * (v1 - v0);
  for (const double u : {u0, u1})
    for (const double v : {v0, v1}) {
      Vector3 tangent;
      element_.at(u, v, x, tangent, x_v);
      cell.radius = std::max(cell.radius, (x - cell.centre).norm());
    }
  return cell;
}

void NearIntegrals::descend(Cell& cell, int level, const Vector3& x, Kernel kernel, double* single, double* twice) {
  if (level < kDeepest && (x - cell.centre).norm() < kFarEnough * cell.radius) {
    if (cell.low == nullptr) {
      const double u = 0.5 * (cell.u0 + cell.u1), v = 0.5 * (cell.v0 + cell.v1);
      Cell* low = cell.halve_u ? &make(cell.u0, u, cell.v0, cell.v1) : &make(cell.u0, cell.u1, cell.v0, v);
      Cell* high = cell.halve_u ? &make(u, cell.u1, cell.v0, cell.v1) : &make(cell.u0, cell.u1, v, cell.v1);
      cell.low = low;
      cell.high = high;
    }
    descend(*cell.low, level + 1, x, kernel, single, twice);
    descend(*cell.high, level + 1, x, kernel, single, twice);
    return;
  }
  const Eigen::Index q = points_;
  MatrixX S(q, q), D(q, q);
  for (Eigen::Index j = 0, at = 0; j < q; ++j) {
    for (Eigen::Index i = 0; i < q; ++i, ++at) {
      const Layers k =
          kernel_values(kernel, x, cell.y[static_cast<std::size_t>(at)], cell.n[static_cast<std::size_t>(at)]);
      S(i, j) = k.single;
      D(i, j) = k.twice;
    }
  }
  Eigen::Map<MatrixX> s(single, element_.nu, element_.nv), d(twice, element_.nu, element_.nv);
  s.noalias() += (cell.along.transpose() * S) * cell.across;
  d.noalias() += (cell.along.transpose() * D) * cell.across;
}

void NearIntegrals::add_flat(const Vector3& x, bool own, double* single, double* twice) const {
  const std::array<Vector3, 4>& c = element_.corners;
  add_triangle(x, c[0], c[1], c[2], own, *single, *twice);
  add_triangle(x, c[0], c[2], c[3], own, *single, *twice);
}

void NearIntegrals::add(const Vector3& x, Kernel kernel, double* single, double* twice) {
  if (element_.is_flat_panel && kernel == Kernel::rankine)
    add_flat(x, false, single, twice);
  else
    descend(*cells_.front(), 0, x, kernel, single, twice);
}

namespace {

// Part of [-1, 1] about `t` over which a parameter graded towards `edge` is almost linear.
std::pair<double, double> straight_part(double t, int edge) {
  if (edge == 0) return {-1.0, 1.0};
  const double away = 1.0 - edge * t, low = 0.5 * away, high = away > 0.8 ? 2.0 : 2.0 * away;
  return edge < 0 ? std::pair{low - 1.0, high - 1.0} : std::pair{1.0 - high, 1.0 - low};
}

// At most `half` on either side of `t`; a remainder thinner than a third of it is included.
std::pair<double, double> cut_to(std::pair<double, double> part, double t, double half) {
  if (part.first < t - 4.0 / 3.0 * half) part.first = t - half;
  if (part.second > t + 4.0 / 3.0 * half) part.second = t + half;
  return part;
}

}  // namespace

// Polar coordinates in the tangent plane, for each triangle of the element's outline or, near a sharp edge, of a part
// of it (the rest is away from the node). With s = d sinh t along an edge at distance d,
// area = lambda d^2 cosh t dlambda dt, and the kernel's 1/(lambda d cosh t) cancels the factor.
void NearIntegrals::add_own(int node, double* single, double* twice) {
  if (element_.is_flat_panel) {
    add_flat(element_.centre, true, single, twice);
    return;
  }
  const int nu = element_.nu, nv = element_.nv;
  const double u = gauss_rule(nu).x[static_cast<std::size_t>(node % nu)];
  const double v = gauss_rule(nv).x[static_cast<std::size_t>(node / nu)];
  Vector3 x, x_u, x_v;
  element_.at(u, v, x, x_u, x_v);
  Eigen::Matrix2d map;  // (du, dv) -> orthonormal axes of the tangent plane
  const double length = x_u.norm();
  std::pair<double, double> own_u = straight_part(u, element_.edge_u), own_v = straight_part(v, element_.edge_v);
  if (element_.edge_u != 0 || element_.edge_v != 0) {
    constexpr double kSlim = 2.0;
    const double lu = (own_u.second - own_u.first) * length, lv = (own_v.second - own_v.first) * x_v.norm();
    own_u = cut_to(own_u, u, kSlim * lv / length);
    own_v = cut_to(own_v, v, kSlim * lu / x_v.norm());
    const std::size_t kept = cells_.size();
    const auto add_rest = [&](double u0, double u1, double v0, double v1) {
      if (u1 > u0 && v1 > v0) descend(make(u0, u1, v0, v1), 0, x, Kernel::rankine, single, twice);
    };
    add_rest(-1.0, own_u.first, -1.0, 1.0);
    add_rest(own_u.second, 1.0, -1.0, 1.0);
    add_rest(own_u.first, own_u.second, -1.0, own_v.first);
    add_rest(own_u.first, own_u.second, own_v.second, 1.0);
    cells_.resize(kept);
  }
  map << length, x_u.dot(x_v) / length, 0.0, x_u.cross(x_v).norm() / length;
  const Eigen::Matrix2d back = map.inverse();
  const std::array<Eigen::Vector2d, 4> outline{map * Eigen::Vector2d(own_u.first - u, own_v.first - v),
                                               map * Eigen::Vector2d(own_u.second - u, own_v.first - v),
                                               map * Eigen::Vector2d(own_u.second - u, own_v.second - v),
                                               map * Eigen::Vector2d(own_u.first - u, own_v.second - v)};
  const GaussRule& radial = gauss_rule(std::max(nu, nv) + 3);
  const GaussRule& angular = gauss_rule(2 * std::max(nu, nv) + 4);
  Eigen::Map<MatrixX> S(single, nu, nv), D(twice, nu, nv);
  std::array<double, kMostNodes> along{}, across{};
  for (std::size_t e = 0; e < 4; ++e) {
    const Eigen::Vector2d &p = outline[e], edge = outline[(e + 1) % 4] - p, t = edge.normalized();
    const Eigen::Vector2d outward(t.y(), -t.x());
    const double d = p.dot(outward), s0 = p.dot(t), s1 = s0 + edge.norm();
    const double t0 = std::asinh(s0 / d), t1 = std::asinh(s1 / d);
    for (std::size_t a = 0; a < angular.x.size(); ++a) {
      const double at = t0 + 0.5 * (t1 - t0) * (1.0 + angular.x[a]);
      const Eigen::Vector2d end = d * outward + d * std::sinh(at) * t;
      const double wa = 0.5 * (t1 - t0) * angular.w[a] * d * d * std::cosh(at);
      for (std::size_t r = 0; r < radial.x.size(); ++r) {
        const double lambda = 0.5 * (1.0 + radial.x[r]);
        const Eigen::Vector2d move = back * (lambda * end);
        const double uu = u + move.x(), vv = v + move.y();
        Vector3 y, y_u, y_v;
        element_.at(uu, vv, y, y_u, y_v);
        const Vector3 n = (wa * 0.5 * radial.w[r] * lambda * back.determinant()) * y_u.cross(y_v);
        const Layers k = kernel_values(Kernel::rankine, x, y, n);
        lagrange_values(nu, uu, along.data());
        lagrange_values(nv, vv, across.data());
        for (Eigen::Index j = 0; j < nv; ++j) {
          for (Eigen::Index i = 0; i < nu; ++i) {
            const double shape = along[static_cast<std::size_t>(i)] * across[static_cast<std::size_t>(j)];
            S(i, j) += k.single * shape;
            D(i, j) += k.twice * shape;
          }
        }
      }
    }
  }
}

}  // namespace swell::bem
