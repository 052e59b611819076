/// Accelerations from forces: the equation of motion of a mechanism with added inertia.
///
///   (J^T M J + I_joint) v' = J^T (F - h - M b) + tau + G^T lambda,   G v' = -gamma
///
/// M: rigid bodies, the constant added mass (neither symmetric nor reciprocal in real BEM data, so LU and not
/// Cholesky), and inertia that changes with the pose (Morison elements). J, b: Jacobian and bias of Kinematics; h:
/// gyroscopic moment omega x I omega; tau: joint efforts; G, gamma: cut joints. Redundant constraints share their load
/// by least squares.
#pragma once

#include <Eigen/LU>
#include <Eigen/QR>

#include <memory>
#include <vector>

#include "swell/bodies/body_matrix.h"
#include "swell/bodies/multibody.h"
#include "swell/bodies/tilted_axes.h"

namespace swell::bodies {

/// Results and workspace, made by EquationOfMotion::make_dynamics() and reused.
struct Dynamics {
  VectorX speed_rate;          ///< (nv) v'
  VectorX acceleration;        ///< (6N) [a_cg; alpha] world
  VectorX joint_acceleration;  ///< per joint coordinate
  VectorX actuation;           ///< per joint coordinate: effort of a prescribed motion in addition to `effort`; else 0
  VectorX joint_wrench;        ///< (6 per joint) total, base on follower, base's joint axes, about p_WJ
  VectorX constraint_wrench;   ///< (6 per joint) the constraint part alone, without the free motions
  VectorX wrench_on_follower;  ///< (6 per joint) total, base on follower, about the follower's cg, world axes
  VectorX wrench_on_base;      ///< (6 per joint) its reaction about the base's cg, world axes
  VectorX added_inertia_wrench;  ///< (6N) -(added mass + body inertia) acceleration
  VectorX joint_wrench_on_body;  ///< (6N) sum over the joints of each body
  VectorX multiplier;            ///< (nc) lambda
  VectorX joint_inertia;         ///< (n_efforts) constant and present part together [kg, kg m2]

  // workspace
  std::vector<Matrix3> inertia_W;  ///< R I R^T
  VectorX force, momentum_rate, rhs, coupled, constrained;
  MatrixX inertia, product, basis, reduced, reduced_product, gram;
  VectorX reduced_rhs, reduced_solution, target, work;
  Eigen::PartialPivLU<MatrixX> lu, reduced_lu, gram_lu;
  Eigen::ColPivHouseholderQR<MatrixX> qr;
  std::vector<double> small_mass, small_product, small_turned, small_system;  ///< of small_system.h
  bool small_mass_varies = false;   ///< small_mass includes the body_inertia of the last call
  bool small_mass_couples = false;  ///< small_mass includes the coupled_inertia of the last call
  // For added mass in tilted axes; J = diag(1, Q^T) per body.
  std::vector<TiltedAxes> axes;  ///< Q, by body; see EquationOfMotion::axes_of()
  VectorX tilted_velocity;       ///< (6N) velocities, angular ones by the tilted axes
  VectorX tilted_acceleration;   ///< (6N) their rates
  VectorX tilted_wrench;         ///< (6N, padded) wrench on the bodies due to its rate of change
  MatrixX tilted_jacobian;
  VectorX tilted_rate, tilted_product;
  VectorX tilted_change, tilted_momentum;  ///< of tilting rotations, summed over bodies with a common rotation, padded
  /// One block of a mechanism that consists of many independent ones (inertia_blocks.h).
  struct Block {
    MatrixX inertia;
    Eigen::PartialPivLU<MatrixX> lu;
    VectorX rhs, rate;
  };
  std::vector<Block> blocks;
};

struct FloatingMass;
struct InertiaBlocks;
struct JacobianPattern;

/// Immutable. One per set of added mass; keeps its own copy of the mechanism.
class EquationOfMotion {
 public:
  /// @param added_mass  world axes about the cgs, bodies in sorted order; zero for bodies beyond its size; or empty
  /// @param joint_inertia  (n_efforts) [kg, kg m2] e.g. a geared flywheel; empty for none
  /// @param couples  coupled_inertia will be passed: all bodies then form one block
  /// @param tilts  (N) added mass constant in axes that tilt with the body (tilted_axes.h): kinetic energy u^T A u / 2,
  ///               u the velocity of the cg and the angular velocity in those axes. Empty: world axes
  /// @throws InputError when a size is wrong, a number is not finite, or the projected inertia is singular
  EquationOfMotion(const Multibody& multibody, const BodyMatrix& added_mass, const VectorX& joint_inertia = VectorX(),
                   bool couples = false, const std::vector<bool>& tilts = {});
  /// @param added_mass  (6N x 6N) or empty
  explicit EquationOfMotion(const Multibody& multibody, const MatrixX& added_mass = MatrixX(),
                            const VectorX& joint_inertia = VectorX(), bool couples = false,
                            const std::vector<bool>& tilts = {});

