#include "swell/hydro/modes_as_bodies.h"

#include <algorithm>

#include <fmt/format.h>

namespace swell::hydro {
namespace {

/// For each new row the old one; below 0: none.
using Places = std::vector<int>;

MatrixX placed(const MatrixX& from, const Places& rows, const Places& columns) {
  MatrixX to = MatrixX::Zero(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  if (from.size() == 0) return from;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (rows[i] >= 0 && columns[j] >= 0)
        to(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = from(rows[i], columns[j]);
    }
  }
  return to;
}

/// [direction][frequency or time] of vectors.
template <class Vector>
void place(std::vector<std::vector<Vector>>& all, const Places& rows) {
  for (auto& of_direction : all) {
    for (Vector& from : of_direction) {
      if (from.size() == 0) continue;
      Vector to = Vector::Zero(static_cast<Eigen::Index>(rows.size()));
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i] >= 0 && rows[i] < from.size()) to[static_cast<Eigen::Index>(i)] = from[rows[i]];
      from = std::move(to);
    }
  }
}

void place(std::vector<std::vector<QtfEntry>>& all, const Places& rows) {
  if (all.empty()) return;
  std::vector<std::vector<QtfEntry>> to(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] >= 0 && static_cast<std::size_t>(rows[i]) < all.size()) to[i] = all[static_cast<std::size_t>(rows[i])];
  all = std::move(to);
}

/// @param rows  of the body's own   @param columns  of all bodies
HydroBody with_rows(const HydroBody& of, const Places& rows, const Places& columns) {
  HydroBody body = of;
  body.dof = 6;
  for (MatrixPerFrequency* all : {&body.added_mass, &body.radiation_damping, &body.radiation_irf})
    for (MatrixX& each : *all) each = placed(each, rows, columns);
  for (std::optional<MatrixX>* each : {&body.added_mass_infinite, &body.added_mass_zero})
    if (*each) *each = placed(**each, rows, columns);
  for (auto* all : {&body.excitation, &body.froude_krylov, &body.scattering}) place(*all, rows);
  for (auto* all :
       {&body.mean_drift_control_surface, &body.mean_drift_momentum, &body.mean_drift_pressure, &body.excitation_irf})
    place(*all, rows);
  place(body.qtf_sum, rows);
  place(body.qtf_difference, rows);
  body.radiation_state_space.clear();
  return body;
}

}  // namespace

HydroData modes_as_bodies(HydroData data) {
  if (std::all_of(data.bodies.begin(), data.bodies.end(), [](const HydroBody& body) { return body.dof == 6; }))
    return data;
  Places columns;
  std::vector<std::pair<std::size_t, int>> modes;  // body, mode from 0
  for (std::size_t b = 0; b < data.bodies.size(); ++b) {
    for (int i = 0; i < 6; ++i) columns.push_back(data.first_dof(b) + i);
    for (int j = 0; j < data.bodies[b].dof - 6; ++j) modes.emplace_back(b, j);
  }
  for (const auto& [b, j] : modes) {
    columns.push_back(data.first_dof(b) + 6 + j);
    columns.insert(columns.end(), 5, -1);
  }
  std::vector<HydroBody> bodies;
  for (const HydroBody& of : data.bodies) {
    HydroBody body = with_rows(of, {0, 1, 2, 3, 4, 5}, columns);
    if (of.dof > 6) body.restoring_of_modes = of.restoring_stiffness;
    body.restoring_stiffness = of.restoring_stiffness.topLeftCorner(6, 6);
    bodies.push_back(std::move(body));
  }
  for (const auto& [b, j] : modes) {
    const HydroBody& of = data.bodies[b];
    HydroBody body = with_rows(of, {6 + j, -1, -1, -1, -1, -1}, columns);
    body.name = fmt::format("{} mode {}", of.name, j + 1);
    body.mode_of = static_cast<int>(b);
    body.displaced_volume = 0.0;
    body.displaced_volume_xyz.reset();
    body.restoring_stiffness = MatrixX::Zero(6, 6);
    for (MatrixX* structure : {&body.generalised_mass, &body.generalised_stiffness, &body.generalised_damping,
                               &body.external_mass, &body.external_stiffness, &body.external_damping})
      structure->resize(0, 0);
    bodies[b].modes.push_back(static_cast<int>(bodies.size()));
    bodies.push_back(std::move(body));
  }
  data.bodies = std::move(bodies);
  return data;
}

}  // namespace swell::hydro
