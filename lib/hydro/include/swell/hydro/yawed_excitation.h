/// First-order excitation of one body at its instantaneous heading and place.
///
///   F(t) = R(t) Rz(psi) sum_i Re X(omega_i, theta_i - psi_0) a_i exp(i (omega_i t + phase_i - k_i . offset))
///                             + a_i^2 D(omega_i, theta_i - psi_0)
///
/// X is about the body's design place, phase_i there: the place does not turn, as it would with the coefficients about
/// the data's origin. Interpolation::wec_sim turns it, as WEC-Sim does.
///
/// psi is the yaw, psi_0 the heading at which the coefficients were taken (psi itself, or a held one). X is tabulated
/// per component (D, the mean drift, per direction) over relative headings every 2 degrees and read between them by
/// lines: an error of 1.5e-4 of X'' per radian squared.
#pragma once

#include "swell/hydro/coefficients.h"
#include "swell/waves/sea_state.h"

namespace swell::hydro {

class YawedExcitation {
 public:
  /// @throws InputError when the headings of the data do not go all round
  YawedExcitation(const HydroBodyRef& body, const waves::SeaState& sea, Interpolation rule,
                  MeanDrift mean_drift = MeanDrift::none);
  /// @param yaw [rad], coefficient_yaw [rad]   @param offset (x, y) [m] from the design place   @param out 6
  void evaluate(double t, double yaw, double coefficient_yaw, const double* offset, double* out) const;

 private:
  /// Components of one direction, which stand together: they have the same two neighbours in the table.
  struct Run {
    double direction = 0.0;
    Eigen::Index first = 0, count = 0;
  };
  waves::Ramp ramp_;
  int headings_ = 180;
  Eigen::ArrayXd omega_, kx_, ky_;  // in the order of the runs
  std::vector<Run> runs_;
  RowMatrixX re_, im_;  // 6 rows per relative heading, a column per component
  MatrixX drift_;       // 6 rows per relative heading, a column per run
};

}  // namespace swell::hydro
