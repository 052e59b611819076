/// The energy balance of a run: the work of every load is a continuous state beside the motion, integrated by the same
/// method, so that the sum can be judged within the integrator's error.
///
///   change of kinetic energy = sum of the work of all loads on the bodies, of joint efforts and of inertia beyond the
///   rigid bodies
///
/// Ideal joints do no work. A load's work is positive when it puts energy into the motion. Nothing reads this
/// component: with a fixed step the motion is the same, bit for bit, with it and without.
#pragma once

#include <string>
#include <vector>

#include "swell/bodies/body_matrix.h"
#include "swell/device/load.h"
#include "swell/device/stack.h"

namespace swell::device {

/// One line of the balance.
struct AuditEntry {
  enum class Kind {
    body_force,     ///< wrench on a body: F . v
    body_inertia,   ///< 6 x 6 inertia beyond the rigid body: -v . I a
    joint_effort,   ///< effort along the coordinates of a joint: f . q'
    joint_inertia,  ///< inertia along them: -q' . I q''
    joint_power     ///< power that a joint takes out, for prescribed motion: -P
  };
  Kind kind = Kind::body_force;
  std::string label;   ///< "float: restoring"
  std::string source;  ///< address of the load
  std::string owner;   ///< body or joint
  int width = 6;       ///< of the source
  std::string unit{};  ///< in which the load counts; what is connected in another is converted
  Energy energy = Energy::exchanges;
  bool added_mass = false;  ///< of BEM data: its kinetic energy has a line of its own
  int group = -1;           ///< index of the EnergyGroup that judges it, or -1
};

/// Loads that keep or take energy together: one component with all the bodies that it acts on.
struct EnergyGroup {
  std::string name;  ///< "float: restoring"
  Energy energy = Energy::exchanges;
  std::string potential{};  ///< address of the output that holds the potential [J]; empty: none
  bool watched = true;      ///< in every run, not in audits alone
};

/// A body whose kinetic energy and forces are in the balance.
struct AuditBody {
  std::string name;
  double mass = 0.0;                  ///< [kg]
  Matrix3 inertia = Matrix3::Zero();  ///< about the cg, body axes [kg m^2]
  bool tilts = false;                 ///< its added mass stands in axes that tilt with it
};

class Audit : public system::Component {
 public:
  /// @param energy_scale  [J] unit of the work states, so that error control of an adaptive step weighs them sensibly
  /// @param added_mass  of the bodies in their order, or empty: for its own line of kinetic energy
  Audit(std::vector<AuditEntry> entries, std::vector<EnergyGroup> groups, std::vector<AuditBody> bodies,
        double energy_scale, bodies::BodyMatrix added_mass);
  void declare(system::Declaration& declaration) override;

  const std::vector<AuditEntry>& entries() const { return entries_; }

 private:
  void powers(const system::Evaluation& e, double* out) const;

  std::vector<AuditEntry> entries_;
  std::vector<EnergyGroup> groups_;
  std::vector<AuditBody> bodies_;
  double scale_;
  bodies::BodyMatrix added_mass_;
  std::vector<std::string> signals_;  // motion inputs, by address
  std::vector<system::Input> load_, motion_input_;
  struct MotionInputs {
    int velocity, acceleration;  // indices into motion_input_
  };
  std::vector<MotionInputs> motion_of_entry_;
  std::vector<int> velocity_of_body_, rotation_of_body_;
  mutable VectorX v_, momentum_;
};

}  // namespace swell::device
