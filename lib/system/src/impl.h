// Data that Compiler fills and System uses. Private to the library.
#pragma once

#include <cstddef>
#include <map>

#include "swell/system/system.h"

namespace swell::system {

/// Converts an int index to the standard library's; components, tasks and ports use int, -1 for none.
constexpr std::size_t nth(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

/// A component for `inspect`, states at declared values.
ComponentInfo described(const Component& component, const Declaration& declaration,
                        const std::function<std::vector<std::string>(const std::string& input)>& sources);

/// Storage of a port: a fixed address (computation, memory, constant) or an offset in the state vector.
struct View {
  const double* fixed = nullptr;
  int state_offset = -1;  ///< >= 0: in the state vector of the evaluation
};

/// A pointer that must follow the state vector from stage to stage.
struct Patch {
  const double** slot;
  int offset;
};

/// Pointer tables of one component, for its callables.
struct Tables {
  std::vector<const double*> inputs, states, memories, computations;
  std::vector<double*> writable;
};

/// One computation, derivative or sum in a schedule.
struct Task {  // NOLINT(clang-analyzer-optin.performance.Padding)
  enum class Kind { computation, derivative, sum };
  Kind kind = Kind::computation;
  int component = -1;
  int index = -1;                     ///< of the computation, state or input in its component
  const Compute* function = nullptr;  ///< none for a sum
  double* out = nullptr;              ///< none for a derivative
  int derivative_offset = -1;
  int width = 0;
  bool sampled = false;
  double period = 0.0;
  int sample_slot = -1;                ///< memory slot with the number of the next sample
  std::vector<const double*> sources;  ///< of a sum
  std::vector<double> factors;         ///< of a sum
  std::vector<int> depends_on;         ///< tasks
  bool constant = false;               ///< none of its inputs ever changes
  System::Impl* system = nullptr;      ///< of a sampled one
};

/// A resolved task for the time loop. Sums and samples are ordinary calls, with the task as `object`.
struct Step {
  Compute::Call call = nullptr;
  void* object = nullptr;
  const Evaluation* evaluation = nullptr;
  double* out = nullptr;
  std::ptrdiff_t offset = 0;  ///< of a derivative, in the derivative vector
};

/// Tasks in the order in which they run. Nothing reads a derivative, so these come last.
struct Schedule {
  std::vector<int> tasks;
  std::vector<Step> steps, derivatives;
  std::vector<int> component_of_step, component_of_derivative;
  mutable std::vector<Evaluation> evaluations;  ///< per component, with the tables' addresses
};

struct System::Impl {
  std::vector<Graph::Entry> entries;   ///< sorted by name
  std::vector<ForeignModel*> foreign;  ///< those of them that are foreign models
  std::vector<Tables> tables;          ///< one per entry
  std::vector<Task> tasks;
  std::vector<Patch> patches;

  std::vector<double> values;  ///< results of continuous computations and sums
  std::vector<double> memory;  ///< all data that survive a step, sampled results included
  std::vector<double> memory_initial;
  std::vector<double> constants;
  int state_size = 0;
  std::vector<std::vector<int>> state_offsets;  ///< [component][state]
  std::vector<double> given_initial;            ///< by state entry
  std::vector<char> is_given;                   ///< by state entry

  Schedule minor, major, record, record_after_major, guard, constant;

  /// A set-up function with its prerequisites, samples included if it sets up a sample.
  struct SetUp {
    int component = -1;
    std::size_t index = 0, width = 0;  ///< of the state or the sampled computation
    std::size_t offset = 0;            ///< in the state vector
    double* result = nullptr;          ///< of a sampled computation
    const Initialize* function = nullptr;
    Schedule before;
  };
  std::vector<SetUp> set_ups;
  /// In execution order. Several members, or one that reads its own state, are iterated until convergence.
  struct SetUpGroup {
    std::vector<std::size_t> members;
    bool circular = false;
  };
  std::vector<SetUpGroup> set_up_groups;
  Initialization initialization;
  std::vector<std::string> initialization_notes;

  struct Recorded {
    PortSpec spec;
    std::string address;
    View view;
    int task = -1;  ///< task that computes it; -1 for a state or memory
  };
  std::vector<Recorded> recorded;
  std::map<std::string, View> outputs;
  struct EventEntry {
    int component;
    int event;
    const double* value;
  };
  std::vector<EventEntry> events;
  std::map<std::string, std::vector<std::string>> input_sources;  ///< for describe()

  const double* bound_state = nullptr;
  double step_start = 0.0;
  double start_time = 0.0;
  double major_time = 0.0;
  bool uncommitted = false;  ///< the last major evaluation has not been committed
  bool repeated = false;     ///< this major evaluation replaces an uncommitted one of the same time
  std::int64_t evaluations = 0, computations_run = 0;

  struct CommitEntry {
    int component;
    const Commit* function;
    Evaluation evaluation;  ///< with the tables' addresses
  };
  std::vector<CommitEntry> commits;
  std::vector<std::pair<int, const Project*>> projections;  ///< by offset in the state
  struct Limit {
    int component, state, offset, width;
    double magnitude;
  };
  std::vector<Limit> limits;  ///< states that must stay below a magnitude

  const Declaration& declaration(int component) const { return entries[nth(component)].declaration; }
  void bind(const double* state);
  void prepare_evaluations();  ///< once the tables have their size
  Evaluation evaluation_for(int component, double time, bool is_major) const;
  void prepare(Schedule& schedule, bool is_major, bool samples_now = false);
  static void run_sample(void* task, const Evaluation& evaluation, double* out);
  void run(const Schedule& schedule, double time, double* derivative);
  /// Call within a catch block: rethrows as a SimulationError that names the component.
  [[noreturn]] void rethrow_named(int component, double time) const;
  bool is_due(const Task& task, double time) const;
  bool was_taken(const Task& task, double time) const;  ///< sample taken at exactly this time
  const double* resolve(const View& view) const {
    return view.fixed != nullptr ? view.fixed : bound_state + view.state_offset;
  }
};

}  // namespace swell::system
