/// Gauss-Legendre rules on [-1, 1] and polynomials through their points.
#pragma once

#include "swell/base/gauss_legendre.h"

namespace swell::bem {

/// n points, 1 <= n <= 64; made once.
const GaussRule& gauss_rule(int n);

/// Barycentric weights of the rule's points: values of all Lagrange polynomials at t into out[n].
void lagrange_values(int n, double t, double* out);

}  // namespace swell::bem
