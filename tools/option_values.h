// What every option of the commands refuses: empty values, and numbers that are not finite decimals.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "swell/base/number.h"

namespace swell::command {

/// Call when all options are defined: CLI11 takes an empty value for 0, and nan and 0x10 for numbers.
/// @param numbers  false: the command checks its numbers itself
inline void check_option_values(CLI::App& app, bool numbers = true) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;  // a flag
    const bool number = numbers && option->get_type_name().compare(0, 5, "FLOAT") == 0;
    option->check(CLI::Validator(
        [number](std::string& text) -> std::string {
          if (text.empty()) return "the value is empty; give one, or leave the option out";
          return number && !parse_number(text) ? text + " must be a finite decimal number" : "";
        },
        ""));
  }
  for (CLI::App* command : app.get_subcommands({})) check_option_values(*command, numbers);
}

}  // namespace swell::command
