#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "swell.h"
#include "swell/batch/memory_run.h"
#include "swell/batch/run_batch.h"
#include "swell/model/read_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/equal_steps.h"
#include "swell/run/run.h"
#include "swell/run/simulation.h"
#include "swell/run/version.h"

struct swell_case {
  swell::model::CaseTemplate base;
  std::vector<std::string> overrides;
  bool allow_libraries = false;

  swell::model::Model model() const {
    swell::Diagnostics diagnostics;
    swell::model::Model result = base.read(overrides, diagnostics);
    diagnostics.throw_if_errors();
    return result;
  }
};

struct swell_results {
  swell::batch::MemoryRun run;
};

struct swell_batch {
  swell::batch::BatchSummary summary;
  std::vector<double> power, half_width, wave_power;
  std::string file, messages;
};

struct swell_simulation {
  swell::run::Simulation run;
  swell::run::EqualSteps steps;
};

struct swell_snapshot {
  std::shared_ptr<const swell::run::Simulation::Snapshot> state;
};

namespace {

struct LastError {
  std::string text;
  swell_status status = SWELL_DONE;
};

LastError& last_error() {
  thread_local LastError error;
  return error;
}

swell_status keep(swell_status status, const std::string& text) noexcept {
  try {
    last_error().text = text;
  } catch (...) {  // out of memory: the status has to do
  }
  last_error().status = status;
  return status;
}

/// No exception passes into C.
template <class Work>
swell_status guarded(Work work) noexcept {
  try {
    work();
    return SWELL_DONE;
  } catch (const swell::InputError& error) {
    return keep(SWELL_WRONG, error.what());
  } catch (const std::exception& error) {
    return keep(SWELL_FAILED, error.what());
  } catch (...) {
    return keep(SWELL_FAILED, "an unknown exception");
  }
}

template <class Handle, class Make>
Handle* made(Make make) noexcept {
  Handle* handle = nullptr;
  guarded([&] { handle = make().release(); });
  return handle;
}

void need(const void* pointer, const char* what) {
  if (pointer == nullptr) throw swell::InputError({}, fmt::format("{} is NULL", what));
}

std::function<bool(double)> observer(swell_progress progress, void* user) {
  if (progress == nullptr) return {};
  return [progress, user](double fraction) { return progress(fraction, user) != 0; };
}

std::vector<std::string> list_of(const char* const* entries, size_t count, const char* name) {
  std::vector<std::string> list;
  for (size_t i = 0; i < count; ++i) {
    need(entries, name);
    if (entries[i] == nullptr) throw swell::InputError({}, fmt::format("an entry of {} is NULL", name));
    list.emplace_back(entries[i]);
  }
  return list;
}

/// Place and width of a port, or -1.
template <class Find>
int port_of(const swell_simulation* simulation, const char* name, size_t* width, bool input, Find find) {
  int place = -1;
  guarded([&] {
    need(simulation, "simulation");
    need(name, "name");
    const std::size_t found = find();
    const auto& ports = input ? simulation->run.inputs() : simulation->run.outputs();
    if (width != nullptr) *width = static_cast<size_t>(std::max(1, ports[found].spec.width));
    place = static_cast<int>(found);
  });
  if (place < 0 && width != nullptr) *width = 0;
  return place;
}

std::size_t checked_place(int place, std::size_t count, const char* what) {
  if (place < 0 || static_cast<std::size_t>(place) >= count)
    throw swell::InputError({}, fmt::format("there is no {} {}: the simulation has {}", what, place, count),
                            fmt::format("ask for its number with swell_simulation_{}", what));
  return static_cast<std::size_t>(place);
}

}  // namespace

const char* swell_version(void) {
  static const std::string version = swell::run::version();
  return version.c_str();
}

const char* swell_error(void) { return last_error().text.c_str(); }
swell_status swell_error_status(void) { return last_error().status; }

swell_case* swell_case_read(const char* file) {
  return made<swell_case>([&] {
    need(file, "file");
    return std::make_unique<swell_case>(
        swell_case{swell::model::CaseTemplate(std::filesystem::absolute(file)), {}, false});
  });
}

swell_case* swell_case_from_text(const char* yaml, const char* folder) {
  return made<swell_case>([&] {
    need(yaml, "yaml");
    const std::filesystem::path place = std::filesystem::absolute(folder != nullptr ? folder : ".") / "";
    return std::make_unique<swell_case>(swell_case{swell::model::CaseTemplate(std::string(yaml), place), {}, false});
  });
}

