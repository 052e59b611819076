// Connections of whole groups: each becomes the connections of their members, once the two groups have been judged.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "stages.h"
#include "swell/assembly/case_port_groups.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/fmi/fmu_file.h"
#include "swell/fmi/terminals.h"
#include "swell/model/read_case.h"
#include "swell/osp/functions.h"
#include "swell/osp/moving_frame.h"
#include "swell/osp/ports.h"

namespace swell::assembly {

namespace {
const char* const kGeneric = "Generic";
}  // namespace

PortGroups port_groups_of(const model::Model& model, Diagnostics& diagnostics) {
  PortGroups groups;
  if (!model.group_types.empty())
    collect(diagnostics, [&] { groups.own = read_group_types(model.group_types, diagnostics); });
  for (const model::PortGroup& group : model.groups) {
    osp::DeclaredGroup one{group.name, group.type, {}, group.source.origin};
    for (std::size_t i = 0; i < group.members.keys.size(); ++i)
      one.ports.emplace_back(group.members.keys[i], group.members.items[i].text);
    (group.type == kGeneric ? groups.generic : groups.declared).push_back(std::move(one));
  }
  return groups;
}

namespace {

using Ports = std::vector<system::Graph::Declared>;

const system::Graph::Declared* port_at(const Ports& ports, const std::string& address) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const auto& p) { return p.address == address; });
  return found == ports.end() ? nullptr : &*found;
}

bool has_axes(const osp::Group& group) {
  return std::any_of(group.variables.begin(), group.variables.end(),
                     [](const osp::Variable& v) { return v.axis != osp::Axis::none; }) ||
         std::any_of(group.groups.begin(), group.groups.end(), has_axes);
}

osp::Group without_axes(osp::Group group) {
  group.frame.clear();
  for (osp::Variable& v : group.variables) v.axis = osp::Axis::none;
  for (osp::Group& part : group.groups) part = without_axes(part);
  return group;
}

/// A port without a frame takes the axes of the one that it is joined to.
void leave_open(osp::Group& a, osp::Group& b) {
  if (!has_axes(a) || !has_axes(b)) {
    a = without_axes(a);
    b = without_axes(b);
    return;
  }
  for (std::size_t i = 0; i < std::min(a.groups.size(), b.groups.size()); ++i) leave_open(a.groups[i], b.groups[i]);
}

class Groups {
 public:
  Groups(const Case& c, const std::vector<std::string>& failed, system::Graph& graph, Diagnostics& found)
      : c_(c), failed_(failed), graph_(graph), found_(found), outputs_(graph.outputs()), inputs_(graph.inputs()) {
    PortGroups given = port_groups_of(c.model, found);
    own_ = std::move(given.own);
    const auto add = [&](const osp::DeclaredGroup& group, One one) {
      if (groups_.emplace(group.name, std::move(one)).second) return;
      found.error(group.origin, fmt::format("groups: there are two of the name {}", group.name)).code =
          "duplicate-name";
    };
    for (const osp::DeclaredGroup& group : given.declared) add(group, members_of(group));
    natural();
    for (const model::Component& component : c.model.components) {
      if (component.type == "fmu" && is_joined(component.name)) terminals_of(component);
    }
    for (const osp::DeclaredGroup& group : given.generic) add(group, generic_of(group));
  }

