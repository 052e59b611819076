/// From text to a number: every reader of files, options and settings uses these.
#pragma once

#include <optional>
#include <string_view>

namespace swell {

/// Reads a finite decimal number that fills the whole text: "1", "-.5", "+2e3". Values too small for a double are 0.
/// Empty for all else: hexadecimal, "nan", "inf", blanks, units, values too large for a double.
std::optional<double> parse_number(std::string_view text);

/// Reads a whole decimal number that fills the whole text: "1", "-2", "+3". Empty for all else.
std::optional<long> parse_integer(std::string_view text);

/// Reads also numbers as Fortran writes them: exponents with D, and of three digits without a letter ("1.5-101").
std::optional<double> parse_fortran_number(std::string_view text);

}  // namespace swell
