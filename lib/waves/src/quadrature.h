// Gauss-Legendre panels for the smooth pieces of a spectrum.
#pragma once

#include <boost/math/quadrature/gauss.hpp>

namespace swell::waves {

template <class F>
double gauss_panel(const F& f, double a, double b) {
  return boost::math::quadrature::gauss<double, 10>::integrate(f, a, b);
}

}  // namespace swell::waves
