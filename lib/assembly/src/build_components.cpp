// Components of the user's choice, the connections that the case names, and the states that it gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "stages.h"
#include "swell/base/error_codes.h"
#include "swell/components/circuit_view.h"
#include "swell/components/library.h"
#include "swell/components/registry.h"
#include "swell/device/attachment.h"
#include "swell/model/read_case.h"
#include "swell/model/table_file.h"
#include "swell/osp/functions.h"
#include "swell/osp/moving_frame.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

components::Surroundings surroundings_of(const Case& c, const Sea& sea, const BuiltCase& out) {
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
  around.warn = [list = out.of_run](Diagnostic warning) { add_once(*list, std::move(warning)); };
  around.objects->add<components::ExternalValues>(components::ExternalValues::kName, out.external);
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

osp::FrameTree known_frames(const Case& c) {
  osp::FrameTree frames;
  osp::Frame down;
  down.name = "world-down";
  down.R_PF = Vector3(1.0, -1.0, -1.0).asDiagonal();
  frames.add(down);
  for (const model::Body* body : c.bodies) {
    if (frames.has(body->name)) continue;
    osp::Frame moving;
    moving.name = body->name;
    moving.moving = true;
    frames.add(moving);
  }
  return frames;
}

}  // namespace

namespace {

/// Makes the components of a case, each once: those whose shared object another asks for before their turn.
class Maker {
 public:
  Maker(const Case& c, const Sea& sea, BuiltCase& out)
      : c_(c), out_(out), registry_(components::Registry::built_in()), around_(surroundings_of(c, sea, out)) {
    around_.make_first = [this](const std::string& name) { return make_first(name); };
    for (const model::Component& component : c.model.components) load(component);
    latest_ = latest_inputs(c);
    parts_.resize(c.model.components.size());
  }

  void add_all() {
    for (std::size_t i = 0; i < parts_.size(); ++i) make(i);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const model::Component& component = c_.model.components[i];
      if (parts_[i].made) {
        out_.graph.add(std::move(parts_[i].made), component.source.origin);
      } else {
        out_.failed_components.push_back(component.name);
        out_.graph.ignore_faults_of(component.name);
      }
    }
  }

 private:
  struct Part {
    std::unique_ptr<system::Component> made;
    enum class Turn { waits, now, past } turn = Turn::waits;
  };

