#include "swell/bem/surface.h"

#include <algorithm>
#include <utility>

#include "gauss.h"

namespace swell::bem {

BilinearPatch::BilinearPatch(const std::array<Vector3, 4>& c)
    : middle_(0.25 * (c[0] + c[1] + c[2] + c[3])),
      along_(0.25 * (c[1] + c[2] - c[0] - c[3])),
      across_(0.25 * (c[2] + c[3] - c[0] - c[1])),
      twist_(0.25 * (c[0] + c[2] - c[1] - c[3])) {}

void BilinearPatch::at(double u, double v, Vector3& x, Vector3& x_u, Vector3& x_v) const {
  x = middle_ + u * along_ + v * across_ + u * v * twist_;
  x_u = along_ + v * twist_;
  x_v = across_ + u * twist_;
}

void Element::at(double u, double v, Vector3& x, Vector3& x_u, Vector3& x_v) const {
  double du = 0.5 * (u1 - u0), dv = 0.5 * (v1 - v0);
  const auto place = [](double from, double& half, double t, int edge) {
    if (edge == 0) return from + half * (1.0 + t);
    const double s = 0.5 * (1.0 - edge * t), away = 2.0 * half * s * s * s;  // distance from the edge
    const double out = edge < 0 ? from + away : from + 2.0 * half - away;
    half *= 3.0 * s * s;
    return out;
  };
  const double at_u = place(u0, du, u, edge_u), at_v = place(v0, dv, v, edge_v);
  patch->at(at_u, at_v, x, x_u, x_v);
  x_u *= du;
  x_v *= dv;
}

namespace {

// One node: area, centroid and normal of the two triangles of the panel.
void flat_node(const Element& e, Vector3& x, Vector3& area) {
  const std::array<Vector3, 4>& c = e.corners;
  const Vector3 first = 0.5 * (c[1] - c[0]).cross(c[2] - c[0]), second = 0.5 * (c[2] - c[0]).cross(c[3] - c[0]);
  area = first + second;
  const double a = first.norm(), b = second.norm();
  x = (a * (c[0] + c[1] + c[2]) + b * (c[0] + c[2] + c[3])) / (3.0 * (a + b));
}

}  // namespace

Surface make_surface(std::vector<Element> elements) {
  Surface s;
  Eigen::Index count = 0;
  for (Element& e : elements) {
    e.first = static_cast<int>(count);
    count += e.nodes();
    s.bodies = std::max(s.bodies, e.body + 1);
  }
  s.points.resize(3, count);
  s.normals.resize(3, count);
  s.weights.resize(count);
  for (Element& e : elements) {
    Vector3 x, x_u, x_v;
    if (e.is_flat_panel) {
      flat_node(e, x, x_u);
      s.points.col(e.first) = x;
      s.normals.col(e.first) = x_u.normalized();
      s.weights[e.first] = x_u.norm();
      e.centre = x;
      e.radius = 0.0;
      for (const Vector3& corner : e.corners) e.radius = std::max(e.radius, (corner - x).norm());
    } else {
      const GaussRule &ru = gauss_rule(e.nu), &rv = gauss_rule(e.nv);
      Eigen::Index node = e.first;
      for (std::size_t j = 0; j < rv.x.size(); ++j) {
        for (std::size_t i = 0; i < ru.x.size(); ++i, ++node) {
          e.at(ru.x[i], rv.x[j], x, x_u, x_v);
          const Vector3 n = x_u.cross(x_v);
          s.points.col(node) = x;
          s.normals.col(node) = n.normalized();
          s.weights[node] = ru.w[i] * rv.w[j] * n.norm();
        }
      }
      e.at(0.0, 0.0, e.centre, x_u, x_v);
      e.radius = 0.0;
      for (const double u : {-1.0, 0.0, 1.0})
        for (const double v : {-1.0, 0.0, 1.0}) {
          e.at(u, v, x, x_u, x_v);
          e.radius = std::max(e.radius, (x - e.centre).norm());
        }
    }
    s.body.insert(s.body.end(), static_cast<std::size_t>(e.nodes()), e.body);
    s.chamber.insert(s.chamber.end(), static_cast<std::size_t>(e.nodes()), e.chamber);
  }
  s.elements = std::move(elements);
  return s;
}

Hydrostatics hydrostatics(const Surface& s, int body, const Vector3& cg) {
  Hydrostatics h;
  double xz = 0.0, yz = 0.0, zz = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0, syy = 0.0;
  const auto add = [&](const Vector3& x, const Vector3& n) {
    h.area += n.norm();
    h.volumes += x.cwiseProduct(n);
    xz += x.x() * x.z() * n.z();
    yz += x.y() * x.z() * n.z();
    zz += 0.5 * x.z() * x.z() * n.z();
    h.waterplane -= n.z();
    sx -= x.x() * n.z();
    sy -= x.y() * n.z();
    const double dx = x.x() - cg.x(), dy = x.y() - cg.y();
    sxx -= dx * dx * n.z();
    sxy -= dx * dy * n.z();
    syy -= dy * dy * n.z();
  };
  for (const Element& e : s.elements) {
    if (e.body != body || e.chamber >= 0) continue;
    if (!e.is_flat_panel) {
      for (Eigen::Index i = e.first; i < e.first + e.nodes(); ++i)
        add(s.points.col(i), s.weights[i] * s.normals.col(i));
      continue;
    }
    // Integrands are quadratic: the midpoints of a triangle's sides integrate them exactly.
    for (const std::size_t k : {1U, 2U}) {
      const std::array<Vector3, 3> corner{e.corners[0], e.corners[k], e.corners[k + 1]};
      const Vector3 n = (corner[1] - corner[0]).cross(corner[2] - corner[0]) / 6.0;
      for (std::size_t i = 0; i < 3; ++i) add(0.5 * (corner[i] + corner[(i + 1) % 3]), n);
    }
  }
  h.volume = h.volumes.z();
  if (h.volume != 0.0) h.centre = Vector3(xz, yz, zz) / h.volume;
  const double first_x = sx - cg.x() * h.waterplane, first_y = sy - cg.y() * h.waterplane;
  Matrix6& C = h.stiffness;
  C(2, 2) = h.waterplane;
  C(2, 3) = C(3, 2) = first_y;
  C(2, 4) = C(4, 2) = -first_x;
  const double lever = h.volume * (h.centre.z() - cg.z());
  C(3, 3) = syy + lever;
  C(4, 4) = sxx + lever;
  C(3, 4) = C(4, 3) = -sxy;
  C(3, 5) = -h.volume * (h.centre.x() - cg.x());
  C(4, 5) = -h.volume * (h.centre.y() - cg.y());
  return h;
}

}  // namespace swell::bem
