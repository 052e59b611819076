/// Loads of BEM data in axes that tilt with the body (hydro/tilted_axes.h): rotations go in by their components there,
/// moments come out in the world. Translations and forces stay in the world's axes.
///
/// With J = diag(1, Q^T) of each body that is a congruence, F = J^T f(J v): what is reciprocal and passive stays so.
#pragma once

#include <vector>

#include "swell/device/load.h"
#include "swell/device/stack.h"
#include "swell/hydro/tilted_axes.h"

namespace swell::device {

/// Rates of a body by its tilted axes. Outputs velocity, and acceleration: the rate of that velocity.
class TiltedMotion : public system::Component {
 public:
  explicit TiltedMotion(const std::string& body);
  void declare(system::Declaration& declaration) override;
  /// The motions of these bodies by their tilted axes, those of all others as the mechanism has them.
  static MotionSource motions(BodyNames tilting);

 private:
  std::string body_;
};

/// Forces on several bodies with the moments on those that tilt turned into the world.
/// @param local  6 entries for each of `rows`   @returns `local` itself where none of them tilts
system::Computed turned_to_world(system::Declaration& declaration, const BodyNames& rows, const BodyNames& tilting,
                                 system::Computed local);

/// What the tilt changes in a body's rows of the added mass, J^T A J - A, as inertia, and the force of its rate of
/// change. Outputs force and inertia (36) or, where other bodies stand in the rows, coupled_inertia (36 N).
class TiltedAddedMass : public BodyLoad {
 public:
  /// @param all  the bodies of the columns, sorted: of the whole device, or this one alone
  /// @param own  index of `body` among them   @param rows  6 x 6N of a symmetric matrix
  TiltedAddedMass(const std::string& body, BodyNames all, std::vector<bool> tilts, int own, MatrixX rows);
  void declare(system::Declaration& declaration) override;
  /// Whether a tilt changes a body's own block at all.
  static bool turns(const Matrix6& added_mass);

 private:
  struct Column {
    Eigen::Index first = 0;  ///< of A
    bool tilts = false;
    system::Input velocity{}, rotation{};
    hydro::TiltedAxes axes{};  ///< now
  };
  const Column& own() const { return columns_[own_]; }

  BodyNames all_;
  std::vector<bool> tilts_;
  int index_;
  MatrixX rows_;
  std::vector<Column> columns_;  ///< those with entries
  std::size_t own_ = 0;          ///< of columns_
  StackedInput acceleration_;
  mutable VectorX a_;
};

}  // namespace swell::device
