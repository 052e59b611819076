#include "swell/run/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "checkpoint_file.h"
#include "energy_balance.h"
#include "examine_data.h"
#include "response.h"
#include "run_outputs.h"
#include "swell/assembly/built_case.h"
#include "swell/base/failed_write.h"
#include "swell/base/replace.h"
#include "swell/model/read_case.h"
#include "swell/run/real_time.h"
#include "swell/run/results_writer.h"
#include "swell/run/version.h"
#include "swell/solver/integrator.h"
#include "swell/waves/sea_state.h"

namespace swell::run {

namespace {

/// The states at the end by name, as `initial.file` of another run takes them.
void write_state_file(const std::filesystem::path& file, const solver::Integrator& integrator,
                      const system::System& system) {
  Parameter states = Parameter::map({}), labels = states;
  const auto add = [&](const system::ComponentInfo::Port& state, std::vector<double> values) {
    states.set(state.address, Parameter::list(std::move(values)));
    std::vector<Parameter> names;
    for (const std::string& label : state.spec.labels) names.push_back(Parameter::of(label));
    if (!names.empty()) labels.set(state.address, Parameter::list(std::move(names)));
  };
  for (const system::ComponentInfo& component : system.describe()) {
    for (const auto& state : component.states) {
      const double* from = integrator.state().data() + system.state_offset(state.address).value_or(0);
      add(state, std::vector<double>(from, from + state.spec.width));
    }
    for (const auto& memory : component.memories) {
      if (!memory.value.empty()) add(memory, memory.value);
    }
  }
  const Parameter tree =
      Parameter::map({{"time", Parameter::of(integrator.time())}, {"states", states}, {"labels", labels}});
  const std::string text = fmt::format("{} at its end; `initial: {{file: ...}}` of another case starts from them.\n{}",
                                       kStateFileMark, model::write_yaml(tree));
  try {
    write_in_place(file, text);
  } catch (const FailedWrite& error) {
    throw FailedWrite(fmt::format("{}; the results are complete", error.what()), file, integrator.time(),
                      "output.state");
  }
}

}  // namespace

struct CaseRun::Impl {
  assembly::BuiltCase built;
  std::vector<assembly::Series> series;
  system::System system;
  solver::Integrator integrator;
  double end = 0.0;   // [s]
  bool left = false;  // by the caller of run()

  Impl(const model::Model& model, assembly::SharedData* shared, const std::vector<std::string>& select, bool audit)
      : built(build(model, shared, select, audit)),
        system(built.compile()),
        integrator(system, built.solver),
        end(model.simulation.start + model.simulation.duration) {
    for (const assembly::RecordedSeries& recorded : built.recorded) series.push_back(recorded.series);
  }

  /// What the watch has found joins the warnings of components.
  void take_watch() {
    for (Diagnostic& found : assembly::watch_report(built, system)) built.of_run->push_back(std::move(found));
    const auto& steps = built.solver.communication;
    if (steps && steps->beyond > 0)
      built.of_run->push_back(warning_of(
          "communication-error", "",
          fmt::format(
              "{} of {} communication steps have a larger error than simulation.cosimulation.tolerance = {:g} at "
              "min_step = {:g} s, the first at t = {:.6g} s",
              steps->beyond, steps->steps, steps->tolerance, steps->min_step, steps->beyond_at)));
  }

  /// The verdicts on the averages.
  void judge(const CaseRun& run, const Response& response, bool stopped, RunSummary& summary) {
    if (const auto text = response.less_than_one_wave())
      built.of_run->push_back(
          warning_of("short-window", "averages",
                     *text + (stopped ? "" : "; give a longer simulation.duration, or a ramp that ends earlier")));
    if (auto text = run.invalid_power(response.absorbed(), response.averaged())) {
      built.of_run->push_back(warning_of("implausible-power", "", *text));
      summary.invalid_power = std::move(text);
    }
  }

