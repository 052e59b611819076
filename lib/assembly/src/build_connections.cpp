// The connections that the case names: what loads a body, frames that are carried along, the checks of ports.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "stages.h"
#include "swell/base/refuse.h"
#include "swell/components/circuit_view.h"
#include "swell/device/attachment.h"
#include "swell/osp/functions.h"
#include "swell/osp/moving_frame.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {

std::vector<std::string> moving_frames(const Case& c) {
  std::vector<std::string> frames;
  for (const model::Body* body : c.bodies) {
    if (!is_mode(*body)) frames.push_back(body->name);
  }
  return frames;
}

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
    code::refuse(found, "wrong-connection", connection.source.of("point"), std::move(message), std::move(remedy));
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
  const std::string pose = device::of_mechanism(device::Motion::position, body->name);
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
  } else if (*from == pose) {
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
  graph.add(std::make_unique<osp::MovingFrameConversion>(name, change, body->name, pose), origin);
  if (loaded == nullptr) {
    if (change.quantity != osp::PointQuantity::position) graph.connect(*from, name + ".in", origin, true);
    c.note("joined-to-point", fmt::format("{} gets the {} of the point {}", connection.to,
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
  c.note("moment-of-force", fmt::format("{} acts at {}: the moment r x F about its centre of gravity {}", source, place,
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
  code::refuse(found, code::kWrongConnection, connection.source.origin,
               fmt::format("{} ({}) cannot feed {} ({}): the widths differ", *from, text(source->second), connection.to,
                           text(sink->second)),
               fmt::format("name the point of {}, from its centre of gravity in body axes: point: [0, 0, 0]{}",
                           body->name, load ? ", where the force acts" : ""));
  return true;
}

/// Carries `from` out of, or into, the axes of a body. Returns the output to take; nothing after a mistake.
std::optional<std::string> turned_with(system::Graph& graph, const std::string& body, bool from_moving,
                                       const system::PortSpec& spec, const std::string& from, const std::string& to,
                                       const Origin& origin, Diagnostics& found) {
  const auto quantity = osp::frame_quantity(spec);
  if (!quantity || *quantity == osp::PointQuantity::position) {
    Diagnostic fault = osp::fault(
        "X_Frame",
        fmt::format("{} is in frame '{}', {} in '{}': a value of width {} in {} does not turn", from,
                    from_moving ? body : "world", to, from_moving ? "world" : body, spec.width,
                    spec.unit.empty() ? "no unit" : spec.unit),
        "forces, moments, velocities and wrenches do; a place on a body is <body>.position with a point", origin);
    fault.code = code::kWrongConnection;
    found.add(std::move(fault));
    return std::nullopt;
  }
  osp::MovingChange change;
  change.from_moving = from_moving;
  change.to_moving = !from_moving;
  change.quantity = *quantity;
  const std::string name = fmt::format("{} to {} with {}", from, to, body);
  graph.add(std::make_unique<osp::MovingFrameConversion>(
                name, change, body, device::of_mechanism(device::Motion::position, body), spec.unit, spec.type),
            origin);
  graph.connect(from, name + ".in", origin, true);
  found.warning("frame-turned", origin,
                fmt::format("{} is turned {} the axes of {} for {}", from, from_moving ? "out of" : "into", body, to));
  return name + ".out";
}

/// When every port has its meaning: what differs in frame between the two ends is carried over.
void carry_frames(const Case& c, system::Graph& graph, const std::vector<CaseLink>& links, Diagnostics& found) {
  const Specs outputs = specs_of(graph.outputs()), inputs = specs_of(graph.inputs());
  const std::vector<std::string> moving = moving_frames(c);
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
      feeding = osp::carry(graph, from, *feeding, on_the_way, link.to, moving, link.origin, found);
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
    code::refuse(found, "wrong-connection", origin,
                 fmt::format("connections: {} feeds {} a second time (first at {}): it would count twice", from,
                             connection.to, before->second.place()),
                 values == nullptr ? "delete one of them; for twice the value put a gain between them"
                                   : "delete one of them; for twice the value give twice the value");
  }
}

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

Wiring connect_components(const Case& c, const std::vector<std::string>& failed, system::Graph& graph) {
  Wiring out;
  Diagnostics found;
  const std::vector<model::Connection> connections = single_connections(c, failed, graph, found);
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
    out.ports.check(newly_settled(graph.outputs(), outputs), newly_settled(graph.inputs(), inputs), found);
  }
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
      if (state.spec.width == 0) continue;  // a mechanism without a free coordinate
      out.states.push_back({state.address, output_series("/states/" + state.component + "/" + state.spec.name,
                                                         state.address, state.spec)});
    }
  }
  return out;
}

}  // namespace swell::assembly
