// swell bem: geometry in, hydrodynamic data out.
#pragma once

#include <CLI/CLI.hpp>

namespace swell::command {

/// Adds the subcommand; running it sets `status`.
void add_bem_command(CLI::App& app, int& status);

}  // namespace swell::command