  static assembly::BuiltCase build(const model::Model& model, assembly::SharedData* shared,
                                   const std::vector<std::string>& select, bool audit) {
    assembly::BuiltCase built =
        assembly::build_case(model, shared, audit ? assembly::Checks::audit : assembly::Checks::watch, select);
    auto& all = built.recorded;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const assembly::RecordedSeries& r) { return !assembly::selected(r.series, select); }),
              all.end());
    return built;
  }
};

CaseRun::CaseRun(const model::Model& model, assembly::SharedData* shared, const std::vector<std::string>& select,
                 bool audit)
    : impl_(std::make_unique<Impl>(model, shared, select, audit)) {}
CaseRun::~CaseRun() = default;
CaseRun::CaseRun(CaseRun&&) noexcept = default;
CaseRun& CaseRun::operator=(CaseRun&&) noexcept = default;

const std::vector<assembly::Series>& CaseRun::series() const noexcept { return impl_->series; }
const double* CaseRun::values(std::size_t series) const { return impl_->system.recorded(static_cast<int>(series)); }
std::vector<Diagnostic> CaseRun::warnings() const { return impl_->built.all_warnings(); }
const std::vector<std::string>& CaseRun::notes() const noexcept { return impl_->built.notes; }

double CaseRun::wave_power() const {
  double power = 0.0;
  for (const waves::WaveSystem& system : impl_->built.sea->systems()) power += system.power;
  return power;
}

std::optional<double> CaseRun::regular_period() const {
  const auto& systems = impl_->built.sea->systems();
  if (systems.size() != 1 || systems.front().kind != waves::SeaKind::regular) return std::nullopt;
  return 2.0 * kPi / systems.front().peak_omega;
}

std::optional<double> CaseRun::longest_period() const { return longest_period_of(*impl_->built.sea); }

std::optional<std::string> CaseRun::invalid_power(double absorbed, double window) const {
  const double carried = wave_power();
  if (!(carried > 0.0)) return std::nullopt;
  const auto& greatest = impl_->built.greatest_power;
  const auto period = longest_period();
  constexpr double kRest = 1e-6;  // [m] of crest: round-off of a device that takes nothing
  if (greatest && period && window > 0.0 && absorbed > kRest * carried) {
    // The mean over n waves scatters by some 1/sqrt(n) [TuckerPitt2001, 4.1]: three deviations.
    const double most = greatest();
    if (absorbed > most * (1.0 + 3.0 * std::sqrt(*period / window)))
      return fmt::format(
          "invalid: the PTOs absorb {:.4g} kW in the mean, and these waves give these bodies {:.4g} kW at most, by "
          "whatever control: energy comes from the integration; take a law without jumps, a smaller time_step or "
          "integrator: implicit",
          1e-3 * absorbed, 1e-3 * most);
  }
  // The largest farms are shorter than ten kilometres of crest, and one device draws from a few tens of metres.
  constexpr double kMostCrest = 10e3;
  if (!(std::abs(absorbed) > kMostCrest * carried)) return std::nullopt;
  return fmt::format(
      "invalid: the PTOs {} {:.4g} MW in the mean, as much as the waves carry over {:.4g} km of crest: no device does "
      "that; check the sign and size of the forces on them",
      absorbed > 0.0 ? "absorb" : "put in", 1e-6 * std::abs(absorbed), 1e-3 * std::abs(absorbed) / carried);
}

void CaseRun::run(const std::function<bool(double time)>& row, const std::function<void(double time)>& point) {
  impl_->built.of_run->clear();
  impl_->integrator.watch(point);
  impl_->integrator.initialize();
  impl_->built.take_initialization_notes(impl_->system);
  impl_->left = false;
  impl_->integrator.run([&](double time) {
    impl_->left = !row(time);
    return !impl_->left;
  });
  impl_->take_watch();
}

RunSummary CaseRun::run_summary(const model::Model& model, const std::function<bool(double time)>& row) {
  solver::Integrator& integrator = impl_->integrator;
  impl_->built.of_run->clear();
  integrator.initialize();
  impl_->built.take_initialization_notes(impl_->system);
  Response response(model, impl_->built, impl_->system, integrator.time());
  integrator.watch([&response](double time) { response.point(time); });
  impl_->left = false;
  integrator.run([&](double time) {
    impl_->left = !row(time);
    response.row(time, impl_->system);
    return !impl_->left;
  });
  integrator.watch({});
  impl_->take_watch();
  RunSummary summary;
  impl_->judge(*this, response, impl_->left || stopped_at(), summary);
  response.finish(summary);
  return summary;
}

