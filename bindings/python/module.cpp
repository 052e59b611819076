// The Python module _swell: cases, runs and batches; numpy arrays out. bindings/python/swell/__init__.pyi documents it.
#include <fmt/format.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>
#include <chrono>
#include <future>

#include "swell/base/hdf5_mutex.h"
#include "swell/batch/axes.h"
#include "swell/batch/memory_run.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell/case/read_case.h"
#include "swell/case/results_reader.h"
#include "swell/case/version.h"

namespace py = pybind11;

namespace {

using swell::Parameter;
namespace batch = swell::batch;
namespace model = swell::model;
namespace fs = std::filesystem;

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
    tree = Parameter::of(value.cast<std::string>());
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
  } else if (py::hasattr(value, "__fspath__")) {
    tree = Parameter::of(value.attr("__fspath__")().cast<std::string>());
  } else if (py::hasattr(value, "__float__")) {
    tree = Parameter::of(value.cast<double>());
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
  return fs::absolute(source.cast<fs::path>());
}

fs::path folder_of(const std::optional<fs::path>& folder) { return fs::absolute(folder.value_or(".")); }

/// What a progress function answers: nothing, or whether to go on.
bool goes_on(const py::object& answer) { return answer.is_none() || py::bool_(answer).cast<bool>(); }

class Case {
 public:
  Case(const py::object& source, const std::optional<fs::path>& folder)
      : base_(py::isinstance<py::dict>(source)
                  ? model::CaseTemplate(tree_of(source, ""), folder_of(folder) / "case.yaml")
                  : model::CaseTemplate(file_of(source, "a case"))) {}

