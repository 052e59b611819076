/// Time integration of a compiled System.
///
/// Time scheme. Points of the fixed step are t_n = t_0 + n h with integer n, so no error accumulates. Each accepted
/// point has one major evaluation: sampled computations run, outputs are observed, memory is committed, and the
/// derivative is the first stage of the next step. Stages read committed memory only; a rejected trial step leaves no
/// trace. Output times between accepted points use the dense output and the memory before the next commit.
///
/// Methods: the classical Runge-Kutta method of order 4 at a fixed step; Dormand and Prince 5(4) with step control
/// (both Boost.Odeint, [DormandPrince1980]); and an L-stable ESDIRK of order 4 with step control for stiff systems
/// (implicit.h).
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "swell/system/communication.h"
#include "swell/system/system.h"

namespace swell::solver {

enum class Method { rk4, dopri5, implicit };

struct Options {
  Method method = Method::rk4;
  double start = 0.0;                ///< [s]
  double duration = 0.0;             ///< [s]
  double step = 0.1;                 ///< [s] fixed step; first trial step of adaptive methods
  double max_step = 0.0;             ///< [s] adaptive methods; 0: no limit
  double tolerance = 1e-6;           ///< adaptive methods: relative, and absolute per unit of state
  double absolute_tolerance = 0.0;   ///< per unit of state; 0: as tolerance
  double min_step = 0.0;             ///< [s] adaptive methods; 0: limit of round-off
  double output_step = 0.0;          ///< [s] 0: the fixed step
  std::vector<double> output_times;  ///< [s] ascending, replace output_step; empty: not used
  double event_tolerance = 1e-9;     ///< [s] accuracy of event times
  /// Adaptive methods: largest number of tried steps per output step (per second if longer); more is an error.
  std::int64_t most_steps = 100000;
  /// Controlled communication steps; null: components communicate at their own times.
  std::shared_ptr<system::CommunicationControl> communication;
};

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  std::int64_t events = 0;
};

/// Called at each output time, when the system's recorded outputs are valid. Returns false to stop the run.
using Observer = std::function<bool(double time)>;

/// All varying data of a run, to continue it later with the same bits.
struct Checkpoint {
  system::Snapshot snapshot;
  std::int64_t grid_index = 0;    ///< n of the next fixed step
  std::int64_t output_index = 0;  ///< next output
  double trial_step = 0.0;        ///< of adaptive methods
  std::vector<double> event_values;
  std::vector<double> stepper;  ///< data of the implicit method
  bool stopped = false;
  std::vector<double> communication;  ///< controlled: next step [s], then the largest value so far of each number
  /// After step_to(): the point is evaluated, not committed; [s] last committed point. False after run().
  bool open = false;
  double committed = 0.0;
};

class Integrator {
 public:
  /// @throws InputError when a component's sample time or the output step is impossible
  Integrator(system::System& system, const Options& options);
  ~Integrator();

  /// Sets the initial state. Call either this or restore() first.
  void initialize();
  /// The state vector, between calls of run().
  const std::vector<double>& state() const;
  double time() const;

  /// Runs until the end, or until `until` [s] where given, calling `observe` at each output time up to there.
  /// Allocates nothing after its first step.
  /// @throws SimulationError when a number is not finite, naming component, quantity and time
  void run(const Observer& observe);
  void run(const Observer& observe, double until);
  bool finished() const;

  /// Steps to exactly `until` [s], also beyond the end, for callers that exchange inputs and outputs between steps.
  /// Recorded outputs are valid afterwards. The point reached stays open: the next call commits its memory with the
  /// inputs set in between. A call with the present time evaluates the present point again. Do not mix with run().
  /// @param to_event  stops at the next event at the latest; the next call continues with the same bits, unless
  /// communication is controlled (the event shortens its step)
  /// @returns false when an event ended the run, possibly before `until` @throws SimulationError
  bool step_to(double until, bool to_event = false);
  /// Recomputes the present point, recorded outputs included, after a change of inputs.
  void refresh();
  /// Marks the inputs as changed: the next step_to() recomputes the present point first.
  void inputs_changed();

  /// Sets a function called at every accepted point before its commit. It is called twice where a recorded power may
  /// jump (samples, events): with the force before and the force after.
  void watch(std::function<void(double time)> watcher);
  /// Sets a flag tested before every step; non-zero ends the run with a SimulationError. A signal handler may set it.
  /// Null: no interruption.
  void interrupt_by(const volatile std::sig_atomic_t* flag);

  /// Call between calls of run().
  Checkpoint checkpoint() const;
  void restore(const Checkpoint& checkpoint);

  const Statistics& statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace swell::solver
