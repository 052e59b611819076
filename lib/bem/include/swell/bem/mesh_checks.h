/// Further checks of a mesh besides its edges (panels.h); each message has the panel, its place and a remedy.
#pragma once

#include "swell/bem/panels.h"

namespace swell::bem {

/// Warns of panels in the plane of the still water, which are left out.
void note_lids(const PanelMesh& mesh, Diagnostics& diagnostics);

/// Reports panels that cross others of the same mesh or lie on them as errors. Edges on another panel are allowed.
void check_crossing(const PanelMesh& wet, Diagnostics& diagnostics);

/// Warns of panels longer than a sixth of the shortest wave: a constant potential has errors of 10 % and more there.
void check_wavelength(const PanelMesh& wet, double highest_omega, double gravity, Diagnostics& diagnostics);

}  // namespace swell::bem
