/// Second-order mean forces from the far-field waves of a body.
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
  double x = 0.0, y = 0.0, yaw = 0.0;  ///< / (rho g) per squared metre of amplitude; yaw about the origin of phases
  double lost = 0.0,
         radiated = 0.0;  ///< power lost by the wave and radiated, same scale: equal without dampers
};

/// [Maruo1960], [Newman1967]. Waves transport energy P c_g and momentum P c_g / c. The force is the momentum lost by
/// the incident wave minus that of the radiated waves. Angular momentum is -m/omega of the energy of each order
/// e^{i m theta}; the moment follows in the same way.
MomentumDrift momentum_drift(const FarField& far);

}  // namespace swell::bem