std::optional<double> CaseRun::stopped_at() const {
  const double end = impl_->end, time = impl_->integrator.time();
  if (impl_->left || time >= end - 1e-9 * std::max(1.0, std::abs(end))) return std::nullopt;
  return time;
}

long CaseRun::steps() const { return static_cast<long>(impl_->integrator.statistics().steps); }
long CaseRun::evaluations() const { return static_cast<long>(impl_->system.evaluations()); }

namespace {
std::string no_checkpoint(const system::ForeignModel& model) {
  return fmt::format(
      "a checkpoint cannot hold {}: the FMU does not write its state (canSerializeFMUstate is not true, of FMI 3.0 "
      "canSerializeFMUState)",
      model.title());
}
}  // namespace

RunSummary run_case(const model::Model& model, const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };

  Diagnostics diagnostics;
  const std::vector<model::OutputFile> outputs = check_run_outputs(model, options, diagnostics);
  std::optional<CaseRun> built_run;
  // The summary and the balance read these groups; what else the file leaves out is not computed.
  std::vector<std::string> read = model.output.select;
  for (const char* group : {"wave.*", "bodies.*", "ptos.*", "audit.*"})
    if (!model.output.select.empty()) read.emplace_back(group);
  assembly::collect(diagnostics, [&] { built_run.emplace(model, options.shared, read, options.audit); });
  diagnostics.throw_if_errors();
  model::require_writable(outputs);
  CaseRun& run = *built_run;
  assembly::BuiltCase& built = run.impl_->built;
  const system::System& system = run.impl_->system;

  const auto expected_rows =
      static_cast<std::size_t>(std::min(1e9, model.simulation.duration / built.solver.output_step)) + 2;
  const Window averages = averaging_window(model.simulation.start, model.simulation.duration, ramp_of_the_water(model),
                                           run.regular_period());
  const std::string case_file = model.file.has_filename() ? std::filesystem::absolute(model.file).string() : "";
  const std::filesystem::path results = results_path(model, options);
  if (options.prepared) options.prepared();
  ResultsWriter writer(results, ResultsHeader{model.text, version(), model.overrides, model.output.compression,
                                              model.output.select, expected_rows, 1.0, averages.from, case_file});
  std::vector<std::size_t> columns;
  for (const assembly::Series& series : run.series()) columns.push_back(writer.add(series));
  std::vector<std::pair<std::size_t, int>> state_columns;  // column, place in the state vector
  for (const assembly::RecordedSeries& state : built.states)
    state_columns.emplace_back(writer.add(state.series), system.state_offset(state.address).value_or(0));
  for (assembly::StoredArray& array : built.hydro) writer.store(std::move(array));
  solver::Integrator& integrator = run.impl_->integrator;
  integrator.interrupt_by(options.interrupt);
  const std::string layout =
      options.checkpoint_at || !options.restart.empty() ? layout_of(system, built.solver) : std::string{};
  // Of the files as they are now: built.compile() has read them.
  const std::string identity = options.checkpoint_at || !options.restart.empty() ? identity_of(model) : std::string{};
  const double end = model.simulation.start + model.simulation.duration;
  if (options.real_time && built.solver.communication) {
    throw InputError(Diagnostic{Severity::error, model.simulation.cosimulation.source.of("tolerance"),
                                "simulation.cosimulation.tolerance repeats steps, which a "
                                "run in real time cannot do",
                                "", "", "leave the tolerance out: steps are of fixed length then",
                                "simulation.cosimulation", "contradiction"});
  }
  if (options.checkpoint_at && !(*options.checkpoint_at >= model.simulation.start && *options.checkpoint_at <= end)) {
    throw InputError({}, fmt::format("a checkpoint at {:g} s is outside the run, {:g} to {:g} s",
                                     *options.checkpoint_at, model.simulation.start, end));
  }
  for (const system::ForeignModel* inner : system.foreign()) {
    if (options.checkpoint_at && !inner->writes() && inner->needs_its_state())
      throw InputError({}, no_checkpoint(*inner), "leave --checkpoint-at out, or ask its maker for one that does");
  }
  if (options.restart.empty()) {
    integrator.initialize();
    built.take_initialization_notes(system);
  } else {
    integrator.restore(read_checkpoint(options.restart, layout, identity));
    if (integrator.time() >= end) {
      throw InputError({},
                       fmt::format("{}: the checkpoint is at {:g} s, and the run ends at {:g} s",
                                   options.restart.string(), integrator.time(), end),
                       "give a longer simulation.duration");
    }
  }
  const double begin_time = integrator.time();
  check_results_size(model, built, writer.path(), begin_time, true, diagnostics);
  diagnostics.throw_if_errors();
  writer.start();

  RunSummary summary;
  std::optional<EnergyBalance> balance;
  if (options.audit && !built.body_names.empty()) balance.emplace(run, built.energy);
  Response response(model, built, system, begin_time);
  integrator.watch([&response](double time) { response.point(time); });
  const auto footer = [&] { return ResultsFooter{elapsed(), run.steps(), texts(built.all_warnings()), built.notes}; };
  // A row of numbers: its time, then each column's.
  std::vector<std::pair<std::size_t, std::size_t>> row_columns;  // column, numbers
  for (std::size_t i = 0; i < columns.size(); ++i)
    row_columns.emplace_back(columns[i], std::max(run.series()[i].width, 1));
  for (std::size_t i = 0; i < state_columns.size(); ++i)
    row_columns.emplace_back(state_columns[i].first, std::max(built.states[i].series.width, 1));
  std::size_t numbers = 1;
  for (const auto& [column, width] : row_columns) numbers += width;
  const auto fill = [&](double time, double* row) {
    *row++ = time;
    for (std::size_t i = 0; i < row_columns.size(); ++i) {
      const double* values = i < columns.size() ? system.recorded(static_cast<int>(i))
                                                : system.bound_state() + state_columns[i - columns.size()].second;
      row = std::copy_n(values, row_columns[i].second, row);
    }
  };
  const auto write = [&](const double* row) {
    const double time = *row++;
    for (const auto& [column, width] : row_columns) {
      writer.set(column, row);
      row += width;
    }
    writer.commit(time);
    if (options.progress) options.progress(time, (time - model.simulation.start) / model.simulation.duration);
  };
  std::vector<double> one_row(numbers);
  std::optional<RealTime> clock;
  if (options.real_time) {
    clock.emplace(*options.real_time, numbers, built.solver.output_step, write);
    integrator.watch([&, last = -HUGE_VAL](double time) mutable {
      response.point(time);
      if (time > last) clock->wait(time, options.interrupt);  // once for each point
      last = time;
    });
  }
  const auto observe = [&](double time) {
    fill(time, clock ? clock->row() : one_row.data());
    if (clock)
      clock->push();
    else
      write(one_row.data());
    response.row(time, system);
    if (balance) balance->row(time, run);
    return true;
  };
  try {
    if (options.checkpoint_at) {
      integrator.run(observe, *options.checkpoint_at);
      const auto foreign = system.foreign();
      const auto lost = std::find_if(foreign.begin(), foreign.end(), [](const system::ForeignModel* inner) {
        return !inner->writes() && inner->needs_its_state();
      });
      if (lost != foreign.end()) {  // known at this time only, after hours perhaps: the run goes on
        built.warnings.push_back(warning_of("no-checkpoint", "--checkpoint-at", no_checkpoint(**lost)));
      } else {
        summary.checkpoint = checkpoint_path(model, options);
        solver::Checkpoint checkpoint = integrator.checkpoint();
        checkpoint.snapshot.foreign_bytes = system.foreign_bytes(checkpoint.snapshot);
        write_checkpoint(summary.checkpoint, checkpoint, layout, identity);
      }
    }
    if (clock) clock->start(begin_time);
    integrator.run(observe);
    if (clock) {
      clock->close();
      summary.real_time = clock->summary();
    }
  } catch (const SimulationError& error) {
    clock.reset();
    const std::vector<Diagnostic> warnings = built.all_warnings();
    run.impl_->take_watch();
    const std::filesystem::path partial = writer.abandon(footer());
    const std::string message = fmt::format(
        "{}{}; what was computed until then is in {}", error.message(),
        error.diverged() ? assembly::watch_drivers(built, system) + response.drivers() : "", partial.string());
    if (dynamic_cast<const FailedWrite*>(&error) != nullptr)
      throw FailedWrite(message, error.quantity(), error.time(), error.component(), warnings);
    throw SimulationError(message, error.time(), error.component(), error.quantity(), error.diverged(), error.value(),
                          warnings);
  }
  run.impl_->take_watch();
  const bool stopped = integrator.time() < end - 1e-12 * std::abs(end);
  run.impl_->judge(run, response, stopped, summary);
  summary.results = writer.path();
  summary.simulated = integrator.time() - begin_time;
  if (stopped) summary.stopped_at = integrator.time();
  summary.steps = run.steps();
  summary.evaluations = run.evaluations();
  response.finish(summary);
  ResultsFooter end_of_file = footer();
  end_of_file.notes.insert(end_of_file.notes.end(), summary.notes.begin(), summary.notes.end());
  writer.finish(end_of_file);
  if (!built.state_file.empty()) write_state_file(built.state_file, run.impl_->integrator, system);

  summary.notes.insert(summary.notes.end(), writer.notes().begin(), writer.notes().end());
  if (balance) summary.audit = balance->judge(built.solver, static_cast<std::size_t>(summary.steps));
  summary.warnings = built.all_warnings();
  summary.choices = model::choices_in_force(model);
  if (const auto& steps = built.solver.communication; steps && steps->steps > 0)
    summary.notes.push_back(
        fmt::format("{} communication steps, {} repeated; the longest {:.3g} s, the shortest {:.3g} s", steps->steps,
                    steps->repeated, steps->longest, steps->shortest));
  summary.notes.insert(summary.notes.begin(), built.notes.begin(), built.notes.end());
  summary.notes_of_preparation = built.notes.size();
  summary.wall = elapsed();
  return summary;
}

