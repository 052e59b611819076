// Components of the user's choice, and the states that the case gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/components/library.h"
#include "swell/components/registry.h"
#include "swell/model/read_case.h"
#include "swell/model/table_file.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

components::Surroundings surroundings_of(const Case& c, const Sea& sea, const BuiltCase& built) {
  components::Surroundings around;
  around.start = c.model.simulation.start;
  around.gravity = c.model.environment.gravity;
  around.water_density = c.model.environment.water_density;
  around.folder = c.model.file.parent_path();
  const auto folder = around.folder;
  around.read_table = [folder, containment = c.model.containment](const std::filesystem::path& file, int columns,
                                                                  const Origin& origin) {
    return model::read_table_file(file.is_relative() ? folder / file : file, columns, 0, origin, containment);
  };
  around.warn = [list = built.of_run](Diagnostic warning) { add_once(*list, std::move(warning)); };
  around.objects->add<components::ExternalValues>(components::ExternalValues::kName, built.external);
  if (const auto& control = built.solver.communication)
    around.objects->add<system::CommunicationControl>(system::CommunicationControl::kName, control);
  Sea water = sea;
  if (!water) {  // a case with other mistakes: those of its components show against water at rest
    waves::SeaSettings settings;
    constexpr double kSomeDepth = 100.0;
    settings.water.depth = c.model.environment.depth.value_or(kSomeDepth);
    if (!std::isfinite(*settings.water.depth)) settings.water.depth.reset();
    water = std::make_shared<const waves::SeaState>(waves::make_sea_state({waves::StillWater{}}, settings));
  }
  around.environment = std::make_shared<const components::Environment>(water);
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

/// Makes the components of a case, each once: those whose shared object another asks for before their turn.
class Maker {
 public:
  Maker(const Case& c, const Sea& sea, const BuiltCase& built, const std::set<std::string>& refused)
      : c_(c),
        sea_(sea),
        registry_(components::Registry::built_in()),
        around_(surroundings_of(c, sea, built)),
        loaded_(refused),
        unloaded_(refused) {
    around_.make_first = [this](const std::string& name) { return make_first(name); };
    for (const model::Component& component : c.model.components) load(component);
    latest_ = latest_inputs(c);
    parts_.resize(c.model.components.size());
  }

  OwnComponents make_all() {
    for (std::size_t i = 0; i < parts_.size(); ++i) make(i);
    for (Part& part : parts_) own_.made.push_back(std::move(part.made));
    c_.uses(c_.model.environment.water_density);
    if (sea_ && around_.environment.use_count() > 1) {  // a component holds on to the water
      use_flow(c_, sea_);
      c_.uses(c_.model.environment.depth);
    }
    return std::move(own_);
  }

 private:
  struct Part {
    std::unique_ptr<system::Component> made;
    enum class Turn { waits, now, past } turn = Turn::waits;
  };

  void load(const model::Component& component) {
    if (component.library.empty() || !loaded_.insert(component.library).second) return;
    if (!collect(own_.faults, [&] {
          components::load_library(component.library, around_.folder, registry_, component.source.of("library"));
        }))
      unloaded_.insert(component.library);
  }

  void make(std::size_t i) {
    Part& part = parts_[i];
    if (part.turn != Part::Turn::waits) return;
    part.turn = Part::Turn::now;
    const model::Component& component = c_.model.components[i];
    Parameter with_latest;
    const Parameter* parameters = &component.parameters;
    if (const auto latest = latest_.find(component.name); latest != latest_.end() && !parameters->find("latest")) {
      with_latest = *parameters;
      with_latest.set("latest", latest->second);
      parameters = &with_latest;
    }
    if (unloaded_.count(component.library) == 0 && !component.type.empty())
      part.made = registry_.make(component.type, component.name, *parameters, around_, component.source.of("type"),
                                 own_.faults);
    part.turn = Part::Turn::past;
  }

  // One that is being made (it asks for its own object, or two ask each other) has not shared anything yet.
  bool make_first(const std::string& name) {
    const auto& all = c_.model.components;
    const auto it = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    if (it == all.end()) return false;
    const auto i = static_cast<std::size_t>(it - all.begin());
    make(i);
    return true;
  }

  const Case& c_;
  const Sea sea_;
  OwnComponents own_;
  components::Registry registry_;
  components::Surroundings around_;
  std::set<std::string> loaded_, unloaded_;  // the first: those that were tried
  std::map<std::string, Parameter> latest_;  // by component: what Gauss-Seidel adds to it
  std::vector<Part> parts_;
};

}  // namespace

