#include "swell/case/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "build.h"
#include "swell/case/results_writer.h"
#include "swell/case/version.h"
#include "swell/solver/integrator.h"

namespace swell::model {

namespace {

std::vector<std::string> addresses_of(const BuiltCase& built) {
  std::vector<std::string> addresses;
  for (const RecordedSeries& series : built.recorded) addresses.push_back(series.address);
  return addresses;
}

std::filesystem::path results_path(const Model& model, const RunOptions& options) {
  if (!options.output.empty()) return options.output;
  if (!model.output.file.empty()) return model.output.file;
  if (!model.file.empty()) return std::filesystem::path(model.file).replace_extension(".h5");
  return "results.h5";
}

// Results must not replace what the run reads: a slip of the hand after -o would destroy a case or BEM data.
void refuse_to_replace_inputs(const Model& model, const std::filesystem::path& results) {
  std::vector<std::filesystem::path> inputs = {model.file};
  for (const Body& body : model.bodies) {
    if (body.geometry) inputs.push_back(*body.geometry);
    if (!body.hydro_data) continue;
    for (const HydroFile& set : body.hydro_data->sets) inputs.push_back(set.file);
  }
  for (const Wave& wave : model.waves) {
    if (const auto* sea = std::get_if<ImportedSpectrum>(&wave)) inputs.push_back(sea->file);
    if (const auto* sea = std::get_if<DirectionalSpectrum>(&wave)) inputs.push_back(sea->file);
    if (const auto* sea = std::get_if<ImportedElevation>(&wave)) inputs.push_back(sea->file);
  }
  for (const std::filesystem::path& input : inputs) {
    std::error_code none;
    if (input.empty() || !std::filesystem::equivalent(input, results, none)) continue;
    throw InputError({}, fmt::format("{}: the results would replace an input of the case", results.string()),
                     "choose another name with -o or output.file");
  }
}

/// Start of the window that the summary speaks of: the second half, of a regular wave as many whole periods of it as
/// fit.
double window_start(const Model& model) {
  const double half = 0.5 * model.simulation.duration, end = model.simulation.start + model.simulation.duration;
  if (model.waves.size() == 1) {
    if (const auto* wave = std::get_if<RegularWave>(&model.waves.front()); wave != nullptr && wave->period <= half) {
      return end - std::floor(half / wave->period) * wave->period;
    }
  }
  return end - half;
}

/// Means and ranges over the window, from the recorded rows as they pass.
class Response {
 public:
  Response(const BuiltCase& built, const system::System& system, double from) : from_(from) {
    for (int i = 0; i < system.recorded_count(); ++i) {
      const std::string& address = system.recorded_address(i);
      for (const std::string& body : built.body_names) {
        if (address == body + ".position")
          bodies_.push_back({i, {body, std::vector<double>(6, HUGE_VAL), std::vector<double>(6, -HUGE_VAL)}});
      }
      for (const std::string& pto : built.pto_names) {
        if (address == pto + ".power") ptos_.push_back({i, system.recorded_spec(i).width, {pto, 0.0, 0.0}, 0.0});
      }
    }
  }

  void row(double time, const system::System& system) {
    if (time < from_ - 1e-9) return;
    ++rows_;
    for (auto& body : bodies_) {
      const double* position = system.recorded(body.series);
      for (std::size_t i = 0; i < 6; ++i) {
        body.summary.minimum[i] = std::min(body.summary.minimum[i], position[i]);
        body.summary.maximum[i] = std::max(body.summary.maximum[i], position[i]);
      }
    }
    for (auto& pto : ptos_) {
      double power = 0.0;
      for (int i = 0; i < pto.width; ++i) power += system.recorded(pto.series)[i];
      // Trapezoid: the first row counts half, and so does the last, which finish() takes off.
      pto.summary.mean_power += rows_ == 1 ? 0.5 * power : power;
      pto.last = power;
      pto.summary.peak_power = std::max(pto.summary.peak_power, power);
    }
  }

  void finish(RunSummary& summary) const {
    for (const auto& body : bodies_) summary.bodies.push_back(body.summary);
    for (const auto& pto : ptos_) {
      summary.ptos.push_back(pto.summary);
      if (rows_ > 1) {
        summary.ptos.back().mean_power -= 0.5 * pto.last;
        summary.ptos.back().mean_power /= static_cast<double>(rows_ - 1);
      }
    }
  }

 private:
  struct BodyRange {
    int series;
    BodySummary summary;
  };
  struct PtoPower {
    int series;
    int width;
    PtoSummary summary;
    double last = 0.0;  // of the newest row [W]
  };
  double from_;
  long rows_ = 0;
  std::vector<BodyRange> bodies_;
  std::vector<PtoPower> ptos_;
};

}  // namespace

struct CaseRun::Impl {
  BuiltCase built;
  std::vector<Series> series;
  system::System system;
  solver::Integrator integrator;

