/// The extension point of Swell: a component declares ports, states and the inputs of each computation; the graph sorts
/// all computations once into a flat schedule (after SINTEF's FhSim and Drake's declared dependencies).
///
/// A component registers functions instead of overriding hooks: each computation is a callable that reads inputs,
/// states, memory and other computations through handles and writes its own block. Callables must be pure: only memory
/// survives a step, and memory changes only in commit functions, which run at accepted points.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "swell/system/port.h"

namespace swell::system {

// Handles, local to one component: indices of its declarations, in order.
struct Input {
  int index = -1;
};
struct State {
  int index = -1;
};
struct Memory {
  int index = -1;
};
struct Computed {
  int index = -1;
};

/// One dependency of a computation.
class Read {
 public:
  enum class What { time, input, state, memory, computed };
  Read(Input h) : what(What::input), index(h.index) {}        // NOLINT(google-explicit-constructor)
  Read(State h) : what(What::state), index(h.index) {}        // NOLINT(google-explicit-constructor)
  Read(Memory h) : what(What::memory), index(h.index) {}      // NOLINT(google-explicit-constructor)
  Read(Computed h) : what(What::computed), index(h.index) {}  // NOLINT(google-explicit-constructor)
  static Read time() { return Read(What::time, -1); }

  What what;
  int index;

 private:
  Read(What w, int i) : what(w), index(i) {}
};
using Reads = std::vector<Read>;

/// Arguments of a callable. Pointers are views of memory owned by its producer; nothing is copied.
struct Evaluation {
  double time = 0.0;        ///< [s] of this evaluation
  double step_start = 0.0;  ///< [s] of the last accepted point (what memory belongs to)
  bool major = false;       ///< true at an accepted point

  const double* input(Input h) const { return inputs[h.index]; }
  const double* state(State h) const { return states[h.index]; }
  const double* memory(Memory h) const { return memories[h.index]; }
  const double* computed(Computed h) const { return computations[h.index]; }
  double* change(Memory h) const { return writable[h.index]; }  ///< only in commit functions and event handlers
  double* change(State h) const { return whole + (states[h.index] - whole); }  ///< only in event handlers

  // Set by System for each component before its functions run.
  const double* const* inputs = nullptr;
  const double* const* states = nullptr;
  const double* const* memories = nullptr;
  const double* const* computations = nullptr;
  double* const* writable = nullptr;
  double* whole = nullptr;  ///< the state vector, for event handlers
};

/// A callable that writes `out`, like std::function but with a single indirect call: the time loop makes some tens of
/// these calls per evaluation.
class Compute {
 public:
  Compute() = default;
  template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, Compute>>>
  Compute(F&& function)  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
      : object_(std::make_shared<std::decay_t<F>>(std::forward<F>(function))),
        call_(
            [](void* object, const Evaluation& e, double* out) { (*static_cast<std::decay_t<F>*>(object))(e, out); }) {}
  void operator()(const Evaluation& e, double* out) const { call_(object_.get(), e, out); }
  explicit operator bool() const noexcept { return call_ != nullptr; }

  using Call = void (*)(void* object, const Evaluation&, double* out);
  Call call() const noexcept { return call_; }
  void* object() const noexcept { return object_.get(); }

 private:
  std::shared_ptr<void> object_;
  Call call_ = nullptr;
};
using Commit = std::function<void(const Evaluation&)>;
using Project = std::function<void(double* state)>;

/// When a computation runs. A sampled one runs at accepted points only, and its result is held between them (part of
/// the checkpoint). Period 0: at every accepted point.
struct Rate {
  bool sampled = false;
  double period = 0.0;     ///< [s]
  bool calls_out = false;  ///< calls external code that counts calls: runs for a sample only
  static Rate continuous() { return {}; }
  static Rate at_accepted_points(double every = 0.0) { return {true, every, false}; }
  static Rate calling_out(double every) { return {true, every, true}; }
};

/// A zero crossing located in time. `value` is computation `watched`[0]. When it crosses zero in the given direction,
/// the handler runs (it may change memory and states) and the integration restarts.
struct EventSpec {
  std::string name;
  int direction = 0;  ///< +1 rising, -1 falling, 0 both
  bool stop = false;  ///< ends the run
};

/// Sets a state's initial value from parameters and inputs (C10, way c).
using Initialize = std::function<void(const Evaluation&, double* state)>;

/// Sets the result of a sampled computation at the start, before other values are known.
using Begin = std::function<void(double start_time, double* result)>;

/// Collects the declarations of a component. The order of calls defines the handles.
class Declaration {
 public:
  Input input(PortSpec spec, Fan fan = Fan::one);
  /// As above, with the value in the component's own memory: `width` numbers from `own` on, fixed for the component's
  /// lifetime. Several sums can be adjacent without a copy.
  Input input(PortSpec spec, Fan fan, double* own);
  /// Connects an input of this component to an output, or the output declared last to an input, by address: other
  /// components need not list its ports.   @param reported  as in Graph::connect
  void from(Input input, std::string output, bool reported = false);
  void to(std::string input);
  void parameter(std::string name, std::string value, std::string unit = {}, Origin origin = {});

