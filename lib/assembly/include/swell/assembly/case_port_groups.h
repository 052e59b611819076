/// The groups of ports that a case declares, and types of groups of the user's own, as lib/osp takes them.
#pragma once

#include <vector>

#include "swell/model/model.h"
#include "swell/model/read_case.h"
#include "swell/osp/port_groups.h"

namespace swell::assembly {

/// A file with types of groups of the user's own.
inline constexpr model::FileKind kGroupTypesFile{"file of group types", "group_types", "docs/components.md shows one"};

struct PortGroups {
  std::vector<osp::DeclaredGroup> declared;
  std::vector<osp::DeclaredGroup> generic;  ///< of other groups; joined in the case, their members go out by themselves
  std::vector<osp::GroupType> own;
};

/// group_types: [{name, groups, roles: [{name, type, count}], rules: [{rule, roles, message}]}]
/// Mistakes go to `diagnostics`. @throws InputError where the file cannot be read
std::vector<osp::GroupType> read_group_types(const std::filesystem::path& file, Diagnostics& diagnostics);

/// Mistakes of the file of group types go to `diagnostics`.
PortGroups port_groups_of(const model::Model& model, Diagnostics& diagnostics);

}  // namespace swell::assembly
