// What is refused before anything is solved.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "parts.h"

namespace swell::bem {

void refuse_dry(const std::vector<ComputeBody>& bodies) {
  Diagnostics mistakes;
  for (const ComputeBody& body : bodies)
    if (body.elements.empty())
      mistakes.error(body.origin, fmt::format("body {} is above the water", body.name),
                     "z = 0 is the still water: lower its position");
  mistakes.throw_if_errors();
}

double memory_of_machine() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double least_memory(double nodes) { return memory_needed(nodes, nodes / 16.0, 0.0, 2.0, 1, false); }

void refuse_beyond_machine(double memory, const Origin& origin, const std::string& what, const std::string& remedy) {
  if (memory > 0.9 * memory_of_machine())
    throw InputError(
        origin,
        fmt::format("{} need {:.0f} GB, the machine has {:.0f} GB", what, memory / 1e9, memory_of_machine() / 1e9),
        remedy);
}

std::optional<Vector3> node_inside(const Surface& s, int own, int other) {
  Eigen::Array3d low = Eigen::Array3d::Constant(1e300), high = -low;
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    if (s.body[static_cast<std::size_t>(i)] != other) continue;
    low = low.min(s.points.col(i).array());
    high = high.max(s.points.col(i).array());
  }
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    const Vector3 x = s.points.col(i);
    if (s.body[static_cast<std::size_t>(i)] != own || (x.array() < low).any() || (x.array() > high).any()) continue;
    double angle = 0.0;
    bool is_near = false;
    for (Eigen::Index j = 0; j < s.size() && !is_near; ++j) {
      if (s.body[static_cast<std::size_t>(j)] != other) continue;
      for (const double side : {1.0, -1.0}) {
        const Vector3 y(s.points(0, j), s.points(1, j), side * s.points(2, j));
        const Vector3 n(s.normals(0, j), s.normals(1, j), side * s.normals(2, j)), a = x - y;
        const double r2 = a.squaredNorm();
        is_near = is_near || r2 < s.weights[j];
        angle += s.weights[j] * a.dot(n) / (r2 * std::sqrt(r2));
      }
    }
    if (!is_near && angle <= -3.0 * kPi) return x;
  }
  return {};
}

namespace {

// Below z = 0 by this share of its breadth between a body and the sea bed the plain division of a wall close to its
// image fails: a column of 2 m radius has 0.02 % between force by pressure and by Haskind's relation at 0.0025 of its
// breadth, 1.5 % at 0.00025 and 60 % where it touches.
constexpr double kLeastGap = 0.001, kGap = 0.005;

void check_height(const Surface& s, int b, const ComputeBody& body, std::optional<double> depth,
                  Diagnostics& mistakes) {
  const Hydrostatics h = hydrostatics(s, b, body.cg);
  if (std::abs(h.volume) < 1e-9 * h.area * std::sqrt(h.area))
    mistakes.error(body.origin, fmt::format("body {} displaces no water: its surface encloses none", body.name),
                   "a plate has two sides and edges: give it its thickness");
  else if (!(h.volume > 0.0))
    mistakes.error(body.origin, fmt::format("body {} displaces {:.4g} m3", body.name, h.volume),
                   "its normals must point into the water: reversed: true turns a mesh");
  if (!depth) return;
  Vector3 low = Vector3::Constant(1e300), high = -low, x, x_u, x_v;
  for (const Element& e : s.elements) {
    for (const double u : {-1.0, 0.0, 1.0})
      for (const double v : {-1.0, 0.0, 1.0}) {
        if (e.body != b) continue;
        e.at(u, v, x, x_u, x_v);
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
      }
  }
  const double breadth = std::max(high.x() - low.x(), high.y() - low.y()), gap = *depth + low.z();
  if (gap < 0.0)
    mistakes.error(
        body.origin,
        fmt::format("body {} reaches {:.4g} m down, the water is {:.4g} m deep", body.name, -low.z(), *depth),
        "raise its position, or correct water.depth");
  else if (gap < kLeastGap * breadth)
    mistakes.error(body.origin,
                   fmt::format("body {} stands on the sea bed: {:.2g} m are between them, {:.2g} m are needed",
                               body.name, gap, kLeastGap * breadth),
                   fmt::format("end it {:.2g} m above the sea bed: next to no water passes there", kGap * breadth));
}

}  // namespace

void check_bodies(const Surface& s, const std::vector<ComputeBody>& bodies, std::optional<double> depth) {
  Diagnostics mistakes;
  for (std::size_t b = 0; b < bodies.size(); ++b) check_height(s, static_cast<int>(b), bodies[b], depth, mistakes);
  mistakes.throw_if_errors();
  for (std::size_t own = 0; own < bodies.size(); ++own) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      if (own == b) continue;
      const auto x = node_inside(s, static_cast<int>(own), static_cast<int>(b));
      if (!x) continue;
      mistakes.error(bodies[own].origin,
                     fmt::format("body {} is inside body {} at ({:.4g}, {:.4g}, {:.4g}) m", bodies[own].name,
                                 bodies[b].name, x->x(), x->y(), x->z()),
                     "move them apart, or make one body of the two");
    }
  }
  mistakes.throw_if_errors();
}

void judge_identities(const ComputeReport& report, const Origin& origin, Diagnostics& diagnostics) {
  constexpr double kDoubtful = 0.05;
  if (std::max({report.haskind, report.energy, report.reciprocity}) < kDoubtful) return;
  diagnostics.warning(
      "doubtful-solution", origin,
      fmt::format("the result is doubtful: Haskind against pressure {:.2g} %, waves' energy "
                  "against damping {:.2g} %, reciprocity {:.2g} %, {:g} % at most are expected",
                  100.0 * report.haskind, 100.0 * report.energy, 100.0 * report.reciprocity, 100.0 * kDoubtful),
      "look for walls that lie on each other, parts inside each other, plates far thinner than their "
      "elements; or divide more finely");
}

}  // namespace swell::bem
