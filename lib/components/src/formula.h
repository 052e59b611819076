// What formulas of the user's own have in common, whoever holds them. Private to the library.
#pragma once

#include <muParser.h>

#include <set>
#include <string>
#include <utility>

namespace swell::components {

/// muParser takes a comma outside of a call for two formulas, of which the last counts, and = for an assignment.
/// @returns what is wrong and the remedy, or two empty texts
std::pair<std::string, std::string> misread(const std::string& text);

/// The parser's complaint with characters counted from 1, and what to try.
std::pair<std::string, std::string> explained(const mu::Parser& parser, const mu::Parser::exception_type& error,
                                              const std::string& text);

/// The names that stand in a formula: of variables, constants and functions.
std::set<std::string> names_in(const std::string& text);

/// Defines pi, sign, max and min in a parser. max and min of a NaN are NaN, so that the run ends.
void prepare(mu::Parser& parser);

}  // namespace swell::components
