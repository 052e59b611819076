#pragma once

#include <string>

namespace swell::report {

/// For the text of an element or an attribute, of HTML or XML.
std::string escaped_text(const std::string& text);

}  // namespace swell::report
