/// Bodies and joints as one mechanism: coordinates, speeds, and the pose and motion of every body.
///
/// Joints form one undirected graph rooted at the world. A spanning tree carries the coordinates; the other joints are
/// cut and become constraints. Bodies without a path to the world get a floating_6dof joint at the cg of their base
/// (is_base).
/// Bodies and joints are sorted by name. All arrays here and all results have this order, whatever the order of
/// declaration. theory/numerics/bodies.md has the equations.
///
/// Layout. v: for every tree joint, in the order of tree(), its rates. q: likewise its coordinates, with rotations of
/// floating_6dof and spherical joints as unit quaternions (w, x, y, z) after the translations; then the angles of cut
/// joints (only to count turns). For a floating_6dof joint between a body and the world, q is the displacement of the
/// cg and the body's quaternion, v the velocity of the cg and the angular velocity in world axes: the Jacobian is 1.
#pragma once

#include <Eigen/QR>
#include <memory>
#include <string>
#include <vector>

#include "swell/bodies/jacobian.h"
#include "swell/bodies/joint.h"
#include "swell/bodies/rigid_body.h"

namespace swell::bodies {

using ConstVectorRef = const Eigen::Ref<const VectorX>&;
using VectorRef = Eigen::Ref<VectorX>;

/// A joint as the mechanism uses it. Indices are in sorted order.
struct JointPlace {
  Joint joint;              ///< base and follower are indices into Multibody::bodies()
  int dof = 0;              ///< number of coordinates, efforts and rates
  int offset = 0;           ///< of its first coordinate in Kinematics::coordinate, rate and in efforts
  bool implicit = false;    ///< added for a body without a path to the world
  bool cut = false;         ///< closes a loop: a constraint, no coordinates of its own
  bool against = false;     ///< in the tree, the follower is nearer to the world than the base
  bool free_body = false;   ///< floating_6dof in the tree between a body and the world
  bool slides = false;      ///< translational in the tree, not prescribed
  int carried_freely = -1;  ///< of a sliding joint on a free body: first column of that body in v; else -1
  int parent = kWorld;      ///< tree joints: body nearer to the world
  int child = kWorld;       ///< tree joints: body that this joint connects to the tree
  int q_offset = -1;        ///< in q; -1 when fixed or prescribed
  int v_offset = -1;        ///< in v; -1 when fixed, prescribed or cut
  int prescribed_offset = -1;
  int row_offset = -1;         ///< in Kinematics rows; -1 unless cut or free_body
  int constraint_offset = -1;  ///< first constraint of a cut joint
  int n_constraints = 0;
  Vector3 r_base = Vector3::Zero();      ///< from the base's cg to the joint, body axes (world: from the origin)
  Vector3 r_follower = Vector3::Zero();  ///< likewise for the follower
};

/// Everything about position and velocity at one instant. Made by Multibody::make_kinematics(), then reused.
struct Kinematics {
  std::vector<Matrix3> R_WB;  ///< body axes to world axes
  std::vector<Vector3> p_WC;  ///< [m] centre of gravity
  VectorX velocity;           ///< (6N) [v_cg; omega] world
  Jacobian jacobian;          ///< (6N x nv) velocity = jacobian v + contribution of prescribed motions
  VectorX bias;               ///< (6N) acceleration at v' = 0
  VectorX coordinate;         ///< per joint coordinate, joint axes [m, rad]; turns are counted
  VectorX rate;               ///< per joint coordinate [m/s, rad/s]
  std::vector<Matrix3> R_WJ;  ///< per joint: joint axes of the base
  std::vector<Vector3> p_WJ;  ///< [m] per joint: origin of the follower's joint frame, where joint wrenches act
  Eigen::Matrix<double, 6, Eigen::Dynamic>
      row_follower;  ///< a joint motion = row_follower.V_follower + row_base.V_base
  Eigen::Matrix<double, 6, Eigen::Dynamic> row_base;
  VectorX row_bias;                 ///< velocity-dependent part of the second derivative of that motion
  MatrixX constraint_jacobian;      ///< (nc x nv) of the cut joints
  VectorX constraint_bias;          ///< (nc) second derivative of the residual at v' = 0
  VectorX constraint_residual;      ///< (nc) [m, rad]
  VectorX constraint_rate;          ///< (nc) derivative of the residual
  VectorX prescribed_acceleration;  ///< (n_prescribed)

  // workspace of Multibody::project
  Eigen::ColPivHouseholderQR<MatrixX> loop_factors;
  MatrixX loop_basis;
  VectorX loop_step, loop_trial, loop_target, loop_work;
};

/// Constraints of a cut joint that its loop satisfies already.
struct Redundancy {
  std::string joint;    ///< the cut joint
  int constraints = 0;  ///< number of its constraints
  int redundant = 0;    ///< number implied by the others
};

/// Immutable. Evaluation is const, allocates nothing and may run in several threads with a Kinematics each.
class Multibody {
 public:
  /// @throws InputError with everything that is wrong: names, masses, axes, joints without body, prescribed loops
  Multibody(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints);

