// swell fmu: a case as an FMU.
#pragma once

#include <CLI/CLI.hpp>

namespace swell::command {

void add_fmu_command(CLI::App& app, int& status);

}  // namespace swell::command
