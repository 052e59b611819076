/// Frames of vectors, and what carries a value from one to another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/base/vector.h"

namespace swell::osp {

/// From frame 1 to frame 2: R turns axes 1 into axes 2, r is the vector from the point of frame 2 to the point of
/// frame 1, in axes 2.
struct FrameChange {
  Matrix3 R = Matrix3::Identity();
  Vector3 r = Vector3::Zero();  ///< [m]

  Vector3 vector(const Vector3& v) const { return R * v; }  ///< force, angular velocity: no reference point
  Vector3 position(const Vector3& x) const { return R * x + r; }
  Vector6 wrench(const Vector6& F) const;  ///< (force, moment about the point)
  Vector6 twist(const Vector6& v) const;   ///< (velocity of the point, angular velocity)
  bool trivial() const { return R.isIdentity(1e-12) && r.isZero(1e-12); }
  /// "turned by a z-up to z-down rotation", "moved by (1, 0, 0) m", both, or "the same".
  std::string text() const;
};

/// Half a turn about x: z up with y to port becomes z down with y to starboard.
FrameChange z_up_to_z_down();

/// A frame at rest in its parent.
struct Frame {
  std::string name;
  std::string parent = "world";
  Matrix3 R_PF = Matrix3::Identity();  ///< axes of the frame in the parent
  Vector3 p_PF = Vector3::Zero();      ///< its point in the parent [m]
  bool moving = false;                 ///< it moves with a body: no constant change leads out of it
};

/// Frames by name; `world` (z up, still-water level) and `world-down` (z down, y turned with it) are there from the
/// start.
class FrameTree {
 public:
  FrameTree();
  void add(Frame frame);  ///< a later frame of the same name replaces the earlier one
  bool has(const std::string& name) const;
  std::vector<std::string> names() const;
  /// The constant change, or nothing when a frame is unknown or something moves between them.
  std::optional<FrameChange> change(const std::string& from, const std::string& to) const;

 private:
  const Frame* find(const std::string& name) const;
  std::vector<Frame> frames_;
};

}  // namespace swell::osp
