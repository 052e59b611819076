#include "swell/osp/port_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "swell/base/error.h"
#include "swell/base/text.h"
#include "swell/osp/ports.h"

namespace swell::osp {

namespace {

std::string nearest_of(const std::string& word, const std::vector<std::string>& known) {
  return did_you_mean(word, known, "there are {}");
}

/// Whether the pattern, whose only special sign is *, fits the whole word.
bool fits(const std::string& pattern, const std::string& word) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == word;
  if (word.compare(0, star, pattern, 0, star) != 0) return false;
  const std::string rest = pattern.substr(star + 1);
  for (std::size_t at = star; at <= word.size(); ++at) {
    if (fits(rest, word.substr(at))) return true;
  }
  return false;
}

const Group* member_of(const Group& group, const GroupRole& role) {
  for (const Group& part : group.groups) {
    if (part.name == role.name || part.name == group.name + "." + role.name) return &part;
  }
  return nullptr;
}

void rename(Group& group, const std::string& from, const std::string& to) {
  if (group.name.rfind(from, 0) == 0) group.name = to + group.name.substr(from.size());
  for (Group& part : group.groups) rename(part, from, to);
}

std::optional<Causality> causality_of(const Group& group) {
  if (group.variables.empty()) return std::nullopt;
  return group.variables.front().causality;
}

struct Bond {
  PortType effort, flow, port;
  const char* name;
};
constexpr Bond kBonds[] = {
    {PortType::Force, PortType::LinearVelocity, PortType::LinearMechanicalPort, "linear"},
    {PortType::Torque, PortType::AngularVelocity, PortType::AngularMechanicalPort, "angular"},
    {PortType::Voltage, PortType::Current, PortType::ElectromagneticPort, "electric"},
    {PortType::Pressure, PortType::VolumeFlowRate, PortType::HydraulicPort, "hydraulic"},
};

std::string owner_of(const std::string& address) {
  constexpr std::size_t kSuffix = 6;  // ".input" of a force that goes out as well
  std::string port = address;
  if (port.size() > kSuffix && port.compare(port.size() - kSuffix, kSuffix, ".input") == 0)
    port.resize(port.size() - kSuffix);
  const std::size_t dot = port.rfind('.');
  return dot == std::string::npos ? "" : port.substr(0, dot);
}

}  // namespace

const GroupType* own_type(const Group& group, const std::vector<GroupType>& own) {
  for (const GroupType& type : own) {
    if (!group.custom.empty() ? type.name == group.custom
                              : group.type == PortType::Generic && !type.names.empty() && fits(type.names, group.name))
      return &type;
  }
  return nullptr;
}

const std::vector<std::pair<const char*, GroupRule::Kind>>& rule_words() {
  using K = GroupRule::Kind;
  static const std::vector<std::pair<const char*, K>> kWords = {{"same-causality", K::same_causality},
                                                                {"opposite-causality", K::opposite_causality},
                                                                {"same-size", K::same_size},
                                                                {"same-unit", K::same_unit},
                                                                {"same-frame", K::same_frame}};
  return kWords;
}

std::vector<GroupRole> roles_of(const std::string& type, const std::vector<GroupType>& own) {
  for (const GroupType& one : own) {
    if (one.name == type) return one.roles;
  }
  std::vector<GroupRole> roles;
  const PortType known = port_type(type);
  if (known == PortType::undefined || known == PortType::Generic) return roles;
  for (const PortPart& part : info(known).parts) {
    if (part.element == "Variable") return {{type, known, 0}};
    const PortType element = port_type(part.element);
    if (info(element).parts.size() != 1 || info(element).parts.front().element != "Variable") return {};
    roles.push_back({part.element, element, 0});
  }
  return roles;
}