  void join(const model::Connection& connection, std::vector<model::Connection>& single) {
    const One *a = find(connection.group, connection.source.of("group")),
              *b = find(connection.with, connection.source.of("with"));
    if (a == nullptr || b == nullptr) return;
    const bool terminals = a->terminal != nullptr && b->terminal != nullptr;
    for (const One* one : {a, b}) {
      if (terminals || one->group) continue;
      if (one->terminal != nullptr)
        code::refuse(found_, "wrong-connection", connection.source.origin,
                     fmt::format("connections: {} with {}: of these only {} is a terminal of an FMU", connection.group,
                                 connection.with, one->terminal->name),
                     "terminals join each other; one of a force and a velocity joins <joint>.port as well");
      return;
    }
    const auto [first, fresh] =
        joined_.emplace(std::minmax(connection.group, connection.with), connection.source.origin);
    if (!fresh) {
      code::refuse(found_, "wrong-connection", connection.source.origin,
                   fmt::format("connections: {} is joined to {} a second time (first at {})", connection.group,
                               connection.with, first->second.place()),
                   "delete one of them");
      return;
    }
    if (terminals) {
      join_terminals(connection, *a->terminal, *b->terminal, single);
      return;
    }
    const model::Body* body = a->body != nullptr ? a->body : b->body;
    if (connection.point && body == nullptr) {
      code::refuse(found_, "wrong-connection", connection.source.of("point"),
                   fmt::format("connections: {} with {} has a point, but neither is of a body", connection.group,
                               connection.with),
                   "points are those of <body>.port, <body>.port.linear and <body>.port.angular");
      return;
    }
    // Units and frames are converted, or refused, where the members are joined.
    bool good = true;
    osp::Group one = *a->group, other = *b->group;
    if (body != nullptr) leave_open(one, other);
    for (const Diagnostic& fault : osp::check_connection(one, other, {}, {}, true)) {
      if (fault.severity != Severity::error || fault.rule == "X_Frame") continue;
      const bool other_kind = body != nullptr && a->group->type != b->group->type;
      found_.add(osp::fault(fault.rule, fault.message,
                            other_kind ? fmt::format("the two ports of a body by themselves are {0}.port.linear and "
                                                     "{0}.port.angular; both go with a Generic",
                                                     body->name)
                                       : fault.remedy,
                            connection.source.origin));
      good = false;
    }
    if (!good) return;
    for (std::size_t i = 0; i < a->parts.size(); ++i) {
      const bool forward = a->parts[i].member.causality == osp::Causality::output;
      const Part &from = forward ? a->parts[i] : b->parts[i], &to = forward ? b->parts[i] : a->parts[i];
      if (from.half == Half::second && to.half == Half::second) continue;  // went with the first three
      model::Connection made;
      made.from = from.inflow ? negative_of(from.member.address, connection) : from.member.address;
      made.to = to.member.address;
      made.source = connection.source;
      if (from.half != to.half && body == nullptr) {
        code::refuse(
            found_, "wrong-connection", connection.source.origin,
            fmt::format("connections: {} and {} do not have the same width", from.member.address, to.member.address),
            "join six numbers with six");
        return;
      }
      if (from.half == Half::second || to.half == Half::second) {
        turn(*body, made, from.half == Half::whole, single);
      } else if (from.half != to.half) {
        made.point = connection.point.value_or(Vector3::Zero());
      } else if (from.half == Half::first) {
        made.point = connection.point;
      }
      single.push_back(std::move(made));
    }
    c_.note("group-joined", fmt::format("{} ({}) is joined to {}: {} connections", connection.group,
                                        a->group->custom.empty() ? osp::info(a->group->type).name : a->group->custom,
                                        connection.with, a->parts.size()));
  }

 private:
  /// What of a port belongs to a group: all, or three numbers of a body's six.
  enum class Half { whole, first, second };
  struct Part {
    osp::Member member;
    Half half = Half::whole;
    bool inflow = false;  // of a terminal: the force on the FMU, whose reaction is what it gives
  };
  struct One {
    std::vector<Part> parts;                          // in the order of the type's roles
    std::optional<osp::Group> group;                  // nothing after a mistake
    const model::Body* body = nullptr;                // whose port it is
    std::shared_ptr<const fmi::Terminal> terminal{};  // members with the addresses of their ports
  };

  bool is_joined(const std::string& owner) const {
    const auto starts = [&](const std::string& name) { return name.rfind(owner + ".", 0) == 0; };
    return std::any_of(c_.model.connections.begin(), c_.model.connections.end(),
                       [&](const auto& connection) { return starts(connection.group) || starts(connection.with); });
  }

