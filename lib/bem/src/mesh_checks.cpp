#include "swell/bem/mesh_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;
using Triangle = std::array<Vector3, 3>;

std::string named(const PanelMesh& mesh, std::size_t i) {
  const Vector3 x = middle_of(mesh.panels[i]);
  return fmt::format("panel {} at ({:.4g}, {:.4g}, {:.4g}) m", mesh.number(i), x.x(), x.y(), x.z());
}

Origin place(const PanelMesh& mesh, std::size_t i) { return {mesh.file, mesh.lines[i], 0, {}}; }

// Whether the segment passes through the inside of the triangle: not where they only touch.
bool passes(const Vector3& a, const Vector3& b, const Triangle& t) {
  const Vector3 n = (t[1] - t[0]).cross(t[2] - t[0]);
  const double size = n.norm();
  if (size < 1e-30) return false;
  const double da = (a - t[0]).dot(n) / size, db = (b - t[0]).dot(n) / size, slack = 1e-4 * std::sqrt(size);
  if (!(std::min(da, db) < -slack && std::max(da, db) > slack)) return false;
  const Vector3 x = a + (b - a) * (da / (da - db));
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3 edge = t[(k + 1) % 3] - t[k];
    if (edge.cross(x - t[k]).dot(n) < 1e-3 * size * size) return false;
  }
  return true;
}

bool cross(const Panel& p, const Panel& q) {
  for (const auto& [first, second] : {std::pair{&p, &q}, std::pair{&q, &p}})
    for (const Triangle& t :
         {Triangle{(*second)[0], (*second)[1], (*second)[2]}, Triangle{(*second)[0], (*second)[2], (*second)[3]}})
      for (std::size_t k = 0; k < 4; ++k)
        if (passes((*first)[k], (*first)[(k + 1) % 4], t)) return true;
  return false;
}

double longest_side(const Panel& p) {
  double longest = 0.0;
  for (std::size_t k = 0; k < 4; ++k) longest = std::max(longest, (p[(k + 1) % 4] - p[k]).norm());
  return longest;
}

}  // namespace

void note_lids(const PanelMesh& mesh, Diagnostics& diagnostics) {
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i < mesh.panels.size(); ++i) {
    const double slack = 1e-6 * longest_side(mesh.panels[i]);
    const bool is_lid = std::all_of(mesh.panels[i].begin(), mesh.panels[i].end(),
                                    [&](const Vector3& x) { return std::abs(x.z()) <= slack; });
    if (is_lid && count++ == 0) first = i;
  }
  if (count > 0)
    diagnostics.warning("lid-left-out", place(mesh, first),
                        fmt::format("{} lies in the still water ({} such): left out", named(mesh, first), count),
                        "a lid against irregular frequencies is not needed; a deck at z = 0 belongs higher");
}

void check_crossing(const PanelMesh& wet, Diagnostics& diagnostics) {
  // Cells of the size of the panels; each panel is compared with those that share one.
  double cell = 0.0;
  for (const Panel& p : wet.panels) cell += longest_side(p);
  if (!(cell > 0.0)) return;
  cell *= 2.0 / static_cast<double>(wet.panels.size());
  std::map<std::array<long, 3>, std::vector<std::size_t>> cells;
  std::size_t count = 0, first = 0, other = 0;
  for (std::size_t i = 0; i < wet.panels.size(); ++i) {
    Vector3 low = wet.panels[i][0], high = low;
    for (const Vector3& x : wet.panels[i]) {
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
    }
    std::set<std::size_t> near;
    for (long a = std::lround(low.x() / cell); a <= std::lround(high.x() / cell); ++a)
      for (long b = std::lround(low.y() / cell); b <= std::lround(high.y() / cell); ++b)
        for (long c = std::lround(low.z() / cell); c <= std::lround(high.z() / cell); ++c) {
          std::vector<std::size_t>& here = cells[{a, b, c}];
          near.insert(here.begin(), here.end());
          here.push_back(i);
        }
    for (const std::size_t j : near) {
      if (!cross(wet.panels[i], wet.panels[j]) || count++ > 0) continue;
      first = j;
      other = i;
    }
  }
  if (count > 0)
    diagnostics.error(
        place(wet, first),
        fmt::format("{} passes through panel {} ({} such pairs)", named(wet, first), wet.number(other), count),
        "unite the parts in the mesh program, so that no surface lies inside the body");
}

void check_wavelength(const PanelMesh& wet, double highest_omega, double gravity, Diagnostics& diagnostics) {
  const double wave = 2.0 * kPi * gravity / (highest_omega * highest_omega);
  std::size_t count = 0, worst = 0;
  double longest = 0.0;
  for (std::size_t i = 0; i < wet.panels.size(); ++i) {
    const double side = longest_side(wet.panels[i]);
    if (side > wave / 6.0) ++count;
    if (side > longest) {
      longest = side;
      worst = i;
    }
  }
  if (count > 0)
    diagnostics.warning(
        "long-panels", place(wet, worst),
        fmt::format("{} is {:.3g} m long, the wave at {:.4g} rad/s {:.3g} m: {} panels are longer than a "
                    "sixth of it",
                    named(wet, worst), longest, highest_omega, wave, count),
        fmt::format("smaller panels, or frequencies up to {:.3g} rad/s",
                    std::sqrt(2.0 * kPi * gravity / (6.0 * longest))));
}

}  // namespace swell::bem
