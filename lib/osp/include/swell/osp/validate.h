/// Judges OspModelDescription and OspSystemStructure files by themselves: schema, rules of OSP-IS, and this project's
/// own.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "swell/osp/port_groups.h"
#include "swell/osp/semantics.h"

namespace swell::osp {

struct Report {
  std::vector<Diagnostic> faults;  ///< errors and warnings, in the order of the files
  /// Groups of a system's simulators that nothing joins, and what would fit each: "device.PTO.port
  /// (LinearMechanicalPort): fits generator.rod".
  std::vector<std::string> open;
  bool valid() const;                        ///< no errors
  std::vector<std::string> classes() const;  ///< of the errors, each once, sorted
  int exit_status() const { return valid() ? 0 : 2; }
};

/// PATH is one of: a folder (its OspSystemStructure.xml, else every OspModelDescription in it), an OspSystemStructure,
/// an OspModelDescription, an FMU. A system none of whose FMUs is there is judged by its structure alone, with a
/// warning.
/// @throws InputError when the path does not exist or holds nothing of the kind
/// @param own  types of groups of the user's own, whose rules are checked as well
Report validate(const std::filesystem::path& path, const std::vector<GroupType>& own = {});

/// What `swell osp validate` prints: one line per fault and, where asked for, per open group, then "valid" or "invalid:
/// CLASS CLASS". Returns 0 or 2.
int validate_command(const std::filesystem::path& path, std::ostream& out, const std::vector<GroupType>& own = {},
                     bool list_open = false);

}  // namespace swell::osp