  // Terminals of FMI 3.0: what of them are ports of the component. One velocity and one force are a mechanical port.
  void terminals_of(const model::Component& component) {
    const Parameter* file = component.parameters.find("file");
    if (file == nullptr) return;  // reported
    std::vector<fmi::Terminal> terminals;
    std::filesystem::path path = file->text;
    if (path.is_relative()) path = c_.model.file.parent_path() / path;
    const bool read = collect(found_, [&] {
      const fmi::Archive archive(path);
      terminals = fmi::read_terminals(
          archive, fmi::read_description(archive.read("modelDescription.xml"), path.string()), path.string());
    });
    if (!read) return;
    for (fmi::Terminal& terminal : terminals) {
      terminal.name = component.name + "." + terminal.name;
      std::vector<std::pair<std::string, std::string>> ports;
      std::string force, velocity, turning;
      bool speed_flows = false, inflow = false;
      for (const auto& [member, variable] : terminal.members) {
        const std::string address = component.name + "." + fmi::port_name(variable);
        const auto *in = port_at(inputs_, address), *out = port_at(outputs_, address);
        if (in == nullptr && out == nullptr) continue;  // a parameter, a local, a text
        ports.emplace_back(member, address);
        const std::string& unit = (in != nullptr ? in : out)->spec.unit;
        const auto flow = terminal.flows.find(member);
        const bool flows = flow != terminal.flows.end();
        if (unit == "N" || unit == "N m") {
          force = address;
          inflow = flows && flow->second == "inflow";
        }
        if (unit == "m/s" || unit == "rad/s") {
          velocity = address;
          speed_flows = flows;
        }
        if (unit == "N m") turning = address;
      }
      terminal.members = std::move(ports);
      One one;
      if (terminal.members.size() == 2 && !force.empty() && !velocity.empty() && !speed_flows) {
        const std::string type = turning.empty() ? "LinearMechanicalPort" : "AngularMechanicalPort";
        const std::vector<osp::GroupRole> roles = osp::roles_of(type, {});
        one = members_of(
            {terminal.name, type, {{roles[0].name, force}, {roles[1].name, velocity}}, component.source.origin});
        for (Part& part : one.parts) part.inflow = inflow && part.member.address == force;
      }
      one.terminal = std::make_shared<const fmi::Terminal>(terminal);
      groups_.emplace(terminal.name, std::move(one));
    }
  }

  /// A flow by its other direction: "connecting two variables of the same flow type requires a negation of the variable
  /// value" (FMI 3.0.2, 2.4.9.2.4).
  std::string negative_of(const std::string& address, const model::Connection& connection) {
    const std::string name = address + " reversed";
    const Origin& origin = connection.source.origin;
    if (turned_.insert(name).second) {
      const system::PortSpec& spec = port_at(outputs_, address)->spec;
      graph_.add(std::make_unique<osp::LinearTransformation>(name, -1.0, 0.0, spec.width, spec.unit), origin);
      graph_.connect(address, name + ".in", origin, true);
    }
    return name + ".out";
  }