  void load(const model::Component& component) {
    if (component.library.empty() || !loaded_.insert(component.library).second) return;
    if (!collect(out_.faults, [&] {
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
                                 out_.faults);
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
  BuiltCase& out_;
  components::Registry registry_;
  components::Surroundings around_;
  std::set<std::string> loaded_, unloaded_;
  std::map<std::string, Parameter> latest_;  // by component: what Gauss-Seidel adds to it
  std::vector<Part> parts_;
};

}  // namespace

void add_components(const Case& c, const Sea& sea, BuiltCase& out) {
  if (!c.model.components.empty()) Maker(c, sea, out).add_all();
}

namespace {

/// A connection of the case in the graph: its link, and that of the report where it loads a body.
struct CaseLink {
  std::size_t link = 0;
  std::optional<std::size_t> report;
};

using Specs = std::map<std::string, system::PortSpec>;

Specs specs_of(const std::vector<system::Graph::Declared>& ports) {
  Specs specs;
  for (const auto& port : ports) specs.emplace(port.address, port.spec);
  return specs;
}

/// The body whose motion, or whose force, the address is; or null.
const model::Body* body_of(const Case& c, const std::string& address, std::optional<device::Motion> motion) {
  for (const model::Body* body : c.bodies) {
    if (address == (motion ? device::of_mechanism(*motion, body->name) : device::force_on(body->name))) return body;
  }
  return nullptr;
}
const model::Body* loaded_body(const Case& c, const std::string& address) { return body_of(c, address, {}); }

/// `point`: puts the change between a body's centre of gravity and the point in between. Returns the output to take
/// ("" of a constant that has been fed in), or nothing after a mistake.
std::optional<std::string> at_point(const Case& c, system::Graph& graph, const model::Connection& connection,
                                    const Specs& outputs, const Specs& inputs, std::vector<CaseLink>& links,
                                    Diagnostics& found) {
  const Vector3& p = *connection.point;
  const Origin& origin = connection.source.origin;
  const auto refuse = [&](std::string message, std::string remedy) {
    found.error(connection.source.of("point"), std::move(message), std::move(remedy));
    return std::nullopt;
  };
  const auto* from = std::get_if<std::string>(&connection.from);
  const std::string source = from != nullptr ? *from : "a constant";
  const model::Body* loaded = loaded_body(c, connection.to);
  const model::Body* body = loaded;
  if (from != nullptr && body == nullptr) body = body_of(c, *from, device::Motion::position);
  if (from != nullptr && body == nullptr) body = body_of(c, *from, device::Motion::velocity);
  if (body == nullptr) {
    return refuse(fmt::format("connections: {} to {} has a point, but neither is a body's force, position or velocity",
                              source, connection.to),
                  "points are those of <body>.force, <body>.position and <body>.velocity");
  }
  int width = 0;  // of the end that is not the body
  osp::MovingChange change;
  change.point = p;
  const Specs& known = loaded != nullptr ? outputs : inputs;
  if (loaded != nullptr && from == nullptr) {
    width = static_cast<int>(std::get<std::vector<double>>(connection.from).size());
  } else {
    const std::string& other = loaded != nullptr ? *from : connection.to;
    const auto port = known.find(other);
    if (port == known.end()) return from != nullptr ? *from : std::string{};  // the compiler says so
    width = port->second.width;
    (loaded != nullptr ? change.from_moving : change.to_moving) = port->second.frame == body->name;
  }
  const std::string at = fmt::format("({:g}, {:g}, {:g})", p.x(), p.y(), p.z());
  const std::string place = at + " m of " + body->name;
  if (loaded != nullptr) {
    if (width != 3 && width != 6) {
      return refuse(fmt::format("{} ({} numbers) cannot act at a point of {}", source, width, body->name),
                    "a force has 3 numbers, a force and a moment 6");
    }
    change.quantity = width == 3 ? osp::PointQuantity::force : osp::PointQuantity::wrench;
  } else if (*from == body->name + ".position") {
    if (width != 3)
      return refuse(fmt::format("{} takes {} numbers, the place of a point has 3", connection.to, width),
                    "leave out point for all six of the body");
    change.quantity = osp::PointQuantity::position;
    change.to_moving = false;
  } else {
    if (width != 3 && width != 6)
      return refuse(fmt::format("{} takes {} numbers, the velocity of a point has 3, or 6 with the turning",
                                connection.to, width),
                    "pick picks single ones");
    change.quantity = width == 3 ? osp::PointQuantity::velocity : osp::PointQuantity::twist;
  }
  std::string name = loaded != nullptr
                         ? fmt::format("{} at {} {}", from != nullptr ? *from : "constant", body->name, at)
                         : fmt::format("{} at {}", *from, at);
  const std::vector<std::string> taken = graph.input_addresses();
  const auto is_taken = [&] { return std::find(taken.begin(), taken.end(), name + ".pose") != taken.end(); };
  if (is_taken()) name += " for " + connection.to;
  for (int more = 2; is_taken(); ++more) name = fmt::format("{} ({})", name, more);
  graph.add(std::make_unique<osp::MovingFrameConversion>(name, change, body->name), origin);
  graph.connect(body->name + ".position", name + ".pose", origin, true);
  if (loaded == nullptr) {
    if (change.quantity != osp::PointQuantity::position) graph.connect(*from, name + ".in", origin, true);
    c.notes.push_back(fmt::format("{} gets the {} of the point {}", connection.to,
                                  change.quantity == osp::PointQuantity::position   ? "place"
                                  : change.quantity == osp::PointQuantity::velocity ? "velocity"
                                                                                    : "velocity and turning",
                                  place));
    return name + ".out";
  }
  if (from != nullptr) {
    links.push_back({graph.links().size(), {}});
    graph.connect(*from, name + ".in", origin);
  } else {
    graph.constant(std::get<std::vector<double>>(connection.from), name + ".in", origin);
  }
  c.notes.push_back(fmt::format("{} acts at {}: the moment r x F about its centre of gravity {}", source, place,
                                width == 6 ? "is added to its own" : "goes with it"));
  return name + ".out";
}

/// Three numbers for a body's six, or the other way round: says what is wanted.
bool point_is_missing(const Case& c, const model::Connection& connection, const Specs& outputs, const Specs& inputs,
                      Diagnostics& found) {
  const auto* from = std::get_if<std::string>(&connection.from);
  if (from == nullptr) return false;
  const model::Body* body = loaded_body(c, connection.to);
  const bool load = body != nullptr;
  if (!load) body = body_of(c, *from, device::Motion::position);
  if (body == nullptr) body = body_of(c, *from, device::Motion::velocity);
  const auto source = outputs.find(*from), sink = inputs.find(connection.to);
  if (body == nullptr || source == outputs.end() || sink == inputs.end()) return false;
  if ((load ? source : sink)->second.width != 3) return false;
  const auto text = [](const system::PortSpec& spec) {
    return fmt::format("width {}{}{}", spec.width, spec.unit.empty() ? "" : ", ", spec.unit);
  };
  found
      .error(connection.source.origin,
             fmt::format("{} ({}) cannot feed {} ({}): the widths differ", *from, text(source->second), connection.to,
                         text(sink->second)),
             fmt::format("name the point of {}, from its centre of gravity in body axes: point: [0, 0, 0]{}",
                         body->name, load ? ", where the force acts" : ""))
      .code = code::kWrongConnection;
  return true;
}

/// Carries `from` out of, or into, the axes of a body. Returns the output to take; nothing after a mistake.
std::optional<std::string> turned_with(system::Graph& graph, const std::string& body, bool from_moving,
                                       const system::PortSpec& spec, const std::string& from, const std::string& to,
                                       const Origin& origin, Diagnostics& found) {
  const auto quantity = osp::frame_quantity(spec, true);
  if (!quantity || *quantity == osp::FrameQuantity::position) {
    found.error(origin,
                fmt::format("X_Frame: {} is in frame '{}', {} in '{}': a value of width {} in {} does not turn", from,
                            from_moving ? body : "world", to, from_moving ? "world" : body, spec.width,
                            spec.unit.empty() ? "no unit" : spec.unit),
                "forces, moments, velocities and wrenches do; a place on a body is <body>.position with a point");
    return std::nullopt;
  }
  osp::MovingChange change;
  change.from_moving = from_moving;
  change.to_moving = !from_moving;
  change.quantity = *quantity == osp::FrameQuantity::wrench  ? osp::PointQuantity::wrench
                    : *quantity == osp::FrameQuantity::twist ? osp::PointQuantity::twist
                                                             : osp::PointQuantity::vector;
  const std::string name = fmt::format("{} to {} with {}", from, to, body);
  graph.add(std::make_unique<osp::MovingFrameConversion>(name, change, body, spec.unit, spec.type), origin);
  graph.connect(from, name + ".in", origin, true);
  graph.connect(body + ".position", name + ".pose", origin, true);
  found.warning("frame-turned", origin,
                fmt::format("{} is turned {} the axes of {} for {}", from, from_moving ? "out of" : "into", body, to));
  return name + ".out";
}

/// When every port has its meaning: what differs in frame between the two ends is carried over.
void carry_frames(const Case& c, system::Graph& graph, const std::vector<CaseLink>& links, Diagnostics& found) {
  const Specs outputs = specs_of(graph.outputs()), inputs = specs_of(graph.inputs());
  const osp::FrameTree frames = known_frames(c);
  const auto is_body = [&](const std::string& frame) {
    if (frame == "joint" || frame == "world-down") return false;  // these words have a meaning of their own
    return std::any_of(c.bodies.begin(), c.bodies.end(), [&](const model::Body* body) { return body->name == frame; });
  };
  for (const CaseLink& made : links) {
    const system::Graph::Link link = graph.links()[made.link];
    const auto source = outputs.find(link.from), sink = inputs.find(link.to);
    if (link.reported || source == outputs.end() || sink == inputs.end() || source->second.width != sink->second.width)
      continue;
    system::PortSpec from = source->second, to = sink->second;
    if (from.frame.empty() || to.frame.empty() || from.frame == to.frame) continue;
    std::optional<std::string> feeding = link.from;
    if (is_body(from.frame) && to.frame != "joint") {
      feeding = turned_with(graph, from.frame, true, from, *feeding, link.to, link.origin, found);
      from.frame = "world";
    }
    if (feeding && from.frame != to.frame) {
      system::PortSpec on_the_way = to;
      if (is_body(to.frame)) on_the_way.frame = "world";
      feeding = osp::carry(graph, from, *feeding, on_the_way, link.to, frames, link.origin, found);
      if (feeding && is_body(to.frame))
        feeding = turned_with(graph, to.frame, false, from, *feeding, link.to, link.origin, found);
    }
    if (!feeding) {
      graph.mark_reported(made.link);
    } else if (*feeding != link.from) {
      graph.redirect(made.link, *feeding);
      if (made.report) graph.redirect(*made.report, *feeding);
    }
  }
}

/// An input that sums would count the same output, or the same numbers, twice: a line left over from copying, which
/// doubles a force in silence.
void refuse_repeated(const std::vector<model::Connection>& connections, Diagnostics& found) {
  std::map<std::tuple<std::string, std::string, std::vector<double>>, Origin> first;
  for (const model::Connection& connection : connections) {
    const auto* values = std::get_if<std::vector<double>>(&connection.from);
    const std::string from = values == nullptr      ? std::get<std::string>(connection.from)
                             : values->size() == 1U ? fmt::format("the value {:.9g}", values->front())
                                                    : fmt::format("the value [{:.9g}]", fmt::join(*values, ", "));
    std::vector<double> point;
    if (connection.point) point.assign(connection.point->data(), connection.point->data() + 3);
    const Origin& origin = connection.source.origin;
    const auto [before, fresh] = first.emplace(std::tuple{from, connection.to, point}, origin);
    if (fresh) continue;
    found.error(origin,
                fmt::format("connections: {} feeds {} a second time (first at {}): it would count twice", from,
                            connection.to, before->second.place()),
                values == nullptr ? "delete one of them; for twice the value put a gain between them"
                                  : "delete one of them; for twice the value give twice the value");
  }
}

}  // namespace

namespace {

/// Those whose meaning the connections have changed, and new ones. A choice of units is of all ports of a component.
std::vector<system::Graph::Declared> newly_settled(std::vector<system::Graph::Declared> ports, const Specs& before) {
  const auto is_known = [&before](const system::Graph::Declared& port) {
    const auto found = before.find(port.address);
    if (found == before.end() || !port.spec.choices.empty()) return false;
    const system::PortSpec &was = found->second, &is = port.spec;
    return was.unit == is.unit && was.frame == is.frame && was.type == is.type && was.width == is.width;
  };
  ports.erase(std::remove_if(ports.begin(), ports.end(), is_known), ports.end());
  return ports;
}

}  // namespace

void connect_components(const Case& c, BuiltCase& out) {
  system::Graph& graph = out.graph;
  Diagnostics found;
  const std::vector<model::Connection> connections = single_connections(c, out, found);
  refuse_repeated(connections, found);
  const auto declared_outputs = graph.outputs(), declared_inputs = graph.inputs();
  out.ports.check(declared_outputs, declared_inputs, found);
  const Specs outputs = specs_of(declared_outputs), inputs = specs_of(declared_inputs);
  std::vector<CaseLink> links;
  for (const model::Connection& connection : connections) {
    const Origin& origin = connection.source.origin;
    const auto* values = std::get_if<std::vector<double>>(&connection.from);
    std::string feeding = values == nullptr ? std::get<std::string>(connection.from) : "";
    bool reported = false, fed = false;
    if (connection.point) {
      const auto at = at_point(c, graph, connection, outputs, inputs, links, found);
      reported = !at;
      fed = at && values != nullptr;
      feeding = at.value_or(feeding);
    } else {
      reported = point_is_missing(c, connection, outputs, inputs, found);
    }
    CaseLink made;
    const auto link = [&](const std::string& input, bool in_silence) {
      if (values != nullptr && !fed) {
        graph.constant(*values, input, origin, in_silence);
      } else {
        graph.connect(feeding, input, origin, in_silence);
      }
      return graph.links().size() - 1;
    };
    made.link = link(connection.to, reported);
    if (const model::Body* body = loaded_body(c, connection.to))  // a load of the user's own is part of the report too
      made.report = link(device::report_of(body->name, device::ForcePart::external), true);
    links.push_back(made);
  }
  graph.settle_ports();
  if (!links.empty()) {
    carry_frames(c, graph, links, found);
    graph.settle_ports();
  }
  out.ports.check(newly_settled(graph.outputs(), outputs), newly_settled(graph.inputs(), inputs), found);
  for (const Diagnostic& d : found.list()) (d.severity == Severity::error ? out.faults : c.diagnostics).add(d);
  std::set<std::string> own;
  for (const model::Component& component : c.model.components) own.insert(component.name);
  for (const auto& output : own.empty() ? std::vector<system::Graph::Declared>() : graph.outputs()) {
    if (own.count(output.component) == 0) continue;
    const components::CircuitView* circuit = components::circuit_of(graph.find(output.component));
    if (components::is_parameter(circuit, output.address)) continue;  // on request: record_requested
    const std::string place = output.component + "/" + name_within(output);
    out.recorded.push_back({output.address, output_series("/components/" + place, output.address, output.spec)});
    // A circuit has its states in its own memory, not in the state vector: they are recorded as outputs are.
    if (c.model.output.states && circuit != nullptr && circuit->roles.count(output.address) > 0)
      out.recorded.push_back({output.address, output_series("/states/" + place, output.address, output.spec)});
  }
  if (c.model.output.states) {
    for (const auto& state : graph.states()) {
      out.states.push_back({state.address, output_series("/states/" + state.component + "/" + state.spec.name,
                                                         state.address, state.spec)});
    }
  }
  out.state_file = c.model.output.state;
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
      faults.error(item.origin,
                   fmt::format("{} holds {}, which is no number", what,
                               item.kind == Parameter::Kind::list ? "a list"
                               : item.is_map()                    ? "a map"
                                                                  : item.text),
                   fmt::format("give {} number{}", width, width == 1 ? "" : "s"));
      return std::nullopt;
    }
    numbers.push_back(item.number);
  }
  if (static_cast<int>(numbers.size()) == width) return numbers;
  faults.error(value.origin,
               fmt::format("{} has {} number{}, the state is {} wide", what, numbers.size(),
                           numbers.size() == 1 ? "" : "s", width),
               fmt::format("give {}", width));
  return std::nullopt;
}

