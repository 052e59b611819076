/// Radiation memory F(t) = int_0^T K(tau) v(t - tau) dtau in two schemes. Objects are immutable; everything that
/// survives a step is in a caller's array of `memory_size()` doubles, so that a checkpoint is a copy.
///
/// F is what Cummins' equation subtracts: the force on the body is -F. Rows are forces, columns the velocities that can
/// move: the caller projects. Entries whose kernel is zero throughout are neither stored nor summed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "swell/base/vector.h"

namespace swell::hydro {

class HistoryProduct;

/// Kernel samples K(0), K(step), ...: each rows x columns [N/m, ...].
struct SampledKernel {
  double step = 0.0;  ///< [s]
  std::vector<MatrixX> values;
};

/// WEC-Sim's scheme (theory/wec-sim.md, "Radiation"): trapezoid over the sampled velocities, newest included, sampled
/// at major steps of exactly the kernel's step and held by the caller until the next.
class SampledConvolution {
 public:
  explicit SampledConvolution(const SampledKernel& kernel);
  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }
  double step() const noexcept { return step_; }
  std::size_t memory_size() const noexcept;
  void reset(double* memory) const;  ///< velocity zero in the past
  /// Takes the velocity at this sample and gives the force. @param v columns   @param force rows
  void sample(const double* v, double* memory, double* force) const;

 private:
  int rows_ = 0, columns_ = 0;
  double step_ = 0.0;
  std::shared_ptr<const HistoryProduct> product_;
};

/// The default: kernel grid g_m = t0 + m D apart from the integration step, fourth order in D and in the step.
///
///   F(t) = tail(s) + head(s),  s = t - g_m,  m the newest committed grid time
///   tail   trapezoid over the committed velocities with Euler-Maclaurin corrections at both ends
///   (theory/numerics/hydro.md 3), at
///          s = 0, D, 2 D, ... at commit; in s between the polynomial of fifth degree
///   head   int_0^s K(s - u) v(g_m + u) du with v the parabola through V_m, A_m and the stage's own velocity, exact
///          moments of the kernel's cubic spline: linear in the stage's velocity
///
/// Motion begins with the first commit after reset; before it the velocity is zero (a jump or kink there is accounted
/// for). Cost: one dot product over the kernel per entry and commit or, for long memories of many entries, a product in
/// blocks with transforms (same sums but for round-off, 1e-15; theory/numerics/hydro.md 3); a few operations per entry
/// and stage.
class RadiationConvolution {
 public:
  /// @param longest_lead [s] how far a stage may lie beyond the newest committed grid time (kernel step + integration
  /// step)
  /// @param blocks steps, ascending: lags below the first are summed directly, the others by transforms of blocks that
  /// long; none: all directly; by default what costs least
  RadiationConvolution(const SampledKernel& kernel, double longest_lead,
                       const std::optional<std::vector<std::size_t>>& blocks = {});

  int rows() const noexcept { return rows_; }
  int columns() const noexcept { return columns_; }
  double step() const noexcept { return step_; }
  std::size_t memory_size() const noexcept { return memory_size_; }

  /// Empty history; the grid is g_m = t0 + m step.
  void reset(double t0, double* memory) const;

  /// Grid index that must be committed next (0 after reset), and its time.
  long next_index(const double* memory) const;
  double grid_time(long index, const double* memory) const;

  /// Velocity and acceleration (columns each) at the next grid time, on the accepted solution.
  /// @param extra  what the history holds beside the velocity there: of one that has jumped since the last grid time,
  /// what makes the trapezoid of this cell its integral
  void commit(const double* velocity, const double* acceleration, double* memory, const double* extra = nullptr) const;
  /// Adds K(0) times an impulse of velocity [m] to a force. @param sign -1 gives the load on the bodies
  void add_first(const double* impulse, double* out, double sign = 1.0) const;

  /// Force at a stage. A function of t, v_stage and memory alone. Before the first commit the force is zero.
  /// @param t [s] at or after the newest committed grid time, by at most `longest_lead`
  /// @param v_stage velocity at t (columns)   @param out force (rows)
  /// @param workspace a cache of what stages of one time share, no state: zero before first use, never checkpointed
  /// @param sign -1 gives the load on the bodies
  void force(double t, const double* v_stage, const double* memory, double* workspace, double* out,
             double sign = 1.0) const;
  std::size_t workspace_size() const noexcept;

  std::vector<std::size_t> blocks() const;  ///< of the sum over the past; none: directly

 private:
  void push_history(const double* H, double* memory) const;
  const double* place_of(double x, bool begins, double* workspace) const;
  void prepare(double t, const double* memory, double* workspace) const;

  int rows_ = 0, columns_ = 0;
  double step_ = 0.0;
  std::size_t nodes_ = 0;   // look-ahead: s = 0, D, ..., (nodes - 1) D
  std::vector<int> felt_;   // rows with any kernel
  std::size_t padded_ = 0;  // their number, in whole vectors
  std::shared_ptr<const HistoryProduct> product_;
  // By node: weights of the sums to come, of the corrections by V and A, then the kernel's pieces with their moments.
  std::vector<double> near_, by_velocity_, by_acceleration_, moments_;
  std::size_t at_sums_ = 0, at_first_ = 0, at_past_ = 0, memory_size_ = 0;  // places in the memory
  std::size_t place_size_ = 0, places_ = 0;                                 // in the workspace
};

/// Estimates the error of RadiationConvolution with twice the step of these samples, for one entry: of the response to
/// harmonic motion, over the largest response, the largest of all frequencies up to 10 rad/s. Each counts by the root
/// of its damping over the peak's, as waves of one height move the body. Parts: the sum at a grid time and the
/// polynomial midway between two, against sums by half the step, and the head's parabola, K_0 omega^3 D^4 / 72.
double convolution_error(const std::vector<double>& samples, double step);

}  // namespace swell::hydro
