/// What the results file shows of a body's loads and of the sea. Nothing here feeds back into the motion, so it is
/// computed at output times only.
#pragma once

#include <memory>

#include "swell/device/stack.h"
#include "swell/waves/sea_state.h"

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

/// Sums per part, per body. Inputs: one per part, any number of loads each. Outputs "<part>" and "hydrodynamic".
class BodyForces : public system::Component {
 public:
  explicit BodyForces(const std::string& body);
  void declare(system::Declaration& declaration) override;
};

/// Elevation at the origin and at gauges.
class Sea : public system::Component {
 public:
  Sea(std::shared_ptr<const waves::SeaState> sea, Eigen::Matrix2Xd gauges);
  void declare(system::Declaration& declaration) override;

 private:
  std::shared_ptr<const waves::SeaState> sea_;
  Eigen::Matrix2Xd gauges_;
};

}  // namespace swell::device