  int n_bodies() const { return static_cast<int>(bodies_.size()); }
  int nq() const { return nq_; }
  int nv() const { return nv_; }
  int n_efforts() const { return n_efforts_; }          ///< joint coordinates of all joints, cut ones included
  int n_prescribed() const { return n_prescribed_; }    ///< prescribed coordinates
  int n_constraints() const { return n_constraints_; }  ///< of the cut joints, redundant ones included
  int constraint_rank() const { return rank_; }         ///< independent ones
  const std::vector<RigidBody>& bodies() const { return bodies_; }   ///< sorted by name, links last
  const std::vector<JointPlace>& joints() const { return joints_; }  ///< sorted by name, implicit ones last
  const std::vector<int>& tree() const { return tree_; }             ///< joints from the world outwards
  /// Group of bodies that joints connect, the world excluded; numbered from 0.
  int island(int body) const { return island_[static_cast<std::size_t>(body)]; }
  int n_islands() const { return n_islands_; }
  /// True for the base of an island, in this order: joined to the world, not a follower, heaviest. Several bodies are
  /// bases if they are equal in all three.
  bool is_base(int body) const { return is_base_[static_cast<std::size_t>(body)]; }
  /// Columns of v that move `body`; ascending.
  const std::vector<int>& columns(int body) const { return (*columns_)[static_cast<std::size_t>(body)]; }
  int body_index(const std::string& name) const;      ///< -1 when there is none
  int joint_index(const std::string& name) const;     ///< -1 when there is none
  std::vector<std::string> speed_names() const;       ///< (nv) "PTO1.z", for messages and inspection
  std::vector<std::string> coordinate_names() const;  ///< (nq)
  const std::vector<Redundancy>& redundancies() const {
    return redundancies_;
  }  ///< cut joints with redundant constraints
  bool jacobian_is_constant() const { return jacobian_is_constant_; }
  /// Jacobian in the design pose; valid in every pose if jacobian_is_constant().
  const Jacobian& design_jacobian() const { return *design_jacobian_; }
  /// True if nothing rotates and no motion is prescribed: positions and velocities are then linear in q and v.
  bool only_slides() const { return only_slides_; }
  bool rotates(int body) const {
    return rotates_[static_cast<std::size_t>(body)];
  }  ///< true if a free or prescribed rotation moves the body

  Kinematics make_kinematics() const;
  VectorX design_coordinates() const;  ///< q of the design pose

  /// Computes position and velocity of all bodies and joints.
  /// @param prescribed  (3 n_prescribed) coordinates, then rates, then accelerations, at JointPlace::prescribed_offset;
  ///                    rotations of floating_6dof and spherical as the angles that joint.h names
  void kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const;
  void kinematics(ConstVectorRef q, ConstVectorRef v, Kinematics& out) const { kinematics(q, v, none_, out); }

  /// As kinematics, but without the coordinates, rates, rows and p_WJ of the joints of free bodies
  /// (JointPlace::free_body) and without R_WJ and p_WJ of sliding joints. Sufficient for
  /// EquationOfMotion::accelerations unless an effort acts along a joint of a free body.
  void body_kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const;
  /// Computes what body_kinematics left out.
  void free_joint_kinematics(Kinematics& out) const;

  /// dq/dt from the kinematics at (q, v).
  void coordinate_rates(ConstVectorRef q, ConstVectorRef v, const Kinematics& kinematics, VectorRef out) const;

  /// Moves q by a small motion `step` (nv), rotations by the exponential map: the speed `step` held for unit time.
  void retract(VectorRef q, ConstVectorRef step) const;

  /// Normalises quaternions and closes loops in position and velocity. For accepted points.
  /// @return largest remaining residual of the loops [m, rad]; 0 without loops
  double project(VectorRef q, VectorRef v, ConstVectorRef prescribed, Kinematics& scratch) const;
  double project(const VectorRef& q, const VectorRef& v, Kinematics& scratch) const {
    return project(q, v, none_, scratch);
  }
  void normalize(VectorRef q) const;  ///< quaternions only

 private:
  void sort_and_check(const std::vector<RigidBody>& bodies, const std::vector<Joint>& joints);
  void find_islands();
  void build_tree();
  void lay_out();
  void find_redundancies();
  void tree_kinematics(ConstVectorRef q, ConstVectorRef v, ConstVectorRef prescribed, Kinematics& out) const;
  void add_arm(const JointPlace& place, const Vector3& r, Kinematics& out) const;
  void slide_along(int joint, ConstVectorRef q, ConstVectorRef v, Kinematics& out) const;
  void move_in_plane(int joint, ConstVectorRef q, ConstVectorRef v, Kinematics& out) const;
  void sliding_kinematics(ConstVectorRef q, ConstVectorRef v, Kinematics& out) const;
  void row_kinematics(std::size_t joint, const double* q, Kinematics& out) const;

  std::vector<RigidBody> bodies_;
  std::vector<JointPlace> joints_;
  std::vector<int> tree_;
  std::shared_ptr<const Jacobian::Columns> columns_;  ///< shared by all copies of the mechanism
  std::vector<int> island_;
  std::vector<bool> is_base_, rotates_;
  std::vector<Redundancy> redundancies_;
  std::shared_ptr<const Jacobian> design_jacobian_;  ///< shared
  VectorX none_;
  int n_islands_ = 0, nq_ = 0, nv_ = 0, n_efforts_ = 0, n_prescribed_ = 0, n_rows_ = 0, n_constraints_ = 0, rank_ = 0;
  bool jacobian_is_constant_ = false, only_slides_ = false;
};

}  // namespace swell::bodies
