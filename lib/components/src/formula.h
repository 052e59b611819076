// Functions shared by all user formulas. Private to the library.
#pragma once

#include <muParser.h>

#include <set>
#include <string>
#include <utility>

namespace swell::components {

/// muParser reads a comma outside a call as two formulas (and returns the last), and = as an assignment.
/// @returns the error and the remedy, or two empty texts
std::pair<std::string, std::string> misread(const std::string& text);

/// Returns the parser's error with characters counted from 1, and a remedy.
std::pair<std::string, std::string> explained(const mu::Parser& parser, const mu::Parser::exception_type& error,
                                              const std::string& text);

/// Names in a formula: variables, constants and functions.
std::set<std::string> names_in(const std::string& text);

/// Defines pi, sign, max and min in a parser. max and min of a NaN are NaN, so that the run ends.
void prepare(mu::Parser& parser);

}  // namespace swell::components