  Impl(const Model& model, SharedData* shared, const std::vector<std::string>& select)
      : built(build(model, shared, select)),
        system(std::move(built.graph).compile(addresses_of(built))),
        integrator(system, built.solver) {
    for (const RecordedSeries& recorded : built.recorded) series.push_back(recorded.series);
  }

  static BuiltCase build(const Model& model, SharedData* shared, const std::vector<std::string>& select) {
    BuiltCase built = build_case(model, shared);
    auto& all = built.recorded;
    all.erase(std::remove_if(all.begin(), all.end(),
                             [&](const RecordedSeries& r) { return !selected(r.series.path, select); }),
              all.end());
    return built;
  }
};

CaseRun::CaseRun(const Model& model, SharedData* shared, const std::vector<std::string>& select)
    : impl_(std::make_unique<Impl>(model, shared, select)) {}
CaseRun::~CaseRun() = default;
CaseRun::CaseRun(CaseRun&&) noexcept = default;
CaseRun& CaseRun::operator=(CaseRun&&) noexcept = default;

const std::vector<Series>& CaseRun::series() const noexcept { return impl_->series; }
const double* CaseRun::values(std::size_t series) const { return impl_->system.recorded(static_cast<int>(series)); }
const std::vector<std::string>& CaseRun::warnings() const noexcept { return impl_->built.warnings; }
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
  impl_->integrator.initialize();
  impl_->integrator.run(row);
}

long CaseRun::steps() const { return static_cast<long>(impl_->integrator.statistics().steps); }
long CaseRun::evaluations() const { return static_cast<long>(impl_->system.evaluations()); }

RunSummary run_case(const Model& model, const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };

  refuse_to_replace_inputs(model, results_path(model, options));
  CaseRun run(model, options.shared);
  const BuiltCase& built = run.impl_->built;
  const system::System& system = run.impl_->system;

  ResultsWriter writer(results_path(model, options), ResultsHeader{model.text, version(), model.overrides,
                                                                   model.output.compression, model.output.select});
  std::vector<std::size_t> columns;
  for (const Series& series : run.series()) columns.push_back(writer.add(series));
  run.impl_->integrator.initialize();
  writer.start();

  RunSummary summary;
  Response response(built, system, window_start(model));
  const auto footer = [&] { return ResultsFooter{elapsed(), run.steps(), built.warnings}; };
  const auto observe = [&](double time) {
    for (std::size_t i = 0; i < columns.size(); ++i) writer.set(columns[i], system.recorded(static_cast<int>(i)));
    writer.commit(time);
    response.row(time, system);
    if (options.progress) options.progress(time, (time - model.simulation.start) / model.simulation.duration);
    return true;
  };
  try {
    run.impl_->integrator.run(observe);
  } catch (const SimulationError& error) {
    const std::filesystem::path partial = writer.abandon(footer());
    throw SimulationError(fmt::format("{}; what was computed until then is in {}", error.what(), partial.string()),
                          error.time(), error.component(), error.quantity());
  }
  writer.finish(footer());

  summary.results = writer.path();
  summary.simulated = model.simulation.duration;
  summary.steps = run.steps();
  summary.evaluations = run.evaluations();
  response.finish(summary);
  summary.warnings = built.warnings;
  summary.choices = choices_in_force(model);
  summary.notes = built.notes;
  summary.wall = elapsed();
  return summary;
}

void check_case(const Model& model, Diagnostics& diagnostics) {
  collect(diagnostics, [&] {
    BuiltCase built = build_case(model);
    const std::vector<std::string> addresses = addresses_of(built);
    std::move(built.graph).compile(addresses).initialize(model.simulation.start);
    for (const std::string& warning : built.warnings) diagnostics.warning({}, warning);
  });
}

Inspection inspect_case(const Model& model) {
  BuiltCase built = build_case(model);
  const std::vector<std::string> addresses = addresses_of(built);
  system::System system = std::move(built.graph).compile(addresses);
  const std::vector<double> state = system.initialize(model.simulation.start);
  std::vector<double> rate(state.size());
  system.evaluate(model.simulation.start, state.data(), rate.data());

  Inspection inspection;
  inspection.notes = built.notes;
  const auto numbers = [](const std::vector<double>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < 12; ++i)
      text += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", values[i]);
    return values.size() > 12 ? text + ", ..." : text;
  };
  for (const system::ComponentInfo& info : system.describe()) {
    InspectedComponent component{info.name, info.type, {}};
    for (const auto& parameter : info.parameters)
      component.items.push_back({parameter.name, "parameter", 1, parameter.unit, "", parameter.value});
    const auto add = [&](const std::vector<system::ComponentInfo::Port>& ports, const char* kind) {
      for (const auto& port : ports) {
        std::string value = numbers(port.value);
        for (const std::string& source : port.sources) value += (value.empty() ? "from " : ", ") + source;
        component.items.push_back({port.address, kind, port.spec.width, port.spec.unit, port.spec.frame, value});
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