swell_status swell_case_set(swell_case* handle, const char* assignment) {
  return guarded([&] {
    need(handle, "case");
    need(assignment, "assignment");
    handle->overrides.emplace_back(assignment);
  });
}

swell_status swell_case_allow_libraries(swell_case* handle) {
  return guarded([&] {
    need(handle, "case");
    handle->allow_libraries = true;
  });
}

swell_status swell_case_check(const swell_case* handle) {
  return guarded([&] {
    need(handle, "case");
    swell::Diagnostics found;
    const swell::model::Model model = handle->base.read(handle->overrides, found);
    if (!handle->allow_libraries) swell::run::refuse_libraries(model, found);
    const swell::run::RunOptions options{};
    swell::run::CaseAssessment assessment = swell::run::assess_case(model, found, &options);
    if (!assessment.good) throw swell::InputError(std::move(assessment.diagnostics));
  });
}

void swell_case_free(swell_case* handle) { delete handle; }

swell_results* swell_run(const swell_case* handle, const char* const* select, size_t count, swell_progress progress,
                         void* user) {
  return made<swell_results>([&] {
    need(handle, "case");
    const std::vector<std::string> patterns = list_of(select, count, "select");
    return std::make_unique<swell_results>(
        swell_results{swell::batch::run_in_memory(handle->model(), patterns, nullptr, observer(progress, user))});
  });
}

swell_status swell_run_to_file(const swell_case* handle, const char* file) {
  return guarded([&] {
    need(handle, "case");
    need(file, "file");
    swell::run::RunOptions options;
    options.output = file;
    swell::run::run_case(handle->model(), options);
  });
}

const double* swell_results_time(const swell_results* results, size_t* rows) {
  if (rows != nullptr) *rows = results != nullptr ? results->run.time.size() : 0;
  return results != nullptr ? results->run.time.data() : nullptr;
}

size_t swell_results_count(const swell_results* results) { return results != nullptr ? results->run.series.size() : 0; }

const char* swell_results_path(const swell_results* results, size_t index) {
  return index < swell_results_count(results) ? results->run.series[index].series.path.c_str() : nullptr;
}

const double* swell_results_data(const swell_results* results, const char* path, size_t* rows, size_t* columns) {
  const swell::batch::MemorySeries* series = nullptr;
  const swell_status status = guarded([&] {
    need(results, "results");
    need(path, "path");
    series = results->run.find(path);
    if (series == nullptr) throw swell::InputError({}, fmt::format("there is no dataset {}", path));
  });
  if (rows != nullptr) *rows = status == SWELL_DONE ? results->run.time.size() : 0;
  if (columns != nullptr) *columns = status == SWELL_DONE ? series->columns : 0;
  return status == SWELL_DONE ? series->values.data() : nullptr;
}

const char* swell_results_units(const swell_results* results, const char* path) {
  const swell::batch::MemorySeries* series = results != nullptr && path != nullptr ? results->run.find(path) : nullptr;
  return series != nullptr ? series->series.units.c_str() : nullptr;
}

void swell_results_free(swell_results* results) { delete results; }

swell_simulation* swell_simulation_start(const swell_case* handle, const char* const* inputs, size_t input_count,
                                         const char* const* outputs, size_t output_count) {
  return made<swell_simulation>([&] {
    need(handle, "case");
    const swell::run::SimulationOptions options{nullptr, list_of(inputs, input_count, "inputs"),
                                                list_of(outputs, output_count, "outputs")};
    return std::make_unique<swell_simulation>(swell_simulation{swell::run::Simulation(handle->model(), options), {}});
  });
}

int swell_simulation_input(const swell_simulation* simulation, const char* name, size_t* width) {
  return port_of(simulation, name, width, true, [&] { return simulation->run.input(name); });
}

int swell_simulation_output(const swell_simulation* simulation, const char* name, size_t* width) {
  return port_of(simulation, name, width, false, [&] { return simulation->run.output(name); });
}

