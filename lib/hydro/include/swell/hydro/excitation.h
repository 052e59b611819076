/// First-order wave excitation of N bodies by a sea, all rows in the order of the bodies.
///
///   F_r(t) = R(t) { sum_i Re[ X_r(omega_i, theta_i) a_i exp(i (omega_i t + phase_i)) ] + drift_r }
/// (theory/numerics/hydro.md 5)
///
/// Excitation is that of the body at its design place; with large horizontal motion each body's components are turned
/// by exp(-i k (x cos theta + y sin theta)) of its own offset. Rows that are zero for every component are not summed.
#pragma once

#include <functional>
#include <vector>

#include "swell/hydro/coefficients.h"
#include "swell/waves/sea_state.h"

namespace swell::hydro {

struct ExcitationOptions {
  Interpolation interpolation = Interpolation::spline;
  /// WEC-Sim: later seas use the coefficients of the first (theory/wec-sim.md, "Several seas")
  bool coefficients_of_first_sea = false;
  MeanDrift mean_drift = MeanDrift::none;
  /// Gives the coefficients of a body, with density, gravity and interpolation of the sea; empty: they are made.
  std::function<ExcitationCoefficients(const HydroBodyRef&)> coefficients{};
};

/// Immutable. Components of imported records above the BEM range are left out; other components use the end value.
class LinearExcitation {
 public:
  /// @throws InputError when a direction lies outside the headings of a body, or a body has no excitation
  LinearExcitation(const std::vector<HydroBodyRef>& bodies, const waves::SeaState& sea,
                   const ExcitationOptions& options = {});

  int rows() const noexcept { return rows_; }
  bool is_zero() const noexcept { return active_.empty(); }

  /// One sine and cosine per component. No allocation. @param out rows [N, N m], overwritten
  void evaluate(double t, double* out) const;
  /// @param offsets (x, y) [m] of each body from its design place, 2 per body
  void evaluate_displaced(double t, const double* offsets, double* out) const;

  double ramp(double t) const { return ramp_(t); }
  const std::vector<int>& active_rows() const noexcept { return active_; }
  const Eigen::ArrayXd& omega() const noexcept { return omega_; }  ///< [rad/s] of the components
  /// Returns the complex force of one component on all rows [N, N m], without ramp and drift.
  Eigen::VectorXcd amplitudes(Eigen::Index component) const;

 private:
  friend class TabulatedExcitation;
  void accumulate(double t, const double* offset, std::size_t first_active, std::size_t last_active, double* out) const;

  int rows_ = 0;
  waves::Ramp ramp_;
  std::vector<int> active_;                // rows with any force, ascending
  std::vector<std::size_t> first_active_;  // per body and one past the last
  Eigen::ArrayXd omega_, kx_, ky_;         // per component
  RowMatrixX re_, im_;                     // active rows x components: X a exp(i phase)
  VectorX drift_;                          // active rows
};

/// WEC-Sim's route for an imported elevation (theory/wec-sim.md, "Excitation of a record"): elevation on the time grid,
/// taken once from the record as its rows are joined (splines; lines where WEC-Sim is reproduced), times R, convolved
/// with the excitation kernel, joined by lines and times R again.
class RecordExcitation {
 public:
  /// @param ramp_elevation true: R squared in effect, as WEC-Sim; false: R once
  /// @throws InputError when a body has no excitation kernel, or its file not the record's direction
  RecordExcitation(const std::vector<HydroBodyRef>& bodies, const waves::ElevationRecord& record, double density,
                   double gravity, waves::Ramp ramp, double start, double step, std::size_t count, bool ramp_elevation);
  int rows() const noexcept { return static_cast<int>(force_.cols()); }
  void evaluate(double t, double* out) const;

 private:
  waves::Ramp ramp_;
  double start_, step_;
  RowMatrixX force_;  // times x rows
};

}  // namespace swell::hydro
