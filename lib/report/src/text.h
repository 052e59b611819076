#pragma once

#include <string>

namespace swell::report {

/// For the text of an HTML element.
std::string escaped_text(const std::string& text);

}  // namespace swell::report
