// Case, Results and read_results of the module.
#include <fmt/format.h>
#include <pybind11/functional.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <mutex>

#include "module.h"
#include "swell/base/hdf5_mutex.h"
#include "swell/base/progress.h"
#include "swell/base/text.h"
#include "swell/batch/axes.h"
#include "swell/batch/memory_run.h"
#include "swell/cosim/system_case.h"
#include "swell/model/read_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/results_reader.h"
#include "values.h"

namespace swell::python {
namespace {

class Case {
 public:
  Case(const py::object& source, const std::optional<fs::path>& folder)
      : base_(py::isinstance<py::dict>(source) ? model::CaseTemplate(tree_of(source, ""), folder_of(folder))
                                               : cosim::case_template(file_of(source, "a case"))) {}

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
    return swell::sentences(assess(allow_libraries).warnings);
  }
  std::vector<std::string> notes(bool allow_libraries) const { return assess(allow_libraries).notes; }
  batch::MemoryRun run(const std::vector<std::string>& select, const py::object& progress) const {
    const model::Model m = model();
    if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0)
      throw py::type_error("progress must be a function of the fraction done");
    Signals signals;
    double reported = -1.0;
    const auto observer = [&](double fraction) {
      if (signals.pending()) throw interrupted(m.simulation.start + fraction * m.simulation.duration);
      // A call into Python per percent is enough.
      if (progress.is_none() || (fraction < reported + 0.01 && fraction < 1.0)) return true;
      reported = fraction;
      const py::gil_scoped_acquire acquire;
      return goes_on(progress(fraction));
    };
    const ListenToProgress preparation([&](double, const std::string&) {
      if (signals.pending()) throw interrupted(m.simulation.start);
    });
    return run_unlocked([&] { return batch::run_in_memory(m, select, nullptr, observer); });
  }
  void run_to_file(const fs::path& file) const {
    const model::Model m = model();
    swell::run::RunOptions options;
    options.output = file;
    Signals signals;
    volatile std::sig_atomic_t interrupt = 0;
    options.interrupt = &interrupt;
    options.progress = [&](double, double) {
      if (signals.pending()) interrupt = 1;
    };
    const ListenToProgress preparation([&](double, const std::string&) {
      if (signals.pending()) throw interrupted(m.simulation.start);
    });
    run_unlocked([&] { return swell::run::run_case(m, options); });
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
  swell::run::CaseAssessment assess(bool allow_libraries) const {
    const std::vector<std::string> overrides = overrides_;  // another thread may set more meanwhile
    const py::gil_scoped_release release;
    swell::Diagnostics found;
    const model::Model m = base_.read(overrides, found);
    if (!allow_libraries) swell::run::refuse_libraries(m, found);
    const swell::run::RunOptions options{};
    swell::run::CaseAssessment assessment = swell::run::assess_case(m, found, &options);
    if (!assessment.good) throw swell::InputError(std::move(assessment.diagnostics));
    return assessment;
  }

  model::CaseTemplate base_;
  std::vector<std::string> overrides_;
};

py::object Case::tree() const { return object_of(model::case_tree(model())); }

py::dict series_dict(const batch::MemoryRun& run) {
  py::dict all;
  for (const batch::MemorySeries& series : run.series)
    all[py::str(series.series.path)] = array(series.values, series.series.width > 0 ? series.columns : 0);
  return all;
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

/// The results file has it as a dataset; in memory it stands beside the series.
bool is_time(const std::string& path) { return path == "/time" || path == "time"; }

/// The dataset of this path. @throws KeyError with the nearest path, or what a path looks like
const batch::MemorySeries& series_of(const batch::MemoryRun& r, const std::string& path) {
  if (const batch::MemorySeries* series = r.find(path)) return *series;
  std::vector<std::string> paths;
  for (const batch::MemorySeries& each : r.series) paths.push_back(each.series.path);
  std::string asked = path;
  if (path.find('/') == std::string::npos) std::replace(asked.begin(), asked.end(), '.', '/');
  if (asked.empty() || asked.front() != '/') asked.insert(0, "/");
  throw py::key_error(path + ": no such dataset; " + did_you_mean(asked, paths, "results.keys() lists all"));
}

std::string repr_of(const batch::MemoryRun& r) {
  const std::string span = r.time.empty() ? "" : fmt::format(" from {:g} to {:g} s", r.time.front(), r.time.back());
  return fmt::format("<swell.Results: {}, {}{}{}>", counted(r.series.size(), "dataset", "datasets"),
                     counted(r.time.size(), "row", "rows"), span, r.stopped ? ", stopped" : "");
}

py::tuple pickled(const batch::MemoryRun& run) {
  py::list series;
  for (const batch::MemorySeries& s : run.series)
    series.append(py::make_tuple(s.series.path, s.series.width, s.series.units, s.series.description, s.series.labels,
                                 s.columns, array(s.values), s.series.port));
  py::list warnings;
  for (const swell::Diagnostic& d : run.warnings)
    warnings.append(py::make_tuple(static_cast<int>(d.severity), d.origin.file, d.origin.line, d.origin.column,
                                   d.origin.path, d.origin.argument, d.message, d.value, d.expected, d.remedy,
                                   d.subject, d.code, d.rule));
  py::list ptos;
  for (const swell::run::PtoSummary& p : run.ptos)
    ptos.append(py::make_tuple(p.name, p.mean_power, p.peak_power, p.parts, p.half_width));
  return py::make_tuple(array(run.time), series, warnings, run.notes, run.wave_power, run.steps, run.stopped, run.text,
                        ptos, run.electrical);
}

/// A number of each take-off, by its name.
template <class Get>
py::dict of_ptos(const batch::MemoryRun& run, Get get) {
  py::dict out;
  if (run.steps == 0)  // of a file
    throw py::attribute_error(
        "a results file has no powers of its averages; take the mean of its record, such as "
        "results['/ptos/PTO1/power'], or read them from `swell stats`");
  for (const swell::run::PtoSummary& pto : run.ptos) out[py::str(pto.name)] = get(pto);
  return out;
}

/// A results file as a run in memory.
batch::MemoryRun stored_run(const fs::path& file) {
  const py::gil_scoped_release release;
  const std::lock_guard<std::recursive_mutex> lock(swell::hdf5_mutex());
  const swell::run::ResultsReader reader(file);
  batch::MemoryRun run;
  run.text = reader.attribute("case");
  run.time = reader.read("/time").values;
  for (swell::assembly::Series& series : reader.signals()) {
    swell::run::Table table = reader.read(series.path);
    series.units = table.units;
    series.description = table.description;
    if (table.rows == run.time.size())
      run.series.push_back({std::move(series), table.columns, std::move(table.values)});
  }
  run.notes = reader.texts("notes");
  return run;
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
                t[7].cast<std::string>()};
    s.columns = t[5].cast<decltype(s.columns)>();
    s.values = t[6].cast<std::vector<double>>();
    run.series.push_back(std::move(s));
  }
  for (const py::handle item : state[2].cast<py::list>()) {
    const auto t = item.cast<py::tuple>();
    const auto text = [&t](std::size_t i) { return t[i].cast<std::string>(); };
    run.warnings.push_back({static_cast<swell::Severity>(t[0].cast<int>()),
                            {text(1), t[2].cast<int>(), t[3].cast<int>(), text(4), text(5)},
                            text(6),
                            text(7),
                            text(8),
                            text(9),
                            text(10),
                            text(11),
                            t.size() > 12 ? text(12) : std::string()});  // kept by 0.1
  }
  run.notes = state[3].cast<std::vector<std::string>>();
  run.wave_power = state[4].cast<double>();
  run.steps = state[5].cast<decltype(run.steps)>();
  run.stopped = state[6].cast<bool>();
  if (state.size() < 10) return run;  // kept by 0.2
  run.text = state[7].cast<std::string>();
  for (const py::handle item : state[8].cast<py::list>()) {
    const auto t = item.cast<py::tuple>();
    run.ptos.push_back({t[0].cast<std::string>(), t[1].cast<double>(), t[2].cast<double>(),
                        t[3].cast<std::vector<std::pair<std::string, double>>>(), t[4].cast<std::optional<double>>()});
  }
  run.electrical = state[9].cast<decltype(run.electrical)>();
  return run;
}

}  // namespace