// A state file must fit in names and widths; what does not is listed.
void take_state_file(const Case& c, system::Graph& graph, const std::vector<system::Graph::Declared>& states) {
  const std::filesystem::path& file = c.model.initial.file;
  const Parameter tree = model::read_yaml_file(file, model::kStateFile);
  const Parameter* given = tree.find("states");
  if (given == nullptr || !given->is_map())
    throw InputError({file.string(), 1, 1, ""}, "is no state file", "output.state of a run writes one");
  std::vector<std::string> known;
  for (const auto& state : states) {
    known.push_back(state.address);
    const Parameter* values = given->find(state.address);
    if (values == nullptr) {
      c.diagnostics.error({file.string(), 0, 0, ""}, fmt::format("{} has no state {}", file.string(), state.address),
                          "it was written by another case");
    } else if (auto numbers = numbers_of(*values, state.address, state.spec.width, c.diagnostics)) {
      graph.initial(state.address, std::move(*numbers), values->origin);
    }
  }
  for (std::size_t i = 0; i < given->keys.size(); ++i) {
    if (std::find(known.begin(), known.end(), given->keys[i]) == known.end())
      c.diagnostics.error(given->items[i].origin, fmt::format("{} is no state of this case", given->keys[i])).code =
          code::kUnknownName;
  }
}

}  // namespace

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
  return series;
}

