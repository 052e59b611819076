#include "swell/case/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <set>

#include "build.h"
#include "checkpoint_file.h"
#include "response.h"
#include "run_outputs.h"
#include "swell/case/read_case.h"
#include "swell/case/results_writer.h"
#include "swell/case/version.h"
#include "swell/osp/ports.h"
#include "swell/solver/integrator.h"

namespace swell::model {

namespace {

/// The states at the end by name, as `initial.file` of another run takes them.
void write_state_file(const std::filesystem::path& file, const solver::Integrator& integrator,
                      const system::System& system) {
  Parameter states = Parameter::map({});
  for (const system::ComponentInfo& component : system.describe()) {
    for (const auto& state : component.states) {
      const double* from = integrator.state().data() + system.state_offset(state.address).value_or(0);
      states.set(state.address, Parameter::list(std::vector<double>(from, from + state.spec.width)));
    }
  }
  const Parameter tree = Parameter::map({{"time", Parameter::of(integrator.time())}, {"states", states}});
  // Beside its name first, so that a full disk leaves the file of an earlier run as it was.
  const std::filesystem::path temporary = file.string() + fmt::format(".{}.part", getpid());
  std::error_code error;
  {
    std::ofstream out(temporary);
    out << "# States of a run of swell at its end; `initial: {file: ...}` of another case starts from them.\n"
        << write_yaml(tree);
    out.close();
    if (!out) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) std::filesystem::rename(temporary, file, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw SimulationError(fmt::format("{}: the state file cannot be written: {}; the results are complete",
                                      file.string(), error.message()),
                          integrator.time(), "output.state", file.string());
  }
}

}  // namespace

namespace {

/// The rows of group /audit as they pass: the first, the last and the worst.
class Books {
 public:
  explicit Books(const CaseRun& run) {
    const auto& series = run.series();
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (series[i].path == "/audit/work") work_ = i;
      if (series[i].path == "/audit/exchanged") exchanged_ = i;
      if (series[i].path == "/audit/kinetic_energy") kinetic_ = i;
      if (series[i].path == "/audit/added_mass_energy") added_ = i;
      if (series[i].path == "/audit/force_defect") defect_ = i;
    }
    labels_ = series[work_].labels;
    bodies_ = series[defect_].labels.size();
  }

  void row(const CaseRun& run) {
    if (first_) {
      kinetic_start_ = run.values(kinetic_)[0];
      added_start_ = run.values(added_)[0];
      first_ = false;
    }
    kinetic_end_ = run.values(kinetic_)[0];
    added_end_ = run.values(added_)[0];
    total_ = run.values(exchanged_)[0];
    energies_.assign(run.values(work_), run.values(work_) + labels_.size());
    for (std::size_t b = 0; b < bodies_; ++b) worst_ = std::max(worst_, run.values(defect_)[b]);
  }

  AuditReport judge(const solver::Options& options, std::size_t steps) const {
    AuditReport report;
    // The added mass of all bodies in one sum: its own kinetic energy, and what non-reciprocal data leave over.
    double added = 0.0;
    bool any = false;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const std::string& label = labels_[i];
      if (label.size() > 12 && label.compare(label.size() - 12, 12, ": added_mass") == 0) {
        added += energies_[i];
        any = true;
      } else if (!report.lines.empty() && report.lines.back().name == label) {
        report.lines.back().energy += energies_[i];
      } else {
        report.lines.push_back({label, energies_[i]});
      }
    }
    if (any) {
      report.lines.push_back({"change of kinetic energy of the added mass", -(added_end_ - added_start_)});
      report.lines.push_back({"added mass that is not reciprocal, or delayed", added + added_end_ - added_start_});
    }
    report.lines.push_back({"change of kinetic energy of the bodies", -(kinetic_end_ - kinetic_start_)});
    for (const auto& line : report.lines) report.residual += line.energy;
    report.exchanged = total_;
    // docs/conventions.md: what the error estimates of all steps can add up to, and no more than 1e-4.
    constexpr double kMost = 1e-4, kRoundOff = 1e-9;
    const double share = options.method == solver::Method::rk4
                             ? kMost
                             : std::clamp(static_cast<double>(steps) * options.tolerance, kRoundOff, kMost);
    report.tolerance = share * total_ + 1e-9 * (std::abs(kinetic_start_) + std::abs(kinetic_end_)) + 1e-12;
    report.worst_force_defect = worst_;
    report.closes = std::abs(report.residual) <= report.tolerance && worst_ <= 1e-9;
    return report;
  }

