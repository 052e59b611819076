/// Linear hydrostatics with the static loads of weight and buoyancy (wec-sim.md 3.5).
#pragma once

#include "swell/hydro/coefficients.h"

namespace swell::hydro {

/// F = -(K (x - x0)) + [0, 0, rho g V - m g, (cb - cg) x (0, 0, rho g V)]: the force on the body at its cg, world axes.
/// WEC-Sim stores the negative. The static moment does not turn with the body.
struct LinearRestoring {
  MatrixX stiffness;    ///< dof x dof [N/m, N, N m]
  VectorX static_load;  ///< dof [N, N m]

  /// @param displacement shift of the cg and roll-pitch-yaw (modes after) from the design pose   @param out force
  void evaluate(const double* displacement, double* out) const;
  double potential_energy(const double* displacement) const;  ///< [J] of the symmetric part and the static load
};

/// @param mass [kg] nominal   @param stiffness SI, used instead of the data's where any entry is not zero
LinearRestoring make_linear_restoring(const HydroBody& body, double mass, double density, double gravity,
                                      const MatrixX& stiffness = {});

}  // namespace swell::hydro
