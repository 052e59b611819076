// Components of the user's choice, the connections that the case names, and the states that it gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "build.h"
#include "swell/case/read_case.h"
#include "swell/case/table_file.h"
#include "swell/components/library.h"
#include "swell/components/registry.h"
#include "swell/device/body_loads.h"
#include "swell/osp/functions.h"
#include "swell/osp/ports.h"

namespace swell::model {

namespace {

components::Surroundings surroundings_of(const Building& b) {
  components::Surroundings around;
  around.start = b.model.simulation.start;
  around.gravity = b.model.environment.gravity;
  around.water_density = b.model.environment.water_density;
  around.folder = b.model.file.parent_path();
  const auto folder = around.folder;
  around.read_table = [folder](const std::filesystem::path& file, int columns, const Origin& origin) {
    return read_table_file(file.is_relative() ? folder / file : file, columns, 0, origin);
  };
  const auto sea = b.sea;
  if (sea) around.elevation = [sea](double time, double x, double y) { return sea->elevation(time, x, y); };
  return around;
}

/// One unit for all columns, or one per column.
std::string units_of(const system::PortSpec& spec) {
  if (spec.unit.find(',') == std::string::npos) return spec.unit;
  const std::vector<std::string> entries = osp::entry_units(spec);
  // States may list units for parts of unequal length.
  if (std::any_of(entries.begin(), entries.end(), [](const std::string& text) { return text.empty(); }))
    return spec.unit;
  return fmt::format("{}", fmt::join(entries, " "));
}

Series series_of(const std::string& path, const system::PortSpec& spec) {
  Series series;
  series.path = path;
  series.width = spec.width == 1 ? 0 : spec.width;
  series.units = spec.unit.empty() ? "1" : units_of(spec);
  series.description = spec.description.empty() ? spec.name : spec.description;
  series.labels = spec.labels;
  return series;
}

osp::FrameTree known_frames() {
  osp::FrameTree frames;
  osp::Frame down;
  down.name = "world-down";
  down.R_PF = Vector3(1.0, -1.0, -1.0).asDiagonal();
  frames.add(down);
  return frames;
}

}  // namespace

void build_components(Building& b) {
  if (b.model.components.empty()) return;
  components::Registry registry = components::Registry::built_in();
  const components::Surroundings around = surroundings_of(b);
  std::vector<std::string> loaded, unloaded;
  for (const Component& component : b.model.components) {
    if (component.library.empty()) continue;
    if (std::find(loaded.begin(), loaded.end(), component.library) != loaded.end()) continue;
    loaded.push_back(component.library);
    if (!collect(b.built.faults, [&] {
          components::load_library(component.library, around.folder, registry, component.source.of("library"));
        }))
      unloaded.push_back(component.library);
  }
  for (const Component& component : b.model.components) {
    std::unique_ptr<system::Component> made;
    if (std::find(unloaded.begin(), unloaded.end(), component.library) == unloaded.end() && !component.type.empty())
      made = registry.make(component.type, component.name, component.parameters, around, component.source.of("type"),
                           b.built.faults);
    if (made) {
      b.built.graph.add(std::move(made), component.source.origin);
    } else {
      b.built.unmade.push_back(component.name);
      b.built.graph.excuse(component.name);
    }
  }
}

void connect_components(Building& b) {
  system::Graph& graph = b.built.graph;
  std::map<std::string, system::PortSpec> from, to;
  for (const auto& output : graph.outputs()) from.emplace(output.address, output.spec);
  for (const auto& input : graph.inputs()) to.emplace(input.address, input.spec);
  const osp::FrameTree frames = known_frames();
  Diagnostics found;
  b.built.ports.check(graph.outputs(), graph.inputs(), found);
  const auto connect = [&](const std::string& output, const std::string& input, const Origin& origin) {
    const auto source = from.find(output), sink = to.find(input);
    if (source == from.end() || sink == to.end() || source->second.width != sink->second.width) {
      graph.connect(output, input, origin);  // the compiler says what is wrong, with everything else that is
      return output;
    }
    return osp::join(graph, source->second, output, sink->second, input, frames, origin, found);
  };
  for (const Connection& connection : b.model.connections) {
    const Origin& origin = connection.source.origin;
    const auto* output = std::get_if<std::string>(&connection.from);
    std::string feeding;
    if (output != nullptr) {
      feeding = connect(*output, connection.to, origin);
    } else {
      graph.constant(std::get<std::vector<double>>(connection.from), connection.to, origin);
    }
    for (const Body* body : b.bodies) {  // a load of the user's own is part of the report too
      if (connection.to != body->name + ".force") continue;
      const std::string report = device::load_name(body->name, "forces") + ".external";
      if (output != nullptr) {
        graph.connect(feeding, report, origin, true);
      } else {
        graph.constant(std::get<std::vector<double>>(connection.from), report, origin, true);
      }
    }
  }
  graph.settle_ports();
  b.built.ports.check(graph.outputs(), graph.inputs(), found);
  for (const Diagnostic& d : found.list()) (d.severity == Severity::error ? b.built.faults : b.diagnostics).add(d);
  for (const auto& output : graph.outputs()) {
    const bool own = std::any_of(b.model.components.begin(), b.model.components.end(),
                                 [&](const Component& c) { return c.name == output.component; });
    if (!own) continue;
    b.built.recorded.push_back(
        {output.address, series_of("/components/" + output.component + "/" + output.spec.name, output.spec)});
  }
  if (b.model.output.states) {
    for (const auto& state : graph.states()) {
      b.built.states.push_back(
          {state.address, series_of("/states/" + state.component + "/" + state.spec.name, state.spec)});
    }
  }
  b.built.state_file = b.model.output.state;
}

namespace {

// A state file must fit in names and widths; what does not is listed.
void take_state_file(Building& b, const std::vector<system::Graph::Declared>& states) {
  const std::filesystem::path& file = b.model.initial.file;
  const Parameter tree = read_yaml_file(file);
  const Parameter* given = tree.find("states");
  if (given == nullptr || !given->is_map())
    throw InputError({file.string(), 1, 1, ""}, "is no state file", "output.state of a run writes one");
  std::vector<std::string> known;
  for (const auto& state : states) {
    known.push_back(state.address);
    const Parameter* values = given->find(state.address);
    if (values == nullptr) {
      b.diagnostics.error({file.string(), 0, 0, ""}, fmt::format("{} has no state {}", file.string(), state.address),
                          "it was written by another case");
    } else if (static_cast<int>(values->items.size()) != state.spec.width) {
      b.diagnostics.error(values->origin, fmt::format("{} has {} values here and {} in this case", state.address,
                                                      values->items.size(), state.spec.width));
    } else {
      std::vector<double> numbers;
      for (const Parameter& item : values->items) numbers.push_back(item.number);
      b.built.graph.initial(state.address, std::move(numbers), values->origin);
    }
  }
  for (std::size_t i = 0; i < given->keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), given->keys[i]) == known.end())
      b.diagnostics.error(given->items[i].origin, fmt::format("{} is no state of this case", given->keys[i]));
  }
}

}  // namespace

