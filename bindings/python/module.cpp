// The Python module _swell: cases, runs and batches; numpy arrays out. bindings/python/swell/__init__.pyi has its
// types.
#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <chrono>
#include <future>

#include "simulation.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/batch/axes.h"
#include "swell/batch/memory_run.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell/model/read_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/results_reader.h"
#include "swell/run/version.h"

namespace py = pybind11;

namespace {

using swell::Parameter;
namespace batch = swell::batch;
namespace model = swell::model;
namespace fs = std::filesystem;

/// A word as a number where a case file would read one, else as a text.
Parameter number_or_text(const std::string& word) {
  const bool may_be = word.find_first_of("0123456789") != std::string::npos &&
                      word.find_first_not_of("0123456789+-.eE") == std::string::npos;
  if (may_be) {
    const Parameter tree = model::read_yaml_text("word: " + word, "", model::kCaseFile);
    const Parameter* found = tree.find("word");
    if (found != nullptr && found->kind == Parameter::Kind::number) return *found;
  }
  return Parameter::of(word);
}

/// dict, list, numbers, words and numpy arrays as the tree that a YAML file would have given.
Parameter tree_of(const py::handle& value, const std::string& path, int depth = 0) {
  constexpr int kDeepest = 64;
  if (depth > kDeepest)
    throw py::value_error(
        fmt::format("{} ... is nested more than {} deep; does it contain itself?", path.substr(0, 60), kDeepest));
  Parameter tree;
  if (value.is_none()) {
  } else if (py::isinstance<py::bool_>(value)) {
    tree = Parameter::of(value.cast<bool>());
  } else if (py::isinstance<py::str>(value)) {
    // PyYAML reads YAML 1.1, where 1.2e6 without a sign in the exponent is a word: what a case file would take for a
    // number is one here. A text that looks like a number still is a text where one is asked for.
    tree = number_or_text(value.cast<std::string>());
  } else if (py::isinstance<py::dict>(value)) {
    tree.kind = Parameter::Kind::map;
    for (const auto& [key, item] : value.cast<py::dict>()) {
      const std::string name = py::str(key);
      const std::string below = path.empty() ? name : fmt::format("{}.{}", path, name);
      Parameter entry = tree_of(item, below, depth + 1);
      entry.key_origin = {"", 0, 0, below};
      tree.set(name, std::move(entry));
    }
  } else if (py::hasattr(value, "tolist")) {
    return tree_of(value.attr("tolist")(), path, depth + 1);
  } else if (py::isinstance<py::sequence>(value) && !py::isinstance<py::bytes>(value) &&
             !py::isinstance<py::bytearray>(value)) {
    tree.kind = Parameter::Kind::list;
    std::size_t index = 0;
    for (const py::handle item : value.cast<py::sequence>()) {
      std::string label = std::to_string(++index);
      if (py::isinstance<py::dict>(item) && item.cast<py::dict>().contains("name"))
        label = py::str(item.cast<py::dict>()["name"]);
      tree.items.push_back(tree_of(item, fmt::format("{}.{}", path, label), depth + 1));
    }
  } else if (PyCallable_Check(value.ptr()) != 0) {
    // A function of a component of type python: known by a name of this process.
    tree = Parameter::of(py::module_::import("swell").attr("_name_of")(value).cast<std::string>());
  } else if (py::hasattr(value, "__fspath__")) {
    tree = Parameter::of(value.attr("__fspath__")().cast<std::string>());
  } else if (py::hasattr(value, "__float__")) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::value_error(fmt::format("{} is a number too large to hold", path));
    }
    tree = Parameter::of(number);
  } else {
    throw py::type_error(fmt::format("{} is neither a number, a word, a list nor a dict", path));
  }
  tree.origin = {"", 0, 0, path};
  return tree;
}

py::array_t<double> array(const std::vector<double>& values, std::size_t columns = 0) {
  if (columns == 0) return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
  const std::vector<std::size_t> shape{values.size() / columns, columns};
  return py::array_t<double>(shape, values.data());
}

py::array_t<double> array(const swell::MatrixX& matrix) {
  py::array_t<double> out({matrix.rows(), matrix.cols()});
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) out.mutable_at(i, j) = matrix(i, j);
  }
  return out;
}

