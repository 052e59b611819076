/// WEC-Sim's treatment of the added mass: part of it moves into the rigid bodies, the rest acts through an acceleration
/// of the past. Beside the exact form so that results can be compared like for like. [theory/wec-sim.md, "Added mass"]
#pragma once

#include <vector>

#include "swell/bodies/multibody.h"

namespace swell::bodies {

struct AddedMassSplit {
  std::vector<RigidBody> bodies;       ///< adjusted mass and inertia, in the order given
  MatrixX residual;                    ///< (6N x 6N) what acts through the delayed acceleration
  std::vector<double> moved_mass;      ///< [kg] adjusted - nominal
  std::vector<Matrix3> moved_inertia;  ///< [kg m2] adjusted - nominal, body axes
};

/// Y = factor (A11 + A22 + A33) goes to the mass, A44, A55, A66 to the inertia and A45, A46, A56 to its products; the
/// residual is the whole matrix less that.
/// @param added_mass  (6N x 6N) in the order of `bodies`
/// @param factors  adjMassFactor of each body (WEC-Sim's default: 2)
/// @param file_solid_order  copy WEC-Sim's slip of handing [xy xz yz] to a block that reads [yz zx xy]: xy and yz of
///                          the adjusted tensor are exchanged [theory/wec-sim.md, "Added mass"]
AddedMassSplit split_added_mass(const std::vector<RigidBody>& bodies, const MatrixX& added_mass,
                                const std::vector<double>& factors, bool file_solid_order = false);

/// Force [N, N m] that the inertia moved into body `body` takes, in the world about its centre of gravity: its rate of
/// momentum with the sign turned. Beside -residual times the delayed acceleration it is the force of the whole matrix.
/// @param acceleration  of the centre of gravity and of the rotation [m/s2, rad/s2], world
/// @param omega_W  angular velocity [rad/s], world
Vector6 moved_inertia_force(const AddedMassSplit& split, std::size_t body, const Matrix3& R_WB,
                            const Vector6& acceleration, const Vector3& omega_W);

/// Mass and inertia of rigid bodies in the design pose, 6N x 6N, about their centres of gravity.
MatrixX rigid_inertia(const std::vector<RigidBody>& bodies);

/// Growth per step of the explicit loop a_n = -(D E + M F) a that delayed accelerations make of a mechanism: below 1 it
/// dies out, above 1 it grows at every step however short. E is the delay of the added mass, F that of Morison
/// elements, the same or (`twice`) two in a row, which WEC-Sim has. Held, E = 1/z; extrapolated, E = 2/z - 1/z^2 for
/// steps of one length. The greatest root of det(z^4 (1 + D E + M F)) = 0, by its companion matrix; without M by the
/// eigenvalues of D.
/// @param delayed, morison  n x n, inverse of the inertia that acts at once times what is delayed
double delayed_growth(const MatrixX& delayed, const MatrixX& morison, bool held, bool twice);

/// Simulink's transport delay under a fixed-step solver: only accepted points are stored, and the output at t - delay
/// is the straight line through the last two of them, which extrapolates. A point that an event has put close behind
/// another takes its place, so that the line keeps a base as long as a step. Zero before the first, constant after the
/// first. `held` keeps the newest stored value instead, which is what the documentation makes one expect: of first
/// order. Memory (count, two times, longest interval, two accelerations) belongs to the caller; a checkpoint copies it.
class DelayedAcceleration {
 public:
  /// @param delay  [s], shorter than a step; WEC-Sim's code has 1e-7
  DelayedAcceleration(int width, double delay, bool held = false) : width_(width), delay_(delay), held_(held) {}
  int memory_size() const { return 4 + 2 * width_; }
  void start(VectorRef memory) const { memory.setZero(); }
  /// The next point is taken for the first: before it the acceleration has jumped.
  void forget(VectorRef memory) const { memory[0] = 0.0; }
  /// Stores the acceleration of an accepted point; the same time again replaces it.
  void commit(double time, ConstVectorRef acceleration, VectorRef memory) const;
  void evaluate(double time, ConstVectorRef memory, VectorRef out) const;

 private:
  int width_;
  double delay_;
  bool held_;
};

}  // namespace swell::bodies
