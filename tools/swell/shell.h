// swell new, completion, man: what a shell and a newcomer begin with.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace swell::command {

/// Ends every --help. Of subcommands an example and the page to read stand above it.
inline constexpr const char* kExitStatus =
    "Exit status: 0 done, 1 the simulation or writing failed, 2 the input is wrong.";
/// The examples of all subcommands; after these have been added.
void add_examples(CLI::App& app);
void add_shell_commands(CLI::App& app);
void add_new_command(CLI::App& app, int& status);

/// The only case in the working folder. @throws InputError when there is none, or several with their names
std::string only_case();
/// For completion and checks in an editor (YAML language server): the schema as it was installed or built.
std::string editor_line(const std::string& schema);

}  // namespace swell::command
