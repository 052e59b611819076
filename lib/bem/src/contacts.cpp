#include "swell/bem/contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <unsupported/Eigen/BVH>
#include <utility>

namespace swell::bem {
namespace {

using Box = Eigen::AlignedBox3d;
using Pair = std::pair<int, int>;

// Curved elements are divided until facets deviate by at most this share of their radius, and into at most this many.
constexpr double kLeave = 3e-4;
constexpr int kMostFacets = 32;
// Distance of touching flat faces, and overlap of crossing facets, relative to the smaller facet: smaller values are
// round-off of a mesh's digits.
constexpr double kTouch = 1e-3;

struct Facet {
  std::array<Vector3, 3> corner;  // anticlockwise seen from the water
  Vector3 normal;
  double size = 0.0;   // root of twice its area [m]
  double slack = 0.0;  // deviation from the surface [m]
  int body = 0;
};

void add_facet(const Vector3& a, const Vector3& b, const Vector3& c, double slack, int body, std::vector<Facet>& out) {
  const Vector3 n = (b - a).cross(c - a);
  const double twice = n.norm();
  if (twice > 1e-30) out.push_back({{a, b, c}, n / twice, std::sqrt(twice), slack, body});
}

void add_facets(const Element& element, std::vector<Facet>& out) {
  Element e = element;
  e.edge_u = e.edge_v = 0;  // facets of equal size
  if (e.is_flat_panel) {
    // A quadrilateral with a concave corner is divided from that corner: the other diagonal is outside.
    const auto turn = [&](std::size_t a, std::size_t b, std::size_t c) {
      return Vector3((e.corners[b] - e.corners[a]).cross(e.corners[c] - e.corners[a]));
    };
    const std::size_t k = turn(0, 1, 2).dot(turn(0, 2, 3)) < 0.0 ? 1 : 0;
    for (const std::size_t i : {k + 1, k + 2})
      add_facet(e.corners[k], e.corners[i], e.corners[(i + 1) % 4], 0.0, e.body, out);
    return;
  }
  const auto point = [&](double u, double v) {
    Vector3 x, x_u, x_v;
    e.at(u, v, x, x_u, x_v);
    return x;
  };
  double leave_u = 0.0, leave_v = 0.0;  // of the middle from the chord
  for (const double t : {-1.0, 0.0, 1.0}) {
    leave_u = std::max(leave_u, (point(0.0, t) - 0.5 * (point(-1.0, t) + point(1.0, t))).norm());
    leave_v = std::max(leave_v, (point(t, 0.0) - 0.5 * (point(t, -1.0) + point(t, 1.0))).norm());
  }
  // The deviation falls with the square of the number.
  const auto number = [&](double leave) {
    return std::clamp(static_cast<int>(std::ceil(std::sqrt(leave / (kLeave * e.radius)))), 1, kMostFacets);
  };
  const int nu = number(leave_u), nv = number(leave_v);
  const double slack = leave_u / (nu * nu) + leave_v / (nv * nv);
  for (int j = 0; j < nv; ++j) {
    for (int i = 0; i < nu; ++i) {
      const double u0 = -1.0 + 2.0 * i / nu, u1 = -1.0 + 2.0 * (i + 1) / nu;
      const double v0 = -1.0 + 2.0 * j / nv, v1 = -1.0 + 2.0 * (j + 1) / nv;
      const Vector3 a = point(u0, v0), b = point(u1, v0), c = point(u1, v1), d = point(u0, v1);
      add_facet(a, b, c, slack, e.body, out);
      add_facet(a, c, d, slack, e.body, out);
    }
  }
}

// Ends of a facet's cut with a plane, if the facet is on both sides by more than the slack.
std::optional<std::array<Vector3, 2>> cut(const Facet& f, const Vector3& on, const Vector3& normal, double slack) {
  std::array<double, 3> d{};
  for (std::size_t k = 0; k < 3; ++k) d[k] = (f.corner[k] - on).dot(normal);
  if (!(*std::min_element(d.begin(), d.end()) < -slack && *std::max_element(d.begin(), d.end()) > slack)) return {};
  std::array<Vector3, 2> ends;
  std::size_t found = 0;
  for (std::size_t k = 0; k < 3 && found < 2; ++k) {
    const std::size_t next = (k + 1) % 3;
    if ((d[k] < 0.0) != (d[next] < 0.0))
      ends[found++] = f.corner[k] + (f.corner[next] - f.corner[k]) * (d[k] / (d[k] - d[next]));
  }
  return ends;
}

// Both facets are cut by the other's plane, and the cuts share a piece of the planes' common line [Moeller1997].
std::optional<Vector3> crossing(const Facet& p, const Facet& q, double slack) {
  const Vector3 across = p.normal.cross(q.normal);
  if (across.norm() < 1e-6) return {};
  const auto of_p = cut(p, q.corner[0], q.normal, slack), of_q = cut(q, p.corner[0], p.normal, slack);
  if (!of_p || !of_q) return {};
  const Vector3 line = across.normalized();
  const auto range = [&](const std::array<Vector3, 2>& ends) {
    return std::minmax({ends[0].dot(line), ends[1].dot(line)});
  };
  const std::pair<double, double> a = range(*of_p), b = range(*of_q);
  const double from = std::max(a.first, b.first), to = std::min(a.second, b.second);
  if (to - from < slack) return {};
  return (*of_p)[0] + line * (0.5 * (from + to) - (*of_p)[0].dot(line));
}

// Parallel, coplanar within the slack, and with a common area.
std::optional<Vector3> common_face(const Facet& p, const Facet& q, double slack) {
  constexpr double kParallel = 0.99;  // 8 degrees: facets of one curved wall with different divisions differ by 5
  if (std::abs(p.normal.dot(q.normal)) < kParallel) return {};
  std::vector<Vector3> polygon(q.corner.begin(), q.corner.end());
  for (std::size_t k = 0; k < 3 && !polygon.empty(); ++k) {
    const Vector3 inward = p.normal.cross(p.corner[(k + 1) % 3] - p.corner[k]);
    std::vector<Vector3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vector3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
      const double da = (a - p.corner[k]).dot(inward), db = (b - p.corner[k]).dot(inward);
      if (da >= 0.0) kept.push_back(a);
      if ((da < 0.0) != (db < 0.0)) kept.push_back(a + (b - a) * (da / (da - db)));
    }
    polygon = std::move(kept);
  }
  Vector3 moment = Vector3::Zero();
  double twice = 0.0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    const double piece = (polygon[i - 1] - polygon[0]).cross(polygon[i] - polygon[0]).norm();
    twice += piece;
    moment += piece / 3.0 * (polygon[0] + polygon[i - 1] + polygon[i]);
  }
  const double smaller = std::min(p.size, q.size);
  if (!(twice > kTouch * smaller * smaller)) return {};
  const Vector3 middle = moment / twice;
  if (std::abs((middle - p.corner[0]).dot(p.normal)) > slack) return {};
  return middle;
}

