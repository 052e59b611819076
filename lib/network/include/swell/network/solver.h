/// Newton's method and the implicit steps of a network inside one outer step.
///
/// The caller owns the memory of a network, one array of doubles. An outer step advances one array into another:
/// keeping the new one commits, dropping it rolls back, a copy is a checkpoint.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "swell/network/network.h"
#include "swell/network/sparse_lu.h"

namespace swell::network {

enum class Method {
  backward_euler,  ///< first order, damps every oscillation
  sdirk2,       ///< second order, L-stable, stiffly accurate; two solves per step [Alexander1977, gamma = 1 - 1/sqrt 2]
  trapezoidal,  ///< second order, one solve per step, keeps the energy of oscillations; jumps ring. FONSim's
  forward_euler,  ///< first order, explicit: stable below twice the shortest time constant only; no ideal joints
};

struct SolverOptions {
  Method method = Method::sdirk2;
  /// True: steps chosen by the middle-point criterion. False: `fixed_steps` equal steps in every outer step.
  bool adaptive = true;
  int fixed_steps = 1;
  double tolerance = 1e-3;          ///< middle point against the line, relative to max(nominal, |x|)
  double initial_step = 1e-3;       ///< [s] first step
  double minimum_step = 1e-7;       ///< [s] always accepted
  double maximum_step = kInfinity;  ///< [s]
  double newton_tolerance = 1e-8;   ///< size of the last correction, relative to nominal + |x|
  int newton_limit = 60;            ///< iterations per solve
};

/// Counts since the workspace was made.
struct Statistics {
  long steps = 0, rejected = 0, solves = 0, iterations = 0, factorizations = 0, accepted_at_minimum = 0;
  int largest_iterations = 0;  ///< most matrix factorisations in one solve
};

/// Scratch memory of one solver in one thread; only the counts survive an outer step.
struct Workspace {
  explicit Workspace(const Network& network);
  SparseLu lu;
  std::vector<double> x, trial, base, residual, trial_residual, correction, row_scale, values, inputs;
  std::vector<double> local, block, difference, output, stage, saved[3], mean;
  bool wants_mean = false;  ///< compute the mean of the outputs
  bool has_pivots = false;
  bool has_factors = false;     ///< the matrix of the present step is factorised
  double factored_gdt = 0.0;    ///< [s]
  std::size_t worst_row = 0;    ///< equation with the largest residual of the last failed solve
  std::size_t held_column = 0;  ///< unknown at its bound that blocked the last correction; their number if none
  Statistics statistics;
};

/// One line of the energy audit.
struct EnergyAccount {
  std::string component;
  double absorbed = 0.0;  ///< integral of the power over all terminals since the start [J]
  double stored = 0.0;    ///< energy held now [J]
};

/// Advances a network. Immutable; safe to share between threads that have a workspace each.
class NetworkSolver {
 public:
  explicit NetworkSolver(Network network, SolverOptions options = {});
  const Network& network() const noexcept { return network_; }
  const SolverOptions& options() const noexcept { return options_; }

  /// Doubles in the state array.
  std::size_t state_size() const noexcept { return kHeader + 3 * network_.unknowns() + network_.components().size(); }
  /// Names of the entries: "step", "tank.mass", "tank.mass before", "rate of tank.mass", "work of tank".
  std::vector<std::string> state_labels() const;
  /// Initialises `state` at t0: states as declared, other unknowns solved for if possible (ideal joints of unequal
  /// capacities settle in the first step only).
  /// @param inputs  network().inputs().size() values
  void initialise(double t0, const double* inputs, double* state, Workspace& work) const;

  /// One outer step from t to t + dt.
  /// @param begin, end  inputs at t and t + dt, interpolated between (see Signal::derivative)
  /// @param state_in, state_out  may be the same array
  /// @param at_end, mean  outputs at t + dt and their mean over the step, by the quadrature of the method; may be null
  /// @throws SimulationError naming component and equation when Newton fails at the smallest step
  void advance(double t, double dt, const double* begin, const double* end, const double* state_in, double* state_out,
               double* at_end, double* mean, Workspace& work) const;

  /// Outputs at the point stored in `state`.
  void outputs(double t, const double* inputs, const double* state, double* value, Workspace& work) const;
  /// Value of an unknown (Network::unknown) in a state array.
  double value(const double* state, std::size_t unknown) const { return state[kHeader + unknown]; }
  void set_value(double* state, std::size_t unknown, double x) const { state[kHeader + unknown] = x; }
  /// Returns the energy audit; the sum of `absorbed` over all components is zero within the solver's tolerance.
  std::vector<EnergyAccount> audit(double t, const double* inputs, const double* state) const;
  /// As audit, in two arrays with one number per component; either may be null. Allocates nothing.
  void energies(double t, const double* inputs, const double* state, double* absorbed, double* stored,
                Workspace& work) const;

  /// Solves the equations for states = base + gdt * rate, starting from work.x. False when it fails.
  bool solve(double t, const double* inputs, const double* base, double gdt, Workspace& work) const;

 private:
  // Header: number of known points, suggested step, previous step. Then this point, the one before, rates, work.
  static constexpr std::size_t kHeader = 3;
  struct Outer;
  void scale_rows(Workspace& work) const;
  bool factor(double gdt, Workspace& work) const;
  bool step(Method method, const Outer& outer, double tau, double h, double* state, Workspace& work) const;
  void account(double t, const double* inputs, double weight, double* state, Workspace& work) const;
  double deviation(const double* before, const double* now, double h) const;
  void check_options() const;

  Network network_;
  SolverOptions options_;
};

}  // namespace swell::network
