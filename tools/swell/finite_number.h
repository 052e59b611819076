// Bounds of options that take a number: CLI11's own let nan and inf pass and print the greatest double.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdlib>

namespace swell::command {

/// Finite and above 0, or 0 as well.
inline CLI::Validator positive_number(bool or_zero = false) {
  return CLI::Validator(
      [or_zero](std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        const bool fine =
            end != text.c_str() && *end == '\0' && std::isfinite(value) && (value > 0.0 || (or_zero && value == 0.0));
        return fine ? std::string() : text + (or_zero ? " must be a number, 0 or above" : " must be a number above 0");
      },
      or_zero ? "NUMBER >= 0" : "NUMBER > 0");
}

}  // namespace swell::command