swell_status swell_simulation_set(swell_simulation* simulation, int input, const double* values) {
  return guarded([&] {
    need(simulation, "simulation");
    need(values, "values");
    const auto& ports = simulation->run.inputs();
    const std::size_t place = checked_place(input, ports.size(), "input");
    const std::size_t width = simulation->run.input_value(place).size();
    for (std::size_t i = 0; i < width; ++i) {
      if (!std::isfinite(values[i]))
        throw swell::InputError({}, fmt::format("{} = {} is not a finite number", ports[place].address, values[i]));
    }
    simulation->run.set_input(place, values);
  });
}

const double* swell_simulation_read(swell_simulation* simulation, int output) {
  const double* values = nullptr;
  guarded([&] {
    need(simulation, "simulation");
    values = simulation->run.read(checked_place(output, simulation->run.outputs().size(), "output"));
  });
  return values;
}

swell_status swell_simulation_step(swell_simulation* simulation, double dt) {
  return guarded([&] {
    need(simulation, "simulation");
    if (!(dt > 0.0) || !std::isfinite(dt))
      throw swell::InputError({}, fmt::format("a step of {} s: it must be above 0", dt));
    simulation->run.step_to(simulation->steps.next(simulation->run.time(), dt));
    simulation->steps.reached(simulation->run.time());
  });
}

double swell_simulation_time(const swell_simulation* simulation) {
  return simulation != nullptr ? simulation->run.time() : std::nan("");
}
double swell_simulation_end(const swell_simulation* simulation) {
  return simulation != nullptr ? simulation->run.end() : std::nan("");
}
int swell_simulation_stopped(const swell_simulation* simulation) {
  return simulation != nullptr && simulation->run.stopped() ? 1 : 0;
}

swell_snapshot* swell_simulation_snapshot(swell_simulation* simulation) {
  return made<swell_snapshot>([&] {
    need(simulation, "simulation");
    return std::make_unique<swell_snapshot>(swell_snapshot{simulation->run.snapshot()});
  });
}

swell_status swell_simulation_restore(swell_simulation* simulation, const swell_snapshot* snapshot) {
  return guarded([&] {
    need(simulation, "simulation");
    need(snapshot, "snapshot");
    simulation->run.restore(*snapshot->state);
  });
}

void swell_snapshot_free(swell_snapshot* snapshot) { delete snapshot; }
void swell_simulation_free(swell_simulation* simulation) { delete simulation; }

swell_batch* swell_batch_run(const char* study_file, const char* output, int threads, swell_progress progress,
                             void* user) {
  return made<swell_batch>([&] {
    need(study_file, "study_file");
    swell::batch::Study study = swell::batch::read_study(std::filesystem::absolute(study_file));
    if (output != nullptr) study.keep.file = std::filesystem::absolute(output);
    swell::batch::BatchOptions options;
    options.threads = threads;
    if (progress != nullptr) {
      options.progress = [progress, user](const swell::batch::Progress& p) {
        return progress(p.known > 0 ? static_cast<double>(p.done) / static_cast<double>(p.known) : 1.0, user) != 0;
      };
    }
    auto batch = std::make_unique<swell_batch>();
    batch->summary = swell::batch::run_batch(study, options);
    for (const auto& condition : batch->summary.conditions) {
      batch->power.push_back(condition.power);
      batch->half_width.push_back(condition.power_half_width);
      batch->wave_power.push_back(condition.wave_power);
    }
    batch->file = batch->summary.results.string();
    batch->messages = fmt::format("{}", fmt::join(batch->summary.messages, "\n"));
    return batch;
  });
}

size_t swell_batch_cases(const swell_batch* batch) { return batch != nullptr ? batch->summary.cases : 0; }
size_t swell_batch_done(const swell_batch* batch) { return batch != nullptr ? batch->summary.done : 0; }
size_t swell_batch_conditions(const swell_batch* batch) { return batch != nullptr ? batch->power.size() : 0; }
const double* swell_batch_power(const swell_batch* batch) { return batch != nullptr ? batch->power.data() : nullptr; }
const double* swell_batch_power_half_width(const swell_batch* batch) {
  return batch != nullptr ? batch->half_width.data() : nullptr;
}
const double* swell_batch_wave_power(const swell_batch* batch) {
  return batch != nullptr ? batch->wave_power.data() : nullptr;
}
const char* swell_batch_file(const swell_batch* batch) { return batch != nullptr ? batch->file.c_str() : ""; }
const char* swell_batch_messages(const swell_batch* batch) { return batch != nullptr ? batch->messages.c_str() : ""; }
void swell_batch_free(swell_batch* batch) { delete batch; }