  void set(const std::string& key, const py::object& value) {
    overrides_.push_back(key + "=" + batch::value_text(tree_of(value, key)));
  }
  model::Model model() const {
    swell::Diagnostics diagnostics;
    model::Model result = base_.read(overrides_, diagnostics);
    diagnostics.throw_if_errors();
    return result;
  }
  std::vector<std::string> check() const {
    const model::Model m = model();
    swell::Diagnostics diagnostics;
    {
      const py::gil_scoped_release release;
      model::check_case(m, diagnostics);
    }
    diagnostics.throw_if_errors();
    return diagnostics.warnings();
  }
  batch::MemoryRun run(const std::vector<std::string>& select, const py::object& progress) const {
    const model::Model m = model();
    std::function<bool(double)> observer;
    double told = -1.0;
    if (!progress.is_none()) {
      if (PyCallable_Check(progress.ptr()) == 0)
        throw py::type_error("progress must be a function of the fraction done");
      observer = [&](double fraction) {
        if (fraction < told + 0.01 && fraction < 1.0) return true;  // a call into Python per percent is enough
        told = fraction;
        const py::gil_scoped_acquire acquire;
        return goes_on(progress(fraction));
      };
    } else {
      observer = [&](double fraction) {  // Ctrl-C
        if (fraction < told + 0.01) return true;
        told = fraction;
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
    model::RunOptions options;
    options.output = file;
    const py::gil_scoped_release release;
    model::run_case(m, options);
  }
  std::string text() const { return model::write_case(model()); }
  const std::vector<std::string>& overrides() const { return overrides_; }
  const Parameter& tree() const { return base_.tree(); }
  const fs::path& file() const { return base_.file(); }

 private:
  model::CaseTemplate base_;
  std::vector<std::string> overrides_;
};

py::dict series_dict(const batch::MemoryRun& run) {
  py::dict all;
  for (const batch::MemorySeries& series : run.series)
    all[py::str(series.series.path)] = array(series.values, series.series.width > 0 ? series.columns : 0);
  return all;
}

batch::Study make_study(const py::object& source, const std::optional<fs::path>& folder) {
  if (!py::isinstance<py::dict>(source)) return batch::read_study(file_of(source, "a study"));
  return batch::read_study(tree_of(source, ""), folder_of(folder) / "study.yaml");
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
  const std::lock_guard<std::recursive_mutex> lock(swell::hdf5_mutex());
  const model::ResultsReader reader(file);
  py::dict all;
  for (const std::string& path : reader.datasets()) {
    const model::Table table = reader.read(path);
    all[py::str(path)] = array(table.values, table.columns > 1 ? table.columns : 0);
  }
  return all;
}

py::list diagnostics_of(const swell::InputError& error) {
  py::list all;
  for (const swell::Diagnostic& d : error.diagnostics()) {
    py::dict one;
    one["severity"] = d.severity == swell::Severity::error ? "error" : "warning";
    one["file"] = d.origin.file;
    one["line"] = d.origin.line;
    one["column"] = d.origin.column;
    one["path"] = d.origin.path;
    one["message"] = d.message;
    one["remedy"] = d.remedy;
    all.append(one);
  }
  return all;
}

}  // namespace

PYBIND11_MODULE(_swell, m) {
  m.doc() = "Swell: wave-energy converters in the time domain";
  m.attr("__version__") = model::version();

  static py::exception<swell::Error> base_error(m, "Error", PyExc_RuntimeError);
  static py::exception<swell::InputError> input_error(m, "InputError", base_error.ptr());
  static py::exception<swell::SimulationError> simulation_error(m, "SimulationError", base_error.ptr());
  // By value, since pybind11 takes only functions of that type. NOLINTNEXTLINE(performance-unnecessary-value-param)
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const swell::InputError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(input_error.ptr())(error.what());
      instance.attr("diagnostics") = diagnostics_of(error);
      PyErr_SetObject(input_error.ptr(), instance.ptr());
    } catch (const swell::SimulationError& error) {
      py::object instance = py::reinterpret_borrow<py::object>(simulation_error.ptr())(error.what());
      instance.attr("time") = error.time();
      instance.attr("component") = error.component();
      instance.attr("quantity") = error.quantity();
      PyErr_SetObject(simulation_error.ptr(), instance.ptr());
    }
  });

  py::class_<Case>(m, "Case")
      .def(py::init<const py::object&, const std::optional<fs::path>&>(), py::arg("source"),
           py::arg("folder") = py::none())
      .def("set", &Case::set, py::arg("key"), py::arg("value"))
      .def("__setitem__", &Case::set)
      .def("check", &Case::check)
      .def("run", &Case::run, py::arg("select") = std::vector<std::string>{}, py::arg("progress") = py::none())
      .def("run_to_file", &Case::run_to_file, py::arg("file"))
      .def("to_yaml", &Case::text)
      .def_property_readonly("overrides", &Case::overrides);

  py::class_<batch::MemoryRun>(m, "Results")
      .def_property_readonly("time", [](const batch::MemoryRun& r) { return array(r.time); })
      .def("as_dict", &series_dict)
      .def("__getitem__",
           [](const batch::MemoryRun& r, const std::string& path) {
             const batch::MemorySeries* series = r.find(path);
             if (series == nullptr) throw py::key_error(path);
             return array(series->values, series->series.width > 0 ? series->columns : 0);
           })
      .def("__contains__", [](const batch::MemoryRun& r, const std::string& path) { return r.find(path) != nullptr; })
      .def("keys",
           [](const batch::MemoryRun& r) {
             std::vector<std::string> paths;
             for (const auto& series : r.series) paths.push_back(series.series.path);
             return paths;
           })
      .def("units",
           [](const batch::MemoryRun& r, const std::string& path) {
             const batch::MemorySeries* series = r.find(path);
             if (series == nullptr) throw py::key_error(path);
             return series->series.units;
           })
      .def_readonly("warnings", &batch::MemoryRun::warnings)
      .def_readonly("notes", &batch::MemoryRun::notes)
      .def_readonly("wave_power", &batch::MemoryRun::wave_power)
      .def_readonly("steps", &batch::MemoryRun::steps)
      .def_readonly("stopped", &batch::MemoryRun::stopped);

  py::class_<batch::DevicePower>(m, "DevicePower")
      .def_property_readonly("device",
                             [](const batch::DevicePower& d) {
                               py::dict values;
                               for (const auto& [key, value] : d.device) values[py::str(key)] = value;
                               return values;
                             })
      .def_property_readonly("heights", [](const batch::DevicePower& d) { return array(d.heights); })
      .def_property_readonly("periods", [](const batch::DevicePower& d) { return array(d.periods); })
      .def_property_readonly("power", [](const batch::DevicePower& d) { return array(d.power); })
      .def_property_readonly("power_half_width", [](const batch::DevicePower& d) { return array(d.power_half_width); })
      .def_property_readonly("capture_width", [](const batch::DevicePower& d) { return array(d.capture_width); })
      .def_property_readonly("probability", [](const batch::DevicePower& d) { return array(d.probability); })
      .def_readonly("has_year", &batch::DevicePower::has_year)
      .def_readonly("missing", &batch::DevicePower::missing)
      .def_readonly("probability_missing", &batch::DevicePower::probability_missing)
      .def_readonly("mean_power_found", &batch::DevicePower::mean_power_found)
      .def_readonly("annual_energy_found", &batch::DevicePower::energy_found)
      .def_readonly("mean_power", &batch::DevicePower::mean_power)
      .def_readonly("mean_power_half_width", &batch::DevicePower::mean_power_half_width)
      .def_readonly("annual_energy", &batch::DevicePower::energy)
      .def_readonly("annual_energy_half_width", &batch::DevicePower::energy_half_width)
      .def_readonly("annual_capture_width", &batch::DevicePower::year_capture_width);

  py::class_<batch::BatchSummary>(m, "BatchResults")
      .def_property_readonly("file", [](const batch::BatchSummary& s) { return s.results.string(); })
      .def_property_readonly("count", [](const batch::BatchSummary& s) { return s.cases; })
      .def_readonly("done", &batch::BatchSummary::done)
      .def_readonly("failed", &batch::BatchSummary::failed)
      .def_readonly("wrong", &batch::BatchSummary::wrong)
      .def_readonly("ended_early", &batch::BatchSummary::ended)
      .def_readonly("notes", &batch::BatchSummary::notes)
      .def_readonly("reused", &batch::BatchSummary::reused)
      .def_readonly("stopped", &batch::BatchSummary::stopped)
      .def_readonly("wall_time", &batch::BatchSummary::wall)
      .def_readonly("messages", &batch::BatchSummary::messages)
      .def_property_readonly("cases", &cases)
      .def("statistic", &statistic, py::arg("name"))
      .def_property_readonly(
          "power", [](const batch::BatchSummary& s) { return per_condition(s, [](const auto& c) { return c.power; }); })
      .def_property_readonly("power_half_width",
                             [](const batch::BatchSummary& s) {
                               return per_condition(s, [](const auto& c) { return c.power_half_width; });
                             })
      .def_property_readonly("wave_power", [](const batch::BatchSummary& s) {
        return per_condition(s, [](const auto& c) { return c.wave_power; });
      });

  py::class_<batch::Study>(m, "Study")
      .def(py::init(&make_study), py::arg("source"), py::arg("folder") = py::none())
      .def("run", &run_study, py::arg("output") = py::none(), py::arg("threads") = 0, py::arg("fresh") = false,
           py::arg("progress") = py::none())
      .def("conditions",
           [](const batch::Study& study) {
             py::list all;
             for (const batch::Condition& condition : batch::conditions_of(study)) {
               py::dict values;
               for (const auto& [key, value] : condition.values) values[py::str(key)] = value;
               all.append(values);
             }
             return all;
           })
      .def("power_of", [](const batch::Study& study, const batch::BatchSummary& summary) {
        return batch::power_of(study, summary.conditions);
      });

  m.def("read_results", &read_results, py::arg("file"));
}