 private:
  std::size_t work_ = 0, exchanged_ = 0, kinetic_ = 0, added_ = 0, defect_ = 0, bodies_ = 0;
  std::vector<std::string> labels_;
  std::vector<double> energies_;
  double kinetic_start_ = 0.0, kinetic_end_ = 0.0, added_start_ = 0.0, added_end_ = 0.0, total_ = 0.0, worst_ = 0.0;
  bool first_ = true;
};

}  // namespace

struct CaseRun::Impl {
  BuiltCase built;
  std::vector<Series> series;
  system::System system;
  solver::Integrator integrator;
  double end = 0.0;   // [s]
  bool left = false;  // by the caller of run()

  Impl(const Model& model, SharedData* shared, const std::vector<std::string>& select, bool audit)
      : built(build(model, shared, select, audit)),
        system(built.compile()),
        integrator(system, built.solver),
        end(model.simulation.start + model.simulation.duration) {
    for (const RecordedSeries& recorded : built.recorded) series.push_back(recorded.series);
  }

  static BuiltCase build(const Model& model, SharedData* shared, const std::vector<std::string>& select, bool audit) {
    BuiltCase built = build_case(model, shared, audit);
    auto& all = built.recorded;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const RecordedSeries& r) { return !selected(r.series.path, select); }),
              all.end());
    return built;
  }
};

CaseRun::CaseRun(const Model& model, SharedData* shared, const std::vector<std::string>& select, bool audit)
    : impl_(std::make_unique<Impl>(model, shared, select, audit)) {}
CaseRun::~CaseRun() = default;
CaseRun::CaseRun(CaseRun&&) noexcept = default;
CaseRun& CaseRun::operator=(CaseRun&&) noexcept = default;

const std::vector<Series>& CaseRun::series() const noexcept { return impl_->series; }
const double* CaseRun::values(std::size_t series) const { return impl_->system.recorded(static_cast<int>(series)); }
std::vector<std::string> CaseRun::warnings() const { return impl_->built.all_warnings(); }
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

void CaseRun::run(const std::function<bool(double time)>& row) {
  impl_->built.remarks->clear();
  impl_->integrator.initialize();
  impl_->left = false;
  impl_->integrator.run([&](double time) {
    impl_->left = !row(time);
    return !impl_->left;
  });
}

std::optional<double> CaseRun::stopped_at() const {
  const double end = impl_->end, time = impl_->integrator.time();
  if (impl_->left || time >= end - 1e-9 * std::max(1.0, std::abs(end))) return std::nullopt;
  return time;
}

long CaseRun::steps() const { return static_cast<long>(impl_->integrator.statistics().steps); }
long CaseRun::evaluations() const { return static_cast<long>(impl_->system.evaluations()); }