  const Multibody& multibody() const { return multibody_; }
  /// True if the projected inertia never changes (unless body_inertia is passed): it is factorised once.
  bool inertia_is_constant() const { return constant_; }
  Dynamics make_dynamics() const;

  /// Accelerations and joint wrenches. Allocates nothing, never throws. The same as accelerations(), then reactions().
  /// @param wrench  (6N) applied forces and moments about each cg, world axes; the bias of body_inertia included
  /// @param effort  (n_efforts) on the follower, along the joint's coordinates
  /// @param body_inertia  N matrices 6x6 about each cg, world axes; null for none
  /// @param joint_inertia  (n_efforts) added to the constant one, e.g. a flywheel with variable gear; null for none
  /// @param coupled_inertia  (6N x 6N) varying inertia with coupling between bodies, as the added mass; null for none
  void solve(const Kinematics& kinematics, ConstVectorRef wrench, ConstVectorRef effort, const Matrix6* body_inertia,
             Dynamics& out, const double* joint_inertia = nullptr, const MatrixX* coupled_inertia = nullptr) const;

  /// Computes tilted axes and velocities in them for these kinematics; no effect if no body tilts.
  void find_axes(const Kinematics& kinematics, Dynamics& out) const;
  bool tilts_any() const { return !tilting_.empty(); }
  /// Computes the rates of those velocities. Call after accelerations().
  void tilt_accelerations(Dynamics& out) const;
  bool tilts(int body) const { return tilts_[static_cast<std::size_t>(body)]; }
  /// Axes of a body that tilts, after find_axes(). Bodies with a common rotation share one set.
  const TiltedAxes& axes_of(int body, const Dynamics& dynamics) const {
    return dynamics.axes[static_cast<std::size_t>(turns_like_[static_cast<std::size_t>(body)])];
  }

  /// speed_rate, acceleration and multiplier only: what a stage of the time integration needs. After find_axes().
  void accelerations(const Kinematics& kinematics, ConstVectorRef wrench, ConstVectorRef effort,
                     const Matrix6* body_inertia, Dynamics& out, const double* joint_inertia = nullptr,
                     const MatrixX* coupled_inertia = nullptr) const;
  /// Everything else in `out`, after accelerations() with the same arguments.
  void reactions(const Kinematics& kinematics, ConstVectorRef wrench, ConstVectorRef effort,
                 const Matrix6* body_inertia, Dynamics& out, const double* joint_inertia = nullptr,
                 const MatrixX* coupled_inertia = nullptr) const;

  /// Kinetic energy of the rigid bodies [J].
  double kinetic_energy(const Kinematics& kinematics) const;
  /// Kinetic energy of added mass and joint inertia [J], with the symmetric part of the added mass.
  double added_kinetic_energy(const Kinematics& kinematics) const;