void set_initial_states(Building& b) {
  const InitialStates& initial = b.model.initial;
  const std::vector<system::Graph::Declared> states = b.built.graph.states();
  if (!initial.file.empty()) {
    take_state_file(b, states);
    return;
  }
  std::vector<std::string> known;
  known.reserve(states.size());
  for (const auto& state : states) known.push_back(state.address);
  for (std::size_t i = 0; i < initial.values.keys.size(); ++i) {
    const std::string& key = initial.values.keys[i];
    const Parameter& value = initial.values.items[i];
    const auto found = std::find(known.begin(), known.end(), key);
    if (found == known.end()) {
      const auto near = nearest(key, known);
      const bool unknown = std::any_of(b.built.unmade.begin(), b.built.unmade.end(),
                                       [&](const std::string& name) { return key.rfind(name + ".", 0) == 0; });
      if (unknown) continue;
      b.built.faults.error(value.origin, fmt::format("initial.{} is no state", key),
                           near ? "did you mean " + *near + "?" : fmt::format("states: {}", fmt::join(known, ", ")));
      continue;
    }
    std::vector<double> numbers;
    if (value.kind == Parameter::Kind::number) numbers.push_back(value.number);
    for (const Parameter& item : value.items) numbers.push_back(item.number);
    const bool all_numbers = std::all_of(value.items.begin(), value.items.end(),
                                         [](const Parameter& p) { return p.kind == Parameter::Kind::number; });
    const int width = states[static_cast<std::size_t>(found - known.begin())].spec.width;
    if (static_cast<int>(numbers.size()) != width || !all_numbers) {
      b.built.faults.error(value.origin, fmt::format("initial.{} needs {} number{}, {} given", key, width,
                                                     width == 1 ? "" : "s", numbers.size()));
      continue;
    }
    b.built.graph.initial(key, std::move(numbers), value.origin);
  }
}