/// The path of a file, or an error that says what is wanted.
fs::path file_of(const py::object& source, const char* what) {
  if (!py::isinstance<py::str>(source) && !py::hasattr(source, "__fspath__"))
    throw py::type_error(fmt::format("{} is a dict or the path of a file, not of type {}", what,
                                     py::str(py::type::of(source).attr("__name__")).cast<std::string>()));
  const auto path = source.cast<fs::path>();
  if (path.empty())
    throw swell::InputError({}, fmt::format("the path of {} is empty", what), "give that of a YAML file");
  return fs::absolute(path);
}

/// With a slash at its end: a case in memory has a folder for its relative paths and no file.
fs::path folder_of(const std::optional<fs::path>& folder) { return fs::absolute(folder.value_or(".")) / ""; }

/// What a progress function answers: nothing, or whether to go on.
bool goes_on(const py::object& answer) { return answer.is_none() || py::bool_(answer).cast<bool>(); }

class Case {
 public:
  Case(const py::object& source, const std::optional<fs::path>& folder)
      : base_(py::isinstance<py::dict>(source) ? model::CaseTemplate(tree_of(source, ""), folder_of(folder))
                                               : model::CaseTemplate(file_of(source, "a case"))) {}

  Case(const std::string& text, const std::string& file, std::vector<std::string> overrides)
      : base_(text, fs::path(file)), overrides_(std::move(overrides)) {}
  py::tuple state() const { return py::make_tuple(model::write_yaml(base_.tree()), base_.file().string(), overrides_); }

  void set(const std::string& key, const py::object& value) {
    overrides_.push_back(key + "=" + batch::value_text(tree_of(value, key)));
  }
  /// Several values at once, kept only where they bring no new mistake.
  void edit(const py::dict& values) {
    std::vector<std::string> next = overrides_;
    for (const auto& [key, value] : values) {
      const std::string name = py::str(key);
      next.push_back(name + "=" + batch::value_text(tree_of(value, name)));
    }
    swell::Diagnostics before, after;
    base_.read(overrides_, before);
    base_.read(next, after);
    std::vector<swell::Diagnostic> fresh;
    for (const swell::Diagnostic& d : after.list()) {
      const bool known = std::any_of(before.list().begin(), before.list().end(),
                                     [&](const swell::Diagnostic& b) { return b.text() == d.text(); });
      if (d.severity == swell::Severity::error && !known) fresh.push_back(d);
    }
    if (!fresh.empty()) throw swell::InputError(std::move(fresh));
    overrides_ = std::move(next);
  }
  py::object tree() const;
  py::object simulation(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) const {
    return swell::python::make_simulation(model(), inputs, outputs);
  }
  model::Model model() const {
    swell::Diagnostics diagnostics;
    model::Model result = base_.read(overrides_, diagnostics);
    diagnostics.throw_if_errors();
    return result;
  }
  std::vector<std::string> check(bool allow_libraries) const {
    return swell::sentences(judge(allow_libraries).warnings);
  }
  std::vector<std::string> notes(bool allow_libraries) const { return judge(allow_libraries).notes; }
  batch::MemoryRun run(const std::vector<std::string>& select, const py::object& progress) const {
    const model::Model m = model();
    std::function<bool(double)> observer;
    double reported = -1.0;
    if (!progress.is_none()) {
      if (PyCallable_Check(progress.ptr()) == 0)
        throw py::type_error("progress must be a function of the fraction done");
      observer = [&](double fraction) {
        if (fraction < reported + 0.01 && fraction < 1.0) return true;  // a call into Python per percent is enough
        reported = fraction;
        const py::gil_scoped_acquire acquire;
        return goes_on(progress(fraction));
      };
    } else {
      observer = [&](double fraction) {  // Ctrl-C
        if (fraction < reported + 0.01) return true;
        reported = fraction;
        const py::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        return true;
      };
    }
    const py::gil_scoped_release release;
    return batch::run_in_memory(m, select, nullptr, observer);
  }
  void run_to_file(const fs::path& file) const {
    const model::Model m = model();
    swell::run::RunOptions options;
    options.output = file;
    const py::gil_scoped_release release;
    swell::run::run_case(m, options);
  }
  std::string text() const { return model::write_case(model()); }
  const std::vector<std::string>& overrides() const { return overrides_; }
  std::string repr() const {
    const bool file = base_.file().has_filename();
    const std::string where = file ? base_.file().string() : "in memory, folder " + base_.file().parent_path().string();
    return fmt::format("<swell.Case {}{}{}>", where, overrides_.empty() ? "" : ", ", fmt::join(overrides_, ", "));
  }

