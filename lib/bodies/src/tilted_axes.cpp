#include "swell/bodies/tilted_axes.h"

#include <cmath>

namespace swell::bodies {

TiltedAxes::TiltedAxes(const Vector3& up) : up_(up), across_(-up[1], up[0], 0.0) {
  const double c = up[2];
  if (c >= 0.5) {  // the angle of the rotation is the tilt
    beta_ = 1.0 / (1.0 + c);
    beta_by_z_ = -beta_ * beta_;
  } else if (c > -0.5) {
    whole_ = false;
    const double tilt = std::acos(c), s = std::sin(tilt), x = 3.0 * tilt / kPi - 1.0;
    const double share = 1.0 - x * x * x * (10.0 - x * (15.0 - 6.0 * x)), y = x * (1.0 - x);
    const double angle = tilt * share, angle_by_tilt = share - tilt * 30.0 * y * y * 3.0 / kPi;
    const double sine = std::sin(angle), versine = 1.0 - std::cos(angle);
    alpha_ = sine / s;
    beta_ = versine / (s * s);
    alpha_by_z_ = -(std::cos(angle) * angle_by_tilt - alpha_ * c) / (s * s);
    beta_by_z_ = -(sine * angle_by_tilt / s - 2.0 * beta_ * c) / (s * s);
  } else {
    whole_ = false;
    alpha_ = beta_ = beta_by_z_ = 0.0;
    return;  // world axes
  }
  const double x = up[0], y = up[1];
  in_world << 1.0 - beta_ * x * x, -beta_ * x * y, alpha_ * x, -beta_ * x * y, 1.0 - beta_ * y * y, alpha_ * y,
      -alpha_ * x, -alpha_ * y, 1.0 - beta_ * (x * x + y * y);
}

// While the axes tilt with the body they turn with omega - sigma a, sigma = omega . (e + a) / (1 + e . a), and the
// third part of the moment is (e + a) (a . (omega x Q g)) / (1 + e . a).
Vector3 TiltedAxes::carried_rate(const Vector3& omega) const {
  if (whole_) return beta_ * (omega[2] + up_.dot(omega)) * (in_world.transpose() * up_.cross(omega));
  const Vector3 of_up = omega.cross(up_), of_across(-of_up[1], of_up[0], 0.0);
  const Vector3 once = across_.cross(omega), changed = of_across.cross(omega);
  return of_up[2] * (beta_by_z_ * across_.cross(once) - alpha_by_z_ * once) - alpha_ * changed +
         beta_ * (of_across.cross(once) + across_.cross(changed));
}

Vector3 TiltedAxes::moment_of(const Vector3& g, const Vector3& omega) const {
  if (whole_) {
    const Vector3 p = in_world * g;
    const double along = beta_ * up_.dot(omega.cross(p));
    const Vector3 moment = (omega - beta_ * (omega[2] + up_.dot(omega)) * up_).cross(p) - along * up_;
    return {moment[0], moment[1], moment[2] - along};
  }
  const Vector3 of_up = omega.cross(up_), of_across(-of_up[1], of_up[0], 0.0);
  const Vector3 once = across_.cross(g), changed = of_across.cross(g);
  const Vector3 by_z = alpha_by_z_ * once + beta_by_z_ * across_.cross(once);
  const Vector3 rate = of_up[2] * by_z + alpha_ * changed + beta_ * (of_across.cross(once) + across_.cross(changed));
  // omega . dQ g = d . dv + by_z . omega da_z for any change da of a, dv = e x da; by a turn about axis k da = e_k x a.
  const Vector3 d = alpha_ * g.cross(omega) + beta_ * (once.cross(omega) + g.cross(omega.cross(across_)));
  return rate - omega.cross(in_world * g) - up_.cross(Vector3(d[1], -d[0], by_z.dot(omega)));
}

}  // namespace swell::bodies
