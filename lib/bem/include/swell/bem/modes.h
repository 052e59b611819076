/// Generalised modes: motions of a body besides the rigid ones, each a displacement field.
///
/// The equations use only their normal velocity on the wetted surface. Hydrostatics: [Newman1994]:
/// C_ji = rho g int n_j (w_i + z D_i) dS, w_i the vertical part of mode i, D_i its divergence, n_j = u_j . n with the
/// normal out of the water.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/bem/surface.h"

namespace swell::bem {

/// Displacement at a point of the mean surface per unit of the mode's coordinate; world axes, [m/m] or [m/rad].
using Displacement = std::function<Vector3(const Vector3&)>;

struct Mode {
  std::string name;
  Displacement displacement;
  double mass = 0.0, stiffness = 0.0, damping = 0.0;  ///< of the structure: N s^2/m, N/m, N s/m of the coordinate
  /// Mean rise of the water in a chamber relative to the body (chambers.h); the hull does not move.
  bool is_chamber = false;
  /// Of a chamber: pressure per velocity of sloshing against the body is lid_damping rho sqrt(g) [m^(1/2)].
  double lid_damping = 0.0;
  std::optional<std::array<double, 2>> beam;  ///< [m] x of its ends
  Origin origin;
};

/// Bending of a free beam of uniform section along x: mode `order` = 1, 2, ... of the equation of Euler and Bernoulli,
/// 1 m at x = to. Blevins, Formulas for Natural Frequency and Mode Shape, table 8-1 (free-free).
Displacement beam_mode(int order, double from, double to, const Vector3& direction);
/// int w^2 dx [m] and int w''^2 dx [1/m^3] of the same mode.
double beam_square(int order, double from, double to);
double beam_curvature(int order, double from, double to);
/// Rotation [rad] about an axis through `point` of the part beyond it in the direction `beyond`; the rest is fixed.
Displacement hinge_mode(const Vector3& point, const Vector3& axis, const Vector3& beyond);

/// The modes of one body of the device file: {type: beam | hinge | field, ...}.
std::vector<Mode> read_modes(const Parameter& list, Diagnostics& diagnostics);

/// Displacement times normal at the nodes of a body's hull, 0 elsewhere.
VectorX normal_velocity(const Surface& surface, int body, const Displacement& displacement);

/// Hydrostatic stiffness of the modes by the pressure of still water, / (rho g): rows and columns after the six of
/// `rigid`, which are kept. Without the weight, which depends on the mass distribution.
MatrixX with_modes(const Surface& surface, int body, const Vector3& cg, const std::vector<Mode>& modes,
                   const Matrix6& rigid);

}  // namespace swell::bem