std::optional<Group> compose(const DeclaredGroup& declared, const std::vector<Member>& members,
                             const std::vector<GroupType>& own, Diagnostics& diagnostics) {
  const std::vector<GroupRole> roles = roles_of(declared.type, own);
  if (roles.empty()) {
    std::vector<std::string> known;
    for (const PortTypeInfo& type : port_types()) {
      if (!roles_of(type.name, {}).empty()) known.push_back(type.name);
    }
    for (const GroupType& type : own) known.push_back(type.name);
    diagnostics.error(declared.origin,
                      fmt::format("groups.{}: there is no group type {}", declared.name, declared.type),
                      did_you_mean(declared.type, known, "types of OSP-IS, and those of group_types"));
    return std::nullopt;
  }
  bool good = true;
  const auto refuse = [&](const std::string& text, const std::string& remedy) {
    diagnostics.error(declared.origin, fmt::format("groups.{}: {}", declared.name, text), remedy);
    good = false;
  };
  const std::vector<std::string> names = names_of(roles);
  for (const Member& member : members) {
    if (std::find(names.begin(), names.end(), member.role) == names.end())
      refuse(fmt::format("a {} has no role {}", declared.type, member.role), nearest_of(member.role, names));
  }
  Group group;
  group.name = declared.name;
  group.origin = declared.origin;
  const bool is_own = port_type(declared.type) == PortType::undefined;
  group.type = is_own ? PortType::Generic : port_type(declared.type);
  group.custom = is_own ? declared.type : "";
  for (const GroupRole& role : roles) {
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.role == role.name; });
    if (found == members.end()) {
      refuse(fmt::format("role {} is missing", role.name),
             fmt::format("a {} has the roles {}", declared.type, fmt::join(names, ", ")));
      continue;
    }
    system::PortSpec spec = found->spec;
    spec.name = found->address;
    if (spec.unit.empty() && info(role.type).unit) spec.unit = info(role.type).unit->name;
    if (spec.type.empty() && spec.unit.find(',') == std::string::npos) spec.type = info(role.type).name;
    Diagnostics own_faults;
    Group part = group_of(spec, found->causality, {}, declared.origin, own_faults);
    for (const Diagnostic& d : own_faults.list()) {
      diagnostics.add(d);
      good = good && d.severity != Severity::error;
    }
    if (part.type != role.type && good)
      refuse(fmt::format("{} is a {}, the role {} of a {} is a {}", found->address, info(part.type).name, role.name,
                         declared.type, info(role.type).name),
             "name a port of that quantity");
    if (role.count > 0 && static_cast<int>(part.variables.size()) != role.count)
      refuse(fmt::format("{} has {} variables, the role {} of a {} has {}", found->address, part.variables.size(),
                         role.name, declared.type, role.count),
             "name a port of that width");
    if (roles.size() == 1 && !is_own) {
      part.name = declared.name;
      return good ? std::optional<Group>(part) : std::nullopt;
    }
    part.name = declared.name + "." + role.name;
    group.groups.push_back(std::move(part));
  }
  if (!good) return std::nullopt;
  if (is_own)
    std::stable_sort(group.groups.begin(), group.groups.end(),
                     [](const Group& a, const Group& b) { return a.type < b.type; });
  for (const std::vector<Diagnostic>& faults : {check_group(group), check_own_rules(group, own)}) {
    for (const Diagnostic& fault : faults) {
      if (fault.severity != Severity::error) continue;
      diagnostics.add(osp::fault(fault.rule, fault.message, fault.remedy, declared.origin));
      good = false;
    }
  }
  return good ? std::optional<Group>(group) : std::nullopt;
}

std::vector<Diagnostic> check_own_rules(const Group& group, const std::vector<GroupType>& own,
                                        const std::string& owner) {
  std::vector<Diagnostic> faults;
  const GroupType* type = own_type(group, own);
  const std::string name_ = owner.empty() ? group.name : owner + "." + group.name;
  if (type != nullptr) {
    const auto add = [&](const char* code, const std::string& message, const std::string& remedy) {
      faults.push_back(fault(code, message, remedy, group.origin));
    };
    std::map<std::string, const Group*> parts;
    for (const GroupRole& role : type->roles) {
      const Group* part = member_of(group, role);
      if (part == nullptr) {
        add("X_OwnRole", fmt::format("group '{}' is a {} and lacks the role {}", name_, type->name, role.name),
            "add it");
      } else if (part->type != role.type) {
        add("X_OwnRole",
            fmt::format("group '{}': role {} is a {}, a {} wants a {}", name_, role.name, info(part->type).name,
                        type->name, info(role.type).name),
            "");
      } else if (role.count > 0 && static_cast<int>(part->variables.size()) != role.count) {
        add("X_OwnRole",
            fmt::format("group '{}': role {} has {} variables, a {} wants {}", name_, role.name, part->variables.size(),
                        type->name, role.count),
            "");
      } else {
        parts[role.name] = part;
      }
    }
    for (const GroupRule& rule : type->rules) {
      std::vector<const Group*> of;
      for (const std::string& role : rule.roles) {
        if (parts.count(role) != 0) of.push_back(parts[role]);
      }
      if (of.size() != rule.roles.size()) continue;  // its role is what is wrong
      using K = GroupRule::Kind;
      bool holds = true;
      for (std::size_t i = 1; i < of.size(); ++i) {
        const Group &a = *of[i - 1], &b = *of[i];
        switch (rule.kind) {
          case K::same_causality:
            holds = holds && causality_of(a) == causality_of(b);
            break;
          case K::opposite_causality:
            holds = holds && causality_of(a) != causality_of(b);
            break;
          case K::same_size:
            holds = holds && a.variables.size() == b.variables.size();
            break;
          case K::same_unit:
            holds = holds && !a.variables.empty() && !b.variables.empty() && a.variables[0].unit &&
                    b.variables[0].unit && a.variables[0].unit->same_dimension(*b.variables[0].unit) &&
                    a.variables[0].unit->same_scale(*b.variables[0].unit);
            break;
          case K::same_frame:
            holds = holds && a.frame == b.frame;
            break;
        }
      }
      if (holds) continue;
      const auto word =
          std::find_if(rule_words().begin(), rule_words().end(), [&](const auto& w) { return w.second == rule.kind; });
      add("X_OwnRule",
          fmt::format("group '{}' breaks the rule {} of {} ({})", name_, word->first, type->name,
                      fmt::join(rule.roles, ", ")),
          rule.says);
    }
  }
  for (const Group& part : group.groups) {
    const std::vector<Diagnostic> inner = check_own_rules(part, own, owner);
    faults.insert(faults.end(), inner.begin(), inner.end());
  }
  return faults;
}

