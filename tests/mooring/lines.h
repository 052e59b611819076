// Lines that several tests of this library hang up.
#pragma once

#include <vector>

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
  model.seabed = Seabed{};
  model.seabed->depth = 50.0;
  model.seabed->stiffness = 1e5;
  model.seabed->damping = 1e4;
  return model;
}

/// d(rates)/d(state) at `x0`, by central differences.
inline MatrixX jacobian(const LumpedMass& mooring, const std::vector<double>& x0, const PointMotion* coupled) {
  LineScratch scratch = mooring.make_scratch();
  const std::size_t n = x0.size();
  MatrixX J(n, n);
  std::vector<double> p(n), m(n), x = x0;
  for (std::size_t j = 0; j < n; ++j) {
    const double h = 1e-6;
    x[j] = x0[j] + h;
    mooring.evaluate(0.0, x.data(), coupled, nullptr, p.data(), nullptr, nullptr, scratch);
    x[j] = x0[j] - h;
    mooring.evaluate(0.0, x.data(), coupled, nullptr, m.data(), nullptr, nullptr, scratch);
    x[j] = x0[j];
    for (std::size_t i = 0; i < n; ++i) {
      J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (p[i] - m[i]) / (2.0 * h);
    }
  }
  return J;
}

}  // namespace swell::mooring
