/// The exponential integral where wave potentials need it. Private to lib/hydro.
#pragma once

#include <complex>

namespace swell::hydro {

/// exp(z) times [E1(z) - i pi] for z in the third quadrant (Re z <= 0, Im z <= 0, z != 0): the principal-value integral
/// int_0^inf exp(-k zeta)/(k - K) dk with z = -K zeta.
std::complex<double> wave_integral(std::complex<double> z);

/// Cosine integral Ci(x) = -int_x^inf cos(u)/u du, x > 0.
double cosine_integral(double x);

}  // namespace swell::hydro