namespace {

/// Every sample is a step: a slip of units there is a run that never ends.
void refuse_endless_sampling(const system::System& system, double duration) {
  constexpr double kMostSamples = 1e9;
  Diagnostics diagnostics;
  for (const auto& sampled : system.sampled()) {
    if (!(duration > kMostSamples * sampled.period)) continue;
    diagnostics.error(
        sampled.origin,
        fmt::format("{} samples every {:g} s: {:.3g} samples in the {:g} s of the run, and a run takes at most "
                    "{:g}",
                    sampled.component, sampled.period, duration / sampled.period, duration, kMostSamples),
        "lengthen its sample_time");
  }
  diagnostics.throw_if_errors();
}

}  // namespace

system::System BuiltCase::compile() {
  std::vector<std::string> addresses;
  for (const RecordedSeries& series : recorded) addresses.push_back(series.address);
  const auto rule = [this](const system::Joined& joined, Diagnostics& diagnostics) {
    // What a port says wrongly of itself has been told; nothing follows from it.
    if (ports.faulty().count(joined.from_address) > 0 || ports.faulty().count(joined.to_address) > 0) return 1.0;
    Diagnostics own;
    const double factor = osp::connection_rule(joined, own);
    for (const Diagnostic& diagnostic : own.list()) {
      if (diagnostic.severity == Severity::error) {
        diagnostics.add(diagnostic);
      } else if (!joined.told) {
        warnings.push_back(diagnostic.text());
      }
    }
    return factor;
  };
  std::optional<system::System> system;
  collect(faults, [&] {
    system.emplace(std::move(graph).compile(addresses, rule));
    refuse_endless_sampling(*system, solver.duration);
  });
  if (!faults.has_errors()) return std::move(*system);
  std::vector<Diagnostic> sorted = faults.list();
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.origin.file, a.origin.line, a.origin.column) <
           std::tie(b.origin.file, b.origin.line, b.origin.column);
  });
  throw InputError(std::move(sorted));
}

std::vector<Diagnostic> faults_of_components(const Model& model,
                                             const std::optional<std::vector<std::string>>& owners) {
  if (model.components.empty()) return {};
  BuiltCase built;
  Diagnostics device;  // what is wrong there is not ours to tell
  SharedData own;
  Building b(model, device, built, own);
  if (owners) {
    for (const std::string& owner : *owners) built.graph.excuse(owner);
  } else {
    const auto excuse = [&](const std::string& address) {
      const bool ours = std::any_of(model.components.begin(), model.components.end(), [&](const Component& c) {
        return !c.name.empty() && address.rfind(c.name + ".", 0) == 0;
      });
      if (!ours) built.graph.excuse(address.substr(0, address.rfind('.')));
    };
    for (const Connection& connection : model.connections) {
      excuse(connection.to);
      if (const auto* output = std::get_if<std::string>(&connection.from)) excuse(*output);
    }
  }
  try {
    build_components(b);
    connect_components(b);
    built.compile();
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

}  // namespace swell::model
