#include "module.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <array>
#include <cmath>
#include <unordered_map>

#include "swell/components/called.h"
#include "swell/run/equal_steps.h"
#include "swell/run/simulation.h"

namespace py = pybind11;

namespace swell::python {

namespace {

using run::Simulation;

struct Saved {
  std::shared_ptr<const Simulation::Snapshot> state;
};

/// run::Simulation with names looked up once, and steps that do not gather round-off.
class Stepped {
 public:
  Stepped(const model::Model& model, const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
      : simulation_(model, {nullptr, inputs, outputs, [signals = Signals(16)](double time) mutable {
                              if (signals.pending()) throw interrupted(time);
                            }}) {}

  Simulation& of() {
    require_rest();
    return simulation_;
  }

  bool step_to(double time) {
    require_rest();
    const Stepping stepping(steps_now_);
    return run_unlocked([&] { return simulation_.step_to(time); });
  }
  bool step(double dt) {
    if (!(dt > 0.0) || !std::isfinite(dt)) throw py::value_error(fmt::format("a step of {} s: it must be above 0", dt));
    const bool goes_on = step_to(steps_.next(simulation_.time(), dt));
    steps_.reached(simulation_.time());
    return goes_on;
  }
  void set_input(const std::string& name, const py::handle& value) {
    require_rest();
    const std::size_t input = place(inputs_, name, true);
    if (PyFloat_Check(value.ptr()) != 0 && simulation_.input_value(input).size() == 1) {  // the common case
      const double number = PyFloat_AS_DOUBLE(value.ptr());
      if (std::isfinite(number)) return simulation_.set_input(input, &number);
    }
    std::vector<double> numbers;
    try {
      const auto array = py::cast<py::array_t<double, py::array::c_style | py::array::forcecast>>(value);
      numbers.assign(array.data(), array.data() + array.size());
    } catch (const std::exception&) {  // of numpy or pybind11, whose texts do not name the input
      throw py::type_error(fmt::format("{} = {} is neither a number nor a list of numbers; it takes {}", name,
                                       py::repr(value).cast<std::string>(), simulation_.input_value(input).size()));
    }
    simulation_.set_input(name, numbers);
  }
  std::string repr() const {
    const std::string at = steps_now_ ? "in the middle of a step," : fmt::format("at {:g}", simulation_.time());
    return fmt::format("<swell.Simulation {} of {:g} s>", at, simulation_.end());
  }
  py::object read(const std::string& name) {
    require_rest();
    const std::size_t output = place(outputs_, name, false);
    const double* values = simulation_.read(output);
    const int width = simulation_.outputs()[output].spec.width;
    if (width <= 1) return py::float_(values[0]);
    return py::array_t<double>(static_cast<py::ssize_t>(width), values);
  }

 private:
  using Places = std::unordered_map<std::string, std::size_t>;

  /// While a step is at work, whose thread lets others run. Both are read and written under Python's lock.
  class Stepping {
   public:
    explicit Stepping(bool& now) : now_(now) { now_ = true; }
    ~Stepping() { now_ = false; }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;

   private:
    bool& now_;
  };
  void require_rest() const {
    if (steps_now_)
      throw std::runtime_error(
          "the simulation is in the middle of a step, of another thread or of the one that called this function: make "
          "a simulation for each thread");
  }
  std::size_t place(Places& places, const std::string& name, bool input) {
    const auto found = places.find(name);
    if (found != places.end()) return found->second;
    return places.emplace(name, input ? simulation_.input(name) : simulation_.output(name)).first->second;
  }

  Simulation simulation_;
  Places inputs_, outputs_;
  run::EqualSteps steps_;
  bool steps_now_ = false;
};

py::dict described(const std::vector<Simulation::Port>& ports) {
  py::dict all;
  for (const Simulation::Port& port : ports) {
    py::dict one;
    one["width"] = port.spec.width;
    one["units"] = port.spec.unit;
    one["description"] = port.spec.description;
    if (!port.path.empty()) one["dataset"] = port.path;
    all[py::str(port.address)] = one;
  }
  return all;
}

/// A Python object whose last owner may be any thread.
std::shared_ptr<py::object> shared(py::object object) {
  return {new py::object(std::move(object)), [](py::object* last) {
            if (Py_IsInitialized() == 0) return;
            const py::gil_scoped_acquire acquire;
            delete last;
          }};
}

/// With the file and the line of the user's own program.
std::string sentence_of(const py::error_already_set& error) {
  try {
    const py::object trace = error.trace() ? py::object(error.trace()) : py::none();
    return py::module_::import("swell").attr("_sentence")(error.value(), trace).cast<std::string>();
  } catch (const std::exception&) {  // of an exception whose own text cannot be had
    return error.what();
  }
}

components::CalledFunction find_function(const std::string& name, const std::filesystem::path& folder,
                                         std::size_t inputs, std::size_t outputs) {
  const py::gil_scoped_acquire acquire;
  std::shared_ptr<py::object> function;
  try {
    const py::module_ module = py::module_::import("swell");
    function = shared(module.attr("_function")(name, folder.string()));
    module.attr("_check_arguments")(*function, name, inputs);
  } catch (const py::error_already_set& error) {
    throw std::runtime_error(fmt::format("{}: {}", name, sentence_of(error)));
  }
  return [function, inputs, outputs, name](double time, const double* in, double* out) {
    const py::gil_scoped_acquire hold;
    if (ending().raised)
      throw std::runtime_error(fmt::format("{} has ended the program", name));  // a step is tried again
    try {
      constexpr std::size_t kMost = 32;
      std::array<PyObject*, kMost + 1> arguments{};
      if (inputs > kMost) throw std::runtime_error(fmt::format("{} has more than {} inputs", name, kMost));
      arguments[0] = PyFloat_FromDouble(time);
      for (std::size_t i = 0; i < inputs; ++i) arguments[i + 1] = PyFloat_FromDouble(in[i]);
      PyObject* answer = PyObject_Vectorcall(function->ptr(), arguments.data(), inputs + 1, nullptr);
      for (std::size_t i = 0; i <= inputs; ++i) Py_XDECREF(arguments[i]);
      if (answer == nullptr) throw py::error_already_set();
      const auto result = py::reinterpret_steal<py::object>(answer);
      if (outputs == 1 && PyFloat_Check(answer) != 0) {
        out[0] = PyFloat_AS_DOUBLE(answer);
      } else if (outputs == 1 && !py::isinstance<py::sequence>(result)) {
        out[0] = result.cast<double>();
      } else {
        const auto list = result.cast<std::vector<double>>();
        if (list.size() != outputs)
          throw std::runtime_error(
              fmt::format("{} returned {} numbers, and it has {} outputs", name, list.size(), outputs));
        std::copy(list.begin(), list.end(), out);
      }
      for (std::size_t i = 0; i < outputs; ++i) {
        if (!std::isfinite(out[i])) throw std::runtime_error(fmt::format("{} returned {}", name, out[i]));
      }
    } catch (const py::error_already_set& error) {
      if (ending().runs > 0 && (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_SystemExit)))
        ending().raised = error;
      throw std::runtime_error(fmt::format("{}: {}", name, sentence_of(error)));
    } catch (const py::cast_error&) {
      throw std::runtime_error(outputs == 1 ? fmt::format("{} returned no number", name)
                                            : fmt::format("{} returned no list of {} numbers", name, outputs));
    }
  };
}

}  // namespace

Ending& ending() {
  thread_local Ending of_thread;
  return of_thread;
}

bool Signals::pending() {
  if (++calls_ < every_) return false;
  calls_ = 0;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::milliseconds(100)) return false;
  last_ = now;
  const py::gil_scoped_acquire acquire;
  if (PyErr_CheckSignals() == 0) return false;
  ending().raised = py::error_already_set();
  return true;
}

