/// Input files of WEC-Sim's earlier versions.
#pragma once

#include "matlab_syntax.h"

namespace swell::wecsim {

/// Replaces names of properties of earlier versions by those of version 7: body(1).momOfInertia by body(1).inertia.
/// The name that was there is kept in Token::before.
void use_current_names(std::vector<Token>& tokens);

/// Returns the present name that stands for tokens[i].before, in one or two parts.
std::string current_name(const std::vector<Token>& tokens, std::size_t i);

}  // namespace swell::wecsim
