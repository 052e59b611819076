// A case that Python steps, and functions of Python as components.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "swell/model/model.h"

namespace swell::python {

/// The Python object of a simulation of this case.
pybind11::object make_simulation(const model::Model& model, const std::vector<std::string>& inputs,
                                 const std::vector<std::string>& outputs);
/// Simulation and Snapshot of the module, and the finder of functions for components of type `python`.
void add_simulation(pybind11::module_& module);

}  // namespace swell::python