 private:
  void assemble(const Kinematics& kinematics, const Matrix6* body_inertia, const MatrixX* coupled_inertia,
                bool any_joint_inertia, Dynamics& out) const;
  void assemble_blocks(const Kinematics& kinematics, const Matrix6* body_inertia, bool any_joint_inertia,
                       Dynamics& out) const;
  /// Adds the inertia of bodies and joints.   @param entry  of the result, by row and column
  template <class Entry>
  void add_bodies(const Kinematics& kinematics, const Matrix6* body_inertia, const Dynamics& dynamics,
                  Entry entry) const;
  template <class Entry>
  void add_joints(const Kinematics& kinematics, const Dynamics& dynamics, Entry entry) const;
  void factor_design(const MatrixX& inertia, const std::vector<int>& speeds, Eigen::PartialPivLU<MatrixX>& lu) const;
  /// @param tilts  the inertia is added mass, in tilted axes for the bodies that tilt
  void add_projected(const MatrixX& inertia, const Kinematics& kinematics, bool tilts, Dynamics& out) const;
  void set_small_mass(const Matrix6* body_inertia, const MatrixX* coupled_inertia, Dynamics& out) const;
  void set_tilted_columns();
  /// Computes the wrench of the tilted added mass. Bodies with a common rotation share one moment, put on the first.
  void tilt_added_mass(const Kinematics& kinematics, Dynamics& out) const;
  /// Distributes that shared moment over its bodies, which joint reactions need.
  void share_tilted_moment(const Kinematics& kinematics, Dynamics& work, VectorX& wrench) const;
  /// Computes Jacobian and bias (in tilted_rate) for rates in tilted axes.
  void tilt_jacobian(const Kinematics& kinematics, Dynamics& out) const;
  /// Column of a body's Jacobian, in tilted axes if its added mass is.
  Vector6 added_mass_column(const Kinematics& kinematics, const Dynamics& dynamics, int body, int column) const;
  /// out += factor (added mass) vector, at the present pose.
  void add_added_mass(double factor, const VectorX& vector, Dynamics& work, VectorX& out) const;
  void apply_loads(const Kinematics& kinematics, ConstVectorRef wrench, ConstVectorRef effort, bool any_joint_inertia,
                   Dynamics& out) const;
  void solve_sliding(ConstVectorRef wrench, ConstVectorRef effort, Dynamics& out) const;
  void solve_floating(const Kinematics& kinematics, ConstVectorRef wrench, ConstVectorRef effort, Dynamics& out) const;
  /// out += efforts of a joint with rows in Kinematics.
  void add_row_efforts(const Kinematics& kinematics, const JointPlace& place, ConstVectorRef effort,
                       bool any_joint_inertia, const Dynamics& dynamics, VectorX& out) const;
  void solve_factored(const VectorX& rhs, VectorX& solution, Dynamics& out) const;
  /// @param design  use the factors of the design pose, else those of the assembled blocks
  void solve_blocks(const VectorX& rhs, bool design, VectorX& solution, Dynamics& out) const;
  void solve_constrained(const Kinematics& kinematics, Dynamics& out) const;
  void recover_joint_wrenches(const Kinematics& kinematics, ConstVectorRef effort, bool any_joint_inertia,
                              Dynamics& out) const;

  Multibody multibody_;
  MatrixX added_mass_;
  std::vector<int> tilting_;                          ///< bodies whose added mass tilts
  std::vector<int> turning_;                          ///< of those, the first of each group with a common rotation
  std::vector<int> turns_like_;                       ///< by tilting body: the body in turning_ with the same rotation
  std::vector<int> turn_of_;                          ///< 3 times the index of that body in turning_
  std::vector<bool> tilts_;                           ///< by body
  std::vector<double> tilted_rows_, tilted_columns_;  ///< of turning_, summed over each group, padded columns
  VectorX joint_inertia_;
  std::vector<Matrix3> added_rotation_;  ///< by body: moments due to its own angular acceleration
  MatrixX projected_added_mass_;         ///< J^T A J when the Jacobian is constant
  Eigen::PartialPivLU<MatrixX> lu_;
  bool constant_ = false;
  bool small_ = false;  ///< few speeds: see small_system.h
  std::shared_ptr<const JacobianPattern> pattern_, tilted_pattern_;
  std::shared_ptr<const std::vector<FloatingMass>> floating_;  ///< null: not a mechanism of floating bodies
  std::shared_ptr<const InertiaBlocks> blocks_;                ///< null: one block
};

/// Power that each joint's effort puts into the mechanism [W] (n_joints).
void joint_power(const Multibody& multibody, const Kinematics& kinematics, ConstVectorRef effort, VectorRef out);

}  // namespace swell::bodies