// All pairs of facets of different bodies whose boxes meet, by a tree of boxes.
class Meetings {
 public:
  Meetings(const std::vector<Facet>& facets, const std::set<Pair>& known) : facets_(facets), seen_(known) {
    std::vector<int> number;
    for (std::size_t i = 0; i < facets.size(); ++i) {
      const Facet& f = facets[i];
      Box box;
      for (const Vector3& x : f.corner) box.extend(x);
      const Vector3 margin = Vector3::Constant(f.slack + kTouch * f.size);
      boxes_.emplace_back(box.min() - margin, box.max() + margin);
      number.push_back(static_cast<int>(i));
    }
    if (facets.size() < 2) return;
    const Eigen::KdBVH<double, 3, int> tree(number.begin(), number.end(), boxes_.begin(), boxes_.end());
    Eigen::BVIntersect(tree, tree, *this);
  }
  std::vector<Contact> found;

  // Interface of Eigen's trees.
  bool intersectVolumeVolume(const Box& a, const Box& b) const { return a.intersects(b); }
  bool intersectVolumeObject(const Box& a, int b) const { return a.intersects(box(b)); }
  bool intersectObjectVolume(int a, const Box& b) const { return b.intersects(box(a)); }
  bool intersectObjectObject(int a, int b) {
    const Facet &p = facets_[static_cast<std::size_t>(a)], &q = facets_[static_cast<std::size_t>(b)];
    if (p.body >= q.body || !box(a).intersects(box(b))) return false;
    const double slack = p.slack + q.slack + kTouch * std::min(p.size, q.size);
    auto how = Contact::How::across;
    std::optional<Vector3> at = crossing(p, q, slack);
    if (!at) {
      how = Contact::How::upon;
      at = common_face(p, q, slack);
    }
    if (at && seen_.emplace(p.body, q.body).second) found.push_back({how, p.body, q.body, *at});
    return false;
  }