 private:
  /// As `swell check`. @throws InputError with everything that it would print
  swell::run::CaseAssessment judge(bool allow_libraries) const {
    const std::vector<std::string> overrides = overrides_;  // another thread may set more meanwhile
    const py::gil_scoped_release release;
    swell::Diagnostics found;
    const model::Model m = base_.read(overrides, found);
    if (!allow_libraries) swell::run::refuse_libraries(m, found);
    const swell::run::RunOptions options{};
    swell::run::CaseAssessment verdict = swell::run::assess_case(m, found, &options);
    if (!verdict.good) throw swell::InputError(std::move(verdict.diagnostics));
    return verdict;
  }

  model::CaseTemplate base_;
  std::vector<std::string> overrides_;
};

/// A tree as dicts, lists, numbers and words; a list of named items as a dict by their names.
py::object object_of(const Parameter& tree) {
  switch (tree.kind) {
    case Parameter::Kind::number:
      return py::float_(tree.number);
    case Parameter::Kind::flag:
      return py::bool_(tree.flag);
    case Parameter::Kind::text:
      return py::str(tree.text);
    case Parameter::Kind::map: {
      py::dict map;
      for (std::size_t i = 0; i < tree.items.size(); ++i) map[py::str(tree.keys[i])] = object_of(tree.items[i]);
      return map;
    }
    case Parameter::Kind::list: {
      const bool named =
          !tree.items.empty() && std::all_of(tree.items.begin(), tree.items.end(), [](const Parameter& i) {
            return i.kind == Parameter::Kind::map && i.find("name") != nullptr;
          });
      if (!named) {
        py::list list;
        for (const Parameter& item : tree.items) list.append(object_of(item));
        return list;
      }
      py::dict map;
      for (const Parameter& item : tree.items) map[py::str(item.find("name")->text)] = object_of(item);
      return map;
    }
    default:
      return py::none();
  }
}

py::object Case::tree() const { return object_of(model::case_tree(model())); }

py::dict series_dict(const batch::MemoryRun& run) {
  py::dict all;
  for (const batch::MemorySeries& series : run.series)
    all[py::str(series.series.path)] = array(series.values, series.series.width > 0 ? series.columns : 0);
  return all;
}

batch::Study make_study(const py::object& source, const std::optional<fs::path>& folder) {
  if (!py::isinstance<py::dict>(source)) return batch::read_study(file_of(source, "a study"));
  return batch::read_study(tree_of(source, ""), folder_of(folder));
}

