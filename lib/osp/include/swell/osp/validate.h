/// Judges OspModelDescription and OspSystemStructure files by themselves: schema, rules of OSP-IS, and this project's
/// own.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "swell/osp/semantics.h"

namespace swell::osp {

struct Report {
  std::vector<Fault> faults;                 ///< errors and warnings, in the order of the files
  bool valid() const;                        ///< no errors
  std::vector<std::string> classes() const;  ///< of the errors, each once, sorted
  int exit_status() const { return valid() ? 0 : 2; }
};

/// PATH is one of: a folder (its OspSystemStructure.xml, else every OspModelDescription in it), an OspSystemStructure,
/// an OspModelDescription, an FMU. A system none of whose FMUs is there is judged by its structure alone, with a
/// warning.
/// @throws InputError when the path does not exist or holds nothing of the kind
Report validate(const std::filesystem::path& path);

/// What `swell osp validate` prints: one line per fault, then "valid" or "invalid: CLASS CLASS". Returns 0 or 2.
int validate_command(const std::filesystem::path& path, std::ostream& out);

}  // namespace swell::osp
