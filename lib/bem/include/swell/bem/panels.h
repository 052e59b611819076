/// Meshes of flat panels: reading, clipping at the still water, and checks with the number of the panel.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/bem/surface.h"

namespace swell::bem {

/// Triangles (the last corner repeated) and quadrilaterals, corners anticlockwise seen from the fluid.
struct PanelMesh {
  std::vector<std::array<Vector3, 4>> panels;
  std::vector<int> lines;    ///< of each panel in its file; 0 unknown
  std::vector<int> numbers;  ///< of each panel before clipping, from 1; empty: unchanged
  std::string file;

  int number(std::size_t i) const { return numbers.empty() ? static_cast<int>(i) + 1 : numbers[i]; }
};

/// Mean of a panel's corners; a triangle's last corner counts twice.
inline Vector3 middle_of(const std::array<Vector3, 4>& panel) {
  return 0.25 * (panel[0] + panel[1] + panel[2] + panel[3]);
}

/// Reads STL, OBJ, WAMIT .gdf (low order), NEMOH .dat, HAMS .pnl, Gmsh .msh by extension; completes symmetric halves.
/// @throws InputError with all errors
PanelMesh read_panels(const std::filesystem::path& file, Diagnostics& diagnostics);

/// The mesh scaled about the origin, then moved.
PanelMesh placed(PanelMesh mesh, double scale, const Vector3& shift);

/// Cuts off the part above z = 0; panels on the surface (lids) are removed and counted in `lids` if given.
PanelMesh clipped(const PanelMesh& mesh, int* lids = nullptr);

/// Checks for open edges below the water, neighbours turned against each other, a surface inside out, duplicates and
/// slivers, with panel, place and remedy. A hole, a turned neighbour and a duplicate are errors.
void check_panels(const PanelMesh& wet, Diagnostics& diagnostics);

/// One element per panel.
std::vector<Element> panel_elements(const PanelMesh& wet);

}  // namespace swell::bem
