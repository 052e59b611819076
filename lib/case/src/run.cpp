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

/// Means and ranges over the second half of the run, from the recorded rows as they pass.
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
        if (address == pto + ".power") ptos_.push_back({i, system.recorded_spec(i).width, {pto, 0.0, 0.0}});
      }
    }
  }

  void row(double time, const system::System& system) {
    if (time < from_) return;
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
      pto.summary.mean_power += power;  // a sum until finish()
      pto.summary.peak_power = std::max(pto.summary.peak_power, power);
    }
  }

  void finish(RunSummary& summary) const {
    for (const auto& body : bodies_) summary.bodies.push_back(body.summary);
    for (const auto& pto : ptos_) {
      summary.ptos.push_back(pto.summary);
      if (rows_ > 0) summary.ptos.back().mean_power /= static_cast<double>(rows_);
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
  };
  double from_;
  long rows_ = 0;
  std::vector<BodyRange> bodies_;
  std::vector<PtoPower> ptos_;
};

}  // namespace

RunSummary run_case(const Model& model, const RunOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };

  BuiltCase built = build_case(model);
  const std::vector<std::string> addresses = addresses_of(built);
  system::System system = std::move(built.graph).compile(addresses);
  solver::Integrator integrator(system, built.solver);

  ResultsWriter writer(results_path(model, options), ResultsHeader{model.text, version(), model.overrides,
                                                                   model.output.compression, model.output.select});
  std::vector<std::size_t> columns;
  for (const RecordedSeries& series : built.recorded) columns.push_back(writer.add(series.series));
  integrator.initialize();
  writer.start();

  RunSummary summary;
  Response response(built, system, model.simulation.start + 0.5 * model.simulation.duration);
  const auto footer = [&] {
    return ResultsFooter{elapsed(), static_cast<long>(integrator.statistics().steps), built.warnings};
  };
  const auto observe = [&](double time) {
    for (std::size_t i = 0; i < columns.size(); ++i) writer.set(columns[i], system.recorded(static_cast<int>(i)));
    writer.commit(time);
    response.row(time, system);
    if (options.progress) options.progress(time, (time - model.simulation.start) / model.simulation.duration);
    return true;
  };
  try {
    integrator.run(observe);
  } catch (const SimulationError& error) {
    const std::filesystem::path partial = writer.abandon(footer());
    throw SimulationError(fmt::format("{}; what was computed until then is in {}", error.what(), partial.string()),
                          error.time(), error.component(), error.quantity());
  }
  writer.finish(footer());

  summary.results = writer.path();
  summary.simulated = model.simulation.duration;
  summary.steps = static_cast<long>(integrator.statistics().steps);
  summary.evaluations = static_cast<long>(system.evaluations());
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
