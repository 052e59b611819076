// Bounds of options that take a number: CLI11's own let nan and inf pass and print the greatest double.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "swell/base/number.h"

namespace swell::command {

/// Finite and above 0, or 0 as well.
inline CLI::Validator positive_number(bool or_zero = false) {
  return CLI::Validator(
      [or_zero](std::string& text) {
        const auto value = parse_number(text);
        const bool fine = value && (*value > 0.0 || (or_zero && *value == 0.0));
        return fine ? std::string() : text + (or_zero ? " must be a number, 0 or above" : " must be a number above 0");
      },
      or_zero ? "NUMBER >= 0" : "NUMBER > 0");
}

/// Finite and within bounds.
inline CLI::Validator number_between(double least, double greatest) {
  const std::string bounds = fmt::format("{:g} to {:g}", least, greatest);
  return CLI::Validator(
      [=](std::string& text) {
        const auto value = parse_number(text);
        const bool fine = value && *value >= least && *value <= greatest;
        return fine ? std::string() : text + " must be a number from " + bounds;
      },
      "NUMBER in " + bounds);
}

}  // namespace swell::command
