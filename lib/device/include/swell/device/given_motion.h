/// What the user gives as functions of time or of signals: the motion of a prescribed joint, and the end of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "swell/base/interpolation.h"
#include "swell/bodies/joint.h"
#include "swell/system/component.h"

namespace swell::device {

/// One coordinate as a sine, offset + amplitude sin(2 pi t/period + phase), or as a spline through a table.
struct GivenCoordinate {
  double offset = 0.0;                 ///< [m or rad]
  double amplitude = 0.0;              ///< [m or rad]
  double omega = 0.0;                  ///< [rad/s]
  double phase = 0.0;                  ///< [rad]
  std::optional<CubicSpline> table{};  ///< instead of the sine; its end values are held outside

  /// Coordinate, rate and acceleration at a time [s].
  Vector3 at(double time) const;
};

/// Drives a joint whose motion is prescribed. Output: motion (3 per coordinate).
class GivenMotion : public system::Component {
 public:
  /// @param jumps  what no step resolves: sums of powers at accepted points mean nothing then
  GivenMotion(const std::string& joint, std::vector<GivenCoordinate> coordinates, bool jumps);
  void declare(system::Declaration& declaration) override;
  bool jumps() const noexcept { return jumps_; }

 private:
  bool jumps_;
  std::string joint_;
  std::vector<GivenCoordinate> coordinates_;
};

/// Ends the run when an entry of a signal rises above or falls below a bound; located in time like every event.
class StopCondition : public system::Component {
 public:
  struct Bounds {
    int entry = 0;  ///< of the signal, from 0
    std::optional<double> above, below;
  };
  /// @param width  of the signal
  StopCondition(std::string name, int width, Bounds bounds);
  void declare(system::Declaration& declaration) override;

 private:
  int width_;
  Bounds bounds_;
};

}  // namespace swell::device
