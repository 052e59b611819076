/// Loads of BEM data in axes that tilt with the body (bodies/tilted_axes.h): rotations go in by their components there,
/// moments come out in the world. Translations and forces stay in the world's axes.
///
/// With J = diag(1, Q^T) of each body that is a congruence, F = J^T f(J v): what is reciprocal and passive stays so.
/// The added mass tilts in bodies::EquationOfMotion.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"

namespace swell::device {

/// Outputs of the mechanism for a body that tilts: Q, column by column, and its velocity and acceleration by those
/// axes.
constexpr const char *kTiltedAxes = "tilted_axes", *kTiltedVelocity = "tilted_velocity",
                     *kTiltedAcceleration = "tilted_acceleration";

/// The motions of these bodies by their tilted axes, those of all others as the mechanism has them.
MotionSource tilted_motions(BodyNames tilting);
/// Says of the inputs that tilted_motions() serves in which axes they stand.
void label_tilted(system::Declaration& declaration, const BodyNames& tilting);

/// Turns the moments on those that tilt into the world.
class TurnToWorld {
 public:
  /// @param rows  bodies of a stacked force, 6 entries each   @param reads  of the computation that turns; added to
  TurnToWorld(system::Declaration& declaration, const BodyNames& rows, const BodyNames& tilting, system::Reads& reads);
  void operator()(const system::Evaluation& e, double* force) const {
    for (const auto& [at, axes] : turns_) {
      Eigen::Map<Vector3> moment(force + at);
      moment = (Eigen::Map<const Matrix3>(e.input(axes)) * moment).eval();
    }
  }

 private:
  std::vector<std::pair<std::size_t, system::Input>> turns_;  // where a moment stands, and the axes
};

/// Computation of forces on several bodies in the world.   @param law  writes those with moments by the tilted axes
template <class Law>
system::Computed compute_in_world(system::Declaration& d, const char* name, const BodyNames& rows,
                                  const BodyNames& tilting, system::Reads reads, Law law) {
  const TurnToWorld turn(d, rows, tilting, reads);
  const int width = 6 * static_cast<int>(rows.size());
  return d.compute(name, width, std::move(reads),
                   [law = std::move(law), turn](const system::Evaluation& e, double* out) mutable {
                     law(e, out);
                     turn(e, out);
                   });
}

}  // namespace swell::device
