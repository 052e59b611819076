/// Writes interfaces as OSP files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/osp/semantics.h"

namespace swell::osp {

/// OspModelDescription.xml (1.0.1) of an interface. Groups are put into the schema's order at every level; each unit is
/// defined once. The format has no place for frames: frame_note in a comment before the group.
/// @throws InputError when the groups break a rule of OSP-IS (the file would be invalid) or a name is used twice
std::string write_model_description(const std::vector<Group>& groups, const std::string& about = {});

/// FMI 2.0 modelDescription.xml with the variables of the groups: the interface alone, no binary belongs to it.
std::string write_fmi_description(const std::string& model_name, const std::vector<Group>& groups);

/// "RM3-two body" -> "RM3_two_body": a C identifier, as FMI asks for. An FMU's model has this name, and clients of
/// OSP look for `<name>_OspModelDescription.xml` by it.
std::string identifier_of(const std::string& name);

/// Writes `<model>_OspModelDescription.xml` and `<model>.modelDescription.xml`, with <model> as an identifier, into the
/// folder, which is made when missing. Returns the two paths. What is written is valid by validate().
/// @param force  replace files that are read-only or none of these
/// @throws InputError as above, when a file must not be replaced, or an FMU of this name in the folder lacks variables
/// @throws SimulationError when one cannot be written
std::vector<std::filesystem::path> export_interface(const std::filesystem::path& folder, const std::string& name,
                                                    const std::vector<Group>& groups, bool force = false);

}  // namespace swell::osp