RunSummary run_case(const Model& model, const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };

  Diagnostics diagnostics;
  judge_run_outputs(model, options, diagnostics);
  std::optional<CaseRun> built_run;
  collect(diagnostics, [&] { built_run.emplace(model, options.shared, std::vector<std::string>{}, options.audit); });
  diagnostics.throw_if_errors();
  CaseRun& run = *built_run;
  BuiltCase& built = run.impl_->built;
  const system::System& system = run.impl_->system;

  const auto expected_rows =
      static_cast<std::size_t>(std::min(1e9, model.simulation.duration / built.solver.output_step)) + 2;
  ResultsWriter writer(results_path(model, options),
                       ResultsHeader{model.text, version(), model.overrides, model.output.compression,
                                     model.output.select, expected_rows, 1.0});
  std::vector<std::size_t> columns;
  for (const Series& series : run.series()) columns.push_back(writer.add(series));
  std::vector<std::pair<std::size_t, int>> state_columns;  // column, place in the state vector
  for (const RecordedSeries& state : built.states)
    state_columns.emplace_back(writer.add(state.series), system.state_offset(state.address).value_or(0));
  solver::Integrator& integrator = run.impl_->integrator;
  integrator.interrupt_by(options.interrupt);
  const std::string layout =
      options.checkpoint_at || !options.restart.empty() ? layout_of(system, built.solver) : std::string{};
  // Of the files as they are now: built.compile() has read them.
  const std::string identity = options.checkpoint_at || !options.restart.empty() ? identity_of(model) : std::string{};
  const double end = model.simulation.start + model.simulation.duration;
  if (options.checkpoint_at && (*options.checkpoint_at < model.simulation.start || *options.checkpoint_at > end)) {
    throw InputError({}, fmt::format("a checkpoint at {:g} s lies outside the run, {:g} to {:g} s",
                                     *options.checkpoint_at, model.simulation.start, end));
  }
  if (options.restart.empty()) {
    integrator.initialize();
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
  judge_results_size(model, built, writer.path(), begin_time, true, diagnostics);
  diagnostics.throw_if_errors();
  writer.start();

  RunSummary summary;
  std::optional<Books> books;
  if (options.audit && !built.body_names.empty()) books.emplace(run);
  Response response(model, built, system);
  integrator.watch([&response](double time) { response.point(time); });
  const auto footer = [&] { return ResultsFooter{elapsed(), run.steps(), built.all_warnings()}; };
  const auto observe = [&](double time) {
    for (std::size_t i = 0; i < columns.size(); ++i) writer.set(columns[i], system.recorded(static_cast<int>(i)));
    for (const auto& [column, offset] : state_columns) writer.set(column, system.bound_state() + offset);
    writer.commit(time);
    response.row(time, system);
    if (books) books->row(run);
    if (options.progress) options.progress(time, (time - model.simulation.start) / model.simulation.duration);
    return true;
  };
  try {
    if (options.checkpoint_at) {
      integrator.run(observe, *options.checkpoint_at);
      summary.checkpoint = checkpoint_path(model, options);
      write_checkpoint(summary.checkpoint, integrator.checkpoint(), layout, identity);
    }
    integrator.run(observe);
  } catch (const SimulationError& error) {
    const std::filesystem::path partial = writer.abandon(footer());
    const bool diverged = std::string(error.what()).find("diverged") != std::string::npos;
    throw SimulationError(fmt::format("{}{}; what was computed until then is in {}", error.what(),
                                      diverged ? response.drivers() : "", partial.string()),
                          error.time(), error.component(), error.quantity());
  }
  writer.finish(footer());
  if (!built.state_file.empty()) write_state_file(built.state_file, run.impl_->integrator, system);

  summary.results = writer.path();
  summary.simulated = integrator.time() - begin_time;
  if (integrator.time() < end * (1.0 - 1e-12)) summary.stopped_at = integrator.time();
  summary.steps = run.steps();
  summary.evaluations = run.evaluations();
  response.finish(summary);
  summary.notes.insert(summary.notes.end(), writer.notes().begin(), writer.notes().end());
  if (books) summary.audit = books->judge(built.solver, static_cast<std::size_t>(summary.steps));
  summary.warnings = built.all_warnings();
  summary.choices = choices_in_force(model);
  summary.notes.insert(summary.notes.begin(), built.notes.begin(), built.notes.end());
  summary.wall = elapsed();
  return summary;
}

void check_outputs(const Model& model, const RunOptions& options, Diagnostics& diagnostics) {
  judge_run_outputs(model, options, diagnostics);
}

std::vector<std::string> check_case(const Model& model, Diagnostics& diagnostics, const RunOptions& options) {
  std::vector<std::string> notes;
  judge_run_outputs(model, options, diagnostics);
  collect(diagnostics, [&] {
    BuiltCase built = build_case(model);
    judge_results_size(model, built, results_path(model, options), model.simulation.start, false, diagnostics);
    built.compile().initialize(model.simulation.start);
    for (const std::string& warning : built.warnings) {
      if (std::count(model.warnings.begin(), model.warnings.end(), warning) != 0) continue;  // of the reader: told
      const std::string mark = ": warning: ";  // text of a Diagnostic, or a bare sentence
      const std::size_t at = warning.find(mark);
      if (at == std::string::npos) {
        diagnostics.warning({}, warning);
      } else {
        diagnostics.warning(Origin{warning.substr(0, at), 0, 0, ""}, warning.substr(at + mark.size()));
      }
    }
    notes = built.notes;
  });
  return notes;
}

