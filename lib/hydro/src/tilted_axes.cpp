#include "swell/hydro/tilted_axes.h"

#include <algorithm>

namespace swell::hydro {

TiltedAxes::TiltedAxes(const Vector3& up_in_world) : up(up_in_world), inverse_(1.0 / std::max(1.0 + up[2], 1e-6)) {
  // 1 + [v]x + [v]x^2 / (1 + cos), v = e x up.
  const double x = up[0], y = up[1], xy = -x * y * inverse_;
  in_world << 1.0 - x * x * inverse_, xy, x, xy, 1.0 - y * y * inverse_, y, -x, -y, up[2];
}

Vector3 TiltedAxes::moment_of(const Vector3& momentum, const Vector3& omega) const {
  const double along = up.dot(omega.cross(momentum)) * inverse_;
  Vector3 moment = rate(omega).cross(momentum) - along * up;
  moment[2] -= along;
  return moment;
}

}  // namespace swell::hydro
