/// What every load says of itself: which part of the forces it is, and what it promises of the energy that passes it.
/// Audit, force report, power and the watch of every run read these traits; no one looks at names.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/bodies/joint_loads.h"
#include "swell/system/component.h"

namespace swell::device {

/// The parts of the force on a body, in the order of the results file; those that WEC-Sim counts as hydrodynamic first.
enum class ForcePart {
  excitation,
  radiation_damping,
  added_mass,
  restoring,
  morison_and_viscous,
  linear_damping,
  mooring,
  joint,
  pto,
  external
};
constexpr int kForceParts = 10;
constexpr int kHydrodynamicParts = 6;
const char* name_of(ForcePart part);

/// What a load does with energy. W is its work on all bodies and joints since the start, V its potential.
enum class Energy {
  conserves,   ///< W = V(start) - V: a potential belongs to it
  dissipates,  ///< W <= V(start) - V: what it does not store it takes (no potential: V = 0)
  radiates,    ///< the same from rest, over the bodies together: a passive memory (with the added mass that belongs to
               ///< it)
  exchanges,   ///< waves, actuators, control, laws without a potential: nothing is promised
  inertia      ///< proportional to accelerations
};
const char* name_of(Energy energy);

/// The parts of the power that a take-off takes out of the device.
enum class PowerPart { damper, spring, actuator, friction, end_stop };
constexpr int kPowerParts = 5;
const char* name_of(PowerPart part);         ///< as datasets spell it: "end_stop"
const char* description_of(PowerPart part);  ///< one line for results and inspect

struct LoadTraits {
  ForcePart part = ForcePart::external;
  Energy energy = Energy::exchanges;
  std::string potential{};                ///< output port of V [J]; empty: none
  PowerPart power = PowerPart::actuator;  ///< on a joint
  /// In every run, not in audits alone: the potential costs nothing, and the law has no kinks, so that powers at
  /// accepted points say how much it worked.
  bool watched = true;
  /// The added mass of BEM data as a whole: its kinetic energy has a line of its own, from what is reported.
  bool of_data = false;
  std::string coordinate{};                ///< input that is to read the joint it acts on, else nothing is promised
  std::optional<bodies::HardStop> stop{};  ///< what it is of that coordinate, for the watch
};

/// A component that puts force, effort or inertia on the mechanism.
class Load : public system::Component {
 public:
  Load(std::string name, std::string type, LoadTraits traits)
      : Component(std::move(name), std::move(type)), traits_(std::move(traits)) {}
  /// Of what leaves by this output port; a component may have several loads.
  virtual LoadTraits traits(const std::string& /*port*/) const { return traits_; }
  /// Output ports that say what this one does, where they are others: the parts of a sum, the force of an inertia.
  virtual std::vector<std::string> effects(const std::string& /*port*/) const { return {}; }

 private:
  LoadTraits traits_;
};

}  // namespace swell::device