void add_case(py::module_& m) {
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
      .def(
          "linear",
          [](const Case& c, std::optional<double> from, std::optional<double> to, int count) {
            return swell::python::make_linear(c.model(), from, to, count);
          },
          py::arg("from_") = py::none(), py::arg("to") = py::none(), py::arg("count") = 40,
          "The case in the frequency domain: `count` frequencies from `from_` to `to` [rad/s], by default those of its "
          "data. Raises InputError.")
      .def(py::pickle([](const Case& c) { return c.state(); },
                      [](const py::tuple& state) {
                        return std::make_unique<Case>(state[0].cast<std::string>(), state[1].cast<std::string>(),
                                                      state[2].cast<std::vector<std::string>>());
                      }))
      .def("run_to_file", &Case::run_to_file, py::arg("file"),
           "Runs the case as `swell run` does, with its results in `file` (HDF5). Raises InputError, SimulationError. "
           "What Ctrl-C leaves is in `file` with .partial.h5 for its ending.")
      .def("to_yaml", &Case::text,
           "The case with its defaults and everything that was set, as the text of a case file.")
      .def_property_readonly("overrides", &Case::overrides, "What was set, as key=value, in order.")
      .def("__repr__", &Case::repr);

  results
      .def(py::init(&stored_run), py::arg("file"),
           "The results file of `swell run`; mean powers, warnings and steps are those of runs in memory only.")
      .def_property_readonly(
          "time", [](const batch::MemoryRun& r) { return array(r.time); }, "[s] of each row, (nt).")
      .def("as_dict", &series_dict, "Every dataset by its path, as numpy arrays.")
      .def(
          "__getitem__",
          [](const batch::MemoryRun& r, const std::string& path) {
            if (is_time(path)) return array(r.time);
            const batch::MemorySeries& found = series_of(r, path);
            return array(found.values, found.series.width > 0 ? found.columns : 0);
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
            return series_of(r, path).series.units;
          },
          "Units of a dataset, one per column: \"m m m rad rad rad\".")
      .def(
          "labels", [](const batch::MemoryRun& r, const std::string& path) { return series_of(r, path).series.labels; },
          "Names of the columns of a dataset; empty where it has one.")
      .def(
          "description",
          [](const batch::MemoryRun& r, const std::string& path) { return series_of(r, path).series.description; },
          "What a dataset is, with frame and sign.")
      .def(py::pickle(&pickled, &unpickled))
      .def_property_readonly(
          "warnings", [](const batch::MemoryRun& r) { return swell::sentences(r.warnings); }, "What the run warns of.")
      .def_property_readonly(
          "diagnostics", [](const batch::MemoryRun& r) { return diagnostics_of(r.warnings); },
          "The same as dicts of their parts, as in InputError.diagnostics: code, subject, message, value, remedy, "
          "severity and the place: file, line, column, path, argument.")
      .def_readonly("notes", &batch::MemoryRun::notes, "What the reader of the results should know.")
      .def_readonly("text", &batch::MemoryRun::text, "The text of the case file.")
      .def_property_readonly(
          "mean_power",
          [](const batch::MemoryRun& r) { return of_ptos(r, [](const auto& p) { return p.mean_power; }); },
          "Absorbed power of each take-off over the averages [W], as swell run prints it: of accepted points, not "
          "rows.")
      .def_property_readonly(
          "mean_power_half_width",
          [](const batch::MemoryRun& r) {
            return of_ptos(r, [](const auto& p) { return p.half_width.value_or(std::nan("")); });
          },
          "Half its 95 % confidence interval [W]; NaN where no sea is random, or the run is short.")
      .def_property_readonly(
          "peak_power",
          [](const batch::MemoryRun& r) { return of_ptos(r, [](const auto& p) { return p.peak_power; }); },
          "Greatest absorbed power of each take-off in the averages [W].")
      .def_property_readonly(
          "electrical_power",
          [](const batch::MemoryRun& r) {
            py::dict out;
            for (const auto& [name, power] : r.electrical) out[py::str(name)] = power;
            return out;
          },
          "Mean electrical power of each component that has one, over the averages [W].")
      .def_readonly("wave_power", &batch::MemoryRun::wave_power, "Mean power of the waves per metre of crest [W/m].")
      .def_readonly("steps", &batch::MemoryRun::steps, "Accepted steps of the integrator.")
      .def_readonly("stopped", &batch::MemoryRun::stopped, "Whether `progress` ended the run.")
      .def("__repr__", [](const batch::MemoryRun& r) { return repr_of(r); });

  m.def("read_results", &read_results, py::arg("file"),
        "Every dataset of a results file of `swell run`, by its path, as numpy arrays.");
}

}  // namespace swell::python
