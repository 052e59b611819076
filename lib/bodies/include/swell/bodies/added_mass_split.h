/// WEC-Sim's added mass, for comparison: part is added to the rigid bodies, the rest acts through the acceleration of
/// the past. The exact form is in equation_of_motion.h. [theory/wec-sim.md, "Added mass"]
#pragma once

#include <vector>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

struct AddedMassSplit {
  std::vector<RigidBody> bodies;       ///< adjusted mass and inertia, in the order given
  MatrixX residual;                    ///< (6N x 6N) added mass that multiplies the delayed acceleration
  std::vector<double> moved_mass;      ///< [kg] adjusted - nominal
  std::vector<Matrix3> moved_inertia;  ///< [kg m2] adjusted - nominal, body axes
};

/// Adds Y = factor (A11 + A22 + A33) to the mass, A44, A55, A66 to the inertia and A45, A46, A56 to its products. The
/// residual is the added mass minus this part.
/// @param added_mass  (6N x 6N) in the order of `bodies`
/// @param factors  adjMassFactor of each body (WEC-Sim's default: 2)
/// @param file_solid_order  repeats WEC-Sim's error of order ([xy xz yz] read as [yz zx xy]): xy and yz of the adjusted
///                          tensor are exchanged [theory/wec-sim.md, "Added mass"]
AddedMassSplit split_added_mass(const std::vector<RigidBody>& bodies, const MatrixX& added_mass,
                                const std::vector<double>& factors, bool file_solid_order = false);

/// Returns the inertia force [N, N m] of the inertia moved into body `body`, world axes about its cg: minus its rate of
/// momentum. Added to -residual times the delayed acceleration, it gives the force of the whole added mass.
/// @param acceleration  of the cg and angular [m/s2, rad/s2], world
/// @param omega_W  angular velocity [rad/s], world
Vector6 moved_inertia_force(const AddedMassSplit& split, std::size_t body, const Matrix3& R_WB,
                            const Vector6& acceleration, const Vector3& omega_W);

/// Mass matrix of the rigid bodies in the design pose, 6N x 6N, about their centres of gravity.
MatrixX rigid_inertia(const std::vector<RigidBody>& bodies);

/// Returns the growth factor per step of the explicit loop a_n = -(D E + M F) a of delayed accelerations: below 1 the
/// loop decays, above 1 it diverges for any step size. E delays the added mass. F delays Morison elements: E once, or
/// (`twice`) twice in a row as in WEC-Sim. Held: E = 1/z; extrapolated: E = 2/z - 1/z^2 for equal steps. Largest root
/// of det(z^4 (1 + D E + M F)) = 0 by its companion matrix; without M by the eigenvalues of D.
/// @param delayed, morison  n x n, inverse of the instantaneous inertia times the delayed inertia
double delayed_growth(const MatrixX& delayed, const MatrixX& morison, bool held, bool twice);

/// Simulink's transport delay under a fixed-step solver. Only accepted points are stored; the output at t - delay
/// extrapolates the straight line through the last two. A point that an event places close behind another replaces it,
/// so that the line spans about one step. Before the first point the output is zero, then constant until the second.
/// `held` returns the newest stored value instead, as Simulink's documentation suggests (first order). The caller owns
/// the memory (count, two times, longest interval, two accelerations); a checkpoint copies it.
class DelayedAcceleration {
 public:
  /// @param delay  [s], shorter than a step; WEC-Sim's code has 1e-7
  DelayedAcceleration(int width, double delay, bool held = false) : width_(width), delay_(delay), held_(held) {}
  int memory_size() const { return 4 + 2 * width_; }
  void start(VectorRef memory) const { memory.setZero(); }
  /// Treats the next point as the first: the acceleration has jumped.
  void forget(VectorRef memory) const { memory[0] = 0.0; }
  /// Stores the acceleration of an accepted point; an equal time replaces the stored value.
  void commit(double time, ConstVectorRef acceleration, VectorRef memory) const;
  void evaluate(double time, ConstVectorRef memory, VectorRef out) const;

 private:
  int width_;
  double delay_;
  bool held_;
};

}  // namespace swell::bodies
