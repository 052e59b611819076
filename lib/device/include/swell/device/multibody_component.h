/// The device: bodies and joints as one component. Poses, velocities and accelerations out, wrenches, inertia and joint
/// efforts in.
///
/// Ports carry their owner's name, so that a case says "float.velocity" and "PTO1.force":
///
///   in   <body>.force      (6)   wrench on the body about its cg, world axes; any number of loads add up
///        <body>.inertia    (36)  inertia about the cg beyond the rigid body's own, world axes, row by row
///        <body>.coupled_inertia (36 N) the same from the accelerations of all bodies, sorted, 6 rows of 6N; where
///        asked for <joint>.force     (dof) effort on the follower along the joint's coordinates <joint>.inertia (dof)
///        inertia along each coordinate, as of a geared flywheel; where asked for <joint>.motion    (3 dof)
///        coordinate, rate, acceleration of a prescribed joint
///   out  <body>.position   (6)   cg [m] and roll, pitch, yaw [rad], world, absolute
///        <body>.displacement (6) position from the design pose
///        <body>.rotation   (9)   body axes to world axes, row by row
///        <body>.velocity, .acceleration (6) of the cg, angular as world vectors
///        <body>.momentum_rate (6) rate of change of linear and angular momentum of the rigid body
///        <body>.joint_force, .pto_force (6) what joints constrain, what efforts of power take-offs apply
///        <joint>.position, .velocity, .acceleration, .force, .power (dof); .constraint_force (6, joint axes)
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "swell/bodies/equation_of_motion.h"
#include "swell/bodies/multibody.h"
#include "swell/system/component.h"

namespace swell::device {

/// What the component needs beside the mechanism.
struct DeviceSpec {
  /// As the equation of motion uses them (with adjusted mass under `split`). Links have neither ports nor rows in what
  /// follows.
  std::vector<bodies::RigidBody> bodies;
  std::vector<bodies::Joint> joints;
  std::vector<std::string> ptos;     ///< names of the joints that take power
  bodies::BodyMatrix added_mass;     ///< in the order of the sorted bodies, or empty
  std::vector<bool> tilts;           ///< sorted bodies in whose tilted axes it stands; empty: none
  std::vector<double> nominal_mass;  ///< of the sorted bodies [kg]
  std::vector<Matrix3> nominal_inertia;
  std::vector<bool> body_inertia;          ///< sorted bodies that get an inertia port
  std::vector<bool> coupled_inertia;       ///< sorted bodies that get one for the motions of all bodies; empty: none
  std::vector<std::string> joint_inertia;  ///< joints that get an inertia port (it makes the inertia matrix vary)
  VectorX q, v;                            ///< initial coordinates and speeds
};

/// Names of a joint's coordinates in ports and results: of x, y, z and the turns about them, rx, ry, rz, those that
/// move.
std::vector<std::string> joint_labels(bodies::JointType type);

class MultibodyComponent : public system::Component {
 public:
  static constexpr const char* kName = "device";
  static constexpr const char* kMotion = "device.motion";  ///< address of its state
  explicit MultibodyComponent(DeviceSpec spec);
  void declare(system::Declaration& declaration) override;
  /// @param added_mass  as in DeviceSpec, such as that of another frequency
  void set_added_mass(const bodies::BodyMatrix& added_mass);
  /// Whether a port takes inertia beyond that of the bodies and the added mass.
  bool takes_inertia() const;

  const bodies::Multibody& multibody() const { return multibody_; }
  const bodies::EquationOfMotion& equation_of_motion() const { return motion_; }

 private:
  bodies::EquationOfMotion make_motion(const bodies::BodyMatrix& added_mass) const;
  void find_shift() const;
  void find_angles() const;
  void write_free_joint(std::size_t joint, double* out) const;
  bool free_joint_is_loaded() const;
  void find_accelerations(const system::Evaluation& e) const;
  void write_reactions(const system::Evaluation& e, double* out) const;
  void pto_forces(int body, double* out) const;

  DeviceSpec spec_;
  bodies::Multibody multibody_;
  int n_bodies_;  // without links, which come last
  bodies::EquationOfMotion motion_;
  std::vector<std::vector<std::size_t>> ptos_of_;   // by body: sorted joints that take power and end at it
  std::vector<int> turning_;                        // bodies that turn, but for those that turn as
  std::vector<std::pair<int, int>> turning_alike_;  // another one, nearer the world: (body, other)
  std::vector<system::Input> inertia_inputs_;       // by body, index -1 where there is none
  std::vector<system::Input> coupled_inputs_;       // likewise
  std::vector<int> free_efforts_;                   // offsets of the six efforts of joints of free bodies
  bool free_joint_inertia_ = false;                 // one of those has an inertia port
  struct PrescribedInput {
    system::Input input;
    int offset = 0, dof = 0;
  };
  std::vector<PrescribedInput> prescribed_inputs_;

  // Workspace of one evaluation; a System is used by one thread at a time.
  mutable bodies::Kinematics kinematics_, projection_;
  mutable bodies::Dynamics dynamics_;
  mutable VectorX displacement_, wrench_, effort_, prescribed_, joint_inertia_;
  mutable std::vector<Matrix6> inertia_;
  mutable MatrixX coupled_;
  const MatrixX* coupled_now_ = nullptr;
  const Matrix6* inertia_now_ = nullptr;  // what the last evaluation used, null where there is none
  const double* joint_inertia_now_ = nullptr;
};

}  // namespace swell::device
