/// Inertia on one body as a force with the delayed acceleration of `added_mass: split`: F = -M a(t - delay).
#pragma once

#include <string>

#include "swell/bodies/added_mass_split.h"
#include "swell/device/attachment.h"
#include "swell/device/stack.h"

namespace swell::device {

/// Inputs inertia (36), acceleration (6); output force (6). Memory is the past acceleration.
class DelayedInertia : public BodyLoad {
 public:
  /// @param delay [s] shorter than a step   @param held  the newest stored acceleration instead of the line through two
  DelayedInertia(const std::string& body, const std::string& load, double delay, bool held);
  void declare(system::Declaration& declaration) override;

 private:
  bodies::DelayedAcceleration delay_;
  mutable VectorX delayed_;  // scratch
};

}  // namespace swell::device
