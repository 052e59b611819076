// swell import: cases of other programs become cases of Swell.
#pragma once

#include <CLI/CLI.hpp>

namespace swell::command {

/// Adds the subcommand; running it sets `status`.
void add_import_command(CLI::App& app, int& status);

}  // namespace swell::command