OwnComponents make_components(const Case& c, const Sea& sea, const BuiltCase& built,
                              const std::set<std::string>& refused) {
  if (c.model.components.empty()) return {};
  return Maker(c, sea, built, refused).make_all();
}

std::vector<std::string> add_components(const Case& c, OwnComponents& own, system::Graph& graph) {
  std::vector<std::string> failed;
  for (std::size_t i = 0; i < own.made.size(); ++i) {
    const model::Component& component = c.model.components[i];
    if (own.made[i]) {
      graph.add(std::move(own.made[i]), component.source.origin);
    } else {
      failed.push_back(component.name);
      graph.ignore_faults_of(component.name);
    }
  }
  return failed;
}

namespace {

// The numbers of one state, from the case or a state file; what is none is named.
std::optional<std::vector<double>> numbers_of(const Parameter& value, const std::string& what, int width,
                                              Diagnostics& faults) {
  std::vector<double> numbers;
  const std::vector<Parameter> items =
      value.kind == Parameter::Kind::list ? value.items : std::vector<Parameter>{value};
  for (const Parameter& item : items) {
    if (item.kind != Parameter::Kind::number || !std::isfinite(item.number)) {
      code::refuse(faults, "wrong-value", item.origin,
                   fmt::format("{} holds {}, which is not a number", what,
                               item.kind == Parameter::Kind::list ? "a list"
                               : item.is_map()                    ? "a map"
                                                                  : item.text),
                   fmt::format("give {} number{}", width, width == 1 ? "" : "s"));
      return std::nullopt;
    }
    numbers.push_back(item.number);
  }
  if (static_cast<int>(numbers.size()) == width) return numbers;
  code::refuse(faults, "wrong-value", value.origin,
               fmt::format("{} has {} number{}, the state is {} wide", what, numbers.size(),
                           numbers.size() == 1 ? "" : "s", width),
               fmt::format("give {}", width));
  return std::nullopt;
}

// A state file must fit in names, widths and labels; what does not is listed.
void take_state_file(const Case& c, system::Graph& graph, const std::vector<system::Graph::Declared>& states) {
  const std::filesystem::path& file = c.model.initial.file;
  const Parameter tree = model::read_yaml_file(file, model::kStateFile);
  const Parameter* given = tree.find("states");
  if (given == nullptr || !given->is_map())
    throw InputError({file.string(), 1, 1, ""}, "is not a state file", "output.state of a run writes one");
  std::vector<std::string> known;
  for (const auto& state : states) {
    known.push_back(state.address);
    const Parameter* values = given->find(state.address);
    if (values == nullptr) {
      c.diagnostics.error({file.string(), 0, 0, ""}, fmt::format("{} has no state {}", file.string(), state.address),
                          "it was written by another case or an earlier version: run that case again");
    } else if (auto numbers = numbers_of(*values, state.address, state.spec.width, c.diagnostics)) {
      graph.initial(state.address, std::move(*numbers), values->origin);
    }
    // The same number of coordinates may be those of other joints, or of another body that floats freely.
    const Parameter* labels = tree.find("labels");
    const Parameter* own = labels != nullptr && values != nullptr ? labels->find(state.address) : nullptr;
    for (std::size_t i = 0; own != nullptr && i < own->items.size() && i < state.spec.labels.size(); ++i) {
      if (own->items[i].text == state.spec.labels[i]) continue;
      c.diagnostics.error(own->origin,
                          fmt::format("{}: number {} is {}, in this case {}", state.address, i + 1, own->items[i].text,
                                      state.spec.labels[i]),
                          "it was written by another case");
      break;
    }
  }
  for (std::size_t i = 0; i < given->keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), given->keys[i]) == known.end())
      c.diagnostics.error(given->items[i].origin, fmt::format("{} is not a state of this case", given->keys[i])).code =
          code::kUnknownName;
  }
}

