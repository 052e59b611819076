/// Loads of a body in the axes that turn with its yaw (WEC-Sim's passive yaw, theory/wec-sim.md, "Passive yaw").
///
/// With Y = Rz(yaw): coefficients of the design pose belong to the turned axes, so that motion goes in as Y^T x and
/// force comes out as Y F, for the translational and the rotational triplet each. Roll and pitch after the yaw are the
/// body's own already (R = Rz Ry Rx).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/hydro/restoring.h"

namespace swell::device {

/// The motions of all bodies that act on `body` by radiation, in its axes, and that force back in the world.
/// In: displacement (of the body), velocity/<b>, acceleration/<b>, local_force. Out: local_velocity/<b>,
/// local_acceleration/<b> (the rate of the local velocity), force. `body` is one of `columns`. Each of several sets of
/// hydro data (from 1; 0: the body has one) has a frame of its own, where the motions are that set's share of them: in
/// then also velocity, of the body itself.
class YawFrame : public BodyLoad {
 public:
  /// What ports in the turned axes call their frame.
  static std::string frame_of(const std::string& body, std::size_t set = 0);
  /// Where a load in these axes reads the motions of all bodies, and what takes its force.
  static MotionSource motions(const std::string& body, std::size_t set = 0);
  static std::string taker(const std::string& body, std::size_t set = 0);
  /// @param source  of the motions of `columns`
  YawFrame(const std::string& body, BodyNames columns, std::size_t set = 0, MotionSource source = of_mechanism);
  void declare(system::Declaration& declaration) override;

 private:
  BodyNames columns_;
  std::size_t set_;
  MotionSource source_;
};

/// A load that works in the turned axes: the same component, whose ports in 'world' say so.
class InTurnedAxes : public Load {
 public:
  InTurnedAxes(std::unique_ptr<system::Component> load, std::string frame);
  void declare(system::Declaration& declaration) override;
  std::string diagnose() const override { return load_->diagnose(); }
  LoadTraits traits(const std::string& port) const override;

 private:
  std::unique_ptr<system::Component> load_;
  std::string frame_;
};

/// Force of linear hydrostatics by roll, pitch and yaw in the turned axes.   @param displacement, out  6, world
void restoring_in_turned_axes(const hydro::LinearRestoring& restoring, const double* displacement, double* out);

/// Y A Y^T - A of a body's own block.
Matrix6 turn_of_added_mass(const Matrix6& A, double yaw);
/// The force of its rate of change.   @param displacement, velocity  world
Vector6 force_of_turn(const Matrix6& A, const Vector6& displacement, const Vector6& velocity);

/// What the turn changes in the body's own block of the added mass, Y A Y^T - A, as inertia, and the force of its rate
/// of change. The block is symmetric, or the kinetic energy of the water is none. Of several sets of hydro data their
/// sum by the sets' shares; input weights then.
class YawedAddedMass : public BodyLoad {
 public:
  YawedAddedMass(const std::string& body, std::vector<Matrix6> sets);
  void declare(system::Declaration& declaration) override;
  /// Whether a turn changes the block at all.
  static bool turns(const Matrix6& added_mass);

 private:
  std::vector<Matrix6> sets_;
};

}  // namespace swell::device
