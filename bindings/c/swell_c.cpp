#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "swell.h"
#include "swell/batch/memory_run.h"
#include "swell/batch/run_batch.h"
#include "swell/model/read_case.h"
#include "swell/run/assess_case.h"
#include "swell/run/run.h"
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
    swell::run::CaseAssessment verdict = swell::run::assess_case(model, found, &options);
    if (!verdict.good) throw swell::InputError(std::move(verdict.diagnostics));
  });
}

void swell_case_free(swell_case* handle) { delete handle; }

swell_results* swell_run(const swell_case* handle, const char* const* select, size_t count, swell_progress progress,
                         void* user) {
  return made<swell_results>([&] {
    need(handle, "case");
    std::vector<std::string> patterns;
    for (size_t i = 0; i < count; ++i) {
      need(select, "select");
      need(select[i], "an entry of select");
      patterns.emplace_back(select[i]);
    }
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
