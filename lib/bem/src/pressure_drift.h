/// Second-order mean forces on a body by pressure integration.
#pragma once

#include <complex>

#include "swell/bem/surface.h"

namespace swell::bem {

/// First-order solution in a regular wave of unit amplitude, factor exp(+i omega t).
struct FirstOrder {
  double omega = 0.0, gravity = 0.0;                 ///< [rad/s], [m/s2]
  Eigen::VectorXcd potential;                        ///< the whole potential at the nodes [m2/s]
  Eigen::Matrix<std::complex<double>, 6, 1> motion;  ///< of the body, about cg [m, rad]
};

/// Force and moment about the mean position of cg, / (rho g) per squared metre of amplitude: Bernoulli's quadratic
/// term, displacement in the first-order field, rotation of the surface, and the wave along the waterline
/// [Pinkster1980]. Second-order rotations are those of a rotation vector. Curved elements only: gradients use the
/// polynomials between nodes.
Vector6 pressure_drift(const Surface& surface, int body, const Vector3& cg, const FirstOrder& first);

}  // namespace swell::bem
