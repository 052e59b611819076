// The parts of the module.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

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

}  // namespace swell::python
