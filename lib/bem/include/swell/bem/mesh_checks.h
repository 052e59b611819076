/// What else may be wrong with a mesh than its edges (panels.h): each with the panel, its place and a remedy.
#pragma once

#include "swell/bem/panels.h"

namespace swell::bem {

/// Panels in the plane of the still water, which are left out: a warning.
void note_lids(const PanelMesh& mesh, Diagnostics& diagnostics);

/// Panels that pass through others of the same mesh or lie on them: an error. Edges that end on another panel do not.
void check_crossing(const PanelMesh& wet, Diagnostics& diagnostics);

/// Panels longer than a sixth of the shortest wave, in which a constant potential leaves 10 % and more: a warning.
void check_wavelength(const PanelMesh& wet, double highest_omega, double gravity, Diagnostics& diagnostics);

}  // namespace swell::bem
