// swell batch: many cases.
#pragma once

#include <CLI/CLI.hpp>

namespace swell::command {

void add_batch_command(CLI::App& app, int& status);

}  // namespace swell::command
