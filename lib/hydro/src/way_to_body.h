// The way of a wave from the data's origin, about which the phase of excitation is, to a body's design place.
// Private to the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "swell/hydro/coefficients.h"
#include "swell/waves/dispersion.h"

namespace swell::hydro {

class WayToBody {
 public:
  /// @param gravity [m/s^2] where the data do not say
  WayToBody(const HydroBodyRef& body, double gravity)
      : x_(body->cg.x()),
        y_(body->cg.y()),
        depth_(body.data->water_depth),
        gravity_(body.data->gravity.value_or(gravity)) {}

  bool none() const { return x_ == 0.0 && y_ == 0.0; }
  /// [1/m] of the data's wave
  double wavenumber(double omega) const { return none() ? 0.0 : waves::wavenumber(omega, depth_, gravity_); }
  /// [rad] by which the wave is later at the body than at the origin   @param k [1/m], heading [rad]
  double lag(double k, double heading) const { return k * (x_ * std::cos(heading) + y_ * std::sin(heading)); }

 private:
  double x_, y_;
  std::optional<double> depth_;
  double gravity_;
};

}  // namespace swell::hydro
