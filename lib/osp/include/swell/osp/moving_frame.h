/// Values that belong to a point of something that moves: forces that act there, places and speeds that are asked for
/// there, and vectors in axes that turn with it.
#pragma once

#include <optional>
#include <string>

#include "swell/base/vector.h"
#include "swell/system/component.h"

namespace swell::osp {

/// What is carried from a moving frame to the world or back.
enum class PointQuantity {
  force,     ///< 3 in, 6 out: (F, r x F)
  wrench,    ///< 6: (F, M + r x F)
  position,  ///< out 3: p + r; reads the pose alone
  velocity,  ///< 6 in, 3 out: v + omega x r
  twist,     ///< 6: (v + omega x r, omega)
  moment,    ///< 3 in, 6 out: (0, M)
  turning,   ///< 6 in, 3 out: omega
  vector     ///< 3: turned only
};

/// With R the axes and p the origin of the moving frame, r = R point.
struct MovingChange {
  PointQuantity quantity = PointQuantity::vector;
  Vector3 point = Vector3::Zero();  ///< [m] in the frame's own axes, from its origin (of a body: its centre of gravity)
  bool from_moving = false;         ///< what comes in is in the frame's axes, else in the world's
  bool to_moving = false;           ///< what goes out is in the frame's axes, else in the world's

  int in_width() const;
  int out_width() const;
  /// @param pose  origin [m] and roll, pitch, yaw [rad] of the frame in the world
  /// @param in, out  as wide as the quantity says; a position takes no `in`
  void apply(const double* pose, const double* in, double* out) const;
};

/// Such a change as a component. Ports: pose (6; m, rad), in (not of a position), out.
class MovingFrameConversion : public system::Component {
 public:
  /// @param frame  the name of the moving frame, for the ports in its axes
  /// @param pose  address of the output that holds its pose
  /// @param unit, type  of a vector or a twist that is only turned
  MovingFrameConversion(std::string name, MovingChange change, std::string frame, std::string pose,
                        std::string unit = {}, std::string type = {});
  void declare(system::Declaration& declaration) override;

 private:
  MovingChange change_;
  std::string frame_, pose_, unit_, type_;
};

}  // namespace swell::osp
