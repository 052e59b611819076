#include "swell/bem/panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "swell/bem/contacts.h"

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;

Vector3 area_of(const Panel& p) {
  return 0.5 * (p[1] - p[0]).cross(p[2] - p[0]) + 0.5 * (p[2] - p[0]).cross(p[3] - p[0]);
}

std::string place_of(const Vector3& x) { return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", x.x(), x.y(), x.z()); }

}  // namespace

PanelMesh placed(PanelMesh mesh, double scale, const Vector3& shift) {
  for (Panel& p : mesh.panels)
    for (Vector3& x : p) x = scale * x + shift;
  return mesh;
}

PanelMesh clipped(const PanelMesh& mesh, int* lids) {
  double size = 0.0;
  for (const Panel& p : mesh.panels)
    for (const Vector3& x : p) size = std::max(size, x.norm());
  const double slack = 1e-7 * size;
  PanelMesh out;
  out.file = mesh.file;
  if (lids != nullptr) *lids = 0;
  const auto keep = [&](const Panel& p, std::size_t i) {
    if (area_of(p).norm() < 1e-14 * size * size) return;
    out.panels.push_back(p);
    out.lines.push_back(mesh.lines[i]);
    out.numbers.push_back(mesh.number(i));
  };
  for (std::size_t i = 0; i < mesh.panels.size(); ++i) {
    Panel p = mesh.panels[i];
    double low = 1e300, high = -1e300;
    for (Vector3& x : p) {
      if (std::abs(x.z()) < slack) x.z() = 0.0;
      low = std::min(low, x.z());
      high = std::max(high, x.z());
    }
    if (low >= 0.0) {
      if (high == 0.0 && lids != nullptr) ++*lids;
      continue;
    }
    if (high <= 0.0) {
      keep(p, i);
      continue;
    }
    // The part below the plane is a polygon of up to five corners.
    std::vector<Vector3> wet;
    for (std::size_t k = 0; k < 4; ++k) {
      const Vector3 &a = p[k], &b = p[(k + 1) % 4];
      if (a.z() <= 0.0 && (wet.empty() || (a - wet.back()).norm() > slack)) wet.push_back(a);
      if (a.z() * b.z() < 0.0) {
        Vector3 cut = a + (b - a) * (a.z() / (a.z() - b.z()));
        cut.z() = 0.0;
        wet.push_back(cut);
      }
    }
    while (wet.size() > 1 && (wet.front() - wet.back()).norm() <= slack) wet.pop_back();
    if (wet.size() < 3) continue;
    keep({wet[0], wet[1], wet[2], wet.size() > 3 ? wet[3] : wet[2]}, i);
    if (wet.size() == 5) keep({wet[0], wet[3], wet[4], wet[4]}, i);
  }
  return out;
}

namespace {

// For each edge (two corner numbers): its panels, and whether it runs from the lower number to the higher.
using Edges = std::map<std::pair<int, int>, std::vector<std::pair<std::size_t, bool>>>;

// For a mesh without open edges: rejects a tank inside a hull, whose volume would count as displaced.
void refuse_nested(const PanelMesh& wet, const Edges& edges, Diagnostics& diagnostics) {
  std::vector<std::vector<std::size_t>> neighbours(wet.panels.size());
  for (const auto& edge : edges) {
    for (const auto& [panel, rises] : edge.second) {
      neighbours[panel].push_back(edge.second.front().first);
      neighbours[edge.second.front().first].push_back(panel);
    }
  }
  std::vector<Element> elements = panel_elements(wet);
  std::vector<std::size_t> firsts;  // one panel of each closed surface
  for (Element& e : elements) e.body = -1;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (elements[i].body >= 0) continue;
    const int surface = static_cast<int>(firsts.size());
    firsts.push_back(i);
    std::vector<std::size_t> open{i};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      if (elements[at].body >= 0) continue;
      elements[at].body = surface;
      open.insert(open.end(), neighbours[at].begin(), neighbours[at].end());
    }
  }
  if (firsts.size() < 2) return;
  for (const Contact& c : contacts(make_surface(std::move(elements)))) {
    if (c.how != Contact::How::inside) continue;
    const std::size_t at = firsts[static_cast<std::size_t>(c.first)];
    diagnostics.error({wet.file, wet.lines[at], 0, {}},
                      fmt::format("the closed surface of panel {}, at {}, is inside that of panel {}", wet.number(at),
                                  place_of(c.at), wet.number(firsts[static_cast<std::size_t>(c.second)])),
                      "leave out of the mesh what no sea water wets: tanks, decks and bulkheads");
    return;
  }
}

}  // namespace

