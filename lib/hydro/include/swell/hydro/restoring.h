/// Linear hydrostatics with the static loads of weight and buoyancy: from a potential (the default), and as WEC-Sim
/// multiplies them with roll, pitch and yaw (theory/wec-sim.md, "Hydrostatics").
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/coefficients.h"

namespace swell::hydro {

/// F = -(K (x - x0)) + [0, 0, rho g V - m g, (cb - cg) x (0, 0, rho g V)]: the force on the body at its cg, world axes.
/// WEC-Sim stores the negative. The static moment does not turn with the body, and the moments are no gradient where
/// rotations are finite: a body that goes round a loop of poses gains or loses energy.
struct LinearRestoring {
  MatrixX stiffness;    ///< dof x dof [N/m, N, N m]
  VectorX static_load;  ///< dof [N, N m]

  /// @param displacement shift of the cg and roll-pitch-yaw (modes after) from the design pose   @param out force
  void evaluate(const double* displacement, double* out) const;
};

/// @param mass [kg] nominal   @param stiffness SI, used instead of the data's where any entry is not zero
LinearRestoring make_linear_restoring(const HydroBody& body, double mass, double density, double gravity,
                                      const MatrixX& stiffness = {});

/// Weight and buoyancy of a body at rest: all that holds it where it has no waterplane.
struct StaticForces {
  double buoyancy = 0.0, weight = 0.0;  ///< [N]
  Vector3 arm = Vector3::Zero();        ///< centre of buoyancy from that of gravity [m]

  Vector3 first_moment() const { return buoyancy * arm; }  ///< a of HydrostaticPotential
  Vector6 load() const;                                    ///< in the design pose, as of LinearRestoring
  Matrix6 stiffness() const;                               ///< in roll and pitch
};
/// @param mass [kg]   @param volume [m^3] displaced   @param cg, cb [m]  centres of gravity and of buoyancy
inline StaticForces static_forces(double density, double gravity, double mass, const Vector3& cg, double volume,
                                  const Vector3& cb) {
  return {density * gravity * volume, mass * gravity, cb - cg};
}

/// Hydrostatics of a body whose sides are vertical at the waterline, as the linear theory has it, by a potential
/// (docs/theory/numerics/hydro.md 9). With zeta the heave of the cg, n the world's vertical in body axes, u = 1 - n_z
/// and s = (n_y, -n_x):
///   V = -S zeta - a.(n - e_z) + K33 zeta^2 / 2 + zeta k.s + s'K's (1 + u + u^2) / 2
/// with k and K' of the waterplane, plus the energy x'K_a x / 2 of what holds it in surge, sway and yaw, x its
/// displacement with roll, pitch and yaw. Products of heave with tilt squared are left out: in waves they are those of
/// the heave against the surface, which the first-order excitation does not have. The force is the gradient: no loop of
/// poses gains energy. Static load and stiffness at the design pose are S, a and K' + diag(0, a_z, a_z) + K_a.
struct HydrostaticPotential {
  double lift = 0.0;                       ///< S: sum of the vertical forces [N]
  Vector3 first_moment = Vector3::Zero();  ///< a: sum of force times its place from the cg, body axes [N m]
  Matrix3 waterplane = Matrix3::Zero();    ///< K': heave, roll, pitch [N/m, N, N m]
  double rest = 0.0;                       ///< heave at which the stiffness is at rest [m]
  bool is_held = false;                    ///< whether K_a is not zero
  Matrix6 held = Matrix6::Zero();          ///< K_a: entries in surge, sway and yaw, as of a mooring
  Vector6 held_rest = Vector6::Zero();     ///< displacement at which it is at rest

  /// @param displacement  6: shift of the cg [m] and roll-pitch-yaw [rad] from the design pose; the shift is enough
  /// where nothing is held
  /// @param R_WB  9, column by column   @param out  6: force and moment about the cg, world axes [N, N m]
  void evaluate(const double* displacement, const double* R_WB, double* out) const;
  /// [J], 0 in the design pose.
  double energy(const double* displacement, const double* R_WB) const;
};

/// What a potential has no place for.
struct WithoutPotential {
  double share = 0.0;   ///< largest |K_ij - K_ji| / 2 over the geometric mean of the diagonal entries
  std::string entries;  ///< "roll and yaw: 1.2e+05 and 0"
};

/// The antisymmetric part of a stiffness.
WithoutPotential without_potential(const Matrix6& stiffness);

/// @param stiffness  6 x 6 [SI]: of the whole load in the design pose. Its antisymmetric part is left out; so are roll
///   and pitch due to yaw where nothing answers in yaw: there the static load turns with the body
/// @param lift, first_moment  S and a   @param rest  displacement at which the stiffness is at rest
/// @param removed  what was left out, if given
HydrostaticPotential make_hydrostatic_potential(const MatrixX& stiffness, double lift, const Vector3& first_moment,
                                                const Vector3& rest = Vector3::Zero(),
                                                WithoutPotential* removed = nullptr);

/// What of the hydrostatic stiffness of a body with generalised modes, and of their structure, has a potential. What
/// the modes put on the body is exact to first order, and by the potential acts both ways. What the body's motions put
/// on the modes stands in the data for shapes that stay behind in space [Newman1994].
struct ModalPotential {
  /// @param stiffness  (6 + n)^2 [N/m, N, N m]: of the body, then of its modes
  explicit ModalPotential(const MatrixX& stiffness);
  MatrixX coupling;   ///< 3 x n: of the modes on heave, roll and pitch [N/m, N]
  MatrixX among;      ///< n x n, symmetric [N/m]
  double left = 0.0;  ///< largest entry that is left out [N/m, N]
  double size = 0.0;  ///< sum of the largest diagonal entries of body and modes
};

/// The hydrostatics of one of several sets of data on a body: weight and buoyancy act at their places whatever the set.
struct SetHydrostatics {
  const HydroBody& data;
  double mass;   ///< [kg]
  Vector3 cg_B;  ///< [m] of that mass from the body's centre of gravity
  Vector3 away;  ///< [m] of the data's centre of gravity from the body's, where they are at rest
  double density, gravity;
  MatrixX stiffness;  ///< instead of the data's, or empty

  LinearRestoring linear() const;
  HydrostaticPotential potential(WithoutPotential* removed) const;
};

}  // namespace swell::hydro
