/// Loads of BEM data in axes that tilt with the body (bodies/tilted_axes.h): rotations go in by their components there,
/// moments come out in the world. Translations and forces stay in the world's axes.
///
/// With J = diag(1, Q^T) of each body that is a congruence, F = J^T f(J v): what is reciprocal and passive stays so.
/// The added mass tilts in bodies::EquationOfMotion.
#pragma once

#include "swell/device/load.h"
#include "swell/device/stack.h"

namespace swell::device {

/// Outputs of the mechanism for a body that tilts: Q, column by column, and its velocity by those axes.
constexpr const char *kTiltedAxes = "tilted_axes", *kTiltedVelocity = "tilted_velocity";

/// Output acceleration: the rate of a body's velocity by its tilted axes.
class TiltedMotion : public system::Component {
 public:
  explicit TiltedMotion(const std::string& body);
  void declare(system::Declaration& declaration) override;
  /// The motions of these bodies by their tilted axes, those of all others as the mechanism has them.
  static MotionSource motions(BodyNames tilting);
  /// Says of the inputs that motions() serves in which axes they stand.
  static void label(system::Declaration& declaration, const BodyNames& tilting);

 private:
  std::string body_;
};

/// Forces on several bodies with the moments on those that tilt turned into the world.
/// @param local  6 entries for each of `rows`   @returns `local` itself where none of them tilts
system::Computed turned_to_world(system::Declaration& declaration, const BodyNames& rows, const BodyNames& tilting,
                                 system::Computed local);

}  // namespace swell::device
