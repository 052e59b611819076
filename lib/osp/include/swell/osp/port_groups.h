/// Ports that belong together: power ports of a device, groups that a case declares, and types of groups of the user's
/// own with their rules. OSP-IS joins whole groups, each variable in its own direction.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "swell/base/parameter.h"
#include "swell/osp/semantics.h"
#include "swell/system/graph.h"

namespace swell::osp {

/// A role in a group type: a quantity of OSP-IS.
struct GroupRole {
  std::string name;
  PortType type = PortType::Generic;
  int count = 0;  ///< variables; 0: as many as the quantity may have
};

/// What roles of a group have to do with each other, beyond what their quantities ask for.
struct GroupRule {
  enum class Kind { same_causality, opposite_causality, same_size, same_unit, same_frame };
  Kind kind = Kind::same_causality;
  std::vector<std::string> roles;
  std::string says;  ///< the message, where the user gives one
};

/// A type of groups of the user's own. In OSP files, whose schema is closed, its groups are Generic; `names` says
/// which.
struct GroupType {
  std::string name;
  std::string names;  ///< pattern with * of the groups in OSP files
  std::vector<GroupRole> roles;
  std::vector<GroupRule> rules;
};

/// The rules by the words of a file of group types.
const std::vector<std::pair<const char*, GroupRule::Kind>>& rule_words();

/// A group that a case declares: its type (of OSP-IS with parts or one quantity, or of the user's own) and the port of
/// each role. The role of a single quantity is its type.
struct DeclaredGroup {
  std::string name, type;
  std::vector<std::pair<std::string, std::string>> ports;
  Origin origin;
};

/// A port as a member of a group.
struct Member {
  std::string role, address;
  Causality causality = Causality::undefined;
  system::PortSpec spec;
};

/// Roles of a type: of OSP-IS or of `own`; empty where there is no such type.
std::vector<GroupRole> roles_of(const std::string& type, const std::vector<GroupType>& own);

/// The group that these members make; nothing after a mistake: unknown type, roles missing, unknown or given twice.
/// Ports without a unit take their role's.
std::optional<Group> compose(const DeclaredGroup& declared, const std::vector<Member>& members,
                             const std::vector<GroupType>& own, Diagnostics& diagnostics);

/// The user's own type that a group is of, by Group::custom or by its name; null where it is of none.
const GroupType* own_type(const Group& group, const std::vector<GroupType>& own);

/// The rules of the user's own type that a group is of; none where it is of no such type. A group is of a type by
/// Group::custom, or by its name.
std::vector<Diagnostic> check_own_rules(const Group& group, const std::vector<GroupType>& own,
                                        const std::string& owner = {});

/// Effort and flow of one owner that go opposite ways: `<owner>.port`, a LinearMechanicalPort and its like; where
/// there are several (a body's), `<owner>.port.linear` and `.angular`, and `<owner>.port`, a Generic of all they hold.
/// Of a probe of the water: `<probe>.environment`.
/// @param groups  single ports, of interface_of   @param components  whose types say what a probe is
std::vector<Group> natural_groups(const std::vector<Group>& groups,
                                  const std::vector<system::ComponentInfo>& components);

}  // namespace swell::osp
