// Types of groups of the user's own, from their file.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "swell/assembly/case_port_groups.h"
#include "swell/base/refuse.h"
#include "swell/base/text.h"
#include "swell/model/visitor.h"

namespace swell::osp {

using model::required;

void describe(model::Visitor& v, GroupRole& role) {
  model::Visitor::Words<PortType> quantities;
  for (const PortTypeInfo& type : port_types()) {
    if (type.parts.size() == 1 && type.parts.front().element == "Variable")
      quantities.emplace_back(type.name.c_str(), type.type);
  }
  v.text({"name", "", "of the role", {}, required}, role.name);
  v.choice({"type", "", "quantity of OSP-IS", {}, required}, role.type, quantities);
  v.integer({"count", "", "variables; as many as the quantity may have unless given", {1.0, 3.0}}, role.count);
}

void describe(model::Visitor& v, GroupRule& rule) {
  v.choice({"rule", "", "of the roles", {}, required}, rule.kind, rule_words());
  v.texts({"roles", "", "two or more", {}, required}, rule.roles);
  v.text({"message", "", "where the rule is broken"}, rule.says);
}

void describe(model::Visitor& v, GroupType& type) {
  v.text({"name", "", "of the type", {}, required}, type.name);
  v.text({"groups", "", "pattern with * of the groups in OSP files"}, type.names);
  v.structures({"roles", "", "what its groups hold", {}, required}, type.roles);
  v.structures({"rules", "", "of the roles"}, type.rules);
}

}  // namespace swell::osp

namespace swell::assembly {

std::vector<osp::GroupType> read_group_types(const std::filesystem::path& file, Diagnostics& diagnostics) {
  std::vector<osp::GroupType> types;
  const Parameter tree = model::read_yaml_file(file, kGroupTypesFile);
  model::read(
      tree,
      [&](model::Visitor& v) {
        v.structures({"group_types", "", "types of groups", {}, model::required}, types);
      },
      diagnostics);
  const auto refuse = [&](const std::string& what) {
    code::refuse(diagnostics, "contradiction", {file.string(), 0, 0, ""}, what);
  };
  std::set<std::string> known;
  for (const osp::GroupType& type : types) {
    if (!known.insert(type.name).second || osp::port_type(type.name) != osp::PortType::undefined)
      refuse(fmt::format("group type {} is defined already, here or by OSP-IS", type.name));
    const std::vector<std::string> roles = names_of(type.roles);
    if (std::set<std::string>(roles.begin(), roles.end()).size() < roles.size())
      refuse(fmt::format("group type {} has two roles of one name", type.name));
    for (const osp::GroupRule& rule : type.rules) {
      if (rule.roles.size() < 2 || !std::all_of(rule.roles.begin(), rule.roles.end(), [&](const std::string& role) {
            return std::count(roles.begin(), roles.end(), role) > 0;
          }))
        refuse(fmt::format("group type {}: a rule is about two or more of its roles {}", type.name,
                           fmt::join(roles, ", ")));
    }
  }
  return types;
}

}  // namespace swell::assembly
