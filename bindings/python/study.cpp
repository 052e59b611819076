// Study, BatchResults and DevicePower of the module.
#include <fmt/format.h>
#include <pybind11/functional.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <future>

#include "module.h"
#include "swell/batch/axes.h"
#include "swell/batch/power.h"
#include "swell/batch/run_batch.h"
#include "swell/batch/unit_of_key.h"
#include "values.h"

namespace swell::python {
namespace {

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
  batch::Quantities columns;
  bool known = false;
  for (const auto& condition : summary.conditions) {
    for (const auto& record : condition.replicates) {
      values.push_back(batch::statistic_of(record, name));
      if (record.status == batch::Status::done) columns = record.quantities;
      known = known || !std::isnan(values.back()) ||
              (columns && batch::find_column(batch::column_of_statistic(name), *columns));
    }
  }
  if (columns && !known)
    throw py::key_error(name + ": no case has this statistic; " + batch::statistic_hint(name, *columns));
  return array(values);
}

/// The columns of the first case that is done.
batch::Quantities columns_of(const batch::BatchSummary& summary) {
  for (const auto& condition : summary.conditions) {
    for (const auto& record : condition.replicates) {
      if (record.status == batch::Status::done) return record.quantities;
    }
  }
  return std::make_shared<std::vector<batch::Quantity>>();
}

std::vector<std::string> statistics(const batch::BatchSummary& summary) {
  std::vector<std::string> names;
  for (const batch::Quantity& quantity : *columns_of(summary)) {
    for (const char* word : {".mean", ".std", ".min", ".max"}) names.push_back(quantity.name() + word);
  }
  return names;
}

std::string units(const batch::BatchSummary& summary, const std::string& name) {
  const batch::Quantities columns = columns_of(summary);
  const auto column = batch::find_column(batch::column_of_statistic(name), *columns);
  return column ? (*columns)[*column].unit : batch::unit_of_key(name);
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

}  // namespace

void add_study(py::module_& m) {
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
  table("linear_power", &batch::DevicePower::linear_power,
        "Mean power by the frequency domain [W], (nh, np); empty where no cell is linear.");
  table("capture_width", &batch::DevicePower::capture_width, "Power over that of the waves per metre [m], (nh, np).");
  table("probability", &batch::DevicePower::probability, "Of each cell; 0 without a scatter table, (nh, np).");
  table("power_std", &batch::DevicePower::power_deviation,
        "Standard deviation of the power over time, of all seeds together [W], (nh, np).");
  table("power_max", &batch::DevicePower::power_maximum, "Greatest power, of all seeds [W], (nh, np).");
  table("electrical_power", &batch::DevicePower::electrical_power,
        "min(efficiency x absorbed, rated power) of mean powers [W], (nh, np); empty without either.");
  power.def_readonly("has_year", &batch::DevicePower::has_year, "Whether the study has probabilities, and so a year.")
      .def_readonly("missing", &batch::DevicePower::missing, "Seas without a result.")
      .def_readonly("probability_missing", &batch::DevicePower::probability_missing, "Of the seas without a result.")
      .def_readonly("mean_power_found", &batch::DevicePower::mean_power_found,
                    "[W] of the other seas in the year: the least that it has where no sea takes power.")
      .def_readonly("annual_energy_found", &batch::DevicePower::energy_found, "[J], the same.")
      .def_readonly("mean_power", &batch::DevicePower::mean_power, "Over the year [W].")
      .def_readonly("mean_power_half_width", &batch::DevicePower::mean_power_half_width,
                    "Half its confidence interval [W]; NaN where no sea is random.")
      .def_readonly("annual_energy", &batch::DevicePower::energy, "In a year [J].")
      .def_readonly("annual_energy_half_width", &batch::DevicePower::energy_half_width,
                    "Half its confidence interval [J].")
      .def_readonly("annual_capture_width", &batch::DevicePower::year_capture_width,
                    "Mean power over mean wave power [m].")
      .def_readonly("mean_electrical_power", &batch::DevicePower::mean_electrical_power, "Over the year [W].")
      .def_readonly("annual_electrical_energy", &batch::DevicePower::electrical_energy, "In a year [J].")
      .def_readonly("annual_electrical_energy_half_width", &batch::DevicePower::electrical_energy_half_width,
                    "Half its confidence interval [J].")
      .def_readonly("capacity_factor", &batch::DevicePower::capacity_factor,
                    "Electrical energy over rated power times the hours of the year.")
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
      .def_property_readonly("statistics", &statistics, "The names that statistic() takes, of every column.")
      .def("units", &units, py::arg("name"),
           "Unit of a statistic, or of an axis by its key in the case file: \"s\" of \"waves.period\".")
      .def_property_readonly(
          "power", [](const batch::BatchSummary& s) { return per_condition(s, [](const auto& c) { return c.power; }); },
          "Mean power of each condition over its seeds [W].")
      .def_property_readonly(
          "power_half_width",
          [](const batch::BatchSummary& s) {
            return per_condition(s, [](const auto& c) { return c.power_half_width; });
          },
          "Half its confidence interval [W]; NaN without random phases.")
      .def_property_readonly(
          "linear_power",
          [](const batch::BatchSummary& s) { return per_condition(s, [](const auto& c) { return c.linear_power; }); },
          "Mean power by the frequency domain [W]; NaN where the case is not linear or the study has no power matrix.")
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
}

}  // namespace swell::python
