#include "swell/bem/mesh_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "swell/bem/contacts.h"

namespace swell::bem {
namespace {

using Panel = std::array<Vector3, 4>;

std::string named(const PanelMesh& mesh, std::size_t i) {
  const Vector3 x = middle_of(mesh.panels[i]);
  return fmt::format("panel {} at ({:.4g}, {:.4g}, {:.4g}) m", mesh.number(i), x.x(), x.y(), x.z());
}

Origin place(const PanelMesh& mesh, std::size_t i) { return {mesh.file, mesh.lines[i], 0, {}}; }

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
                        fmt::format("{} lies in the still water plane ({} such): omitted", named(mesh, first), count),
                        "a lid against irregular frequencies is not needed; a deck at z = 0 belongs higher");
}

void check_crossing(const PanelMesh& wet, Diagnostics& diagnostics) {
  std::vector<Element> elements = panel_elements(wet);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i].body = static_cast<int>(i);
  std::array<std::size_t, 2> count{};  // panels across others, panels upon others
  std::array<Contact, 2> lowest;
  for (const Contact& c : contacts(make_surface(std::move(elements)), false)) {
    const auto kind = static_cast<std::size_t>(c.how == Contact::How::upon);
    const Panel &p = wet.panels[static_cast<std::size_t>(c.first)], &q = wet.panels[static_cast<std::size_t>(c.second)];
    // check_panels reports duplicate panels.
    if (kind == 1 && (middle_of(p) - middle_of(q)).norm() < 1e-6 * longest_side(p)) continue;
    if (count[kind]++ == 0 || c.first < lowest[kind].first) lowest[kind] = c;
  }
  for (const std::size_t kind : {0U, 1U}) {
    if (count[kind] == 0) continue;
    const auto first = static_cast<std::size_t>(lowest[kind].first),
               second = static_cast<std::size_t>(lowest[kind].second);
    diagnostics.warning("panels-overlap", place(wet, first),
                        fmt::format("{} {} panel {} ({} such pairs): the result may be wrong", named(wet, first),
                                    words_of(lowest[kind].how), wet.number(second), count[kind]),
                        "unite the parts in the mesh program, so that no surface lies inside the body" +
                            std::string(kind == 1 ? "; a plate needs its thickness" : ""));
  }
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
