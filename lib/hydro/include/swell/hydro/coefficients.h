/// Hydrodynamic coefficients of a device in SI units, at one frequency, direction or time.
///
/// Sources: WEC-Sim's choices as in theory/numerics/hydro.md 2; [Cummins1962], [Ogilvie1964] where a file lacks the
/// kernel or A_inf.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/base/interpolation.h"
#include "swell/hydro/choices.h"
#include "swell/hydro/hydro_data.h"

namespace swell::hydro {

/// One body of one set of BEM data.
struct HydroBodyRef {
  std::shared_ptr<const HydroData> data;
  std::size_t body = 0;  ///< index into data->bodies
  std::size_t copy = 0;  ///< bodies of different copies stand in water of their own: they do not couple
  /// Whether the data tell of both together.
  bool beside(const HydroBodyRef& other) const { return data == other.data && copy == other.copy; }
  const HydroBody& operator*() const { return data->bodies[body]; }
  const HydroBody* operator->() const { return &data->bodies[body]; }
  /// @throws InputError "body 1 (float) has no ..."
  [[noreturn]] void lacks(const std::string& what, const std::string& remedy) const;
};

/// The wave frequency must lie within the data.
/// @throws InputError "wave period 40 s is outside the BEM range 1.21 to 314 s of rm3.h5; ..."
void check_frequency_range(const HydroData& data, double omega, const Origin& origin);

/// Headings of the data [rad] ascending, each once, and whether they go all round.
struct Headings {
  std::vector<double> heading;
  bool all_round = false;
};
Headings headings_of(const HydroData& data);

/// The direction [rad] must lie within the headings of the data; one written a turn away is the same.
/// @throws InputError "wave direction 40 degrees is outside the headings 0 to 30 degrees of rm3.h5; ..."
void check_direction(const HydroData& data, double direction, const Origin& origin);

/// What passive data leave out of the given ones: largest change over the largest entry, rows in units of `scale`.
struct RadiationChange {
  double added_mass = 0.0;  ///< at infinite frequency
  double damping = 0.0;     ///< over all frequencies; of the kernel where there is no damping
  int row = 0, column = 0;  ///< of the damping's largest change
};

/// Radiation of N bodies, all rows and columns in the order of the list (6 per body and its modes).
///
/// Coupling between bodies exists where both come from the same HydroData object and `body_to_body` is on.
/// Interpolation: not-a-knot cubic spline, of A over omega, of omega B over omega, of K over t (WEC-Sim's rule, also
/// the default). Outside the frequencies of the data the end values hold; callers ask check_frequency_range first.
class RadiationCoefficients {
 public:
  /// @param density [kg/m^3]
  /// @throws InputError when a body lacks both a kernel and damping, or both A_inf and added mass
  RadiationCoefficients(std::vector<HydroBodyRef> bodies, double density, bool body_to_body,
                        RadiationData data = RadiationData::as_given);

  int dof() const noexcept { return dof_; }  ///< rows = columns
  MatrixX added_mass(double omega) const;    ///< [kg, kg m, kg m^2]
  MatrixX damping(double omega) const;       ///< [N s/m, ...]
  const MatrixX& added_mass_infinite() const noexcept { return added_mass_infinite_; }
  double kernel_step() const;      ///< [s] the finest of the bodies' own time grids
  double kernel_end() const;       ///< [s] where the longest kernel of a body ends, 0 without bodies
  double shortest_kernel() const;  ///< [s] where the first one ends
  double kernel_end(int row) const { return kernel_time_[place(row).first].back(); }  ///< [s] of the body of the row
  std::pair<double, double> frequencies() const;  ///< [rad/s] the least and the greatest of the bodies' data

  /// K at 0, step, 2 step, ... (count samples) [N/m, ...]; zero beyond a body's last kernel time.
  std::vector<MatrixX> kernel(double step, std::size_t count) const;
  /// The same of these rows and columns alone: large arrays move in few of their directions.
  std::vector<MatrixX> kernel(double step, std::size_t count, const std::vector<int>& rows,
                              const std::vector<int>& columns) const;
  /// How many entries of these rows and columns have a kernel that is not zero throughout.
  std::size_t kernel_entries(const std::vector<int>& rows, const std::vector<int>& columns) const;

  /// Length scales: 1 for translations and modes, 1/V^(1/3) of the body for rotations [1/m].
  VectorX scale() const;

  /// True where body of row i and body of column j are coupled.
  bool coupled(int i, int j) const { return mask_(i, j) != 0.0; }
  /// What was left out of the data; zeros where they are as given.
  const RadiationChange& change() const noexcept { return change_; }
  const std::vector<HydroBodyRef>& bodies() const noexcept { return bodies_; }
  double density() const noexcept { return density_; }
  const std::vector<std::string>& notes() const noexcept { return notes_; }  ///< what was computed rather than read

 private:
  template <class Part>
  MatrixX at_frequency(double omega, Part part) const;
  /// Body and its own row of a row of the whole.
  std::pair<std::size_t, int> place(int row) const;
  void find_kernels();
  void make_passive();
  MatrixX raw_damping(double omega) const;
  std::vector<MatrixX> raw_kernel(double step, std::size_t count, const std::vector<int>& rows,
                                  const std::vector<int>& columns) const;

  std::vector<HydroBodyRef> bodies_;
  double density_;
  RadiationData data_;
  RadiationChange change_;
  VectorX factors_;  // of the rows, by the peaks of the damping; where the data are made passive
  int dof_ = 0;
  MatrixX mask_;
  MatrixX felt_;  // 1 where the kernel is not zero throughout
  MatrixX added_mass_infinite_;
  std::vector<std::vector<double>> kernel_time_;                             // per body
  std::vector<std::shared_ptr<const std::vector<MatrixX>>> kernel_samples_;  // per body [time], / rho; not copied
  std::vector<std::string> notes_;
};

/// First-order excitation of one body [N/m, N m/m], lead phase about the origin. It is interpolated about the body's
/// place, and has there the phase with which the wave arrives (but for Interpolation::wec_sim).
class ExcitationCoefficients {
 public:
  /// @throws InputError when the body has no excitation
  ExcitationCoefficients(const HydroBodyRef& body, double density, double gravity,
                         Interpolation rule = Interpolation::spline);

  /// @param omega [rad/s]; outside the data the end value holds   @param direction [rad]
  /// @param wavenumber [1/m] of the wave that arrives; absent: in the water of the data
  /// @throws InputError when the direction is outside the headings of the data
  Eigen::VectorXcd at(double omega, double direction, std::optional<double> wavenumber = std::nullopt) const;

  /// Mean drift force per amplitude squared [N/m^2]; zeros where the data have none. Same interpolation.
  VectorX mean_drift(MeanDrift source, double omega, double direction) const;

  /// Headings of the data [rad] ascending; true when they go all round.
  const std::vector<double>& headings() const;
  bool all_round() const;
  int dof() const;

 private:
  struct Tables;
  std::shared_ptr<const Tables> tables_;
};

}  // namespace swell::hydro