  /// A computation, run at most once per evaluation for any number of readers, and not at all without readers.
  Computed compute(std::string name, int width, Reads reads, Compute function, Rate rate = Rate::continuous());
  /// As above, with the result in the component's own memory: `width` numbers from `own` on, fixed for its lifetime; no
  /// copy into a port.
  Computed compute(std::string name, double* own, int width, Reads reads, Compute function);

  /// Continuous state with its derivative. `initial` has the state's width.
  State state(PortSpec spec, std::vector<double> initial, Reads reads, Compute derivative);
  /// Sets a state's initial value by a function; overrides `initial`, is overridden by a value of the case.
  void initialize(State state, Reads reads, Initialize function);
  /// Initial result of a sampled computation: `begin` at every start, then `function` with the values that it reads,
  /// sorted by dependency together with the set-up functions of states.
  void initialize(Computed sampled, Reads reads, Begin begin, Initialize function);
  /// A state above this magnitude means that the run has diverged, long before overflow.
  void limit(State state, double magnitude);
  /// Projects the state onto its manifold (unit quaternions, closed loops) after every accepted step.
  void project(State state, Project function);

  Memory memory(PortSpec spec, MemoryKind kind, std::vector<double> initial);
  /// Runs after each major evaluation, after everything it reads; may change the component's memory.
  void commit(Reads reads, Commit function);

  void event(EventSpec spec, Computed value, Commit handler);

  // Output ports are views: of a computation, a state or memory, from entry `first` on.
  void output(PortSpec spec, Computed source, int first = 0);
  /// A view of other memory of the component that `source` fills.
  void output(PortSpec spec, Computed source, const double* own);
  void output(PortSpec spec, State source, int first = 0);
  void output(PortSpec spec, Memory source, int first = 0);
  /// Output with a computation of its own.
  Computed output(PortSpec spec, Reads reads, Compute function, Rate rate = Rate::continuous());

  // --- read by the graph ---
  struct InputRecord {
    PortSpec spec;
    Fan fan = Fan::one;
    double* own = nullptr;  ///< null: memory of the graph, or none needed
  };
  struct ComputedRecord {
    std::string name;
    int width = 0;
    Reads reads;
    Compute function;
    Rate rate;
    double* own = nullptr;  ///< null: memory of the graph
    Reads initialize_reads;
    Begin begin;
    Initialize initialize;
  };
  struct StateRecord {
    PortSpec spec;
    std::vector<double> initial;
    Reads reads;
    Compute derivative;
    Reads initialize_reads;
    Initialize initialize;
    Project project;
    double limit = 0.0;  ///< 0: none
  };
  struct MemoryRecord {
    PortSpec spec;
    MemoryKind kind{};
    std::vector<double> initial;
  };
  struct CommitRecord {
    Reads reads;
    Commit function;
  };
  struct EventRecord {
    EventSpec spec;
    int computed = -1;
    Commit handler;
  };
  struct OutputRecord {
    PortSpec spec;
    Read source = Read::time();
    int first = 0;
    const double* own = nullptr;  ///< null: entry `first` of the source
  };

  struct Join {
    std::size_t port;  ///< of the component: an input if `other` is an output, else an output
    bool is_input = true, reported = false;
    std::string other;
  };

  std::vector<Join> joins;
  std::vector<InputRecord> inputs;
  std::vector<ComputedRecord> computations;
  std::vector<StateRecord> states;
  std::vector<MemoryRecord> memories;
  std::vector<CommitRecord> commits;
  std::vector<EventRecord> events;
  std::vector<OutputRecord> outputs;
  std::vector<ParameterSpec> parameters;
};

/// A component: a name and its declarations. Built-in ones are thin adapters in lib/device.
class Component {
 public:
  Component(std::string name, std::string type) : name_(std::move(name)), type_(std::move(type)) {}
  virtual ~Component() = default;
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;

  const std::string& name() const noexcept { return name_; }
  const std::string& type() const noexcept { return type_; }

  /// Called once, before the graph is compiled.
  virtual void declare(Declaration& declaration) = 0;

  /// Returns advice for a diverged run: a possible cause in this component and a remedy.
  virtual std::string diagnose() const { return {}; }

 private:
  std::string name_;
  std::string type_;
};

}  // namespace swell::system
