// swell stats, compare, linear, rao, report: answers in an engineer's terms.
#pragma once

#include <CLI/CLI.hpp>

namespace swell::command {

/// Adds the subcommands; running one sets `status`.
void add_stats_command(CLI::App& app, int& status);
void add_compare_command(CLI::App& app, int& status);
void add_linear_command(CLI::App& app, int& status);
void add_rao_command(CLI::App& app, int& status);
void add_report_command(CLI::App& app, int& status);

}  // namespace swell::command
