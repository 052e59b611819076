/// The compiled system: components, memory and four flat schedules. Not copyable; systems share nothing.
///
/// One evaluation runs a schedule from top to bottom: no look-ups, no recursion, no allocation. The compiler selects
/// the computations of each schedule from their declared dependencies:
///   minor   what the derivatives need                     (stages of the integrator)
///   major   minor + sampled computations + what commits need (accepted points)
///   record  what the selected outputs need                (output times)
///   guard   what the event functions need                 (event location)
/// Constant computations run once, in initialize().
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

/// An exception of a component that is not a SimulationError: an error in its code. A shorter step does not help,
/// unlike after a SimulationError, which rejects a trial stage.
class ComponentFailure : public SimulationError {
 public:
  using SimulationError::SimulationError;
};

/// First quantity that is not finite or not plausible.
struct NonFinite {
  std::string component;
  std::string quantity;  ///< port, state or computation
  int entry = 0;
  double value = 0.0;
};

/// Thrown by a commit for an impossible motion. The integrator ends the run as diverged, with the diagnoses of all
/// components.
class Diverged : public std::runtime_error {
 public:
  /// @param remedy  if other than the default one for unbounded growth
  Diverged(const std::string& what, NonFinite where, std::string remedy = {})
      : std::runtime_error(what), where_(std::move(where)), remedy_(std::move(remedy)) {}
  const NonFinite& where() const noexcept { return where_; }
  const std::string& remedy() const noexcept { return remedy_; }

 private:
  NonFinite where_;
  std::string remedy_;
};

/// Everything that changes during a run, the continuous state included; a copy is a checkpoint.
struct Snapshot {
  double time = 0.0;
  std::vector<double> state;
  std::vector<double> memory;
  /// In the order of System::foreign(): saved states, null if not supported; from another process, their bytes.
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

  /// Initial continuous state [state_size()] from the case, set-up functions (iterated if circular) or declarations.
  /// Resets memory, sets the first samples and evaluates constants. Call before
  /// anything else.
  /// @throws InputError when set-up functions do not converge, with their names.
  std::vector<double> initialize(double start_time);
  /// Notes of the last initialize(), such as circular samples that did not converge.
  const std::vector<std::string>& initialization_notes() const;

  /// dx/dt at a stage. Pure: memory is only read.
  void evaluate(double time, const double* state, double* derivative);
  /// Evaluates an accepted point, once. Does not commit.
  void evaluate_major(double time, const double* state, double* derivative);
  /// Commits memory for the point of the last major evaluation.
  void commit();
  /// Computes the recorded outputs at any (time, state), memory held: for output times between accepted points.
  void observe(double time, const double* state);
  /// As observe, right after evaluate_major(): computes only the missing outputs.
  void observe_major();
  /// Projects states onto their manifolds.   @param state  overwritten
  void project(double* state);

  /// Event functions at (time, state). @param value event_count() numbers
  void evaluate_events(double time, const double* state, double* value);
  int event_count() const;
  const EventSpec& event(int index) const;
  const std::string& event_owner(int index) const;
  /// @param state  present state; handlers may change their own states
  void handle_event(int index, double time, double* state);

  /// Sample times [s] that steps must hit; period 0 (every accepted point) is omitted.
  std::vector<double> sample_periods() const;
  /// A sampled component, with its origin.
  struct Sampled {
    std::string component;
    double period = 0.0;  ///< [s]
    Origin origin;
  };
  std::vector<Sampled> sampled() const;

  /// Recorded outputs, in the requested order.
  int recorded_count() const;
  const PortSpec& recorded_spec(int index) const;
  const std::string& recorded_address(int index) const;
  const double* recorded(int index) const;  ///< view, valid until the next evaluation
  bool recorded_is_finite() const;          ///< every number of every recorded series

  /// Value of an output by address, for tests and tools (slow look-up). The output must be recorded or needed by the
  /// derivatives; others are not computed.
  const double* value(const std::string& address) const;
  /// First entry of a state ("component.state") in the state vector, or nothing.
  std::optional<int> state_offset(const std::string& address) const;

  /// State vector of the last evaluation (interpolated at output times between accepted points), or null.
  const double* bound_state() const;

  /// First computation of the last major evaluation, in schedule order, that is not finite.
  std::optional<NonFinite> find_non_finite(const double* state, const double* derivative) const;
  /// First state entry beyond its limit.
  std::optional<NonFinite> find_beyond_limit(const double* state) const;
  /// Address and magnitude of the largest effort of the last major evaluation, for the message of a divergence.
  std::optional<std::pair<std::string, double>> largest_effort() const;
  /// Diagnoses of the components after a divergence.
  std::vector<std::string> diagnoses() const;

  /// Memory and sampled results read by rates or recorded outputs: "component.memory". If empty, both depend only on
  /// time, state and inputs.
  std::vector<std::string> memory_in_use() const;
  /// Components on which a recorded output depends directly, without a state between.
  std::vector<std::string> behind_output(int index) const;
  /// "component.state" of each state, its first entry and how it was declared.
  struct StateEntry {
    std::string address;
    int first = 0;
    const PortSpec* spec = nullptr;
  };
  std::vector<StateEntry> states() const;

  /// Foreign models that cannot save their state are omitted. @throws SimulationError of a foreign model
  Snapshot snapshot(double time, const double* state) const;
  void restore(const Snapshot& snapshot);
  const std::vector<ForeignModel*>& foreign() const;
  /// States of foreign models as bytes; "" if not supported.
  std::vector<std::string> foreign_bytes(const Snapshot& snapshot) const;

  std::vector<ComponentInfo> describe() const;
  /// Component by name, or nullptr.
  Component* find(const std::string& name) const;

  std::int64_t evaluations() const;       ///< minor and major since initialize()
  std::int64_t computations_run() const;  ///< computations executed since initialize()
  std::size_t minor_length() const;       ///< steps of the minor schedule

  /// For tests of the schedule: evaluates the derivatives by recursion, without reuse of results.
  void evaluate_by_recursion(double time, const double* state, double* derivative);

  struct Impl;

 private:
  friend class Compiler;
  explicit System(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace swell::system
