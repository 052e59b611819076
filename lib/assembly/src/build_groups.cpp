// Connections of whole groups: each becomes the connections of their members, once the two groups have been judged.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "stages.h"
#include "swell/assembly/port_groups.h"
#include "swell/model/read_case.h"

namespace swell::assembly {

PortGroups port_groups_of(const model::Model& model, Diagnostics& diagnostics) {
  PortGroups groups;
  if (!model.group_types.empty())
    collect(diagnostics, [&] {
      groups.own = osp::read_group_types(model::read_yaml_file(model.group_types, kGroupTypesFile), diagnostics);
    });
  for (const model::PortGroup& group : model.groups) {
    osp::DeclaredGroup one{group.name, group.type, {}, group.source.origin};
    for (std::size_t i = 0; i < group.members.keys.size(); ++i)
      one.ports.emplace_back(group.members.keys[i], group.members.items[i].text);
    groups.declared.push_back(std::move(one));
  }
  return groups;
}

namespace {

using Ports = std::vector<system::Graph::Declared>;

const system::Graph::Declared* port_at(const Ports& ports, const std::string& address) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const auto& p) { return p.address == address; });
  return found == ports.end() ? nullptr : &*found;
}

class Groups {
 public:
  Groups(const Case& c, BuiltCase& out, Diagnostics& found)
      : c_(c), out_(out), found_(found), outputs_(out.graph.outputs()), inputs_(out.graph.inputs()) {
    PortGroups given = port_groups_of(c.model, found);
    own_ = std::move(given.own);
    for (const osp::DeclaredGroup& group : given.declared) {
      if (!groups_.emplace(group.name, members_of(group)).second)
        found.error(group.origin, fmt::format("groups: there are two of the name {}", group.name)).code =
            "duplicate-name";
    }
    natural();
  }

  void join(const model::Connection& connection, std::vector<model::Connection>& single) {
    const One *a = find(connection.group, connection.source.of("group")),
              *b = find(connection.with, connection.source.of("with"));
    if (a == nullptr || b == nullptr || !a->group || !b->group) return;
    bool good = true;
    // Units and frames are converted, or refused, where the members are joined.
    std::vector<osp::Conversion> conversions;
    osp::ConnectionOptions options;
    options.convert_units = true;
    for (const osp::Fault& fault : osp::check_connection(*a->group, *b->group, {}, {}, options, &conversions)) {
      if (fault.severity != Severity::error || fault.code == "X_Frame") continue;
      found_.error(connection.source.origin, fmt::format("{}: {}", fault.code, fault.message), fault.remedy).code =
          fault.code;
      good = false;
    }
    if (!good) return;
    for (std::size_t i = 0; i < a->members.size(); ++i) {
      const osp::Member &one = a->members[i], &other = b->members[i];
      const bool forward = one.causality == osp::Causality::output;
      model::Connection made;
      made.from = forward ? one.address : other.address;
      made.to = forward ? other.address : one.address;
      made.source = connection.source;
      single.push_back(std::move(made));
    }
    c_.notes.push_back(fmt::format("{} ({}) is joined to {}: {} connections", connection.group,
                                   a->group->custom.empty() ? osp::info(a->group->type).name : a->group->custom,
                                   connection.with, a->members.size()));
  }

 private:
  struct One {
    std::vector<osp::Member> members;  // in the order of the type's roles
    std::optional<osp::Group> group;   // nothing after a mistake
  };

  One members_of(const osp::DeclaredGroup& declared) {
    One one;
    bool good = true;
    for (const auto& [role, address] : declared.ports) {
      const auto *in = port_at(inputs_, address), *out = port_at(outputs_, address);
      if (in == nullptr && out == nullptr) {
        good = false;
        if (of_failed_component(out_, address)) continue;
        std::vector<std::string> known;
        for (const auto* list : {&inputs_, &outputs_}) {
          for (const auto& port : *list) known.push_back(port.address);
        }
        const auto near = nearest(address, known);
        found_
            .error(declared.origin, fmt::format("groups.{}: there is no port {}", declared.name, address),
                   near ? "did you mean " + *near + "?" : "swell inspect lists every port")
            .code = "unknown-name";
        continue;
      }
      // A joint's force goes out and in; what a group takes part in is the input. What a component of type input hands
      // out comes from outside the case, and its group is joined there.
      const auto* port = in != nullptr ? in : out;
      const bool from_outside =
          std::any_of(c_.model.components.begin(), c_.model.components.end(),
                      [&](const auto& own) { return own.type == "input" && own.name == port->component; });
      const bool takes = in != nullptr || from_outside;
      one.members.push_back({role, address, takes ? osp::Causality::input : osp::Causality::output, port->spec});
    }
    if (good) one.group = osp::compose(declared, one.members, own_, found_);
    const std::vector<osp::GroupRole> roles = osp::roles_of(declared.type, own_);
    const auto place = [&](const osp::Member& m) {
      return std::find_if(roles.begin(), roles.end(), [&](const auto& r) { return r.name == m.role; }) - roles.begin();
    };
    std::stable_sort(one.members.begin(), one.members.end(),
                     [&](const osp::Member& a, const osp::Member& b) { return place(a) < place(b); });
    return one;
  }

  // <joint>.port: force in, velocity out.
  void natural() {
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
    std::vector<std::string> known;
    for (const auto& [key, value] : groups_) known.push_back(key);
    const auto near = nearest(name, known);
    found_
        .error(origin, fmt::format("connections: there is no group {}", name),
               near ? "did you mean " + *near + "?"
                    : fmt::format("groups: {}", known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", "))))
        .code = "unknown-name";
    return nullptr;
  }

  const Case& c_;
  BuiltCase& out_;
  Diagnostics& found_;
  Ports outputs_, inputs_;
  std::vector<osp::GroupType> own_;
  std::map<std::string, One> groups_;
};

}  // namespace

std::vector<model::Connection> single_connections(const Case& c, BuiltCase& out, Diagnostics& found) {
  const auto& all = c.model.connections;
  const bool grouped = !c.model.groups.empty() ||
                       std::any_of(all.begin(), all.end(), [](const auto& one) { return !one.group.empty(); });
  if (!grouped) return all;
  Groups groups(c, out, found);
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
