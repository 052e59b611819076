/// Meshes of flat panels: reading, clipping at the still water, and checks that name the panel.
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
  std::vector<int> numbers;  ///< of each panel before it was clipped, from 1; empty: as they stand
  std::string file;

  int number(std::size_t i) const { return numbers.empty() ? static_cast<int>(i) + 1 : numbers[i]; }
};

/// The mean of a panel's corners, with a triangle's last one twice.
inline Vector3 middle_of(const std::array<Vector3, 4>& panel) {
  return 0.25 * (panel[0] + panel[1] + panel[2] + panel[3]);
}

/// STL, OBJ, WAMIT .gdf (low order), NEMOH .dat, HAMS .pnl, Gmsh .msh, by the ending; symmetric halves are completed.
/// @throws InputError with every mistake
PanelMesh read_panels(const std::filesystem::path& file, Diagnostics& diagnostics);

/// The mesh scaled about the origin, then moved.
PanelMesh placed(PanelMesh mesh, double scale, const Vector3& shift);

/// Cuts off what is above z = 0; panels on the surface (lids) are left out, and counted in `lids` if given.
PanelMesh clipped(const PanelMesh& mesh, int* lids = nullptr);

/// Open edges below the water, neighbours turned against each other, a surface inside out, panels twice, slivers: with
/// the panel, its place and what to do. A hole, a turned neighbour and a duplicate are errors.
void check_panels(const PanelMesh& wet, Diagnostics& diagnostics);

/// One element per panel.
std::vector<Element> panel_elements(const PanelMesh& wet);

}  // namespace swell::bem
