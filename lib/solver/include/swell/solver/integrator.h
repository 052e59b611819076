/// Time integration of a compiled System.
///
/// Time scheme. Points of the fixed step are t_n = t_0 + n h, from an integer, so that no error accumulates. Every
/// accepted point gets one major evaluation: sampled computations run, outputs are observed, memory is committed, and
/// the derivative is handed to the stepper as its first stage. Stages read committed memory only; a rejected trial step
/// leaves no trace. Output times between accepted points are observed on the dense-output state before the next point
/// commits anything.
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
  double max_step = 0.0;             ///< [s] adaptive methods; 0: no limit but error control
  double tolerance = 1e-6;           ///< adaptive methods: relative, and absolute per unit of state
  double absolute_tolerance = 0.0;   ///< per unit of state; 0: as tolerance
  double min_step = 0.0;             ///< [s] adaptive methods; 0: what round-off allows
  double output_step = 0.0;          ///< [s] 0: the fixed step
  std::vector<double> output_times;  ///< [s] ascending, instead of every output_step; empty: those
  double event_tolerance = 1e-9;     ///< [s] events are located to this
  /// Adaptive methods: steps tried per output step (per second where that is longer) beyond which the run ends with an
  /// error instead of going on for ever.
  std::int64_t most_steps = 100000;
  /// Where components communicate at points whose distance is controlled; null: at times of their own.
  std::shared_ptr<system::CommunicationControl> communication;
};

struct Statistics {
  std::int64_t steps = 0;
  std::int64_t rejected = 0;
  std::int64_t events = 0;
};

/// Called at each output time, when the system's recorded outputs are valid. Return false to stop the run.
using Observer = std::function<bool(double time)>;

/// A run that can go on later, bit for bit: everything that changes.
struct Checkpoint {
  system::Snapshot snapshot;
  std::int64_t grid_index = 0;    ///< n of the next fixed step
  std::int64_t output_index = 0;  ///< next output
  double trial_step = 0.0;        ///< of adaptive methods
  std::vector<double> event_values;
  std::vector<double> stepper;  ///< what the implicit method keeps
  bool stopped = false;
  std::vector<double> communication;  ///< controlled: the next step [s], then the largest of each number so far
  /// Of step_to(): the point is evaluated and not committed; [s] of the last one that is. Never so after run().
  bool open = false;
  double committed = 0.0;
};

class Integrator {
 public:
  /// @throws InputError when a sample time of a component or the output step cannot be honoured
  Integrator(system::System& system, const Options& options);
  ~Integrator();

  /// Sets the system to its initial state. Either this or restore() comes first.
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

  /// Steps to exactly `until` [s], which may lie beyond the end, for who hands inputs in and takes outputs out in
  /// between: recorded outputs are valid afterwards. The point reached stays open: its memory is committed by the next
  /// call, with the inputs of then, so that a point sees the inputs that were set at it. A call with the present time
  /// evaluates the present point. Not to be mixed with run().
  /// @param to_event  goes no further than the next event: another call goes on from there, with the same bits but
  /// where communication is controlled, which the event has cut
  /// @returns false when an event has ended the run, before `until` perhaps   @throws SimulationError
  bool step_to(double until, bool to_event = false);
  /// Inputs have changed at the present point: what is computed there is computed anew, recorded outputs with it.
  void refresh();
  /// The next step_to() computes the present point anew before it leaves it.
  void inputs_changed();

  /// `watcher` is called at every accepted point, computed and not committed; twice where a recorded power may jump
  /// there (samples, events): with what acted before, then with what acts from there on.
  void watch(std::function<void(double time)> watcher);
  /// From now on `flag` is looked at before every step; not 0 ends the run there with a SimulationError. A signal
  /// handler may set it. Null: no interruption.
  void interrupt_by(const volatile std::sig_atomic_t* flag);

  /// Between calls of run().
  Checkpoint checkpoint() const;
  void restore(const Checkpoint& checkpoint);

  const Statistics& statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace swell::solver
