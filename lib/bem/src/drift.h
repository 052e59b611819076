/// Mean forces of second order from the waves far away from a body.
#pragma once

#include <vector>

#include "swell/base/vector.h"

namespace swell::bem {

/// The disturbance far away is sqrt(2/(pi k r)) e^{-i(k r - pi/4)} a(theta) per unit amplitude of a wave that travels
/// in the direction `heading`.
struct FarField {
  double k = 0.0, omega = 0.0, group = 0.0;  ///< wavenumber [1/m], [rad/s], group velocity [m/s]
  double heading = 0.0;                      ///< [rad]
  Eigen::VectorXcd a;                        ///< at theta = 2 pi i / size
};

struct MomentumDrift {
  double x = 0.0, y = 0.0, yaw = 0.0;  ///< / (rho g) per squared metre of amplitude; yaw about where phases count from
  double lost = 0.0,
         radiated = 0.0;  ///< power that the wave loses and that goes out, same scale: equal without dampers
};

/// [Maruo1960], [Newman1967]. Waves carry energy P c_g and with it the momentum P c_g / c: what the incident wave
/// loses to the others in its direction, less what they carry away in theirs; and angular momentum -m/omega of the
/// energy of each order e^{i m theta}, by which the moment follows likewise.
MomentumDrift momentum_drift(const FarField& far);

}  // namespace swell::bem
