/// Second-order force at the differences of the wave frequencies, the mean included.
///
///   F(t) = R^2 Re sum_i sum_j T_ij a_i a_j exp(i (psi_i - psi_j)),   psi = omega t + phase,   T_ji = conj T_ij
///
/// full: T from the difference-frequency QTF of the data (bilinear over both frequencies, end values beyond them, the
/// heading pair nearest to the sea's); newman: T_ij = (T_ii + T_jj)/2, its diagonal from the QTF or from the mean drift
/// coefficients (Newman 1974). The force is slow, so it is tabulated with 20 points in the period of the highest
/// difference and read by a cubic spline: 2.5e-5 of that component, at the cost of one look-up per evaluation.
#pragma once

#include <vector>

#include "swell/base/interpolation.h"
#include "swell/hydro/coefficients.h"
#include "swell/waves/sea_state.h"

namespace swell::hydro {

enum class SlowDriftRule { newman, full };

class SlowDrift {
 public:
  /// @throws InputError when the data have neither a QTF nor, for newman, mean drift coefficients
  SlowDrift(const HydroBodyRef& body, const waves::SeaState& sea, SlowDriftRule rule, double start, double duration);
  /// Force on the body about its cg [N, N m], 6. No allocation.
  void evaluate(double t, double* out) const;
  double table_step() const noexcept { return step_; }

 private:
  waves::Ramp ramp_;
  double start_ = 0.0, step_ = 0.0;
  std::vector<int> rows_;
  std::vector<CubicSpline> splines_;  // per row
};

}  // namespace swell::hydro
