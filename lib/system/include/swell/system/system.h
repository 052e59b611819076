/// The compiled system: components, their memory and four flat schedules. Not copyable; two systems never touch.
///
/// One evaluation runs a schedule from top to bottom: no look-ups, no recursion, no allocation. Which computations are
/// in a schedule was decided once, from what each declared to read:
///   minor   what the derivatives need                     (stages of the integrator)
///   major   minor + sampled computations + what commits need (accepted points)
///   record  what the selected outputs need                (output times)
///   guard   what the event functions need                 (event location)
/// Computations that depend on nothing that changes run once, in initialize().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "swell/system/communication.h"
#include "swell/system/graph.h"

namespace swell::system {

/// A component threw something that is no SimulationError: a mistake in its code. No shorter step repairs that, where a
/// SimulationError says that a trial stage could not be followed.
class ComponentFailure : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

/// Where a number stopped being finite, or plausible.
struct NonFinite {
  std::string component;
  std::string quantity;  ///< port, state or computation
  int entry = 0;
  double value = 0.0;
};

/// Thrown by a commit that finds the motion where no device is: the integrator ends the run as diverged, with the
/// diagnoses of all components.
class Diverged : public std::runtime_error {
 public:
  /// @param remedy  where it is not the one of numbers that grow without bound
  Diverged(const std::string& what, NonFinite where, std::string remedy = {})
      : std::runtime_error(what), where_(std::move(where)), remedy_(std::move(remedy)) {}
  const NonFinite& where() const noexcept { return where_; }
  const std::string& remedy() const noexcept { return remedy_; }

 private:
  NonFinite where_;
  std::string remedy_;
};

/// Everything that changes while a system runs, next to the continuous state: copying it is a checkpoint.
struct Snapshot {
  double time = 0.0;
  std::vector<double> state;
  std::vector<double> memory;
  /// By System::foreign(): what each gives, null where it cannot; or, of another process, their bytes.
  std::vector<std::shared_ptr<const void>> foreign;
  std::vector<std::string> foreign_bytes;
};

class System {
 public:
  System(System&&) noexcept;
  System& operator=(System&&) noexcept;
  ~System();

  int state_size() const;
  int memory_size() const;

  /// Initial continuous state [state_size()], from case, set-up functions (iterated where they depend on each other)
  /// or declarations; resets memory and sets up what samples hold at first; evaluates the constants. Call before
  /// anything else.
  /// @throws InputError when set-up functions do not settle, naming who.
  std::vector<double> initialize(double start_time);
  /// What the last initialize() has to say, as where samples that depend on each other have not settled.
  const std::vector<std::string>& initialization_notes() const;

  /// dx/dt at a stage. Pure: memory is only read.
  void evaluate(double time, const double* state, double* derivative);
  /// The one major evaluation of an accepted point. Does not commit.
  void evaluate_major(double time, const double* state, double* derivative);
  /// Commits memory for the point of the last major evaluation.
  void commit();
  /// Computes the recorded outputs at any (time, state), memory held: for output times between accepted points.
  void observe(double time, const double* state);
  /// The same right after evaluate_major(), doing only what that left out.
  void observe_major();
  /// Pulls states back onto their manifolds. @param state written
  void project(double* state);

  /// Event functions at (time, state). @param value event_count() numbers
  void evaluate_events(double time, const double* state, double* value);
  int event_count() const;
  const EventSpec& event(int index) const;
  const std::string& event_owner(int index) const;
  /// @param state  the present one; handlers may change what is theirs
  void handle_event(int index, double time, double* state);

  /// Sample times that steps must hit [s]; 0 entries (every accepted point) are left out.
  std::vector<double> sample_periods() const;
  /// Who has a sample time, and where its component comes from.
  struct Sampled {
    std::string component;
    double period = 0.0;  ///< [s]
    Origin origin;
  };
  std::vector<Sampled> sampled() const;

  /// Recorded outputs, in the order asked for.
  int recorded_count() const;
  const PortSpec& recorded_spec(int index) const;
  const std::string& recorded_address(int index) const;
  const double* recorded(int index) const;  ///< view, valid until the next evaluation
  bool recorded_is_finite() const;          ///< every number of every recorded series

  /// Value of any output by address, for tests and tools (a look-up; not for the loop). The output must be recorded or
  /// needed by the derivatives, otherwise it has not been computed.
  const double* value(const std::string& address) const;
  /// First entry of a state ("component.state") in the state vector, or nothing.
  std::optional<int> state_offset(const std::string& address) const;

  /// The state vector of the last evaluation (at output times between accepted points the interpolated one), or null.
  const double* bound_state() const;

  /// The first computation of the last major evaluation, in order of the schedule, that is not finite.
  std::optional<NonFinite> find_non_finite(const double* state, const double* derivative) const;
  /// The first state entry beyond the limit that its component gave it.
  std::optional<NonFinite> find_beyond_limit(const double* state) const;
  /// Address and magnitude of the largest effort of the last major evaluation, for the message of a divergence.
  std::optional<std::pair<std::string, double>> largest_effort() const;
  /// What the components say about a divergence.
  std::vector<std::string> diagnoses() const;

  /// Memory, and sampled results, that rates or recorded outputs read: "component.memory". Where there is none both are
  /// functions of time, state and inputs alone.
  std::vector<std::string> memory_in_use() const;
  /// Components that a recorded output needs at the same instant: no state lies between.
  std::vector<std::string> behind_output(int index) const;
  /// "component.state" of each state, its first entry and how it was declared.
  struct StateEntry {
    std::string address;
    int first = 0;
    const PortSpec* spec = nullptr;
  };
  std::vector<StateEntry> states() const;

  /// What foreign models cannot give is not in it. @throws SimulationError of a foreign model
  Snapshot snapshot(double time, const double* state) const;
  void restore(const Snapshot& snapshot);
  const std::vector<ForeignModel*>& foreign() const;
  /// The states of foreign models as bytes; "" of those that do not write theirs.
  std::vector<std::string> foreign_bytes(const Snapshot& snapshot) const;

  std::vector<ComponentInfo> describe() const;
  /// Component by name, or nullptr.
  Component* find(const std::string& name) const;

  std::int64_t evaluations() const;       ///< minor and major since initialize()
  std::int64_t computations_run() const;  ///< computations executed since initialize()
  std::size_t minor_length() const;       ///< steps of the minor schedule

  /// For the proof that the schedule is right: recursion from the derivatives, recomputing everything at every read.
  void evaluate_by_recursion(double time, const double* state, double* derivative);

  struct Impl;

 private:
  friend class Compiler;
  explicit System(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace swell::system