batch::BatchSummary run_study(const batch::Study& study, const std::optional<fs::path>& output, int threads, bool fresh,
                              const py::object& progress) {
  batch::Study copy = study;
  if (output) copy.keep.file = fs::absolute(*output);
  batch::BatchOptions options;
  options.threads = threads;
  options.fresh = fresh;
  if (!progress.is_none()) {
    if (PyCallable_Check(progress.ptr()) == 0)
      throw py::type_error("progress must be a function of the numbers of finished and of known cases");
    options.progress = [&progress](const batch::Progress& p) {
      const py::gil_scoped_acquire acquire;
      return goes_on(progress(p.done, p.known));
    };
  }
  // Signals reach Python's main thread only: it waits here, and Ctrl-C stops the batch (to be gone on with).
  std::atomic<bool> cancel = false;
  options.cancel = &cancel;
  std::future<batch::BatchSummary> future;
  {
    const py::gil_scoped_release release;
    future = std::async(std::launch::async, [&] { return batch::run_batch(copy, options); });
  }
  while (true) {
    {
      const py::gil_scoped_release release;
      if (future.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() != 0) {
      cancel = true;
      {
        const py::gil_scoped_release release;
        future.wait();
      }
      throw py::error_already_set();
    }
  }
  return future.get();
}

/// A statistic of every case, in the order of the results file; NaN for bad cases.
py::array_t<double> statistic(const batch::BatchSummary& summary, const std::string& name) {
  std::vector<double> values;
  bool any = false, known = false;
  for (const auto& condition : summary.conditions) {
    for (const auto& record : condition.replicates) {
      values.push_back(batch::statistic_of(record, name));
      any = any || record.status == batch::Status::done;
      known = known || (record.status == batch::Status::done && batch::has_statistic(record, name));
    }
  }
  if (any && !known)
    throw py::key_error(name +
                        ": no case has this statistic; power, wave_power, or a column with mean, std, min or max");
  return array(values);
}

py::list diagnostics_of(const std::vector<swell::Diagnostic>& diagnostics) {
  py::list all;
  for (const swell::Diagnostic& d : diagnostics) {
    py::dict one;
    one["severity"] = d.severity == swell::Severity::error ? "error" : "warning";
    one["file"] = d.origin.file;
    one["line"] = d.origin.line;
    one["column"] = d.origin.column;
    one["path"] = d.origin.path;
    one["argument"] = d.origin.argument;
    one["message"] = d.message;
    one["value"] = d.value;
    one["remedy"] = d.remedy;
    one["subject"] = d.subject;
    one["code"] = d.code;
    all.append(one);
  }
  return all;
}

py::list cases(const batch::BatchSummary& summary) {
  py::list all;
  for (const auto& condition : summary.conditions) {
    for (std::size_t i = 0; i < condition.replicates.size(); ++i) {
      const batch::CaseRecord& record = condition.replicates[i];
      py::dict values;
      for (const auto& [key, value] : condition.condition.values) values[py::str(key)] = value;
      py::dict one;
      one["condition"] = condition.condition.index;
      one["replicate"] = i + 1;
      one["values"] = values;
      one["seeds"] = record.seeds;
      one["status"] = batch::name_of(record.status);
      one["message"] = record.message;
      one["warnings"] = swell::sentences(record.warnings);
      one["diagnostics"] = diagnostics_of(record.warnings);
      all.append(one);
    }
  }
  return all;
}

template <class Get>
py::array_t<double> per_condition(const batch::BatchSummary& summary, Get get) {
  std::vector<double> values;
  for (const auto& condition : summary.conditions) values.push_back(get(condition));
  return array(values);
}

py::dict read_results(const fs::path& file) {
  std::vector<std::pair<std::string, swell::run::Table>> tables;
  {
    // Never the interpreter's lock while waiting for HDF5's: who has that may want this.
    const py::gil_scoped_release release;
    const std::lock_guard<std::recursive_mutex> lock(swell::hdf5_mutex());
    const swell::run::ResultsReader reader(file);
    for (const std::string& path : reader.datasets()) tables.emplace_back(path, reader.read(path));
  }
  py::dict all;
  for (const auto& [path, table] : tables)
    all[py::str(path)] = array(table.values, table.columns > 1 ? table.columns : 0);
  return all;
}

std::string counted(std::size_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// The results file has it as a dataset; in memory it stands beside the series.
bool is_time(const std::string& path) { return path == "/time" || path == "time"; }

std::string repr_of(const batch::MemoryRun& r) {
  const std::string span = r.time.empty() ? "" : fmt::format(" from {:g} to {:g} s", r.time.front(), r.time.back());
  return fmt::format("<swell.Results: {}, {}{}{}>", counted(r.series.size(), "dataset", "datasets"),
                     counted(r.time.size(), "row", "rows"), span, r.stopped ? ", stopped" : "");
}

std::string repr_of(const batch::DevicePower& d) {
  std::string device;
  for (const auto& [key, value] : d.device) device += fmt::format(" {}={}", key, value);
  return fmt::format("<swell.DevicePower{}: {} x {}{}>", device, counted(d.heights.size(), "height", "heights"),
                     counted(d.periods.size(), "period", "periods"),
                     d.has_year ? fmt::format(", mean power {:.4g} W", d.mean_power) : "");
}

std::string repr_of(const batch::BatchSummary& s) {
  std::string bad = s.failed > 0 ? fmt::format(", {} failed", s.failed) : "";
  if (s.wrong > 0) bad += fmt::format(", {} wrong", s.wrong);
  return fmt::format("<swell.BatchResults: {} of {} done{}, {}>", s.done, counted(s.cases, "case", "cases"), bad,
                     s.results.string());
}

py::tuple pickled(const batch::MemoryRun& run) {
  py::list series;
  for (const batch::MemorySeries& s : run.series)
    series.append(py::make_tuple(s.series.path, s.series.width, s.series.units, s.series.description, s.series.labels,
                                 s.series.port, s.columns, array(s.values)));
  py::list warnings;
  for (const swell::Diagnostic& d : run.warnings)
    warnings.append(py::make_tuple(static_cast<int>(d.severity), d.origin.file, d.origin.line, d.origin.column,
                                   d.origin.path, d.message, d.value, d.expected, d.remedy, d.subject, d.code));
  return py::make_tuple(array(run.time), series, warnings, run.notes, run.wave_power, run.steps, run.stopped);
}

batch::MemoryRun unpickled(const py::tuple& state) {
  batch::MemoryRun run;
  run.time = state[0].cast<std::vector<double>>();
  for (const py::handle item : state[1].cast<py::list>()) {
    const auto t = item.cast<py::tuple>();
    batch::MemorySeries s;
    s.series = {t[0].cast<std::string>(),
                t[1].cast<int>(),
                t[2].cast<std::string>(),
                t[3].cast<std::string>(),
                t[4].cast<std::vector<std::string>>(),
                t[5].cast<std::string>()};
    s.columns = t[6].cast<decltype(s.columns)>();
    s.values = t[7].cast<std::vector<double>>();
    run.series.push_back(std::move(s));
  }
  for (const py::handle item : state[2].cast<py::list>()) {
    const auto t = item.cast<py::tuple>();
    run.warnings.push_back({static_cast<swell::Severity>(t[0].cast<int>()),
                            {t[1].cast<std::string>(), t[2].cast<int>(), t[3].cast<int>(), t[4].cast<std::string>()},
                            t[5].cast<std::string>(),
                            t[6].cast<std::string>(),
                            t[7].cast<std::string>(),
                            t[8].cast<std::string>(),
                            t[9].cast<std::string>(),
                            t[10].cast<std::string>()});
  }
  run.notes = state[3].cast<std::vector<std::string>>();
  run.wave_power = state[4].cast<double>();
  run.steps = state[5].cast<decltype(run.steps)>();
  run.stopped = state[6].cast<bool>();
  return run;
}

}  // namespace

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
      "The run could not go on. `time` [s], `component` and `quantity` say where; the text says what to try.";
  // By value, since pybind11 takes only functions of that type. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const swell::InputError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(input_error.ptr())(error.what());
      instance.attr("diagnostics") = diagnostics_of(error.diagnostics());
      PyErr_SetObject(input_error.ptr(), instance.ptr());
    } catch (const swell::SimulationError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(simulation_error.ptr())(error.what());
      instance.attr("time") = error.time();
      instance.attr("component") = error.component();
      instance.attr("quantity") = error.quantity();
      PyErr_SetObject(simulation_error.ptr(), instance.ptr());
    }
  });

  // First, so that the signature of Case.run names it.
  py::class_<batch::MemoryRun> results(m, "Results", "A finished run in memory: results[\"/bodies/float/position\"].");
  py::class_<Case>(
      m, "Case",
      "A case: a file, or a dict with the keys of a case file (numpy arrays may stand for lists, words for "
      "numbers as PyYAML leaves them). Any number of threads may run one case.")
      .def(py::init<const py::object&, const std::optional<fs::path>&>(), py::arg("source"),
           py::arg("folder") = py::none(),
           "`source`: the path of a case file, or a dict. `folder`: where relative paths of a dict start; absent: the "
           "working folder.")
      .def("set", &Case::set, py::arg("key"), py::arg("value"),
           "As --set: case.set(\"ptos.PTO1.damping\", 2e6). List items go by their names.")
      .def(
          "__setitem__",
          [](Case& c, const std::string& key, const py::object& value) {
            py::dict one;
            one[py::str(key)] = value;
            c.edit(one);
          },
          "case[key] = value, as edit() of one: a mistake is raised at once.")
      .def("check", &Case::check, py::arg("allow_libraries") = false,
           "Returns the warnings that `swell check` prints; raises InputError with every mistake that it finds. "
           "Libraries "
           "of the case are programs of its author: they are loaded only with `allow_libraries`.")
      .def("notes", &Case::notes, py::arg("allow_libraries") = false,
           "The notes of `swell check`: what the reader of results should know. Raises as check().")
      .def("run", &Case::run, py::arg("select") = std::vector<std::string>{}, py::arg("progress") = py::none(),
           "Runs the case in memory. `select`: patterns such as \"bodies.*.position\"; none: everything. `progress` "
           "gets "
           "the fraction done and returns False to stop. Raises InputError, SimulationError.")
      .def(
          "edit", &Case::edit, py::arg("values"),
          "Sets values by their keys, {\"ptos.PTO1.damping\": 2e6, ...}; raises InputError at once and changes nothing "
          "when they bring a mistake.")
      .def("tree", &Case::tree,
           "The case with its defaults as dicts and lists, values in the units of the case file; lists of named items "
           "are dicts by their names.")
      .def("simulation", &Case::simulation, py::arg("inputs") = std::vector<std::string>{},
           py::arg("outputs") = std::vector<std::string>{},
           "The case to be stepped. `inputs`: what the program sets, such as \"PTO1.force\" (components of type input "
           "are without mention); `outputs`: what it reads, by address or pattern; none: every dataset. Raises "
           "InputError.")
      .def(py::pickle([](const Case& c) { return c.state(); },
                      [](const py::tuple& state) {
                        return std::make_unique<Case>(state[0].cast<std::string>(), state[1].cast<std::string>(),
                                                      state[2].cast<std::vector<std::string>>());
                      }))
      .def("run_to_file", &Case::run_to_file, py::arg("file"),
           "Runs the case as `swell run` does, with its results in `file` (HDF5). Raises InputError, SimulationError.")
      .def("to_yaml", &Case::text,
           "The case with its defaults and everything that was set, as the text of a case file.")
      .def_property_readonly("overrides", &Case::overrides, "What was set, as key=value, in order.")
      .def("__repr__", &Case::repr);

  results
      .def_property_readonly(
          "time", [](const batch::MemoryRun& r) { return array(r.time); }, "[s] of each row, (nt).")
      .def("as_dict", &series_dict, "Every dataset by its path, as numpy arrays.")
      .def(
          "__getitem__",
          [](const batch::MemoryRun& r, const std::string& path) {
            if (is_time(path)) return array(r.time);
            const batch::MemorySeries* series = r.find(path);
            if (series == nullptr) throw py::key_error(path);
            return array(series->values, series->series.width > 0 ? series->columns : 0);
          },
          "A dataset as in the results file, (nt) or (nt, columns), in SI units; the first slash may be left out.")
      .def(
          "__contains__",
          [](const batch::MemoryRun& r, const std::string& path) { return is_time(path) || r.find(path) != nullptr; },
          "Whether there is a dataset of this path.")
      .def(
          "keys",
          [](const batch::MemoryRun& r) {
            std::vector<std::string> paths;
            for (const auto& series : r.series) paths.push_back(series.series.path);
            return paths;
          },
          "The paths of all datasets.")
      .def(
          "units",
          [](const batch::MemoryRun& r, const std::string& path) {
            if (is_time(path)) return std::string("s");
            const batch::MemorySeries* series = r.find(path);
            if (series == nullptr) throw py::key_error(path);
            return series->series.units;
          },
          "Units of a dataset, one per column: \"m m m rad rad rad\".")
      .def(
          "labels",
          [](const batch::MemoryRun& r, const std::string& path) {
            const batch::MemorySeries* series = r.find(path);
            if (series == nullptr) throw py::key_error(path);
            return series->series.labels;
          },
          "Names of the columns of a dataset; empty where it has one.")
      .def(
          "description",
          [](const batch::MemoryRun& r, const std::string& path) {
            const batch::MemorySeries* series = r.find(path);
            if (series == nullptr) throw py::key_error(path);
            return series->series.description;
          },
          "What a dataset is, with frame and sign.")
      .def(py::pickle(&pickled, &unpickled))
      .def_property_readonly(
          "warnings", [](const batch::MemoryRun& r) { return swell::sentences(r.warnings); }, "What the run warns of.")
      .def_property_readonly(
          "diagnostics", [](const batch::MemoryRun& r) { return diagnostics_of(r.warnings); },
          "The same as dicts of their parts, as in InputError.diagnostics: code, subject, message, value, remedy, "
          "severity and the place: file, line, column, path, argument.")
      .def_readonly("notes", &batch::MemoryRun::notes, "What the reader of the results should know.")
      .def_readonly("wave_power", &batch::MemoryRun::wave_power, "Mean power of the waves per metre of crest [W/m].")
      .def_readonly("steps", &batch::MemoryRun::steps, "Accepted steps of the integrator.")
      .def_readonly("stopped", &batch::MemoryRun::stopped, "Whether `progress` ended the run.")
      .def("__repr__", [](const batch::MemoryRun& r) { return repr_of(r); });

  py::class_<batch::DevicePower> power(m, "DevicePower",
                                       "Power matrix and year of one device of a study: rows of heights, columns of "
                                       "periods, NaN where there is no case.");
  // A member as a numpy array, and what it means.
  const auto table = [&power](const char* name, auto member, const char* meaning) {
    power.def_property_readonly(
        name, [member](const batch::DevicePower& d) { return array(d.*member); }, meaning);
  };
  power.def_property_readonly(
      "device",
      [](const batch::DevicePower& d) {
        py::dict values;
        for (const auto& [key, value] : d.device) values[py::str(key)] = value;
        return values;
      },
      "What makes it this device: key and value of the axes that are not the sea's.");
  table("heights", &batch::DevicePower::heights, "Wave heights of the rows, ascending [m], (nh).");
  table("periods", &batch::DevicePower::periods, "Wave periods of the columns, ascending [s], (np).");
  table("power", &batch::DevicePower::power, "Mean power [W], (nh, np).");
  table("power_half_width", &batch::DevicePower::power_half_width, "Half the confidence interval of it [W], (nh, np).");
  table("capture_width", &batch::DevicePower::capture_width, "Power over that of the waves per metre [m], (nh, np).");
  table("probability", &batch::DevicePower::probability, "Of each cell; 0 without a scatter table, (nh, np).");
  power.def_readonly("has_year", &batch::DevicePower::has_year, "Whether the study has probabilities, and so a year.")
      .def_readonly("missing", &batch::DevicePower::missing, "Seas without a result.")
      .def_readonly("probability_missing", &batch::DevicePower::probability_missing, "Of the seas without a result.")
      .def_readonly("mean_power_found", &batch::DevicePower::mean_power_found,
                    "[W] of the other seas in the year: the least that it has where no sea takes power.")
      .def_readonly("annual_energy_found", &batch::DevicePower::energy_found, "[J], the same.")
      .def_readonly("mean_power", &batch::DevicePower::mean_power, "Over the year [W].")
      .def_readonly("mean_power_half_width", &batch::DevicePower::mean_power_half_width,
                    "Half its confidence interval [W]; NaN with fewer than two seeds of a random sea.")
      .def_readonly("annual_energy", &batch::DevicePower::energy, "In a year [J].")
      .def_readonly("annual_energy_half_width", &batch::DevicePower::energy_half_width,
                    "Half its confidence interval [J].")
      .def_readonly("annual_capture_width", &batch::DevicePower::year_capture_width,
                    "Mean power over mean wave power [m].")
      .def("__repr__", [](const batch::DevicePower& d) { return repr_of(d); });

  py::class_<batch::BatchSummary>(m, "BatchResults",
                                  "What a study gave: counts, bad cases and the mean power of every condition. The "
                                  "results file has the rest (read_results).")
      .def_property_readonly(
          "file", [](const batch::BatchSummary& s) { return s.results.string(); }, "The results file.")
      .def_property_readonly(
          "count", [](const batch::BatchSummary& s) { return s.cases; }, "Cases of the study, seeds included.")
      .def_readonly("done", &batch::BatchSummary::done, "Cases with results.")
      .def_readonly("failed", &batch::BatchSummary::failed, "Cases whose simulation failed.")
      .def_readonly("wrong", &batch::BatchSummary::wrong, "Cases whose input is wrong.")
      .def_readonly("ended_early", &batch::BatchSummary::ended, "Cases that simulation.stop ended before their time.")
      .def_readonly("implausible", &batch::BatchSummary::implausible,
                    "Cases with a mean power that no device has; they count as cases without a result.")
      .def_property_readonly(
          "warnings",
          [](const batch::BatchSummary& s) {
            std::vector<std::string> list;
            for (const batch::CaseWarning& w : s.warnings)
              list.push_back(std::to_string(w.cases) + (w.cases == 1 ? " case: " : " cases: ") + w.text);
            return list;
          },
          "Warnings of all cases, one of each kind, with the number of cases that have it.")
      .def_readonly("notes", &batch::BatchSummary::notes, "What a reader of the numbers should know.")
      .def_readonly("reused", &batch::BatchSummary::reused, "Cases finished by an earlier start.")
      .def_readonly("stopped", &batch::BatchSummary::stopped, "Whether `progress` ended the batch.")
      .def_readonly("wall_time", &batch::BatchSummary::wall, "[s] of this start.")
      .def_readonly("messages", &batch::BatchSummary::messages, "Of the first bad cases, with their values.")
      .def_property_readonly(
          "cases", &cases, "Every case: a dict with condition, replicate, values, seeds, status, message and warnings.")
      .def("statistic", &statistic, py::arg("name"),
           "Of every case, in the order of `cases`: \"power\", \"bodies.float.position.heave.std\", "
           "\"ptos.PTO1.power.max\"; NaN for a bad case. Raises KeyError when no case has it.")
      .def_property_readonly(
          "power", [](const batch::BatchSummary& s) { return per_condition(s, [](const auto& c) { return c.power; }); },
          "Mean power of each condition over its seeds [W].")
      .def_property_readonly(
          "power_half_width",
          [](const batch::BatchSummary& s) {
            return per_condition(s, [](const auto& c) { return c.power_half_width; });
          },
          "Half its confidence interval [W]; NaN with fewer than two seeds.")
      .def_property_readonly(
          "wave_power",
          [](const batch::BatchSummary& s) { return per_condition(s, [](const auto& c) { return c.wave_power; }); },
          "Mean power of the waves per metre of crest, of each condition [W/m].")
      .def("__repr__", [](const batch::BatchSummary& s) { return repr_of(s); });

  py::class_<batch::Study>(
      m, "Study", "A study: a file, or a dict with its keys, where `base` may be a case file or a case as a dict.")
      .def(py::init(&make_study), py::arg("source"), py::arg("folder") = py::none(),
           "`source`: the path of a study file, or a dict. `folder`: where relative paths of a dict start.")
      .def(
          "run", &run_study, py::arg("output") = py::none(), py::arg("threads") = 0, py::arg("fresh") = false,
          py::arg("progress") = py::none(),
          "Runs every case and goes on where an earlier start with the same output stopped, unless `fresh`. `threads`: "
          "0 for as many as there are cores. `progress` gets the finished and the known cases and returns False to "
          "stop.")
      .def(
          "conditions",
          [](const batch::Study& study) {
            py::list all;
            for (const batch::Condition& condition : batch::conditions_of(study)) {
              py::dict values;
              for (const auto& [key, value] : condition.values) values[py::str(key)] = value;
              all.append(values);
            }
            return all;
          },
          "Every combination of the axes: dicts of key and value.")
      .def(
          "power_of",
          [](const batch::Study& study, const batch::BatchSummary& summary) {
            return batch::power_of(study, summary.conditions);
          },
          py::arg("results"), "Power matrix and year of every device of the study: a list of DevicePower.")
      .def("__repr__", [](const batch::Study& study) {
        return fmt::format("<swell.Study{}: {}>", study.file.has_filename() ? " " + study.file.string() : "",
                           counted(batch::conditions_of(study).size(), "condition", "conditions"));
      });

  swell::python::add_simulation(m);

  m.def("read_results", &read_results, py::arg("file"),
        "Every dataset of a results file of `swell run`, by its path, as numpy arrays.");
}