std::vector<Group> natural_groups(const std::vector<Group>& groups,
                                  const std::vector<system::ComponentInfo>& components) {
  // Quantities of each owner, those in a port of several quantities by themselves.
  std::map<std::string, std::vector<const Group*>> of;
  for (const Group& group : groups) {
    std::vector<const Group*>& list = of[owner_of(group.name)];
    if (group.type != PortType::Generic) list.push_back(&group);
    for (const Group& part : group.groups) list.push_back(&part);
  }
  std::set<std::string> taken;
  for (const Group& group : groups) taken.insert(group.name);
  std::vector<Group> natural;
  for (const auto& entry : of) {
    const std::string& owner = entry.first;
    const std::vector<const Group*>& parts = entry.second;
    const std::string name = owner + ".port";
    if (owner.empty() || taken.count(name) != 0) continue;
    std::vector<Group> ports;
    for (const Bond& bond : kBonds) {
      // An input, for which there is no other source, before an output that reports the same.
      for (const Causality effort_way : {Causality::input, Causality::output}) {
        const auto only = [&](PortType type, Causality way) -> const Group* {
          const Group* found = nullptr;
          for (const Group* part : parts) {
            if (part->type != type || causality_of(*part) != way) continue;
            if (found != nullptr) return nullptr;
            found = part;
          }
          return found;
        };
        const Causality flow_way = effort_way == Causality::input ? Causality::output : Causality::input;
        const Group *effort = only(bond.effort, effort_way), *flow = only(bond.flow, flow_way);
        if (effort == nullptr || flow == nullptr || effort->variables.size() != flow->variables.size()) continue;
        Group port;
        port.type = bond.port;
        port.name = bond.name;
        port.frame = effort->frame == flow->frame ? effort->frame : "";
        port.groups = {*effort, *flow};
        ports.push_back(std::move(port));
        break;
      }
    }
    // libcosim joins what a group holds and what that holds, and nothing below: each port stands by itself, and what
    // all of them hold once more together.
    if (ports.size() > 1) {
      Group whole;
      for (Group& port : ports) {
        whole.groups.insert(whole.groups.end(), port.groups.begin(), port.groups.end());
        port.name = name + "." + port.name;
      }
      ports.push_back(std::move(whole));
    }
    if (!ports.empty()) ports.back().name = name;
    for (Group& port : ports) {
      for (Group& part : port.groups) part.name = port.name + "." + info(part.type).name;
      natural.push_back(std::move(port));
    }
  }
  for (const system::ComponentInfo& component : components) {
    if (component.type != "wave-probe") continue;
    Group water;
    water.name = component.name + ".environment";
    for (const Group& group : groups) {
      if (owner_of(group.name) != component.name) continue;
      if (group.type == PortType::Generic) {  // density, gravity: no quantities of OSP-IS
        water.variables.insert(water.variables.end(), group.variables.begin(), group.variables.end());
        continue;
      }
      Group part = group;
      rename(part, component.name, water.name);
      water.groups.push_back(std::move(part));
    }
    std::stable_sort(water.groups.begin(), water.groups.end(),
                     [](const Group& a, const Group& b) { return a.type < b.type; });
    natural.push_back(std::move(water));
  }
  return natural;
}

}  // namespace swell::osp