void set_initial_states(const Case& c, BuiltCase& out) {
  system::Graph& graph = out.graph;
  const model::InitialStates& initial = c.model.initial;
  const std::vector<system::Graph::Declared> states = graph.states();
  // Single values beside a file are checked all the same: the file wins over them, as in FhSim, and a warning reports
  // it.
  const bool from_file = !initial.file.empty();
  if (from_file) take_state_file(c, graph, states);
  std::vector<Series> known;
  known.reserve(states.size());
  for (const auto& state : states)
    known.push_back(output_series("/states/" + state.component + "/" + state.spec.name, state.address, state.spec));
  for (std::size_t i = 0; i < initial.values.keys.size(); ++i) {
    const std::string& key = initial.values.keys[i];
    const Parameter& value = initial.values.items[i];
    const auto found = find_signal(key, known);
    if (!found || found->column) {
      if (of_failed_component(out, key)) continue;
      const auto near = nearest_signal(key, known);
      std::vector<std::string> addresses;
      addresses.reserve(known.size());
      for (const Series& state : known) addresses.push_back(state.port);
      out.faults
          .error(value.origin, fmt::format("initial.{} is no state", key),
                 near ? "did you mean " + *near + "?" : fmt::format("states: {}", fmt::join(addresses, ", ")))
          .code = code::kUnknownName;
      continue;
    }
    const int width = states[found->series].spec.width;
    auto numbers = numbers_of(value, "initial." + key, width, out.faults);
    if (!numbers) continue;
    if (from_file)
      c.diagnostics.warning("no-effect", value.origin,
                            fmt::format("initial.{} has no effect: initial.file holds that state", key));
    else
      graph.initial(known[found->series].port, std::move(*numbers), value.origin);
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

std::vector<Diagnostic> BuiltCase::all_warnings() const {
  std::vector<Diagnostic> all = warnings;
  all.insert(all.end(), of_run->begin(), of_run->end());
  return all;
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
                                             const std::optional<std::vector<std::string>>& owners, bool connections) {
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
    add_components(c, nullptr, built);
    // Where the reader has found two of one name, or connections it cannot read, addresses mean nothing.
    if (!unique || !connections) return built.faults.list();
    connect_components(c, built);
    built.compile();
  } catch (const InputError& error) {
    return error.diagnostics();
  }
  return {};
}

}  // namespace swell::assembly
