// swell new, completion, man: what a shell and a newcomer begin with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace swell::command {

void add_shell_commands(CLI::App& app);
void add_new_command(CLI::App& app, int& status);

/// The only case in the working folder. @throws InputError when there is none, or several with their names
std::string only_case();

}  // namespace swell::command