void check_panels(const PanelMesh& wet, Diagnostics& diagnostics) {
  if (wet.panels.empty()) {
    diagnostics.error({wet.file, 0, 0, {}}, "no panel is below the still water, z = 0",
                      "z points upwards; move the body down with position: [0, 0, -1], say");
    return;
  }
  double size = 0.0, volume = 0.0;
  for (const Panel& p : wet.panels) {
    for (const Vector3& x : p) size = std::max(size, x.norm());
    volume += middle_of(p).dot(area_of(p)) / 3.0;
  }
  const auto place = [&](std::size_t i) { return Origin{wet.file, wet.lines[i], 0, {}}; };
  const auto named = [&](std::size_t i) {
    return fmt::format("panel {} at {}", wet.number(i), place_of(middle_of(wet.panels[i])));
  };
  const double grid = 1e-6 * size;
  const auto key = [&](const Vector3& x) {
    return std::array<long, 3>{std::lround(x.x() / grid), std::lround(x.y() / grid), std::lround(x.z() / grid)};
  };
  // Close points may be in different cells of the grid: join them by a search of the neighbouring cells.
  std::map<std::array<long, 3>, int> points;
  const auto number = [&](const Vector3& x) {
    const std::array<long, 3> k = key(x);
    for (long a = -1; a <= 1; ++a)
      for (long b = -1; b <= 1; ++b)
        for (long c = -1; c <= 1; ++c)
          if (const auto found = points.find({k[0] + a, k[1] + b, k[2] + c}); found != points.end())
            return found->second;
    return points.emplace(k, static_cast<int>(points.size())).first->second;
  };
  Edges edges;
  std::map<std::vector<int>, std::size_t> seen;
  std::map<std::pair<int, int>, bool> on_water;
  int slivers = 0, doubles = 0, holes = 0, turned = 0;
  std::size_t sliver = 0, twice = 0, other = 0, hole = 0, turn = 0;
  for (std::size_t i = 0; i < wet.panels.size(); ++i) {
    const Panel& p = wet.panels[i];
    std::vector<int> corners;
    double longest = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      const int n = number(p[k]);
      if (corners.empty() || (corners.back() != n && corners.front() != n)) corners.push_back(n);
      longest = std::max(longest, (p[(k + 1) % 4] - p[k]).norm());
    }
    if (area_of(p).norm() < 1e-3 * longest * longest && slivers++ == 0) sliver = i;
    for (std::size_t k = 0; k < 4; ++k) {
      const int a = number(p[k]), b = number(p[(k + 1) % 4]);
      if (a == b) continue;
      edges[{std::min(a, b), std::max(a, b)}].emplace_back(i, a < b);
      on_water[{std::min(a, b), std::max(a, b)}] = p[k].z() == 0.0 && p[(k + 1) % 4].z() == 0.0;
    }
    std::sort(corners.begin(), corners.end());
    const auto [at, is_new] = seen.emplace(corners, i);
    if (!is_new && doubles++ == 0) {
      twice = i;
      other = at->second;
    }
  }
  for (const auto& [edge, panels] : edges) {
    if (panels.size() == 1 && !on_water[edge] && holes++ == 0) hole = panels[0].first;
    if (panels.size() == 2 && panels[0].second == panels[1].second && turned++ == 0) turn = panels[1].first;
  }
  if (doubles > 0)
    diagnostics.error(place(twice),
                      fmt::format("{} is panel {} once more ({} such)", named(twice), wet.number(other), doubles),
                      "remove one of the two: the equations would be singular");
  if (turned > 0)
    diagnostics.error(place(turn), fmt::format("{} is turned against its neighbour ({} edges)", named(turn), turned),
                      "let the corners of every panel run anticlockwise seen from the water");
  else if (holes == 0 && volume < 0.0)
    diagnostics.error({wet.file, 0, 0, {}}, fmt::format("the surface is inside out: it displaces {:.4g} m3", volume),
                      "give reversed: true, or turn the panels in the mesh program");
  if (holes == 0 && turned == 0 && doubles == 0) refuse_nested(wet, edges, diagnostics);
  // In meshes of BEM codes panels of different size may be adjacent. An edge against two halves is not a hole in the
  // displaced volume, so the three volume integrals decide.
  if (holes > 0 && turned == 0) {
    Vector3 volumes = Vector3::Zero();
    for (const Panel& p : wet.panels) {
      const Vector3 first = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]), second = 0.5 * (p[2] - p[0]).cross(p[3] - p[0]);
      volumes += ((p[0] + p[1] + p[2]) / 3.0).cwiseProduct(first) + ((p[0] + p[2] + p[3]) / 3.0).cwiseProduct(second);
    }
    const double spread = volumes.maxCoeff() - volumes.minCoeff();
    const std::string text = fmt::format(
        "has {} open edges below the water, the first of {}; its volume by x, y and z is "
        "{:.5g}, {:.5g} and {:.5g} m3",
        holes, named(hole), volumes.x(), volumes.y(), volumes.z());
    if (spread > 0.02 * volumes.cwiseAbs().maxCoeff())
      diagnostics.error(place(hole), text, "close the surface; half a body needs its symmetry (ISX, ISY) switched on");
    else
      diagnostics.warning("mesh-holes", place(hole), text,
                          "panels that do not meet corner to corner are taken as they are");
  }
  if (slivers > 0)
    diagnostics.warning("sliver-panels", place(sliver), fmt::format("{} is a sliver ({} such)", named(sliver), slivers),
                        "panels about as wide as long are more accurate for the same work");
  if (size > 1000.0)
    diagnostics.warning("mesh-size", {wet.file, 0, 0, {}},
                        fmt::format("reaches {:.4g} m from the origin: it looks like millimetres", size),
                        "metres are meant; for millimetres give scale: 0.001");
}

std::vector<Element> panel_elements(const PanelMesh& wet) {
  std::vector<Element> out;
  for (const Panel& p : wet.panels) {
    Element e;
    e.is_flat_panel = true;
    e.corners = p;
    e.patch = std::make_shared<BilinearPatch>(p);
    out.push_back(std::move(e));
  }
  return out;
}

}  // namespace swell::bem