  // FMI 3.0.2, 2.4.9.2.1: of `plug` every member has its like, of `bus` those that both have, `sequence` goes by place.
  void join_terminals(const model::Connection& connection, const fmi::Terminal& a, const fmi::Terminal& b,
                      std::vector<model::Connection>& single) {
    const auto refuse = [&](const std::string& what) {
      code::refuse(found_, "wrong-connection", connection.source.origin,
                   fmt::format("connections: {} with {}: {}", a.name, b.name, what),
                   "swell inspect lists the ports; join them one by one where the terminals do not fit");
    };
    if (connection.point) return refuse("terminals have no point");
    if (a.rule != b.rule) return refuse("their matching rules differ");
    if (a.rule == fmi::MatchingRule::other) return refuse("their matching rule is none of plug, bus and sequence");
    if (a.rule != fmi::MatchingRule::bus && a.members.size() != b.members.size())
      return refuse(fmt::format("they have {} and {} members that are ports", a.members.size(), b.members.size()));
    std::size_t made = 0;
    for (std::size_t i = 0; i < a.members.size(); ++i) {
      const auto& [name, address] = a.members[i];
      auto other = b.members.begin() + static_cast<std::ptrdiff_t>(std::min(i, b.members.size()));
      if (a.rule != fmi::MatchingRule::sequence)
        other = std::find_if(b.members.begin(), b.members.end(),
                             [&, wanted = name](const auto& m) { return m.first == wanted; });
      if (other == b.members.end()) {
        if (a.rule == fmi::MatchingRule::bus) continue;
        return refuse(fmt::format("{} has no member {}", b.name, name));
      }
      const bool gives = port_at(outputs_, address) != nullptr, takes = port_at(inputs_, other->second) != nullptr;
      if (gives != takes) {
        // A signal on a bus is given by one and may be taken by several.
        if (a.rule == fmi::MatchingRule::bus && !gives) continue;
        return refuse(fmt::format("{} and {} are both {}", address, other->second, gives ? "outputs" : "inputs"));
      }
      model::Connection joined;
      joined.from = gives ? address : other->second;
      const auto flow = a.flows.find(name), against = b.flows.find(other->first);
      if (flow != a.flows.end() && against != b.flows.end() && flow->second == against->second)
        joined.from = negative_of(gives ? address : other->second, connection);
      joined.to = gives ? other->second : address;
      joined.source = connection.source;
      single.push_back(std::move(joined));
      ++made;
    }
    if (made == 0) return refuse("no member of one fits one of the other");
    c_.note("group-joined", fmt::format("{} is joined to {}: {} connections", a.name, b.name, made));
  }

  std::optional<osp::Member> member_at(const osp::DeclaredGroup& declared, const std::string& role,
                                       const std::string& address) {
    const auto *in = port_at(inputs_, address), *out = port_at(outputs_, address);
    if (in == nullptr && out == nullptr) {
      if (of_failed_component(failed_, address)) return std::nullopt;
      std::vector<std::string> known;
      for (const auto* list : {&inputs_, &outputs_}) {
        for (const auto& port : *list) known.push_back(port.address);
      }
      if (declared.type == kGeneric) {
        for (const auto& [name, group] : groups_) known.push_back(name);
      }
      code::refuse(found_, "unknown-name", declared.origin,
                   fmt::format("groups.{}: there is no {} {}", declared.name,
                               declared.type == kGeneric ? "group or port" : "port", address),
                   did_you_mean(address, known, "swell inspect lists every port"));
      return std::nullopt;
    }
    // A joint's force goes out and in; what a group takes part in is the input. What a component of type input hands
    // out comes from outside the case, and its group is joined there.
    const auto* port = in != nullptr ? in : out;
    const bool from_outside = std::any_of(c_.model.components.begin(), c_.model.components.end(), [&](const auto& own) {
      return own.type == "input" && own.name == port->component;
    });
    const bool takes = in != nullptr || from_outside;
    return osp::Member{role, address, takes ? osp::Causality::input : osp::Causality::output, port->spec};
  }

  One members_of(const osp::DeclaredGroup& declared) {
    std::vector<osp::Member> members;
    for (const auto& [role, address] : declared.ports) {
      if (const auto member = member_at(declared, role, address)) members.push_back(*member);
    }
    One one;
    if (members.size() == declared.ports.size()) one.group = osp::compose(declared, members, own_, found_);
    const std::vector<osp::GroupRole> roles = osp::roles_of(declared.type, own_);
    const auto place = [&](const osp::Member& m) {
      return std::find_if(roles.begin(), roles.end(), [&](const auto& r) { return r.name == m.role; }) - roles.begin();
    };
    std::stable_sort(members.begin(), members.end(),
                     [&](const osp::Member& a, const osp::Member& b) { return place(a) < place(b); });
    for (osp::Member& member : members) one.parts.push_back({std::move(member), Half::whole});
    return one;
  }

