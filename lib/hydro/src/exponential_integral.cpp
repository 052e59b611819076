#include "exponential_integral.h"

#include <cmath>

#include "complex.h"
#include "swell/base/vector.h"

namespace swell::hydro {

Complex wave_integral(Complex z) {
  const double size = std::abs(z);
  const Complex pole = Complex(0.0, -kPi) * std::exp(z);
  if (size > 40.0) {  // asymptotic; smallest term below 1e-17
    Complex term = 1.0 / z;
    Complex sum = term;
    for (int n = 1; n < 40; ++n) {
      term *= -static_cast<double>(n) / z;
      sum += term;
      if (std::abs(term) < 1e-18 * std::abs(sum)) break;
    }
    // On the negative axis the pole's half residue is what the principal value leaves out; it is below exp(-40) there.
    return sum + (std::exp(z.real()) > 1e-17 ? pole : Complex(0.0));
  }
  // The series loses exp(|z| + Re z) to cancellation; the continued fraction slows down near the negative axis.
  if (size < 6.0 || size + z.real() < 6.0) {
    constexpr double kEuler = 0.57721566490153286061;
    Complex sum = 0.0, term = 1.0;
    for (int n = 1; n < 400; ++n) {
      term *= -z / static_cast<double>(n);
      sum += term / static_cast<double>(n);
      if (std::abs(term) < 1e-18 * std::abs(sum) && n > size) break;
    }
    // log with the cut approached from below the negative axis: arg in [-pi, -pi/2].
    double angle = std::atan2(z.imag(), z.real());
    if (angle > 0.0) angle -= 2.0 * kPi;
    return std::exp(z) * (-kEuler - Complex(std::log(size), angle) - sum) + pole;
  }
  // exp(z) E1(z) = 1/(z+1 - 1/(z+3 - 4/(z+5 - ...))), modified Lentz.
  Complex b = z + 1.0;
  Complex c = 1e300;
  Complex d = 1.0 / b;
  Complex h = d;
  for (int n = 1; n < 2000; ++n) {
    const double a = -static_cast<double>(n) * n;
    b += 2.0;
    d = 1.0 / (a * d + b);
    c = b + a / c;
    const Complex factor = c * d;
    h *= factor;
    if (std::abs(factor - 1.0) < 1e-15) break;
  }
  return h + pole;
}

double cosine_integral(double x) {
  const Complex z(0.0, -x);  // Ci(x) = -Re E1(-ix)
  return -(wave_integral(z) * std::exp(-z) + Complex(0.0, kPi)).real();
}

}  // namespace swell::hydro