bool is_memory(system::Graph& graph, const std::string& address) {
  const std::vector<system::ComponentInfo> all = graph.describe();
  return std::any_of(all.begin(), all.end(), [&](const system::ComponentInfo& component) {
    return std::any_of(component.memories.begin(), component.memories.end(),
                       [&](const auto& memory) { return memory.address == address; });
  });
}

}  // namespace

std::vector<system::Graph::Declared> stored_memory(system::Graph& graph) {
  std::vector<system::Graph::Declared> list;
  for (const system::ComponentInfo& component : graph.describe()) {
    for (const auto& memory : component.memories)
      if (!memory.value.empty()) list.push_back({memory.address, component.name, memory.spec, {}});
  }
  return list;
}

std::string name_within(const system::Graph::Declared& port) {
  const std::string owner = port.component + ".";
  return port.spec.name.rfind(owner, 0) == 0 ? port.spec.name.substr(owner.size()) : port.spec.name;
}

Series output_series(const std::string& path, const std::string& port, const system::PortSpec& spec) {
  Series series;
  series.path = path;
  series.port = port;
  series.width = spec.width == 1 ? 0 : spec.width;
  series.units = spec.unit.empty() ? "1" : units_of(spec);
  series.description = spec.description.empty() ? spec.name : spec.description;
  series.labels = spec.labels;
  if (series.labels.empty() && spec.width == 3 && !spec.frame.empty()) series.labels = {"x", "y", "z"};
  return series;
}

void set_initial_states(const Case& c, const std::vector<std::string>& failed, system::Graph& graph,
                        Diagnostics& faults) {
  const model::InitialStates& initial = c.model.initial;
  const std::vector<system::Graph::Declared> states = graph.states();
  // Single values beside a file are checked all the same: the file wins over them, as in FhSim, and a warning reports
  // it.
  const bool from_file = !initial.file.empty();
  if (from_file) {
    std::vector<system::Graph::Declared> all = states;
    for (system::Graph::Declared& memory : stored_memory(graph)) all.push_back(std::move(memory));
    take_state_file(c, graph, all);
  }
  std::vector<Series> known;
  known.reserve(states.size());
  for (const auto& state : states)
    known.push_back(output_series("/states/" + state.component + "/" + state.spec.name, state.address, state.spec));
  for (std::size_t i = 0; i < initial.values.keys.size(); ++i) {
    const std::string& key = initial.values.keys[i];
    const Parameter& value = initial.values.items[i];
    const auto found = find_signal(key, known);
    if (!found) {
      if (of_failed_component(failed, key)) continue;
      if (is_memory(graph, key)) {
        code::refuse(faults, code::kUnknownName, value.origin,
                     fmt::format("initial.{} is memory of a component, not a state: it has no start value", key),
                     "swell run --restart continues with the whole memory of a checkpoint");
        continue;
      }
      code::refuse(faults, code::kUnknownName, value.origin, fmt::format("initial.{} is not a state", key),
                   signal_hint(key, known, Takes::one));
      continue;
    }
    const int width = found->column ? 1 : states[found->series].spec.width;
    auto numbers = numbers_of(value, "initial." + key, width, faults);
    if (!numbers) continue;
    if (from_file)
      c.diagnostics.warning("no-effect", value.origin,
                            fmt::format("initial.{} has no effect: initial.file holds that state", key));
    else
      graph.initial(known[found->series].port, std::move(*numbers), value.origin, found->column);
  }
}

namespace {

/// A state file holds states and stored memory: what else components know of the past starts anew.
void warn_of_lost_memory(const system::System& system, const Origin& origin, std::vector<Diagnostic>& warnings) {
  std::vector<std::string> names;
  for (const system::ComponentInfo& component : system.describe()) {
    // Modes (turns counted, a heading held) stand as at the start of any run.
    const bool remembers = std::any_of(component.memories.begin(), component.memories.end(), [](const auto& memory) {
      return memory.kind != system::MemoryKind::mode && memory.value.empty();  // with a value: in the file
    });
    if (remembers && !component.outputs.empty()) names.push_back(component.name);
  }
  if (names.empty()) return;
  Diagnostics diagnostics;
  diagnostics.warning("memory-anew", origin,
                      fmt::format("a state file holds no memory: {} {} anew, as after a long time at rest",
                                  fmt::join(names, ", "), names.size() == 1 ? "starts" : "start"),
                      "swell run --checkpoint-at and --restart go on with everything");
  warnings.push_back(diagnostics.warnings().front());
}

/// Every sample is a step: a slip of units there is a run that never ends.
void refuse_endless_sampling(const system::System& system, double duration) {
  constexpr double kMostSamples = 1e9;
  Diagnostics diagnostics;
  for (const auto& sampled : system.sampled()) {
    if (!(duration > kMostSamples * sampled.period)) continue;
    code::refuse(
        diagnostics, "out-of-range", sampled.origin,
        fmt::format("{} samples every {:g} s: {:.3g} samples in the {:g} s of the run, and a run takes at most "
                    "{:g}",
                    sampled.component, sampled.period, duration / sampled.period, duration, kMostSamples),
        "lengthen its sample_time");
  }
  diagnostics.throw_if_errors();
}

}  // namespace

