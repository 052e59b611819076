/// Radiation memory as a linear system: x' = A x + B v, F = C x + D v, so that C exp(A t) B approximates K(t); D is
/// zero but for a rest of damping that makes a passive model strictly so.
///
/// F is what Cummins' equation subtracts. Units SI (density included). States are continuous states of the solver.
/// Sources: [Kung1978], [Kristiansen2005] as BEMIO uses them (theory/numerics/hydro.md 4).
#pragma once

#include <string>
#include <vector>

#include "swell/hydro/coefficients.h"
#include "swell/hydro/radiation_convolution.h"

namespace swell::hydro {

/// The one velocity of a body that its joints leave it, as about a hinge: coupled motions, whose radiation can be far
/// below that of each of them alone.
struct Path {
  std::vector<int> rows;  ///< of the coefficients
  VectorX direction;      ///< velocities of these rows for one unit of the joint's
};

/// How well one entry of the kernel is met.
struct EntryFit {
  int row = 0, column = 0;  ///< of a body with a path, the row of its largest motion stands for the path
  int order = 0;            ///< states of its own (entry-wise) or 0 (shared)
  double r2 = 0.0;          ///< 1 - (||K - K_fit|| / ||K - mean K||)^2
  bool dropped = false;     ///< numerical noise: not modelled
};

/// A is block-diagonal: block k holds states first .. first + size - 1.
struct StateBlock {
  int first = 0, size = 0;
};

struct StateSpaceModel {
  std::vector<StateBlock> blocks;
  std::vector<MatrixX> A;  ///< of each block: an array's thousands of entries would not fit as one matrix
  MatrixX B, C, D;
  VectorX scale;  ///< per row: translation 1, rotation 1/L [1/m]; gives relative measures one dimension
  std::vector<EntryFit> entries;
  double response_error = 0.0;     ///< of a whole-matrix model: over the frequencies of the data, as MimoOptions::error
  double damping_error = 0.0;      ///< likewise, as MimoOptions::damping_error
  double kernel_change = 0.0;      ///< of a passive one: what was changed of the kernel first (KernelRepair::change)
  double kernel_changed_at = 0.0;  ///< where [rad/s]
  bool stored = false;             ///< as the hydro file has it
  std::vector<std::string> notes;  ///< dropped entries, projection errors, what did not reach its threshold

  int states() const { return static_cast<int>(B.rows()); }
  MatrixX whole_A() const;
  /// Finds which states each column of B drives and each row of C reads, so that `rate` and `force` pass over the zeros
  /// of realisations side by side. To be called again when B or C change.
  void find_spans();
  double lowest_r2() const;  ///< over the entries that are modelled; 1 when there is none
  /// x' = A x + B v; no allocation. @param x states  @param v columns of B
  void rate(const double* x, const double* v, double* x_dot) const;
  /// F = C x + D v; no allocation.
  void force(const double* x, const double* v, double* force) const;
  /// Both.
  void evaluate(const double* x, const double* v, double* x_dot, double* force) const;
  MatrixX kernel(double t) const;                 ///< C exp(A t) B
  Eigen::MatrixXcd transfer(double omega) const;  ///< C (i omega - A)^-1 B + D

 private:
  std::vector<StateBlock> driven_, read_;  ///< by column of B and row of C; empty: all
  MatrixX C_by_row_;                       ///< C transposed, contiguous by row
};

/// BEMIO's fit of one kernel sampled at `step` (theory/numerics/hydro.md 4): orders from 2 until r2 is reached.
struct EntryRealisation {
  EntryStateSpace system;
  double r2 = 0.0;
  bool reached = false;
};
EntryRealisation fit_entry(const VectorX& kernel, double step, double r2 = 0.95, int max_order = 10);

/// The realisation stored in the file, stacked block-diagonally as WEC-Sim does (row by row, outer row, inner column).
/// @throws InputError when a body's file holds none
/// @param noise_level  entries below it are left out by the rule of theory/numerics/hydro.md 4 and listed in `notes`;
/// 0: none
StateSpaceModel state_space_from_file(const RadiationCoefficients& coefficients, double noise_level = 0.0);

/// Entry-wise fit of every coupled entry at load, with BEMIO's rule on the kernel's own time grid.
StateSpaceModel state_space_entry_wise(const RadiationCoefficients& coefficients, double r2 = 0.95, int max_order = 10,
                                       double noise_level = 0.0);

struct MimoOptions {
  double r2 = 0.95;               ///< every modelled entry reaches this
  std::optional<double> error{};  ///< largest error of the response, relative to the peaks of its row and column
  /// Largest error of the response of any motion, relative to its damping at that frequency and a twentieth of the
  /// peak: what the power of a take-off near resonance errs by.
  std::optional<double> damping_error{};
  std::optional<double> fastest{};   ///< [rad/s] poles beyond it are left out: a fixed step is unstable with them
  std::optional<double> duration{};  ///< [s] of kernel used; absent: all there is
  std::vector<int> moving;  ///< entries of the velocity that may differ from zero; empty: all. The others drive nothing
  /// Bodies with one freedom are fitted along it: the errors count against its own radiation.
  std::vector<Path> paths;
  int max_states = 240;                 ///< of motions that couple with one another
  std::optional<int> states_per_row{};  ///< of them, times their number
  bool drop_noise = true;               ///< leave out entries that the rule of theory/numerics/hydro.md 4 calls noise
  double noise_level = 1e-3;            ///< relative to the geometric mean of the diagonal entries' peaks
  /// Of a kernel made passive; Re(transfer) >= 0 and no force of a steady velocity, transfer(0) = 0 but for D.
  bool passive = false;
};

/// One realisation of the whole matrix by block-Hankel singular value decomposition (eigensystem realisation), which
/// truncates in balanced coordinates, block by block where motions do not couple; the smallest orders at which every
/// entry reaches r2 and the response the error, when it is passive too where that is asked.
StateSpaceModel state_space_mimo(const RadiationCoefficients& coefficients, const MimoOptions& options = {});
/// The same for a square kernel whose rows have one dimension.
StateSpaceModel state_space_mimo(const SampledKernel& kernel, const MimoOptions& options = {});

struct Passivity {
  double lowest = 0.0;  ///< smallest eigenvalue of the symmetric part of Re(transfer), relative to the largest
  double omega = 0.0;   ///< [rad/s] where
  bool stable = false;  ///< all poles in the left half plane
};
/// Sampled over omega from 0 to `omega_max` and refined around the minimum.
Passivity measure_passivity(const StateSpaceModel& model, double omega_max);

}  // namespace swell::hydro
