/// ESDIRK4(3)6L[2]SA [KennedyCarpenter2016], the implicit half of ARK4(3)6L[2]SA [KennedyCarpenter2003]: six stages,
/// the first explicit, order 4, L-stable, stiffly accurate, with an embedded method of order 3 for step control. For
/// stiff circuits, end stops and mooring lines.
///
/// Stage equations are solved by Newton's method with one Jacobian per step (finite differences of the right-hand
/// side) and one LU factorisation of I - gamma h J.
#pragma once

#include <functional>
#include <vector>

#include <Eigen/LU>

#include "swell/base/vector.h"

namespace swell::solver {

/// dx/dt at (t, x); pure.
using Rate = std::function<void(double time, const double* state, double* rate)>;

class Esdirk4 {
 public:
  explicit Esdirk4(int size);

  /// Computes the Jacobian at (t, x) by differences, once for all attempts from there; `rate` is dx/dt.
  void prepare(const Rate& f, double time, const std::vector<double>& x, const std::vector<double>& rate);

  /// Tries one step from (t, x), after prepare() for this point; `rate` is f(t, x).
  /// @returns the scaled error (<= 1 is good), or a negative number when Newton did not converge
  double attempt(const Rate& f, double time, const std::vector<double>& x, const std::vector<double>& rate, double step,
                 double relative, double absolute, std::vector<double>& x_new);

 private:
  int size_;
  MatrixX jacobian_, matrix_;
  Eigen::PartialPivLU<MatrixX> factors_;
  std::vector<VectorX> stages_;
  VectorX guess_, residual_, known_, correction_;
  std::vector<double> probe_, probe_rate_;
};

}  // namespace swell::solver