  /// Force and velocity of six numbers as two power ports, linear and angular.
  One two_ports(const std::string& name, const osp::Member& load, const osp::Member& motion, const Origin& origin) {
    One one;
    osp::Group both;
    both.name = name;
    both.origin = origin;
    both.type = osp::PortType::Generic;
    for (const Half half : {Half::first, Half::second}) {
      const bool linear = half == Half::first;
      const auto narrow = [&](osp::Member member, const char* role, const char* unit) {
        member.role = role;
        member.spec.width = 3;
        member.spec.unit = unit;
        member.spec.type = role;
        member.spec.labels.clear();
        return member;
      };
      const std::vector<osp::Member> members = {
          narrow(load, linear ? "Force" : "Torque", linear ? "N" : "N m"),
          narrow(motion, linear ? "LinearVelocity" : "AngularVelocity", linear ? "m/s" : "rad/s")};
      const auto group = osp::compose({name + (linear ? ".linear" : ".angular"),
                                       linear ? "LinearMechanicalPort" : "AngularMechanicalPort",
                                       {},
                                       origin},
                                      members, {}, found_);
      if (!group) return {};
      both.groups.push_back(*group);
      for (const osp::Member& member : members) one.parts.push_back({member, half});
    }
    one.group = std::move(both);
    return one;
  }

  /// Groups by their names, or force and velocity of six numbers.
  One generic_of(const osp::DeclaredGroup& declared) {
    One one;
    osp::Group all;
    all.name = declared.name;
    all.origin = declared.origin;
    all.type = osp::PortType::Generic;
    std::optional<osp::Member> load, motion;
    std::vector<std::pair<osp::Group, std::vector<Part>>> inner;
    for (const auto& [role, name] : declared.ports) {
      const auto group = groups_.find(name);
      if (group != groups_.end()) {
        if (!group->second.group) return {};
        inner.emplace_back(*group->second.group, group->second.parts);
        one.body = one.body != nullptr ? one.body : group->second.body;
        continue;
      }
      const auto member = member_at(declared, role, name);
      if (!member) return {};
      const std::vector<std::string> units = osp::entry_units(member->spec);
      const bool six = units.size() == 6;
      if (six && units[0] == "N" && units[5] == "N m" && !load) {
        load = member;
      } else if (six && units[0] == "m/s" && units[5] == "rad/s" && !motion) {
        motion = member;
      } else {
        return refuse_generic(declared, fmt::format("{} ({} numbers{})", name, member->spec.width,
                                                    member->spec.unit.empty() ? "" : " in " + member->spec.unit));
      }
    }
    if (load.has_value() != motion.has_value() || (!load && inner.empty()))
      return refuse_generic(declared, load ? load->address : motion ? motion->address : "nothing");
    if (load) {
      One ports = two_ports(declared.name, *load, *motion, declared.origin);
      if (!ports.group) return {};
      const std::size_t half = ports.parts.size() / 2;
      for (std::size_t i = 0; i < 2; ++i) {
        const auto begin = ports.parts.begin() + static_cast<std::ptrdiff_t>(i * half);
        inner.emplace_back(ports.group->groups[i], std::vector<Part>(begin, begin + static_cast<std::ptrdiff_t>(half)));
      }
    }
    std::stable_sort(inner.begin(), inner.end(),
                     [](const auto& x, const auto& y) { return x.first.type < y.first.type; });
    for (const auto& [group, parts] : inner) {
      all.groups.push_back(group);
      one.parts.insert(one.parts.end(), parts.begin(), parts.end());
    }
    one.group = std::move(all);
    return one;
  }

  One refuse_generic(const osp::DeclaredGroup& declared, const std::string& what) {
    code::refuse(found_, "wrong-connection", declared.origin,
                 fmt::format("groups.{}: a Generic does not take {} alone", declared.name, what),
                 "it holds groups by their names, or a port of force and moment (N, N m) with one of velocity and "
                 "turning (m/s, rad/s)");
    return {};
  }