std::vector<system::ComponentInfo> case_interface(const Model& model, bool audit) {
  BuiltCase built = build_case(model, nullptr, audit);
  return built.compile().describe();
}

std::vector<system::ComponentInfo> device_interface(const Model& model) {
  std::set<std::string> outputs = {"sea.elevation"}, sums, inputs;
  std::vector<std::string> owners;  // of whom every port counts
  for (const Body& body : model.bodies) {
    for (const char* what : {".position", ".velocity", ".acceleration"}) outputs.insert(body.name + what);
    sums.insert(body.name + ".force");
  }
  const auto add_joint = [&](const Joint& joint) {
    for (const char* what : {".position", ".velocity", ".acceleration", ".force", ".power"})
      outputs.insert(joint.name + what);
    sums.insert(joint.name + ".force");
    inputs.insert(joint.name + ".motion");
  };
  for (const Joint& joint : model.joints) add_joint(joint);
  for (const Pto& pto : model.ptos) add_joint(pto);
  for (const Mooring& mooring : model.moorings) owners.push_back(mooring.name);
  for (const Component& component : model.components) owners.push_back(component.name);

  std::vector<system::ComponentInfo> list;
  for (system::ComponentInfo& component : case_interface(model)) {
    const bool whole = std::find(owners.begin(), owners.end(), component.name) != owners.end();
    system::ComponentInfo own;
    own.name = component.name;
    own.type = component.type;
    for (auto& port : component.outputs) {
      if (whole || outputs.count(port.address) > 0) own.outputs.push_back(std::move(port));
    }
    for (auto& port : component.inputs) {
      const bool sum = sums.count(port.address) > 0;
      if (!sum && (!port.sources.empty() || (!whole && inputs.count(port.address) == 0))) continue;
      port.sources.clear();
      if (outputs.count(port.address) > 0) {
        const bool taken = std::any_of(own.outputs.begin(), own.outputs.end(),
                                       [&](const auto& output) { return output.address == port.address; });
        if (taken) port.address += ".input";
      }
      own.inputs.push_back(std::move(port));
    }
    if (!own.inputs.empty() || !own.outputs.empty()) list.push_back(std::move(own));
  }
  return list;
}

Inspection inspect_case(const Model& model) {
  BuiltCase built = build_case(model);
  Inspection inspection;
  std::vector<system::ComponentInfo> components = built.graph.describe();
  std::optional<system::System> system;
  try {
    system.emplace(built.compile());
  } catch (const InputError& error) {
    inspection.faults = error.diagnostics();
  }
  std::vector<double> state;
  if (system) {
    state = system->initialize(model.simulation.start);
    std::vector<double> rate(state.size());
    system->evaluate(model.simulation.start, state.data(), rate.data());
    components = system->describe();
    Diagnostics unused;  // inspect writes nothing, so nothing is refused
    judge_results_size(model, built, results_path(model, {}), model.simulation.start, false, unused);
  }
  inspection.notes = built.notes;
  const auto numbers = [](const std::vector<double>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < 12; ++i)
      text += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", values[i]);
    return values.size() > 12 ? text + ", ..." : text;
  };
  for (const system::ComponentInfo& info : components) {
    InspectedComponent component{info.name, info.type, {}};
    for (const auto& parameter : info.parameters)
      component.items.push_back(
          {parameter.name, "parameter", parameter.width, parameter.unit, "", parameter.value, ""});
    const auto add = [&](const std::vector<system::ComponentInfo::Port>& ports, const char* kind) {
      for (const auto& port : ports) {
        std::string value = numbers(port.value);
        for (const std::string& source : port.sources) value += (value.empty() ? "from " : ", ") + source;
        const bool is_port = &ports == &info.inputs || &ports == &info.outputs;
        const std::string unit = port.spec.unit.empty() && !port.spec.choices.empty()
                                     ? fmt::format("{}", fmt::join(port.spec.choices, " or "))
                                     : port.spec.unit;
        component.items.push_back({port.address, kind, port.spec.width, unit, port.spec.frame, value,
                                   is_port ? osp::type_text(port.spec) : ""});
      }
    };
    add(info.inputs, "input");
    add(info.outputs, "output");
    add(info.states, "state");
    add(info.memories, "state");
    inspection.components.push_back(std::move(component));
  }
  return inspection;
}

}  // namespace swell::model