void check_outputs(const model::Model& model, const RunOptions& options, Diagnostics& diagnostics) {
  check_run_outputs(model, options, diagnostics);
}

std::vector<std::string> check_case(const model::Model& model, Diagnostics& diagnostics, const RunOptions& options) {
  std::vector<std::string> notes;
  check_run_outputs(model, options, diagnostics);
  assembly::collect(diagnostics, [&] {
    assembly::SharedData shared;
    assembly::BuiltCase built = assembly::build_case(model, &shared);
    check_results_size(model, built, results_path(model, options), model.simulation.start, false, diagnostics);
    system::System system = built.compile();
    // To initialize an FMU is to run its code, which a check does not.
    const std::vector<system::ComponentInfo> all = system.describe();
    const bool foreign = std::any_of(all.begin(), all.end(),
                                     [](const system::ComponentInfo& component) { return component.type == "fmu"; });
    if (!foreign) system.initialize(model.simulation.start);
    const std::vector<Diagnostic>& of_reader = model.warnings;
    for (const Diagnostic& warning : built.warnings) {
      if (std::find(of_reader.begin(), of_reader.end(), warning) == of_reader.end()) diagnostics.add(warning);
    }
    notes = built.notes;
    if (!foreign && !built.body_names.empty() && !model.simulation.static_equilibrium) {
      try {
        for (Diagnostic& warning : assembly::judge_rest(model, &shared, notes)) diagnostics.add(std::move(warning));
      } catch (const std::exception&) {  // advice fails no case
      }
    }
    examine_hydro_data(built.hydro_data, model, shared, diagnostics, notes);
  });
  return notes;
}

}  // namespace swell::run
