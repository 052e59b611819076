/// The case that a system of FMUs is: OspSystemStructure.xml of OSP-IS, or a package of SSP 1.0.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "swell/model/read_case.h"

namespace swell::cosim {

enum class SystemKind { none, osp, ssp };

struct SystemFile {
  SystemKind kind = SystemKind::none;
  std::filesystem::path file;  ///< the system structure, or the package
};

/// What stands at a path, by its content: a system structure, a folder that holds one, a package.
/// @throws InputError of an FMU, which is no case
SystemFile system_at(const std::filesystem::path& path);

/// As model::read_case, of case files and of systems: components of type fmu, one per simulator, named after it (signs
/// that names cannot have become underscores), functions as gains and sums, start values of what nothing feeds as
/// constants. Their places are those in the system's own file. FMUs of a package are unpacked into a folder that goes
/// with the process.
/// @param scenario  scenario file of OSP (JSON): values of inputs and outputs that are overridden, moved and reset at
/// times; empty: none
model::Model read_case(const std::filesystem::path& path, const std::vector<std::string>& overrides,
                       Diagnostics& diagnostics, const std::filesystem::path& scenario = {});

/// As model::CaseTemplate, of case files and of systems, to be read many times. What a system takes from overrides (the
/// base step) is taken from these.   @throws InputError
model::CaseTemplate case_template(const std::filesystem::path& path, const std::vector<std::string>& overrides = {});

}  // namespace swell::cosim
