/// Hydrodynamic data elsewhere: of a device that stands at another place, and about other points.
#pragma once

#include <vector>

#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// Where the origin of a set of data stands, and how the set is turned there.
struct Placement {
  Vector3 position = Vector3::Zero();  ///< [m] of the data's origin in the world; z is 0
  double yaw = 0.0;                    ///< [rad] about the vertical through that origin

  bool is_home() const { return position.isZero(0.0) && yaw == 0.0; }
  Matrix3 rotation() const;                    ///< from the axes of the data to the world's
  Vector3 operator()(const Vector3& p) const;  ///< [m] a point of the data in the world
};

/// The data of the same bodies at another place: all of them moved and turned as one.
///
/// Vectors and matrices turn with the bodies, headings by the same angle, and a force per wave amplitude has the phase
/// exp(-i k . position) more (theory/radiation.md, "Data elsewhere"). Generalised modes keep their amplitudes. Kernels
/// of excitation are dropped when the place moves: the delay of a wave depends on its frequency.
HydroData placed(HydroData data, const Placement& to);

/// The same coefficients about points `arms` [m] away (new less old reference of each body, design pose). Motions of
/// the old points are T times those of the new ones; forces go back by T transposed. Weight stays at the old points.
void move_references(HydroData& data, const std::vector<Vector3>& arms);

/// Takes the weight along to the point to which move_references moved the body: stiffness is that of weight at the
/// centre of gravity (theory/hydrostatics.md, "About another centre of gravity").
void move_weight(HydroBody& body, const Vector3& arm);

}  // namespace swell::hydro