 private:
  const Box& box(int i) const { return boxes_[static_cast<std::size_t>(i)]; }
  const std::vector<Facet>& facets_;
  std::vector<Box> boxes_;
  std::set<Pair> seen_;
};

double solid_angle(const Facet& f, const Vector3& x) {
  const Vector3 a = f.corner[0] - x, b = f.corner[1] - x, c = f.corner[2] - x;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  // [VanOosteromStrackee1983]
  return 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

// Finds a point just inside one body that is inside another: the other, with its image above the water, then covers the
// whole solid angle. Uses nodes for far and facets for near elements.
std::optional<Vector3> point_inside(const Surface& s, int own, int other, const Box& of_other,
                                    const std::vector<Facet>& facets, const std::vector<std::size_t>& first) {
  constexpr double kNear = 2.5;
  const auto shift = [&](std::size_t at, Eigen::Index node) {
    const double slack = first[at + 1] > first[at] ? facets[first[at]].slack : 0.0;
    return 2.0 * slack + kTouch * std::sqrt(s.weights[node]);
  };
  for (std::size_t at = 0; at < s.elements.size(); ++at) {
    if (s.elements[at].body != own) continue;
    const Eigen::Index begin = s.elements[at].first, end = begin + s.elements[at].nodes();
    for (Eigen::Index i = begin; i < end; ++i) {
      const Vector3 x = s.points.col(i) - shift(at, i) * s.normals.col(i);
      if (!of_other.contains(x)) continue;
      double angle = 0.0;
      for (std::size_t k = 0; k < s.elements.size(); ++k) {
        const Element& e = s.elements[k];
        if (e.body != other) continue;
        for (const double side : {1.0, -1.0}) {
          const Vector3 y(x.x(), x.y(), side * x.z());
          if ((y - e.centre).norm() < kNear * e.radius) {
            for (std::size_t f = first[k]; f < first[k + 1]; ++f) angle += solid_angle(facets[f], y);
            continue;
          }
          for (Eigen::Index j = e.first; j < e.first + e.nodes(); ++j) {
            const Vector3 a = s.points.col(j) - y;
            const double r2 = a.squaredNorm();
            angle += s.weights[j] * a.dot(s.normals.col(j)) / (r2 * std::sqrt(r2));
          }
        }
      }
      if (angle >= 3.0 * kPi) return s.points.col(i);
    }
  }
  return {};
}

}  // namespace

std::vector<Contact> contacts(const Surface& s, bool insides) {
  std::vector<Box> boxes(static_cast<std::size_t>(s.bodies));
  for (const Element& e : s.elements) {
    const Vector3 radius = Vector3::Constant(e.radius);
    boxes[static_cast<std::size_t>(e.body)].extend(Box(e.centre - radius, e.centre + radius));
  }
  std::vector<bool> is_near(boxes.size(), !insides);
  for (std::size_t a = 0; insides && a < boxes.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (boxes[a].intersects(boxes[b])) is_near[a] = is_near[b] = true;
  std::vector<Facet> facets;
  std::vector<std::size_t> first{0};
  for (const Element& e : s.elements) {
    if (is_near[static_cast<std::size_t>(e.body)]) add_facets(e, facets);
    first.push_back(facets.size());
  }
  std::vector<Contact> out;
  std::set<Pair> known;
  for (int own = 0; insides && own < s.bodies; ++own) {
    for (int other = 0; other < s.bodies; ++other) {
      const Box& of_other = boxes[static_cast<std::size_t>(other)];
      const Pair pair(std::min(own, other), std::max(own, other));
      if (own == other || known.count(pair) > 0 || !boxes[static_cast<std::size_t>(own)].intersects(of_other)) continue;
      const auto at = point_inside(s, own, other, of_other, facets, first);
      if (!at) continue;
      known.insert(pair);
      out.push_back({Contact::How::inside, own, other, *at});
    }
  }
  const Meetings meetings(facets, known);
  out.insert(out.end(), meetings.found.begin(), meetings.found.end());
  return out;
}

}  // namespace swell::bem