  /// The three numbers of moments, or of the angular velocity, into or out of a body's six. What comes from outside
  /// joins as a connection of the case, so that a frame that differs is carried over.
  void turn(const model::Body& body, model::Connection& connection, bool moment,
            std::vector<model::Connection>& single) {
    osp::MovingChange change;
    change.quantity = moment ? osp::PointQuantity::moment : osp::PointQuantity::turning;
    const std::string from = std::get<std::string>(connection.from);
    const std::string name = moment ? fmt::format("{} as moment of {}", from, body.name)
                                    : fmt::format("angular velocity of {} for {}", body.name, connection.to);
    const Origin& origin = connection.source.origin;
    if (turned_.insert(name).second) {
      graph_.add(std::make_unique<osp::MovingFrameConversion>(
                     name, change, body.name, device::of_mechanism(device::Motion::position, body.name)),
                 origin);
      if (moment) {
        single.push_back(connection);
        single.back().to = name + ".in";
      } else {
        graph_.connect(from, name + ".in", origin);
      }
    }
    connection.from = name + ".out";
  }

  // <joint>.port: force in, velocity out. <body>.port: two of them, also by themselves.
  void natural() {
    for (const model::Body* body : c_.bodies) {
      const std::string name = body->name + ".port";
      const auto *force = port_at(inputs_, body->name + ".force"),
                 *velocity = port_at(outputs_, body->name + ".velocity");
      if (force == nullptr || velocity == nullptr || groups_.count(name) != 0) continue;
      One both = two_ports(name, {"", force->address, osp::Causality::input, force->spec},
                           {"", velocity->address, osp::Causality::output, velocity->spec}, {});
      both.body = body;
      for (std::size_t i = 0; both.group && i < both.group->groups.size(); ++i) {
        const auto first = both.parts.begin() + static_cast<std::ptrdiff_t>(2 * i);
        groups_.emplace(both.group->groups[i].name, One{{first, first + 2}, both.group->groups[i], body});
      }
      groups_.emplace(name, std::move(both));
    }
    const auto add = [&](const std::string& owner) {
      const auto *force = port_at(inputs_, owner + ".force"), *velocity = port_at(outputs_, owner + ".velocity");
      if (force == nullptr || velocity == nullptr || groups_.count(owner + ".port") != 0) return;
      const std::string& unit = force->spec.unit;
      const char* type = unit == "N" ? "LinearMechanicalPort" : unit == "N m" ? "AngularMechanicalPort" : nullptr;
      if (type == nullptr) return;
      const std::vector<osp::GroupRole> roles = osp::roles_of(type, {});
      groups_.emplace(
          owner + ".port",
          members_of(
              {owner + ".port", type, {{roles[0].name, owner + ".force"}, {roles[1].name, owner + ".velocity"}}, {}}));
    };
    for (const model::Joint& joint : c_.model.joints) add(joint.name);
    for (const model::Pto& pto : c_.model.ptos) add(pto.name);
  }

  const One* find(const std::string& name, const Origin& origin) {
    const auto one = groups_.find(name);
    if (one != groups_.end()) return &one->second;
    const std::vector<std::string> known = keys_of(groups_);
    code::refuse(
        found_, "unknown-name", origin, fmt::format("connections: group {} does not exist", name),
        did_you_mean(name, known,
                     fmt::format("groups: {}", known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")))));
    return nullptr;
  }

  const Case& c_;
  const std::vector<std::string>& failed_;
  system::Graph& graph_;
  Diagnostics& found_;
  Ports outputs_, inputs_;
  std::vector<osp::GroupType> own_;
  std::map<std::string, One> groups_;
  std::set<std::string> turned_;
  std::map<std::pair<std::string, std::string>, Origin> joined_;
};

}  // namespace

std::vector<model::Connection> single_connections(const Case& c, const std::vector<std::string>& failed,
                                                  system::Graph& graph, Diagnostics& found) {
  const auto& all = c.model.connections;
  const bool grouped = !c.model.groups.empty() ||
                       std::any_of(all.begin(), all.end(), [](const auto& one) { return !one.group.empty(); });
  if (!grouped) return all;
  Groups groups(c, failed, graph, found);
  std::vector<model::Connection> single;
  for (const model::Connection& connection : all) {
    if (connection.group.empty())
      single.push_back(connection);
    else
      groups.join(connection, single);
  }
  return single;
}

}  // namespace swell::assembly
