// The parts of the module.
#pragma once

#include <pybind11/pybind11.h>

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

/// What a function of the case has raised in this thread to end the program: KeyboardInterrupt or SystemExit.
struct Ending {
  int runs = 0;  ///< that will let it through
  std::optional<pybind11::error_already_set> raised;
};
Ending& ending();

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
