/// Spring, damper and hard stops of a joint or power take-off: coordinates and rates in, effort on the follower out.
#pragma once

#include <vector>

#include "swell/bodies/joint.h"
#include "swell/bodies/joint_loads.h"
#include "swell/device/load.h"

namespace swell::device {

/// One spring-damper and hard stop for each free coordinate of the joint. The angles of floating_6dof and spherical
/// joints are not the integrals of their rates: with `potential` their spring is that of the rotation vector
/// (bodies/joint_loads.h), without it it acts about the base's axes as WEC-Sim has it. Output `effort` is all of
/// it; `spring`, `damper` and `end_stop` are its parts; `potential` [J] is the energy of springs and stops,
/// `spring_energy` and `end_stop_energy` its parts.
class JointLoad : public Load {
 public:
  JointLoad(const std::string& joint, bodies::JointType type, bodies::SpringDamper spring, bodies::HardStop stop,
            bool potential, bool pto);
  void declare(system::Declaration& declaration) override;
  LoadTraits traits(const std::string& port) const override;
  /// Of `effort` its parts, those that are there.
  std::vector<std::string> effects(const std::string& port) const override;

 private:
  void spring(const double* at, double* out) const;
  double spring_energy(const double* at) const;
  bool has_potential() const;

  std::string joint_;
  bodies::JointType type_;
  bodies::SpringDamper spring_;
  bodies::HardStop stop_;
  bool potential_;
  ForcePart part_;
  bool turns_;    ///< the last three coordinates have the spring of their rotation vector
  int straight_;  ///< coordinates before them, each with a spring of its own
};

/// A flywheel geared to a joint: its inertia g^2 J is handed over as inertia, its bearing friction as effort, so that
/// no force reads an acceleration.
class GearedFlywheel : public Load {
 public:
  /// @param gear [rad/m or rad/rad]  @param inertia [kg m^2]  @param friction [N m s]
  GearedFlywheel(std::string name, double gear, double inertia, double friction);
  void declare(system::Declaration& declaration) override;
  LoadTraits traits(const std::string& port) const override;

 private:
  double gear_, inertia_, friction_;
};

}  // namespace swell::device
