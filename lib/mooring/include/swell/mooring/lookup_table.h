/// Mooring force from a six-dimensional table, linear between its points (WEC-Sim's MooringLookupTable).
#pragma once

#include <array>
#include <vector>

#include "swell/base/error.h"
#include "swell/mooring/attachment.h"

namespace swell::mooring {

/// What to do outside the table. WEC-Sim extrapolates; a table says nothing there, so the default stops the run.
enum class OutsideTable { error, clamp, extrapolate };

/// Table of the wrench at the attachment over its displacement from `location`.
struct LookupTable {
  Vector3 location = Vector3::Zero();  ///< [m] design position of the attachment, world
  /// Breakpoints of surge, sway, heave [m], roll, pitch, yaw [rad], each strictly ascending. A single breakpoint means
  /// that the table does not depend on that displacement.
  std::array<std::vector<double>, 6> breakpoints;
  /// Forces [N] and moments [N m] in world axes at the attachment, the index of the last displacement (yaw) running
  /// fastest: size n1 n2 n3 n4 n5 n6 each.
  std::array<std::vector<double>, 6> values;
  OutsideTable outside = OutsideTable::error;
};

/// Shapes, ascending breakpoints, finite values; every mistake is collected. Breakpoints of rotations beyond 2 pi are
/// warned of: were degrees meant?
void check(const LookupTable& table, const Origin& origin, Diagnostics& diagnostics);

/// A checked table, ready for the time loop.
class LookupMooring {
 public:
  /// @throws InputError when check() finds an error
  explicit LookupMooring(LookupTable table, const Origin& origin = {});

  /// Wrench at the attachment for its displacement (pose minus [location; 0]); multilinear in the 6 displacements.
  /// @throws SimulationError outside the table when `outside` is `error`; `t` is for its text only
  Vector6 interpolate(double t, const Vector6& displacement) const;

  /// Wrench on the body about its cg [N, N m], world axes; p_BP_B is the attachment in the body [m].
  Vector6 wrench(double t, const Vector3& p_BP_B, const BodyMotion& body) const;

  bool inside(const Vector6& displacement) const;  ///< whether the table covers the displacement
  const LookupTable& table() const noexcept { return table_; }

 private:
  LookupTable table_;
  std::array<std::size_t, 6> stride_{};
};

}  // namespace swell::mooring