py::object make_simulation(const model::Model& model, const std::vector<std::string>& inputs,
                           const std::vector<std::string>& outputs) {
  return py::cast(run_unlocked([&] { return std::make_unique<Stepped>(model, inputs, outputs); }));
}

void add_simulation(py::module_& module) {
  components::find_functions_with(find_function);

  // NOLINTNEXTLINE(bugprone-unused-raii): the module keeps it
  py::class_<Saved>(module, "Snapshot", "What Simulation.snapshot() keeps: everything that changes, inputs included.");

  py::class_<Stepped>(module, "Simulation",
                      "A case that the program steps: Case.simulation() makes one. Not for several threads at a time.")
      .def("step", &Stepped::step, py::arg("dt"),
           "Goes on by `dt` [s] (of any length; steps of the case are cut where needed), beyond the case's end too: "
           "`while sim.time < sim.end` keeps to it. Returns False when a rule of simulation.stop has ended the run. "
           "Raises SimulationError, from which restore() takes it back. Ctrl-C ends a long step at a point between: "
           "`time` says where, and the next step goes on from there.")
      .def("step_to", &Stepped::step_to, py::arg("time"), "Goes to `time` [s], not before the present one.")
      .def("set_input", &Stepped::set_input, py::arg("name"), py::arg("value"),
           "A number, or as many as the input is wide, in its unit: from the present point on, until set again.")
      .def("read", &Stepped::read, py::arg("name"),
           "An output at the present point, by address (\"float.position\") or dataset (\"bodies/float/position\"): a "
           "float where it has one number, else an array (n) in SI units.")
      .def(
          "snapshot", [](Stepped& s) { return Saved{s.of().snapshot()}; },
          "The present point, to go back to: restore() gives the same numbers from there, bit for bit.")
      .def(
          "restore", [](Stepped& s, const Saved& saved) { s.of().restore(*saved.state); }, py::arg("snapshot"),
          "Goes back (or forth) to a snapshot of this case.")
      .def(
          "dumps", [](Stepped& s, const Saved& saved) { return py::bytes(s.of().serialize(*saved.state)); },
          py::arg("snapshot"),
          "A snapshot as bytes, for files and other processes. Raises InputError where an FMU inside of the case does "
          "not write its state.")
      .def(
          "loads", [](Stepped& s, const py::bytes& bytes) { return Saved{s.of().deserialize(bytes)}; },
          py::arg("bytes"), "A snapshot from bytes. Raises InputError when they are another case's, or damaged.")
      .def_property_readonly(
          "time", [](Stepped& s) { return s.of().time(); }, "[s] of the present point.")
      .def_property_readonly(
          "end", [](Stepped& s) { return s.of().end(); }, "[s] of the case; step() may go beyond.")
      .def_property_readonly(
          "stopped", [](Stepped& s) { return s.of().stopped(); }, "Whether simulation.stop has ended the run.")
      .def_property_readonly(
          "inputs", [](Stepped& s) { return described(s.of().inputs()); },
          "What can be set: name to a dict of width, units and description.")
      .def_property_readonly(
          "outputs", [](Stepped& s) { return described(s.of().outputs()); }, "What can be read, likewise.")
      .def_property_readonly(
          "warnings",
          [](Stepped& s) {
            std::vector<std::string> texts;
            for (const Diagnostic& d : s.of().warnings()) texts.push_back(d.text());
            return texts;
          },
          "What the run warns of.")
      .def_property_readonly(
          "notes", [](Stepped& s) { return s.of().notes(); }, "What the reader of the results should know.")
      .def_property_readonly(
          "steps", [](Stepped& s) { return s.of().steps(); }, "Accepted steps of the integrator so far.")
      .def("__repr__", &Stepped::repr);
}

}  // namespace swell::python
