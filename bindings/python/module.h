// The parts of the module.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "swell/base/error.h"
#include "swell/model/model.h"

namespace swell::python {

/// Results and Case, and read_results.
void add_case(pybind11::module_& module);
/// DevicePower, BatchResults and Study.
void add_study(pybind11::module_& module);
/// Simulation and Snapshot of the module, and the finder of functions for components of type `python`.
void add_simulation(pybind11::module_& module);
/// The Python object of a simulation of this case.
pybind11::object make_simulation(const model::Model& model, const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& outputs);

/// Linear of the module.
void add_linear(pybind11::module_& module);
/// The case at `count` frequencies [rad/s]; absent bounds are those of its data.
pybind11::object make_linear(const model::Model& model, std::optional<double> from, std::optional<double> to,
                             int count);

/// What a function of the case has raised in this thread to end the program: KeyboardInterrupt or SystemExit.
struct Ending {
  int runs = 0;  ///< that will let it through
  std::optional<pybind11::error_already_set> raised;
};
Ending& ending();

/// Ctrl-C, and other signals for which the program has a function of Python, while a run has let go of the
/// interpreter's lock: looked for at most ten times a second.
class Signals {
 public:
  /// @param every  calls between two looks at the clock, which takes a fiftieth of a short step
  explicit Signals(int every = 1) : every_(every) {}
  /// Whether such a function has raised what ends the program; ending() keeps it then.
  bool pending();

 private:
  int every_, calls_ = 0;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};
/// What ends the run then.
inline SimulationError interrupted(double time) { return {"interrupted", time, "user", "interrupt"}; }

/// Calls `act`, which runs a case, while other threads may use Python. What shall end the program arrives as itself:
/// between here and the function it is an error of a component.
template <class Act>
auto run_unlocked(const Act& act) {
  struct Run {
    Run() { ++ending().runs; }
    ~Run() { --ending().runs; }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
  };
  try {
    const Run run;
    const pybind11::gil_scoped_release release;
    return act();
  } catch (const SimulationError&) {
    if (!ending().raised) throw;
    const pybind11::error_already_set raised = *std::exchange(ending().raised, std::nullopt);
    throw raised;
  }
}

}  // namespace swell::python
