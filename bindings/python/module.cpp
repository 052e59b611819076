// The Python module _swell: cases, runs and batches; numpy arrays out. bindings/python/swell/__init__.pyi has its
// types.
#include "module.h"

#include "swell/run/version.h"
#include "values.h"

namespace py = pybind11;

PYBIND11_MODULE(_swell, m) {
  m.doc() = "Swell: wave-energy converters in the time domain";
  m.attr("__version__") = swell::run::version();
  // numpy now, under the import lock. pybind11 would load it at the first array, inside the guard of a static variable:
  // while numpy's import lets other threads run, one of these waits at the guard with the interpreter's lock, for ever.
  py::dtype::of<double>();

  static py::exception<swell::Error> base_error(m, "Error", PyExc_RuntimeError);
  static py::exception<swell::InputError> input_error(m, "InputError", base_error.ptr());
  static py::exception<swell::SimulationError> simulation_error(m, "SimulationError", base_error.ptr());
  base_error.attr("__doc__") = "What Swell raises: InputError and SimulationError derive from it.";
  input_error.attr("__doc__") =
      "The input is wrong. The text has one line per mistake; `diagnostics` is a list of dicts with severity, file, "
      "line, column, path, message and remedy.";
  simulation_error.attr("__doc__") =
      "The run could not go on. `time` [s], `component`, `quantity` and `value` (SI, or None) say where; the text says "
      "what to try. `warnings` are those of the case where results go to a file, dicts as in InputError.diagnostics.";
  // By value, since pybind11 takes only functions of that type. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const swell::InputError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(input_error.ptr())(error.what());
      instance.attr("diagnostics") = swell::python::diagnostics_of(error.diagnostics());
      PyErr_SetObject(input_error.ptr(), instance.ptr());
    } catch (const swell::SimulationError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(simulation_error.ptr())(error.what());
      instance.attr("time") = error.time();
      instance.attr("component") = error.component();
      instance.attr("quantity") = error.quantity();
      instance.attr("value") = error.value();
      instance.attr("warnings") = swell::python::diagnostics_of(error.warnings());
      PyErr_SetObject(simulation_error.ptr(), instance.ptr());
    }
  });

  swell::python::add_case(m);
  swell::python::add_study(m);
  swell::python::add_simulation(m);
  swell::python::add_linear(m);
}
