/// Second-order wave force at the differences of the wave frequencies, the mean included, and at their sums on request.
///
///   F(t) = R(t)^2 Re sum_i sum_j a_i a_j T_ij exp(i (psi_i - psi_j)),   psi = omega t + phase,   T_ji = conj T_ij
///
/// over all pairs, i = j once (WAMIT user manual, quadratic forces): two waves give a_1^2 T_11 + a_2^2 T_22
/// + 2 a_1 a_2 Re[T_12 exp(i (psi_1 - psi_2))], one wave gives its mean drift.
///
///   full      T_ij from the QTF, bilinear over both frequencies; end values beyond them
///   newman    T_ij = (T_ii + T_jj)/2 [Newman1974]
///   standing  T_ij = +-sqrt(T_ii T_jj) where both have one sign, else 0 [Standing1987]
///
/// At the sums it is R(t)^2 Re sum_i sum_j a_i a_j S_ij exp(i (psi_i + psi_j)), S_ji = S_ij, from the sum-frequency QTF
/// whatever the rule, bilinear as T: one wave gives a^2 S_11 at twice its frequency.
///
/// newman and standing are about the body's design place, psi there. A QTF is about the data's origin; of a body that
/// turns its phase of the place is that of the waves' direction, not of the relative heading.
///
/// T_ii comes from the QTF's diagonal, else from the mean drift coefficients. The force belongs to the design place. Of
/// a body that yaws it is Rz(psi) F of the relative heading theta - psi_0, psi_0 the heading at which the coefficients
/// are taken: tabulated for the headings of the QTF, every 10 degrees of mean drift, and read between them by cubics.
/// It depends on time alone, so it is tabulated at set-up and read by the polynomial through eight points:
/// within 4.3e-6 of the amplitude of each pair. Times of the table are multiples of its step, whatever the start.
#pragma once

#include <string>
#include <vector>

#include "swell/base/error.h"
#include "swell/hydro/coefficients.h"
#include "swell/waves/sea_state.h"

namespace swell::hydro {

enum class SlowDriftRule { newman, standing, full };

struct SlowDriftOptions {
  SlowDriftRule rule = SlowDriftRule::newman;
  Interpolation interpolation = Interpolation::spline;  ///< of mean drift coefficients
  double start = 0.0, duration = 0.0;                   ///< [s] of the run
  Origin origin;                                        ///< of error messages
  bool turns = false;                                   ///< the body yaws: data for headings all round
  bool sums = false;                                    ///< the force at the sums too, where the data have it
};

/// Whether the data have what the rule takes.
bool has_slow_drift(const HydroBodyRef& body, SlowDriftRule rule);
bool has_sum_frequency(const HydroBodyRef& body);

class SlowDrift {
 public:
  /// @throws InputError when the data lack what the rule takes, the sea has several directions, or the QTF another one;
  /// where the body turns, when the headings of the data do not go all round
  SlowDrift(const HydroBodyRef& body, const waves::SeaState& sea, const SlowDriftOptions& options);

  /// Force on the body about its cg, world axes [N, N m], 6. No allocation.
  void evaluate(double time, double* out) const { evaluate(time, 0.0, 0.0, out); }
  /// @param yaw, coefficient_yaw [rad]  both 0 of a body that does not turn
  void evaluate(double time, double yaw, double coefficient_yaw, double* out) const;

  const std::vector<std::string>& notes() const noexcept { return notes_; }  ///< source of the data; what lies outside

 private:
  waves::Ramp ramp_;
  double step_ = 1.0;
  long first_ = 0;                  // table's first time / step
  double direction_ = 0.0;          // [rad] of the sea
  std::vector<double> heading_;     // [rad] relative to the body, from 0, ascending; one where it does not turn
  MatrixX force_;                   // times x (headings x rows_)
  std::vector<Eigen::Index> rows_;  // of the six that are not zero
  std::vector<std::string> notes_;
};

}  // namespace swell::hydro
