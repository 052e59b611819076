// Lines that several tests of this room hang up.
#pragma once

#include "swell/mooring/lumped_mass.h"

namespace swell::mooring {

/// A heavy chain of 100 m that hangs free in air.
inline LineModel hanging(int segments) {
  LineModel model;
  LineType type;
  type.name = "chain";
  type.diameter = 0.05;
  type.mass_per_length = 50.0;
  type.axial_stiffness = 1e9;
  model.types = {type};
  model.points.resize(2);
  model.points[0].name = "top";
  model.points[0].kind = PointKind::coupled;
  model.points[1].name = "end";
  model.points[1].kind = PointKind::free;
  model.points[1].position = Vector3(0.0, 0.0, -100.0);
  model.lines = {{"line", 0, 0, 1, 100.0, segments}};
  model.water_density = 0.0;
  model.gravity = 9.81;
  return model;
}

/// A mooring chain of 410 m from an anchor on the sea bed, 50 m deep, to a fairlead at the origin.
inline LineModel chain50(int segments) {
  LineModel model;
  LineType type;
  type.name = "chain";
  type.diameter = 0.252;
  type.mass_per_length = 390.0;
  type.axial_stiffness = 1.674e9;
  type.damping_ratio = 1.0;
  type.drag_transverse = 1.37;
  type.drag_tangential = 0.64;
  type.added_mass_transverse = 1.0;
  model.types = {type};
  model.points.resize(2);
  model.points[0].name = "anchor";
  model.points[0].position = Vector3(400.0, 0.0, -50.0);
  model.points[1].name = "fairlead";
  model.points[1].kind = PointKind::coupled;
  model.lines = {{"line", 0, 0, 1, 410.0, segments}};
  model.seabed = Seabed{50.0, 1e5, 1e4, 0.0, 0.02};
  return model;
}

}  // namespace swell::mooring
