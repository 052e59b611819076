/// What every run looks at, audit or not: whether loads keep their promise of energy, and whether the motion is one
/// that the theory, the mechanism and the sea can mean. All of it at accepted points, from what the motion has computed
/// anyway; nothing reads this component, so that the motion is the same bit for bit with it and without.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "swell/device/audit.h"

namespace swell::device {

/// A coordinate that is meant to stay between two bounds.
struct WatchedBound {
  static constexpr int kTurn = -1;
  std::string address;       ///< of the output
  int width = 6, entry = 0;  ///< entry kTurn: the angle of the turn that three angles of a spherical joint make [rad]
  double lower = -HUGE_VAL, upper = HUGE_VAL;
  /// Output of six whose `entry` counts as a displacement of `per_unit` times its value; empty: none. The wave's force
  /// on a body over the stiffness of its waterplane is the height of the water about it.
  std::string force{};
  double per_unit = 0.0;
};

/// The horizontal place of a body as a phase of a wave.
struct WatchedDrift {
  std::string body;
  double kx = 0.0, ky = 0.0;  ///< [rad/m] wave vector
  double phase = 0.0;         ///< [rad] largest k . x
};

struct WatchSpec {
  std::vector<AuditEntry> entries;  ///< forces and efforts that belong to a group
  std::vector<EnergyGroup> groups;
  std::vector<WatchedBound> bounds;
  std::vector<std::string> bodies;     ///< whose tilt and turns are watched, and whether the step resolves their forces
  std::vector<std::string> sliding{};  ///< bodies that cannot turn
  double tilt = 0.0;                   ///< [rad]
  std::vector<WatchedDrift> drifts;
  double largest_heave = HUGE_VAL;  ///< [m] of any body beyond which the run ends
  double largest_speed = HUGE_VAL;  ///< [m/s] the same
  double largest_mass = 0.0;        ///< [kg] of the bodies: scale of what round-off at rest does
};

class Watch : public system::Component {
 public:
  static inline const std::string kName = "run/watch";
  explicit Watch(WatchSpec spec);
  void declare(system::Declaration& declaration) override;
  const WatchSpec& spec() const { return spec_; }

  /// What became of one thing that is watched: first time beyond its bound, and the worst value with its time.
  struct Finding {
    double first = 0.0, worst = 0.0, at = 0.0;  ///< [s], unit of the quantity, [s]
  };
  std::optional<Finding> bound(std::size_t i) const;  ///< worst: signed value of the coordinate
  std::optional<Finding> tilt(std::size_t i) const;   ///< of bodies [rad]
  std::optional<Finding> drift(std::size_t i) const;  ///< phase [rad]
  std::optional<Finding> jumps(
      std::size_t i) const;  ///< of bodies; worst: share of steps that do not resolve the force

  std::optional<Finding> turned(std::size_t i) const;  ///< of bodies, beyond a whole turn in yaw from the start [rad]

  /// The energy that a group made (or, where it should keep it, lost) [J], at its largest, and the time of that.
  /// `allowed` is what the sum at accepted points (base/step_rule.h) may err: see docs/conventions.md.
  struct Gain {
    double energy = 0.0, allowed = 0.0, exchanged = 0.0, at = 0.0;
  };
  std::optional<Gain> gain(std::size_t group) const;  ///< where it is not allowed
  /// The most that any group has put in beyond what it stored, judged or not: who drives a motion that grows.
  std::optional<std::size_t> largest_gain() const;

 private:
  void commit(const system::Evaluation& e);
  void sum_energy(const system::Evaluation& e, double h, bool first, double* memory) const;
  void look_at_motion(const system::Evaluation& e, double h, bool first, double* seen) const;
  std::optional<Finding> found(std::size_t slot) const;

  WatchSpec spec_;
  struct Term {
    system::Input load, velocity;
    int width = 0;
  };
  struct Group {
    std::size_t terms = 0;
    system::Input potential;
    bool keeps = false;
  };
  struct Place {
    system::Input displacement, velocity, acceleration;
    bool turns = true;
  };
  std::vector<Term> terms_;  // group by group
  std::vector<Group> groups_;
  std::vector<system::Input> bound_, bound_force_;  // without a force: the coordinate again
  std::vector<Place> place_;                        // of all bodies
  std::vector<std::size_t> drift_place_;
  system::Memory memory_;
  double largest_speed2_ = HUGE_VAL, quick_tilt_ = 0.0;
  const double* seen_ = nullptr;  // the memory, for the findings
};

}  // namespace swell::device