std::vector<Diagnostic> BuiltCase::all_warnings() const {
  std::vector<Diagnostic> all = warnings;
  all.insert(all.end(), of_run->begin(), of_run->end());
  return all;
}

void BuiltCase::take_initialization_notes(const system::System& system) const {
  for (const std::string& note : system.initialization_notes())
    of_run->push_back(warning_of("initial-values", "initialization", note));
}

system::System BuiltCase::compile() {
  std::vector<std::string> addresses;
  for (const RecordedSeries& series : recorded) addresses.push_back(series.address);
  const auto rule = [this](const system::Joined& joined, Diagnostics& diagnostics) {
    // What a port says wrongly of itself has been reported; nothing follows from it.
    if (ports.faulty().count(joined.from_address) > 0 || ports.faulty().count(joined.to_address) > 0) return 1.0;
    Diagnostics own;
    const double factor = osp::connection_rule(joined, own);
    for (const Diagnostic& diagnostic : own.list()) {
      if (diagnostic.severity == Severity::error) {
        diagnostics.add(diagnostic);
      } else if (!joined.reported) {
        warnings.push_back(diagnostic);
      }
    }
    return factor;
  };
  std::optional<system::System> system;
  collect(faults, [&] {
    system.emplace(std::move(graph).compile(addresses, rule));
    refuse_endless_sampling(*system, solver.duration);
    if (state_file_from) warn_of_lost_memory(*system, *state_file_from, warnings);
  });
  if (!faults.has_errors()) return std::move(*system);
  std::vector<Diagnostic> sorted = faults.list();
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.origin.file, a.origin.line, a.origin.column) <
           std::tie(b.origin.file, b.origin.line, b.origin.column);
  });
  throw InputError(std::move(sorted));
}

std::vector<Diagnostic> faults_of_components(const model::Model& model,
                                             const std::optional<std::vector<std::string>>& owners, bool connections,
                                             const std::set<std::string>& refused) {
  if (model.components.empty()) return {};
  BuiltCase built;
  Messages device;  // what is wrong there is not ours to tell
  SharedData own;
  const Case c(model, own, device);
  if (owners) {
    for (const std::string& owner : *owners) built.graph.ignore_faults_of(owner);
  } else {
    const auto ignore_faults_of = [&](const std::string& address) {
      const bool ours = std::any_of(
          model.components.begin(), model.components.end(),
          [&](const model::Component& each) { return !each.name.empty() && address.rfind(each.name + ".", 0) == 0; });
      if (!ours) built.graph.ignore_faults_of(address.substr(0, address.rfind('.')));
    };
    for (const model::Connection& connection : model.connections) {
      ignore_faults_of(connection.to);
      if (const auto* output = std::get_if<std::string>(&connection.from)) ignore_faults_of(*output);
    }
  }
  std::set<std::string> names;
  bool unique = true;
  for (const model::Component& component : model.components) unique = names.insert(component.name).second && unique;
  try {
    built.solver.communication = communication_of(c);
    OwnComponents made = make_components(c, nullptr, built, refused);
    built.failed_components = add_components(c, made, built.graph);
    built.faults = std::move(made.faults);
    // Where the reader has found two of one name, or connections it cannot read, addresses mean nothing.
    if (!unique || !connections) return built.faults.list();
    Wiring wiring = connect_components(c, built.failed_components, built.graph);
    built.faults.add(wiring.faults.list());
    built.ports = std::move(wiring.ports);
    built.compile();
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

}  // namespace swell::assembly
