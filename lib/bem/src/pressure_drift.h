/// Mean forces of second order on a body from the pressure on it.
#pragma once

#include <complex>

#include "swell/bem/surface.h"

namespace swell::bem {

/// What a regular wave of unit amplitude does at first order, factor exp(+i omega t).
struct FirstOrder {
  double omega = 0.0, gravity = 0.0;                 ///< [rad/s], [m/s2]
  Eigen::VectorXcd potential;                        ///< the whole potential at the nodes [m2/s]
  Eigen::Matrix<std::complex<double>, 6, 1> motion;  ///< of the body, about cg [m, rad]
};

/// Force and moment about the mean place of cg, / (rho g) per squared metre of amplitude: pressure of Bernoulli's
/// quadratic term and of the place that moves in the field of first order, the surface that turns, the wave along the
/// waterline [Pinkster1980]; turns of second order are those of a rotation vector. Curved elements only: gradients
/// are those of the polynomials between their nodes.
Vector6 pressure_drift(const Surface& surface, int body, const Vector3& cg, const FirstOrder& first);

}  // namespace swell::bem
